"""``spinney tree``: a tree of a model as text, rules, DOT or a figure."""

from pathlib import Path
from typing import Any

import click

from ..console import Output
from ..errors import UserError
from ..figures import FIGURE_SUFFIXES, check_figure_path, load_plots, save_figure
from ..model_files import load_model
from ..model_summary import tree_text, trees_of
from ..options import FILE, output_options
from ..output_files import check_writable, write_text

DOT_SUFFIXES = (".dot", ".gv")
TEXT_SUFFIXES = (".txt", *DOT_SUFFIXES)
SUFFIXES = ", ".join((*FIGURE_SUFFIXES, *TEXT_SUFFIXES))


@click.command()
@click.argument("model", type=FILE)
@click.option(
    "-n", "--number", default=0, show_default=True, help="Index of the tree in an ensemble."
)
@click.option("--max-depth", type=click.IntRange(min=0), help="Hide deeper nodes.")
@click.option("--rules", is_flag=True, help="Print one rule per leaf.")
@click.option("--dot", is_flag=True, help="Print DOT for Graphviz.")
@click.option(
    "-o", "--output", type=FILE, help=f"Output file; its suffix sets the format: {SUFFIXES}."
)
@output_options
def tree(
    model: str,
    number: int,
    max_depth: int | None,
    rules: bool,
    dot: bool,
    output: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Show or draw a tree of a model.

    Prints the tree to the terminal, or writes it to a file as PNG, SVG, PDF, DOT, text or rules.

    \b
    Examples:
      spinney tree m.spinney
      spinney tree m.spinney --rules
      spinney tree forest.spinney --number 12 --max-depth 3 -o tree.svg
      spinney tree m.spinney --dot | dot -Tpdf > tree.pdf
    """
    out = Output(as_json, quiet)
    output = None if output == "-" else output
    suffix = Path(output).suffix.lower() if output else ""
    dot = dot or suffix in DOT_SUFFIXES
    if rules and dot:
        raise UserError("--rules and DOT exclude each other: choose one")
    if output:
        check_output(output, suffix, model)
    saved = load_model(model)
    trees = trees_of(saved.model)
    if not 0 <= number < len(trees):
        known = f"trees 0 to {len(trees) - 1}" if len(trees) > 1 else "a single tree, number 0"
        raise UserError(f"--number {number}: the model has {known}")
    chosen = trees[number]
    if len(trees) > 1:
        out.status(f"tree {number} of 0 to {len(trees) - 1}; choose one with --number")
    document = {"model": model, "tree": number, "leaves": chosen.tree_.n_leaves}
    if output and suffix in FIGURE_SUFFIXES:
        dates = saved.date_features
        save_figure(load_plots().tree(chosen, max_depth=max_depth, date_features=dates), output)
    else:
        text = format_tree(chosen, max_depth, rules, dot, saved.date_features)
        document |= {} if output else {"text": text}
        write_text(text + "\n", output) if output else out.print_lines(text)
    if output:
        out.status(f"saved {output}")
        document["output"] = output
    out.print_json(document)


def check_output(output: str, suffix: str, model: str) -> None:
    if suffix in FIGURE_SUFFIXES:
        check_figure_path(output, model)
    elif suffix in TEXT_SUFFIXES:
        check_writable(output, model)
    else:
        raise UserError(f"{output}: trees are written as {SUFFIXES}")


def format_tree(
    tree: Any, max_depth: int | None, rules: bool, dot: bool, date_features: list[str]
) -> str:
    """Return the tree as indented text, rules or DOT."""
    if not (rules or dot):
        return tree_text(tree, max_depth, date_features)
    if not hasattr(tree, "rules"):
        raise UserError("trees of boosting add to a score: show them as text or as a figure")
    if max_depth is not None:
        raise UserError("--max-depth applies to text and figures; use spinney prune")
    written = tree.rules if rules else tree.to_dot
    return str(written(date_features=date_features))
