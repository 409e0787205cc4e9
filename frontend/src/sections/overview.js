// Headline, summary of the data and warnings.

import { histogram, sparkline, barChart } from "../charts/bars.js";
import { h } from "../dom.js";
import { classColor, count, number, percent } from "../format.js";
import { figure, grid, unavailable } from "./common.js";

export function header(report) {
  const { summary, evaluation, sample } = report;
  const { metric, value, baseline, beats } = evaluation.headline;
  const show = metric === "accuracy" ? percent : (v) => number(v, 3);
  const trees = report.trees.models.length
    ? ` · ${count(report.trees.models.reduce((n, m) => n + m.ensembles.reduce((k, e) => k + e.sizes.length, 0), 0), "tree")}`
    : "";
  const facts = `${summary.estimator} · ${summary.task}${trees} · ${count(summary.n_rows, "row")} · ${count(summary.n_features, "feature")}`;
  return h(
    "header",
    { class: "top" },
    h("p", { class: "facts" }, facts),
    h("h1", {}, report.title),
    h("p", { class: "headline" },
      h("b", {}, `${metric === "R2" ? "R²" : metric[0].toUpperCase() + metric.slice(1)} ${show(value)}`),
      ` on ${count(summary.n_rows, "row")}; a baseline that ignores the features reaches ${show(baseline)}.`),
    !beats && h("p", { class: "alert" }, "The model is not better than the baseline."),
    h("p", { class: "privacy" }, sample.n
      ? `This page contains ${count(sample.n, "data row")} and the model. Share it only with people who may see them.`
      : "This page contains no data rows, but category names, summaries of the data, and the model."),
  );
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
      : figure("Drift", "Population stability index against the training rows, by feature. From 0.2 on the difference is clear, if there are enough rows.",
        barChart({
          rows: drift.features.slice(0, 12).map((f) => ({ name: f.name, value: f.psi, color: drift.clear.includes(f.name) ? "var(--warn)" : undefined })),
          label: "Drift by feature", xTitle: "population stability index",
        })),
  ];
}

export function dataSection(report) {
  const { data, summary } = report;
  const parameters = summary.parameters.length
    ? h("dl", { class: "parameters" }, summary.parameters.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]))
    : h("p", {}, "All parameters have their defaults.");
  return [
    grid(
      ...data.targets.slice(0, 6).map((target) => figure(
        `Target: ${target.name}`,
        target.classes ? "Rows of each class." : `Mean ${number(target.mean)}, standard deviation ${number(target.sd)}.`,
        targetChart(target),
      )),
      figure("Parameters that differ from their defaults", null, parameters),
    ),
    figure("Features", "Kind, missing values and distribution of every feature.", featureTable(data)),
  ];
}

function targetChart(target) {
  if (target.classes)
    return barChart({
      rows: target.classes.slice(0, 20).map(([name, value], k) => ({ name, value, color: classColor(k) })),
      label: `Classes of ${target.name}`, xTitle: "rows", width: 480,
    });
  return histogram({ edges: edgesOf(target), counts: target.histogram, label: `Distribution of ${target.name}`, xTitle: target.name });
}

function edgesOf({ histogram: counts, range: [low, high] }) {
  return Array.from({ length: counts.length + 1 }, (_, i) => low + ((high - low) * i) / counts.length);
}

function featureTable(data) {
  const rows = data.features.map((f) => h("tr", {},
    h("th", { scope: "row" }, f.name),
    h("td", {}, f.kind),
    h("td", { class: "num" }, f.missing ? percent(f.missing / data.n_rows) : ""),
    h("td", { class: "num" }, f.distinct.toLocaleString("en-US")),
    h("td", { class: "range" }, f.top
      ? f.top.slice(0, 4).map(([name]) => name).join(", ") + (f.distinct > 4 ? ", …" : "")
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
