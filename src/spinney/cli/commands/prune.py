"""``spinney prune``: cost-complexity pruning of a tree."""

from typing import Any

import click
import numpy as np

from ..console import Output
from ..errors import UserError, counted
from ..model_files import load_model, save_model
from ..model_summary import count_leaves, is_tree, tree_text
from ..options import FILE, output_options
from ..output_files import check_writable
from ..score_tables import format_column

MAX_ROWS = 30


@click.command()
@click.argument("model", type=FILE)
@click.option("--alpha", type=click.FloatRange(min=0), help="Complexity parameter (ccp_alpha).")
@click.option("--cp", type=click.FloatRange(min=0), help="The same relative to the root (rpart).")
@click.option("--leaves", type=click.IntRange(min=1), help="Maximum number of leaves.")
@click.option("-o", "--output", type=FILE, help="Save the pruned tree.")
@output_options
def prune(
    model: str,
    alpha: float | None,
    cp: float | None,
    leaves: int | None,
    output: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Prune a decision tree.

    Uses cost-complexity pruning. Without --alpha, --cp and --leaves it lists the pruning sequence.

    \b
    Examples:
      spinney prune tree.spinney
      spinney prune tree.spinney --leaves 6 -o small.spinney
      spinney prune tree.spinney --cp 0.01 -o small.spinney
    """
    out = Output(as_json, quiet)
    given = [value for value in (alpha, cp, leaves) if value is not None]
    if len(given) > 1:
        raise UserError("--alpha, --cp and --leaves exclude each other: choose one")
    if output:
        check_writable(output)
    saved = load_model(model)
    tree = saved.model
    if not is_tree(tree):
        raise UserError(
            f"{model} holds a {type(tree).__name__}: only single trees can be pruned; fit one with "
            "spinney fit --model tree"
        )
    if not given:
        if output:
            raise UserError("set how much to prune: --leaves, --alpha or --cp")
        show_sequence(out, pruning_sequence(tree))
        out.print_json({"model": model, "sequence": pruning_sequence(tree)})
        return
    if leaves is not None:
        alpha = alpha_for(tree, leaves)
    pruned = tree.prune(alpha=alpha, cp=cp)
    out.heading(f"pruned from {tree.get_n_leaves()} to {count_leaves(pruned)}")
    out.print_lines(tree_text(pruned, None, saved.date_features))
    document = {"model": model, "alpha": pruned.ccp_alpha_, "leaves": pruned.get_n_leaves()}
    if output:
        save_model(pruned, output, {**saved.notes, "scores": None}, out)
        document["output"] = output
    out.print_json(document)


def pruning_sequence(tree: Any) -> list[dict[str, float]]:
    """Return the subtrees of the pruning sequence, the smallest first."""
    table = tree.cp_table_
    columns = ("alpha", "CP", "rel_error", *(c for c in ("xerror", "xstd") if c in table))
    return [
        {"leaves": float(table["nsplit"][i]) + 1, **{c: float(table[c][i]) for c in columns}}
        for i in np.flatnonzero(table["nsplit"] < tree.get_n_leaves()).tolist()
    ]


def show_sequence(out: Output, sequence: list[dict[str, float]]) -> None:
    n_trees = counted(len(sequence), "tree")
    out.heading(f"pruning sequence of {n_trees}; choose one with --leaves, --alpha or --cp")
    columns = {title: [row[title] for row in sequence] for title in sequence[0]}
    leaves = [f"{n:.0f}" for n in columns.pop("leaves")]
    cells = [format_column(column) for column in columns.values()]
    rows = list(zip(leaves, *cells, strict=True))
    out.table(["leaves", *columns], rows[:MAX_ROWS], left=())
    if len(sequence) > MAX_ROWS:
        out.print(f"and {len(sequence) - MAX_ROWS} larger trees")


def alpha_for(tree: Any, leaves: int | None) -> float:
    """Return the smallest alpha whose tree has at most this number of leaves."""
    table = tree.cp_table_
    small = np.flatnonzero(table["nsplit"] + 1 <= leaves)
    return float(table["alpha"][small[-1]])
