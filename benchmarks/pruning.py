"""Cross-validated pruning: one fit, ``ccp_alpha="cv"``, and the equivalent loop over alphas.

Run ``python benchmarks/pruning.py``; ``--quick`` uses a small synthetic table. README.md explains
the output.
"""

import argparse
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.tree import DecisionTreeClassifier as SklearnTree

import data
from measure import best_of, machine, seconds
from report import check_target, row
from spinney import DecisionTreeClassifier
from tables import ordinal

FOLDS = 10
ALPHAS = 25
"""Number of alphas that the loop evaluates."""


def table(quick: bool) -> tuple[str, Any, np.ndarray, np.ndarray]:
    """A name, X with its categories, X as numbers only, and y: adult, or a synthetic table."""
    adult = [] if quick else [t for t in data.real_tables() if t.name == "adult"]
    if adult:
        frame, y = adult[0].read()
        return "adult", frame, ordinal(frame), np.asarray(y)
    (x, y), _ = data.make("gaussian", 5_000 if quick else 50_000)
    return "synthetic", x, x, y


def fit(x: Any, y: np.ndarray, threads: int, **parameters: Any) -> DecisionTreeClassifier:
    return DecisionTreeClassifier(n_jobs=threads, **parameters).fit(x, y)


def loop(x: np.ndarray, y: np.ndarray, threads: int) -> SklearnTree:
    """Compute the path, thin it, score each alpha on the folds, fit with the best."""
    path = SklearnTree(random_state=0).cost_complexity_pruning_path(x, y)
    alphas = np.unique(path.ccp_alphas)
    alphas = alphas[np.linspace(0, len(alphas) - 1, min(ALPHAS, len(alphas))).astype(int)]
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    scores = [
        cross_val_score(
            SklearnTree(random_state=0, ccp_alpha=alpha), x, y, cv=folds, n_jobs=threads
        ).mean()
        for alpha in alphas
    ]
    return SklearnTree(random_state=0, ccp_alpha=alphas[np.argmax(scores)]).fit(x, y)


def compare(args: argparse.Namespace, threads: int) -> None:
    """Seconds of a fit, of the cross-validated fit and of the loop, and their ratios."""
    name, frame, numbers, y = table(args.quick)
    print(f"\n{name}, {len(y):,} x {numbers.shape[1]}, {FOLDS} folds, {threads} thread(s)")
    models: dict[str, Any] = {}

    def keep(title: str, call: Callable[[], Any]) -> Callable[[], None]:
        return lambda: models.__setitem__(title, call())

    calls = {
        "one fit": keep("one fit", partial(fit, frame, y, threads)),
        'ccp_alpha="cv"': keep("cv", partial(fit, frame, y, threads, ccp_alpha="cv", cv=FOLDS)),
    }
    one, cv = best_of(calls, args.repeats).values()
    theirs = seconds(keep("loop", partial(loop, numbers, y, threads)))
    row("", "seconds", "times one fit", "leaves")
    named = {"one fit": one, "cv": cv, "loop": theirs}
    for title, time in named.items():
        row(title, f"{time:.3f}", f"{time / one:.1f}", f"{models[title].get_n_leaves():,}")
    print(f"  {len(models['cv'].cp_table_['CP']):,} alphas evaluated; the loop evaluated {ALPHAS}")
    check_target("15 over the times of one fit (1 passes)", 15 / (cv / one), 1)
    check_target("the loop's time over ours", theirs / cv, 5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a small synthetic table")
    parser.add_argument("--repeats", type=int, default=3, help="runs of ours; the minimum counts")
    parser.add_argument("--threads", type=int, nargs="+", default=[2, 1])
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    print(machine())
    for threads in args.threads:
        compare(args, threads)


if __name__ == "__main__":
    main()
