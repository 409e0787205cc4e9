"""``spinney explain``: contributions of the features to predictions."""

from typing import Any

import click
import numpy as np

import spinney

from ...explain import ShapResult
from ...explain.output_choice import default_output
from ...inspection.numbers import format_number
from ..console import Output
from ..contribution_tables import class_index, contribution_table, row_lines
from ..counterfactual_text import counterfactual_of, show_counterfactual
from ..errors import UserError
from ..feature_tables import read_features, take_rows
from ..figures import check_figure_path, load_plots, save_figure
from ..model_files import SavedModel, load_model
from ..options import FILE, TABLE, csv_options, csv_options_of, output_options
from ..tables import Source, check_table_path, write_table


@click.command()
@click.argument("model", type=FILE)
@click.argument("data", type=TABLE)
@click.option(
    "--row", type=click.IntRange(min=0), help="Explain this row in words; 0 is the first."
)
@click.option(
    "--class",
    "label",
    metavar="CLASS",
    help="Class to explain.  [default: all; with --row the predicted one]",
)
@click.option(
    "--interactions", is_flag=True, help="Split contributions into main effects and interactions."
)
@click.option(
    "--background",
    type=TABLE,
    help="Replace unknown features by the rows of this table, such as the training table.",
)
@click.option(
    "--scale",
    type=click.Choice(["additive", "prediction"]),
    default="additive",
    help="prediction: probabilities of boosting, sampled; needs --background.",
)
@click.option(
    "--counterfactual",
    is_flag=True,
    help="Find the smallest change of --row that changes its prediction, to --class if given.",
)
@click.option(
    "--between",
    type=float,
    nargs=2,
    metavar="LOW HIGH",
    help="Wanted prediction of --counterfactual for regression.",
)
@click.option(
    "--immutable",
    multiple=True,
    metavar="FEATURE",
    help="Feature that --counterfactual must not change; may be repeated.",
)
@click.option("-o", "--output", type=TABLE, help="CSV, Parquet or Arrow file.  [default: stdout]")
@click.option("--plot", type=FILE, help="Save a figure: .png, .svg or .pdf.")
@click.option("--fill-missing", is_flag=True, help="Treat absent columns as missing values.")
@csv_options
@output_options
def explain(
    model: str,
    data: str,
    row: int | None,
    label: str | None,
    interactions: bool,
    counterfactual: bool,
    output: str | None,
    plot: str | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Explain predictions by the contributions of the features.

    Contributions are exact SHAP values: their sum and the base value are the output of the model.
    Writes a line per row, with a column per feature; with --row one row is explained in words, for
    a single tree also by its path. --plot draws a beeswarm of --class (by default the second of two
    classes, and bars of all if there are more), the waterfall of --row, or the matrix of
    --interactions.

    \b
    Examples:
      spinney explain m.spinney new.csv -o contributions.csv
      spinney explain m.spinney new.csv --row 17 --plot row.png
      spinney explain m.spinney new.csv --class yes --plot beeswarm.png
      spinney explain m.spinney new.csv --row 17 --counterfactual --immutable age
    """
    out = Output(as_json, quiet)
    for path in (output, plot):
        if path:
            check = check_figure_path if path is plot else check_table_path
            check(path, model, data, *([options["background"]] if options["background"] else []))
    saved = load_model(model)
    source, rows = read_rows(saved, data, options, out)
    X = rows if row is None else one_row(source, rows, row)
    if counterfactual:
        if row is None or output or interactions:
            raise UserError("--counterfactual needs --row, without --output and --interactions")
        found = counterfactual_of(saved.model, X, options | {"label": label})
        document: dict[str, Any] = {"model": model, "data": source.name, "row": row}
        out.print_json(document | show_counterfactual(found, plot, out))
        return
    if options["immutable"] or options["between"]:
        raise UserError("--immutable and --between are options of --counterfactual")
    result = shap_of(saved, X, interactions, options, out)
    k = class_index(result, label)
    if row is not None and k is None:
        k = predicted_index(saved.model, result, X)
    if plot and interactions and k is None:
        raise UserError("--plot draws the interactions of one class: choose it with --class")
    document = {"model": model, "data": source.name, "rows": len(result.values)}
    if row is not None:
        assert k is not None
        document |= show_row(saved, result, X, row, k, interactions, out)
    elif output or not plot:
        output = output or "-"
    if output:
        table = contribution_table(result, k, interactions)
        if as_json and output == "-":
            document["contributions"] = table.to_pydict()
        else:
            write_table(table, output)
            document |= {"output": output, "columns": table.column_names}
        if output != "-":
            out.status(f"saved {output} ({table.num_rows} rows)")
    if plot:
        draw(result, k, row is not None, interactions, plot)
        out.status(f"saved {plot}")
        document["plot"] = plot
    out.print_json(document)


def read_rows(
    saved: SavedModel, path: str, options: dict[str, Any], out: Output
) -> tuple[Source, Any]:
    csv = csv_options_of(options)
    return read_features(saved, path, csv, out, saved.target, options["fill_missing"])


def one_row(source: Source, X: Any, row: int) -> Any:
    n_rows = source.table.num_rows
    if row >= n_rows:
        raise UserError(f"--row {row}: {source.name} has the rows 0 to {n_rows - 1}")
    return take_rows(X, [row])


def shap_of(
    saved: SavedModel, X: Any, interactions: bool, options: dict[str, Any], out: Output
) -> ShapResult:
    background = None
    if options["background"]:
        _, background = read_rows(saved, options["background"], options, out)
    try:
        return spinney.explain.shap(
            saved.model, X, background, scale=options["scale"], interactions=interactions
        )
    except ValueError as error:
        if background is None and "background" in str(error):
            raise UserError(f"{error} Name a table with --background.") from None
        raise


def predicted_index(model: Any, result: ShapResult, X: Any) -> int:
    """Return the output of the predicted class; the first one for several targets."""
    predicted = np.asarray(model.predict(X)).ravel()[:1].tolist()
    return result.outputs.index(predicted[0]) if predicted[0] in result.outputs else 0


def show_row(
    saved: SavedModel,
    result: ShapResult,
    X: Any,
    row: int,
    k: int,
    interactions: bool,
    out: Output,
) -> dict[str, Any]:
    """Print the explanation of one row; return it for JSON output."""
    shown = np.asarray(saved.model.predict(X)).tolist()[0]
    lines = row_lines(result, k, interactions)
    out.heading(f"row {row}: {saved.target or 'prediction'} = {value_text(shown)}")
    for line in lines:
        out.print(line)
    document = {"row": row, "prediction": shown, "class": result.outputs[k], "text": lines}
    if hasattr(saved.model, "explain_row"):
        path = str(saved.model.explain_row(X, date_features=saved.date_features))
        out.heading("path in the tree")
        out.print_lines(path)
        document["path"] = path.split("\n")
    return document


def value_text(value: Any) -> str:
    return format_number(value) if isinstance(value, float) else str(value)


def draw(result: ShapResult, k: int | None, is_row: bool, interactions: bool, path: str) -> None:
    plots = load_plots()
    output = None if k is None else result.outputs[k]
    if interactions:
        axes = plots.shap_interactions(result, output=output)
    elif is_row:
        axes = plots.shap_waterfall(result, 0, output=output)
    else:
        several = k is None and default_output(result.outputs, result.kind) is None
        axes = plots.shap_summary(result, "bar" if several else "beeswarm", output=output)
    save_figure(axes, path)
