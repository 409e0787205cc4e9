"""Models of a Dataset are those of X, and its encodings are used again."""

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from tests.persistence.models import CASES, coded, mixed, numbers, predictions, same

import spinney
from spinney.data import dataset as dataset_module
from spinney.data.dataset import read_rows

X = numbers()
Y = (X[:, 0] + X[:, 1] > 0).astype(int)


def saved(model, folder):
    """The bytes of the model file."""
    path = folder / "model.spinney"
    model.save(path)
    return path.read_bytes()


def counts(data):
    """The numbers of encodings made and reused."""
    return read_rows(data).encoding_counts()[:2]


def boosting(**parameters):
    return spinney.GradientBoostingClassifier(**{"n_estimators": 3} | parameters)


@pytest.mark.parametrize("name", CASES)
def test_models_are_those_of_x(name, tmp_path):
    estimator, rows, y = CASES[name]()
    expected = clone(estimator).fit(rows, y)
    data = spinney.Dataset(rows)
    for _ in range(2):
        model = clone(estimator).fit(data, y)
        assert saved(model, tmp_path) == saved(expected, tmp_path)
        assert model.n_features_in_ == expected.n_features_in_
        names = getattr(expected, "feature_names_in_", np.empty(0)).tolist()
        assert getattr(model, "feature_names_in_", np.empty(0)).tolist() == names
    assert same(predictions(model, data), predictions(expected, rows))


def test_models_with_two_schemas_of_the_same_columns(tmp_path):
    rows = coded().drop(columns="time")
    tree = spinney.OptimalTreeClassifier(max_depth=2, missing="mean")
    model, expected = clone(tree).fit(spinney.Dataset(rows), Y), clone(tree).fit(rows, Y)
    assert saved(model, tmp_path) == saved(expected, tmp_path)


REUSING = {
    "bins": (boosting(), (1, 2)),
    "exact boosting": (boosting(max_bins=None), (2, 4)),
    "tree": (spinney.DecisionTreeClassifier(max_depth=3), (1, 2)),
    "forest": (spinney.RandomForestClassifier(3, random_state=0), (1, 2)),
    "extra trees": (spinney.ExtraTreesClassifier(3, random_state=0), (1, 2)),
    "AdaBoost": (spinney.AdaBoostClassifier(n_estimators=3), (2, 4)),
    "bagging": (spinney.BaggingClassifier(n_estimators=3, random_state=0), (1, 2)),
    "folds": (boosting(n_estimators="auto", cv=2), (1, 2)),
    "rows set aside": (boosting(early_stopping=True, random_state=0), (1, 2)),
}


@pytest.mark.parametrize(("model", "expected"), REUSING.values(), ids=REUSING)
def test_encodings_are_reused(model, expected):
    data = spinney.Dataset(X)
    for _ in range(3):
        model.fit(data, Y)
    assert counts(data) == expected


def test_sorted_columns_of_trees_are_reused(tmp_path):
    rows = np.random.default_rng(0).random((6000, 4))
    y = rows[:, 0] > rows[:, 1]
    data = spinney.Dataset(rows)
    for depth in (2, 3, 4):
        tree = spinney.DecisionTreeClassifier(max_depth=depth)
        model, expected = clone(tree).fit(data, y), clone(tree).fit(rows, y)
        assert saved(model, tmp_path) == saved(expected, tmp_path)
    assert counts(data) == (2, 4)


def test_fits_with_other_targets_weights_and_parameters_reuse_encodings(tmp_path):
    data, weight = spinney.Dataset(X), np.linspace(1, 2, len(X))
    boosting().fit(data, Y)
    model = boosting(learning_rate=0.3, max_depth=2).fit(data, 1 - Y, sample_weight=weight)
    expected = boosting(learning_rate=0.3, max_depth=2).fit(X, 1 - Y, sample_weight=weight)
    assert saved(model, tmp_path) == saved(expected, tmp_path)
    assert counts(data) == (1, 1)


def test_other_bins_are_another_encoding():
    data = spinney.Dataset(X)
    sizes = []
    for max_bins in (255, 16, 255):
        boosting(max_bins=max_bins).fit(data, Y)
        sizes.append(data.nbytes)
    assert counts(data) == (2, 1)
    assert 0 < sizes[0] < sizes[1] == sizes[2]


@pytest.mark.parametrize("max_bins", [None, 8])
@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize("convert", [np.asarray, sp.csr_array])
@pytest.mark.parametrize(
    "make",
    [
        spinney.DecisionTreeRegressor,
        spinney.RandomForestRegressor,
        spinney.ExtraTreesRegressor,
        spinney.GradientBoostingRegressor,
    ],
)
def test_weights(make, convert, zeros, max_bins, tmp_path):
    rows = convert(np.where(X < 0, 0, X))
    weight = np.random.default_rng(0).random(len(X)).round(2) + 0.1
    weight[::5] *= not zeros
    data = spinney.Dataset(rows)
    estimator = make(max_bins=max_bins, random_state=0)
    if "n_estimators" in estimator.get_params():
        estimator.set_params(n_estimators=3)
    clone(estimator).fit(data, X[:, 0])  # encodes without weights
    model = clone(estimator).fit(data, X[:, 0], sample_weight=weight)
    expected = clone(estimator).fit(rows, X[:, 0], sample_weight=weight)
    assert saved(model, tmp_path) == saved(expected, tmp_path)


def test_max_features_after_other_max_features(tmp_path):
    """Trees that read many features of a node copy subtrees, from a row-major copy of the codes."""
    rows = np.random.default_rng(0).random((60_000, 12)).astype(np.float32)
    y = rows[:, 0] + rows[:, 1]
    data = spinney.Dataset(rows)
    for max_features, made in ((1, 1), (12, 2), (1, 2), (12, 2)):
        forest = spinney.RandomForestRegressor(
            2, max_features=max_features, max_depth=3, random_state=0
        )
        model, expected = clone(forest).fit(data, y), clone(forest).fit(rows, y)
        assert saved(model, tmp_path) == saved(expected, tmp_path)
        assert counts(data)[0] == made


FRAME = mixed()
CONTAINERS = {
    "float32": X.astype(np.float32),
    "Fortran": np.asfortranarray(X),
    "list": X.tolist(),
    "CSR": sp.csr_matrix(X),
    "CSC": sp.csc_array(X),
    "COO": sp.coo_array(X),
    "pandas": FRAME,
    "polars": pl.DataFrame(FRAME.assign(code=FRAME["code"].astype(float)).to_dict("list")),
    "pyarrow": pa.Table.from_pandas(FRAME.drop(columns="code")),
    "structured": FRAME[["a", "größe"]].to_records(index=False),
}


@pytest.mark.parametrize("rows", CONTAINERS.values(), ids=CONTAINERS)
@pytest.mark.parametrize("make", [boosting, spinney.DecisionTreeClassifier])
def test_containers(make, rows, tmp_path):
    data = spinney.Dataset(rows)
    assert data.X is rows
    assert data.shape[0] == len(data) == len(Y)
    for given in (data, data):
        model = make().fit(given, Y)
        assert saved(model, tmp_path) == saved(make().fit(rows, Y), tmp_path)
    part = np.arange(0, len(Y), 2)
    expected = make().fit(dataset_module.take_rows(rows, part), Y[part])
    assert saved(make().fit(data[part], Y[part]), tmp_path) == saved(expected, tmp_path)


def test_feature_kinds_of_the_estimator(tmp_path):
    data = spinney.Dataset(FRAME)
    for given in ("from_dtype", None, ["größe"], "from_dtype"):
        options = {"categorical_features": given}
        columns = FRAME if given == "from_dtype" else FRAME[["a", "größe"]]
        source = data if given == "from_dtype" else spinney.Dataset(columns)
        model, expected = boosting(**options).fit(source, Y), boosting(**options).fit(columns, Y)
        assert saved(model, tmp_path) == saved(expected, tmp_path)
    assert counts(data) == (1, 1)


def test_feature_kinds_of_the_dataset():
    data = spinney.Dataset(FRAME, categorical_features=["größe", "colour", "code", "flag"])
    model = boosting().fit(data, Y)
    explicit = boosting(categorical_features=["größe", "colour", "code", "flag"])
    assert same(predictions(model, FRAME), predictions(clone(explicit).fit(FRAME, Y), FRAME))
    explicit.fit(data, Y)
    with pytest.raises(ValueError, match=r"categorical_features=\['a'\] contradicts"):
        boosting(categorical_features=["a"]).fit(data, Y)
    with pytest.raises(ValueError, match="set categorical_features of the members"):
        spinney.VotingClassifier([("a", LogisticRegression())]).fit(data, Y)
    part = data[:50]
    assert same(
        predictions(boosting().fit(part, Y[:50]), FRAME),
        predictions(clone(explicit).fit(FRAME[:50], Y[:50]), FRAME),
    )


def test_missing_value_rules(tmp_path):
    data = spinney.Dataset(FRAME)
    for policy in ("learned", "median", "surrogate", "drop", "learned"):
        tree = spinney.DecisionTreeClassifier(missing=policy, max_depth=4)
        model, expected = clone(tree).fit(data, Y), clone(tree).fit(FRAME, Y)
        assert saved(model, tmp_path) == saved(expected, tmp_path)
    with pytest.raises(ValueError, match="missing"):
        spinney.DecisionTreeClassifier(missing="error").fit(data, Y)


def test_validation_sets(tmp_path):
    data, held_out = spinney.Dataset(X), spinney.Dataset(X[:30] + 0.01)
    options = {"early_stopping": "eval_set", "n_iter_no_change": 2}
    model = boosting(n_estimators=20, **options)
    for _ in range(2):
        model.fit(data, Y, eval_set=[(held_out, Y[:30]), (data, Y)])
    expected = boosting(n_estimators=20, **options).fit(
        X, Y, eval_set=[(held_out.X, Y[:30]), (X, Y)]
    )
    assert saved(model, tmp_path) == saved(expected, tmp_path)
    assert model.evals_result_ == expected.evals_result_


def test_continued_fits(tmp_path):
    data = spinney.Dataset(X)
    models = [boosting(warm_start=True), boosting(warm_start=True)]
    for model, rows in zip(models, (data, X), strict=True):
        model.fit(rows, Y).set_params(n_estimators=6).fit(rows, Y)
    assert saved(models[0], tmp_path) == saved(models[1], tmp_path)


def test_members_of_other_libraries():
    data = spinney.Dataset(X)
    for member in (LogisticRegression(), RandomForestClassifier(2, random_state=0)):
        for make in (spinney.BaggingClassifier, spinney.AdaBoostClassifier):
            model = make(member, n_estimators=2, random_state=0)
            expected = clone(model).fit(X, Y).predict_proba(X)
            np.testing.assert_array_equal(model.fit(data, Y).predict_proba(data), expected)


def test_initial_estimator():
    model = boosting(init=LogisticRegression())
    expected = clone(model).fit(X, Y).predict_proba(X)
    np.testing.assert_array_equal(model.fit(spinney.Dataset(X), Y).predict_proba(X), expected)
