"""Target statistics of categorical features."""

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import GradientBoostingClassifier, GradientBoostingRegressor, _core
from spinney.boosting.auto_values import MAX_SPLIT_CATEGORIES


def categories(n=1200, n_levels=60, seed=0, missing=True):
    """A table with a feature of many categories, each with an effect of its own."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, n_levels, n)
    X = pd.DataFrame(
        {
            "city": pd.Categorical([f"c{i}" for i in codes]),
            "kind": pd.Categorical(rng.choice(list("abc"), n)),
            "x": rng.normal(size=n),
        }
    )
    if missing:
        X.loc[::13, "city"] = None
    effect = np.random.default_rng(1).normal(size=n_levels)
    return X, effect[codes] + 0.5 * X["x"].to_numpy() + 0.1 * rng.normal(size=n)


TASKS = {
    "regression": (GradientBoostingRegressor, lambda y: y),
    "two classes": (GradientBoostingClassifier, lambda y: y > 0),
    "three classes": (GradientBoostingClassifier, lambda y: np.digitize(y, [-0.6, 0.6])),
}


@pytest.mark.parametrize("n_estimators", [20, "auto"])
@pytest.mark.parametrize("task", TASKS)
def test_models_have_splits_of_categories_only(task, n_estimators):
    kind, target = TASKS[task]
    X, y = categories()
    model = kind(n_estimators=n_estimators, target_statistics=True, random_state=0)
    model.fit(X, target(y))
    assert model.n_features_in_ == 3
    assert all(tree.n_features == 3 for tree in model._model.trees)
    assert model.feature_importances_[0] > 0.3
    assert model.score(X, target(y)) > 0.6


@pytest.mark.parametrize("leaf", ["constant", "linear"])
@pytest.mark.parametrize("task", TASKS)
def test_predictions_of_held_out_rows_are_those_of_training(task, leaf):
    """The booster's scores of rows that are not fitted are the predictions of its trees."""
    kind, target = TASKS[task]
    X, y = categories()
    fitted, held_out = np.arange(0, 900), np.arange(900, 1200)
    pairs = [(fitted, held_out), (held_out, fitted)]
    model = kind(cv=pairs, target_statistics=True, leaf=leaf, random_state=0).fit(X, target(y))
    parts = []
    for member, rows in enumerate((held_out, fitted)):
        trees = [
            tree.scaled(2)
            for i, tree in enumerate(model._model.trees)
            if i // model._model.n_scores % 2 == member
        ]
        part = model._model.start(len(rows))
        table = model._model.schema.table(model._model.schema.read(X.iloc[rows]))
        _core.Ensemble(trees, model._model.n_scores).add(table, part, 1)
        parts.append(part)
    scores = np.concatenate(parts, axis=1)
    rows = np.concatenate([held_out, fitted])
    encoded = y if task == "regression" else np.unique(target(y), return_inverse=True)[1]
    value = model._model.loss.core.value(encoded[rows].astype(float), scores, None)
    factor = 2 if task == "regression" else 1  # the loss is half of the squared error
    assert factor * value == pytest.approx(model.best_score, rel=1e-9)


def test_statistics_help_with_many_categories():
    X, y = categories(3000, 300)
    test, true = categories(3000, 300, seed=5)
    errors = [
        np.mean(
            (GradientBoostingRegressor(target_statistics=one).fit(X, y).predict(test) - true) ** 2
        )
        for one in (False, True)
    ]
    assert errors[1] < 0.8 * errors[0]


def test_no_leakage_from_identifiers():
    """A category per row says nothing, and a model with statistics of it does not overfit."""
    rng = np.random.default_rng(0)
    n = 1000
    X = pd.DataFrame(
        {"id": pd.Categorical([f"r{i % 600}" for i in range(n)]), "x": rng.normal(size=n)}
    )
    y = X["x"].to_numpy() + rng.normal(size=n)
    model = GradientBoostingRegressor(target_statistics=True).fit(X, y)
    test = X.assign(x=rng.normal(size=n))
    error = np.mean((model.predict(test) - test["x"]) ** 2)
    assert error < 0.2


def test_same_bits_for_any_number_of_threads():
    X, y = categories()
    models = [
        GradientBoostingRegressor(target_statistics=True, n_jobs=n, random_state=0).fit(X, y)
        for n in (1, 2, 5)
    ]
    for other in models[1:]:
        np.testing.assert_array_equal(models[0].predict(X), other.predict(X))


def test_rows_of_weight_zero_are_ignored():
    X, y = categories()
    weight = np.random.default_rng(0).integers(0, 3, len(y)).astype(float)
    kept = weight > 0
    options = {"n_estimators": 10, "target_statistics": True, "random_state": 0}
    with_zeros = GradientBoostingRegressor(**options).fit(X, y, weight)
    # Unused categories are removed, as in the rows that are fitted.
    part = X[kept].reset_index(drop=True)
    without = GradientBoostingRegressor(**options).fit(part, y[kept], weight[kept])
    np.testing.assert_array_equal(with_zeros.predict(part), without.predict(part))


def test_files_exports_and_shap_values(tmp_path):
    X, y = categories(600, 20)
    model = GradientBoostingRegressor(n_estimators=10, target_statistics=True).fit(X, y)
    expected = model.predict(X)
    model.save(tmp_path / "model.spinney")
    np.testing.assert_array_equal(spinney.load(tmp_path / "model.spinney").predict(X), expected)
    values = model.predict(X, pred_contrib=True)
    np.testing.assert_allclose(values.sum(axis=1), expected, rtol=1e-9, atol=1e-9)
    unknown = X.assign(city="new")
    majority = GradientBoostingRegressor(
        n_estimators=10, target_statistics=True, unknown="majority"
    ).fit(X, y)
    np.testing.assert_array_equal(model.predict(unknown), majority.predict(unknown))
    assert "city" in spinney.export_text(model.estimators_[0, 0])


def test_large_tables_hold_out_once_and_are_refitted():
    X, y = categories()
    pairs = [(np.arange(0, 900), np.arange(900, 1200))]
    model = GradientBoostingRegressor(cv=pairs, target_statistics=True).fit(X, y)
    test, true = categories(seed=3)
    assert np.mean((model.predict(test) - true) ** 2) < 0.2


def test_rule_of_auto():
    X, y = categories(4000, MAX_SPLIT_CATEGORIES + 20)
    auto = GradientBoostingRegressor(random_state=0).fit(X, y)
    chosen = GradientBoostingRegressor(target_statistics=255, random_state=0).fit(X, y)
    np.testing.assert_array_equal(auto.predict(X), chosen.predict(X))
    explicit = GradientBoostingRegressor(n_estimators=5, random_state=0).fit(X, y)
    plain = GradientBoostingRegressor(n_estimators=5, target_statistics=False, random_state=0)
    np.testing.assert_array_equal(explicit.predict(X), plain.fit(X, y).predict(X))


def test_unknown_categories_do_not_follow_missing_values():
    """A direction learned from missing values says nothing about other categories."""
    rng = np.random.default_rng(0)
    n = 2000
    city = pd.Series(rng.choice(list("abcdef"), n)).where(rng.random(n) > 0.1)
    y = (city.isna() | (rng.random(n) < 0.1)).to_numpy()
    X = pd.DataFrame({"city": city.astype("category")})
    model = GradientBoostingClassifier(random_state=0).fit(X, y)
    new = pd.DataFrame({"city": ["new", None]})
    unknown, missing = model.predict_proba(new)[:, 1]
    assert missing > 0.9
    assert unknown < 0.2


def test_unknown_categories_have_the_statistic_of_no_rows():
    """They predict the same as a category that occurs in held-out rows only."""
    rng = np.random.default_rng(0)
    n = 1200
    codes = rng.integers(0, 150, n)
    y = rng.gamma(0.3, 4, size=150)[codes] + 0.3 * rng.normal(size=n)
    city = np.array([f"c{i}" for i in codes], dtype=object)
    fitted, held_out = np.arange(1000), np.arange(1000, n)
    city[held_out] = "own"
    X = pd.DataFrame({"city": pd.Categorical(city)})
    model = GradientBoostingRegressor(
        cv=[(fitted, held_out), (fitted, held_out)], target_statistics=True, random_state=0
    ).fit(X, y)
    own, unknown = model.predict(pd.DataFrame({"city": ["own", "new"]}))
    assert unknown == pytest.approx(own, rel=0.2)


def test_interaction_constraints_apply_to_statistics():
    X, y = categories()
    model = GradientBoostingRegressor(
        n_estimators=5, target_statistics=True, interaction_constraints=[["city"], ["kind", "x"]]
    ).fit(X, y)
    for tree in model._model.trees:
        used = {int(f) for f in tree.feature if f >= 0}
        assert used <= {0} or used <= {1, 2} or root_paths_are_separate(tree)


def root_paths_are_separate(tree):
    """Whether no path of a tree uses feature 0 and another one."""
    paths = {0: frozenset()}
    for node in range(len(tree.feature)):
        if tree.feature[node] < 0:
            continue
        path = paths[node] | {int(tree.feature[node])}
        if 0 in path and len(path) > 1:
            return False
        for child in (tree.children_left[node], tree.children_right[node]):
            paths[int(child)] = path
    return True


@pytest.mark.parametrize(
    "options",
    [{"line_search": True}, {"num_parallel_tree": 2}, {"missing": "surrogate"}],
)
def test_unsupported_combinations(options):
    X, y = categories()
    model = GradientBoostingRegressor(n_estimators=3, target_statistics=True, **options)
    with pytest.raises(ValueError, match="target_statistics=False"):
        model.fit(X, y)
