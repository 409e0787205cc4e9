// The nodes of one tree with texts, statistics and the layout of those that are visible.

import { CATEGORIES, INTERVALS, LEAF, LINEAR, SPHERE, THRESHOLD } from "../model/trees.js";
import { clip, number, percent, valueText } from "../format.js";

export class TreeNodes {
  constructor(model, trees, tree) {
    Object.assign(this, { model, trees, tree });
    this.start = trees.start[tree];
    this.size = trees.sizes[tree];
    this.depth = new Int32Array(this.size);
    this.parent = new Int32Array(this.size).fill(-1);
    for (let i = 0; i < this.size; i += 1)
      for (const child of this.children(i)) {
        this.parent[child] = i;
        this.depth[child] = this.depth[i] + 1;
      }
  }

  list(name) {
    const array = this.trees.lists[name];
    return array?.subarray(this.start, this.start + this.size);
  }

  isLeaf(i) {
    return this.trees.lists.kind[this.start + i] === LEAF;
  }

  children(i) {
    const at = this.start + i;
    const { first, n_children: n } = this.trees.lists;
    return Array.from({ length: n[at] }, (_, c) => first[at] + c);
  }

  get hasStatistics() {
    return this.trees.hasStatistics;
  }

  count(i) {
    return this.hasStatistics ? this.trees.lists.count[this.start + i] : null;
  }

  // The weights of the training rows, which count rows that were drawn twice twice.
  weight(i) {
    return this.hasStatistics ? this.trees.lists.weight[this.start + i] : null;
  }

  alpha(i) {
    return this.hasStatistics ? this.trees.lists.alpha[this.start + i] : 0;
  }

  values(i) {
    const { width, lists } = this.trees;
    return [...lists.value.subarray((this.start + i) * width, (this.start + i + 1) * width)];
  }

  // Whether the values of a node are smoothed shares, followed by those of its training rows.
  get isSmoothed() {
    return this.trees.link === "first_half";
  }

  // Class shares of the first output, or null for numbers and scores.
  shares(i) {
    const [classes] = this.model.classes;
    const { width, link, slots } = this.trees;
    if (!classes || width < classes.length || link === "logit" || link === "softmax") return null;
    const first = this.isSmoothed ? width / 2 : 0;
    const own = this.values(i).slice(first, first + classes.length);
    return slots[this.tree] === 0 && own.every((v) => v >= 0) ? own : null;
  }

  features(i) {
    const { kind, feature, integer, integers } = this.trees.lists;
    const at = this.start + i;
    if (kind[at] === LEAF) return [];
    if (kind[at] !== LINEAR && kind[at] !== SPHERE) return [feature[at]];
    return Array.from({ length: integers[integer[at]] }, (_, k) => integers[integer[at] + 1 + k]);
  }

  name(j) {
    return this.model.features[j].name;
  }

  // The text of a split; long names are clipped to a number of characters.
  split(i, most = 80) {
    const { feature, threshold, kind } = this.trees.lists;
    const at = this.start + i;
    const known = this.model.features[feature[at]];
    const name = clip(known.name, most);
    if (kind[at] === THRESHOLD)
      return Number.isFinite(threshold[at])
        ? `${name} ≤ ${valueText(known, threshold[at], 5)}`
        : `${name} is known`;
    if (kind[at] === CATEGORIES)
      return this.children(i).length === 2 ? `${name} in {${this.labels(i, 0).join(", ")}}` : name;
    if (kind[at] === INTERVALS) return name;
    const names = this.features(i).map((j) => this.name(j)).join(", ");
    return `${kind[at] === LINEAR ? "sum of" : "distance in"} ${names} ≤ ${number(threshold[at])}`;
  }

  // Labels of the categories that go to child c.
  labels(i, c) {
    const { feature, integer, integers } = this.trees.lists;
    const at = this.start + i;
    const known = this.model.features[feature[at]];
    const codes = [];
    for (let code = 0; code < integers[integer[at]]; code += 1)
      if (integers[integer[at] + 1 + code] === c) codes.push(code);
    return codes.map((code) => known.labels?.[code] ?? String(code));
  }

  // The label of the edge to child c.
  branch(i, c) {
    const { kind, feature, integer, integers, float, floats } = this.trees.lists;
    const at = this.start + i;
    const n = this.children(i).length;
    if (kind[at] === CATEGORIES && n !== 2) return clip(this.labels(i, c).join(", "), 22) || "none";
    if (kind[at] !== INTERVALS) return c === 0 ? "yes" : "no";
    const known = this.model.features[feature[at]];
    const cuts = [...floats.subarray(float[at], float[at] + integers[integer[at]])];
    if (c < cuts.length) return `≤ ${valueText(known, cuts[c], 4)}`;
    return `> ${valueText(known, cuts.at(-1), 4)}`;
  }

  prediction(i) {
    const shares = this.shares(i);
    if (shares) {
      const best = shares.indexOf(Math.max(...shares));
      return `${this.model.classes[0][best]} ${percent(shares[best])}`;
    }
    const shown = this.values(i).slice(0, 3).map((v) => number(v, 4)).join(", ");
    const linear = this.isLeaf(i) && this.trees.lists.integers[this.trees.lists.integer[this.start + i]];
    return linear ? `${shown} + linear terms` : shown;
  }

  ancestors(i) {
    const found = [];
    for (let at = this.parent[i]; at >= 0; at = this.parent[at]) found.push(at);
    return found;
  }

  // Nodes that a row passes.
  path(cells) {
    const passed = new Set();
    this.trees.walk(this.tree, this.model.readCells(cells), () => {}, (node) => passed.add(node - this.start));
    return passed;
  }

  // The smallest complexity of each pruned subtree, ascending, with its number of leaves.
  sequence() {
    const found = new Set([0]);
    for (let i = 0; i < this.size; i += 1) if (!this.isLeaf(i) && this.alpha(i) > 0) found.add(this.alpha(i));
    return [...found].sort((a, b) => a - b);
  }

  isCut(i, alpha) {
    return alpha > 0 && this.alpha(i) <= alpha;
  }
}

const NODE_WIDTH = 186;
const DOT_WIDTH = 9;

// Positions of the visible nodes: {order, x, y, width, height}. isOpen(i): its children are visible.
export function layout(nodes, isOpen, small) {
  const gap = small ? DOT_WIDTH : NODE_WIDTH;
  const level = small ? 34 : 118;
  const x = new Map();
  const order = [];
  let next = 0;
  const stack = [[0, false]];
  while (stack.length) {
    const [i, done] = stack.pop();
    if (done) {
      const own = nodes.children(i).map((child) => x.get(child));
      x.set(i, (own[0] + own.at(-1)) / 2);
    } else {
      order.push(i);
      if (isOpen(i)) {
        stack.push([i, true]);
        for (const child of nodes.children(i).reverse()) stack.push([child, false]);
      } else {
        x.set(i, next);
        next += gap;
      }
    }
  }
  const depth = Math.max(...order.map((i) => nodes.depth[i]));
  return {
    order, x, y: (i) => nodes.depth[i] * level, gap, width: Math.max(gap, next), height: depth * level + 100, small,
  };
}
