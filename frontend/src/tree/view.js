// An interactive drawing of one tree: zoom, collapse, hover, search, pruning, path of a row.

import { h, hideTip, s, showTip } from "../dom.js";
import { nodeTip } from "./tip.js";
import { drawCanvas, drawSvg } from "./drawing.js";
import { layout } from "./nodes.js";

const MAX_SVG = 2000;
const FIRST_LEVELS = 3;
const MAX_FIRST = 31;
const READABLE = 0.65;
const [LEAST, MOST] = [0.004, 4];

export class TreeView {
  constructor(sample, onChange) {
    this.sample = sample;
    this.onChange = onChange;
    this.view = { x: 0, y: 0, k: 1 };
    this.layer = s("g", {});
    this.svg = s("svg", { class: "tree" }, this.layer);
    this.canvas = h("canvas", { class: "tree", hidden: true });
    this.element = h("div", { class: "tree-box" }, this.svg, this.canvas);
    this.listen();
    addEventListener("themechange", () => this.nodes && this.paint());
  }

  show(nodes) {
    this.nodes = nodes;
    this.alpha = 0;
    this.path = this.cells ? nodes.path(this.cells) : null;
    this.found = null;
    this.focused = 0;
    const first = Array.from({ length: nodes.size }, (_, i) => nodes.values(i)[0]);
    this.range = [first.reduce((a, b) => Math.min(a, b)), first.reduce((a, b) => Math.max(a, b))];
    this.openFirst();
    this.update();
    this.fit();
  }

  // Opens as many levels as can be read without zooming, at least one.
  openFirst() {
    const { nodes } = this;
    const width = this.element.clientWidth || Infinity;
    let level = nodes.size <= MAX_FIRST ? Math.max(...nodes.depth) : FIRST_LEVELS;
    do {
      this.open = new Set([...nodes.depth.keys()].filter((i) => nodes.depth[i] < level));
      level -= 1;
    } while (level > 0 && layout(nodes, this.isOpen, false).width * READABLE > width);
  }

  isLeaf = (i) => this.nodes.isLeaf(i) || this.nodes.isCut(i, this.alpha);

  isOpen = (i) => !this.isLeaf(i) && this.open.has(i);

  // Number of leaves of the pruned tree.
  get nLeaves() {
    let found = 0;
    const stack = [0];
    while (stack.length) {
      const i = stack.pop();
      if (this.isLeaf(i)) found += 1;
      else stack.push(...this.nodes.children(i));
    }
    return found;
  }

  update() {
    const { nodes } = this;
    let n = 0;
    const stack = [0];
    while (stack.length) {
      const i = stack.pop();
      n += 1;
      if (this.isOpen(i)) stack.push(...nodes.children(i));
    }
    this.small = n > MAX_SVG;
    this.plan = layout(nodes, this.isOpen, this.small);
    this.svg.toggleAttribute("hidden", this.small);
    this.canvas.hidden = !this.small;
    this.paint();
    this.onChange(n);
  }

  paint() {
    if (this.small) {
      drawCanvas(this.canvas, this.nodes, this.plan, this, this.range, this.view);
      return;
    }
    this.layer.replaceChildren(...drawSvg(this.nodes, this.plan, this, {
      toggle: (i) => this.toggle(i), hover: (event, i) => this.hover(event, i), leave: hideTip,
      focus: (event, i) => this.hover(event, i), key: (event, i) => this.key(event, i),
    }, this.range));
    this.move();
  }

  move() {
    const { x, y, k } = this.view;
    if (this.small) drawCanvas(this.canvas, this.nodes, this.plan, this, this.range, this.view);
    else this.layer.setAttribute("transform", `translate(${x} ${y}) scale(${k})`);
  }

  fit() {
    const { plan } = this;
    const { clientWidth: width } = this.element;
    if (!width) return;
    const byWidth = Math.min(1, Math.max(LEAST, (width - 20) / plan.width));
    const height = Math.min(620, Math.max(320, plan.height * byWidth + 40));
    this.element.style.height = `${height}px`;
    const k = Math.min(byWidth, Math.max(LEAST, (height - 30) / plan.height));
    const x = (width - (plan.width - plan.gap) * k) / 2;
    this.view = { x, y: 16, k };
    this.move();
  }

  toggle(i) {
    if (this.isLeaf(i)) return;
    const before = this.plan.x.get(i) * this.view.k;
    if (this.open.has(i)) this.open.delete(i);
    else this.open.add(i);
    this.focused = i;
    this.update();
    if (this.plan.x.has(i)) this.view.x += before - this.plan.x.get(i) * this.view.k;
    this.move();
  }

  expandAll(isOpen) {
    this.open = new Set(isOpen ? Array(this.nodes.size).keys() : [0]);
    this.focused = 0;
    this.update();
    this.fit();
  }

  prune(alpha) {
    this.alpha = alpha;
    this.focused = 0;
    this.update();
  }

  // Marks the splits on features whose names contain the text; returns their number.
  search(text) {
    const { nodes } = this;
    const wanted = text.trim().toLowerCase();
    this.found = null;
    if (wanted) {
      this.found = new Set();
      for (let i = 0; i < nodes.size; i += 1)
        if (nodes.features(i).some((j) => nodes.name(j).toLowerCase().includes(wanted))) {
          this.found.add(i);
          for (const above of nodes.ancestors(i)) this.open.add(above);
        }
    }
    this.update();
    return this.found ? this.found.size : 0;
  }

  follow(cells) {
    this.cells = cells;
    if (!this.nodes) return;
    try {
      this.path = cells ? this.nodes.path(cells) : null;
    } catch {
      this.path = null;
    }
    for (const i of this.path ?? []) this.open.add(i);
    this.update();
    this.fit();
  }

  hover(event, i) {
    showTip(event, nodeTip(this.nodes, i, this.sample, this.isLeaf(i)));
  }

  key(event, i) {
    const { nodes } = this;
    const parent = nodes.parent[i];
    const siblings = parent < 0 ? [i] : nodes.children(parent);
    const at = siblings.indexOf(i);
    const to = {
      ArrowUp: parent, ArrowDown: this.isOpen(i) ? nodes.children(i)[0] : -1,
      ArrowLeft: siblings[at - 1] ?? -1, ArrowRight: siblings[at + 1] ?? -1, Home: 0,
    }[event.key];
    if (event.key === "Enter" || event.key === " ") this.toggle(i);
    else if (to === undefined) return;
    event.preventDefault();
    if (to >= 0) this.focused = to;
    this.paint();
    this.layer.querySelector(`[data-node="${this.focused}"]`)?.focus();
  }

  zoom(factor, x, y) {
    const { view } = this;
    const k = Math.min(MOST, Math.max(LEAST, view.k * factor));
    this.view = { k, x: x - ((x - view.x) * k) / view.k, y: y - ((y - view.y) * k) / view.k };
    this.move();
  }

  listen() {
    const { element } = this;
    let from = null;
    element.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    element.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; });
    addEventListener("pointerup", () => { from = null; });
    element.addEventListener("pointermove", (event) => {
      if (from && event.buttons === 1) {
        this.view.x += event.clientX - from[0];
        this.view.y += event.clientY - from[1];
        from = [event.clientX, event.clientY];
        this.move();
      } else if (this.small) this.hoverCanvas(event);
    });
    element.addEventListener("pointerleave", hideTip);
  }

  hoverCanvas(event) {
    const box = this.element.getBoundingClientRect();
    const { view, plan } = this;
    const x = (event.clientX - box.left - view.x) / view.k;
    const y = (event.clientY - box.top - view.y) / view.k;
    const near = plan.order.find((i) => Math.hypot(plan.x.get(i) - x, plan.y(i) - y) < 5 / Math.min(1, view.k));
    if (near === undefined) hideTip();
    else this.hover(event, near);
  }
}
