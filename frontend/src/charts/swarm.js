// Beeswarm of SHAP values on a canvas, with names as SVG text around it.

import { h } from "../dom.js";
import { clip, number, rampColor } from "../format.js";
import { extent, scale, ticks } from "./axes.js";

const ROW = 34;
const LEFT = 168;

// values, cells: one array per feature.
export function swarm({ names, values, cells, label, xTitle, width = 760 }) {
  const height = names.length * ROW + 44;
  const canvas = h("canvas", { class: "swarm", role: "img", "aria-label": label });
  const ratio = Math.min(2, devicePixelRatio || 1);
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const draw = () => paint(canvas, ratio, { names, values, cells, xTitle, width, height });
  draw();
  addEventListener("themechange", draw);
  return canvas;
}

function paint(canvas, ratio, { names, values, cells, xTitle, width, height }) {
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = "12px system-ui, sans-serif";
  const x = extent([0, ...values.flatMap((own) => [Math.min(...own), Math.max(...own)])], 0.03);
  const sx = scale(x, [LEFT, width - 16]);
  context.textAlign = "center";
  for (const v of ticks(x, 6)) {
    context.fillStyle = color(v === 0 ? "--muted" : "--line");
    context.fillRect(sx(v), 4, 1, height - 44);
    context.fillStyle = color("--muted");
    context.fillText(number(v, 2), sx(v), height - 24);
  }
  context.fillText(xTitle, (LEFT + width) / 2, height - 6);
  context.textAlign = "right";
  names.forEach((name, j) => {
    const middle = j * ROW + ROW / 2 + 4;
    context.fillStyle = color("--ink");
    context.fillText(clip(name, 24), LEFT - 12, middle + 4);
    points(values[j], cells[j], sx).forEach(({ px, offset, t }) => {
      context.fillStyle = t === null ? color("--muted") : rampColor(t);
      context.beginPath();
      context.arc(px, middle + offset, 2.1, 0, 7);
      context.fill();
    });
  });
}

// Positions of points, moved apart where they are dense; t is the rank of the value of the feature.
function points(own, cells, sx) {
  const present = [...cells].filter((v) => !Number.isNaN(v)).sort((a, b) => a - b);
  const low = present[Math.floor(0.05 * present.length)];
  const high = present[Math.floor(0.95 * (present.length - 1))];
  const used = new Map();
  const order = [...own.keys()];
  const bins = new Map();
  for (const i of order) {
    const bin = Math.round(sx(own[i]) / 3);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  return order.map((i) => {
    const px = sx(own[i]);
    const bin = Math.round(px / 3);
    const k = used.get(bin) ?? 0;
    used.set(bin, k + 1);
    const step = Math.min(2.4, (ROW - 8) / bins.get(bin));
    const offset = (k % 2 ? 1 : -1) * Math.ceil(k / 2) * step;
    const t = Number.isNaN(cells[i]) ? null : high > low ? (cells[i] - low) / (high - low) : 0.5;
    return { px, offset, t };
  });
}
