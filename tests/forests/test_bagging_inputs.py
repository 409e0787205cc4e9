"""Inputs of bagging members, and invalid inputs."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import check_estimator
from tests.expected_checks import REORDERED

from spinney import (
    BaggingClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
)

from .bagging_tables import LABELS, X

rng = np.random.default_rng(2)
EXPECTED = {
    f"check_sample_weight_equivalence_on_{kind}_data": "weights determine random draws"
    for kind in ("dense", "sparse")
}


class Recorder(ClassifierMixin, BaseEstimator):
    """Records its inputs."""

    def fit(self, X, y, sample_weight=None):
        self.X, self.y, self.weight = X, y, sample_weight
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        self.predicted_X = X
        return np.full(X.shape[0], self.classes_[0])


class UnweightedRecorder(Recorder):
    def fit(self, X, y):
        return super().fit(X, y)


CONTAINERS = {
    "array": X,
    "float32": X.astype(np.float32),
    "csr": sparse.csr_array(X),
    "pandas": pd.DataFrame(X, columns=list("pqrs")),
    "polars": pl.DataFrame(X, schema=list("pqrs")),
}


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
@pytest.mark.parametrize("recorder", [Recorder, UnweightedRecorder])
@pytest.mark.parametrize("options", [{}, {"max_features": 2}], ids=repr)
@pytest.mark.filterwarnings("ignore:.*rows are in every bag")
def test_members_get_the_same_container(container, recorder, options):
    model = BaggingClassifier(recorder(), 2, oob_score=True, random_state=0, **options)
    model.fit(container, LABELS).predict(container)
    for member, features in zip(model.estimators_, model.estimators_features_, strict=True):
        n_features = options.get("max_features", 4)
        assert type(member.X) is type(member.predicted_X) is type(container)
        assert member.X.shape == (80, n_features)
        assert getattr(member.X, "dtype", None) == getattr(container, "dtype", None)
        if hasattr(container, "columns"):
            assert list(member.X.columns) == [container.columns[j] for j in features]
        assert (member.weight is None) == (recorder is UnweightedRecorder)


def test_features_drawn_with_replacement_have_unique_names():
    frame = CONTAINERS["pandas"]
    model = BaggingClassifier(Recorder(), 3, bootstrap_features=True, random_state=1)
    model.fit(frame, LABELS).predict(frame)
    drawn = [list(features) for features in model.estimators_features_]
    assert any(len(set(features)) < 4 for features in drawn)
    for member, features in zip(model.estimators_, drawn, strict=True):
        assert len(set(member.X.columns)) == 4
        assert np.array_equal(member.X.to_numpy(), X[:, features])


def test_pipeline_with_text_features():
    frame = pd.DataFrame({"p": X[:, 0], "color": LABELS})
    encode = make_column_transformer((OneHotEncoder(), ["color"]), remainder="passthrough")
    model = BaggingClassifier(make_pipeline(encode, KNeighborsClassifier()), 3, random_state=0)
    assert model.fit(frame, LABELS).score(frame, LABELS) == 1


def test_weights_are_passed_to_members_without_bootstrap():
    weight = rng.uniform(0.5, 2, 80)
    model = BaggingClassifier(Recorder(), 2, bootstrap=False, max_samples=0.5, random_state=0)
    model.fit(X, LABELS, weight)
    for member, rows in zip(model.estimators_, model.estimators_samples_, strict=True):
        assert np.array_equal(member.weight[rows], weight[rows])
        assert np.count_nonzero(member.weight) == len(rows) == 40
    with pytest.raises(ValueError, match="does not support sample_weight"):
        model.set_params(estimator=KNeighborsClassifier()).fit(X, LABELS, weight)


@pytest.mark.parametrize("options", [{}, {"bootstrap": False}, {"max_samples": 30}], ids=repr)
@pytest.mark.parametrize("recorder", [Recorder, UnweightedRecorder])
def test_rows_of_weight_zero_are_ignored(recorder, options):
    weight = (np.arange(80) % 4 > 0).astype(float)
    model = BaggingClassifier(recorder(), 5, random_state=0, **options).fit(X, LABELS, weight)
    for rows in model.estimators_samples_:
        assert (weight[rows] == 1).all()
        assert len(rows) == options.get("max_samples", 60)
    for member in model:
        given = member.X if member.weight is None else member.X[member.weight > 0]
        assert not np.isin(given[:, 0], X[weight == 0, 0]).any()


def test_member_without_a_class():
    y = np.array(["rare"] + ["b", "a"] * 10)
    bags = [np.arange(21), np.arange(1, 21), np.arange(2, 21)]
    cells = X[:21]
    model = BaggingClassifier(KNeighborsClassifier(1), 3, bags=bags).fit(cells, y)
    assert [list(member.classes_) for member in model] == [["a", "b", "rare"], *[["a", "b"]] * 2]
    assert model.predict_proba(cells)[0, 2] == pytest.approx(1 / 3)
    np.testing.assert_allclose(model.predict_proba(cells).sum(axis=1), 1)
    svm = BaggingClassifier(make_pipeline(StandardScaler(), LinearSVC()), 3, bags=bags)
    with pytest.raises(ValueError, match="member 1 was fitted without the class 'rare'"):
        svm.fit(cells, y).decision_function(cells)


INVALID = {
    "kind": ({"estimator": Ridge()}, "must be a classifier"),
    "no fit": ({"estimator": 3}, "'estimator' parameter"),
    "features": ({"max_features": 5}, "max_features=5 exceeds the 4 features"),
    "rows": ({"bootstrap": False, "max_samples": 81}, "81 rows without replacement.*80 rows"),
    "nothing out": ({"bootstrap": False, "oob_score": True}, "oob_score=True needs"),
    "aggregate": ({"aggregate": "sum"}, "'aggregate' parameter"),
    "tree": ({"estimator": DecisionTreeClassifier(max_depth=0)}, "'max_depth' parameter"),
}


@pytest.mark.parametrize(("parameters", "message"), INVALID.values(), ids=INVALID)
def test_invalid_parameters(parameters, message):
    with pytest.raises(ValueError, match=message):
        BaggingClassifier(**parameters).fit(X, LABELS)


@pytest.mark.parametrize("estimator", [None, KNeighborsClassifier()], ids=["trees", "others"])
def test_invalid_rows(estimator):
    model = BaggingClassifier(estimator, 2, random_state=0)
    with pytest.raises(NotFittedError):
        model.predict(X)
    with pytest.raises(ValueError, match=r"0 sample"):
        model.fit(X[:0], LABELS[:0])
    with pytest.raises(ValueError, match=r"80.*79|79.*80"):
        model.fit(X, LABELS[:-1])
    model.fit(CONTAINERS["pandas"], LABELS)
    with pytest.raises(ValueError, match=r"3 features.*4 features|feature names"):
        model.predict(CONTAINERS["pandas"].iloc[:, :3])
    with pytest.raises(ValueError, match="feature names"):
        model.predict(CONTAINERS["pandas"].rename(columns={"p": "other"}))
    with pytest.raises(ValueError, match=r"sample_weight contains NaN: row 0"):
        model.fit(X, LABELS, np.full(80, np.nan))


CHECKED = [
    BaggingClassifier(),
    BaggingRegressor(),
    BaggingClassifier(bootstrap=False, max_samples=0.8),
    BaggingRegressor(DecisionTreeRegressor(missing="surrogate"), max_features=0.9),
    BaggingClassifier(GradientBoostingClassifier(preset="fast", n_estimators=5), n_estimators=3),
    BaggingRegressor(Ridge(), n_estimators=3, aggregate="median"),
]


@pytest.mark.parametrize("model", CHECKED, ids=repr)
@pytest.mark.filterwarnings("ignore")
def test_check_estimator(model):
    results = check_estimator(model, on_fail=None, expected_failed_checks=EXPECTED | REORDERED)
    assert [(r["check_name"], r["exception"]) for r in results if r["status"] == "failed"] == []
    assert sum(r["status"] == "passed" for r in results) > 50


@pytest.mark.parametrize("bootstrap_features", [False, True])
def test_structured_arrays(bootstrap_features):
    frame = pd.DataFrame({"a": [0, 1, 2, 3] * 10, "b": [1.5, 0.5] * 20, "c": ["u", "v"] * 20})
    y = (frame["a"] > 1).to_numpy() ^ (frame["b"] > 1).to_numpy()
    structured = np.array(
        list(frame.itertuples(index=False)), dtype=[("a", int), ("b", float), ("c", "U1")]
    )
    models = [
        BaggingClassifier(
            DecisionTreeClassifier(ccp_alpha=0.001),
            5,
            max_features=2,
            bootstrap_features=bootstrap_features,
            random_state=0,
        ).fit(X, y)
        for X in (frame, structured)
    ]
    expected, found = (m.predict_proba(X) for m, X in zip(models, (frame, structured), strict=True))
    np.testing.assert_array_equal(found, expected)
    assert models[1].feature_names_in_.tolist() == ["a", "b", "c"]
