// Importances, SHAP summary and partial dependence.

import { barChart } from "../charts/bars.js";
import { frame, extent, pathOf, ticks } from "../charts/axes.js";
import { legend } from "../charts/lines.js";
import { swarm } from "../charts/swarm.js";
import { h, s, withTip } from "../dom.js";
import { classColor, clip, count, number, valueText } from "../format.js";
import { chooser, figure, grid, unavailable } from "./common.js";

export function importanceSection({ importance }) {
  if (importance.unavailable) return [unavailable(importance.unavailable)];
  const shown = importance.bars.slice(0, 20);
  return [figure(
    "Permutation importance",
    `Decrease of the score when the values of a feature are shuffled, with 95% intervals over ${importance.n_repeats} shuffles of ${count(importance.n_rows, "row")}.`,
    barChart({ rows: shown, label: "Permutation importance", xTitle: "decrease of the score" }),
    importance.n_features > shown.length && h("p", { class: "explain" }, `${importance.n_features - shown.length} features with smaller importances are not shown.`),
  )];
}

export function shapSection({ shap, summary }, read) {
  if (shap.unavailable) return [unavailable(shap.unavailable)];
  const first = shap.outputs.length === 2 && summary.n_targets === 1 ? 1 : 0;
  const order = [first, ...shap.outputs.keys()].filter((k, i, all) => all.indexOf(k) === i);
  const n = shap.names.length;
  const draw = (place) => {
    const k = order[place];
    const rows = shap.names.map((name, j) => ({ name, value: shap.sizes[k][j] }));
    if (!shap.values)
      return barChart({ rows, label: "Mean absolute SHAP values", xTitle: `mean change of the ${shap.kind}` });
    const [values, cells] = [read(shap.values), read(shap.cells)];
    const m = cells.length / n;
    const part = (array, i) => array.subarray(i * m, (i + 1) * m);
    return h("div", {}, swarm({
      names: shap.names,
      values: shap.names.map((_, j) => [...part(values, k * n + j)]),
      cells: shap.names.map((_, j) => part(cells, j)),
      label: `SHAP values of ${n} features; the largest mean is that of ${shap.names[0]}`,
      xTitle: `change of the ${shap.kind}`,
    }), h("p", { class: "ramp" }, h("span", {}, "value of the feature: low"), h("i", {}), h("span", {}, "high; gray: missing")));
  };
  return [figure(
    "SHAP values",
    `How much each feature moves the ${shap.kind} of a row up or down; one point per row (${count(shap.n_rows, "row")}, ${shap.method}).`,
    chooser("Output", order.map((k) => shap.outputs[k]), draw),
  )];
}

export function effectSection({ effects, summary }) {
  if (effects.unavailable) return [unavailable(effects.unavailable)];
  const text = h("p", { class: "explain" }, `The mean ${effects.features[0].kind} over ${count(effects.n_rows, "row")} if a feature had the given value in all of them.`);
  const draw = (k) => grid(...effects.features.map((effect) => figure(effect.name, null, effectChart(effect, k))));
  // Several targets have different scales.
  const content = summary.n_targets > 1 ? chooser("Output", effects.features[0].outputs, draw) : draw();
  return [text, content];
}

// The effect on one output, or on all of them if only is undefined.
function effectChart(effect, only) {
  const two = effect.outputs.length === 2 && effect.kind === "probability";
  const one = only ?? (two ? 1 : undefined);
  const shown = one === undefined ? [...effect.outputs.keys()].slice(0, 6) : [one];
  const yTitle = one === undefined ? effect.kind : `${effect.kind} of ${clip(effect.outputs[one], 20)}`;
  if (effect.labels) {
    const k = shown[0];
    const rows = effect.labels.slice(0, 16).map((name, i) => ({ name, value: effect.values[k][i] }));
    return shown.length > 1
      ? stackedLevels(effect, shown)
      : barChart({ rows, label: `Effect of ${effect.name}`, xTitle: yTitle, width: 480, signed: true });
  }
  const points = (k) => effect.x.map((x, i) => [x, effect.values[k][i]]).filter(([x]) => x !== null);
  const curves = shown.map((k) => ({ name: effect.outputs[k], points: points(k), color: shown.length > 1 ? classColor(k) : "var(--accent)" }));
  const all = curves.flatMap((curve) => curve.points);
  const feature = { labels: null, coding: effect.coding };
  const whole = all.every((p) => Number.isInteger(p[0]));
  const x = extent(all.map((p) => p[0]), 0.02);
  const options = {
    label: `Effect of ${effect.name}`, xTitle: effect.name, yTitle,
    x, xTicks: ticks(x, 5, whole), y: extent(all.map((p) => p[1]), 0.08), xText: (v, digits) => valueText(feature, v, digits),
  };
  const chart = frame(options, (sx, sy) => [
    curves.map((curve) => s("path", { class: "line", stroke: curve.color, d: pathOf(curve.points, sx, sy) })),
    curves.flatMap((curve) => curve.points.map((p) => s("circle", {
      cx: sx(p[0]), cy: sy(p[1]), r: 5, "fill-opacity": 0,
      ...withTip(() => h("div", {}, `${valueText(feature, p[0])}: ${curves.length > 1 ? `${curve.name} ` : ""}${number(p[1])}`)),
    }))),
  ]);
  const missing = effect.x.at(-1) === null ? h("p", { class: "explain" }, `Missing: ${shown.map((k) => number(effect.values[k].at(-1))).join(", ")}`) : null;
  return h("div", {}, chart, curves.length > 1 && legend(curves), missing);
}

function stackedLevels(effect, shown) {
  const rows = effect.labels.slice(0, 8).flatMap((label, i) => shown.map((k, j) => ({
    name: j === 0 ? label : "", value: effect.values[k][i], color: classColor(k), note: effect.outputs[k],
  })));
  return h("div", {}, barChart({ rows, label: `Effect of ${effect.name}`, xTitle: effect.kind, width: 480 }),
    legend(shown.map((k) => ({ name: effect.outputs[k], color: classColor(k) }))));
}
