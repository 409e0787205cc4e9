// Horizontal bars, histograms and small distribution bars.

import { clipToWidth, h, s, sized, withTip } from "../dom.js";
import { clip, count, number } from "../format.js";
import { extent, frame, scale, svg, tickCount, ticks, tickTexts } from "./axes.js";

const ROW = 24;

// rows: {name, value, low?, high?, color?, note?}
export const barChart = (options) => sized((width) => bars(options, width));

function bars({ rows, label, xTitle, signed = false }, width) {
  const longest = 26 + 7 * Math.max(4, ...rows.map((row) => clip(row.name, 34).length));
  const left = Math.min(width < 560 ? 0.4 * width : 260, longest);
  const height = rows.length * ROW + 46;
  const ends = rows.flatMap((row) => [row.value, row.low ?? 0, row.high ?? 0]);
  const [low, high] = extent([0, ...ends], 0.02);
  const x = [Math.min(low, 0), Math.max(high, signed ? 0 : high)];
  const sx = scale(x, [left, width - 70]);
  const values = ticks(x, tickCount(width - 70 - left));
  const texts = tickTexts(values, number, 2);
  return svg(
    width,
    height,
    label,
    values.map((v, i) => [
      s("line", { class: "grid", x1: sx(v), x2: sx(v), y1: 4, y2: height - 40 }),
      s("text", { class: "tick", x: sx(v), y: height - 24, "text-anchor": "middle" }, texts[i]),
    ]),
    rows.map((row, i) => bar(row, i, sx, left)),
    s("text", { class: "axis", x: (left + width - 70) / 2, y: height - 5, "text-anchor": "middle" }, xTitle),
  );
}

function bar(row, i, sx, left) {
  const [a, b] = [sx(0), sx(row.value)];
  const y = 6 + i * ROW;
  const middle = y + ROW / 2 - 2;
  const end = Math.max(a, b, row.high === undefined ? 0 : sx(row.high));
  return s(
    "g",
    withTip(() => [
      h("b", {}, row.name),
      h("div", {}, number(row.value)),
      row.low !== undefined && h("div", {}, `95% interval: ${number(row.low)} to ${number(row.high)}`),
      row.note && h("div", {}, row.note),
    ]),
    s("rect", { class: "hit", x: 0, y, width: sx(0) + 600, height: ROW }),
    s("text", { class: "name", x: left - 10, y: middle + 4, "text-anchor": "end" }, clipToWidth(row.name, left - 12, "12.5px")),
    s("rect", {
      x: Math.min(a, b), y: y + 3, width: Math.max(1, Math.abs(b - a)), height: ROW - 10, rx: 2,
      fill: row.color ?? "var(--accent)",
    }),
    row.low !== undefined && s("path", {
      class: "interval",
      d: `M${sx(row.low)} ${middle}H${sx(row.high)}M${sx(row.low)} ${middle - 4}v8M${sx(row.high)} ${middle - 4}v8`,
    }),
    s("text", { class: "tick", x: end + 8, y: middle + 4 }, number(row.value, 3)),
  );
}

export function histogram({ edges, counts, label, xTitle, color = "var(--accent)", height }) {
  const x = [edges[0], edges.at(-1)];
  const y = [0, Math.max(...counts) * 1.05 || 1];
  return frame({ label, x, y, xTitle, yTitle: "rows", height }, (sx, sy) =>
    counts.map((n, i) => s("rect", {
      x: sx(edges[i]) + 0.5,
      width: Math.max(0.5, sx(edges[i + 1]) - sx(edges[i]) - 1),
      y: sy(n),
      height: sy(0) - sy(n),
      fill: color,
      ...withTip(() => [
        h("div", {}, `${number(edges[i])} to ${number(edges[i + 1])}`),
        h("div", {}, count(n, "row")),
      ]),
    })));
}

// A histogram without axes.
export function sparkline(counts, label, width = 96, height = 24) {
  const top = Math.max(...counts, 1);
  const step = width / counts.length;
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "spark", role: "img", "aria-label": label },
    counts.map((n, i) => s("rect", {
      x: i * step, width: step - 0.6, y: height - (n / top) * height, height: (n / top) * height,
    })),
  );
}

// A stacked bar of shares.
export function shareBar(shares, colors, width, height = 8) {
  const total = shares.reduce((sum, v) => sum + v, 0) || 1;
  let at = 0;
  return shares.map((share, k) => {
    const part = (share / total) * width;
    const rect = s("rect", { x: at, width: part, height, fill: colors(k) });
    at += part;
    return rect;
  });
}
