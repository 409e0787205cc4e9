// Partial dependence of the predictions on the most important features.

import { barChart } from "../charts/bars.js";
import { frame, extent, pathOf } from "../charts/axes.js";
import { legend } from "../charts/lines.js";
import { h, s, withTip } from "../dom.js";
import { classColor, clip, count, number, valueText } from "../format.js";
import { chooser, figure, grid, leftOut, unavailable } from "./common.js";

const MAX_CLASSES = 6;
const MAX_LEVELS = 8;

export function effectSection({ data, effects, summary }) {
  if (effects.unavailable) return [unavailable(effects.unavailable)];
  const { features, without_effect: without } = effects;
  const flat = without.length ? ` Without an effect: ${without.join(", ")}.` : "";
  const text = h("p", { class: "explain" }, `The mean ${features[0].kind} over ${count(effects.n_rows, "row")} if a feature had the given value in all of them.${flat}`);
  // Several targets have different scales.
  const several = summary.n_targets > 1;
  const shown = shownOutputs(features[0], data.targets, several);
  const draw = (k) => grid(...features.map((effect) => figure(effect.name, null, effectChart(effect, several ? [k] : shown))));
  const rest = features[0].n_outputs - (several ? features[0].outputs.length : shown.length);
  return [
    text,
    several ? chooser("Output", features[0].outputs, draw) : draw(),
    shown.length > 1 && leftOut(rest, "class", "drawn", "the most frequent ones are"),
  ];
}

// Positions of the outputs that are drawn: the second of two classes, or the most frequent classes.
function shownOutputs({ outputs, classes, kind }, targets, several) {
  if (several) return [];
  if (outputs.length === 2 && kind === "probability") return [1];
  const rows = new Map((targets[0].classes ?? []).map(([, n, k]) => [k, n]));
  return [...outputs.keys()]
    .sort((a, b) => (rows.get(classes[b]) ?? 0) - (rows.get(classes[a]) ?? 0))
    .slice(0, MAX_CLASSES)
    .sort((a, b) => a - b);
}

function effectChart(effect, shown) {
  const many = shown.length > 1;
  const yTitle = many || effect.outputs.length === 1 ? effect.kind : `${effect.kind} of ${clip(effect.outputs[shown[0]], 20)}`;
  if (effect.labels) return many ? stackedLevels(effect, shown) : levels(effect, shown[0], yTitle);
  const points = (k) => effect.x.map((x, i) => [x, effect.values[k][i]]).filter(([x]) => x !== null);
  const curves = shown.map((k) => ({
    name: effect.outputs[k], points: points(k), color: many ? classColor(effect.classes[k]) : "var(--accent)",
  }));
  return h("div", {}, curveChart(effect, curves, yTitle), many && legend(curves), missingText(effect, shown));
}

function curveChart(effect, curves, yTitle) {
  const all = curves.flatMap((curve) => curve.points);
  const feature = { labels: null, coding: effect.coding };
  const x = extent(all.map((p) => p[0]), 0.02);
  const options = {
    label: `Effect of ${effect.name}`, xTitle: effect.name, yTitle,
    x, whole: all.every((p) => Number.isInteger(p[0])), y: extent(all.map((p) => p[1]), 0.08),
    xText: (v, digits) => valueText(feature, v, digits),
  };
  return frame(options, (sx, sy) => [
    curves.map((curve) => s("path", { class: "line", stroke: curve.color, d: pathOf(curve.points, sx, sy) })),
    curves.flatMap((curve) => curve.points.map((p) => s("circle", {
      cx: sx(p[0]), cy: sy(p[1]), r: 5, "fill-opacity": 0,
      ...withTip(() => h("div", {}, `${valueText(feature, p[0])}: ${curves.length > 1 ? `${curve.name} ` : ""}${number(p[1])}`)),
    }))),
  ]);
}

// The effect of a missing value, which has no place on the axis.
function missingText(effect, shown) {
  if (effect.x.at(-1) !== null) return null;
  const value = (k) => number(effect.values[k].at(-1), 3);
  const text = shown.length > 1
    ? shown.map((k) => `${effect.outputs[k]} ${value(k)}`).join(", ")
    : value(shown[0]);
  return h("p", { class: "explain" }, `If missing: ${text}`);
}

function levels(effect, k, xTitle) {
  const rows = effect.labels.map((name, i) => ({ name, value: effect.values[k][i] }));
  return h("div", {},
    barChart({ rows, label: `Effect of ${effect.name}`, xTitle, signed: true }),
    levelsLeftOut(effect, effect.labels.length));
}

// Bars of several classes for each category.
function stackedLevels(effect, shown) {
  const chosen = [...effect.labels.keys()]
    .sort((a, b) => effect.counts[b] - effect.counts[a])
    .slice(0, MAX_LEVELS)
    .sort((a, b) => a - b);
  const rows = chosen.flatMap((i) => shown.map((k, j) => ({
    name: j === 0 ? effect.labels[i] : "", value: effect.values[k][i],
    color: classColor(effect.classes[k]), note: effect.outputs[k],
  })));
  return h("div", {},
    barChart({ rows, label: `Effect of ${effect.name}`, xTitle: effect.kind }),
    legend(shown.map((k) => ({ name: effect.outputs[k], color: classColor(effect.classes[k]) }))),
    levelsLeftOut(effect, chosen.length));
}

const levelsLeftOut = (effect, n) =>
  leftOut(effect.n_labels - n, "category", "drawn", "the most frequent ones are");
