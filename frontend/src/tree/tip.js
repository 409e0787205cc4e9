// What is shown over a node: counts, prediction, and the distribution of the target.

import { shareBar, sparkline } from "../charts/bars.js";
import { swatch } from "../charts/lines.js";
import { h, s } from "../dom.js";
import { classColor, count, number, percent } from "../format.js";

const MAX_CLASSES = 8;
const N_BINS = 20;

export function nodeTip(nodes, i, sample, isLeaf) {
  const n = nodes.count(i);
  const total = nodes.count(0);
  const weight = nodes.weight(i);
  const weighted = n !== null && !isNear(weight, n) ? `, weight ${number(exact(weight))}` : "";
  const shares = nodes.shares(i);
  return [
    h("b", {}, isLeaf ? "Leaf" : nodes.split(i)),
    h("div", {}, `${nodes.trees.link === "identity" || shares ? "prediction" : "value"}: ${nodes.prediction(i)}`),
    n !== null && h("div", {}, `${count(n, "training row")} (${percent(n / total)})${weighted}`),
    shares && classRows(nodes, shares, weight),
    shares && isLeaf && nodes.isSmoothed && smoothedText(nodes, i, shares),
    sampleDistribution(nodes, i, sample),
  ];
}

const isNear = (a, b) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));

// A number without the rounding errors of a product that is whole.
const exact = (x) => (isNear(x, Math.round(x)) ? Math.round(x) : x);

// What the forest averages of a leaf.
function smoothedText(nodes, i, shares) {
  const k = shares.indexOf(Math.max(...shares));
  return h("div", { class: "note" }, `${nodes.model.classes[0][k]} in the average of the trees: ${percent(nodes.values(i)[k])}, after smoothing`);
}

function classRows(nodes, shares, weight) {
  const order = [...shares.keys()].sort((a, b) => shares[b] - shares[a]).slice(0, MAX_CLASSES);
  return h("table", { class: "shares" }, order.map((k) => h("tr", {},
    h("td", {}, swatch(classColor(k)), nodes.model.classes[0][k]),
    h("td", { class: "num" }, percent(shares[k])),
    h("td", { class: "num" }, weight === null ? "" : number(exact(shares[k] * weight), 4)))));
}

// Distribution of the target among the rows of the page that pass the node.
function sampleDistribution(nodes, i, sample) {
  if (!sample.n || !sample.y.length) return null;
  const own = rowsOf(nodes, i, sample);
  const target = sample.y[0];
  const y = own.map((row) => target.values[row]);
  const text = h("div", { class: "note" }, `${count(own.length, "row")} of this page`);
  if (!own.length) return text;
  if (target.labels) {
    const counts = target.labels.map((_, k) => y.filter((v) => v === k).length);
    const color = (k) => classColor(target.classes[k]);
    const bar = s("svg", { class: "share-bar", viewBox: "0 0 200 8" }, shareBar(counts, color, 200, 8));
    return [text, bar];
  }
  const all = [...target.values];
  const low = all.reduce((a, b) => Math.min(a, b));
  const high = all.reduce((a, b) => Math.max(a, b));
  const counts = new Array(N_BINS).fill(0);
  for (const v of y)
    counts[Math.min(N_BINS - 1, Math.floor(((v - low) / (high - low || 1)) * N_BINS))] += 1;
  const mean = y.reduce((sum, v) => sum + v, 0) / y.length;
  return [text, sparkline(counts, "Distribution of the target", 200, 36),
    h("div", { class: "note" }, `target ${number(low, 3)} to ${number(high, 3)}, mean here ${number(mean, 4)}`)];
}

function rowsOf(nodes, i, sample) {
  nodes.passed ??= new Map();
  for (let row = nodes.passed.size; row < sample.n; row += 1) {
    try {
      nodes.passed.set(row, nodes.path(sample.row(row)));
    } catch {
      nodes.passed.set(row, new Set());
    }
  }
  return [...nodes.passed.keys()].filter((row) => nodes.passed.get(row).has(i));
}
