"""Invalid inputs, each with patterns that the error message must match."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from .estimators import CLASSIFIER, REGRESSOR, clean_table, clean_y


@dataclass
class Input:
    """Arguments of fit, valid until a case changes one of them."""

    X: Any
    y: Any
    sample_weight: Any = None
    parameters: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def clean(cls, task):
        X = clean_table()
        return cls(X, clean_y(task, X))

    def fit(self, model):
        return model.fit(self.X, self.y, sample_weight=self.sample_weight)


@dataclass(frozen=True)
class Case:
    """``change`` makes a clean Input invalid; the message must match every pattern."""

    name: str
    change: Callable[[Input], Any]
    patterns: tuple[str, ...]
    error: type[Exception] = ValueError
    task: str | None = None

    def input_for(self, entry):
        """Return the invalid input, or None if the case does not apply to the estimator."""
        given = Input.clean(entry.task)
        self.change(given)
        applies = self.task in (None, entry.task) and entry.has_parameters(given.parameters)
        return given if applies else None


def check_error(caught, case):
    for pattern in case.patterns:
        assert re.search(pattern, str(caught.value)), f"{pattern!r} not in: {caught.value}"


def put(name, value):
    """Replace an argument by a value, or by a function of the old one."""

    def change(given):
        old = getattr(given, name)
        setattr(given, name, value(old) if callable(value) else value)

    return change


def cell(name, index, value):
    """Replace one cell of an argument."""

    def change(given):
        old = getattr(given, name)
        old = np.ones(len(given.y)) if old is None else np.array(old, dtype=float)
        old[index] = value
        setattr(given, name, old)

    return change


def parameters(**values):
    def change(given):
        given.parameters = values

    return change


def frame(X):
    return pd.DataFrame(X, columns=["a", "b", "c"])


def frame_with(column, values):
    """Replace X by a frame with other values in one column."""
    return put("X", lambda X: frame(X).assign(**{column: values}))


def broken_csc(X):
    matrix = sparse.csc_matrix(X)
    matrix.indices[4] = len(X)
    return matrix


STRINGS = ["1", "x"] * 30
DATES = pd.date_range("2020-01-01", periods=60)
DAY = DATES[1] - DATES[0]

BAD_X = [
    Case("no rows", put("X", lambda X: X[:0]), ("0 sample", "1")),
    Case("no columns", put("X", lambda X: X[:, :0]), ("0 feature", "1")),
    Case("1-D", put("X", lambda X: X[:, 0]), (r"1D|1-D|1 dim",)),
    Case("3-D", put("X", lambda X: X[None]), (r"3D|3-D|dim 3|3 dim",)),
    Case("scalar", put("X", 3.0), (r"0D|0-D|scalar|dim 0",)),
    Case("None", put("X", None), ("(?i)X|array|None",), (ValueError, TypeError)),
    Case("complex", put("X", lambda X: X + 1j), ("(?i)complex",)),
    Case("inf", cell("X", (5, 1), np.inf), ("(?i)inf", r"row 5\b", r"column 1\b")),
    Case("-inf", cell("X", (59, 0), -np.inf), ("(?i)inf", r"row 59\b", r"column 0\b")),
    Case("inf in a frame", frame_with("b", np.inf), ("(?i)inf", r"row 0\b", "'b'")),
    Case(
        "inf, sparse",
        put("X", lambda X: sparse.csr_array(np.where(X == 7, np.inf, X))),
        ("(?i)inf", "column"),
    ),
    Case("number and text", frame_with("b", [1.0, "x"] * 30), ("'b'", "row 1", "'x'")),
    Case("lists of text", put("X", lambda X: [["u", 1.0, 2.0]] * 60), ("column 0", "row 0", "'u'")),
    Case("dates and numbers", frame_with("b", [1.0, DATES[0]] * 30), ("'b'", "row 1"), TypeError),
    Case("dates and durations", frame_with("b", [DAY, DATES[0]] * 30), ("'b'", "mixes"), TypeError),
    Case("period", put("X", lambda X: X.astype("m8[Y]")), ("dtype", "unit"), TypeError),
    Case("ragged", put("X", [[1, 2], [3]] * 30), ("(?i)inhomogeneous|length|shape",)),
    Case("dicts", put("X", lambda X: np.full(X.shape, {})), ("number",), TypeError),
    Case("index out of range", put("X", broken_csc), ("60", "index|indices")),
    Case(
        "same name twice",
        put("X", lambda X: pd.DataFrame(X, columns=list("aba"))),
        ("(?i)duplicate|unique|twice|more than once", r"\ba\b"),
    ),
]

BAD_Y = [
    Case("y None", put("y", None), ("y",)),
    Case("y NaN", cell("y", 3, np.nan), ("y", "NaN")),
    Case("y inf", cell("y", 3, np.inf), ("y", "(?i)inf")),
    Case("y short", put("y", lambda y: y[:-1]), ("60", "59")),
    Case("y 3-D", put("y", lambda y: y[:, None, None]), ("y|dim|3",)),
    Case("y text", put("y", STRINGS), ("y|string",), task=REGRESSOR),
    Case(
        "y continuous", put("y", lambda y: y + 0.5 * (y == 1)), ("(?i)continuous",), task=CLASSIFIER
    ),
    Case(
        "y mixed",
        put("y", lambda y: np.array([1, "x"] * 30, object)),
        (".",),
        (ValueError, TypeError),
    ),
]


def poisson(change):
    def both(given):
        parameters(criterion="poisson")(given)
        change(given)

    return both


BAD_Y += [
    Case("Poisson y < 0", poisson(cell("y", 3, -1.0)), ("y", "(?i)negative|>= 0"), task=REGRESSOR),
    Case("Poisson y = 0", poisson(put("y", np.zeros(60))), ("y", "(?i)positive"), task=REGRESSOR),
]

BAD_WEIGHTS = [
    Case("weight < 0", cell("sample_weight", 3, -1.0), ("(?i)weight", "(?i)negative|>= 0")),
    Case("weight NaN", cell("sample_weight", 3, np.nan), ("(?i)weight", "NaN")),
    Case("weight inf", cell("sample_weight", 3, np.inf), ("(?i)weight", "(?i)inf")),
    Case("all weights 0", put("sample_weight", np.zeros(60)), ("(?i)weight", "(?i)zero|positive")),
    Case("few weights", put("sample_weight", np.ones(59)), ("(?i)weight", "60|59")),
    Case("2-D weights", put("sample_weight", np.ones((60, 2))), ("(?i)weight", "2")),
    Case("text weights", put("sample_weight", STRINGS), (".",)),
]


def bad(name, value, task=None):
    return Case(f"{name}={value!r}", parameters(**{name: value}), (name,), task=task)


BAD_PARAMETERS = [
    *(bad("max_depth", value) for value in (0, -1, 2.5, "deep", np.nan)),
    *(bad("min_samples_split", value) for value in (1, 0, -3, 1.5, 0.0, np.nan)),
    *(bad("min_samples_leaf", value) for value in (0, -1, 1.5, np.nan)),
    *(bad("min_weight_fraction_leaf", value) for value in (-0.1, 0.6, np.nan)),
    *(bad("min_impurity_decrease", value) for value in (-1.0, np.nan)),
    *(bad("max_features", value) for value in (0, -1, 1.5, 0.0, "most", np.nan)),
    *(bad("max_leaf_nodes", value) for value in (1, 0, -1, np.nan)),
    *(bad("max_bins", value) for value in (0, 1, -5, 2.5, np.nan)),
    *(bad("n_jobs", value) for value in (0, 1.5, "all", np.nan)),
    bad("criterion", "squared_error", CLASSIFIER),
    bad("criterion", "gini", REGRESSOR),
    bad("splitter", "good"),
    bad("random_state", "seed"),
    bad("class_weight", "even", CLASSIFIER),
    bad("monotonic_cst", [1, 0]),
    bad("monotonic_cst", [1, 0, 0, 1]),
    bad("monotonic_cst", [2, 0, 0]),
    bad("categorical_features", ["a"]),
    bad("categorical_features", [3]),
    bad("categorical_features", [True, False]),
    bad("categorical_features", "all"),
]


def codes_of(value):
    """Declare column 1 categorical and give it an invalid code."""

    def change(given):
        parameters(categorical_features=[1])(given)
        cell("X", (4, 1), value)(given)

    return change


def monotone_category(given):
    parameters(categorical_features=[1], monotonic_cst=[0, 1, 0])(given)


BAD_CATEGORIES = [
    Case("negative code", codes_of(-1), ("column 1", "row 4", "-1")),
    Case("fractional code", codes_of(0.5), ("column 1", "row 4", r"0\.5")),
    Case("infinite code", codes_of(np.inf), ("column 1", "(?i)row 4|inf")),
    Case("monotone category", monotone_category, ("monotonic_cst", "(?i)categor")),
]

BAD_AT_PREDICT = [
    case for case in BAD_X if case.name not in ("same name twice", "lists of text")
] + [
    Case("too few columns", put("X", lambda X: X[:, :2]), ("2", "3")),
    Case("too many columns", put("X", lambda X: np.column_stack([X, X])), ("6", "3")),
]
# Names at predict after a fit with a, b, c, and patterns of the message.
BAD_NAMES = {
    "missing": (["a", "b"], ("c",)),
    "extra": (["a", "b", "c", "extra"], ("extra",)),
    "duplicated": (["a", "a", "c"], ("a",)),
    "renamed": (["a", "b", "zebra"], ("zebra", "c")),
}
BAD_FIT = BAD_X + BAD_Y + BAD_WEIGHTS + BAD_PARAMETERS + BAD_CATEGORIES
