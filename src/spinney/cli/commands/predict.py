"""``spinney predict``: the answers of a model for the rows of a table."""

from typing import Any

import click
import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from ..errors import UserError, unknown_column
from ..feature_tables import read_for
from ..model_files import SavedModel, load_model
from ..options import FILE, TABLE, csv_of, csv_options, output_options
from ..output import Output
from ..tables import Source, check_table_path, write_table

Answers = dict[str, Any]


@click.command()
@click.argument("model", type=FILE)
@click.argument("data", type=TABLE)
@click.option(
    "-o", "--output", type=TABLE, default="-", help="CSV, Parquet or Arrow file; default: stdout."
)
@click.option("--proba", is_flag=True, help="Add the probability of every class.")
@click.option(
    "--interval",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="SHARE",
    help="Add an interval that holds this share of the targets, as 0.9.",
)
@click.option("--quantile", type=click.FloatRange(0, 1), multiple=True, help="Add it. Repeatable.")
@click.option(
    "--keep",
    multiple=True,
    metavar="COLUMN",
    help="Input columns to write beside the answers. Repeatable; default: all.",
)
@click.option("--only", is_flag=True, help="Write the answers alone.")
@click.option("--name", help="Column of the answers; default: predicted_TARGET.")
@click.option("--fill-missing", is_flag=True, help="Take absent columns as missing values.")
@csv_options
@output_options
def predict(model: str, data: str, output: str, as_json: bool, quiet: bool, **options: Any) -> None:
    """Predict the target for every row of a table.

    \b
    Examples:
      spinney predict m.spinney new.csv -o answers.csv
      spinney predict m.spinney new.parquet --proba --only -o answers.parquet
      spinney predict m.spinney new.csv --interval 0.9 --keep id
      zcat new.csv.gz | spinney predict m.spinney - | head
    """
    out = Output(as_json, quiet)
    check_table_path(output)
    saved = load_model(model)
    source, X = read_for(saved, data, csv_of(options), out, saved.target, options["fill_missing"])
    kept = kept_columns(source, options["keep"], options["only"])
    answers = predictions(saved, X, options)
    document = {"model": model, "data": source.name, "rows": source.table.num_rows}
    if as_json and output == "-":
        out.finish(document | {"predictions": answers})
        return
    clash = sorted(set(kept) & answers.keys())
    if clash:
        raise UserError(f"{source.name} has a column {clash[0]!r} already: say --name or --only")
    columns = {name: source.columns[name] for name in kept} | {
        name: pa.array(values) for name, values in answers.items()
    }
    write_table(pa.table(columns), output)
    if output != "-":
        out.done(f"{source.table.num_rows} rows written to {output}")
    out.finish(document | {"output": output, "columns": list(columns)})


def kept_columns(source: Source, keep: tuple[str, ...], only: bool) -> list[str]:
    if only and keep:
        raise UserError("--only contradicts --keep")
    for name in keep:
        if name not in source.columns:
            raise unknown_column(name, list(source.columns), source.name)
    return [] if only else list(keep) or list(source.columns)


def predictions(saved: SavedModel, X: Any, options: dict[str, Any]) -> Answers:
    """The columns of the answer by name."""
    model = saved.model
    name = options["name"] or (f"predicted_{saved.target}" if saved.target else "prediction")
    found = np.asarray(model.predict(X))
    if found.ndim > 1:
        answers: Answers = {f"{name}_{k}": found[:, k] for k in range(found.shape[1])}
    else:
        answers = {name: found}
    if options["proba"]:
        answers |= probabilities(model, X)
    if options["interval"] or options["quantile"]:
        answers |= quantiles(model, X, name, options["interval"], options["quantile"])
    return answers


def probabilities(model: Any, X: Any) -> Answers:
    if not hasattr(model, "predict_proba"):
        raise UserError(
            "--proba is for classes: this model predicts numbers or has no probabilities"
        )
    if isinstance(model.classes_, list):
        raise UserError("--proba is for a single target: this model has several")
    shares = np.asarray(model.predict_proba(X))
    return {f"p_{label}": shares[:, k] for k, label in enumerate(model.classes_)}


def quantiles(
    model: Any, X: Any, name: str, interval: float | None, asked: tuple[float, ...]
) -> Answers:
    """Ends of the interval, then the quantiles."""
    if not hasattr(model, "predict_quantiles"):
        raise UserError(
            "--interval and --quantile need a forest of numbers: "
            "spinney fit --model forest --intervals"
        )
    ends = [(1 - interval) / 2, (1 + interval) / 2] if interval else []
    try:
        found = model.predict_quantiles(X, [*ends, *asked])
    except ValueError as error:
        if "quantiles=True" not in str(error):
            raise
        raise UserError("this forest was fitted without --intervals: fit it with them") from None
    titles = [f"{name}_low", f"{name}_high"] if interval else []
    titles += [f"{name}_q{quantile:g}" for quantile in asked]
    return {title: found[:, k] for k, title in enumerate(titles)}
