"""``spinney models``: models of the command line and their parameters."""

from typing import Any

import click

from ..console import Output
from ..model_kinds import AUTO, KINDS, ParameterInfo, parameter_info
from ..options import output_options


@click.command()
@click.argument("name", required=False, type=click.Choice(list(KINDS)))
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
        out.print("\nspinney models NAME lists the parameters of a model")
        out.print_json({"models": rows})
        return
    kind = KINDS[name]
    cls = kind.load_class(not regression)
    parameters = parameter_info(cls)
    out.heading(f"{name}: {cls.__name__}, {kind.summary}\n")
    for parameter in parameters:
        show_parameter(out, parameter, kind.parameters)
    fields = [
        parameter._asdict() | {"value": kind.parameters.get(parameter.name, parameter.default)}
        for parameter in parameters
    ]
    out.print_json({"model": name, "class": cls.__name__, "parameters": fields})


def show_parameter(out: Output, parameter: ParameterInfo, changed: dict[str, Any]) -> None:
    """Print name, default and description; a value that the command line changes is added."""
    name = parameter.name
    here = f" (here {changed[name]!r})" if name in changed else ""
    out.heading(f"{name} = {parameter.default!r}{here}")
    out.print(f"    {parameter.description}")
