// Takes the pictures of the README. Arguments: the browser, the page and the folder.
import { chromium } from "playwright-core";

const [browserPath, page, folder] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });

async function shot(name, colorScheme, at, height) {
  const tab = await browser.newPage({ colorScheme, viewport: { width: 1000, height } });
  await tab.goto(`file://${page}`);
  await tab.waitForSelector("html[data-ready]");
  await tab.evaluate((id) => {
    document.documentElement.style.scrollBehavior = "auto";
    if (id) document.getElementById(id).scrollIntoView();
  }, at);
  await tab.waitForTimeout(500);
  await tab.screenshot({ path: `${folder}/${name}.png` });
  await tab.close();
}

await shot("report_scores", "light", null, 640);
await shot("report_trees", "light", "trees", 900);
await browser.close();
