"""``spinney prune``: a smaller tree out of a large one."""

from typing import Any

import click
import numpy as np

from ..errors import UserError
from ..model_files import file_size, load_model, save_model
from ..options import FILE, output_options
from ..output import Output
from ..outputs import check_writable
from ..views import is_tree, leaves_of, tree_text

SHOWN = 30


@click.command()
@click.argument("model", type=FILE)
@click.option("--alpha", type=click.FloatRange(min=0), help="What a leaf costs, as ccp_alpha.")
@click.option("--leaves", type=click.IntRange(min=1), help="At most so many leaves.")
@click.option("-o", "--output", type=FILE, help="Save the pruned tree here.")
@output_options
def prune(
    model: str,
    alpha: float | None,
    leaves: int | None,
    output: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Make a tree smaller.

    By cost-complexity; without --alpha or --leaves it shows what there is to choose from.

    \b
    Examples:
      spinney prune tree.spinney
      spinney prune tree.spinney --leaves 6 -o small.spinney
      spinney prune tree.spinney --alpha 0.01 -o small.spinney
    """
    out = Output(as_json, quiet)
    if alpha is not None and leaves is not None:
        raise UserError("--alpha and --leaves both say how much to prune: choose one")
    if output:
        check_writable(output)
    saved = load_model(model)
    if not is_tree(saved.model):
        raise UserError(f"only single trees are pruned, and {model} holds a {kind(saved.model)}")
    if alpha is None and leaves is None:
        if output:
            raise UserError("say how much to prune: --leaves or --alpha")
        show_choices(out, saved.model)
        out.finish({"model": model, "choices": choices(saved.model)})
        return
    chosen = alpha_for(saved.model, leaves) if alpha is None else alpha
    pruned = saved.model.prune(chosen)
    out.say(f"{leaves_of(saved.model)} became {pruned.get_n_leaves()}", "bold")
    out.say(tree_text(pruned, None))
    document = {"model": model, "alpha": chosen, "leaves": pruned.get_n_leaves()}
    if output:
        size = save_model(pruned, output, {**saved.notes, "scores": None})
        out.done(f"\nsaved {output} ({file_size(size)})")
        document["output"] = output
    out.finish(document)


def kind(model: Any) -> str:
    return type(model).__name__


def choices(model: Any) -> list[dict[str, float]]:
    """The trees of the pruning sequence, the smallest first."""
    table = model.cp_table_
    columns = ("nsplit", "alpha", "rel_error", *(c for c in ("xerror", "xstd") if c in table))
    return [
        {"leaves" if c == "nsplit" else c: float(table[c][i]) + (c == "nsplit") for c in columns}
        for i in np.flatnonzero(table["nsplit"] < model.get_n_leaves()).tolist()
    ]


def show_choices(out: Output, model: Any) -> None:
    rows = choices(model)
    out.say(f"{len(rows)} trees to choose from, by --leaves or --alpha", "bold")
    titles = list(rows[0])
    cells = [[f"{row['leaves']:.0f}", *(f"{row[t]:.5g}" for t in titles[1:])] for row in rows]
    out.table(titles, cells[:SHOWN], left=())
    if len(rows) > SHOWN:
        out.say(f"and {len(rows) - SHOWN} larger ones")


def alpha_for(model: Any, leaves: int | None) -> float:
    """The least alpha whose tree has at most so many leaves."""
    table = model.cp_table_
    small = np.flatnonzero(table["nsplit"] + 1 <= leaves)
    return float(table["alpha"][small[-1]])
