"""Gradient boosting: speed, accuracy, memory and phases, compared with other libraries.

Run ``python benchmarks/boosting.py``; ``--quick`` uses small sizes. README.md explains the output.
"""

import argparse
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from sklearn.metrics import log_loss

import boosting_tables as tables
import data
from boosters import (
    CATBOOST_SYMMETRIC,
    LIGHTGBM,
    LIGHTGBM_QUANTIZED,
    OTHERS,
    SPINNEY,
    XGBOOST,
    Booster,
    Task,
    installed,
)
from boosting_phases import phases_section
from measure import best_of, machine, peak_bytes
from report import check_target, check_within_noise, row

MIB = 1 << 20
HELD_OUT = 100_000
FAR_BEHIND = 6.0
"""Peers that need this many times as long as the fastest one run once."""


def speed_tables(args: argparse.Namespace) -> dict[str, tuple[Callable[[], tables.Split], float]]:
    """Function that makes each table, and the target ratio to the fastest peer."""
    k = args.scale
    synthetic = partial(tables.continuous, n_held_out=HELD_OUT // k, seed=1, shape=args.shape)
    return {
        "many": (partial(synthetic, 500_000 // k), 2),
        "medium": (partial(synthetic, 100_000 // k), 2),
        "wide": (partial(tables.wide, 20_000 // k, 1_000, 10_000 // k, 1), 2),
        "letter": (partial(tables.letter, 1), 2),
        "adult": (partial(tables.adult, 1, 500_000 // k), 2),
        "small": (partial(synthetic, 1_000), 1),
    }


def task_of(split: tables.Split, args: argparse.Namespace) -> Task:
    return Task(split.n_classes, split.categories, args.trees, args.threads)


def loss_of(booster: Booster, model: Any, split: tables.Split, task: Task) -> float:
    """Log loss on the held-out rows."""
    seen = booster.probabilities(model, booster.prepare(split.x_test, task))
    return float(log_loss(split.y_test, seen, labels=np.arange(split.n_classes)))


def compare_fits(
    split: tables.Split, args: argparse.Namespace, repeats: int, target: float
) -> None:
    """One table: seconds and held-out log loss of every library on the same rows."""
    task = task_of(split, args)
    models: dict[Booster, Any] = {}

    def keep(booster: Booster, x: Any) -> None:
        models[booster] = booster.fit(x, split.y, task)

    calls = {b: partial(keep, b, b.prepare(split.x, task)) for b in args.boosters}
    best = best_of(calls, repeats, FAR_BEHIND)
    print(f"\n{split.title}, {task.trees} trees, {task.threads} thread(s), best of {repeats}")
    row("", "seconds", "relative", "log loss")
    for booster, seconds in best.items():
        loss = loss_of(booster, models[booster], split, task)
        row(booster.name, f"{seconds:.3f}", f"{seconds / best[SPINNEY]:.2f}", f"{loss:.5f}")
    matched = {booster: best[booster] for booster in OTHERS if booster in best}
    if matched:
        fastest = min(matched, key=matched.__getitem__)
        check_target(f"times {fastest.name}", matched[fastest] / best[SPINNEY], target)


def speed(args: argparse.Namespace) -> None:
    print("\n== Speed: seconds to encode and fit ==")
    for name, (make, target) in speed_tables(args).items():
        if name in args.tables:
            compare_fits(make(), args, args.repeats * (5 if name == "small" else 1), target)


def accuracy(args: argparse.Namespace) -> None:
    """New rows and seeds per draw; compare with the better of LightGBM and XGBoost."""
    n = 100_000 // args.scale
    synthetic = partial(tables.continuous, n, HELD_OUT // args.scale, shape=args.shape)
    print(f"\n== Accuracy: log loss on held-out rows, {args.seeds} seeds ==")
    for name, draw in {"medium": synthetic, "letter": tables.letter, "adult": tables.adult}.items():
        if name in args.tables:
            compare_losses([draw(seed=seed) for seed in range(args.seeds)], args)


LEAF_LIMITS: dict[str, dict[str, Any]] = {
    "20 rows": {"min_rows": 20},
    "weight 0.001": {"min_rows": 1, "min_weight": 1e-3},
}
"""Libraries define the minimum number of rows differently, the minimum weight equally."""


def compare_losses(draws: list[tables.Split], args: argparse.Namespace) -> None:
    """Evaluate both leaf limits on the same draws and pool their differences."""
    print(f"\n{draws[0].title}; minimum per leaf:")
    row("", *LEAF_LIMITS, "difference", "standard error")
    losses: dict[Booster, np.ndarray] = {}
    for booster in (b for b in (SPINNEY, LIGHTGBM, XGBOOST) if b in args.boosters):
        found = []
        for limits in LEAF_LIMITS.values():
            for seed, split in enumerate(draws):
                task = replace(task_of(split, args), seed=seed, **limits)
                model = booster.fit_matrix(split.x, split.y, task)
                found.append(loss_of(booster, model, split, task))
        losses[booster] = np.array(found)
        less, error = mean_and_error(losses[SPINNEY] - losses[booster])
        means = np.reshape(found, (len(LEAF_LIMITS), -1)).mean(axis=1)
        row(booster.name, *(f"{mean:.5f}" for mean in means), f"{less:+.5f}", f"{error:.5f}")
    peers = [booster for booster in losses if booster is not SPINNEY]
    if peers:
        best = min(peers, key=lambda booster: losses[booster].mean())
        less, error = mean_and_error(losses[SPINNEY] - losses[best])
        check_within_noise(f"ours minus {best.name}, two standard errors", less, 2 * error)


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    spread = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else 0.0
    return float(values.mean()), float(spread)


def memory(args: argparse.Namespace) -> None:
    """Peak memory of a fit above its input, each library in its own process."""
    split = tables.continuous(500_000 // args.scale, 0, 1, args.shape)
    print(f"\n== Peak memory above the input of {split.x.nbytes / MIB:.0f} MiB ==\n{split.title}")
    task = task_of(split, args)
    weighed = (SPINNEY, LIGHTGBM, LIGHTGBM_QUANTIZED)
    fits = {b: partial(b.fit_matrix, task=task) for b in weighed if b in args.boosters}
    peak = {booster: peak_bytes(fit, (split.x, split.y)) for booster, fit in fits.items()}
    for booster, size in peak.items():
        row(booster.name, f"{size / MIB:.0f} MiB", f"{size / peak[SPINNEY]:.2f}")
    if LIGHTGBM in peak:
        check_target("peak memory, LightGBM's over ours", peak[LIGHTGBM] / peak[SPINNEY], 1)


def phases(args: argparse.Namespace) -> None:
    split = tables.continuous(500_000 // args.scale, 0, 1, args.shape)
    phases_section(split.x, split.y, args.trees, args.threads)


SECTIONS = {"speed": speed, "accuracy": accuracy, "memory": memory, "phases": phases}
TABLES = ("many", "medium", "wide", "letter", "adult", "small")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows, fewer runs")
    parser.add_argument("--sections", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=list(TABLES))
    parser.add_argument("--shape", choices=data.SHAPES, default="gaussian", help="synthetic rows")
    parser.add_argument("--repeats", type=int, help="runs of each fit; the minimum counts (3)")
    parser.add_argument("--seeds", type=int, help="seeds of the accuracy section (5)")
    parser.add_argument("--trees", type=int, help="rounds (100)")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    args.scale = 10 if args.quick else 1
    args.repeats = args.repeats or (2 if args.quick else 3)
    args.seeds = args.seeds or (2 if args.quick else 5)
    args.trees = args.trees or (20 if args.quick else 100)
    return args


def main() -> None:
    args = parse()
    warnings.simplefilter("ignore")
    print(machine())
    args.boosters = installed((SPINNEY, *OTHERS, CATBOOST_SYMMETRIC))
    print(", ".join(dict.fromkeys(booster.version for booster in args.boosters)))
    for section in args.sections:
        SECTIONS[section](args)


if __name__ == "__main__":
    main()
