// Confusion matrix as a table, and density of predictions against targets.

import { breakable, h, s, withTip } from "../dom.js";
import { count, number, percent } from "../format.js";
import { frame } from "./axes.js";

const MANY = 12;

export function confusionTable({ labels, matrix, totals }) {
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Confusion matrix" },
    h(
      "table",
      { class: labels.length > MANY ? "confusion many" : "confusion" },
      h("caption", {}, "Rows: true class. Columns: predicted class."),
      h("thead", {}, h("tr", {}, h("td", {}), labels.map((text) => h("th", { scope: "col" }, h("span", {}, text))),
        h("th", { scope: "col", class: "recall" }, "found"))),
      h("tbody", {}, matrix.map((row, i) => {
        const total = totals[i];
        return h("tr", {}, h("th", { scope: "row" }, breakable(labels[i])), row.map((n, j) => cell(n, total, i === j)),
          h("td", { class: "recall" }, total ? percent(row[i] / total) : "–"));
      })),
    ),
  );
}

function cell(n, total, isRight) {
  const share = total ? n / total : 0;
  const element = h("td", { class: n ? (isRight ? "right" : "wrong") : "none" }, number(n, 5));
  element.style.setProperty("--share", `${(n ? 8 + 34 * share : 0).toFixed(0)}%`);
  return element;
}

export function densityChart({ edges, cells, counts }, name) {
  const top = Math.log1p(Math.max(...counts));
  const x = [edges[0], edges.at(-1)];
  const options = { label: `Predictions against ${name}`, x, y: x, xTitle: "prediction", yTitle: `true ${name}` };
  return frame(options, (sx, sy) => [
    cells.map(([i, j], k) => s("rect", {
      x: sx(edges[i]), width: sx(edges[i + 1]) - sx(edges[i]) + 0.3,
      y: sy(edges[j + 1]), height: sy(edges[j]) - sy(edges[j + 1]) + 0.3,
      fill: "var(--accent)", "fill-opacity": (0.12 + 0.88 * (Math.log1p(counts[k]) / top)).toFixed(3),
      ...withTip(() => h("div", {}, count(counts[k], "row"))),
    })),
    s("line", { class: "reference", x1: sx(x[0]), y1: sy(x[0]), x2: sx(x[1]), y2: sy(x[1]) }),
  ]);
}

// Quantiles of residuals in groups by prediction.
export function residualFan(groups) {
  const y = groups.flatMap((group) => group.quantiles);
  const reach = Math.max(...y.map(Math.abs), 1e-12) * 1.05;
  const x = [groups[0].predicted, groups.at(-1).predicted];
  const options = {
    label: "Residuals by prediction", x, y: [-reach, reach],
    xTitle: "prediction", yTitle: "true minus predicted",
  };
  return frame(options, (sx, sy) => [
    s("line", { class: "reference", x1: sx(x[0]), x2: sx(x[1]), y1: sy(0), y2: sy(0) }),
    [[0, 4, 0.18], [1, 3, 0.35]].map(([low, high, opacity]) => s("path", {
      fill: "var(--accent)", "fill-opacity": opacity,
      d: `${groups.map((g, i) => `${i ? "L" : "M"}${sx(g.predicted)} ${sy(g.quantiles[low])}`).join("")}${
        [...groups].reverse().map((g) => `L${sx(g.predicted)} ${sy(g.quantiles[high])}`).join("")}Z`,
    })),
    s("path", {
      class: "line", stroke: "var(--accent)",
      d: groups.map((g, i) => `${i ? "L" : "M"}${sx(g.predicted)} ${sy(g.quantiles[2])}`).join(""),
    }),
  ]);
}
