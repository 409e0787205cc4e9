"""Losses with and without the iterations that are added after a single holdout.

One fit gives both: the model of the iterations up to the best one, and the whole model. Synthetic
tables of --rows x 28, a smooth regression table, and real tables of which a tenth is held out.
"""

import argparse
from collections.abc import Iterator

import numpy as np
from sklearn.datasets import make_friedman1
from sklearn.metrics import log_loss, root_mean_squared_error
from sklearn.model_selection import train_test_split

from boosting_tables import continuous
from data import real_tables
from report import row
from spinney import GradientBoostingClassifier, GradientBoostingRegressor

REAL = ("casp", "diamonds", "adult", "bank")


def tables(n_rows: int, names: list[str]) -> Iterator[tuple]:
    """Yield name, training data, test data and whether the target is a class."""
    for shape in ("gaussian", "collider"):
        if shape in names:
            made = continuous(n_rows, 50_000, 0, shape)
            yield shape, made.x, made.x_test, made.y, made.y_test, True
    if "friedman" in names:
        X, y = make_friedman1(n_rows + 50_000, noise=2.0, random_state=0)
        yield "friedman", X[:n_rows], X[n_rows:], y[:n_rows], y[n_rows:], False
    for table in real_tables():
        if table.name in REAL and table.name in names:
            X, y = table.read()
            is_class = not table.is_regression
            yield table.name, *train_test_split(X, y, test_size=0.25, random_state=0), is_class


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--tables", nargs="*", default=["gaussian", "collider", "friedman", *REAL])
    given = parser.parse_args()
    row("", "best", "added", "without", "with", "change %")
    for name, X, X_test, y, y_test, is_class in tables(given.rows, given.tables):
        order = np.random.default_rng(0).permutation(len(y))
        pair = (order[len(y) // 10 :], order[: len(y) // 10])
        make = GradientBoostingClassifier if is_class else GradientBoostingRegressor
        model = make(cv=[pair]).fit(X, y)
        parts = (model[: model.best_iteration_], model)
        if is_class:
            losses = [log_loss(y_test, one.predict_proba(X_test)) for one in parts]
        else:
            losses = [root_mean_squared_error(y_test, one.predict(X_test)) for one in parts]
        added = len(model) - model.best_iteration_
        change = 100 * (losses[1] / losses[0] - 1)
        shown = [f"{loss:.6g}" for loss in losses]
        row(name, model.best_iteration_, added, *shown, f"{change:+.3f}")


if __name__ == "__main__":
    main()
