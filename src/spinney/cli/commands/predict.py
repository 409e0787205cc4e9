"""``spinney predict``: predictions for the rows of a table."""

from typing import Any

import click
import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from ..console import Output
from ..errors import UserError, check_columns
from ..feature_tables import read_features
from ..model_files import SavedModel, load_model
from ..options import FILE, TABLE, csv_options, csv_options_of, output_options
from ..tables import Source, check_table_path, write_table

Columns = dict[str, Any]


@click.command()
@click.argument("model", type=FILE)
@click.argument("data", type=TABLE)
@click.option(
    "-o", "--output", type=TABLE, default="-", help="CSV, Parquet or Arrow file.  [default: stdout]"
)
@click.option("--proba", is_flag=True, help="Add the probability of each class.")
@click.option(
    "--interval",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="COVERAGE",
    help="Add a prediction interval with this coverage, such as 0.9.",
)
@click.option(
    "--quantile", type=click.FloatRange(0, 1), multiple=True, help="Add a quantile. Repeatable."
)
@click.option(
    "--keep",
    multiple=True,
    metavar="COLUMN",
    help="Input column to write next to the predictions. Repeatable.  [default: all]",
)
@click.option("--only", is_flag=True, help="Write only the predictions.")
@click.option("--name", help="Name of the prediction column.  [default: predicted_TARGET]")
@click.option("--fill-missing", is_flag=True, help="Treat absent columns as missing values.")
@csv_options
@output_options
def predict(model: str, data: str, output: str, as_json: bool, quiet: bool, **options: Any) -> None:
    """Predict the target for each row of a table.

    \b
    Examples:
      spinney predict m.spinney new.csv -o predictions.csv
      spinney predict m.spinney new.parquet --proba --only -o predictions.parquet
      spinney predict m.spinney new.csv --interval 0.9 --keep id
      zcat new.csv.gz | spinney predict m.spinney - | head
    """
    out = Output(as_json, quiet)
    check_table_path(output, data, model)
    saved = load_model(model)
    fill_missing = options["fill_missing"]
    csv = csv_options_of(options)
    source, X = read_features(saved, data, csv, out, saved.target, fill_missing)
    kept = kept_columns(source, options["keep"], options["only"])
    predicted = predict_columns(saved, X, options)
    document = {"model": model, "data": source.name, "rows": source.table.num_rows}
    if as_json and output == "-":
        out.print_json(document | {"predictions": predicted})
        return
    clash = sorted(set(kept) & predicted.keys())
    if clash:
        raise UserError(f"{source.name} already has a column {clash[0]!r}: use --name or --only")
    columns = source.copy_columns(kept, output) | {
        name: pa.array(values) for name, values in predicted.items()
    }
    names = [*(source.renamed.get(name, name) for name in kept), *predicted]
    write_table(pa.table(columns), output, names)
    if output != "-":
        out.status(f"saved {output} ({source.table.num_rows} rows)")
    out.print_json(document | {"output": output, "columns": list(columns)})


def kept_columns(source: Source, keep: tuple[str, ...], only: bool) -> list[str]:
    if only and keep:
        raise UserError("--only and --keep exclude each other")
    check_columns(keep, source.columns, source.name)
    return [] if only else list(dict.fromkeys(keep)) or list(source.columns)


def predict_columns(saved: SavedModel, X: Any, options: dict[str, Any]) -> Columns:
    """Return the prediction columns by name."""
    model = saved.model
    name = options["name"] or (f"predicted_{saved.target}" if saved.target else "prediction")
    predicted = np.asarray(model.predict(X))
    if predicted.ndim > 1:
        columns: Columns = {f"{name}_{k}": predicted[:, k] for k in range(predicted.shape[1])}
    else:
        columns = {name: predicted}
    if options["proba"]:
        columns |= probabilities(model, X)
    if options["interval"] or options["quantile"]:
        columns |= quantiles(model, X, name, options["interval"], options["quantile"])
    return columns


def probabilities(model: Any, X: Any) -> Columns:
    if not hasattr(model, "predict_proba"):
        raise UserError("--proba needs a classifier with class probabilities")
    if isinstance(model.classes_, list):
        raise UserError("--proba needs a model with a single target: this model has several")
    values = np.asarray(model.predict_proba(X))
    return {f"p_{label}": values[:, k] for k, label in enumerate(model.classes_)}


def quantiles(
    model: Any, X: Any, name: str, interval: float | None, quantile: tuple[float, ...]
) -> Columns:
    """Return the bounds of the interval, then the quantiles."""
    if not hasattr(model, "predict_quantiles"):
        raise UserError(
            "--interval and --quantile need a regression forest: "
            "spinney fit --model forest --intervals"
        )
    bounds = [(1 - interval) / 2, (1 + interval) / 2] if interval else []
    try:
        values = model.predict_quantiles(X, [*bounds, *quantile])
    except ValueError as error:
        if "quantiles=True" not in str(error):
            raise
        raise UserError("the forest was fitted without --intervals: fit it with them") from None
    titles = [f"{name}_low", f"{name}_high"] if interval else []
    titles += [f"{name}_q{q:g}" for q in quantile]
    return {title: values[:, k] for k, title in enumerate(titles)}
