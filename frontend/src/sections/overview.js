// Headline, summary of the data and warnings.

import { histogram, sparkline, barChart } from "../charts/bars.js";
import { breakable, h } from "../dom.js";
import { classColor, count, number, percent } from "../format.js";
import { figure, grid, leftOut, unavailable } from "./common.js";

export function header(report) {
  const { summary, evaluation, sample } = report;
  const { metric, value, baseline, beats } = evaluation.headline;
  const show = metric === "accuracy" ? percent : scoreText;
  const facts = `${summary.estimator} · ${summary.task}${treesText(report.trees.models)} · ${count(summary.n_rows, "row")} · ${count(summary.n_features, "feature")}`;
  return h(
    "header",
    { class: "top" },
    h("p", { class: "facts" }, facts),
    h("h1", {}, breakable(report.title)),
    h("p", { class: "headline" },
      h("b", {}, `${metric === "R2" ? "R²" : metric[0].toUpperCase() + metric.slice(1)} ${show(value)}`),
      ` on ${count(summary.n_rows, "row")}; a baseline that ignores the features reaches ${show(baseline)}.`),
    report.note && h("p", { class: "privacy" }, report.note),
    !beats && h("p", { class: "alert" }, "The model is not better than the baseline."),
    h("p", { class: "privacy" }, sample.n
      ? `This page contains ${count(sample.n, "data row")} and the model. Share it only with people who may see them.`
      : "This page contains no data rows, but category names, summaries of the data, and the model."),
  );
}

// A score with three decimals; not 0 or 1 unless it is exact.
const scoreText = (v) => (v !== 0 && Math.abs(v) < 0.005 ? "about 0" : Math.abs(v) < 1 ? number(v, 3) : number(v, 4));

// The number of trees of the model, and of those in the page if they are fewer.
function treesText(models) {
  if (!models.length) return "";
  const all = models.reduce((n, model) => n + model.n_trees, 0);
  const shown = models.flatMap((model) => model.ensembles).reduce((n, ensemble) => n + ensemble.sizes.length, 0);
  return ` · ${count(all, "tree")}${shown < all ? ` (${shown.toLocaleString("en-US")} shown)` : ""}`;
}

export function scoreCards(output) {
  return h("div", { class: "cards" }, output.metrics.map((metric) => {
    const better = metric.baseline === null ||
      (metric.lower_is_better ? metric.value < metric.baseline : metric.value > metric.baseline);
    return h("div", { class: "card" },
      h("span", { class: "label" }, metric.name === "R2" ? "R²" : metric.name),
      h("span", { class: "value" }, number(metric.value, 4)),
      h("span", { class: better ? "base" : "base bad" }, `baseline ${number(metric.baseline, 3)}`));
  }));
}

export function warnings(report) {
  const { warnings: found, drift } = report;
  const shifted = drift.clear?.length
    ? [{ kind: "drift", text: `The distribution differs clearly from the training rows: ${drift.clear.slice(0, 8).join(", ")}.` }]
    : [];
  const known = drift.n_known_rows >= 0.01 * drift.n_rows
    ? [{ kind: "training rows", text: `${count(drift.n_known_rows, "row")} of ${drift.n_rows.toLocaleString("en-US")} also occur in the training data: the scores may be too optimistic.` }]
    : [];
  const all = [...found, ...known, ...shifted];
  return [
    all.length
      ? h("ul", { class: "warnings" }, all.map((w) => h("li", {}, h("b", {}, w.kind), h("span", {}, w.text))))
      : h("p", { class: "good" }, "No problems were found: no leakage suspects, identifiers, constants, many duplicates or missing values, or rare classes."),
    drift.unavailable
      ? unavailable(`Drift: ${drift.unavailable}`)
      : driftFigure(drift),
  ];
}

function driftFigure(drift) {
  const shown = drift.features.slice(0, 12);
  const noise = Math.max(...shown.map((f) => f.noise));
  const chance = `With ${count(drift.n_rows, "row")} and ${count(drift.n_train_rows, "training row")}, an index of up to ${number(noise, 2)} is expected without any drift.`;
  return figure("Drift",
    `Population stability index against the training rows, by feature; from 0.2 on the difference is clear, if it is well above chance. ${shown.length ? chance : ""}`,
    shown.length > 0 && barChart({
      rows: shown.map((f) => ({ name: f.name, value: f.psi, color: drift.clear.includes(f.name) ? "var(--warn)" : undefined })),
      label: "Drift by feature", xTitle: "population stability index",
    }),
    leftOut(drift.n_features - shown.length, "feature", "shown", "their index is smaller"),
    drift.identifiers.length > 0 && h("p", { class: "explain" }, `Not compared, because nearly every row has its own value: ${drift.identifiers.join(", ")}.`));
}

export function dataSection(report) {
  const { data, summary } = report;
  const list = (entries) => h("dl", { class: "parameters" }, entries.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
  const parameters = summary.parameters.length ? list(summary.parameters) : h("p", {}, "All parameters have their defaults.");
  return [
    grid(
      ...data.targets.slice(0, 6).map((target) => figure(
        `Target: ${target.name}`,
        target.classes ? "Rows of each class." : `Mean ${number(target.mean)}, standard deviation ${number(target.sd)}.`,
        targetChart(target),
      )),
      figure("Parameters that differ from their defaults", null, parameters),
      summary.chosen.length > 0 && figure("Parameters chosen by fit", "The values of parameters that are \"auto\".", list(summary.chosen)),
    ),
    figure("Features", `Kind, missing values and distribution of every feature.${otherText(data)}`, featureTable(data)),
  ];
}

const otherText = (data) => (data.features.some((f) => f.n_unknown > 0)
  ? " “Other” stands for all labels that the model does not know, because they were rare or absent in its training rows."
  : "");

function targetChart(target) {
  if (target.classes) {
    const shown = target.classes.slice(0, 20);
    return h("div", {}, barChart({
      rows: shown.map(([name, value, k]) => ({ name, value, color: classColor(k) })),
      label: `Classes of ${target.name}`, xTitle: "rows",
    }), leftOut(target.n_classes - shown.length, "class", "drawn", "they are less frequent"));
  }
  return histogram({ edges: edgesOf(target), counts: target.histogram, label: `Distribution of ${target.name}`, xTitle: target.name });
}

function edgesOf({ histogram: counts, range: [low, high] }) {
  return Array.from({ length: counts.length + 1 }, (_, i) => low + ((high - low) * i) / counts.length);
}

function featureTable(data) {
  const rows = data.features.map((f) => h("tr", {},
    h("th", { scope: "row" }, f.name),
    h("td", { "data-name": "kind" }, f.kind),
    h("td", { class: "num", "data-name": "missing" }, f.missing ? percent(f.missing / data.n_rows) : ""),
    h("td", { class: "num", "data-name": "distinct" }, f.distinct.toLocaleString("en-US")),
    h("td", { class: "range" }, f.top
      ? f.top.slice(0, 4).map(([name]) => name).join(", ") + (f.top.length > 4 ? ", …" : "")
      : f.low === undefined ? "" : `${f.low} to ${f.high}, median ${f.median}`),
    h("td", {}, f.histogram || f.top
      ? sparkline(f.histogram ?? f.top.map(([, n]) => n), `Distribution of ${f.name}`)
      : "")));
  const more = data.n_features - data.features.length;
  return h("div", { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "Features" },
    h("table", { class: "features" },
      h("thead", {}, h("tr", {}, ["feature", "kind", "missing", "distinct", "values", "distribution"]
        .map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, rows)),
    more > 0 && h("p", {}, `${more} more features are not listed.`));
}
