// The trees of an ensemble: routing of a row and values of leaves, with the arithmetic of the core.

export const LEAF = 0;
export const THRESHOLD = 1;
export const INTERVALS = 2;
export const CATEGORIES = 3;
export const LINEAR = 4;
export const SPHERE = 5;
const MISSING = -1;
const UNKNOWN = -2;
const UNSEEN = -3;
const BY_SURROGATE = -1;
export const ALL = -2;
export const STOP = -3;

export class Trees {
  constructor(ensemble, read) {
    Object.assign(this, ensemble);
    this.lists = {};
    for (const [name, reference] of Object.entries(ensemble.arrays)) {
      Object.defineProperty(this.lists, name, {
        configurable: true,
        get: () => {
          const value = read(reference);
          Object.defineProperty(this.lists, name, { value });
          return value;
        },
      });
    }
    this.start = [0];
    for (const size of this.sizes) this.start.push(this.start.at(-1) + size);
  }

  get nTrees() {
    return this.sizes.length;
  }

  get hasStatistics() {
    return "weight" in this.arrays;
  }

  // The child of a split, or why there is none.
  test(fields, cells) {
    const { kind, feature, integer, float } = fields;
    const { integers, floats } = this.lists;
    if (kind === LINEAR || kind === SPHERE) return this.testSum(fields, cells);
    const x = cells[feature];
    if (Number.isNaN(x)) return MISSING;
    if (kind === THRESHOLD) return x <= fields.threshold ? 0 : 1;
    if (kind === INTERVALS) {
      let child = 0;
      while (child < integers[integer] && x > floats[float + child]) child += 1;
      return child;
    }
    if (x >= integers[integer]) return UNKNOWN;
    const child = integers[integer + 1 + x];
    return child < 0 ? UNSEEN : child;
  }

  testSum({ kind, threshold, integer, float }, cells) {
    const { integers, floats } = this.lists;
    let sum = 0;
    let any = false;
    for (let k = 0; k < integers[integer]; k += 1) {
      const x = cells[integers[integer + 1 + k]];
      if (Number.isNaN(x)) continue;
      any = true;
      const d = x - floats[float + 2 * k + 1];
      sum += floats[float + 2 * k] * (kind === SPHERE ? d * d : d);
    }
    if (!any) return MISSING;
    return sum <= threshold ? 0 : 1;
  }

  fields(node) {
    const { kind, feature, threshold, integer, float } = this.lists;
    return {
      kind: kind[node],
      feature: feature[node],
      threshold: threshold[node],
      integer: integer[node],
      float: float[node],
    };
  }

  // Returns [child, feature that decided]; the child is ALL or STOP for rows that do not go to one.
  decide(node, cells) {
    const found = this.test(this.fields(node), cells);
    const feature = this.lists.feature[node];
    if (found >= 0) return [found, feature];
    const { missing, unknown, unseen } = this.lists;
    const to = { [MISSING]: missing, [UNKNOWN]: unknown, [UNSEEN]: unseen }[found][node];
    if (to !== BY_SURROGATE) {
      if (to < STOP) throw new RangeError("The model rejects this value.");
      return [to, feature];
    }
    for (const surrogate of this.rare[node].surrogates) {
      const child = this.test(surrogate, cells);
      if (child >= 0) return [surrogate.order[child], surrogate.feature];
    }
    return [this.rare[node].fallback, feature];
  }

  child(tree, node, k) {
    return this.start[tree] + this.lists.first[node] + k;
  }

  // Calls end(node, share) for the nodes where the parts of a row end, from left to right, and
  // visit(node) for all nodes on the way.
  walk(tree, cells, end, visit = () => {}) {
    const { kind, n_children: count } = this.lists;
    const parts = [[this.start[tree], 1]];
    while (parts.length) {
      let [node, share] = parts.pop();
      visit(node);
      while (kind[node] !== LEAF) {
        const [child] = this.decide(node, cells);
        if (child === STOP) break;
        if (child === ALL) {
          const { shares } = this.rare[node];
          for (let c = count[node] - 1; c > 0; c -= 1)
            parts.push([this.child(tree, node, c), share * shares[c]]);
          share *= shares[0];
        }
        node = this.child(tree, node, child === ALL ? 0 : child);
        visit(node);
      }
      end(node, share);
    }
  }

  // The terms of a linear leaf: [feature, value of the term].
  terms(node, cells) {
    const { integers, floats, integer, float } = this.lists;
    const found = [];
    for (let k = 0; k < integers[integer[node]]; k += 1) {
      const at = float[node] + 3 * k;
      const feature = integers[integer[node] + 1 + k];
      const [factor, center, reach] = floats.subarray(at, at + 3);
      const term = factor * Math.min(Math.max(cells[feature] - center, -reach), reach);
      found.push([feature, Number.isNaN(term) ? 0 : term]);
    }
    return found;
  }

  leafValue(node, k, cells) {
    let value = this.lists.value[node * this.width + k];
    if (k === 0 && this.lists.kind[node] === LEAF)
      for (const [, term] of this.terms(node, cells)) value += term;
    return value;
  }

  // The values of a tree for a row.
  treeValues(tree, cells) {
    let values = new Array(this.width).fill(0);
    this.walk(tree, cells, (node, share) => {
      if (share === 1) values = values.map((_, k) => this.leafValue(node, k, cells));
      else for (let k = 0; k < this.width; k += 1) values[k] += share * this.leafValue(node, k, cells);
    });
    return values;
  }
}
