// What-if: a row whose values can be edited, with prediction and contributions computed here.

import { barChart } from "../charts/bars.js";
import { breakable, h, newId } from "../dom.js";
import { classColor, clip, number, percent, valueText } from "../format.js";
import { contributions } from "../model/contributions.js";
import { rowControl, rowRange, unavailable } from "./common.js";

const FIRST = 12;
const MAX_BARS = 10;
const MAX_SCORES = 8;

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
  let current = 0;
  const { input, element } = rowControl(`Start from row (${rowRange(sample)})`, sample, { value: 0 }, (row) => {
    if (row === null) return;
    current = row;
    load(row);
  });
  const next = () => {
    input.value = (current + 1) % sample.n;
    input.dispatchEvent(new Event("input"));
  };
  return h("div", { class: "controls" },
    element,
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
  const notes = [decisionText(model, raw, values, best, groups), scoreText(model, raw)].filter(Boolean);
  return h("div", {}, model.classes.slice(0, 4).map((labels, i) => {
    const rows = labels.map((name, k) => ({ name, value: values[groups[i][k]], color: classColor(k) }))
      .sort((a, b) => b.value - a.value).slice(0, 8);
    return h("div", {},
      h("p", { class: "label" }, one ? "Prediction" : `Prediction of ${names[i]}`),
      h("p", { class: "big" }, breakable(labels[best[i]])),
      h("ul", { class: "shares" }, rows.map((row) => h("li", {}, h("span", {}, breakable(clip(row.name, 40))), meter(row), h("span", { class: "num" }, percent(row.value))))));
  }), notes.map((text) => h("p", { class: "note" }, text)));
}

// Why the predicted class of a single output is not the one of the largest probability.
function decisionText(model, raw, values, best, groups) {
  if (groups.length !== 1 || values.indexOf(Math.max(...values)) === best[0]) return null;
  const [labels] = model.classes;
  if (model.loss_matrix) return `${labels[best[0]]} is predicted because the loss matrix gives it the smallest expected loss.`;
  if (model.ensembles[0].link !== "first_half") return null;
  const shares = raw.slice(-values.length);
  const shown = [best[0], values.indexOf(Math.max(...values))];
  return `The model predicts the class with the largest mean share before smoothing: ${shown.map((k) => `${labels[k]} ${percent(shares[k])}`).join(", ")}. The probabilities above are smoothed.`;
}

// The raw scores of boosting, by class.
function scoreText(model, raw) {
  const [{ link }] = model.ensembles;
  if (model.isBlend || (link !== "logit" && link !== "softmax")) return null;
  const labels = raw.length === 1 ? [model.classes[0][1]] : model.classes[0];
  const shown = raw.slice(0, MAX_SCORES).map((v, k) => `${labels[k]} ${number(v, 4)}`);
  return `Raw score${raw.length > 1 ? "s" : ""}: ${shown.join(", ")}${raw.length > MAX_SCORES ? ", …" : ""}`;
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
    name: `${clip(feature.name, 20)} = ${clip(valueText(feature, cells[j]), 12)}`, value: values[k][j],
    color: values[k][j] < 0 ? "var(--negative)" : "var(--positive)",
  })).filter((row) => row.value !== 0).sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, MAX_BARS);
  const name = outputs.length > 1 || model.classes.length ? ` of ${outputs[k]}` : "";
  return h("div", {},
    h("p", { class: "label" }, `Contributions to the ${kind}${name}`),
    h("p", { class: "note" }, `${number(total[k], 5)} = ${number(base[k], 5)} on average, and the sum of the contributions`),
    rows.length ? barChart({ rows, label: "Contributions of the features", xTitle: `change of the ${kind}`, signed: true }) : h("p", {}, "No feature contributes."));
}
