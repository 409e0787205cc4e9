// What-if: a row whose values can be edited, with prediction and contributions computed here.

import { barChart } from "../charts/bars.js";
import { h, newId } from "../dom.js";
import { classColor, clip, number, percent, valueText } from "../format.js";
import { contributions } from "../model/contributions.js";
import { unavailable } from "./common.js";

const FIRST = 12;
const MAX_BARS = 10;

export function whatIfSection(report, models, sample, onRow) {
  if (report.trees.unavailable || !models.length)
    return [unavailable(`Predictions cannot be computed in this page. ${report.trees.unavailable ?? ""}`)];
  const [model] = models;
  const state = { cells: sample.n ? sample.row(0) : startRow(model, report) };
  const result = h("div", { class: "result", role: "status", "aria-live": "polite" });
  const form = h("div", { class: "fields" });
  const update = () => {
    result.replaceChildren(...prediction(report, model, state));
    onRow(state.cells);
  };
  const rank = new Map(report.ranked.map((j, i) => [j, i]));
  const order = [...model.features.keys()].sort((a, b) =>
    (rank.get(a) ?? 1e9) - (rank.get(b) ?? 1e9));
  let all = false;
  const fill = () => {
    const shown = all ? order : order.slice(0, FIRST);
    form.replaceChildren(...shown.map((j) => field(model.features[j], state.cells[j], (x) => {
      state.cells[j] = x;
      update();
    })));
    if (order.length > shown.length)
      form.append(h("button", { type: "button", onclick: () => { all = true; fill(); } }, `Show all ${order.length} features`));
  };
  const load = (row) => {
    state.cells = sample.row(row);
    fill();
    update();
  };
  fill();
  update();
  return [
    h("p", { class: "explain" }, "Edit the values of a row: the prediction and the contributions of the features are computed in this page, from the model itself."),
    sample.n > 0 && rowChoice(sample, load),
    h("div", { class: "whatif" }, form, result),
  ];
}

function rowChoice(sample, load) {
  const id = newId("row");
  const input = h("input", {
    id, type: "number", min: 0, max: sample.n - 1, value: 0,
    oninput: () => input.value !== "" && load(Math.min(Math.max(0, Math.round(Number(input.value))), sample.n - 1)),
  });
  const next = () => {
    input.value = (Number(input.value) + 1) % sample.n;
    load(Number(input.value));
  };
  return h("div", { class: "controls" },
    h("label", { class: "control", for: id }, h("span", {}, `Start from row (0 to ${sample.n - 1})`), input),
    h("button", { type: "button", onclick: next }, "Next row"));
}

// Medians and most frequent categories, where no rows are in the page.
function startRow(model, report) {
  return Float64Array.from(model.features, (feature, j) => {
    const summary = report.data.features[j];
    if (feature.labels) return Math.max(0, feature.labels.indexOf(summary?.top?.[0]?.[0]));
    return summary?.range ? (summary.range[0] + summary.range[1]) / 2 : 0;
  });
}

function field(feature, x, onChange) {
  const id = newId("field");
  const input = feature.labels ? labelInput(feature, x, id, onChange) : numberInput(feature, x, id, onChange);
  return h("label", { class: "field", for: id }, h("span", { title: feature.name }, clip(feature.name, 30)), input);
}

function labelInput(feature, x, id, onChange) {
  const options = feature.labels.map((text, code) => h("option", { value: code, selected: x === code }, text));
  options.push(h("option", { value: feature.labels.length, selected: x >= feature.labels.length }, "(another value)"));
  options.push(h("option", { value: "", selected: Number.isNaN(x) }, "(missing)"));
  const input = h("select", { id, onchange: () => onChange(input.value === "" ? NaN : Number(input.value)) }, options);
  return input;
}

function numberInput(feature, x, id, onChange) {
  if (feature.coding === "date" && (Number.isNaN(x) || Math.abs(x) < 1e6)) {
    const value = Number.isNaN(x) ? "" : valueText(feature, x);
    const input = h("input", { id, type: "date", value, onchange: () => onChange(input.value ? input.valueAsNumber / 86400000 : NaN) });
    return input;
  }
  const input = h("input", {
    id, type: "number", step: "any", value: Number.isNaN(x) ? "" : String(x), placeholder: "missing",
    oninput: () => onChange(input.value === "" ? NaN : Number(input.value)),
  });
  return input;
}

function prediction(report, model, { cells }) {
  let found;
  try {
    found = model.predict(cells);
  } catch (error) {
    return [h("p", { class: "alert" }, error.message)];
  }
  return [predicted(report, model, found), explained(model, cells)];
}

function predicted(report, model, { raw, values, best }) {
  const names = report.evaluation.outputs.map((output) => output.name);
  const one = names.length === 1;
  if (!best)
    return h("div", {}, h("p", { class: "label" }, "Prediction"),
      h("p", { class: "big" }, [...values].map((v, i) => `${one ? "" : `${clip(names[i], 20)} `}${number(v, 6)}`).join(", ")));
  const groups = model.groups(values.length);
  return h("div", {}, model.classes.slice(0, 4).map((labels, i) => {
    const rows = labels.map((name, k) => ({ name, value: values[groups[i][k]], color: classColor(k) }))
      .sort((a, b) => b.value - a.value).slice(0, 8);
    return h("div", {},
      h("p", { class: "label" }, one ? "Prediction" : `Prediction of ${names[i]}`),
      h("p", { class: "big" }, labels[best[i]]),
      h("ul", { class: "shares" }, rows.map((row) => h("li", {}, h("span", {}, clip(row.name, 26)), meter(row), h("span", { class: "num" }, percent(row.value))))));
  }), model.by_scores && h("p", { class: "note" }, `raw score ${raw.slice(0, 8).map((v) => number(v, 5)).join(", ")}`));
}

function meter({ value, color }) {
  const bar = h("i", {});
  bar.style.width = `${100 * Math.max(0, Math.min(1, value))}%`;
  bar.style.background = color;
  return h("span", { class: "meter", "aria-hidden": "true" }, bar);
}

function explained(model, cells) {
  const found = contributions(model, cells);
  if (!found) return unavailable(model.explain.unavailable ?? "The model has no statistics of its nodes, which contributions need.");
  const { outputs, values, base, total, kind } = found;
  const k = outputs.length === 1 ? 0 : total.indexOf(Math.max(...total));
  const rows = model.features.map((feature, j) => ({
    name: `${clip(feature.name, 14)} = ${clip(valueText(feature, cells[j]), 10)}`, value: values[k][j],
    color: values[k][j] < 0 ? "var(--negative)" : "var(--positive)",
  })).filter((row) => row.value !== 0).sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, MAX_BARS);
  const name = outputs.length > 1 || model.classes.length ? ` of ${outputs[k]}` : "";
  return h("div", {},
    h("p", { class: "label" }, `Contributions to the ${kind}${name}`),
    h("p", { class: "note" }, `${number(total[k], 5)} = ${number(base[k], 5)} on average, and the sum of the contributions`),
    rows.length ? barChart({ rows, label: "Contributions of the features", xTitle: `change of the ${kind}`, width: 460, signed: true }) : h("p", {}, "No feature contributes."));
}
