"""Voting and stacking as in scikit-learn: routing of metadata, several outputs, transform."""

import numpy as np
import pytest
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import make_multilabel_classification
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier

import spinney

from .examples import CLASSIFIERS, REGRESSORS, diabetes, shuffled_iris

TREE = spinney.DecisionTreeClassifier(max_depth=3)
BLENDS = [spinney.VotingClassifier, spinney.LinearBlendClassifier, spinney.StackingClassifier]


class Recorder(ClassifierMixin, BaseEstimator):
    """Records the arguments of fit; ``log`` is shared by the copies of a member."""

    def __init__(self, log=None):
        self.log = log

    def fit(self, X, y, sample_weight=None, groups=None, note=None):
        self.classes_ = np.unique(y)
        self.log.append((len(X), sample_weight, groups, note))
        return self

    def predict_proba(self, X):
        return np.full((len(X), len(self.classes_)), 1 / len(self.classes_))

    def predict(self, X):
        return np.full(len(X), self.classes_[0])

    def __deepcopy__(self, memo):
        return self

    def __sklearn_clone__(self):
        copy = Recorder(self.log)
        copy._metadata_request = self._get_metadata_request()
        return copy


@pytest.mark.parametrize("Blend", BLENDS)
def test_metadata_is_routed_to_the_members_that_request_it(Blend):
    X, y = shuffled_iris()
    weight, groups = np.arange(1.0, 151.0), np.arange(150)
    with config_context(enable_metadata_routing=True):
        first = Recorder([]).set_fit_request(sample_weight=True, groups=True, note=False)
        second = Recorder([]).set_fit_request(sample_weight=False, groups=False, note=True)
        blend = Blend([("first", first), ("second", second)])
        blend.fit(X, y, sample_weight=weight, groups=groups, note="a")
    assert len(first.log) == len(second.log) == (1 if Blend is BLENDS[0] else 6)
    for n, own_weight, own_groups, note in first.log:
        assert len(own_weight) == len(own_groups) == n
        np.testing.assert_array_equal(own_weight, own_groups + 1.0)
        assert note is None
    assert all(call[1:] == (None, None, "a") for call in second.log)


@pytest.mark.parametrize("Blend", BLENDS)
def test_enabled_routing_without_metadata(Blend):
    X, y = shuffled_iris()
    members = [("tree", TREE), ("other", KNeighborsClassifier())]
    with config_context(enable_metadata_routing=True):
        routed = Blend(members).fit(X, y)
    np.testing.assert_array_equal(routed.predict(X), Blend(members).fit(X, y).predict(X))


@pytest.mark.parametrize("Blend", BLENDS)
def test_metadata_that_no_member_requests_raises(Blend):
    X, y = shuffled_iris()
    blend = Blend([("one", Recorder([]))])
    with config_context(enable_metadata_routing=True):
        with pytest.raises(ValueError, match="not explicitly set as requested"):
            blend.fit(X, y, note="a")
        with pytest.raises(TypeError, match="unexpected argument"):
            Blend([("tree", TREE)]).fit(X, y, colour="red")
    with pytest.raises(ValueError, match="enable_metadata_routing=True"):
        blend.fit(X, y, note="a")
    assert not hasattr(blend, "set_fit_request")


def test_the_final_estimator_gets_weights_of_routed_fits():
    X, y = shuffled_iris()
    weight = np.linspace(0.0, 1.0, 150)
    tree = clone(TREE)
    members = [("tree", tree), ("other", clone(TREE))]
    with config_context(enable_metadata_routing=True):
        for _, member in members:
            member.set_fit_request(sample_weight=True)
        routed = spinney.StackingClassifier(members, TREE).fit(X, y, sample_weight=weight)
    plain = spinney.StackingClassifier(members, TREE).fit(X, y)
    assert routed.final_estimator_.text() != plain.final_estimator_.text()


def test_named_estimators():
    voting = spinney.VotingClassifier([("tree", TREE), ("other", "drop")])
    assert dict(voting.named_estimators) == {"tree": TREE, "other": "drop"}
    assert voting.named_estimators.tree is TREE
    stack = spinney.StackingRegressor([TREE])
    assert list(stack.named_estimators) == [type(TREE).__name__.lower()]


def test_flatten_transform():
    X, y = shuffled_iris()
    soft = spinney.VotingClassifier(CLASSIFIERS, voting="soft").fit(X, y)
    blocks = clone(soft).set_params(flatten_transform=False).fit(X, y)
    n = len(CLASSIFIERS)
    assert blocks.transform(X).shape == (n, 150, 3)
    np.testing.assert_array_equal(
        blocks.transform(X).swapaxes(0, 1).reshape(150, -1), soft.transform(X)
    )
    assert len(soft.get_feature_names_out()) == 3 * n
    with pytest.raises(ValueError, match="flatten_transform=False"):
        blocks.get_feature_names_out()
    blocks.set_params(voting="hard").fit(X, y)
    assert blocks.transform(X).shape == (150, n)
    dropped = clone(soft).set_params(**{CLASSIFIERS[0][0]: "drop"}, flatten_transform=False)
    assert dropped.fit(X, y).transform(X).shape == (n - 1, 150, 3)


@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")
@pytest.mark.parametrize("method", ["auto", "predict_proba", "predict", "decision_function"])
@pytest.mark.parametrize("passthrough", [False, True])
def test_multilabel_stacking(method, passthrough):
    X, y = make_multilabel_classification(120, 8, n_classes=3, random_state=0)
    members = [("forest", spinney.RandomForestClassifier(10, random_state=0))]
    if method in ("auto", "predict_proba", "predict"):
        members.append(("mlp", MLPClassifier(20, max_iter=50, random_state=0)))
    if method == "decision_function":
        members = []
    if method in ("auto", "decision_function", "predict"):
        members.append(("ridge", RidgeClassifier()))
    stack = spinney.StackingClassifier(
        members,
        spinney.RandomForestClassifier(10, random_state=0),
        stack_method=method,
        passthrough=passthrough,
    )
    stack.fit(X, y)
    assert stack.predict(X).shape == y.shape
    assert [p.shape for p in stack.predict_proba(X)] == [(120, 2)] * 3
    assert stack.transform(X).shape == (120, 3 * len(members) + 8 * passthrough)
    assert len(stack.get_feature_names_out()) == 3 * len(members) + 8 * passthrough
    assert [list(labels) for labels in stack.classes_] == [[0, 1]] * 3
    assert list(stack.member_scores_.members) == [name for name, _ in members]
    assert stack.score(X, y) > 0.55
    if not passthrough and method == "predict_proba":
        forest = np.column_stack([p[:, 1] for p in stack.estimators_[0].predict_proba(X)])
        np.testing.assert_array_equal(stack.transform(X)[:, :3], forest)
        mlp = stack.estimators_[1].predict_proba(X)
        np.testing.assert_array_equal(stack.transform(X)[:, 3:], mlp)


def test_outputs_with_several_classes():
    X, y = shuffled_iris()
    Y = np.column_stack([y, y == 2])
    stack = spinney.StackingClassifier([("tree", TREE)], TREE).fit(X, Y)
    assert stack.transform(X).shape == (150, 3)
    assert stack.predict(X).shape == (150, 2)
    expected = (stack.estimators_[0].predict(X) == Y).all(axis=1).mean()
    assert abs(stack.member_scores_.members["tree"] - expected) < 0.1


def test_regressors_in_a_stacking_classifier():
    X, y = shuffled_iris()
    labels = np.array(["a", "b", "c"])[y]
    members = [("line", LinearRegression()), ("tree", TREE)]
    stack = spinney.StackingClassifier(members).fit(X, labels)
    assert stack.stack_method_ == ["predict", "predict_proba"]
    line = LinearRegression().fit(X, y).predict(X)
    np.testing.assert_allclose(stack.transform(X)[:, 0], line, rtol=1e-12)
    assert stack.transform(X).shape == (150, 4)
    assert stack.score(X, labels) > 0.9
    assert list(stack.member_scores_.members) == ["tree"]
    prefit = spinney.StackingClassifier(
        [("line", LinearRegression().fit(X, y)), ("tree", clone(TREE).fit(X, labels))], cv="prefit"
    )
    np.testing.assert_array_equal(prefit.fit(X, labels).transform(X), stack.transform(X))
    for Blend in BLENDS[:2]:
        with pytest.raises(ValueError, match="'line' must be a classifier"):
            Blend(members).fit(X, labels)


def test_predict_params_reach_the_final_estimator():
    X, y = diabetes()
    stack = spinney.StackingRegressor(REGRESSORS[:2], GaussianProcessRegressor()).fit(X, y)
    mean, std = stack.predict(X, return_std=True)
    assert mean.shape == std.shape == y.shape


def test_cause_of_a_missing_method():
    stack = spinney.StackingClassifier(CLASSIFIERS, KNeighborsClassifier())
    with pytest.raises(AttributeError, match="'StackingClassifier' has no attribute") as found:
        stack.decision_function  # noqa: B018
    assert "'KNeighborsClassifier'" in str(found.value.__cause__)
    assert hasattr(spinney.StackingClassifier(CLASSIFIERS), "decision_function")


class TakesAnything(LogisticRegression):
    def fit(self, X, y, **arguments):
        self.given_ = arguments
        return super().fit(X, y)


def test_weights_are_passed_as_keywords():
    X, y = shuffled_iris()
    voting = spinney.VotingClassifier([("any", TakesAnything(max_iter=500))])
    voting.fit(X, y, sample_weight=np.ones(150))
    assert list(voting.estimators_[0].given_) == ["sample_weight"]


def test_saved_stacks(tmp_path):
    X, y = shuffled_iris()
    number = spinney.DecisionTreeRegressor(max_depth=2)
    for members, target in (
        ([("number", number), ("tree", TREE)], y),
        ([("tree", TREE)], np.column_stack([y, y == 2])),
    ):
        stack = spinney.StackingClassifier(members, TREE).fit(X, target)
        stack.save(tmp_path / "stack.spinney")
        loaded = spinney.load(tmp_path / "stack.spinney")
        np.testing.assert_array_equal(loaded.predict(X), stack.predict(X))
        np.testing.assert_array_equal(loaded.transform(X), stack.transform(X))
