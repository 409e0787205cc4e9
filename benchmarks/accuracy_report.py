"""Comparison of held-out losses: ranks, wins, excess over the best model, seconds.

A model that reached the time limit in a fold has no loss on that table (nan): it has the last rank,
loses head to head, and has no excess; its seconds count as the limit. The summaries are printed
without such tables, too.
"""

import math
from collections import defaultdict
from typing import Any

import numpy as np

from data import real_tables
from report import row

MAX_EXCESS = 0.5
TIE = 0.005
"""Tables on which the best log loss is smaller count as ties."""


def shared(results: list[Any]) -> list[Any]:
    """The results of the folds that all models have."""
    models = {one.model for one in results}
    by_fold: dict[tuple[str, int, int], dict[str, Any]] = defaultdict(dict)
    for one in results:
        by_fold[one.table, one.seed, one.fold][one.model] = one
    complete = (one for one in by_fold.values() if set(one) == models)
    return [result for fold in complete for result in fold.values()]


def mean_losses(results: list[Any]) -> dict[str, dict[str, float]]:
    """Mean loss by table and model; nan if a fold did not finish."""
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in results:
        values[one.table][one.model].append(one.loss)
    return {
        table: {model: float(np.mean(losses)) for model, losses in by_model.items()}
        for table, by_model in values.items()
    }


def ranks(losses: dict[str, float]) -> dict[str, float]:
    """Rank of each model, the mean rank for ties."""
    losses = {name: math.inf if math.isnan(one) else one for name, one in losses.items()}
    if min(losses.values()) < TIE:
        return dict.fromkeys(losses, (len(losses) + 1) / 2)
    order = sorted(losses.values())
    return {
        name: float(np.mean([i + 1 for i, other in enumerate(order) if other == value]))
        for name, value in losses.items()
    }


def excesses(losses: dict[str, float]) -> dict[str, float]:
    """Relative excess over the best model, limited; nan without a loss."""
    best = least(losses)
    if best < TIE:
        return dict.fromkeys(losses, 0.0)
    return {
        name: value if math.isnan(value) else min(MAX_EXCESS, value / best - 1)
        for name, value in losses.items()
    }


def least(losses: dict[str, float]) -> float:
    return min(one for one in losses.values() if not math.isnan(one))


def interval(values: list[float], rng: np.random.Generator) -> str:
    """Return the 95 % bootstrap interval of a mean over tables."""
    means = rng.choice(values, size=(2000, len(values))).mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return f"{low:.3g}-{high:.3g}"


def wins_against(losses: dict[str, dict[str, float]], name: str, other: str) -> tuple[float, int]:
    """Wins of a model head to head, ties as half, and the number of tables."""
    won = 0.0
    for by_model in losses.values():
        mine, its = by_model[name], by_model[other]
        tie = least(by_model) < TIE or mine == its or (math.isnan(mine) and math.isnan(its))
        won += 0.5 if tie else float(mine < its or math.isnan(its))
    return won, len(losses)


def print_summary(title: str, results: list[Any]) -> None:
    losses = mean_losses(results)
    if not losses:
        return
    print(f"\n{title}: {len(losses)} tables")
    names = list(dict.fromkeys(one.model for one in results))
    by_rank = [ranks(one) for one in losses.values()]
    by_excess = [excesses(one) for one in losses.values()]
    rng = np.random.default_rng(0)
    against = "CatBoost" if "CatBoost" in names else names[0]
    columns = ("rank", "interval", "best on", "mean excess", "interval", "median")
    row("", *columns, f"vs {against}", "fit s", "fit CPU s", "predict s")
    for name in names:
        rank = [one[name] for one in by_rank]
        excess = [100 * one[name] for one in by_excess if not math.isnan(one[name])]
        best_on = sum(one[name] == least(one) for one in losses.values())
        won, n = wins_against(losses, name, against)
        mine = [one for one in results if one.model == name and one.table in losses]
        row(
            name,
            *(f"{np.mean(rank):.2f}", interval(rank, rng), best_on),
            *(f"{np.mean(excess):.2f} %", interval(excess, rng), f"{np.median(excess):.2f} %"),
            f"{won:g} / {n}",
            *(f"{np.nansum([getattr(one, part) for one in mine]):.1f}" for part in FITTED),
        )


FITTED = ("fit", "fit_cpu", "predict")


def half_of(results: list[Any], which: int) -> list[Any]:
    """Every other table of the folder by name: 0 to choose constants on, 1 to report."""
    tables = sorted(table.name for table in real_tables())[which::2]
    return [one for one in results if one.table in tables]


def print_ablation(results: list[Any]) -> None:
    """Print the change of the loss and of the time against the first model, on both halves."""
    results = shared(results)
    for title, which in (("Tables to choose constants on", 0), ("Tables to report", 1)):
        part = half_of(results, which)
        losses = mean_losses(part)
        if not losses:
            continue
        names = list(dict.fromkeys(one.model for one in part))
        print(f"\n{title}: {len(losses)} tables")
        row("", "mean change", "median", "worse on", "fit CPU s")
        for name in names:
            change = [
                0.0 if min(one.values()) < TIE else 100 * (one[name] / one[names[0]] - 1)
                for one in losses.values()
            ]
            seconds = sum(one.fit_cpu for one in part if one.model == name and one.table in losses)
            row(
                name,
                *(f"{np.mean(change):+.2f} %", f"{np.median(change):+.2f} %"),
                *(sum(one > 0 for one in change), f"{seconds:.1f}"),
            )


def print_report(results: list[Any]) -> None:
    """Print losses by table, and summaries of both halves."""
    results = shared(results)
    losses = mean_losses(results)
    names = list(dict.fromkeys(one.model for one in results))
    print()
    row("mean loss", *names)
    for table in sorted(losses):
        row(table, *(f"{losses[table][name]:.5f}" for name in names))
    finished = {table for table, one in losses.items() if not any(map(math.isnan, one.values()))}
    print_summaries("", results)
    if len(finished) < len(losses):
        print_summaries(", finished by all", [one for one in results if one.table in finished])


def print_summaries(suffix: str, results: list[Any]) -> None:
    print_summary("All" + suffix, results)
    print_summary("Tables to choose constants on" + suffix, half_of(results, 0))
    print_summary("Tables to report" + suffix, half_of(results, 1))
