"""Reduced-error pruning and early stopping, compared with their definitions."""

import heapq

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris

from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.base.validation_split import validation_rows
from spinney.data.targets import class_targets

from .reference_cv import losses
from .tables import count_subtrees, leaves_of, make, subtrees, tables


def validation_cost(model, leaves, X, y, weight):
    """Return the total loss of the rows if the tree has these leaves."""
    inner = set(np.flatnonzero(model._fitted().tree.kind)) & set(leaves)
    return (losses(model.snip(sorted(map(int, inner))), X, y, None) * weight).sum()


@pytest.mark.parametrize("task", ["classes", "numbers"])
@given(data=st.data())
def test_reduced_error_is_the_best_of_all_subtrees(task, data):
    X, y, weight = data.draw(tables(task))
    rows = data.draw(st.lists(st.integers(0, len(y) - 1), min_size=1, max_size=8))
    X_val, y_val = X[rows] + 0.25, y[rows][::-1].copy()
    weight_val = data.draw(st.sampled_from([None, np.arange(len(rows)) + 1.0]))
    whole = make(task).fit(X, y, weight)
    assume(1 < count_subtrees(whole._fitted().tree) < 300)
    model = make(task, pruning="reduced_error").fit(
        X, y, weight, X_val=X_val, y_val=y_val, sample_weight_val=weight_val
    )
    w = np.ones(len(rows)) if weight_val is None else weight_val
    costs = {s: validation_cost(whole, s, X_val, y_val, w) for s in subtrees(whole._fitted().tree)}
    minimum = min(costs.values())
    best = min((s for s, cost in costs.items() if cost <= minimum + 1e-9), key=len)
    assert len(leaves_of(model._fitted().tree, whole._fitted().tree)) <= len(best)
    assert costs[leaves_of(model._fitted().tree, whole._fitted().tree)] == pytest.approx(
        minimum, abs=1e-9
    )
    assert model.validation_loss_ == pytest.approx(minimum / w.sum(), abs=1e-9)
    assert model.n_leaves_grown_ == whole.get_n_leaves()


@pytest.mark.parametrize("task", ["classes", "numbers"])
@pytest.mark.parametrize("patience", [1, 3, 1000])
def test_early_stopping_replays_growth_best_first(task, patience):
    X, y = (load_diabetes if task == "numbers" else load_iris)(return_X_y=True)
    X_val, y_val, X, y = X[::3], y[::3], np.delete(X, np.s_[::3], 0), np.delete(y, np.s_[::3])
    model = make(task, early_stopping=True, n_iter_no_change=patience)
    model.fit(X, y, X_val=X_val, y_val=y_val)
    whole = make(task).fit(X, y)
    curve, best, best_splits = replay(whole, X_val, y_val, patience)
    np.testing.assert_allclose(model.validation_curve_, curve, rtol=1e-9)
    assert model.get_n_leaves() == best_splits + 1
    assert model.validation_loss_ == pytest.approx(best)
    assert losses(model, X_val, y_val, None).mean() == pytest.approx(best)
    assert len(curve) <= best_splits + patience + 1


def replay(whole, X_val, y_val, patience):
    """Return the mean loss after each split, its minimum, and the number of splits there."""
    tree, made = whole._fitted().tree, set()
    inner = set(np.flatnonzero(tree.kind).tolist())
    frontier, curve, best = [(-tree.gain[0], 0)], [], (np.inf, 0)
    while True:
        snipped = whole.snip(sorted(inner - made))
        curve.append(losses(snipped, X_val, y_val, None).mean())
        if curve[-1] < best[0] - 1e-12:
            best = curve[-1], len(made)
        if not frontier or len(made) - best[1] >= patience:
            return curve, *best
        node = heapq.heappop(frontier)[1]
        made.add(node)
        for child in (int(tree.first_child[node]), int(tree.first_child[node]) + 1):
            if child in inner:
                heapq.heappush(frontier, (-tree.gain[child], child))


@pytest.mark.parametrize("method", [{"pruning": "reduced_error"}, {"early_stopping": True}])
@pytest.mark.parametrize("task", ["classes", "numbers"])
def test_validation_fraction(method, task):
    X, y = (load_diabetes if task == "numbers" else load_breast_cancer)(return_X_y=True)
    first = make(task, validation_fraction=0.25, **method).fit(X, y)
    again = make(task, validation_fraction=0.25, **method).fit(X, y)
    np.testing.assert_array_equal(first.predict(X), again.predict(X))
    assert first.get_n_leaves() < first.n_leaves_grown_
    seeds = [make(task, random_state=k, **method).fit(X, y).validation_loss_ for k in range(4)]
    assert len(set(seeds)) > 1
    rows = round(0.25 * len(y))
    assert first._fitted().tree.n_node_samples[0] == len(y) - rows


def test_validation_fraction_is_stratified():
    y = np.repeat([0, 1, 2], [100, 50, 10])
    held_out = validation_rows(0.2, class_targets(y, len(y)), None, 7)
    assert np.bincount(y[held_out]).tolist() == [20, 10, 2]


def test_validation_with_labels_weights_categories_and_missing_values():
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    X = pandas.DataFrame({"a": rng.normal(size=300), "b": rng.choice(list("uvw"), 300)})
    y = np.where((X["a"] > 0) ^ (X["b"] == "u") ^ (rng.random(300) < 0.2), "yes", "no")
    X.loc[::7, "a"] = np.nan
    X.loc[::11, "b"] = None
    X_val = X[200:].copy()
    X_val.loc[205, "b"] = "new"
    for missing in ("learned", "stop", "fractional", "surrogate", "category", "mean"):
        model = DecisionTreeClassifier(
            pruning="reduced_error", missing=missing, class_weight="balanced"
        )
        model.fit(X[:200], y[:200], X_val=X_val, y_val=y[200:], sample_weight_val=np.ones(100))
        assert 1 <= model.get_n_leaves() < model.n_leaves_grown_
        assert set(model.predict(X_val)) <= {"yes", "no"}


def valid_data():
    return np.arange(12.0).reshape(-1, 1), np.tile([0, 1, 1], 4)


INVALID = {
    "two methods": ({"ccp_alpha": "cv", "pruning": "reduced_error"}, {}, "choose one"),
    "alpha and pruning": ({"ccp_alpha": 0.1, "pruning": "pessimistic"}, {}, "choose one"),
    "stopping and pruning": ({"early_stopping": True, "pruning": "pessimistic"}, {}, "choose one"),
    "unused": ({}, {"X_val": [[1.0]], "y_val": [0]}, "used only with"),
    "unused weight": ({"ccp_alpha": "cv"}, {"sample_weight_val": [1.0]}, "without X_val and y_val"),
    "no y_val": ({"early_stopping": True}, {"X_val": [[1.0]]}, "passed together"),
    "no X_val": ({"early_stopping": True}, {"y_val": [1.0]}, "passed together"),
    "unknown label": (
        {"early_stopping": True},
        {"X_val": [[1.0], [2.0]], "y_val": [0, 7]},
        "label 7 in row 1",
    ),
    "features": (
        {"early_stopping": True},
        {"X_val": [[1.0, 2.0]], "y_val": [0]},
        "X_val.*2 features",
    ),
    "length": ({"early_stopping": True}, {"X_val": [[1.0]], "y_val": [0, 1]}, "y_val"),
    "infinite": ({"early_stopping": True}, {"X_val": [[np.inf]], "y_val": [0]}, "infinity"),
    "outputs": (
        {"pruning": "reduced_error"},
        {"X_val": [[1.0]], "y_val": [[0, 1]]},
        "2 outputs",
    ),
    "weight": (
        {"early_stopping": True},
        {"X_val": [[1.0]], "y_val": [0], "sample_weight_val": [-1.0]},
        "negative",
    ),
    "no weight": (
        {"early_stopping": True},
        {"X_val": [[1.0]], "y_val": [0], "sample_weight_val": [0.0]},
        "zero for every row",
    ),
}


@pytest.mark.parametrize("case", INVALID)
def test_invalid(case):
    parameters, rows, message = INVALID[case]
    with pytest.raises(ValueError, match=message):
        DecisionTreeClassifier(**parameters).fit(*valid_data(), **rows)


def test_invalid_for_some_targets():
    X, y = valid_data()
    with pytest.raises(ValueError, match="pruning"):
        DecisionTreeRegressor(pruning="pessimistic").fit(X, y)
    with pytest.raises(ValueError, match="priors or loss_matrix"):
        DecisionTreeClassifier(pruning="pessimistic", priors=[0.5, 0.5]).fit(X, y)
    with pytest.raises(ValueError, match="needs 2 rows"):
        DecisionTreeClassifier(early_stopping=True).fit(X, y, np.arange(12) == 3)


def test_refit_removes_validation_attributes():
    X, y = valid_data()
    model = DecisionTreeClassifier(early_stopping=True).fit(X, y)
    assert hasattr(model, "validation_curve_")
    model.set_params(early_stopping=False, ccp_alpha="cv", cv=3).fit(X, y)
    assert not hasattr(model, "validation_curve_")
    assert not hasattr(model, "validation_loss_")
    assert "xerror" in model.cp_table_
    assert "xerror" not in model.set_params(ccp_alpha=0.0).fit(X, y).cp_table_
