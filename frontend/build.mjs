// Bundles the page of a report. With a folder as argument, writes there instead of the assets.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(fileURLToPath(import.meta.url));
const assets = path.join(here, "..", "src", "spinney", "reporting", "assets");

await build({
  absWorkingDir: here,
  entryPoints: { report: "src/main.js" },
  outdir: process.argv[2] ?? assets,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome111", "firefox115", "safari16.4"],
  charset: "utf8",
  legalComments: "none",
});
await build({
  absWorkingDir: here,
  entryPoints: { report: "src/report.css" },
  outdir: process.argv[2] ?? assets,
  minify: true,
  target: ["chrome111", "firefox115", "safari16.4"],
  charset: "utf8",
  legalComments: "none",
});
