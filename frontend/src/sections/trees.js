// The section that draws trees, with its controls.

import { swatch } from "../charts/lines.js";
import { h, newId, select } from "../dom.js";
import { classColor, count, number } from "../format.js";
import { TreeNodes } from "../tree/nodes.js";
import { TreeView } from "../tree/view.js";
import { rowControl, rowRange, unavailable } from "./common.js";

export function treeSection(report, models, sample) {
  if (!models.length) return { content: [unavailable(report.trees.unavailable)], followWhatIf: () => {} };
  const parts = models.flatMap((model) => model.ensembles.map((trees, i) => ({
    model, trees, name: [model.name || model.estimator, model.ensembles.length > 1 && `part ${i + 1}`].filter(Boolean).join(", "),
  })));
  const status = h("p", { class: "status", role: "status", "aria-live": "polite" });
  const view = new TreeView(sample, () => describe());
  let part = parts[0];
  let steps = [0];
  const slider = control("Prune", { type: "range", min: 0, max: 0, step: 1, value: 0 }, (input) => view.prune(steps[Number(input.value)]));
  const numberInput = control("Tree", { type: "number", min: 1, value: 1 }, (input) => {
    const n = part.trees.nTrees;
    if (input.value) show(Math.min(Math.max(1, Math.round(Number(input.value))), n) - 1);
  });
  const matches = h("span", { class: "matches", role: "status" });
  const search = control("Find a feature", { type: "search", placeholder: "name" }, (input) => {
    const n = view.search(input.value);
    matches.textContent = input.value.trim() ? count(n, "split") : "";
  });
  let whatIf = null;
  const rowInput = rowControl(`Path of row (${rowRange(sample)})`, sample, { placeholder: "What-if row" }, (row) => {
    view.follow(row === null ? whatIf : sample.row(row));
    describe();
  });
  const pathText = () => {
    if (!view.cells) return "";
    return ` The orange path is that of ${rowInput.input.value === "" ? "the row in What if" : `row ${rowInput.input.value}`}.`;
  };

  function describe() {
    if (!view.nodes) return;
    const alpha = view.alpha ? `, pruned at complexity ${number(view.alpha)}` : "";
    status.textContent = `Tree ${view.nodes.tree + 1} of ${part.trees.nTrees}: ${count(view.nLeaves, "leaf").replace("leafs", "leaves")}${alpha}. ${roundText(part, view.nodes.tree)}${pathText()}`;
  }

  function show(tree) {
    const nodes = new TreeNodes(part.model, part.trees, tree);
    steps = nodes.hasStatistics ? nodes.sequence() : [0];
    slider.input.max = steps.length - 1;
    slider.input.value = 0;
    slider.input.disabled = steps.length < 2;
    numberInput.input.max = part.trees.nTrees;
    view.show(nodes);
  }

  const button = (text, action) => h("button", { type: "button", onclick: action }, text);
  const center = (factor) => view.zoom(factor, view.element.clientWidth / 2, 160);
  const controls = h("div", { class: "controls" },
    parts.length > 1 && select("Model", parts.map((one) => one.name), (k) => { part = parts[k]; numberInput.input.value = 1; show(0); }),
    numberInput.element, slider.element, search.element, matches,
    sample.n > 0 && rowInput.element,
    h("span", { class: "buttons" }, button("+", () => center(1.3)), button("−", () => center(1 / 1.3)),
      button("Fit", () => view.fit()), button("Expand all", () => view.expandAll(true)), button("Collapse", () => view.expandAll(false))));
  controls.querySelector(".buttons").children[0].setAttribute("aria-label", "Zoom in");
  controls.querySelector(".buttons").children[1].setAttribute("aria-label", "Zoom out");
  const key = keyOf(parts[0]);
  requestAnimationFrame(() => show(0));
  return {
    view,
    content: [
      h("p", { class: "explain" }, "Click a node or press Enter to collapse or expand it; drag to move; hold Ctrl and scroll to zoom. The slider prunes the weakest splits first. Widths of edges are shares of the training rows."),
      models.some((model) => model.name)
        ? h("p", { class: "explain" }, "Trees of the members are shown.")
        : report.trees.unavailable && unavailable(report.trees.unavailable),
      controls, key, view.element, status,
    ],
    followWhatIf: (cells) => {
      whatIf = cells;
      rowInput.input.value = "";
      view.follow(cells);
    },
  };
}

// The colors of classes, or of values from low to high.
function keyOf({ model, trees }) {
  const classes = new TreeNodes(model, trees, 0).shares(0) && model.classes[0];
  if (!classes)
    return h("p", { class: "ramp" }, h("span", {}, "value: low"), h("i", {}), h("span", {}, "high"));
  return h("ul", { class: "legend" }, classes.slice(0, 12).map((name, k) => h("li", {}, swatch(classColor(k)), name)));
}

function roundText({ model, trees }, tree) {
  const classes = model.classes[0];
  const k = trees.initial.length;
  if (trees.aggregate !== "sum" || trees.width > 1 || k < 2 || !classes) return "";
  return `Adds to the score of ${classes[trees.slots[tree]]}.`;
}

function control(label, attributes, onInput) {
  const id = newId("control");
  const input = h("input", { id, ...attributes, oninput: () => onInput(input) });
  return { input, element: h("label", { class: "control", for: id }, h("span", {}, label), input) };
}
