// Beeswarm of SHAP values on a canvas, with names as SVG text around it.

import { clipToWidth, h, sized } from "../dom.js";
import { number, rampColor } from "../format.js";
import { extent, scale, tickCount, ticks } from "./axes.js";

const ROW = 34;

// values, cells: one array per feature; plain: whether the points of a feature have no colors.
export function swarm(options) {
  let redraw = () => {};
  addEventListener("themechange", () => redraw());
  return sized((width) => {
    const [canvas, draw] = swarmOf(options, width);
    redraw = draw;
    return canvas;
  }, 760);
}

function swarmOf({ names, label, ...options }, width) {
  const height = names.length * ROW + 44;
  const canvas = h("canvas", { class: "swarm", role: "img", "aria-label": label });
  const ratio = Math.min(2, devicePixelRatio || 1);
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.height = `${height}px`;
  const draw = () => paint(canvas, ratio, { names, ...options, width, height });
  draw();
  return [canvas, draw];
}

function paint(canvas, ratio, { names, values, cells, plain, xTitle, width, height }) {
  const left = Math.min(200, 0.36 * width);
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = "12px system-ui, sans-serif";
  const x = extent([0, ...values.flatMap((own) => [Math.min(...own), Math.max(...own)])], 0.03);
  const sx = scale(x, [left, width - 16]);
  context.textAlign = "center";
  for (const v of ticks(x, tickCount(width - left))) {
    context.fillStyle = color(v === 0 ? "--muted" : "--line");
    context.fillRect(sx(v), 4, 1, height - 44);
    context.fillStyle = color("--muted");
    context.fillText(number(v, 2), sx(v), height - 24);
  }
  context.fillText(xTitle, (left + width) / 2, height - 6);
  context.textAlign = "right";
  names.forEach((name, j) => {
    const middle = j * ROW + ROW / 2 + 4;
    context.fillStyle = color("--ink");
    context.fillText(clipToWidth(name, left - 16, "12px"), left - 12, middle + 4);
    points(values[j], cells[j], sx).forEach(({ px, offset, t }) => {
      context.fillStyle = t === null || plain[j] ? color("--muted") : rampColor(t);
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
