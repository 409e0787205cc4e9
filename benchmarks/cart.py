"""Single exact trees: speed, growth with rows, memory and small tables, against other libraries.

Run ``python benchmarks/cart.py``; ``--quick`` uses small sizes. README.md explains the output.
"""

import argparse
import math
import warnings
from functools import partial

import numpy as np
from sklearn.datasets import load_iris

import data
from measure import best_of, best_of_many, machine, peak_bytes
from peers import SKLEARN, SPINNEY, YDF, installed
from report import check_target, depth_name, row
from tables import real_tables_section

HELD_OUT = 50_000
MIB = 1 << 20


def compare_fits(args: argparse.Namespace, shape: str, depth: int | None, threads: int) -> None:
    """One table: seconds, held-out accuracy and leaves of every library on the same rows."""
    (x, y), (x_test, y_test) = data.make(shape, args.rows, HELD_OUT)
    print(f"\n{shape}, {args.rows:,} x {x.shape[1]}, {depth_name(depth)}, {threads} thread(s)")
    row("", "seconds", "relative", "accuracy", "leaves")
    peers = installed(SPINNEY, SKLEARN, YDF)
    calls = {peer: partial(peer.fit, x, y, depth, threads) for peer in peers}
    best = best_of(calls, args.repeats)
    for peer, seconds in best.items():
        tree = peer.grown(calls[peer]())
        accuracy = f"{np.mean(tree.predict(x_test) == y_test):.4f}"
        times = f"{seconds / best[SPINNEY]:.2f}"
        row(peer.name, f"{seconds:.3f}", times, accuracy, f"{tree.n_leaves:,}")
    check_target("times scikit-learn", best[SKLEARN] / best[SPINNEY], 8 if threads > 1 else 4)
    if YDF in best and threads > 1:
        check_target("times YDF", best[YDF] / best[SPINNEY], 1)


def speed(args: argparse.Namespace) -> None:
    print("\n== Speed ==")
    for shape in args.shapes:
        for depth in (None, 8):
            for threads in (2, 1):
                compare_fits(args, shape, depth, threads)


def growth(args: argparse.Namespace) -> None:
    """Time against n log n over four doublings: a slope of 1 is n log n."""
    print("\n== Growth of time with rows ==")
    shape = args.shapes[0]
    (x, y), _ = data.make(shape, args.many_rows)
    sizes = [args.many_rows >> k for k in (4, 3, 2, 1, 0)]
    work = [n * math.log2(n) for n in sizes]
    for depth in (None, 8):
        print(f"\n{shape}, {x.shape[1]} columns, {depth_name(depth)}, 2 threads")
        row("rows", "seconds", "ns / n log2 n")
        calls = {n: partial(SPINNEY.fit, x[:n], y[:n], depth, 2) for n in sizes}
        times = list(best_of(calls, args.repeats).values())
        for n, seconds, w in zip(sizes, times, work, strict=True):
            row(f"{n:,}", f"{seconds:.3f}", f"{1e9 * seconds / w:.2f}")
        slope = np.polyfit(np.log(work), np.log(times), 1)[0]
        check_target(f"n log n, one over the slope {slope:.3f} (1.1 passes)", 1 / slope, 1 / 1.1)


def many_rows(args: argparse.Namespace) -> None:
    """Seconds and peak memory above the input on the largest table."""
    print("\n== Many rows ==")
    shape = args.shapes[0]
    (x, y), _ = data.make(shape, args.many_rows)
    peers = (SPINNEY, SKLEARN)
    for depth in (8, None) if args.full else (8,):
        print(f"\n{shape}, {args.many_rows:,} x {x.shape[1]}, {depth_name(depth)}, 2 threads")
        row("", "seconds", "relative")
        best = best_of({peer: partial(peer.fit, x, y, depth, 2) for peer in peers}, 1)
        for peer, seconds in best.items():
            row(peer.name, f"{seconds:.2f}", f"{seconds / best[SPINNEY]:.2f}")
        wide = x.astype(np.float64)
        compare_peaks("float32 input", x, y, depth)
        compare_peaks("float64 input whose values fit float32", wide, y, depth)
        compare_peaks("float64 input", wide * (1 + 2**-40), y, depth)


def compare_peaks(kind: str, x: np.ndarray, y: np.ndarray, depth: int | None) -> None:
    """Peak memory of a fit above its input, each library in its own process."""
    print(f"  peak memory above the {kind}, {x.nbytes / MIB:.0f} MiB")
    fits = {peer: partial(peer.fit, depth=depth, threads=2) for peer in (SPINNEY, SKLEARN)}
    peak = {peer: peak_bytes(fit, (x, y)) for peer, fit in fits.items()}
    for peer, size in peak.items():
        row(peer.name, f"{size / MIB:.0f} MiB", f"{size / peak[SPINNEY]:.2f}")
    check_target("peak memory, scikit-learn's over ours", peak[SKLEARN] / peak[SPINNEY], 1)


def small(args: argparse.Namespace) -> None:
    """Fits and predictions so short that the overhead of the call dominates."""
    print("\n== 150 rows: microseconds, 2 threads allowed ==\n")
    row("", "spinney", "scikit-learn", "relative")
    synthetic, _ = data.make("gaussian", 150)
    tables = {"iris": load_iris(return_X_y=True), f"150 x {data.N_COLUMNS}": synthetic}
    for name, (x, y) in tables.items():
        fits = {peer: partial(peer.fit, x, y, None, 2) for peer in (SPINNEY, SKLEARN)}
        trees = {peer: fit() for peer, fit in fits.items()}
        ratio = compare_calls(f"{name}: fit", fits, args.budget)
        for n in (1, 150):
            calls = {peer: partial(tree.predict, x[:n]) for peer, tree in trees.items()}
            compare_calls(f"{name}: predict {n}", calls, args.budget)
        check_target(f"fit of {name}, scikit-learn's time over ours", ratio, 1)


def compare_calls(title: str, calls: dict, budget: float) -> float:
    """Print one line of ``small``; return scikit-learn's time over ours."""
    best = best_of_many(calls, budget)
    ratio = best[SKLEARN] / best[SPINNEY]
    row(title, f"{1e6 * best[SPINNEY]:.0f}", f"{1e6 * best[SKLEARN]:.0f}", f"{ratio:.2f}")
    return ratio


SECTIONS = {
    "speed": speed,
    "growth": growth,
    "many": many_rows,
    "small": small,
    "real": lambda args: real_tables_section(args.repeats),
}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, fewer runs")
    parser.add_argument("--full", action="store_true", help="also full depth with --many-rows")
    parser.add_argument("--rows", type=int, help="rows of the speed section (100,000)")
    parser.add_argument("--many-rows", type=int, help="maximum rows of growth and many (1,000,000)")
    parser.add_argument("--repeats", type=int, help="runs of each fit; the minimum counts (3)")
    parser.add_argument("--shapes", nargs="+", choices=data.SHAPES, help="shapes of the data")
    parser.add_argument("--sections", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    args = parser.parse_args()
    args.rows = args.rows or (20_000 if args.quick else 100_000)
    args.many_rows = args.many_rows or (200_000 if args.quick else 1_000_000)
    args.repeats = args.repeats or (2 if args.quick else 3)
    args.shapes = args.shapes or (["gaussian"] if args.quick else list(data.SHAPES))
    args.budget = 0.3 if args.quick else 2.0
    return args


def main() -> None:
    args = parse()
    warnings.simplefilter("ignore")
    print(machine())
    print(", ".join(f"{peer.name} {peer.version}" for peer in installed(SPINNEY, SKLEARN, YDF)))
    for section in args.sections:
        SECTIONS[section](args)


if __name__ == "__main__":
    main()
