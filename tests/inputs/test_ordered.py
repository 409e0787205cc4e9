"""Ordered categories are split by their order, and shown by their labels."""

import json
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import spinney

SIZES = ["XS", "S", "M", "L", "XL"]
RNG = np.random.default_rng(0)
POSITION = RNG.integers(0, 5, 120)
LABELS = np.array(SIZES)[POSITION]
Y = np.where(POSITION <= 2, "small", "large")
# Categories that are split into sets if their order is ignored.
ALTERNATING = POSITION % 2


def pandas(labels=LABELS, ordered=True):
    return pd.DataFrame({"size": pd.Categorical(labels, SIZES, ordered=ordered)})


def arrow(ordered=True):
    codes, known = pa.array(POSITION, pa.int8()), pa.array(SIZES)
    return pa.table({"size": pa.DictionaryArray.from_arrays(codes, known, ordered=ordered)})


ORDERED = {
    "pandas": pandas(),
    "polars Enum": pl.DataFrame({"size": LABELS}, schema={"size": pl.Enum(SIZES)}),
    "Arrow": arrow(),
    "Arrow in pandas": pd.DataFrame({"size": pd.Series(arrow()["size"].to_pandas())}),
}
UNORDERED = {
    "pandas": pandas(ordered=False),
    "polars": pl.DataFrame({"size": LABELS}, schema={"size": pl.Categorical}),
    "Arrow": arrow(ordered=False),
}


def tree(**parameters):
    return spinney.DecisionTreeClassifier(**parameters)


@pytest.mark.parametrize("name", ORDERED)
def test_splits_respect_the_order(name):
    model = tree().fit(ORDERED[name], Y)
    assert model.text(show_counts=False).splitlines()[1:] == [
        "|-- size <= M: small 100%",
        "`-- size > M: large 100%",
    ]
    assert model.tree_.threshold[0] == 2.5
    deep = tree().fit(ORDERED[name], ALTERNATING)
    assert deep.get_n_leaves() == 5  # one set of categories would need a single split
    for X in (*ORDERED.values(), *UNORDERED.values(), pd.DataFrame({"size": LABELS})):
        np.testing.assert_array_equal(deep.predict(X), ALTERNATING)


@pytest.mark.parametrize("name", UNORDERED)
def test_unordered_categories_are_sets(name):
    assert tree().fit(UNORDERED[name], ALTERNATING).get_n_leaves() == 2


@pytest.mark.parametrize("name", ORDERED)
@pytest.mark.parametrize(
    "parameters",
    [{"ordered_features": None}, {"categorical_features": ["size"]}, {"categorical_features": [0]}],
)
def test_order_can_be_ignored(name, parameters):
    model = tree(**parameters).fit(ORDERED[name], ALTERNATING)
    assert model.get_n_leaves() == 2
    assert "size in {L, S}" in model.text()


@pytest.mark.parametrize(
    "X", [pd.DataFrame({"size": LABELS}), pl.DataFrame({"size": LABELS}), UNORDERED["pandas"]]
)
def test_order_can_be_given(X):
    model = tree(ordered_features={"size": SIZES}).fit(X, Y)
    assert "size <= M" in model.text()
    array = tree(ordered_features={0: SIZES}).fit(LABELS[:, None], Y)
    assert "x0 <= M" in array.text()
    numbers = tree(ordered_features={0: [3, 1, 2, 0, 4]}).fit(POSITION[:, None], POSITION % 4 == 3)
    assert "x0 <= 3" in numbers.text()
    assert numbers.get_n_leaves() == 2


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"ordered_features": {"color": SIZES}}, "'color' is not a feature"),
        ({"ordered_features": {"size": "XS"}}, r"\['size'\] must be a list of labels"),
        ({"ordered_features": {"size": []}}, "must be a list of labels"),
        ({"ordered_features": {"size": ["S", "S"]}}, "every label once"),
        ({"ordered_features": {"size": ["S", None]}}, "no missing value"),
        ({"ordered_features": {"size": SIZES, 0: SIZES}}, "two entries"),
        ({"ordered_features": ["size"]}, "ordered_features"),
        ({"ordered_features": "all"}, "ordered_features"),
        (
            {"ordered_features": {"size": SIZES}, "categorical_features": ["size"]},
            "in both categorical_features and ordered_features",
        ),
        ({"unknown": "stop"}, "unknown='stop' is not supported for ordered categories"),
        ({"unknown": {"size": "majority"}, "missing": "stop"}, "unknown='majority'"),
    ],
)
def test_wrong_parameters(parameters, message):
    with pytest.raises(ValueError, match=message):
        tree(**parameters).fit(pandas(), Y)


@pytest.mark.parametrize(
    ("kind", "missing"),
    [
        *(("binary", policy) for policy in ("learned", "surrogate", "fractional", "stop")),
        *((kind, "learned") for kind in ("oblique", "multiway", ["binary", "pca"])),
        ("multiway", "category"),
    ],
)
def test_categories_at_predict(kind, missing):
    labels = np.where(RNG.random(120) < 0.2, None, LABELS)
    X = pandas(labels).assign(x=POSITION + RNG.random(120))
    model = tree(split_kind=kind, missing=missing).fit(X, Y)
    absent = model.predict_proba(X.assign(size=None))
    unknown = model.predict_proba(X.assign(size="XXL"))
    np.testing.assert_array_equal(absent, unknown)


def test_imputed_categories():
    labels = np.where(np.arange(120) < 60, LABELS, None)
    X = pandas(labels)
    known = POSITION[:60]
    median, mode = SIZES[int(np.median(known))], SIZES[np.bincount(known).argmax()]
    for missing, expected in (("median", median), ("mode", mode), ("mean", mode)):
        model = tree(missing=missing).fit(X, POSITION)
        assert f"imputed as {expected}" in model.text(show_missing=True)
        given, absent = (pd.DataFrame({"size": [label]}) for label in (expected, None))
        np.testing.assert_array_equal(model.predict_proba(absent), model.predict_proba(given))
    model = tree(unknown="mode").fit(X, POSITION)
    given, unknown = (pd.DataFrame({"size": [label]}) for label in (mode, "XXL"))
    np.testing.assert_array_equal(model.predict_proba(unknown), model.predict_proba(given))


def test_unknown_categories_can_be_rejected():
    model = tree(unknown="error").fit(pandas(), Y)
    with pytest.raises(ValueError, match="Row 1, column 'size': the category 'XXL' was not seen"):
        model.predict(pd.DataFrame({"size": ["S", "XXL"]}))
    assert len(model.predict(pd.DataFrame({"size": ["S", None]}))) == 2
    strict = tree(missing="error").fit(pandas(), Y)
    with pytest.raises(ValueError, match="row 1, column 'size'"):
        strict.predict(pd.DataFrame({"size": ["S", None]}))
    with pytest.raises(ValueError, match="the category 'XXL'"):
        strict.predict(pd.DataFrame({"size": ["S", "XXL"]}))


def test_a_category_without_rows_has_its_place():
    labels = np.where(LABELS == "M", "S", LABELS)
    model = tree().fit(pandas(labels), np.where(POSITION <= 2, 0, 1))
    assert model.predict(pandas(["M"])) == [0]
    assert "size <= M" in model.text()


def test_explanations_and_documents():
    model = tree().fit(pandas(), Y)
    assert "size > M (value XL)" in str(model.explain_row({"size": "XL"}))
    assert "value XXL, not seen in training" in str(model.explain_row({"size": "XXL"}))
    assert model.explain_row(["S"]).steps[0].value == "S"
    assert "size <= M" in str(model.rules()[0])
    assert "size <= M" in model.to_dot()
    expected = {"name": "size", "kind": "ordered", "categories": SIZES}
    assert json.loads(spinney.to_json(model))["features"] == [expected]
    assert expected.items() <= model.to_dict()["features"][0].items()


@pytest.mark.parametrize("missing", ["learned", "median"])
def test_files(missing, tmp_path):
    model = tree(missing=missing).fit(pandas(), Y)
    model.save(tmp_path / "m.spinney")
    for copy in (spinney.load(tmp_path / "m.spinney"), pickle.loads(pickle.dumps(model))):
        assert copy.text() == model.text()
        np.testing.assert_array_equal(copy.predict(pandas()), Y)
    [feature] = spinney.inspect_file(tmp_path / "m.spinney").features
    assert feature == {"name": "size", "kind": "ordered", "categories": SIZES}


@pytest.mark.parametrize(
    "model",
    [
        spinney.RandomForestClassifier(5, random_state=0),
        spinney.ExtraTreesClassifier(5, random_state=0),
        spinney.GradientBoostingClassifier(preset="fast", n_estimators=5, min_samples_leaf=1),
        spinney.AdaBoostClassifier(n_estimators=3),
        spinney.BaggingClassifier(n_estimators=3, random_state=0),
        spinney.VotingClassifier([("a", tree())]),
        spinney.OptimalTreeClassifier(),
    ],
    ids=lambda model: type(model).__name__,
)
def test_estimators_respect_the_order(model):
    assert model.fit(pandas(), Y).score(pandas(), Y) == 1
    if "ordered_features" in model.get_params() and "Boost" not in type(model).__name__:
        as_set = model.set_params(ordered_features=None, max_depth=1).fit(pandas(), ALTERNATING)
        assert (as_set.predict(pandas()) == ALTERNATING).mean() > 0.9
        by_order = model.set_params(ordered_features="from_dtype").fit(pandas(), ALTERNATING)
        assert (by_order.predict(pandas()) == ALTERNATING).mean() < 0.9


def test_monotonic_constraints():
    y = (POSITION + RNG.normal(size=120) > 2).astype(int)
    model = spinney.GradientBoostingClassifier(
        preset="fast", monotonic_cst={"size": 1}, n_estimators=20
    )
    rising = model.fit(pandas(), y).predict_proba(pandas(SIZES))[:, 1]
    assert (np.diff(rising) >= 0).all()
    with pytest.raises(ValueError, match="which is categorical"):
        model.fit(pandas(ordered=False), y)
