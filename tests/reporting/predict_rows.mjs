// Predicts rows with the model code of the page: reads one JSON document, writes another.
import { readFileSync } from "node:fs";

import { readArrays } from "../../frontend/src/model/arrays.js";
import { contributions } from "../../frontend/src/model/contributions.js";
import { Model } from "../../frontend/src/model/predict.js";

const found = [];
for (const { model: content, arrays, rows } of JSON.parse(readFileSync(0, "utf8"))) {
  const model = new Model(content, await readArrays(arrays));
  found.push(rows.map((row) => {
    const cells = row.map((cell) => (cell === null ? NaN : cell));
    const parts = contributions(model, cells);
    return {
      ...model.predict(cells),
      shap: parts && parts.values.map((own) => [...own]),
      base: parts && parts.base,
    };
  }));
}
process.stdout.write(JSON.stringify(found));
