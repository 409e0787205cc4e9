"""``spinney models``: models of the command line and their parameters."""

from textwrap import indent

import click

from ..console import Output
from ..model_kinds import AUTO, KINDS
from ..options import output_options


@click.command()
@click.argument("name", required=False, type=click.Choice(list(KINDS)), metavar="[NAME]")
@click.option("--regression", is_flag=True, help="Show parameters of the regressor.")
@output_options
def models(name: str | None, regression: bool, as_json: bool, quiet: bool) -> None:
    """List the models, or the parameters of one model.

    Parameters are set with --set NAME=VALUE in spinney fit and spinney tune.

    \b
    Examples:
      spinney models
      spinney models boost
      spinney models forest --regression --json
    """
    out = Output(as_json, quiet)
    if name is None:
        rows = {AUTO: "the better of boost and forest", **{k: v.summary for k, v in KINDS.items()}}
        out.table(("model", "summary"), rows.items(), left=(0, 1))
        out.print()
        out.print("spinney models NAME lists the parameters of a model")
        out.print_json({"models": rows})
        return
    kind = KINDS[name]
    cls = kind.load_class(not regression)
    out.heading(f"{name}: {cls.__name__}, {kind.summary}")
    document = {}
    for parameter, declared in cls.parameters().items():
        value = kind.parameters.get(parameter, declared.default)
        changed = "" if value == declared.default else f", set to {value!r} by {name}"
        out.heading(f"{parameter}: {declared.type_text}, default {declared.default!r}{changed}")
        out.print_lines(indent(declared.doc, "    "))
        if declared.aliases:
            out.print(f"    Other names: {', '.join(declared.aliases)}.")
        document[parameter] = {
            "allowed": declared.type_text,
            "default": declared.default,
            "value": value,
            "description": declared.doc,
            "aliases": list(declared.aliases),
        }
    shown = {alias for declared in cls.parameters().values() for alias in declared.aliases}
    others = [alias for alias in cls._aliases() if alias not in shown]
    if others:
        out.heading("names of other libraries that set several parameters or a single value")
        out.print(f"    {', '.join(others)}")
    out.print_json(
        {"model": name, "class": cls.__name__, "parameters": document, "aliases": others}
    )
