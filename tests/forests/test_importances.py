"""Feature importances of forests: kinds, groups and confidence intervals."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from sklearn.metrics import mean_squared_error

from spinney import RandomForestClassifier
from spinney.forests.importances import Importances

from .small_tables import bag_counts, classes, classifier, numbers, regressor


def test_gini_is_the_mean_share_of_the_trees():
    X, y = classes()
    forest = classifier().fit(X, y)
    shares = np.stack([tree.feature_importances_ for tree in forest.estimators_])
    found = forest.importances("gini")
    np.testing.assert_allclose(found.per_tree, shares, atol=1e-6)
    np.testing.assert_allclose(forest.feature_importances_, shares.mean(axis=0), atol=1e-6)
    assert forest.feature_importances_.sum() == pytest.approx(1)
    grouped = forest.importances("gini", groups=[[0, 1]])
    assert grouped.names == ("x0 + x1", "x2", "x3")
    np.testing.assert_allclose(grouped.mean[0], found.mean[:2].sum())


def test_a_forest_without_splits():
    forest = regressor().fit(np.ones((20, 2)), np.arange(20.0))
    np.testing.assert_array_equal(forest.feature_importances_, 0)
    assert forest.importances("gini").n_trees == 0


def test_permutation_importance_of_relevant_features():
    X, y = numbers()
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    forest = regressor(n_estimators=60).fit(frame, y)
    found = forest.importances(X=frame, y=y, n_repeats=3)
    assert found.names == ("a", "b", "c", "d")
    assert found.kind == "permutation"
    assert found.per_tree.shape == (60, 4)
    assert found.low[:2].min() > found.high[2:].max()
    again = forest.importances(X=frame, y=y, n_repeats=3)
    np.testing.assert_array_equal(found.per_tree, again.per_tree)
    other = forest.importances(X=frame, y=y, n_repeats=3, random_state=1)
    assert (other.per_tree != found.per_tree).any()
    np.testing.assert_allclose(other.mean, found.mean, atol=0.3 * found.mean.max())


def test_permutation_of_a_group_of_all_features():
    """Permuting all features together assigns each row the prediction of another one."""
    X, y = numbers()
    forest = regressor(n_estimators=5).fit(X, y)
    found = forest.importances(X=X, y=y, groups={"all": range(4)}, n_repeats=200).per_tree[:, 0]
    for tree, counts, increase in zip(
        forest.estimators_, bag_counts(forest, 200), found, strict=True
    ):
        out = counts == 0
        predicted, truth = tree.predict(X[out]), y[out]
        mixed = np.mean((predicted[:, None] - truth) ** 2)
        assert increase == pytest.approx(mixed - mean_squared_error(truth, predicted), rel=0.05)


def test_groups():
    X, y = numbers()
    X = np.column_stack([X, X[:, 0]])
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d", "copy of a"])
    forest = regressor(n_estimators=60).fit(frame, y)
    alone = forest.importances(X=frame, y=y)
    found = forest.importances(X=frame, y=y, groups={"a twice": ["a", "copy of a"]})
    assert found.names == ("a twice", "b", "c", "d")
    assert found.mean[0] > alone.mean[0] + alone.mean[4]
    for wrong, error, message in (
        ({"one": ["z"]}, ValueError, r"groups\['one'\]: 'z' is not a feature of X"),
        ({"one": [9]}, ValueError, "feature index 9 "),
        ({"b": ["a"]}, ValueError, "'b' is the name of a feature"),
        ([[]], ValueError, "empty"),
        ("a", TypeError, "groups must be"),
        (["a"], TypeError, "list of features"),
    ):
        with pytest.raises(error, match=message):
            forest.importances("gini", groups=wrong)


def test_only_gini_is_biased_toward_many_values():
    rng = np.random.default_rng(0)
    signal, noise = rng.integers(0, 2, 300), rng.normal(size=300)
    y = np.where(rng.random(300) < 0.2, 1 - signal, signal)
    X = np.column_stack([signal, noise])
    forest = RandomForestClassifier(200, random_state=0).fit(X, y)
    assert forest.importances("gini").mean[1] > 0.4
    for kind in ("corrected", "permutation"):
        found = forest.importances(kind, X=X, y=y)
        assert found.mean[0] > 0.1
        assert abs(found.mean[1]) < 0.2 * found.mean[0]


@pytest.mark.parametrize("kind", ["corrected", "permutation"])
def test_fit_computes_the_kind_importance(kind):
    X, y = classes()
    weight = np.random.default_rng(0).integers(0, 3, 200).astype(float)
    forest = classifier(importance=kind).fit(X, y, weight)
    assert forest.importances_ is forest.importances(kind)
    np.testing.assert_array_equal(forest.feature_importances_, forest.importances_.mean)
    later = classifier().fit(X, y, weight).importances(kind, X=X, y=y, sample_weight=weight)
    np.testing.assert_array_equal(forest.importances_.per_tree, later.per_tree)
    subset = forest[2:6]
    np.testing.assert_array_equal(subset.importances_.per_tree, later.per_tree[2:6])
    of_subset = subset.importances(kind, X=X, y=y, sample_weight=weight)
    assert of_subset.per_tree.shape == (4, 4)
    if kind == "corrected":
        np.testing.assert_array_equal(of_subset.per_tree, later.per_tree[2:6])


def test_invalid_arguments():
    X, y = classes()
    forest = classifier(importance="corrected").fit(X, y)
    with pytest.raises(ValueError, match="got 'shap'"):
        forest.importances("shap")
    with pytest.raises(ValueError, match="pass X and y"):
        forest.importances("permutation")
    with pytest.raises(ValueError, match="pass X and y"):
        forest.importances("corrected", groups=[[0, 1]])
    with pytest.raises(ValueError, match="X has 100 rows, but the forest was fitted on 200"):
        forest.importances(X=X[:100], y=y[:100])
    for n_repeats in (0, 2**70, -1, 1.5, "many"):
        with pytest.raises(ValueError, match="n_repeats"):
            forest.importances(X=X, y=y, n_repeats=n_repeats)


def test_importances_object():
    values = np.array([[0.1, 0.5], [0.3, 0.7], [np.nan, np.nan], [0.2, 0.9]])
    found = Importances("corrected", ("a", "longer"), values)
    rows = values[[0, 1, 3]]
    error = rows.std(axis=0, ddof=1) / np.sqrt(3)
    assert (len(found), found.n_trees) == (2, 3)
    np.testing.assert_allclose(found.mean, rows.mean(axis=0))
    np.testing.assert_allclose(found.standard_error, error)
    np.testing.assert_allclose(found.high - found.mean, student.ppf(0.975, 2) * error)
    np.testing.assert_allclose(found.mean - found.low, student.ppf(0.975, 2) * error)
    lines = repr(found).splitlines()
    assert lines[0] == "corrected importance, 3 trees"
    assert [line.split()[0] for line in lines[2:]] == ["longer", "a"]
    table = found.to_frame()
    assert list(table.columns) == ["name", "mean", "standard_error", "low", "high"]
    assert list(table["name"]) == ["longer", "a"]
    many = Importances("gini", tuple(map(str, range(30))), np.ones((1, 30)))
    assert repr(many).endswith("... 10 more")
    assert np.isnan(many.standard_error).all()
