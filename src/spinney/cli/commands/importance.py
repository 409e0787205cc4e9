"""``spinney importance``: feature importances of a model."""

from typing import Any

import click
from sklearn.metrics import get_scorer

from ...explain.permutation import Permutations
from ..console import Output
from ..errors import UserError
from ..evaluation_tables import read_evaluation_table
from ..figures import check_figure_path, load_plots, save_figure
from ..model_files import SavedModel, load_model
from ..model_summary import MAX_FEATURES, feature_names, importances, ranked, show_importances
from ..options import FILE, TABLE, csv_options_of, evaluation_options, output_options


@click.command()
@click.argument("model", type=FILE)
@click.option(
    "--data",
    type=TABLE,
    help="Compute permutation importances on this table, which needs the target.",
)
@evaluation_options
@click.option(
    "--repeats",
    default=5,
    show_default=True,
    type=click.IntRange(min=1),
    help="Permutations per column.",
)
@click.option("--seed", default=0, show_default=True, help="Seed for the permutations.")
@click.option(
    "--top",
    default=MAX_FEATURES,
    show_default=True,
    type=click.IntRange(min=1),
    help="Number of features to show.",
)
@click.option("-o", "--output", type=FILE, help="Save a figure: .png, .svg or .pdf.")
@output_options
def importance(
    model: str, output: str | None, as_json: bool, quiet: bool, top: int, **options: Any
) -> None:
    """Rank the features of a model by importance.

    The importance is the share of the total gain of all splits or, with --data, the decrease of
    the score when a column is permuted.

    \b
    Examples:
      spinney importance m.spinney
      spinney importance m.spinney --data test.csv -o importance.png
    """
    out = Output(as_json, quiet)
    if output:
        check_figure_path(output, model)
    saved = load_model(model)
    if options["data"]:
        kind, entries = permutation_importances(saved, options, out)
    else:
        kind, entries = "share of the total gain", importances(saved.model)
    if not entries:
        raise UserError(f"a {type(saved.model).__name__} has no importances; use --data")
    out.heading(kind)
    show_importances(out, entries, top)
    document = {"model": model, "kind": kind, "importances": dict(entries)}
    if output:
        axes = load_plots().importance(dict(entries[:top]), top=top)
        axes.set_xlabel(kind)
        save_figure(axes, output)
        out.status(f"saved {output}")
        document["output"] = output
    out.print_json(document)


def permutation_importances(
    saved: SavedModel, options: dict[str, Any], out: Output
) -> tuple[str, list[tuple[str, float]]]:
    """Return a description, and the mean decrease of accuracy or R2 for each feature."""
    table = read_evaluation_table(saved, options["data"], csv_options_of(options), out, options)
    metric = "accuracy" if hasattr(saved.model, "classes_") else "r2"
    names = feature_names(saved.model)
    permutations = Permutations(
        saved.model, table.X, table.y, get_scorer(metric), options["repeats"], options["seed"]
    )
    decreases = []
    with out.progress("permuting", len(names)) as step:
        for j in range(len(names)):
            decreases.append(float(permutations.decreases([j]).mean()))
            step()
    kind = f"decrease of {'R2' if metric == 'r2' else metric} when a column is permuted"
    return kind, ranked(names, decreases)
