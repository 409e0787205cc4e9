// Opens a report in a browser and uses it as a reader would; writes what it found as JSON.
// Arguments: the browser, the page, and the number of rows to predict.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const frontend = fileURLToPath(new URL("../../frontend/package.json", import.meta.url));
const require = createRequire(frontend);
const { chromium } = require("playwright-core");
const { source: axe } = require("axe-core");
const [browserPath, page, nRows] = process.argv.slice(2);
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

const browser = await chromium.launch({ executablePath: browserPath, args: FLAGS });
const found = { errors: [], requests: [], axe: {} };

async function open(colorScheme, width) {
  const context = await browser.newContext({
    colorScheme, viewport: { width, height: 900 }, bypassCSP: false,
  });
  const tab = await context.newPage();
  tab.on("console", (message) => message.type() === "error" && found.errors.push(message.text()));
  tab.on("pageerror", (error) => found.errors.push(String(error)));
  tab.on("request", (request) => found.requests.push(request.url()));
  await tab.goto(`file://${page}`);
  await tab.waitForSelector("html[data-ready]");
  return tab;
}

const tab = await open("light", 1280);
found.title = await tab.title();
found.images = await tab.locator("img").count();
found.sections = await tab.locator("section h2").allTextContents();
found.text = await tab.locator("main").innerText();
found.outputs = await tab.locator("#effects option, #shap option").allTextContents();
found.ticks = await tab.locator("#effects .tick").allTextContents();
found.matrix = await tab.evaluate(() => {
  const box = document.querySelector(".scroll:has(> .confusion)");
  return box && [box.scrollWidth, box.clientWidth];
});

found.bars = await tab.locator("#data .chart").first().evaluate((chart) =>
  [...chart.querySelectorAll("g")].map((bar) => [
    bar.querySelector(".name")?.textContent,
    bar.querySelector("rect:not(.hit)")?.getAttribute("fill"),
  ]));

const rows = Number(nRows);
found.predictions = await tab.evaluate((n) => {
  const { sample, predict } = window.spinneyReport;
  return Array.from({ length: Math.min(n, sample.n) }, (_, i) => {
    try {
      return predict(sample.row(i));
    } catch (error) {
      return { error: error.message };
    }
  });
}, rows);

// Numbers of drawn nodes, and of those that leave the box of the tree or whose text leaves theirs.
const nodesCut = () => {
  const edge = document.querySelector(".tree-box").getBoundingClientRect();
  const isIn = (box, outer) => box.left >= outer.left - 1 && box.right <= outer.right + 1
    && box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
  const nodes = [...document.querySelectorAll("svg.tree .node")];
  const rect = (node, selector) => node.querySelector(selector).getBoundingClientRect();
  return {
    nodes: nodes.length,
    outside: nodes.filter((node) => !isIn(rect(node, ".box"), edge)).length,
    overflow: nodes.filter((node) => ["split", "info"].some((name) =>
      !isIn(rect(node, `.${name}`), rect(node, ".box")))).length,
  };
};

const setInput = (label, value) => tab.locator(`label:has-text("${label}") input`).first()
  .evaluate((input, v) => {
    input.value = v;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);

if (await tab.locator(".tree-box").count()) {
  await tab.locator("#trees").scrollIntoViewIfNeeded();
  await tab.waitForFunction(() => document.querySelector("#trees .status")?.textContent);
  const status = () => tab.locator("#trees .status").textContent();
  const nodes = () => tab.locator("svg.tree .node").count();
  const cut = () => tab.evaluate(nodesCut);
  found.cut = [await cut()];
  found.path = await tab.locator("svg.tree .node.on").count();
  const root = tab.locator('svg.tree .node[data-node="0"]');
  await root.hover();
  found.tip = await tab.locator(".tip").innerText();
  await tab.mouse.move(2, 2);
  found.nodes = await nodes();
  await root.focus();
  await tab.keyboard.press("Enter");
  found.collapsed = await nodes();
  found.expanded = await root.getAttribute("aria-expanded");
  await tab.keyboard.press("Enter");
  await tab.keyboard.press("ArrowDown");
  found.focused = await tab.evaluate(() => document.activeElement.dataset.node);
  found.leaves = [await status()];
  const slider = tab.locator('label:has-text("Prune") input');
  const most = await slider.getAttribute("max");
  await setInput("Prune", String(Math.floor(Number(most) / 2)));
  found.leaves.push(await status());
  await setInput("Prune", most);
  found.leaves.push(await status());
  await setInput("Prune", "0");
  const wanted = await tab.evaluate(() => {
    const view = window.spinneyReport.trees.view;
    return view.nodes.name(view.nodes.features(0)[0] ?? 0);
  });
  await setInput("Find a feature", wanted);
  found.search = {
    feature: wanted,
    text: await tab.locator("#trees .matches").textContent(),
    marked: await tab.locator("svg.tree .node.found").count(),
  };
  await setInput("Find a feature", "");
  await tab.locator("#trees button:has-text('Expand all')").click();
  found.visible = await tab.evaluate(() => {
    const { view } = window.spinneyReport.trees;
    return [view.nodes.size, view.small];
  });
  found.cut.push(await cut());
  await tab.locator("#trees button:has-text('Collapse')").click();
  if (await tab.locator('label:has-text("Path of row")').count()) {
    await setInput("Path of row", "1");
    found.followed = await status();
    found.cut.push(await cut());
    await setInput("Path of row", "100000");
    found.hint = await tab.locator("#trees .hint").textContent();
  }
}

if (await tab.locator(".fields .field").count()) {
  const before = await tab.locator(".result").innerText();
  found.changed = [before];
  const fields = tab.locator(".fields .field input[type=number]");
  for (let i = 0; i < Math.min(4, await fields.count()); i += 1)
    for (const value of ["-1000", "100000"]) {
      await fields.nth(i).fill(value);
      found.changed.push(await tab.locator(".result").innerText());
    }
  if (await tab.locator("#what-if button:has-text('Next row')").count()) {
    await tab.locator("#what-if button:has-text('Next row')").click();
    found.path_text = await tab.locator("#trees .status").textContent();
    const odd = found.predictions.findIndex((row) =>
      row.best?.length === 1 && row.values.indexOf(Math.max(...row.values)) !== row.best[0]);
    if (odd >= 0) {
      await setInput("Start from row", String(odd));
      found.decision = await tab.locator(".result").innerText();
    }
    await setInput("Start from row", "100000");
    found.row_hint = await tab.locator("#what-if .hint").textContent();
  }
}

for (const theme of ["light", "dark"]) {
  const other = theme === "light" ? tab : await open("dark", 400);
  const results = await other.evaluate(`(() => {
    const module = undefined, exports = undefined, define = undefined;
    ${axe};
    return window.axe.run(document, { resultTypes: ["violations"] });
  })()`);
  found.axe[theme] = results.violations.map((one) =>
    `${one.id}: ${one.nodes.slice(0, 2).map((node) => node.html.slice(0, 160)).join(" | ")}`);
  found[`fonts_${theme}`] = await other.evaluate(() =>
    [...document.querySelectorAll(".chart")].flatMap((chart) => {
      const text = chart.querySelector("text");
      return text ? [parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a] : [];
    }));
  found[`width_${theme}`] = await other.evaluate(() =>
    [document.documentElement.scrollWidth, innerWidth]);
}
const button = tab.locator("button.theme");
await button.click();
found.theme = await tab.evaluate(() => document.documentElement.dataset.theme);
await browser.close();
process.stdout.write(JSON.stringify(found));
