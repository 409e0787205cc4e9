// Frames of charts: scales, ticks, titles.

import { clipToWidth, s, sized } from "../dom.js";
import { clip, number } from "../format.js";

export const scale = ([a, b], [x, y]) => (v) => (b === a ? (x + y) / 2 : x + ((v - a) / (b - a)) * (y - x));

// Round numbers of a range; whole ones for integers.
export function ticks([low, high], n = 5, whole = false) {
  if (!(high > low)) return [low];
  const raw = Math.max((high - low) / n, whole ? 1 : 0);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((k) => k * power >= raw);
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k += 1) found.push(k * step);
  return found;
}

// Texts of ticks with as many digits as tell them apart.
export function tickTexts(values, text, digits = 3) {
  const found = values.map((v) => text(v, digits));
  return new Set(found).size === values.length || digits > 8 ? found : tickTexts(values, text, digits + 1);
}

export function extent(values, padding = 0.04) {
  const finite = values.filter(Number.isFinite);
  let low = Math.min(...finite);
  let high = Math.max(...finite);
  if (!finite.length) [low, high] = [0, 1];
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const gap = padding * (high - low);
  return [low - gap, high + gap];
}

// An empty chart of a size in pixels.
export const svg = (width, height, label, ...content) => s(
  "svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label, class: "chart" }, ...content,
);

// The number of ticks for which there is room.
export const tickCount = (pixels) => Math.max(2, Math.min(8, Math.floor(pixels / 85)));

// A chart with axes; draw(svg parts) receives the scales and returns elements.
export const frame = (options, draw) => sized((width) => frameOf(options, draw, width));

function frameOf({ label, x, y, xTitle, yTitle, height = 300, xTicks, yTicks, whole,
  left = 58, xText = number, yText = number }, draw, width) {
  const [xValues, yValues] = [xTicks ?? ticks(x, tickCount(width - left), whole), yTicks ?? ticks(y)];
  const [xTexts, yTexts] = [tickTexts(xValues, xText), tickTexts(yValues, yText)];
  const needed = 30 + 7 * Math.max(...yTexts.map((text) => text.length));
  const box = { left: Math.max(left, needed), right: width - 14, top: 12, bottom: height - 44 };
  const [sx, sy] = [scale(x, [box.left, box.right]), scale(y, [box.bottom, box.top])];
  const grid = yValues.map((v, i) => [
    s("line", { class: "grid", x1: box.left, x2: box.right, y1: sy(v), y2: sy(v) }),
    s("text", { class: "tick", x: box.left - 7, y: sy(v) + 4, "text-anchor": "end" }, yTexts[i]),
  ]);
  const below = xValues.map((v, i) => [
    s("line", { class: "grid", x1: sx(v), x2: sx(v), y1: box.bottom, y2: box.bottom + 4 }),
    s("text", { class: "tick", x: sx(v), y: box.bottom + 18, "text-anchor": "middle" }, clip(xTexts[i], 14)),
  ]);
  const middle = (box.top + box.bottom) / 2;
  return svg(
    width,
    height,
    label,
    grid,
    below,
    s("text", { class: "axis", x: (box.left + box.right) / 2, y: height - 6, "text-anchor": "middle" }, clipToWidth(xTitle ?? "", box.right - box.left, "12px")),
    s("text", { class: "axis", transform: `translate(14 ${middle}) rotate(-90)`, "text-anchor": "middle" }, yTitle ?? ""),
    draw(sx, sy, box),
  );
}

export const pathOf = (points, sx, sy) =>
  points.map(([x, y], i) => `${i ? "L" : "M"}${sx(x).toFixed(2)} ${sy(y).toFixed(2)}`).join("");
