"""Cross-validated pruning, compared with a loop over folds and alphas."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.model_selection import KFold, StratifiedKFold

from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.data.targets import class_targets
from spinney.pruning.folds import make_folds

from .reference_cv import reference_table
from .tables import make, tables


def assert_table(model, X, y, weight, folds, class_factor=None):
    table = model.cp_table_
    xerror, xstd = reference_table(model, X, y, weight, folds, class_factor)
    np.testing.assert_allclose(table["xerror"], xerror, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(table["xstd"], xstd, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("task", ["classes", "numbers"])
@given(data=st.data(), kind=st.sampled_from(["impurity", "error"]))
def test_small_tables(task, data, kind):
    X, y, weight = data.draw(tables(task, min_rows=4))
    folds = np.arange(len(y)) % data.draw(st.integers(2, 4))
    model = make(task, ccp_alpha="cv", cv=folds, ccp_risk=kind).fit(X, y, weight)
    assert_table(model, X, y, weight, folds)


def with_missing(X, share, seed=0):
    X = X.copy()
    X[np.random.default_rng(seed).random(X.shape) < share] = np.nan
    return X


def folds_for(y, n=5):
    return np.random.default_rng(3).permutation(np.arange(len(y)) % n)


REGRESSORS = {
    "squared": {},
    "absolute": {"criterion": "absolute_error", "max_depth": 5},
    "poisson": {"criterion": "poisson", "max_depth": 5},
    "small_leaves": {"min_samples_leaf": 5, "max_leaf_nodes": 30},
}


@pytest.mark.parametrize("case", REGRESSORS)
@pytest.mark.parametrize("weighted", [False, True])
def test_regression(case, weighted):
    X, y = load_diabetes(return_X_y=True)
    X, y = with_missing(X[:200], 0.05), y[:200]
    weight = np.random.default_rng(0).integers(0, 4, len(y)).astype(float) if weighted else None
    folds = folds_for(y)
    model = DecisionTreeRegressor(ccp_alpha="cv", cv=folds, **REGRESSORS[case]).fit(X, y, weight)
    assert len(model.cp_table_["alpha"]) > 5
    assert_table(model, X, y, weight, folds)


def test_several_outputs():
    X, y = load_iris(return_X_y=True)
    both = np.column_stack([y, (X[:, 0] > 5.8) + 10])
    folds = folds_for(y)
    for kind in ("impurity", "error"):
        model = DecisionTreeClassifier(ccp_alpha="cv", cv=folds, ccp_risk=kind).fit(X, both)
        assert_table(model, X, both, None, folds)
    numbers = np.column_stack([X[:, 0], X[:, 1] * 3])
    model = DecisionTreeRegressor(ccp_alpha="cv", cv=folds).fit(X[:, 2:], numbers)
    assert_table(model, X[:, 2:], numbers, None, folds)


@pytest.mark.parametrize("missing", ["learned", "stop", "majority", "surrogate"])
def test_missing_values(missing):
    X, y = load_iris(return_X_y=True)
    X = with_missing(X, 0.2)
    folds = folds_for(y)
    model = DecisionTreeClassifier(ccp_alpha="cv", cv=folds, missing=missing, ccp_risk="error")
    assert_table(model.fit(X, y), X, y, None, folds)


def test_fractional_rows_count_as_rows_of_smaller_weight():
    """The loss of a row with a missing value is the weighted sum over its fractions."""
    X = np.array([[0.0], [0.0], [1.0], [1.0], [1.0], [np.nan]])
    y = np.array([0, 0, 1, 1, 1, 1])
    folds = [(np.arange(5), np.array([5])), (np.arange(5), np.array([0]))]
    model = DecisionTreeClassifier(ccp_alpha="cv", cv=folds, missing="fractional").fit(X, y)
    # In the folds 2 of 5 rows go left, which predicts 0; the root predicts 1 for both test rows.
    root = 2 / 6 * 2
    np.testing.assert_allclose(model.cp_table_["xerror"][0], 1 / root)
    np.testing.assert_allclose(model.cp_table_["xerror"][-1], 2 / 5 / root)


def test_every_format_of_folds():
    X, y = load_iris(return_X_y=True)
    numbers = folds_for(y, 4)
    pairs = [(np.flatnonzero(numbers != k), np.flatnonzero(numbers == k)) for k in range(4)]
    formats = [numbers, numbers.tolist(), numbers + 7, pairs, iter(pairs), numbers.astype(float)]
    masks = [(numbers != k, numbers == k) for k in range(4)]
    tables = [DecisionTreeClassifier(ccp_alpha="cv", cv=cv).fit(X, y).cp_table_ for cv in formats]
    tables.append(DecisionTreeClassifier(ccp_alpha="cv", cv=masks).fit(X, y).cp_table_)
    for table in tables[1:]:
        for name, column in tables[0].items():
            np.testing.assert_array_equal(table[name], column)
    for splitter in (KFold(4, shuffle=True, random_state=1), StratifiedKFold(4)):
        model = DecisionTreeClassifier(ccp_alpha="cv", cv=splitter).fit(X, y)
        as_numbers = np.empty(len(y), int)
        for k, (_, test) in enumerate(splitter.split(X, y)):
            as_numbers[test] = k
        assert_table(model, X, y, None, as_numbers)


def test_folds_depend_on_random_state_only():
    X, y = load_breast_cancer(return_X_y=True)

    def table(random_state):
        model = DecisionTreeClassifier(ccp_alpha="cv", random_state=random_state)
        return model.fit(X, y).cp_table_["xerror"].tolist()

    assert table(None) == table(None)
    assert table(5) == table(5) == table(np.random.RandomState(5))
    assert table(5) != table(6)


def test_folds_are_stratified_and_exclude_rows_of_weight_0():
    y = np.repeat([0, 1, 2], [50, 25, 11])
    weight = np.ones(len(y))
    weight[::5] = 0.0
    folds = make_folds(4, None, y, class_targets(y, len(y)), weight, None)
    for label in range(3):
        sizes = [(fold.test & (y == label)).sum() for fold in folds]
        assert max(sizes) - min(sizes) <= 1
    assert not np.any([fold.test for fold in folds], axis=0)[::5].any()
    assert (np.sum([fold.test for fold in folds], axis=0) == (weight > 0)).all()


def test_rows_of_weight_0_are_ignored():
    X, y = load_iris(return_X_y=True)
    keep = np.random.default_rng(0).random(len(y)) < 0.7
    a = DecisionTreeClassifier(ccp_alpha="cv").fit(X, y, keep.astype(float)).cp_table_
    b = DecisionTreeClassifier(ccp_alpha="cv").fit(X[keep], y[keep]).cp_table_
    np.testing.assert_allclose(a["alpha"], b["alpha"], atol=1e-12)


@pytest.mark.parametrize("rule", ["min", "1se"])
@pytest.mark.parametrize("task", ["classes", "numbers"])
def test_rules(rule, task):
    X, y = (load_diabetes if task == "numbers" else load_breast_cancer)(return_X_y=True)
    model = make(task, ccp_alpha="cv", ccp_rule=rule).fit(X, y)
    table = model.cp_table_
    best = table["xerror"].min()
    limit = best if rule == "min" else best + table["xstd"][table["xerror"].argmin()]
    row = np.flatnonzero(table["xerror"] <= limit * (1 + 1e-12))[0]
    assert model.ccp_alpha_ == table["alpha"][row]
    assert model.get_n_leaves() == table["nsplit"][row] + 1
    again = make(task, ccp_alpha=model.ccp_alpha_).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), again.predict(X))
    assert model.n_leaves_grown_ == again.n_leaves_grown_ > model.get_n_leaves() > 1


@pytest.mark.parametrize("n_jobs", [1, 2, 3])
def test_same_table_for_any_number_of_threads(n_jobs):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1500, 8))
    y = (X[:, 0] + rng.normal(size=1500) > 0).astype(int)
    model = DecisionTreeClassifier(ccp_alpha="cv", n_jobs=n_jobs).fit(X, y)
    one = DecisionTreeClassifier(ccp_alpha="cv", n_jobs=1).fit(X, y)
    assert {k: v.tobytes() for k, v in model.cp_table_.items()} == {
        k: v.tobytes() for k, v in one.cp_table_.items()
    }


def test_table_repr_and_to_frame():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    X, y = load_iris(return_X_y=True)
    model = DecisionTreeClassifier(ccp_alpha="cv", ccp_risk="error", max_depth=2).fit(X, y)
    table = model.cp_table_
    titles = ["CP", "nsplit", "rel", "error", "xerror", "xstd", "alpha"]
    assert str(table).splitlines()[0].split() == titles
    assert str(table).splitlines()[1].split()[:4] == ["1", "0.50000", "0", "1.00000"]
    assert list(table) == ["CP", "nsplit", "rel_error", "xerror", "xstd", "alpha"]
    for backend, library in (("pandas", pandas), ("polars", polars)):
        frame = table.to_frame(backend)
        assert isinstance(frame, library.DataFrame)
        assert frame["CP"].to_list() == table["CP"].tolist()
    with pytest.raises(ValueError, match="read-only"):
        table["CP"][0] = 1
    long = DecisionTreeRegressor().fit(*load_diabetes(return_X_y=True)).cp_table_
    assert "more rows" in str(long)
    assert len(str(long).splitlines()) == 42


INVALID_FOLDS = {
    "too few rows": (10, "needs 10 rows.*set cv to at most 6, or ccp_alpha to a number"),
    "one fold": (np.zeros(6), "at least 2 folds"),
    "wrong length": ([0, 1, 0], "one per row"),
    "not integers": ([0.5, 1, 0, 1, 0, 1], "integer fold numbers"),
    "text": (list("aabbab"), "integer fold numbers"),
    "row out of range": ([([0, 1], [9]), ([2, 3], [4])], "integer row indices.*6 rows"),
    "no test rows": ([([0, 1], []), ([2, 3], [4])], "no test row of weight"),
}


@pytest.mark.parametrize("case", INVALID_FOLDS)
def test_invalid_folds(case):
    cv, message = INVALID_FOLDS[case]
    model = DecisionTreeRegressor(ccp_alpha="cv", cv=cv)
    with pytest.raises(ValueError, match=message):
        model.fit(np.arange(6.0).reshape(-1, 1), np.arange(6.0))


@pytest.mark.parametrize("y", [[1.0] * 8, [0.0, 1.0] * 4])
def test_tree_without_splits(y):
    """The table has one row if y or X is constant."""
    X = np.zeros((8, 1))
    for task in ("classes", "numbers"):
        model = make(task, ccp_alpha="cv", cv=4).fit(X, np.array(y).astype(int))
        assert model.cp_table_["nsplit"].tolist() == [0]
        assert model.cp_table_["rel_error"].tolist() == [1.0]
        assert np.isfinite(model.cp_table_["xerror"]).all()
        assert model.ccp_alpha_ == 0.0
