// The page of a report: reads the data, creates the sections and the navigation.

import { h, hideTip } from "./dom.js";
import { readArrays } from "./model/arrays.js";
import { contributions } from "./model/contributions.js";
import { Model } from "./model/predict.js";
import { unavailable } from "./sections/common.js";
import { effectSection } from "./sections/effects.js";
import { importanceSection, shapSection } from "./sections/importance.js";
import { dataSection, header, warnings } from "./sections/overview.js";
import { curveSection, scoreSection } from "./sections/scores.js";
import { treeSection } from "./sections/trees.js";
import { whatIfSection } from "./sections/whatif.js";

const THEMES = ["auto", "light", "dark"];

function themeButton() {
  const root = document.documentElement;
  const button = h("button", { type: "button", class: "theme", onclick: () => {
    root.dataset.theme = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
    name();
    dispatchEvent(new Event("themechange"));
  } });
  const name = () => { button.textContent = `Theme: ${root.dataset.theme}`; };
  name();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("themechange")));
  return button;
}

// A section; an error in one does not hide the others.
function section(id, title, make) {
  let content;
  try {
    content = make();
  } catch (error) {
    console.error(error);
    content = [unavailable(`This section failed: ${error.message}`)];
  }
  return h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), content);
}

function navigation(sections) {
  const links = sections.map((one) => h("a", { href: `#${one.id}` }, one.firstChild.textContent));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries)
      if (entry.isIntersecting)
        links.forEach((link) => {
          const on = link.hash === `#${entry.target.id}`;
          if (on) link.setAttribute("aria-current", "true");
          else link.removeAttribute("aria-current");
        });
  }, { rootMargin: "-20% 0px -70% 0px" });
  sections.forEach((one) => seen.observe(one));
  const bar = h("div", { class: "links" }, links);
  const cue = () => bar.classList.toggle("more", bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 4);
  bar.addEventListener("scroll", cue, { passive: true });
  new ResizeObserver(cue).observe(bar);
  return h("nav", { "aria-label": "Sections" }, bar, themeButton());
}

function readSample({ n, cells, y = [] }, read, nFeatures) {
  const flat = n ? read(cells) : null;
  return {
    n,
    y: y.map((target) => ({ ...target, values: read(target.values) })),
    row: (i) => Float64Array.from({ length: nFeatures }, (_, j) => flat[j * n + i]),
  };
}

function about(report) {
  return [h("p", {}, `Made by Spinney ${report.version}. The page makes no network requests. Scores are those of the rows that were passed to the report; if they were used for training, they are too optimistic.`)];
}

async function start() {
  const text = (id) => document.getElementById(id).textContent;
  const report = JSON.parse(text("report-data"));
  const read = await readArrays(text("report-arrays"));
  const models = report.trees.models.map((content) => new Model(content, read));
  const sample = readSample(report.sample, read, report.summary.n_features);
  let trees;
  const sections = [
    section("scores", "Scores", () => scoreSection(report)),
    section("warnings", "Warnings", () => warnings(report)),
    section("importance", "Importance", () => [...importanceSection(report), ...shapSection(report, read)]),
    section("effects", "Effects", () => effectSection(report)),
    section("trees", "Trees", () => {
      trees = treeSection(report, models, sample);
      return trees.content;
    }),
    section("what-if", "What if", () => whatIfSection(report, models, sample, (cells) => trees?.followWhatIf(cells))),
    section("curve", "Learning curve", () => curveSection(report)),
    section("data", "Data", () => dataSection(report)),
    section("about", "About", () => about(report)),
  ];
  const app = document.getElementById("app");
  app.append(
    h("a", { class: "skip", href: "#main" }, "Skip to the content"),
    navigation(sections),
    h("main", { id: "main" }, header(report), sections),
  );
  addEventListener("keydown", (event) => event.key === "Escape" && hideTip());
  addEventListener("scroll", hideTip, { passive: true });
  // For tests, and for readers who want numbers from the console.
  window.spinneyReport = {
    data: report,
    sample,
    predict: (cells) => models[0].predict(cells),
    contributions: (cells) => contributions(models[0], cells),
    trees,
  };
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => {
  console.error(error);
  document.getElementById("app").append(h("p", { class: "alert" }, `The report could not be shown: ${error.message}`));
});
