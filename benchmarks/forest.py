"""Forests: speed, importance, memory, prediction and accuracy, against other libraries.

Run ``python benchmarks/forest.py``; ``--quick`` uses small sizes. README.md explains the output.
"""

import argparse
import pickle
import warnings
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
from sklearn.inspection import permutation_importance
from sklearn.metrics import accuracy_score, r2_score

import data
import forest_tables as tables
from forest_accuracy import accuracy_section, log_loss_section
from forest_peers import INTELEX, SKLEARN, SPINNEY, YDF, Library, Task, installed
from measure import best_of, best_of_many, machine
from report import check_target, row

MIB = 1 << 20
HELD_OUT, UNSEEN = 20_000, 200_000
FAR_BEHIND = 4.0
"""Peers that need this many times as long as the fastest one run once."""
BARS = {INTELEX: 3, SKLEARN: 10, YDF: 8}
THIRD = 1 / 3
OUT_OF_BAG = 0.368
"""Share of out-of-bag rows."""


def compare_fits(
    split: tables.Split,
    task: Task,
    libraries: list[Library],
    repeats: int,
    targets: Mapping[Library, float] | float,
) -> dict[Library, Any]:
    """Seconds and held-out scores on the same rows; a target for each peer, or for the fastest."""
    models: dict[Library, Any] = {}

    def fit(library: Library) -> None:
        models[library] = library.fit(split.x, split.y, task)

    best = best_of({b: partial(fit, b) for b in libraries}, repeats, FAR_BEHIND)
    print(f"\n{title_of(split, task)}, best of {repeats}")
    row("", "seconds", "relative", "R2" if task.regression else "accuracy")
    score = r2_score if task.regression else accuracy_score
    for library, seconds in best.items():
        seen = library.predict(models[library], split.x_test, task)
        times = f"{seconds / best[SPINNEY]:.2f}"
        row(library.name, f"{seconds:.3f}", times, f"{score(split.y_test, seen):.4f}")
    peers = [library for library in best if library is not SPINNEY]
    if peers and not isinstance(targets, Mapping):
        targets = {min(peers, key=best.__getitem__): targets}
    for library in peers:
        if library in targets:
            check_target(f"times {library.name}", best[library] / best[SPINNEY], targets[library])
    return models


def title_of(split: tables.Split, task: Task) -> str:
    family = "extra trees" if task.extra else "trees"
    share = task.max_features if isinstance(task.max_features, str) else f"{task.max_features:.2g}"
    of = f"max_features {share}"
    return f"{split.title}, {task.trees} {family}, {of}, {task.threads} thread(s)"


@cache
def large_models(
    libraries: tuple[Library, ...], task: Task, n_rows: int, shape: str, repeats: int
) -> dict[Library, Any]:
    """Comparison of all libraries on many rows, run once; later sections use its models."""
    split = tables.continuous(n_rows, HELD_OUT, shape)
    return compare_fits(split, task, list(libraries), repeats, BARS)


def large(args: argparse.Namespace) -> dict[Library, Any]:
    n_rows = 100_000 // args.scale
    return large_models(tuple(args.libraries), args.task, n_rows, args.shape, args.repeats)


def speed(args: argparse.Namespace) -> None:
    print("\n== Speed: seconds from the matrix to the forest ==")
    large(args)
    for name in ("casp", "diamonds"):
        split = tables.regression(name, args.scale)
        for share in (THIRD, 1.0):
            task = replace(args.task, regression=True, max_features=share)
            compare_fits(split, task, args.libraries, args.repeats, 3)


def small(args: argparse.Namespace) -> None:
    print("\n== Small: 1,000 rows ==")
    split = tables.continuous(1_000, HELD_OUT, args.shape)
    compare_fits(split, args.task, args.libraries, 5 * args.repeats, {SKLEARN: 3})


def extra(args: argparse.Namespace) -> None:
    """Extra trees; YDF does not have them."""
    print("\n== Extra trees: random thresholds, all rows ==")
    libraries = [library for library in args.libraries if library is not YDF]
    synthetic = tables.continuous(100_000 // args.scale, HELD_OUT, args.shape)
    task = replace(args.task, extra=True)
    compare_fits(synthetic, task, libraries, args.repeats, {SKLEARN: 3})
    task = replace(task, regression=True, max_features=1.0)
    real = tables.regression("casp", args.scale)
    compare_fits(real, task, libraries, args.repeats, {SKLEARN: 3})


def importance(args: argparse.Namespace) -> None:
    """Both use the whole table; ours evaluates a tree on its out-of-bag rows, about a third."""
    split = tables.continuous(20_000 // args.scale, 0, args.shape)
    print(f"\n== Permutation importance ==\n{title_of(split, args.task)}")
    x, y = split.x, split.y
    ours, theirs = (b.fit(x, y, args.task) for b in (SPINNEY, SKLEARN))
    found: dict[str, np.ndarray] = {}

    def permute_ours(name: str, n_repeats: int) -> None:
        found[name] = ours.importances("permutation", X=x, y=y, n_repeats=n_repeats).mean

    def permute_theirs(name: str, n_rows: int) -> None:
        result = permutation_importance(theirs, x[:n_rows], y[:n_rows], n_repeats=5)
        found[name] = result.importances_mean

    ours_1, ours_5, all_rows, as_many = names = (
        *("spinney", "spinney, 5 repeats"),
        *("scikit-learn, 5 repeats", "as many rows as ours"),
    )
    best = best_of({ours_1: partial(permute_ours, ours_1, 1)}, 3)
    best |= best_of({ours_5: partial(permute_ours, ours_5, 5)}, 3)
    best |= best_of({all_rows: partial(permute_theirs, all_rows, len(y))}, 1)
    best |= best_of({as_many: partial(permute_theirs, as_many, round(OUT_OF_BAG * len(y)))}, 1)
    row("", "seconds", "relative", "correlation")
    for name in names:
        alike = np.corrcoef(found[name], found[ours_1])[0, 1]
        row(name, f"{best[name]:.3f}", f"{best[name] / best[ours_1]:.1f}", f"{alike:.3f}")
    check_target("times scikit-learn with default repeats", best[all_rows] / best[ours_1], 10)
    print(f"  -> with equal rows and repeats: {best[as_many] / best[ours_5]:.1f}")


def memory(args: argparse.Namespace) -> None:
    models = large(args)
    print("\n== Model size: the forests of the first comparison ==")
    row("", "in memory", "pickled", "bytes/node")
    forest = models[SPINNEY]._fitted().forest
    held = {SPINNEY: forest.nbytes}
    nodes = {SPINNEY: forest.n_nodes}
    if SKLEARN in models:
        trees = [member.tree_ for member in models[SKLEARN].estimators_]
        nodes[SKLEARN] = sum(tree.node_count for tree in trees)
        states = [tree.__getstate__() for tree in trees]
        held[SKLEARN] = sum(state["nodes"].nbytes + state["values"].nbytes for state in states)
    pickled = {library: len(pickle.dumps(models[library], -1)) for library in held}
    for library, size in held.items():
        sizes = (f"{size / MIB:.1f} MiB", f"{pickled[library] / MIB:.1f} MiB")
        row(library.name, *sizes, f"{size / nodes[library]:.1f}")
    check_target("16 bytes per node over ours", 16 * nodes[SPINNEY] / held[SPINNEY], 1)
    if SKLEARN in held:
        check_target("scikit-learn's memory over ours", held[SKLEARN] / held[SPINNEY], 4)
        check_target("scikit-learn's pickle over ours", pickled[SKLEARN] / pickled[SPINNEY], 4)


def prediction(args: argparse.Namespace) -> None:
    models = large(args)
    x = tables.continuous(100_000 // args.scale, UNSEEN // args.scale, args.shape).x_test
    print("\n== Prediction: the forests of the first comparison ==")
    for threads in (args.threads, 1):
        calls = {b: partial(b.predictor(model, threads), x) for b, model in models.items()}
        print(f"\n{len(x):,} rows, {threads} thread(s), best of {args.repeats}")
        compare_predictions(best_of(calls, args.repeats), "milliseconds", 1e3, 2.5)
    print("\none row, 1 thread")
    calls = {b: partial(b.predictor(model, 1), x[:1]) for b, model in models.items()}
    compare_predictions(best_of_many(calls, 5.0), "microseconds", 1e6, 1)


def compare_predictions(
    best: Mapping[Library, float], unit: str, scale: float, target: float
) -> None:
    row("", unit, "relative")
    for library, seconds in best.items():
        row(library.name, f"{scale * seconds:.4g}", f"{seconds / best[SPINNEY]:.2f}")
    others = [seconds for library, seconds in best.items() if library is not SPINNEY]
    if others:
        check_target("times as fast as the fastest peer", min(others) / best[SPINNEY], target)


def accuracy(args: argparse.Namespace) -> None:
    accuracy_section(args.seeds, args.task, max_rows=10_000 // args.scale)


def log_loss(args: argparse.Namespace) -> None:
    log_loss_section(args.seeds, max_rows=10_000 // args.scale)


SECTIONS = {
    section.__name__: section
    for section in (speed, small, extra, importance, memory, prediction, accuracy, log_loss)
}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows, fewer runs")
    parser.add_argument("--sections", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    parser.add_argument("--shape", choices=data.SHAPES, default="gaussian", help="synthetic rows")
    parser.add_argument("--repeats", type=int, help="runs of each call; the minimum counts (3)")
    parser.add_argument("--seeds", type=int, help="seeds of accuracy and log loss, at least 2 (5)")
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    args.scale = 10 if args.quick else 1
    args.repeats = args.repeats or (1 if args.quick else 3)
    args.seeds = max(2, args.seeds or (2 if args.quick else 5))
    args.task = Task(trees=args.trees, threads=args.threads)
    return args


def say_nothing(*warning: Any, **context: Any) -> None:
    pass


def main() -> None:
    args = parse()
    # A warnings filter does not suffice: scikit-learn's threads reset it.
    warnings.showwarning = say_nothing
    print(machine())
    args.libraries = installed()
    print(", ".join(library.version for library in args.libraries))
    for section in args.sections:
        SECTIONS[section](args)


if __name__ == "__main__":
    main()
