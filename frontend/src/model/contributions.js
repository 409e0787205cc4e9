// Path-dependent SHAP values of one row, by quadrature over the players of each path.

import { ALL, LEAF, STOP } from "./trees.js";

const cache = new Map();

// Gauss-Legendre points and weights on [0, 1].
function quadrature(n) {
  if (cache.has(n)) return cache.get(n);
  const found = [];
  for (let i = 0; i < n; i += 1) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let step = 0; step < 100; step += 1) {
      let [p, before] = [1, 0];
      for (let k = 0; k < n; k += 1)
        [p, before] = [((2 * k + 1) * x * p - k * before) / (k + 1), p];
      slope = (n * (x * p - before)) / (x * x - 1);
      const change = p / slope;
      x -= change;
      if (Math.abs(change) < 1e-16) break;
    }
    found.push([(1 - x) / 2, 1 / ((1 - x * x) * slope * slope)]);
  }
  cache.set(n, found);
  return found;
}

// Shares of the training rows in the children of a node.
function childShares(trees, node, children) {
  const weights = children.map((child) => trees.lists.weight[child]);
  const total = weights.reduce((sum, w) => sum + w, 0);
  return weights.map((w) => (total > 0 ? w / total : 1 / weights.length));
}

class PathWalk {
  constructor(trees, tree, cells, add) {
    Object.assign(this, { trees, tree, cells, add });
    this.path = []; // {feature, unknown, known}
  }

  // Calls body with the factors of a feature multiplied, then restores them.
  within(feature, unknown, known, body) {
    const at = this.path.findIndex((player) => player.feature === feature);
    const before = at < 0 ? { feature, unknown: 1, known: 1 } : this.path[at];
    const player = { feature, unknown: before.unknown * unknown, known: before.known * known };
    if (player.unknown === 0 && player.known === 0) return;
    if (at < 0) this.path.push(player);
    else this.path[at] = player;
    body();
    if (at < 0) this.path.pop();
    else this.path[at] = before;
  }

  walk(node) {
    const { trees, tree, cells } = this;
    if (trees.lists.kind[node] === LEAF) {
      this.end(node);
      return;
    }
    const [to, feature] = trees.decide(node, cells);
    const n = trees.lists.n_children[node];
    const children = Array.from({ length: n }, (_, c) => trees.child(tree, node, c));
    const shares = childShares(trees, node, children);
    if (to === STOP) this.within(feature, 0, 1, () => this.end(node));
    children.forEach((child, c) => {
      const known = to === ALL ? shares[c] : Number(to === c);
      this.within(feature, shares[c], known, () => this.walk(child));
    });
  }

  end(node) {
    const { trees, cells } = this;
    const { width, lists } = trees;
    this.eachValue((feature, phi) => {
      for (let k = 0; k < width; k += 1) this.add(feature, k, phi * lists.value[node * width + k]);
    });
    if (lists.kind[node] !== LEAF) return;
    for (const [own, term] of trees.terms(node, cells)) {
      if (term === 0) continue;
      this.within(own, 0, 1, () =>
        this.eachValue((feature, phi) => this.add(feature, 0, phi * term)));
    }
  }

  // Calls receive(feature, value) with the Shapley values of the product of the players' factors.
  eachValue(receive) {
    const { path } = this;
    const n = path.length;
    const sums = new Float64Array(n);
    const before = new Float64Array(n + 1);
    for (const [x, weight] of quadrature((n >> 1) + 1)) {
      before[0] = weight;
      for (let i = 0; i < n; i += 1)
        before[i + 1] = before[i] * ((1 - x) * path[i].unknown + x * path[i].known);
      let after = 1;
      for (let i = n - 1; i >= 0; i -= 1) {
        sums[i] += before[i] * after * (path[i].known - path[i].unknown);
        after *= (1 - x) * path[i].unknown + x * path[i].known;
      }
    }
    path.forEach((player, i) => receive(player.feature, sums[i]));
  }
}

// Returns {outputs, values[output][feature], base[output]} or null if there are none.
export function contributions(model, given) {
  const { explain } = model;
  if (explain.unavailable || !model.ensembles.every((one) => one.hasStatistics)) return null;
  const cells = model.readCells(given);
  const n = explain.outputs.length;
  const values = Array.from({ length: n }, () => new Float64Array(model.features.length));
  const total = new Float64Array(n);
  model.ensembles.forEach((trees, i) => {
    const scale = (model.isBlend ? model.weights[i] / model.divisor : 1) / trees.divisor;
    trees.initial.slice(0, n).forEach((value, k) => { total[k] += scale * value; });
    for (let tree = 0; tree < trees.nTrees; tree += 1) {
      const slot = trees.slots[tree];
      const add = (feature, k, value) => {
        if (slot + k < n) values[slot + k][feature] += scale * value;
      };
      new PathWalk(trees, tree, cells, add).walk(trees.start[tree]);
      trees.treeValues(tree, cells).forEach((value, k) => {
        if (slot + k < n) total[slot + k] += scale * value;
      });
    }
  });
  const base = values.map((own, k) => total[k] - own.reduce((sum, v) => sum + v, 0));
  return { kind: explain.kind, outputs: explain.outputs, values, base, total: [...total] };
}
