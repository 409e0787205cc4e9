"""Which features, categories and classes the importances and effects of a report show."""

import numpy as np
import pandas as pd

import spinney

N = 500


def read(X, y, rows=slice(None), cls=spinney.RandomForestRegressor):
    model = cls(10, random_state=0).fit(X, y)
    return spinney.report(model, X[rows], y[rows]).data


def test_effects_of_features_with_negative_importances():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(N, 9)), columns=list("abcdefghi"))
    train, test = slice(0, 300), slice(300, None)
    y = X["a"] + rng.normal(size=N)
    model = spinney.RandomForestRegressor(10, random_state=0).fit(X[train], y[train])
    data = spinney.report(model, X[test], y[test]).data
    bars = data["importance"]["bars"]
    assert min(bar["value"] for bar in bars) < 0
    shown = [effect["name"] for effect in data["effects"]["features"]]
    assert shown == [bar["name"] for bar in bars[:8]]


def test_features_without_effect():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(N, 4)), columns=list("abcd"))
    model = spinney.DecisionTreeRegressor(max_depth=1).fit(X, X["b"] > 0)
    data = spinney.report(model, X, (X["b"] > 0).astype(float)).data
    assert [bar["name"] for bar in data["importance"]["bars"]] == ["b"]
    assert (data["importance"]["n_used"], data["importance"]["n_features"]) == (1, 4)
    assert [effect["name"] for effect in data["effects"]["features"]] == ["b"]
    assert data["effects"]["without_effect"] == ["a", "c", "d"]
    assert data["ranked"][0] == 1


def test_errors_of_effects_are_not_hidden(monkeypatch):
    def fail(model, X, feature, **options):
        if feature == 1:
            raise ValueError("a defect")
        return original(model, X, feature, **options)

    original = spinney.explain.partial_dependence
    monkeypatch.setattr("spinney.explain.partial_dependence", fail)
    X = np.random.default_rng(0).normal(size=(N, 2))
    data = read(X, 2 * X[:, 0] + X[:, 1])
    assert data["effects"] == {"unavailable": "a defect."}


def test_members_without_a_feature():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(N, 3)), columns=list("abc"))
    tree = spinney.DecisionTreeRegressor(max_depth=3)
    model = spinney.BaggingRegressor(tree, n_estimators=1, max_features=2, random_state=0)
    model.fit(X, X.sum(axis=1))
    effects = spinney.report(model, X, X.sum(axis=1)).data["effects"]
    assert len(effects["features"]) == 2


def test_most_frequent_categories():
    rng = np.random.default_rng(0)
    codes = np.minimum(rng.geometric(0.1, N), 30)
    city = np.array([f"city {30 - k:02d}" for k in codes])
    X = pd.DataFrame({"city": city, "a": rng.normal(size=N)})
    data = read(X, codes + X["a"])
    [effect] = [one for one in data["effects"]["features"] if one["name"] == "city"]
    frequent = pd.Series(city).value_counts()
    assert effect["n_labels"] == len(frequent) > 16
    assert len(effect["labels"]) == len(effect["values"][0]) == 16
    assert sorted(effect["counts"]) == sorted(frequent[:16])
    assert {"city 29", "city 28"} <= set(effect["labels"])


def test_most_frequent_classes():
    rng = np.random.default_rng(0)
    codes = 20 - np.minimum(rng.geometric(0.2, N), 20)
    X = np.column_stack([codes, rng.normal(size=N)])
    y = np.array([f"class {k:02d}" for k in codes])
    data = read(X, y, cls=spinney.RandomForestClassifier)
    known = sorted(set(y))
    shown = {name for name, _, _ in data["data"]["targets"][0]["classes"][:12]}
    for part in (data["shap"], data["effects"]["features"][0]):
        assert part["n_outputs"] == len(known) > 12
        assert [known[k] for k in part["classes"]] == part["outputs"]
        assert set(part["outputs"]) == shown


def test_classes_have_the_same_position_everywhere():
    y = np.repeat(["b", "c", "a", "d"], [100, 50, 20, 30])
    X = np.column_stack([np.unique(y, return_inverse=True)[1], np.arange(len(y))])
    known = y != "d"
    model = spinney.DecisionTreeClassifier(max_depth=3).fit(X[known], y[known])
    rows = y != "a"
    data = spinney.report(model, X[rows], y[rows]).data
    assert data["data"]["targets"][0]["classes"] == [["b", 100, 1], ["c", 50, 2], ["d", 30, None]]
    assert data["sample"]["y"][0]["classes"] == [1, 2, None]
