"""Numbers and scores in tables; all numbers of a column or a metric have the same decimals."""

import math
from collections.abc import Iterable, Mapping, Sequence

Entry = Mapping[str, float | None]
"""Mean, standard deviation (if there are several splits) and baseline of a metric."""
Summary = Mapping[str, Entry]
PERCENT_METRICS = {"accuracy", "balanced accuracy"}
DIGITS, MAX_DECIMALS = 4, 6
DECIMALS = {"log loss": 4, "ROC AUC": 4, "R2": 4}
"""Decimals of metrics that do not depend on the unit of the target."""


def decimals_for(values: Iterable[float | None], digits: int = DIGITS) -> int | None:
    """Return decimals that show the digits of the smallest number; None for scientific notation."""
    sizes = [abs(value) for value in values if value and math.isfinite(value)]
    if not sizes:
        return 1
    decimals = max(0, digits - 1 - math.floor(math.log10(min(sizes))))
    return decimals if decimals <= MAX_DECIMALS and max(sizes) < 10**12 else None


def format_number(value: float | None, decimals: int | None) -> str:
    if value is None or math.isnan(value):
        return ""
    return f"{value:.{DIGITS}g}" if decimals is None else f"{value:,.{decimals}f}"


def format_column(values: Sequence[float | None]) -> list[str]:
    decimals = decimals_for(values)
    return [format_number(value, decimals) for value in values]


def format_score(metric: str, entry: Entry, decimals: int | None) -> str:
    """Format a mean and, for several splits, its standard deviation."""
    scale, unit = (100, " %") if metric in PERCENT_METRICS else (1, "")
    mean, sd = entry["mean"], entry.get("sd")
    if mean is None or math.isnan(mean):
        return ""
    spread = "" if sd is None else f" ± {format_number(scale * sd, decimals)}"
    return f"{format_number(scale * mean, decimals)}{spread}{unit}"


def score_rows(*summaries: Summary) -> list[list[str]]:
    """Return a row per metric: its name, the score of each model and that of the baseline."""
    rows = []
    for metric, first in summaries[0].items():
        entries = [summary[metric] for summary in summaries] + [{"mean": first["baseline"]}]
        means = [entry["mean"] for entry in entries]
        decimals = DECIMALS.get(metric, decimals_for(means))
        if metric in PERCENT_METRICS:
            decimals = 1
        rows.append([metric, *(format_score(metric, entry, decimals) for entry in entries)])
    return rows
