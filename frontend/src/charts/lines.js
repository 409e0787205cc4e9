// Line charts with a legend.

import { h, s, withTip } from "../dom.js";
import { classColor, number } from "../format.js";
import { extent, frame, pathOf } from "./axes.js";

// curves: {name, points, color?, dashed?}; reference: points of a gray line. The legend names a
// single curve only if it is asked to.
export function lineChart({ curves, reference, label, x, y, dots = false, named = false, ...options }) {
  const all = curves.flatMap((curve) => curve.points);
  const domain = {
    x: x ?? extent(all.map((p) => p[0]), 0.02),
    y: y ?? extent(all.map((p) => p[1]), 0.06),
  };
  const chart = frame({ label, ...domain, ...options }, (sx, sy) => [
    reference && s("path", { class: "reference", d: pathOf(reference, sx, sy) }),
    curves.map((curve, k) => s("path", {
      class: curve.dashed ? "line dashed" : "line",
      stroke: curve.color ?? classColor(k),
      d: pathOf(curve.points, sx, sy),
    })),
    curves.flatMap((curve, k) => curve.points
      .filter((_, i) => dots || curve.points.length <= 40 || i % Math.ceil(curve.points.length / 40) === 0)
      .map((point) => s("circle", {
        cx: sx(point[0]), cy: sy(point[1]), r: dots ? 3.5 : 7,
        fill: curve.color ?? classColor(k), "fill-opacity": dots ? 1 : 0,
        ...withTip(() => [
          curves.length > 1 && h("b", {}, curve.name),
          h("div", {}, `${options.xTitle}: ${number(point[0])}`),
          h("div", {}, `${options.yTitle}: ${number(point[1])}`),
        ]),
      }))),
  ]);
  return curves.length > 1 || named ? h("div", {}, chart, legend(curves)) : chart;
}

export const legend = (curves) => h(
  "ul",
  { class: "legend" },
  curves.map((curve, k) => h("li", {}, swatch(curve.color ?? classColor(k)), curve.name)),
);

export function swatch(color) {
  const mark = h("span", { class: "swatch", "aria-hidden": "true" });
  mark.style.background = color;
  return mark;
}
