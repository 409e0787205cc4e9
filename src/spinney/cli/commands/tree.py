"""``spinney tree``: a tree of a model as text, rules, DOT or a picture."""

from pathlib import Path
from typing import Any

import click

from ..errors import UserError
from ..model_files import load_model
from ..options import FILE, output_options
from ..output import Output
from ..outputs import check_writable, write_text
from ..pictures import ENDINGS, check_picture_path, plots, save_picture
from ..views import tree_text, trees_of

TEXTS = (".txt", ".dot", ".gv")


@click.command()
@click.argument("model", type=FILE)
@click.option("-n", "--number", default=0, show_default=True, help="Which tree of an ensemble.")
@click.option("--max-depth", type=click.IntRange(min=0), help="Leave out what lies deeper.")
@click.option("--rules", is_flag=True, help="A sentence per leaf.")
@click.option("--dot", is_flag=True, help="For Graphviz.")
@click.option(
    "-o",
    "--output",
    type=FILE,
    help=f"Write to a file, by its ending: {', '.join((*ENDINGS, *TEXTS))}.",
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
    """Draw a tree of a model.

    In the terminal, or into a file as PNG, SVG, PDF, DOT, text or rules.

    \b
    Examples:
      spinney tree m.spinney
      spinney tree m.spinney --rules
      spinney tree forest.spinney --number 12 --max-depth 3 -o tree.svg
      spinney tree m.spinney --dot | dot -Tpdf > tree.pdf
    """
    out = Output(as_json, quiet)
    ending = Path(output).suffix.lower() if output else ""
    check_request(output, ending, rules and (dot or ending in (".dot", ".gv")))
    trees = trees_of(load_model(model).model)
    if not 0 <= number < len(trees):
        raise UserError(f"--number {number}: the model has trees 0 to {len(trees) - 1}")
    chosen = trees[number]
    if len(trees) > 1:
        out.done(f"tree {number} of 0 to {len(trees) - 1}")
    document = {"model": model, "tree": number, "leaves": chosen.tree_.n_leaves}
    if output and ending in ENDINGS:
        save_picture(plots().tree(chosen, max_depth=max_depth), output)
    else:
        text = words(chosen, max_depth, rules, dot or ending in (".dot", ".gv"))
        document |= {} if output else {"text": text}
        write_text(text + "\n", output) if output else out.say(text)
    if output:
        out.done(f"written to {output}")
        document["output"] = output
    out.finish(document)


def check_request(output: str | None, ending: str, contradiction: bool) -> None:
    if contradiction:
        raise UserError("--rules and DOT are different forms: choose one")
    if output is None:
        return
    if ending in ENDINGS:
        check_picture_path(output)
    elif ending in TEXTS:
        check_writable(output)
    else:
        raise UserError(f"{output}: trees are written as {', '.join((*ENDINGS, *TEXTS))}")


def words(tree: Any, max_depth: int | None, rules: bool, dot: bool) -> str:
    """The tree as indented text, as rules, or for Graphviz."""
    if not (rules or dot):
        return tree_text(tree, max_depth)
    if not hasattr(tree, "rules"):
        raise UserError("trees of boosting add to a score: they are shown as text and as pictures")
    if max_depth is not None:
        raise UserError("--max-depth is for text and pictures; spinney prune makes a tree smaller")
    return str(tree.rules()) if rules else str(tree.to_dot())
