"""Parameters, bounds, limits and errors of optimal trees."""

import pickle
import time

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.utils.estimator_checks import check_estimator
from tests.expected_checks import REORDERED

from spinney import OptimalTreeClassifier, OptimalTreeRegressor
from spinney.base import threads
from spinney.datasets import load_penguins
from spinney.optimal.search import objective_of


def noise(n_rows=400, n_columns=6, seed=0):
    """Uninformative features: the hardest case to prove."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n_rows, n_columns)), rng.integers(0, 2, size=n_rows)


class Continuous:
    """Hide the tag that makes scikit-learn round its test data to integers."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = False
        return tags


class ContinuousClassifier(Continuous, OptimalTreeClassifier):
    pass


class ContinuousRegressor(Continuous, OptimalTreeRegressor):
    pass


MODELS = [
    OptimalTreeClassifier(),
    OptimalTreeClassifier(missing="error", max_depth=2),
    OptimalTreeClassifier(missing="mean", leaf_penalty=0.001, n_jobs=2),
    ContinuousClassifier(max_depth=2),
    OptimalTreeRegressor(),
    OptimalTreeRegressor(missing="drop", max_leaf_nodes=3),
    ContinuousRegressor(max_depth=2, n_jobs=2),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
@pytest.mark.filterwarnings("ignore")
def test_check_estimator(model, monkeypatch):
    monkeypatch.setattr(threads, "SMALL_TABLE", 0)
    results = check_estimator(model, on_fail=None, on_skip=None, expected_failed_checks=REORDERED)
    failed = [(r["check_name"], r["exception"]) for r in results if r["status"] == "failed"]
    assert failed == []
    assert sum(r["status"] == "passed" for r in results) > 50


def test_better_than_greedy():
    """A checkerboard: no single split improves, two levels are perfect."""
    rng = np.random.default_rng(0)
    X = rng.uniform(size=(300, 4))
    y = (X[:, 0] > 0.5) ^ (X[:, 1] > 0.5)
    tree = OptimalTreeClassifier(max_depth=2).fit(X, y)
    assert tree.proven_
    assert tree.objective_ == 0
    assert tree.greedy_objective_ > 0.1
    comparison = tree.compare()
    assert comparison["optimal"] == {"objective": 0.0, "error": 0.0, "leaves": 4, "depth": 2}
    assert comparison["greedy"]["error"] == pytest.approx(1 - tree.greedy_.score(X, y))


@pytest.mark.parametrize("penalty", [0.0, 0.01, 0.3])
def test_never_worse_than_greedy(penalty):
    X, y = load_iris(return_X_y=True)
    for tree, target in (
        (OptimalTreeClassifier(leaf_penalty=penalty), y),
        (OptimalTreeRegressor(leaf_penalty=penalty, max_depth=2), X[:, 3]),
    ):
        tree.fit(X[:, :3], target)
        assert tree.proven_
        assert tree.objective_ <= tree.greedy_objective_ + 1e-9
        assert objective_of(tree._fitted().tree, penalty) == pytest.approx(tree.objective_)


def test_time_limit():
    X, y = noise(600, 12)
    tree = OptimalTreeClassifier(max_depth=6, time_limit=1.0)
    begin = time.perf_counter()
    tree.fit(X, y)
    assert time.perf_counter() - begin < 3
    assert not tree.proven_
    assert tree.gap_ == tree.objective_ - tree.lower_bound_ > 0
    assert tree.objective_ <= tree.greedy_objective_
    assert 1 - tree.score(X, y) == pytest.approx(tree.objective_)


def test_bounds_converge():
    X, y = noise(120, 3)
    tree = OptimalTreeClassifier(max_depth=3).fit(X, y)
    seconds, upper, lower = tree.bounds_.T
    assert tree.proven_
    assert tree.gap_ == 0
    assert (np.diff(seconds) >= 0).all()
    assert (np.diff(upper) <= 0).all()
    assert (lower <= upper).all()
    assert upper[-1] == lower[-1] == tree.objective_


def test_more_time_is_never_worse():
    X, y = noise(300, 8)
    costs = [
        OptimalTreeClassifier(max_depth=4, time_limit=seconds).fit(X, y).objective_
        for seconds in (0.01, 1.0)
    ]
    assert costs[1] <= costs[0]


@pytest.mark.parametrize("kind", [OptimalTreeClassifier, OptimalTreeRegressor])
@pytest.mark.parametrize("max_thresholds", [None, 7])
def test_any_number_of_threads(kind, max_thresholds, monkeypatch):
    monkeypatch.setattr(threads, "SMALL_TABLE", 0)
    X, y = noise(150 if max_thresholds is None else 900, 5)
    trees = [
        kind(max_depth=2, max_thresholds=max_thresholds, n_jobs=n).fit(X, y) for n in (1, 2, 3)
    ]
    states = [pickle.dumps(tree._fitted().tree.__getstate__()) for tree in trees]
    assert states[0] == states[1] == states[2]
    assert len({tree.objective_ for tree in trees}) == 1


def test_max_thresholds():
    X, y = noise(500, 4)
    few = OptimalTreeClassifier(max_depth=2, max_thresholds=3).fit(X, y)
    all_ = OptimalTreeClassifier(max_depth=2).fit(X, y)
    assert all_.objective_ <= few.objective_
    inner = few._fitted().tree.kind == 1
    for feature, threshold in zip(
        few._fitted().tree.feature[inner], few._fitted().tree.threshold[inner], strict=True
    ):
        fraction = np.mean(X[:, feature] <= threshold)
        assert min(abs(fraction - k / 4) for k in (1, 2, 3)) < 0.01


def test_min_weight_fraction_leaf():
    X, y = noise(60, 2)
    weight = np.random.default_rng(1).random(60)
    tree = OptimalTreeClassifier(max_depth=3, min_weight_fraction_leaf=0.2).fit(X, y, weight)
    fractions = tree._fitted().tree.weighted_n_node_samples / weight.sum()
    assert tree.proven_
    assert fractions.min() >= 0.2
    free = OptimalTreeClassifier(max_depth=3).fit(X, y, weight)
    assert free.objective_ < tree.objective_


def test_text_pruning_and_pickling():
    X, y = load_iris(return_X_y=True, as_frame=True)
    tree = OptimalTreeClassifier(max_depth=2).fit(X, y)
    assert "petal" in tree.text()
    assert len(tree.rules()) == tree.get_n_leaves()
    assert tree.prune(1.0).get_n_leaves() == 1
    assert tree.snip(0).get_depth() == 0
    assert tree.decision_path(X).shape == (150, tree._fitted().tree.node_count)
    assert tree.feature_importances_.sum() == pytest.approx(1)
    same = pickle.loads(pickle.dumps(tree))
    assert (same.predict_proba(X) == tree.predict_proba(X)).all()
    assert (same.apply(X) == tree.apply(X)).all()


def test_integer_weights_equal_repeated_rows():
    X, y = noise(80, 3)
    counts = np.random.default_rng(2).integers(0, 4, size=80)
    weighted = OptimalTreeClassifier(max_depth=2).fit(X, y, counts)
    repeated = OptimalTreeClassifier(max_depth=2).fit(np.repeat(X, counts, 0), np.repeat(y, counts))
    assert weighted.objective_ == pytest.approx(repeated.objective_)
    assert (weighted.predict(X) == repeated.predict(X)).all()


def test_progress(capsys):
    X, y = noise(600, 12)
    OptimalTreeClassifier(max_depth=4, time_limit=2.5, verbose=1).fit(X, y)
    assert "s: best 0." in capsys.readouterr().err


@pytest.mark.parametrize("policy", ["mean", "median", "mode", "drop"])
def test_missing_numbers(policy):
    X, y = load_iris(return_X_y=True)
    X[::7, 2] = np.nan
    tree = OptimalTreeClassifier(max_depth=2, missing=policy).fit(X, y)
    assert tree.proven_
    assert tree.score(X, y) > 0.8


@pytest.mark.parametrize("kind", [OptimalTreeClassifier, OptimalTreeRegressor])
def test_the_default_imputes_medians_and_modes(kind):
    X = pd.DataFrame({"a": [0.0, 1.0, 2.0, 3.0] * 5, "b": ["p", "q", "q", "q"] * 5})
    y = (X["a"] > 1).astype(int)
    holes = X.mask(np.random.default_rng(0).random(X.shape) < 0.2)
    filled = holes.fillna({"a": holes["a"].median(), "b": holes["b"].mode()[0]})
    tree, same = kind(max_depth=2).fit(holes, y), kind(max_depth=2).fit(filled, y)
    assert tree.text() == same.text()
    assert tree.objective_ == same.objective_
    assert tree.greedy_objective_ == same.greedy_objective_
    assert (tree.predict(holes) == same.predict(filled)).all()


def test_the_default_takes_a_table_with_missing_values():
    X, y = load_penguins(return_X_y=True)
    tree = OptimalTreeClassifier(max_depth=2).fit(X, y)
    assert tree.proven_
    assert tree.objective_ < tree.greedy_objective_ / 2
    assert tree.__sklearn_tags__().input_tags.allow_nan


def test_missing_categories():
    X = pd.DataFrame({"a": ["p", None, "q", None] * 5})
    y = [0, 1, 0, 1] * 5
    tree = OptimalTreeClassifier(missing="category").fit(X, y)
    assert tree.objective_ == 0
    assert tree.predict(X).tolist() == y


def test_column_without_values():
    X = np.column_stack([np.arange(10.0), np.full(10, np.nan)])
    tree = OptimalTreeRegressor(missing="mean", max_depth=1).fit(X, np.arange(10) > 4)
    assert tree.objective_ == pytest.approx(0)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"missing": "learned"}, "do not support missing='learned'"),
        ({"missing": {1: "surrogate"}}, r"do not support missing\[1\]='surrogate'"),
        ({"unknown": "surrogate"}, "do not support unknown='surrogate'"),
        ({"missing": "error"}, "row 3, column 1"),
        ({"missing": "category"}, "column 1, a numeric feature with missing='category'"),
        ({"missing": {0: "mean"}}, "column 1, a numeric feature with missing='learned'"),
        ({"max_depth": 0}, "max_depth"),
        ({"leaf_penalty": -1}, "leaf_penalty"),
        ({"time_limit": 0}, "time_limit"),
        ({"max_thresholds": 0}, "max_thresholds"),
    ],
)
def test_invalid_parameters(parameters, message):
    X, y = load_iris(return_X_y=True)
    X[3, 1] = np.nan
    with pytest.raises(ValueError, match=message):
        OptimalTreeClassifier(**parameters).fit(X, y)


def test_one_output_only():
    with pytest.raises(ValueError, match="y has 2 columns"):
        OptimalTreeRegressor().fit([[1], [2]], [[1, 2], [3, 4]])


@pytest.mark.parametrize("scale", [2.0**996, 2.0**-996, 2.0**-600])
def test_extreme_targets(scale):
    """Squares of such targets overflow or underflow; results equal those of scaled targets."""
    X, y = load_iris(return_X_y=True)
    X, y = X[:, :3], X[:, 3] * 10
    usual = OptimalTreeRegressor(max_depth=2).fit(X, y)
    tree = OptimalTreeRegressor(max_depth=2).fit(X, y * scale)
    assert np.array_equal(tree.predict(X), usual.predict(X) * scale)
    assert tree.objective_ == pytest.approx(usual.objective_, rel=1e-9)
    assert tree.greedy_objective_ == pytest.approx(usual.greedy_objective_, rel=1e-12)
    assert tree.compare()["greedy"] == pytest.approx(usual.compare()["greedy"])


def test_leaf_penalty_needs_a_finite_variance():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="spread of y is too large"):
        OptimalTreeRegressor(max_depth=2, leaf_penalty=0.01).fit(X, y * 1e300)


def test_objective_of_a_pruned_copy():
    X, y = noise(120, 3)
    tree = OptimalTreeClassifier(max_depth=2, leaf_penalty=0.001).fit(X, y)
    stump = tree.snip(1)
    assert stump.compare()["optimal"]["error"] == pytest.approx(1 - stump.score(X, y))
    assert stump.gap_ == stump.objective_ - tree.objective_ > 0
    assert tree.proven_
    assert not stump.proven_
