"""Cost against rows, columns, levels, classes, leaves, depth, trees and threads, with the peers.

Run ``python benchmarks/cost.py``; ``--quick`` uses small sizes. README.md explains the output.
"""

import argparse
import json
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from scipy import sparse

import boosters
import forest_peers
import peers
from cost_axes import AXES, Axis, Workload
from cost_report import Curve, draw, print_header, print_size, print_steep_steps
from measure import best_of, cpu_seconds, machine, seconds

FAR_BEHIND = 4.0
"""A library that needs this many times as long as the fastest one, and over a second, runs once."""
SHORT, MORE_RUNS = 0.5, 10
"""A size whose fits need fewer seconds in sum has more runs."""
DENSE_ONLY = {"scikit-learn-intelex", "ydf"}
"""Libraries without forests or trees of sparse tables."""
Call = Callable[[], Any]


def boosting_call(library: Any, work: Workload, task: boosters.Task) -> Call:
    return partial(library.fit, library.prepare(work.x, task), work.y, task)


def forest_call(library: Any, work: Workload, task: boosters.Task) -> Call:
    settings = forest_peers.Task(trees=task.trees, threads=task.threads)
    return partial(library.fit, work.x, work.y, settings)


def tree_call(library: Any, work: Workload, task: boosters.Task) -> Call:
    return partial(library.fit, work.x, work.y, task.depth, task.threads)


def boosting_libraries() -> list[Any]:
    return boosters.installed((boosters.SPINNEY, boosters.LIGHTGBM, boosters.XGBOOST))


def forest_libraries() -> list[Any]:
    return [library for library in forest_peers.installed() if library.name != "ydf"]


def tree_libraries() -> list[Any]:
    return peers.installed(peers.SPINNEY, peers.SKLEARN)


@dataclass(frozen=True)
class Model:
    """A kind of model: its libraries, a function that makes their calls, and its axes."""

    libraries: Callable[[], list[Any]]
    call: Callable[[Any, Workload, boosters.Task], Call]
    axes: tuple[str, ...]


TABLE_AXES = ("rows", "columns", "sparse_columns", "nonzeros", "classes")
MODELS = {
    "boosting": Model(boosting_libraries, boosting_call, tuple(AXES)),
    "forest": Model(forest_libraries, forest_call, (*TABLE_AXES, "trees", "threads")),
    "tree": Model(tree_libraries, tree_call, (*TABLE_AXES, "depth")),
}


def calls_of(names: list[str], work: Workload, args: argparse.Namespace) -> dict[str, Call]:
    """The fits of the libraries that are still measured and can read the table."""
    model = MODELS[args.model]
    task = replace(boosters.Task(trees=args.trees, threads=args.threads), **work.settings)
    readers = [
        library
        for library in args.libraries
        if library.name in names and not (sparse.issparse(work.x) and library.name in DENSE_ONLY)
    ]
    return {library.name: model.call(library, work, task) for library in readers}


def fastest_runs(calls: dict[str, Call], args: argparse.Namespace) -> dict[str, float]:
    """Minimum seconds of alternating runs; short fits run more often."""
    timer = cpu_seconds if args.cpu else seconds
    best = best_of(calls, args.repeats, FAR_BEHIND, timer)
    if sum(best.values()) < SHORT:
        more = best_of(calls, MORE_RUNS, timer=timer)
        best = {name: min(best[name], more[name]) for name in calls}
    return best


def warm_up(calls: dict[str, Call]) -> None:
    """Imports and thread pools."""
    for call in calls.values():
        call()


def measure_axis(axis: Axis, args: argparse.Namespace) -> Curve:
    """Measure and print one size after the other, without libraries above the time limit."""
    curve = Curve(axis.title, axis.doubling)
    names = [library.name for library in args.libraries]
    print_header(curve, names)
    remaining = names
    for size in axis.sizes_up_to(axis.quick_limit if args.quick else float("inf")):
        calls = calls_of(remaining, axis.make(size), args)
        if not calls:
            break
        if not curve.seconds:
            warm_up(calls)
        best = fastest_runs(calls, args)
        curve.add(size, best)
        print_size(curve, names, size)
        remaining = [name for name, elapsed in best.items() if elapsed <= args.limit]
    print_steep_steps(curve)
    return curve


def earlier_results(path: str | None) -> dict[str, Curve]:
    if path is None or not Path(path).is_file():
        return {}
    held = json.loads(Path(path).read_text())
    return {name: Curve.from_json(curve) for name, curve in held.items()}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", choices=MODELS, default="boosting")
    parser.add_argument("--axes", nargs="+", choices=AXES, help="default: all of the model")
    parser.add_argument("--quick", action="store_true", help="small sizes, fewer trees and runs")
    parser.add_argument("--plot", metavar="FILE", help="write a figure with a panel per axis")
    parser.add_argument("--results", metavar="FILE", help="keep the seconds of several runs here")
    parser.add_argument("--trees", type=int, help="trees on the other axes (20)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, help="runs of each fit; the minimum counts (3)")
    parser.add_argument("--cpu", action="store_true", help="CPU seconds, for a busy machine")
    parser.add_argument(
        "--limit", type=float, default=20.0, help="seconds above which larger sizes are skipped"
    )
    args = parser.parse_args()
    args.axes = args.axes or MODELS[args.model].axes
    if wrong := [name for name in args.axes if name not in MODELS[args.model].axes]:
        parser.error(f"--model {args.model} has no axis {', '.join(wrong)}")
    args.trees = args.trees or (5 if args.quick else 20)
    args.repeats = args.repeats or (2 if args.quick else 3)
    return args


def main() -> None:
    args = parse()
    warnings.simplefilter("ignore")
    print(machine())
    args.libraries = MODELS[args.model].libraries()
    unit = "CPU seconds" if args.cpu else "seconds"
    title = f"{args.model}, {args.trees} trees" if args.model != "tree" else "tree"
    title += f", {args.threads} thread(s)"
    print(f"{title}: {unit}, and slopes from the previous size")
    curves = earlier_results(args.results)
    for name in args.axes:
        curves[name] = measure_axis(AXES[name], args)
        if args.results:
            kept = {name: curve.to_json() for name, curve in curves.items()}
            Path(args.results).write_text(json.dumps(kept, indent=1))
    if args.plot:
        ordered = {name: curves[name] for name in AXES if name in curves}
        draw(ordered, title, unit, args.plot)


if __name__ == "__main__":
    main()
