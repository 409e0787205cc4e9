"""Error messages for models that cannot be exported."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier as OtherTree

import spinney
from spinney import to_c, to_json, to_sql

from .models import fitted

EXPORTS = [to_json, to_c, lambda model: to_sql(model, "t")]
TREE = spinney.DecisionTreeClassifier(max_depth=2)
FRACTIONAL = spinney.DecisionTreeClassifier(max_depth=3, missing="fractional")
STACK = spinney.StackingClassifier([("tree", TREE)], cv=2)


class OwnLink:
    """A loss with a custom link."""

    def __call__(self, y, raw):
        return raw - y, np.ones_like(y)

    def link(self, raw):
        return raw**2


@pytest.mark.parametrize("export", EXPORTS)
@pytest.mark.parametrize(
    ("model", "message"),
    [
        (STACK, "This StackingClassifier cannot be exported"),
        (spinney.AdaBoostClassifier(FRACTIONAL, n_estimators=2), "missing='fractional'"),
        (
            spinney.RandomForestClassifier(2, missing="fractional", aggregate="mode"),
            "missing='fractional' a row ends in several leaves",
        ),
        (
            spinney.AdaBoostClassifier(TREE.__class__(pruning="pessimistic"), n_estimators=2),
            "members predict one by one",
        ),
        (spinney.VotingClassifier([("tree", TREE)], voting="median"), "voting='median'"),
        (
            spinney.VotingClassifier([("a", TREE), ("b", spinney.VotingClassifier([TREE] * 2))]),
            "its member 'b' is a blend itself",
        ),
        (
            spinney.VotingClassifier([("a", TREE), ("b", STACK)]),
            "The member 'b' of this VotingClassifier: This StackingClassifier",
        ),
        (
            spinney.VotingRegressor(
                [
                    ("a", spinney.DecisionTreeRegressor()),
                    ("b", spinney.DecisionTreeRegressor(missing="mean")),
                ]
            ),
            "the members 'b' and 'a' encode the column",
        ),
        (
            spinney.GradientBoostingRegressor(preset="fast", loss=OwnLink(), n_estimators=2),
            "a custom link",
        ),
    ],
)
def test_models_without_export(model, message, export):
    model, _ = fitted(model)
    with pytest.raises(ValueError, match=message):
        export(model)


@pytest.mark.parametrize("export", EXPORTS)
def test_other_estimators_and_unfitted_ones(export):
    X, y = np.arange(6.0)[:, None], [0, 1] * 3
    for model in (OtherTree().fit(X, y), LogisticRegression().fit(X, y), "a tree"):
        with pytest.raises(TypeError, match="cannot be exported"):
            export(model)
    with pytest.raises(NotFittedError):
        export(spinney.DecisionTreeClassifier())


def test_names_given():
    model = spinney.DecisionTreeRegressor().fit(np.eye(3), range(3))
    for names in (["a", "b"], ["a", "b", "a"], "abc", ["a", "b", 3]):
        with pytest.raises(ValueError, match="feature_names"):
            to_json(model, feature_names=names)
    assert '"feature": "b"' in to_json(model, feature_names=["a", "b", "c"])


@pytest.mark.parametrize("outputs", [1, 2])
def test_members_that_lack_a_class(outputs):
    """Rows without weight are not seen by the members."""
    y = np.array(["a", "b", "c"] * outputs).reshape(-1, 3).T.squeeze()
    blend = spinney.VotingClassifier([("tree", spinney.DecisionTreeClassifier())])
    blend.fit([[0.0], [1.0], [2.0]], y, sample_weight=[1.0, 1.0, 0.0])
    for export in EXPORTS:
        with pytest.raises(ValueError, match="'tree' was not fitted on all classes"):
            export(blend)
