"""``spinney importance``: which features a model goes by."""

from typing import Any

import click
import numpy as np
from sklearn.metrics import get_scorer

from ..errors import UserError
from ..feature_tables import read_for, take_rows, with_column_shuffled
from ..model_files import SavedModel, load_model
from ..options import FILE, TABLE, csv_of, csv_options, output_options
from ..output import Output
from ..pictures import check_picture_path, plots, save_picture
from ..targets import known_targets
from ..views import TOP, feature_names, importances, show_importances


@click.command()
@click.argument("model", type=FILE)
@click.option(
    "--data",
    type=TABLE,
    help="A table with the target: measure what the score loses when a column is shuffled.",
)
@click.option("-t", "--target", help="Of --data; default: the one that the model was fitted to.")
@click.option("--fill-missing", is_flag=True, help="Take absent columns as missing values.")
@click.option("--repeats", default=5, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=0, show_default=True)
@click.option("--top", default=TOP, show_default=True, type=click.IntRange(min=1))
@click.option("-o", "--output", type=FILE, help="A picture: .png, .svg or .pdf.")
@csv_options
@output_options
def importance(
    model: str, output: str | None, as_json: bool, quiet: bool, top: int, **options: Any
) -> None:
    """Rank the features of a model.

    By the gain of their splits, or with --data by what shuffling a column costs.

    \b
    Examples:
      spinney importance m.spinney
      spinney importance m.spinney --data test.csv -o importance.png
    """
    out = Output(as_json, quiet)
    if output:
        check_picture_path(output)
    saved = load_model(model)
    if options["data"]:
        kind, ranked = permuted(saved, model, options, out)
    else:
        kind, ranked = "share of the gain of all splits", importances(saved.model)
    if not ranked:
        raise UserError(
            f"a {type(saved.model).__name__} has no importances; measure them by --data"
        )
    out.say(kind, "bold")
    show_importances(out, ranked, top)
    document = {"model": model, "kind": kind, "importances": dict(ranked)}
    if output:
        draw(ranked, kind, top, output)
        out.done(f"written to {output}")
        document["output"] = output
    out.finish(document)


def permuted(
    saved: SavedModel, path: str, options: dict[str, Any], out: Output
) -> tuple[str, list[tuple[str, float]]]:
    """What accuracy or R2 loses when a column is shuffled."""
    target = options["target"] or saved.target
    if target is None:
        raise UserError(f"{path} does not say what its target is: name it with --target")
    fill = options["fill_missing"]
    source, X = read_for(saved, options["data"], csv_of(options), out, target, fill)
    rows, y = known_targets(source, target, saved.model, out)
    X = take_rows(X, rows)
    metric = "accuracy" if hasattr(saved.model, "classes_") else "r2"
    scorer, rng = get_scorer(metric), np.random.default_rng(options["seed"])
    whole = scorer(saved.model, X, y)
    names = feature_names(saved.model)
    losses = []
    with out.progress("shuffling", len(names)) as step:
        for j in range(len(names)):
            drops = []
            for _ in range(options["repeats"]):
                shuffled = with_column_shuffled(X, j, rng.permutation(len(y)))
                drops.append(whole - scorer(saved.model, shuffled, y))
            losses.append(float(np.mean(drops)))
            step()
    order = np.argsort(-np.array(losses), kind="stable")
    kind = f"what {'accuracy' if metric == 'accuracy' else 'R2'} loses when a column is shuffled"
    return kind, [(names[j], losses[j]) for j in order]


def draw(ranked: list[tuple[str, float]], kind: str, top: int, output: str) -> None:
    shown = ranked[:top]
    axes = plots().importance(dict(shown), top=top)
    axes.set_xlabel(kind)
    save_picture(axes, output)
