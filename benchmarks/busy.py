"""Fits on a machine whose cores are shared with other work: how much slower they become.

Run ``python benchmarks/busy.py``; README.md explains the output.
"""

import argparse
import statistics
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

import data
import forest_peers
from boosters import LIGHTGBM, SPINNEY, XGBOOST, Task, installed
from measure import machine, seconds
from report import check_target, row

TARGET = 1.7
"""How much slower a fit with two threads may become by one busy process on two cores."""
MORE_THREADS = 8
Calls = dict[str, Callable[[int], Any]]


@contextmanager
def busy_processes(n: int) -> Iterator[None]:
    """Run processes that each keep a core busy."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(n)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def calls(rows: int, trees: int) -> Calls:
    """Fits by the name of the library; each takes the number of threads."""
    x, y = data.gaussian(rows, np.random.default_rng(0))

    def boost(booster: Any, threads: int) -> None:
        booster.fit_matrix(x, y, Task(trees=trees, threads=threads))

    def forest(threads: int) -> None:
        forest_peers.fit_spinney(x, y, forest_peers.Task(trees=trees // 4, threads=threads))

    found: Calls = {b.name: partial(boost, b) for b in installed((SPINNEY, LIGHTGBM, XGBOOST))}
    return found | {"spinney forest": forest}


def medians(found: Calls, threads: int, repeats: int) -> dict[str, float]:
    """Median seconds; calls alternate. The minimum would hide the other load."""
    runs: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(repeats):
        for name, call in found.items():
            runs[name].append(seconds(partial(call, threads)))
    return {name: statistics.median(times) for name, times in runs.items()}


def two_at_once(call: Callable[[int], Any], threads: int) -> None:
    """Run a fit in two threads of this process."""
    fits = [threading.Thread(target=call, args=(threads,)) for _ in range(2)]
    for fit in fits:
        fit.start()
    for fit in fits:
        fit.join()


def show(title: str, times: dict[str, float], alone: dict[str, float]) -> None:
    print(f"\n== {title} ==")
    row("", "seconds", "times alone")
    for name, elapsed in times.items():
        row(name, f"{elapsed:.2f}", f"{elapsed / alone[name]:.2f}")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--neighbors", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--repeats", type=int, default=5)
    return parser.parse_args()


def main() -> None:
    args = parse()
    warnings.simplefilter("ignore")
    print(machine())
    found = calls(args.rows, args.trees)
    alone = medians(found, args.threads, args.repeats)
    show(f"alone, {args.rows:,} x 28, {args.threads} threads", alone, alone)
    for n in args.neighbors:
        with busy_processes(n):
            times = medians(found, args.threads, args.repeats)
        show(f"next to {n} busy processes", times, alone)
        if n == 1:
            ratio = times[SPINNEY.name] / alone[SPINNEY.name]
            check_target(f"target {TARGET} / times alone of {SPINNEY.name}", TARGET / ratio, 1)
    pairs = {name: partial(two_at_once, call) for name, call in found.items()}
    show("two fits at once", medians(pairs, args.threads, args.repeats), alone)
    show(f"{MORE_THREADS} threads", medians(found, MORE_THREADS, args.repeats), alone)


if __name__ == "__main__":
    main()
