"""Validation losses and early stopping."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from spinney import AdaBoostClassifier, AdaBoostRegressor

from .tables import classes, numbers

KINDS = {
    "classes": (AdaBoostClassifier, classes),
    "three classes": (AdaBoostClassifier, lambda **kw: classes(3, **kw)),
    "numbers": (AdaBoostRegressor, numbers),
}
every_kind = pytest.mark.parametrize(("kind", "table"), KINDS.values(), ids=KINDS)


@every_kind
def test_validation_losses_match_staged_predictions(kind, table):
    X, y = table(n_rows=300)
    model = kind(n_estimators=15).fit(X[100:], y[100:], X_val=X[:100], y_val=y[:100])
    ((name, losses),) = model.evals_result_["validation"].items()
    staged = np.array(list(model.staged_predict(X[:100])))
    errors = (staged != y[:100]) if name == "error" else (staged - y[:100]) ** 2
    np.testing.assert_allclose(losses, errors.mean(axis=1))
    assert len(losses) == len(model)
    assert model.best_score == min(losses) == losses[model.best_iteration]
    assert model.best_score_ == {"validation": {name: min(losses)}}


@every_kind
def test_iterations_up_to_the_best_are_kept(kind, table):
    X, y = table(n_rows=300)
    model = kind(n_estimators=200, early_stopping=True, n_iter_no_change=5, random_state=0)
    model.fit(X, y)
    losses = next(iter(model.evals_result_["validation"].values()))
    assert len(model) == model.best_iteration_ == int(np.argmin(losses)) + 1
    assert len(losses) <= model.best_iteration_ + 5 < 200
    again = kind(n_estimators=200, early_stopping=True, n_iter_no_change=5, random_state=0)
    assert (again.fit(X, y).predict(X) == model.predict(X)).all()


def test_early_stopping_with_arbitrary_members():
    X, y = classes()
    model = AdaBoostClassifier(LogisticRegression(), early_stopping=True, random_state=0).fit(X, y)
    assert len(model) == model.best_iteration_
    given = AdaBoostClassifier(LogisticRegression()).fit(X, y, X_val=X[:50], y_val=y[:50])
    losses = given.evals_result_["validation"]["error"]
    assert losses[-1] == pytest.approx(1 - given.score(X[:50], y[:50]))
    given.fit(X, y)
    assert not hasattr(given, "evals_result_")


def test_invalid_validation_data():
    X, y = classes()
    model = AdaBoostClassifier()
    with pytest.raises(ValueError, match="passed together"):
        model.fit(X, y, X_val=X)
    with pytest.raises(ValueError, match="without X_val"):
        model.fit(X, y, sample_weight_val=np.ones(3))
    with pytest.raises(ValueError, match=r"^y_val has the label 7 in row 1"):
        model.fit(X, y, X_val=X[:2], y_val=[0, 7])
    with pytest.raises(ValueError, match=r"^X_val: X has .* features"):
        model.fit(X, y, X_val=X[:, :2], y_val=y)
