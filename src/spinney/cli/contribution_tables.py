"""SHAP values as tables, and those of one row in words."""

from collections.abc import Collection
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from ..explain import ShapResult
from ..explain.row_contributions import output_text, pair_names, waterfall_steps
from ..explain.sparse_interactions import main_and_pairs
from ..inspection.numbers import format_number
from .errors import UserError, did_you_mean, listed

MAX_STEPS = 10


def class_index(result: ShapResult, name: str | None) -> int | None:
    """Return the position of the class of an option; None if there are several to choose from."""
    if name is None:
        return 0 if len(result.outputs) == 1 else None
    known = [str(label) for label in result.outputs]
    if name not in known:
        hint = did_you_mean(name, known) or f"; it explains {listed(known)}"
        raise UserError(f"--class {name}: the model has no such output{hint}")
    return known.index(name)


def contribution_table(result: ShapResult, k: int | None, interactions: bool) -> pa.Table:
    """Return a column per feature, the base value and the output.

    With several outputs there is a row for each of them, with columns for the row and the class.
    """
    chosen = range(len(result.outputs)) if k is None else [k]
    blocks = [contributions_of(result, i, interactions) for i in chosen]
    cells = np.stack(blocks, axis=1).reshape(-1, blocks[0].shape[1])
    base = np.tile(result.base_values[list(chosen)], len(result.values))
    names = list(result.feature_names) + (pair_names(result) if interactions else [])
    columns: dict[str, Any] = {}
    if k is None:
        columns[free_name("row", names)] = np.repeat(np.arange(len(result.values)), len(chosen))
        columns[free_name("class", names)] = [str(label) for label in result.outputs] * len(
            result.values
        )
    columns |= dict(zip(names, cells.T, strict=True))
    columns[free_name("base_value", names)] = base
    columns[free_name("output", names)] = base + cells.sum(axis=1)
    return pa.table({name: pa.array(values) for name, values in columns.items()})


def contributions_of(result: ShapResult, k: int, interactions: bool) -> Any:
    """Return the contributions to an output, shape (n_samples, n_columns)."""
    if not interactions:
        return result.values[:, :, k]
    return np.hstack(main_and_pairs(result.interactions, k))


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name, with a line below if a feature has it."""
    while name in taken:
        name += "_"
    return name


def row_lines(result: ShapResult, k: int, interactions: bool) -> list[str]:
    """Return the contributions to the output of a single row in words."""
    what = output_text(result, k)
    values = contributions_of(result, k, interactions)[0]
    top = max(1, min(MAX_STEPS, int(np.count_nonzero(values))))
    names, steps = waterfall_steps(result, 0, k, top, interactions)
    n_single = len(names) if len(values) == len(names) else len(names) - 1
    base = float(result.base_values[k])
    levels = base + np.cumsum(steps)
    width = max(map(len, names))
    lines = [f"base value: the {what} is {format_number(base)} if no feature is known"]
    for i, (name, step, level) in enumerate(zip(names, steps, levels, strict=True)):
        change = change_text(float(step), float(level), i >= n_single)
        lines.append(f"  {name:<{width}}  {change}")
    lines.append(f"result: the {what} is {format_number(float(levels[-1]))} for this row")
    return lines


def change_text(step: float, level: float, plural: bool) -> str:
    """Return what a contribution does to the output."""
    ending = "" if plural else "s"
    if step == 0:
        return f"{'do' if plural else 'does'} not change it"
    verb = ("raise" if step > 0 else "lower") + ending
    return f"{verb} it by {format_number(abs(step), 3)} to {format_number(level)}"
