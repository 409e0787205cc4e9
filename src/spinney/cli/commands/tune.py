"""``spinney tune``: random search with successive halving for the parameters of a model."""

import shlex
from typing import Any

import click
import numpy as np

from ...reporting.metrics import MAIN_METRICS
from ..console import Output
from ..model_files import save_model
from ..model_kinds import (
    KINDS,
    changed_parameters,
    check_settings,
    limit_folds,
    make_estimator,
    split_setting,
)
from ..options import (
    FILE,
    TABLE,
    column_options,
    model_option,
    output_options,
    read_training_table,
    run_options,
    settings_option,
)
from ..output_files import check_writable
from ..score_tables import Summary, score_rows
from ..scoring import check_rows
from ..search_spaces import sample_settings
from ..successive_halving import EvaluatedSettings, make_rungs, search, smallest_training_part
from ..table_summary import baseline_name, show_table, table_document, table_notes
from ..training_table import TrainingTable

MAX_ROWS = 5
OWN_OPTIONS = ("trials", "output", "as_json", "quiet")
"""Options that are not part of the command to fit the best settings again."""


@click.command()
@click.argument("data", type=TABLE)
@column_options
@model_option(default="boost")
@settings_option
@click.option(
    "--trials",
    default=30,
    show_default=True,
    type=click.IntRange(min=2),
    help="Number of parameter settings to try.",
)
@click.option("-o", "--output", type=FILE, help="Save the best model, fitted to all rows.")
@run_options
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
    """Tune the hyperparameters of a model.

    Random search with successive halving: all settings are scored on few rows, the best third on
    three times as many, and so on. The parameters of spinney fit are always among the settings;
    parameters given by --set are fixed. Scores are cross-validated. The score of the best settings
    is slightly optimistic, because it was used to select them.

    \b
    Examples:
      spinney tune houses.csv --target price -o houses.spinney
      spinney tune churn.csv -t churned --model forest --trials 60 --set n_estimators=300
    """
    out = Output(as_json, quiet)
    if output:
        check_writable(output, data)
    check_settings(model, options["settings"], options["task"])
    source, table = read_training_table(data, options)
    check_rows(table)
    seed = options["seed"]
    estimator = make_estimator(model, table, options["settings"], seed, options["threads"])
    show_table(out, source, table, limit_folds(estimator, smallest_training_part(len(table))))
    fixed = [split_setting(setting)[0] for setting in options["settings"]]
    space = KINDS[model].search_space
    sampled = sample_settings(space, fixed, trials, np.random.default_rng(seed))
    n_fits = sum(rung.n_settings for rung in make_rungs(len(sampled), len(table)))
    with out.progress("tuning", n_fits + 2) as step:
        ranking = search(estimator, sampled, table, seed, step)
        best = estimator.set_params(**ranking[0].settings).fit(table.X, table.y)
        step()
    show_ranking(out, ranking, table)
    command = fit_command(ranking[0].settings)
    out.print()
    out.print(f"to fit it again: {command}")
    document = table_document(source, table) | {
        "model": model,
        "parameters": changed_parameters(best),
        "trials": [trial_document(entry) for entry in ranking],
        "untuned": trial_document(next(entry for entry in ranking if not entry.settings)),
        "command": command,
    }
    if output:
        notes = table_notes(source, table, ranking[0].result.document())
        save_model(best, output, notes, out)
        document["output"] = output
    out.print_json(document)


def trial_document(entry: EvaluatedSettings) -> dict[str, Any]:
    return {
        "parameters": entry.settings,
        "rows": entry.n_rows,
        "metrics": {name: value["mean"] for name, value in entry.result.summary().items()},
    }


def show_ranking(out: Output, ranking: list[EvaluatedSettings], table: TrainingTable) -> None:
    """Print the best settings and their scores."""
    metrics = MAIN_METRICS[table.is_classes]
    best, untuned = ranking[0], next(entry for entry in ranking if not entry.settings)
    shown = ranking[:MAX_ROWS]
    scores = score_rows(*(means_of(entry) for entry in shown))
    columns = [row[1:-1] for row in scores if row[0] in metrics]
    settings = [settings_text(entry.settings) for entry in shown]
    cells = zip((str(entry.n_rows) for entry in shown), *columns, settings, strict=True)
    out.print()
    out.table(("rows", *metrics, "parameters"), list(cells), left=(len(metrics) + 1,))
    validation = f"{best.result.validation} on {best.n_rows} rows"
    baseline = baseline_name(table)
    out.heading(f"scores of the best by {validation}; the baseline predicts {baseline}")
    summaries = best.result.summary(), untuned.result.summary()
    out.table(("", "best", "untuned", "baseline"), score_rows(*summaries))


def fit_command(settings: dict[str, Any]) -> str:
    """Return the command that fits a model with the options of this one and given settings."""
    context = click.get_current_context()
    words = ["spinney", "fit"]
    for option in context.command.params:
        value = context.params.get(option.name or "")
        values = value if isinstance(value, tuple) else () if value is None else (value,)
        if isinstance(option, click.Argument):
            words += map(str, values)
        elif option.name == "model" or (
            option.name not in OWN_OPTIONS and value != option.get_default(context)
        ):
            words += [word for one in values for word in (option.opts[-1], str(one))]
    words += [word for name, one in settings.items() for word in ("--set", f"{name}={one}")]
    return shlex.join(words)


def means_of(entry: EvaluatedSettings) -> Summary:
    """Return the scores without their standard deviations."""
    summary = entry.result.summary()
    return {name: {**one, "sd": None} for name, one in summary.items()}


def settings_text(settings: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in settings.items()) or "(untuned)"
