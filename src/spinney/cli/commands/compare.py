"""``spinney compare``: several models on one table."""

import time
from typing import Any

import click
import numpy as np

from ..errors import UserError, did_you_mean
from ..guesses import baseline_name, table_document, tell_table
from ..model_kinds import KINDS, make_estimator
from ..options import (
    FILE,
    TABLE,
    column_options,
    output_options,
    running_options,
    scoring_options,
    training_table,
)
from ..output import Output
from ..pictures import check_picture_path, plots, save_picture
from ..scores import MAIN, Parts, Trial, formatted, plan, try_out, with_spread
from ..training_table import TrainingTable

USUAL = "tree,forest,extra,boost"


@click.command()
@click.argument("data", type=TABLE)
@column_options
@click.option(
    "-m",
    "--models",
    default=USUAL,
    show_default=True,
    help=f"Names, separated by commas, of {', '.join(KINDS)}; or all.",
)
@scoring_options
@click.option("--plot", type=FILE, help="Draw the scores: .png, .svg or .pdf.")
@running_options
@output_options
def compare(
    data: str, models: str, plot: str | None, as_json: bool, quiet: bool, **options: Any
) -> None:
    """Compare several models on one table.

    All are scored on the same held-out rows; the best comes first.

    \b
    Examples:
      spinney compare houses.csv --target price
      spinney compare churn.csv -t churned --models tree,optimal,boost --cv 10 --plot scores.png
    """
    out = Output(as_json, quiet)
    names = model_names(models)
    if plot:
        check_picture_path(plot)
    source, table = training_table(data, options, out)
    parts = plan(table, options["cv"], options["holdout"], options["seed"])
    tell_table(out, source, table)
    trials, seconds = run(names, table, parts, options, out)
    best_first = sorted(names, key=lambda name: trials[name].loss(table.is_classes))
    show(out, [(name, trials[name], seconds[name]) for name in best_first], table)
    document = table_document(source, table) | {
        "models": [
            {
                "model": name,
                "how": trials[name].how,
                "metrics": trials[name].summary(),
                "seconds": seconds[name],
            }
            for name in best_first
        ]
    }
    if plot:
        draw({name: trials[name] for name in best_first}, table, plot)
        out.done(f"written to {plot}")
        document["plot"] = plot
    out.finish(document)


def model_names(text: str) -> list[str]:
    names = list(KINDS) if text == "all" else [name.strip() for name in text.split(",")]
    for name in names:
        if name not in KINDS:
            hint = did_you_mean(name, KINDS)
            raise UserError(f"--models: no model {name!r}{hint}; there are {', '.join(KINDS)}")
    return list(dict.fromkeys(names))


def run(
    names: list[str], table: TrainingTable, parts: Parts, options: dict[str, Any], out: Output
) -> tuple[dict[str, Trial], dict[str, float]]:
    """The scores of each model, and the seconds that they took."""
    trials, seconds = {}, {}
    with out.progress("comparing", len(names) * len(parts.pairs)) as step:
        for name in names:
            estimator = make_estimator(name, table, (), options["seed"], options["threads"])
            start = time.perf_counter()
            trials[name] = try_out(estimator, table, parts, step)
            seconds[name] = time.perf_counter() - start
    return trials, seconds


def show(out: Output, found: list[tuple[str, Trial, float]], table: TrainingTable) -> None:
    first = found[0][1]
    metrics = [metric for metric in first.summary() if metric != "balanced accuracy"]
    rows = [
        [name, *(with_spread(m, trial.summary()[m]) for m in metrics), f"{seconds:.1f}"]
        for name, trial, seconds in found
    ]
    base = [formatted(metric, first.summary()[metric]["baseline"]) for metric in metrics]
    rows.append(["baseline", *base, ""])
    out.say(f"\nscores by {first.how}; the baseline is {baseline_name(table)}", "bold")
    out.table(("", *metrics, "seconds"), rows)


def draw(trials: dict[str, Trial], table: TrainingTable, path: str) -> None:
    """A dot per part and a line at the mean for each model; the baseline dashed."""
    plots()
    from matplotlib import pyplot as plt

    metric = MAIN[table.is_classes][0]
    _, ax = plt.subplots(figsize=(6.5, 1.2 + 0.45 * len(trials)), layout="constrained")
    for place, trial in enumerate(trials.values()):
        values = [part[metric] for part in trial.model]
        ax.plot(values, [place] * len(values), "o", color="#1f6f8b", alpha=0.5)
        ax.plot([trial.mean(metric)] * 2, [place - 0.3, place + 0.3], color="#1f6f8b", linewidth=2)
    base = np.mean([part[metric] for part in next(iter(trials.values())).baseline])
    ax.axvline(float(base), color="0.4", linestyle="--", label=f"baseline ({baseline_name(table)})")
    ax.set_yticks(range(len(trials)), list(trials))
    ax.invert_yaxis()
    ax.set_xlabel(metric)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(0.0, 1.0))
    save_picture(ax, path)
