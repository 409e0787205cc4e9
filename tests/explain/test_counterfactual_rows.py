"""Counterfactuals of rows in all containers, and messages for what is not possible."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

import spinney
from spinney import explain

from . import mixed_table
from .test_shap import table

RNG = np.random.default_rng(0)
NUMBERS = RNG.normal(size=(200, 3))
CLASSES = (NUMBERS[:, 0] + NUMBERS[:, 1] > 0).astype(int)


def boosted(X=NUMBERS, y=CLASSES, **options):
    return spinney.GradientBoostingClassifier(preset="fast", n_estimators=10, **options).fit(X, y)


def named():
    return pd.DataFrame(NUMBERS, columns=["a", "b", "c"])


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(
    "convert",
    [
        lambda x: x,
        lambda x: x[None],
        list,
        lambda x: [list(x)],
        tuple,
        lambda x: sp.csr_matrix(x[None]),
        pd.Series,
    ],
    ids=["1-D array", "array", "list", "nested list", "tuple", "sparse", "series"],
)
def test_unnamed_rows(dtype, convert):
    model = boosted()
    row = convert(NUMBERS[0].astype(dtype))
    found = explain.counterfactual(model, row, X=NUMBERS)
    assert type(found.row) is type(row)
    assert getattr(found.row, "dtype", None) == getattr(row, "dtype", None)
    dense = found.row.toarray() if sp.issparse(row) else np.asarray(found.row)
    assert dense.shape == (row.shape if sp.issparse(row) else np.asarray(row).shape)
    assert model.predict(dense.reshape(1, 3).astype(float))[0] == found.prediction
    assert found.prediction != found.original_prediction
    original = row.toarray() if sp.issparse(row) else np.asarray(row)
    np.testing.assert_array_equal(original.ravel(), NUMBERS[0].astype(dtype))


def test_named_rows():
    frame = named()
    model = boosted(frame)
    expected = explain.counterfactual(model, frame.iloc[[0]], X=frame)
    values = expected.row.iloc[0].tolist()
    as_dict = explain.counterfactual(model, frame.iloc[0].to_dict(), X=frame)
    assert as_dict.row == dict(zip("abc", values, strict=True))
    as_series = explain.counterfactual(model, frame.iloc[0], X=frame)
    assert as_series.row.tolist() == values
    assert list(as_series.row.index) == [*"abc"]
    polars = explain.counterfactual(model, pl.from_pandas(frame[:1]), X=frame)
    assert isinstance(polars.row, pl.DataFrame)
    assert polars.row.row(0) == tuple(values)
    shuffled = explain.counterfactual(model, frame[["c", "a", "b"]].iloc[[0]], X=frame)
    assert list(shuffled.row.columns) == ["c", "a", "b"]
    assert shuffled.row[["a", "b", "c"]].iloc[0].tolist() == values
    structured = np.array([tuple(NUMBERS[0])], dtype=[(name, float) for name in "abc"])
    found = explain.counterfactual(model, structured, X=frame)
    assert found.row.dtype == structured.dtype
    assert list(found.row[0]) == values
    assert list(explain.counterfactual(model, structured[0], X=frame).row[0]) == values


@pytest.mark.parametrize("backend", ["pandas", "polars"])
def test_columns_of_all_types(backend):
    frame, y = mixed_table.X.copy(), mixed_table.Y
    frame["count"] = np.arange(len(frame)) % 7
    frame["flag"] = np.arange(len(frame)) % 3 == 0
    y = np.where(frame["flag"] & (frame["count"] > 3), "no", y)
    X = pl.from_pandas(frame) if backend == "polars" else frame
    model = spinney.RandomForestClassifier(10, max_depth=5, random_state=0).fit(X, y)
    for name in X.columns:
        others = [other for other in X.columns if other != name]
        found = explain.counterfactuals(model, X[:60], X=X, immutable=others)
        [first, *_] = [(i, f) for i, f in enumerate(found) if f.found]
        check_typed_row(model, X[first[0] : first[0] + 1], first[1], name)


def check_typed_row(model, row, found, name):
    """Check that one column has changed, and nothing else."""
    assert found.optimal
    assert type(found.row) is type(row)
    assert model.predict(found.row)[0] == found.prediction != found.original_prediction
    for a, b in zip(row.dtypes, found.row.dtypes, strict=True):
        assert str(a) == str(b)
    [change] = found.changes
    assert change.feature == name
    for other in row.columns:
        assert (str(row[other].to_list()) == str(found.row[other].to_list())) == (other != name)
    assert found.text().startswith(f"Change {name} from ")


def test_integers():
    X = RNG.integers(0, 20, size=(300, 3))
    y = (X[:, 0] + X[:, 1] > 20).astype(int)
    model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    by_dtype = explain.counterfactual(model, X[0], X=X)
    assert by_dtype.row.dtype == X.dtype
    assert by_dtype.found
    by_name = explain.counterfactual(model, X[0].astype(float), X=X, integers=[0, 1, 2])
    assert by_name.row.tolist() == by_dtype.row.tolist()
    assert all(isinstance(change.new, int) for change in by_name.changes)


def test_ranges_limit_new_values():
    frame = named()
    model = boosted(frame)
    row = pd.DataFrame({"a": [-1.0], "b": [-1.0], "c": [0.0]})
    free = explain.counterfactual(model, row, X=frame)
    assert free.found
    limited = explain.counterfactual(model, row, X=frame, ranges={"a": (None, -0.5)})
    assert limited.found
    assert limited.row["a"].iloc[0] <= -0.5
    assert limited.cost >= free.cost
    none = explain.counterfactual(
        model, row, X=frame, ranges={"a": "decrease", "b": "decrease"}, immutable="c"
    )
    assert not none.found
    assert none.optimal
    assert none.bound == np.inf
    assert none.row is None
    assert none.text() == "No allowed change leads to class 1 (proven)."
    fixed = explain.counterfactual(model, row, immutable=["a", "b", "c"])
    assert not fixed.found


def test_wanted_prediction_of_the_row_itself():
    found = explain.counterfactual(boosted(), NUMBERS[0], desired_class=int(CLASSES[0]))
    assert found.cost == 0
    assert found.changes == ()
    assert found.optimal
    assert found.text().startswith("No change is needed")


def test_batches():
    model = boosted()
    found = explain.counterfactuals(model, NUMBERS[:5], X=NUMBERS)
    alone = [explain.counterfactual(model, row, X=NUMBERS) for row in NUMBERS[:5]]
    assert [f.cost for f in found] == [f.cost for f in alone]
    assert [f.text() for f in found] == [f.text() for f in alone]


def test_progress(capsys):
    explain.counterfactuals(boosted(), NUMBERS[:3], X=NUMBERS, verbose=2)
    assert "3" in capsys.readouterr().err


def test_frame_of_changes():
    found = explain.counterfactual(boosted(), NUMBERS[0], X=NUMBERS)
    frame = found.to_frame()
    assert list(frame.columns) == ["feature", "old", "new", "cost"]
    assert len(frame) == len(found.changes) > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"desired_class": 7}, "desired_class=7 must be one of"),
        ({"desired_range": (0, 1)}, "desired_range is for regression"),
        ({"min_probability": 0.5}, "desired_class, which is not given"),
        ({"min_probability": 2, "desired_class": 1}, "from 0 to 1"),
        ({"immutable": ["z"]}, "immutable: 'z'"),
        ({"ranges": {0: "up"}}, "one of"),
        ({"ranges": {0: (1, 2, 3)}}, "low, high"),
        ({"ranges": {0: (2, 1)}}, "is empty"),
        ({"ranges": {0: ("low", 1)}}, "must be numbers"),
        ({"weights": {0: 0}}, "above 0"),
        ({"scale": "iqr"}, "scale must be"),
        ({"scale": {0: -1}}, "above 0"),
        ({"norm": "l2"}, "norm must be"),
        ({"max_changes": 0}, "max_changes"),
        ({"time_limit": 0}, "time_limit"),
    ],
)
def test_invalid_options(options, message):
    with pytest.raises(ValueError, match=message):
        explain.counterfactual(boosted(), NUMBERS[0], **options)


def test_categories_in_ranges():
    X, y, _ = table(0, n_classes=2)
    model = spinney.RandomForestClassifier(5, random_state=0).fit(X, y)
    row = X.dropna().iloc[[0]]
    with pytest.raises(ValueError, match="'z' is not a category of 'c'"):
        explain.counterfactual(model, row, ranges={"c": ["a", "z"]})
    with pytest.raises(ValueError, match="a list of categories"):
        explain.counterfactual(model, row, ranges={"c": "increase"})


def test_models_without_counterfactuals():
    y = NUMBERS[:, 0]
    several = np.column_stack([CLASSES, 1 - CLASSES])
    cases = [
        (spinney.DecisionTreeClassifier(split_kind="oblique").fit(NUMBERS, CLASSES), "combine"),
        (spinney.RandomForestClassifier(3).fit(NUMBERS, several), "several outputs"),
        (spinney.RandomForestRegressor(3, aggregate="median").fit(NUMBERS, y), "mean"),
        (spinney.RandomForestRegressor(3).fit(NUMBERS, y), "desired_range"),
    ]
    for model, message in cases:
        with pytest.raises(ValueError, match=message):
            explain.counterfactual(model, NUMBERS[0])
    model = boosted(y=np.digitize(y, [-0.5, 0.5]))
    with pytest.raises(ValueError, match="min_probability is not available"):
        explain.counterfactual(model, NUMBERS[0], desired_class=0, min_probability=0.5)
    with pytest.raises(TypeError, match="not an estimator"):
        explain.counterfactual(object(), NUMBERS[0])
    with pytest.raises(ValueError, match="one row"):
        explain.counterfactual(boosted(), NUMBERS[:2])


def test_rows_that_are_divided():
    X, y, _ = table(0, n_classes=2)
    model = spinney.DecisionTreeClassifier(missing="fractional", random_state=0)
    model.fit(X[["n0", "n1"]], y)
    complete = X[["n0", "n1"]].dropna().iloc[[0]]
    assert explain.counterfactual(model, complete, X=X[["n0", "n1"]]).optimal
    with pytest.raises(ValueError, match="divides such rows"):
        explain.counterfactual(model, complete.assign(n0=np.nan))
