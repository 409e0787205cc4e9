"""Warnings point to the line of the user, and are issued once."""

import inspect
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score
from sklearn.multioutput import MultiOutputClassifier
from sklearn.pipeline import make_pipeline

import spinney
from spinney import BaggingClassifier, DecisionTreeClassifier, GradientBoostingClassifier

X, Y = load_iris(return_X_y=True, as_frame=True)
SOURCE = Path(spinney.__file__).parent


def grown(cls, *arguments, **parameters):
    return cls(*arguments, n_estimators=2, warm_start=True).set_params(**parameters)


def unnamed():
    DecisionTreeClassifier().fit(X, Y).predict(X.to_numpy())


def column_vector():
    DecisionTreeClassifier().fit(X, Y.to_numpy()[:, None])


def nothing_to_add():
    grown(spinney.RandomForestClassifier).fit(X, Y).fit(X, Y)


def changed_parameters():
    grown(BaggingClassifier).fit(X, Y).set_params(n_estimators=3, max_features=2).fit(X, Y)


def kept_policy():
    model = grown(GradientBoostingClassifier, missing="learned").fit(X, Y)
    model.set_params(n_estimators=3, missing="majority").fit(X, Y)


def few_draws():
    weight = np.full(len(Y), 1 / len(Y))
    spinney.RandomForestClassifier(2, max_samples=0.5).fit(X, Y, weight)


def ignored_parameter():
    GradientBoostingClassifier(preset="fast", use_label_encoder=True)


def contradiction():
    GradientBoostingClassifier(preset="fast").set_params(eta=0.1, shrinkage_rate=0.2)


def inside_scikit_learn():
    wide = np.full((len(Y), 1), 2**53 + 1)
    cross_val_score(make_pipeline(DecisionTreeClassifier()), wide, Y, cv=2)


def inside_joblib():
    wide = np.full((len(Y), 1), 2**53 + 1)
    MultiOutputClassifier(DecisionTreeClassifier(), n_jobs=1).fit(wide, Y.to_numpy()[:, None])


@pytest.mark.parametrize(
    "call",
    [
        *(unnamed, column_vector, nothing_to_add, changed_parameters, kept_policy, few_draws),
        *(ignored_parameter, contradiction, inside_scikit_learn, inside_joblib),
    ],
)
def test_a_warning_points_to_the_line_of_the_user(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    lines, first = inspect.getsourcelines(call)
    assert caught
    for entry in caught:
        assert entry.filename == __file__
        assert first < entry.lineno < first + len(lines)


def test_warnings_have_no_fixed_stack_level():
    found = {
        p.name for p in SOURCE.rglob("*.py") if re.search(r"\bwarnings\.warn\(", p.read_text())
    }
    assert found == {"user_warnings.py"}


@pytest.mark.parametrize("policy", ["missing", "unknown", "max_depth"])
def test_a_changed_parameter_of_bagged_trees_is_one_warning(policy):
    model = grown(BaggingClassifier, DecisionTreeClassifier()).fit(X, Y)
    value = 3 if policy == "max_depth" else "majority"
    model.set_params(n_estimators=3, **{f"estimator__{policy}": value})
    with pytest.warns(UserWarning, match=policy) as caught:
        model.fit(X, Y)
    assert len(caught) == 1


@pytest.mark.parametrize(
    "cls",
    [
        *(spinney.RandomForestClassifier, spinney.ExtraTreesRegressor, BaggingClassifier),
        *(spinney.AdaBoostClassifier, GradientBoostingClassifier),
    ],
)
def test_trees_of_an_ensemble_accept_columns_without_names(cls):
    """As in scikit-learn, whose ensembles fit their trees on arrays."""
    tree = np.ravel(cls(n_estimators=2).fit(X, Y).estimators_)[1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        expected = tree.predict(X)
        np.testing.assert_array_equal(tree.predict(X.to_numpy()), expected)
        np.testing.assert_array_equal(tree.predict(X[X.columns[::-1]]), expected)


def test_a_refitted_tree_of_an_ensemble_is_like_any_other():
    tree = spinney.RandomForestClassifier(2).fit(X, Y).estimators_[0].fit(X, Y)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        tree.predict(X.to_numpy())
