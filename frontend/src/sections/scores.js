// Scores, curves of classes, residuals, and the learning curve.

import { histogram } from "../charts/bars.js";
import { lineChart } from "../charts/lines.js";
import { confusionTable, densityChart, residualFan } from "../charts/matrix.js";
import { h } from "../dom.js";
import { classColor, number, percent } from "../format.js";
import { chooser, figure, grid, unavailable } from "./common.js";
import { scoreCards } from "./overview.js";

export function scoreSection(report) {
  const { outputs, from_train: fromTrain } = report.evaluation;
  const draw = (k) => h("div", {}, oneOutput(outputs[k], fromTrain));
  return [chooser("Target", outputs.map((output) => output.name), draw)];
}

function oneOutput(output, fromTrain) {
  const rows = fromTrain ? "the training rows" : "these rows";
  const guess = output.is_classes
    ? `The baseline predicts the shares of the classes in ${rows}; the most frequent is ${output.guess}.`
    : `The baseline predicts the mean of ${rows}, ${output.guess}.`;
  return [
    scoreCards(output),
    h("p", { class: "explain" }, guess),
    output.is_classes ? classCharts(output) : residualCharts(output),
  ];
}

function classCharts(output) {
  const { confusion, curves } = output;
  const hidden = confusion.n_hidden ? ` Only the ${confusion.labels.length} most frequent classes are shown.` : "";
  return [
    figure("Confusion matrix", `Each row of the table is a true class; the diagonal is right. The last column is the share that was found.${hidden}`,
      confusionTable(confusion)),
    curves.unavailable ? unavailable(curves.unavailable) : curveCharts(curves.classes, output.classes),
  ];
}

function curveCharts(classes, labels) {
  const named = (one, text) => ({
    name: `${labels[one.class]}${text}`,
    color: classColor(one.class),
  });
  const transposed = ([x, y]) => x.map((v, i) => [v, y[i]]);
  const unit = { x: [0, 1], y: [0, 1.02], xTicks: [0, 0.25, 0.5, 0.75, 1], yTicks: [0, 0.25, 0.5, 0.75, 1] };
  return grid(
    figure("ROC curve", "True positive rate against false positive rate; the gray line is guessing.",
      lineChart({
        ...unit, label: "ROC curve", xTitle: "false positive rate", yTitle: "true positive rate",
        reference: [[0, 0], [1, 1]],
        curves: classes.map((one) => ({ ...named(one, `, area ${number(one.auc, 3)}`), points: transposed(one.roc) })),
      }), h("p", { class: "value-line" }, classes.length === 1 && `Class ${labels[classes[0].class]}: area ${number(classes[0].auc, 4)}`)),
    figure("Precision and recall", "How many of the rows predicted as a class have it, against how many of the class are found.",
      lineChart({
        ...unit, label: "Precision-recall curve", xTitle: "recall", yTitle: "precision",
        curves: classes.map((one) => ({ ...named(one, `, average ${number(one.ap, 3)}`), points: transposed(one.pr) })),
      }), h("p", { class: "value-line" }, classes.length === 1 && `Average precision ${number(classes[0].ap, 4)}; share of the class ${percent(classes[0].share)}`)),
    figure("Calibration", "Observed share of the class against predicted probability, in ten groups of rows; on the gray line, predicted probabilities equal observed shares.",
      lineChart({
        ...unit, label: "Calibration", xTitle: "predicted probability", yTitle: "observed share",
        reference: [[0, 0], [1, 1]], dots: true,
        curves: classes.map((one) => ({ ...named(one, ""), points: one.calibration.map((b) => [b.predicted, b.observed]) })),
      })),
    figure("Lift", "Share of the class found among the rows with the highest probabilities; the gray line is a random order.",
      lineChart({
        ...unit, label: "Cumulative gain", xTitle: "share of rows", yTitle: "share of the class found",
        reference: [[0, 0], [1, 1]],
        curves: classes.map((one) => ({ ...named(one, ""), points: transposed(one.lift) })),
      })),
  );
}

function residualCharts(output) {
  return grid(
    figure("Predictions against true values", "Darker cells have more rows; on the gray line the prediction is right.",
      densityChart(output.density, output.name)),
    figure("Residuals", "True value minus prediction; the outermost bars include everything beyond.",
      histogram({ ...output.residuals, label: "Residuals", xTitle: "true minus predicted" })),
    figure("Residuals by prediction", "Median, middle half and middle 80% of the residuals; a good model stays around 0 everywhere.",
      residualFan(output.by_prediction)),
  );
}

export function curveSection({ curve }) {
  if (curve.unavailable) return [unavailable(curve.unavailable)];
  const text = curve.x === "number of leaves"
    ? "Error of the pruned subtrees: it should not rise again toward the right."
    : "Where the curve is flat, more trees do not help; where it rises, the model overfits.";
  const height = 320;
  return [figure(`Error by ${curve.x}`, text,
    lineChart({
      label: `Error by ${curve.x}`, xTitle: curve.x, yTitle: curve.y, height, named: true,
      curves: curve.curves.map((one) => ({ ...one, dashed: one.name === "train" || one.name === "training rows" })),
    }))];
}
