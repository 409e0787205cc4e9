"""``spinney tune``: better settings for a model, by random search with successive halving."""

from typing import Any

import click
import numpy as np

from ..guesses import baseline_name, table_document, table_notes, tell_table
from ..halving import EvalBatch, ladder, search
from ..model_files import file_size, save_model
from ..model_kinds import KINDS, changed_parameters, make_estimator
from ..options import (
    FILE,
    TABLE,
    column_options,
    model_option,
    output_options,
    running_options,
    settings_option,
    training_table,
)
from ..output import Output
from ..outputs import check_model_path
from ..scores import MAIN, formatted, rows_of
from ..search_spaces import sample_settings
from ..training_table import TrainingTable

SHOWN = 5


@click.command()
@click.argument("data", type=TABLE)
@column_options
@model_option(with_auto=False, default="boost")
@settings_option
@click.option("--trials", default=30, show_default=True, type=click.IntRange(min=2))
@click.option("-o", "--output", type=FILE, help="Save the best model, fitted to all rows.")
@running_options
@output_options
def tune(
    data: str,
    model: str,
    trials: int,
    output: str | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Search for good settings of a model.

    Many settings drawn at random are tried on few rows, the best third of them on three times as
    many, and so on. The settings that the plain command uses always take part. Scores are
    cross-validated; that of the winner is a little too good, since it was chosen by it. What --set
    says stays as it is.

    \b
    Examples:
      spinney tune houses.csv --target price -o houses.spinney
      spinney tune churn.csv -t churned --model forest --trials 60 --set n_estimators=300
    """
    out = Output(as_json, quiet)
    if output:
        check_model_path(output, data)
    source, table = training_table(data, options, out)
    seed = options["seed"]
    estimator = make_estimator(model, table, options["settings"], seed, options["threads"])
    tell_table(out, source, table)
    fixed = [setting.partition("=")[0].strip() for setting in options["settings"]]
    drawn = sample_settings(KINDS[model].search_space, fixed, trials, np.random.default_rng(seed))
    n_fits = sum(rung.n_settings for rung in ladder(len(drawn), len(table)))
    with out.progress("tuning", n_fits + 1) as step:
        ranking = search(estimator, drawn, table, seed, step)
        best = estimator.set_params(**ranking[0].settings).fit(table.X, table.y)
        step()
    show(out, ranking, table, model)
    document = table_document(source, table) | {
        "model": model,
        "settings": changed_parameters(best),
        "trials": [told(entry) for entry in ranking],
    }
    if output:
        scores = {"how": ranking[0].trial.how, "metrics": ranking[0].trial.summary()}
        size = save_model(best, output, table_notes(source, table, scores))
        document["output"] = output
        out.done(f"\nsaved {output} ({file_size(size)}). Next: spinney predict {output} NEW_TABLE")
    out.finish(document)


def told(entry: EvalBatch) -> dict[str, Any]:
    return {
        "settings": entry.settings,
        "rows": entry.n_rows,
        "metrics": {name: value["mean"] for name, value in entry.trial.summary().items()},
    }


def written(settings: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in settings.items()) or "(the usual ones)"


def show(out: Output, ranking: list[EvalBatch], table: TrainingTable, model: str) -> None:
    """The best settings, what they score, and how to use them."""
    metrics = MAIN[table.is_classes]
    out.say()
    out.table(
        ("rows", *metrics, "settings"),
        [
            (
                str(entry.n_rows),
                *(formatted(metric, entry.trial.mean(metric)) for metric in metrics),
                written(entry.settings),
            )
            for entry in ranking[:SHOWN]
        ],
        left=(len(metrics) + 1,),
    )
    best = ranking[0]
    how = f"{best.trial.how} of {best.n_rows} rows"
    out.say(f"\nscores of the best by {how}; the baseline is {baseline_name(table)}", "bold")
    out.table(("", "best", "baseline"), rows_of(best.trial.summary()))
    flags = " ".join(f"--set {name}={value}" for name, value in best.settings.items())
    out.say(f"\nthe same again: spinney fit --model {model} {flags}".rstrip())
