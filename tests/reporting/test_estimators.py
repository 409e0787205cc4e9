"""A report of every estimator, with all of its sections or the reason why they are empty."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

import spinney
from spinney.estimators import BLEND, CLASS_NAMES, META

SECTIONS = ("curve", "importance", "shap", "effects", "drift")
NO_CURVE = {"curve": "no sequence of trees"}
NO_TRAIN = {"drift": "Pass train="}
NO_SUM = {"shap": "cannot be explained by its trees", "effects": "cannot be explained by its trees"}
UNAVAILABLE = {
    "BaggingClassifier": NO_CURVE,
    "BaggingRegressor": NO_CURVE,
    "AdaBoostRegressor": NO_SUM,
    "VotingClassifier": NO_CURVE | NO_SUM,
    "VotingRegressor": NO_CURVE,
    "LinearBlendClassifier": NO_CURVE,
    "LinearBlendRegressor": NO_CURVE,
    "StackingClassifier": NO_CURVE | NO_SUM,
    "StackingRegressor": NO_CURVE | NO_SUM,
}
"""The sections that a report of an estimator does not have, with a part of the reason."""
BAD = '</script><img src=x onerror="document.title=1">'


def table(n=160, n_features=3):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(n, n_features)).round(2), columns=["a", BAD, "c"])
    X["kind"] = rng.choice(["x", "y", BAD], n)
    score = 2 * (X["a"] > 0) + (X["kind"] == "x") + 0.1 * rng.random(n)
    return X.mask(rng.random(X.shape) < 0.05), score.to_numpy()


def make(name):
    entry = CLASS_NAMES[name]
    cls = getattr(spinney, name)
    task = "Classifier" if name.endswith("Classifier") else "Regressor"
    tree = getattr(spinney, f"DecisionTree{task}")(max_depth=3)
    if entry.kind == BLEND:
        other = getattr(spinney, f"RandomForest{task}")(3, random_state=0)
        return cls([("tree", tree), ("forest", other)])
    if entry.kind == META:
        return cls(tree, n_estimators=4, random_state=0)
    if entry.name == "OptimalTree":
        return cls(max_depth=2)
    if "Boosting" in name:
        return cls(**{"max_iter" if "Hist" in name else "n_estimators": 5})
    return cls() if entry.kind == "tree" else cls(n_estimators=5, random_state=0)


def prepared(name):
    X, score = table()
    if "OptimalTree" in name:
        X = X.fillna({c: 0.0 if X[c].dtype.kind == "f" else "x" for c in X})
    if name.endswith("Classifier"):
        return X, np.array(["low", BAD, "high", "top"])[score.astype(int)]
    return X, score


def check(report, unavailable):
    """Check which sections have content, the reasons of the others, and that no name is markup."""
    reasons = {name: report.data[name].get("unavailable") for name in SECTIONS}
    reasons = {name: reason for name, reason in reasons.items() if reason is not None}
    assert reasons.keys() == unavailable.keys(), reasons
    for name, reason in reasons.items():
        assert unavailable[name] in reason
        assert reason.endswith((".", "..."))
    assert report.html.count("</script>") == 3
    assert "<img" not in report.html
    assert "http://" not in report.html.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in report.html


@pytest.mark.parametrize("name", CLASS_NAMES)
def test_every_estimator(name):
    X, y = prepared(name)
    model = make(name).fit(X[:110], y[:110])
    report = spinney.report(model, X[110:], y[110:], train=(X[:110], y[:110]))
    check(report, UNAVAILABLE.get(name, {}))
    assert report.data["trees"]["models"]
    assert report.data["evaluation"]["headline"]["beats"]
    assert (report.data["trees"]["unavailable"] is None) == ("Stacking" not in name)


def test_weights_and_no_rows():
    X, y = prepared("DecisionTreeClassifier")
    model = spinney.DecisionTreeClassifier(max_depth=3).fit(X, y)
    weight = np.where(y == "low", 5.0, 1.0)
    report = spinney.report(model, X, y, sample_weight=weight, rows=0)
    assert report.data["sample"] == {"n": 0}
    assert "values" not in report.data["shap"]
    expected = model.score(X, y, weight)
    assert report.data["evaluation"]["headline"]["value"] == pytest.approx(expected)
    check(report, NO_TRAIN)


@pytest.mark.parametrize("kind", ["Classifier", "Regressor"])
def test_several_targets(kind):
    X, score = table()
    y = np.column_stack([score.astype(int) % 2, score.astype(int)])
    model = getattr(spinney, f"RandomForest{kind}")(5, random_state=0).fit(X, y)
    report = spinney.report(model, X, y, target_names=["first", BAD])
    assert [output["name"] for output in report.data["evaluation"]["outputs"]] == ["first", BAD]
    names = ["first", BAD]
    if kind == "Classifier":
        names = [f"first = {k}" for k in range(2)] + [f"{BAD} = {k}" for k in range(4)]
    assert report.data["shap"]["outputs"] == names
    assert report.data["effects"]["features"][0]["outputs"] == names
    assert report.data["trees"]["models"][0]["explain"]["outputs"] == names
    no_score = {"importance": "multioutput is not supported"} if kind == "Classifier" else {}
    check(report, NO_TRAIN | no_score | {"curve": "models of one target"})


def test_members_of_other_libraries():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 3))
    y = X[:, 0] > 0
    members = [("tree", spinney.DecisionTreeClassifier()), ("line", LogisticRegression())]
    for model in (
        spinney.StackingClassifier(members),
        spinney.VotingClassifier(members, voting="soft"),
        spinney.BaggingClassifier(KNeighborsClassifier(), n_estimators=3),
    ):
        report = spinney.report(model.fit(X, y), X, y)
        assert report.data["trees"]["unavailable"]
        check(report, NO_TRAIN | NO_CURVE | NO_SUM)
    number = spinney.VotingRegressor(
        [("tree", spinney.DecisionTreeRegressor()), ("line", LinearRegression())]
    )
    check(spinney.report(number.fit(X, X[:, 0]), X, X[:, 0]), NO_TRAIN | NO_CURVE | NO_SUM)


def test_changed_parameters():
    X, y = prepared("StackingRegressor")
    model = make("StackingRegressor").set_params(cv=3).fit(X, y)
    parameters = spinney.report(model, X, y).data["summary"]["parameters"]
    assert [name for name, _ in parameters] == ["cv", "estimators"]


def test_reports_are_equal_bit_by_bit():
    X, y = prepared("RandomForestClassifier")
    pages = [spinney.report(make("RandomForestClassifier").fit(X, y), X, y).html for _ in range(2)]
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": 2001}, "rows must be"),
        ({"theme": "blue"}, "theme="),
        ({"max_trees": 0}, "max_trees must be"),
        ({"target_names": ["a", "b"]}, "target_names has 2 names"),
    ],
)
def test_wrong_arguments(options, message):
    X, y = prepared("DecisionTreeClassifier")
    model = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    with pytest.raises(ValueError, match=message):
        spinney.report(model, X, y, **options)


def test_fewer_trees_than_the_model_has():
    X, y = prepared("RandomForestClassifier")
    model = make("RandomForestClassifier").fit(X, y)
    trees = spinney.report(model, X, y, max_trees=2).data["trees"]
    assert "first 2 of 5 trees because of max_trees=2" in trees["unavailable"]
    assert trees["models"][0]["n_trees"] == 5
    assert len(trees["models"][0]["ensembles"][0]["sizes"]) == 2


def test_rounds_of_several_trees(monkeypatch):
    X, y = prepared("GradientBoostingClassifier")
    model = spinney.GradientBoostingClassifier(n_estimators=5).fit(X, y)
    n_classes = len(model.classes_)
    trees = spinney.report(model, X, y, max_trees=2 * n_classes).data["trees"]
    assert f"first {2 * n_classes} of {5 * n_classes} trees" in trees["unavailable"]
    monkeypatch.setattr("spinney.reporting.model_parts.MAX_NODES", 60)
    trees = spinney.report(model, X, y).data["trees"]
    assert "because of the limit of 60 nodes" in trees["unavailable"]


def test_size_of_a_large_forest():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5000, 20))
    y = X[:, 0] * X[:, 1] + X[:, 2] > rng.normal(size=5000)
    model = spinney.RandomForestClassifier(100, max_leaf_nodes=31, random_state=0).fit(X, y)
    report = spinney.report(model, X, y)
    assert len(report.html.encode()) < 1.5e6


def test_warnings_about_data():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"id": np.arange(400), "x": rng.random(400), "same": np.ones(400)})
    y = np.where(X["x"] > 0.5, "yes", "no").astype(object)
    y[:3] = "rare"
    X["leak"] = (y == "yes") * 2.0 + (y == "rare")
    X["empty"] = np.where(rng.random(400) < 0.7, np.nan, 1.0)
    X = pd.concat([X, X.iloc[50:100]], ignore_index=True)
    y = np.concatenate([y, y[50:100]])
    model = spinney.DecisionTreeClassifier(max_depth=3).fit(X, y)
    report = spinney.report(model, X, y, train=(X, y))
    text = {w["kind"]: w["text"] for w in report.data["warnings"]}
    assert "'leak'" in text["leakage suspect"]
    assert "'same'" in text["constant"]
    assert "'empty'" in text["missing values"]
    assert "'rare'" in text["rare class"]
    assert "50 of 450" in text["duplicates"]
    assert report.data["drift"]["n_known_rows"] == 450
    unique = spinney.report(model, X[:400], y[:400])
    assert "'id'" in {w["kind"]: w["text"] for w in unique.data["warnings"]}["identifier"]


def test_drift():
    X, y = prepared("DecisionTreeRegressor")
    X = pd.concat([X] * 4, ignore_index=True)
    y = np.tile(y, 4)
    model = spinney.DecisionTreeRegressor(max_depth=3).fit(X, y)
    moved = X.assign(a=X["a"] + 2)
    report = spinney.report(model, moved, y, train=(X, y))
    assert report.data["drift"]["clear"] == ["a"]


def test_errors_of_the_library_are_not_reasons(monkeypatch):
    def fail(*_):
        raise TypeError("wrong type")

    monkeypatch.setattr("spinney.reporting.build.shap_summary", fail)
    X, y = prepared("DecisionTreeRegressor")
    model = spinney.DecisionTreeRegressor(max_depth=2).fit(X, y)
    with pytest.raises(TypeError, match="wrong type"):
        spinney.report(model, X, y)


def test_estimator_of_another_library():
    X = np.random.default_rng(0).normal(size=(60, 2))
    report = spinney.report(LogisticRegression().fit(X, X[:, 0] > 0), X, X[:, 0] > 0)
    assert not report.data["trees"]["models"]
    check(report, NO_TRAIN | NO_CURVE | NO_SUM)
