// Prediction of a row, as described in docs/EXPORT.md.

import { Trees } from "./trees.js";

const MAX_LOG = 300;

export class Model {
  constructor(content, read) {
    Object.assign(this, content);
    this.ensembles = content.ensembles.map((ensemble) => new Trees(ensemble, read));
  }

  get nTrees() {
    return this.ensembles.reduce((total, one) => total + one.nTrees, 0);
  }

  // Replaces absent values as the model does. NaN is missing; codes beyond the labels are unknown.
  readCells(cells) {
    return this.features.map((feature, j) => {
      const x = cells[j];
      if (Number.isNaN(x)) {
        if (feature.rejects_missing) throw new RangeError(`${feature.name} must not be missing.`);
        return feature.missing_as ?? NaN;
      }
      if (feature.labels === null || x < feature.labels.length) return x;
      if (feature.rejects_unknown) throw new RangeError(`${feature.name} must be a known category.`);
      return feature.unknown_as ?? (feature.kind === "ordered" ? NaN : feature.labels.length);
    });
  }

  get isBlend() {
    const { ensembles, weights, divisor } = this;
    const combined = ensembles.length > 1 || weights.length !== 1 || weights[0] !== divisor;
    return combined || this.hard_voting || this.normalize;
  }

  // Returns {raw, values, best}: scores of the first ensemble, predicted values, class positions.
  predict(given) {
    const cells = this.readCells(given);
    const scores = this.ensembles.map((ensemble) => ensembleScores(ensemble, cells));
    let all = this.ensembles.map((ensemble, i) => linked(ensemble, scores[i], this));
    if (this.hard_voting) all = all.map((values) => votes(values, this.groups(values.length)));
    let values = all[0];
    if (this.isBlend) {
      values = new Array(all[0].length).fill(0);
      all.forEach((own, i) => own.forEach((v, k) => { values[k] += this.weights[i] * v; }));
      values = values.map((v) => v / this.divisor);
    }
    const groups = this.groups(values.length);
    if (this.normalize) values = normalized(values.map((v) => Math.max(v, 0)), groups);
    return { raw: scores[0], values, best: this.bestClasses(scores[0], values, groups) };
  }

  // The positions of the values of each output.
  groups(n) {
    if (!this.classes.length) return Array.from({ length: n }, (_, k) => [k]);
    let end = 0;
    return this.classes.map((labels) => labels.map(() => end++));
  }

  bestClasses(scores, values, groups) {
    if (!this.classes.length) return null;
    let basis = this.by_scores ? scores.slice(-values.length) : values;
    if (basis.length === 1 && values.length === 2) basis = [0, basis[0]];
    return groups.map((group) => {
      const own = group.map((k) => basis[k]);
      if (!this.loss_matrix) return own.indexOf(Math.max(...own));
      const costs = own.map((_, j) =>
        own.reduce((total, v, i) => total + v * this.loss_matrix[i][j], 0));
      return costs.indexOf(Math.min(...costs));
    });
  }
}

function ensembleScores(ensemble, cells) {
  const found = Array.from({ length: ensemble.nTrees }, (_, i) => ensemble.treeValues(i, cells));
  if (ensemble.aggregate === "sum") {
    const scores = [...ensemble.initial];
    found.forEach((values, i) => {
      values.forEach((value, k) => { scores[ensemble.slots[i] + k] += value; });
    });
    return scores.map((score) => score / ensemble.divisor);
  }
  const combine = { median, mode, weighted_median: weightedMedian }[ensemble.aggregate];
  return ensemble.initial.map((_, k) => combine(found.map((values) => values[k]), ensemble.weights));
}

const ascending = (a, b) => a - b;

function median(values) {
  const sorted = values.sort(ascending);
  const n = sorted.length;
  const upper = sorted[n >> 1];
  return n % 2 ? upper : sorted[(n >> 1) - 1] + (upper - sorted[(n >> 1) - 1]) / 2;
}

function mode(values) {
  const sorted = values.sort(ascending);
  let best = sorted[0];
  let longest = 0;
  for (let i = 0; i < sorted.length;) {
    const begin = i;
    while (i < sorted.length && sorted[i] === sorted[begin]) i += 1;
    if (i - begin > longest) [longest, best] = [i - begin, sorted[begin]];
  }
  return best;
}

function weightedMedian(values, weights) {
  const pairs = values.map((v, i) => [v, weights[i]]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const total = pairs.reduce((sum, [, w]) => sum + w, 0);
  let reached = 0;
  for (const [value, weight] of pairs) {
    reached += weight;
    if (reached >= 0.5 * total) return value;
  }
  return pairs.at(-1)[0];
}

function linked({ link, factor }, given, model) {
  const scores = given.map((score) => factor * score);
  if (link === "log")
    return scores.map((score) => Math.exp(Math.min(Math.max(score, -MAX_LOG), MAX_LOG)));
  if (link === "normalize") return normalized(scores, model.groups(scores.length));
  if (link === "first_half") return scores.slice(0, scores.length / 2);
  if (link === "logit") {
    const odds = Math.exp(-Math.abs(scores[0]));
    const [likely, unlikely] = [1 / (1 + odds), odds / (1 + odds)];
    return scores[0] < 0 ? [likely, unlikely] : [unlikely, likely];
  }
  if (link === "softmax") {
    const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => power / sum);
  }
  return scores;
}

function normalized(values, groups) {
  const result = [...values];
  for (const group of groups) {
    const total = group.reduce((sum, k) => sum + values[k], 0);
    for (const k of group) result[k] = total > 0 ? values[k] / total : 1 / group.length;
  }
  return result;
}

function votes(values, groups) {
  const result = values.map(() => 0);
  for (const group of groups)
    result[group.reduce((best, k) => (values[k] > values[best] ? k : best), group[0])] = 1;
  return result;
}
