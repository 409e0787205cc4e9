// Draws the visible nodes of a tree: as SVG, or on a canvas if there are many.

import { shareBar } from "../charts/bars.js";
import { clipToWidth, s } from "../dom.js";
import { classColor, count, rampColor } from "../format.js";

export const BOX = { width: 170, height: 62 };
const TEXT_WIDTH = BOX.width - 14;
const SPLIT_FONT = "600 12px";
const SHORTEST_NAME = 8;

// The text of a split at the width of a box: the name gets shorter before the threshold does.
function splitText(nodes, i) {
  for (let most = 24; ; most -= 2) {
    const text = nodes.split(i, most);
    const fitting = clipToWidth(text, TEXT_WIDTH, SPLIT_FONT);
    if (fitting === text || most <= SHORTEST_NAME) return fitting;
  }
}

export function nodeColor(nodes, i, range) {
  const shares = nodes.shares(i);
  if (shares) return classColor(shares.indexOf(Math.max(...shares)));
  const [value] = nodes.values(i);
  return rampColor(range[1] > range[0] ? (value - range[0]) / (range[1] - range[0]) : 0.5);
}

// state: {isOpen, isLeaf, path, found, focused}; handlers: {toggle, hover, leave, key}
export function drawSvg(nodes, plan, state, handlers, range) {
  const edges = [];
  const boxes = [];
  const total = nodes.count(0) || 1;
  for (const i of plan.order) {
    if (state.isOpen(i))
      nodes.children(i).forEach((child, c) => {
        edges.push(edge(nodes, plan, i, child, c, state, (nodes.count(child) ?? 0) / total));
      });
    boxes.push(box(nodes, plan, i, state, handlers, range));
  }
  return [s("g", { "aria-hidden": "true" }, edges), s("g", { role: "tree", "aria-label": "Decision tree" }, boxes)];
}

function edge(nodes, plan, i, child, c, state, share) {
  const [x0, y0] = [plan.x.get(i), plan.y(i) + BOX.height];
  const [x1, y1] = [plan.x.get(child), plan.y(child)];
  const middle = y0 + 18;
  const on = state.path?.has(child) && state.path.has(i);
  return [
    s("path", {
      class: on ? "edge on" : "edge", "stroke-width": (1 + 5 * share).toFixed(2),
      d: `M${x0} ${y0}V${middle - 6}Q${x0} ${middle} ${x0 + Math.sign(x1 - x0) * Math.min(6, Math.abs(x1 - x0))} ${middle}H${x1}V${y1}`,
    }),
    s("text", { class: "branch", x: x1 + 6, y: y1 - 8 }, nodes.branch(i, c)),
  ];
}

function box(nodes, plan, i, state, handlers, range) {
  const isLeaf = state.isLeaf(i);
  const open = state.isOpen(i);
  const text = isLeaf ? clipToWidth(nodes.prediction(i), TEXT_WIDTH, SPLIT_FONT) : splitText(nodes, i);
  const n = nodes.count(i);
  const rows = n === null ? "" : count(n, "row");
  const info = isLeaf ? rows : [nodes.prediction(i), rows].filter(Boolean).join(" · ");
  const label = `${isLeaf ? "Leaf" : nodes.split(i)}, ${nodes.prediction(i)}${n === null ? "" : `, ${count(n, "training row")}`}`;
  const classes = ["node", isLeaf ? "leaf" : "inner", state.path?.has(i) && "on", state.found?.has(i) && "found"];
  const shares = nodes.shares(i);
  const bar = shares
    ? shareBar(shares, classColor, BOX.width - 16, 6)
    : s("rect", { width: BOX.width - 16, height: 6, fill: nodeColor(nodes, i, range) });
  return s(
    "g",
    {
      class: classes.filter(Boolean).join(" "), role: "treeitem", "data-node": i, "aria-label": label,
      "aria-level": nodes.depth[i] + 1, "aria-expanded": isLeaf ? null : String(open),
      tabindex: i === state.focused ? 0 : -1,
      transform: `translate(${plan.x.get(i) - BOX.width / 2} ${plan.y(i)})`,
      onclick: () => handlers.toggle(i), onpointermove: (event) => handlers.hover(event, i),
      onpointerleave: handlers.leave, onkeydown: (event) => handlers.key(event, i),
      onfocus: (event) => handlers.focus(event, i), onblur: handlers.leave,
    },
    s("rect", { class: "box", width: BOX.width, height: BOX.height, rx: 6 }),
    s("text", { class: "split", x: 8, y: 18 }, text),
    s("text", { class: "info", x: 8, y: 35 }, clipToWidth(info, TEXT_WIDTH, "11.5px")),
    s("g", { transform: "translate(8 46)" }, bar),
    !isLeaf && !open && s("g", { class: "more", transform: `translate(${BOX.width / 2} ${BOX.height})` },
      s("circle", { r: 9 }), s("text", { y: 4, "text-anchor": "middle" }, "+")),
  );
}

export function drawCanvas(canvas, nodes, plan, state, range, view) {
  const ratio = Math.min(2, devicePixelRatio || 1);
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  context.setTransform(ratio * view.k, 0, 0, ratio * view.k, ratio * view.x, ratio * view.y);
  const style = getComputedStyle(document.documentElement);
  const plain = style.getPropertyValue("--line-strong").trim();
  const strong = style.getPropertyValue("--path").trim();
  for (const i of plan.order) {
    if (!state.isOpen(i)) continue;
    for (const child of nodes.children(i)) {
      const on = state.path?.has(child);
      context.strokeStyle = on ? strong : plain;
      context.lineWidth = on ? 2.5 : 0.7;
      context.beginPath();
      context.moveTo(plan.x.get(i), plan.y(i));
      context.lineTo(plan.x.get(child), plan.y(child));
      context.stroke();
    }
  }
  for (const i of plan.order) {
    context.fillStyle = nodeColor(nodes, i, range);
    context.beginPath();
    context.arc(plan.x.get(i), plan.y(i), state.isLeaf(i) ? 3 : 4, 0, 7);
    context.fill();
    if (!state.found?.has(i)) continue;
    context.strokeStyle = strong;
    context.lineWidth = 2;
    context.stroke();
  }
}
