"""``spinney compare``: several models on one table."""

import time
from typing import Any, NamedTuple

import click
import numpy as np

from ...reporting.metrics import MAIN_METRICS
from ..console import Output
from ..errors import UserError, did_you_mean
from ..figures import check_figure_path, load_plots, save_figure
from ..model_kinds import KINDS, limit_folds, make_estimator
from ..options import (
    FILE,
    TABLE,
    column_options,
    output_options,
    read_training_table,
    run_options,
    validation_options,
)
from ..score_tables import score_rows
from ..scoring import (
    Validation,
    ValidationResult,
    check_validation_options,
    plan_validation,
    validate,
)
from ..table_summary import baseline_name, show_table, table_document
from ..training_table import TrainingTable

DEFAULT_MODELS = "tree,forest,extra,boost"
COLOR = "#1f6f8b"


class ComparedModel(NamedTuple):
    name: str
    result: ValidationResult
    seconds: float


@click.command()
@click.argument("data", type=TABLE)
@column_options
@click.option(
    "-m",
    "--models",
    default=DEFAULT_MODELS,
    show_default=True,
    help=f"Comma-separated names of models ({', '.join(KINDS)}), or all.",
)
@validation_options
@click.option("--plot", type=FILE, help="Plot the scores: .png, .svg or .pdf.")
@run_options
@output_options
def compare(
    data: str, models: str, plot: str | None, as_json: bool, quiet: bool, **options: Any
) -> None:
    """Compare several models on one table.

    All models are scored on the same held-out rows and listed by their loss, best first.

    \b
    Examples:
      spinney compare houses.csv --target price
      spinney compare churn.csv -t churned --models tree,optimal,boost --cv 10 --plot scores.png
    """
    out = Output(as_json, quiet)
    names = parse_models(models)
    if plot:
        check_figure_path(plot)
    check_validation_options(options["cv"], options["holdout"])
    source, table = read_training_table(data, options)
    validation = plan_validation(table, options["cv"], options["holdout"], options["seed"])
    seed, threads = options["seed"], options["threads"]
    estimators = {name: make_estimator(name, table, (), seed, threads) for name in names}
    n_rows = validation.smallest_training_part(len(table))
    notes = [note for one in estimators.values() for note in limit_folds(one, n_rows)]
    show_table(out, source, table, notes)
    compared = validate_models(estimators, table, validation, out)
    show_scores(out, compared, table)
    document = table_document(source, table) | {
        "models": [
            {"model": entry.name, **entry.result.document(), "seconds": entry.seconds}
            for entry in compared
        ]
    }
    if plot:
        plot_scores(compared, table, plot)
        out.status(f"saved {plot}")
        document["plot"] = plot
    out.print_json(document)


def parse_models(text: str) -> list[str]:
    names = list(KINDS) if text == "all" else [name.strip() for name in text.split(",")]
    for name in names:
        if name not in KINDS:
            hint = did_you_mean(name, KINDS)
            raise UserError(
                f"--models: unknown model {name!r}{hint}; choose from {', '.join(KINDS)}"
            )
    return list(dict.fromkeys(names))


def validate_models(
    estimators: dict[str, Any], table: TrainingTable, validation: Validation, out: Output
) -> list[ComparedModel]:
    """Validate each model, and sort the results by loss."""
    compared = []
    with out.progress("comparing", len(estimators) * len(validation.splits)) as step:
        for name, estimator in estimators.items():
            start = time.perf_counter()
            result = validate(estimator, table, validation, step)
            compared.append(ComparedModel(name, result, time.perf_counter() - start))
    return sorted(compared, key=lambda entry: entry.result.loss(table.is_classes))


def show_scores(out: Output, compared: list[ComparedModel], table: TrainingTable) -> None:
    scores = score_rows(*(entry.result.summary() for entry in compared))
    metrics, *cells = zip(*(row for row in scores if row[0] != "balanced accuracy"), strict=True)
    names = [*(entry.name for entry in compared), "baseline"]
    times = [*(f"{entry.seconds:.1f}" for entry in compared), ""]
    rows = [[name, *row, time] for name, row, time in zip(names, cells, times, strict=True)]
    validation = compared[0].result.validation
    out.heading(f"scores by {validation}; the baseline predicts {baseline_name(table)}")
    out.table(("", *metrics, "seconds"), rows)


def plot_scores(compared: list[ComparedModel], table: TrainingTable, path: str) -> None:
    """Plot a dot per split and a line at the mean of each model; the baseline is dashed."""
    load_plots()
    from matplotlib import pyplot as plt

    metric = MAIN_METRICS[table.is_classes][0]
    _, ax = plt.subplots(figsize=(6.5, 1.2 + 0.45 * len(compared)), layout="constrained")
    for y, entry in enumerate(compared):
        values = [scores[metric] for scores in entry.result.model]
        ax.plot(values, [y] * len(values), "o", color=COLOR, alpha=0.5)
        mean = entry.result.mean(metric)
        ax.plot([mean, mean], [y - 0.3, y + 0.3], color=COLOR, linewidth=2)
    baseline = float(np.mean([scores[metric] for scores in compared[0].result.baseline]))
    label = f"baseline ({baseline_name(table)})"
    ax.axvline(baseline, color="0.4", linestyle="--", label=label)
    ax.set_yticks(range(len(compared)), [entry.name for entry in compared])
    ax.invert_yaxis()
    ax.set_xlabel(metric)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(0.0, 1.0))
    save_figure(ax, path)
