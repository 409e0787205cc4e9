// Importances and SHAP summary.

import { barChart } from "../charts/bars.js";
import { swarm } from "../charts/swarm.js";
import { h } from "../dom.js";
import { count } from "../format.js";
import { chooser, figure, leftOut, unavailable } from "./common.js";

export function importanceSection({ importance }) {
  if (importance.unavailable) return [unavailable(importance.unavailable)];
  const { bars, n_used: nUsed, n_features: n } = importance;
  const notes = [
    nUsed > bars.length && `${count(nUsed - bars.length, "feature")} with smaller importances ${nUsed - bars.length === 1 ? "is" : "are"} not shown.`,
    n > nUsed && `Shuffling ${n - nUsed === 1 ? "one other feature does" : `${nUsed ? "the " : ""}${n - nUsed}${nUsed ? " other" : ""} features does`} not change the score.`,
  ].filter(Boolean);
  return [figure(
    "Permutation importance",
    `Decrease of the score when the values of a feature are shuffled, with 95% intervals over ${importance.n_repeats} shuffles of ${count(importance.n_rows, "row")}.`,
    bars.length > 0 && barChart({ rows: bars, label: "Permutation importance", xTitle: "decrease of the score" }),
    notes.length > 0 && h("p", { class: "explain" }, notes.join(" ")),
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
      plain: shap.is_category,
      label: `SHAP values of ${n} features; the largest mean is that of ${shap.names[0]}`,
      xTitle: `change of the ${shap.kind}`,
    }), h("p", { class: "ramp" }, h("span", {}, "value of the feature: low"), h("i", {}), h("span", {}, shap.is_category.some(Boolean) ? "high; gray: categories and missing values" : "high; gray: missing")));
  };
  return [figure(
    "SHAP values",
    `How much each feature moves the ${shap.kind} of a row up or down; one point per row (${count(shap.n_rows, "row")}, ${shap.method}).`,
    chooser("Output", order.map((k) => shap.outputs[k]), draw),
    leftOut(shap.n_outputs - shap.outputs.length, "output", "listed"),
  )];
}
