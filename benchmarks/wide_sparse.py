"""Boosting on wide sparse tables, compared with LightGBM: seconds by the number of columns.

Run ``python benchmarks/wide_sparse.py``; README.md explains the output.
"""

import argparse
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from boosters import LIGHTGBM, SPINNEY, Booster, Task, installed
from measure import best_of, machine
from report import check_target, row

FAR_BEHIND = 4.0
"""A library that needs this many times as long as the faster one runs once."""


def uniform_sparse(n_rows: int, n_columns: int, density: float = 0.01) -> tuple[Any, np.ndarray]:
    """Normal values at random places; two classes, by a linear function of all columns."""
    rng = np.random.default_rng(0)
    x = sparse.random(
        n_rows, n_columns, density, "csr", np.float64, rng, data_rvs=rng.standard_normal
    )
    score = x @ rng.standard_normal(n_columns)
    return x, (score + 0.5 * rng.standard_normal(n_rows) > 0).astype(np.int64)


def documents(n_rows: int, n_words: int, length: int = 120) -> tuple[Any, np.ndarray]:
    """TF-IDF weights of random documents: word frequencies by Zipf's law, 20 topics, 2 classes.

    A stand-in for the 20 newsgroups in its shape, fill and skewed word frequencies.
    """
    rng = np.random.default_rng(0)
    frequency = 1 / (10 + np.arange(n_words))
    topic = rng.integers(20, size=n_rows)
    lengths = rng.geometric(1 / length, n_rows)
    weights = frequency * np.exp(rng.standard_normal((20, n_words)))
    words = [
        rng.choice(n_words, lengths[topic == t].sum(), p=weights[t] / weights[t].sum())
        for t in range(20)
    ]
    order = np.argsort(topic, kind="stable")
    rows = np.repeat(order, lengths[order])
    counts = sparse.coo_array(
        (np.ones(len(rows)), (rows, np.concatenate(words))), (n_rows, n_words)
    ).tocsr()
    with_word = np.bincount(counts.indices, minlength=n_words)
    x = counts @ sparse.diags_array(np.log((1 + n_rows) / (1 + with_word)) + 1)
    x = sparse.diags_array(1 / np.sqrt(np.maximum((x * x).sum(axis=1), 1e-300))) @ x
    return sparse.csr_matrix(x), topic % 2


def compare(
    title: str, make: Callable[[], tuple[Any, np.ndarray]], args: argparse.Namespace
) -> dict[Booster, float]:
    x, y = make()
    task = Task(trees=args.trees, threads=args.threads)
    calls = {b: partial(b.fit, x, y, task) for b in args.boosters}
    best = (
        {booster: cpu_seconds(call) for booster, call in calls.items()}
        if args.cpu
        else best_of(calls, args.repeats, FAR_BEHIND)
    )
    for booster, seconds in best.items():
        row(title, booster.name, f"{seconds:.2f}", f"{seconds / best[SPINNEY]:.2f}")
    return best


def cpu_seconds(call: Callable[[], Any]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--columns", type=int, nargs="*", default=[1_000, 2_000, 4_000, 8_000])
    parser.add_argument("--no-documents", action="store_true", help="skip 9,000 x 31,231 TF-IDF")
    parser.add_argument("--trees", type=int, default=50)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cpu", action="store_true", help="CPU seconds, one run")
    return parser.parse_args()


def main() -> None:
    args = parse()
    warnings.simplefilter("ignore")
    print(machine())
    args.boosters = installed((SPINNEY, LIGHTGBM))
    print(f"\n{args.trees} trees, {args.threads} threads, {args.rows:,} rows, 1 % filled")
    row("columns", "", "seconds", "relative")
    found = [
        compare(f"{n:,}", partial(uniform_sparse, args.rows, n), args)[SPINNEY]
        for n in args.columns
    ]
    for few, many, less, more in zip(
        args.columns, args.columns[1:], found, found[1:], strict=False
    ):
        check_target(f"{few:,} to {many:,}: columns / seconds", many / few / (more / less), 0.8)
    if not args.no_documents:
        print(f"\n{args.trees} trees, {args.threads} threads, TF-IDF weights of 9,000 documents")
        compare("31,231 words", partial(documents, 9_000, 31_231), args)


if __name__ == "__main__":
    main()
