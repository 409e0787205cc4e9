"""Comparisons of a fitted model with the same model obtained in another way.

Each check is a function of a case. It raises AssertionError for a difference, and a ValueError
only where the library refuses the combination with a clear message.
"""

import copy
import pickle
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars
import pyarrow
from scipy import sparse
from sklearn.base import clone
from tests.export.test_c import COMPILER, Compiled, categories_of

import spinney

from .estimators import members_of, set_threads
from .exported import predict_c, predict_json, predict_sql
from .tables import Table

CHECKS: dict[str, Callable[["Case"], None]] = {}
METHODS = ("predict", "predict_proba", "decision_function", "apply")


class Case:
    """A fitted estimator with its table and the random numbers of the checks."""

    def __init__(self, estimator: Any, table: Table, rng: np.random.Generator) -> None:
        self.estimator, self.table, self.rng = estimator, table, rng
        self.model = fit(estimator, table)
        self.expected = dict(outputs(self.model, table.X_new))


def check(function: Callable[[Case], None]) -> Callable[[Case], None]:
    CHECKS[function.__name__] = function
    return function


def fit(estimator: Any, table: Table, X: Any = None) -> Any:
    weight = {} if table.weight is None else {"sample_weight": table.weight}
    return clone(estimator).fit(table.X if X is None else X, table.y, **weight)


def outputs(model: Any, X: Any) -> Iterator[tuple[str, list[np.ndarray]]]:
    """Results of the prediction methods."""
    for name in METHODS:
        if hasattr(model, name):
            found = getattr(model, name)(X)
            yield name, found if isinstance(found, list) else [found]


def assert_same(found: Any, expected: dict[str, list[np.ndarray]], what: str) -> None:
    """Check that results are equal to the bit."""
    found = dict(found)
    assert found.keys() == expected.keys(), f"{what}: other methods"
    for name, arrays in expected.items():
        for one, other in zip(found[name], arrays, strict=True):
            one, other = np.asarray(one), np.asarray(other)
            assert one.shape == other.shape, f"{what}: {name} has shape {one.shape}, {other.shape}"
            same = one == other
            if one.dtype.kind == "f":
                same |= np.isnan(one) & np.isnan(other)
            rows = np.flatnonzero(~same.reshape(len(same), -1).all(axis=1)) if same.size else []
            if len(rows):
                first = rows[0]
                values = f"{one[first]!r} and {other[first]!r}"
                raise AssertionError(f"{what}: {name} differs in row {first}: {values}")


def saved_bytes(model: Any, folder: str) -> bytes:
    path = Path(folder) / "model.spinney"
    model.save(path)
    return path.read_bytes()


@check
def threads(case: Case) -> None:
    """The same predictions and the same file for any number of threads."""
    n_jobs = int(case.rng.choice([2, 3, 8]))
    other = fit(set_threads(clone(case.estimator), n_jobs), case.table)
    assert_same(outputs(other, case.table.X_new), case.expected, f"n_jobs={n_jobs}")
    models = (other, copy.deepcopy(case.model))
    with tempfile.TemporaryDirectory() as folder:
        files = [saved_bytes(set_threads(model, 1), folder) for model in models]
    assert files[0] == files[1], f"the file differs for n_jobs={n_jobs}"


@check
def row_order(case: Case) -> None:
    """The same predictions for any order of the training rows."""
    if any(map(depends_on_row_numbers, members_of(case.estimator))):
        return
    order = case.rng.permutation(len(case.table.X))
    other = fit(case.estimator, case.table.reorder(order))
    assert_same(outputs(other, case.table.X_new), case.expected, "rows in another order")


def depends_on_row_numbers(estimator: Any) -> bool:
    """Whether rows are drawn or divided into folds by their numbers."""
    values = estimator.get_params(deep=False)
    return bool(
        values.get("bootstrap")
        or values.get("quantize")  # gradients are rounded by row number
        or values.get("subsample", 1.0) != 1.0
        or values.get("data_sample_strategy") == "goss"
        or values.get("early_stopping") is True
        or values.get("n_iter_no_change") is not None
        or values.get("ccp_alpha") == "cv"
        or values.get("pruning") == "reduced_error"
        or values.get("max_samples", None) not in (None, 1.0)
        or values.get("resample")
        or type(estimator).__name__.startswith(("LinearBlend", "Stacking", "AdaBoostRegressor"))
    )


@check
def single_rows(case: Case) -> None:
    """A row alone is predicted as in a batch, unless an estimator of another library predicts."""
    if "final_estimator" in vars(case.estimator) and case.estimator.final_estimator is None:
        return
    X = case.table.X_new
    for i in case.rng.permutation(len(X))[:4]:
        expected = {name: [one[i : i + 1] for one in got] for name, got in case.expected.items()}
        assert_same(outputs(case.model, X.iloc[i : i + 1]), expected, f"row {i} alone")


@check
def containers(case: Case) -> None:
    """The same predictions for the same cells in another container."""
    for name, convert in containers_of(case.table):
        assert_same(outputs(case.model, convert(case.table.X_new)), case.expected, name)
    options = containers_of(case.table)
    name, convert = options[case.rng.integers(len(options))]
    if name in ("polars", "arrow"):
        other = fit(case.estimator, case.table, convert(case.table.X))
        assert_same(outputs(other, case.table.X_new), case.expected, f"fitted to {name}")


def containers_of(table: Table) -> list[tuple[str, Callable[[pd.DataFrame], Any]]]:
    found: list[tuple[str, Callable[[pd.DataFrame], Any]]] = [
        ("polars", lambda X: polars.from_pandas(X, nan_to_null=True)),
        ("arrow", lambda X: pyarrow.Table.from_pandas(X, preserve_index=False)),
        ("reversed columns", lambda X: X[X.columns[::-1]]),
    ]
    if table.is_numeric:
        found += [
            ("C order", lambda X: np.ascontiguousarray(X.to_numpy())),
            ("Fortran order", lambda X: np.asfortranarray(X.to_numpy())),
            ("csr", lambda X: sparse.csr_array(X.to_numpy())),
            ("csc", lambda X: sparse.csc_array(X.to_numpy())),
        ]
    return found


@check
def save_and_load(case: Case) -> None:
    """The same model after saving, pickling and copying."""
    X = case.table.X_new
    with tempfile.TemporaryDirectory() as folder:
        content = saved_bytes(case.model, folder)
        loaded = spinney.load(Path(folder) / "model.spinney")
        assert_same(outputs(loaded, X), case.expected, "loaded")
        assert saved_bytes(loaded, folder) == content, "a loaded model is saved as other bytes"
    assert_same(outputs(pickle.loads(pickle.dumps(case.model)), X), case.expected, "unpickled")
    assert_same(outputs(copy.deepcopy(case.model), X), case.expected, "copied")


@check
def inspection(case: Case) -> None:
    """Descriptions of the model are made without an error."""
    for name in ("text", "rules", "to_dot", "feature_importances_", "get_depth", "get_n_leaves"):
        found = getattr(case.model, name, None)
        if callable(found):
            found()


@check
def json(case: Case) -> None:
    compare_export(case, lambda: predict_json(case.model, case.table.X_new), "JSON")


@check
def sql(case: Case) -> None:
    compare_export(case, lambda: predict_sql(case.model, case.table.X_new), "SQL")


@check
def c(case: Case) -> None:
    """Compiling takes long, so only one case in twenty is compiled."""
    if COMPILER is None or case.rng.random() > 0.05:
        return
    compare_export(case, lambda: compile_and_predict(case), "C")


def compile_and_predict(case: Case) -> np.ndarray:
    with tempfile.TemporaryDirectory() as folder:
        compiled = Compiled(case.model, Path(folder))
        return predict_c(compiled, categories_of(case.model), case.table.X_new)


def compare_export(case: Case, export: Callable[[], np.ndarray], name: str) -> None:
    """Check exported predictions, up to rounding in sums."""
    key = "predict_proba" if hasattr(case.model, "classes_") else "predict"
    if key not in case.expected:
        return
    found = export()
    arrays = [np.asarray(one).reshape(len(found), -1) for one in case.expected[key]]
    expected = np.hstack(arrays).astype(float)
    scale = np.abs(expected[np.isfinite(expected)]).max(initial=1e-300)
    close = np.isclose(found, expected, rtol=1e-9, atol=1e-12 * scale, equal_nan=True)
    rows = np.flatnonzero(~close.all(axis=1))
    assert len(rows) == 0, f"{name}: row {rows[0]}: {found[rows[0]]}, {expected[rows[0]]}"
