"""Fitted models of every kind, each with rows to predict: missing values, unknown categories."""

from functools import cache

import numpy as np
import pandas as pd
from tests.inspection.samples import SAMPLES as TREES

import spinney
from spinney._core import Task, losses
from spinney.data.columns import Fill

ODD_NAMES = {"size": 'a "size", 2\n(%)', "color": "select", "weight": "it's"}


def rows(n=240, seed=0):
    """Numbers and categories with missing values, and a score that depends on them."""
    rng = np.random.default_rng(seed)
    size, other = rng.normal(size=(2, n)).round(2)
    color = rng.choice(["red", "it's", 'a "b"', "x;--", "teal"], n)
    score = 2.0 * (size > 0) + np.isin(color, ["red", "x;--"]) + (other > 1)
    X = pd.DataFrame({"size": size, "color": color, "weight": other})
    return X.mask(rng.random(X.shape) < 0.1).rename(columns=ODD_NAMES), score


def new_rows(X, seed=1):
    """Return rows outside the training data, with an unknown category and missing values."""
    rng = np.random.default_rng(seed)
    X = X.copy()
    numbers = [name for name in X if X[name].dtype.kind == "f"]
    X[numbers] += rng.normal(size=(len(X), len(numbers)))
    for name in X.columns.difference(numbers):
        X.loc[rng.random(len(X)) < 0.1, name] = "never seen"
    return X.mask(rng.random(X.shape) < 0.1)


def fitted(estimator, n_classes=3):
    X, score = rows()
    y = score
    if hasattr(estimator, "predict_proba") or hasattr(estimator, "classes_"):
        y = np.array(["it's", "b", "c", "d"])[score.astype(int) % n_classes]
    return estimator.fit(X, y), new_rows(X)


def forest(kind="Classifier", **parameters):
    of = getattr(spinney, f"RandomForest{kind}")
    return lambda: fitted(of(n_estimators=7, max_depth=5, random_state=0, **parameters))


def boosted(kind="Classifier", n_classes=3, **parameters):
    of = getattr(spinney, f"GradientBoosting{kind}")
    parameters = {"n_estimators": 6, "min_samples_leaf": 5, **parameters}
    return lambda: fitted(of(**parameters), n_classes)


def boosted_loss(info):
    """Return a function that fits a model with a loss, to positive targets or two classes."""
    if info.task is Task.classification:
        return boosted(n_classes=2, loss=info.name)
    model = spinney.GradientBoostingRegressor(
        preset="fast", n_estimators=6, min_samples_leaf=5, loss=info.name
    )
    X, score = rows()
    return lambda: (model.fit(X, score + 1), new_rows(X))


def adaboost(kind="Classifier", n_classes=3, **parameters):
    of = getattr(spinney, f"AdaBoost{kind}")
    return lambda: fitted(of(n_estimators=6, random_state=0, **parameters), n_classes)


def blend(of, kind="Classifier", **parameters):
    members = [
        ("tree", getattr(spinney, f"DecisionTree{kind}")(max_depth=3)),
        ("forest", getattr(spinney, f"RandomForest{kind}")(n_estimators=3, random_state=0)),
        ("boost", getattr(spinney, f"GradientBoosting{kind}")(n_estimators=3)),
    ]
    return lambda: fitted(getattr(spinney, of + kind)(members, **parameters))


def bagged(kind="Classifier", **parameters):
    tree = getattr(spinney, f"DecisionTree{kind}")(max_depth=4)
    of = getattr(spinney, f"Bagging{kind}")
    return lambda: fitted(of(tree, n_estimators=5, random_state=0, **parameters))


def several_outputs(kind="Classifier", **parameters):
    X, score = rows()
    y = np.column_stack([score % 2, score])
    model = getattr(spinney, f"RandomForest{kind}")(5, random_state=0, max_depth=4, **parameters)
    return model.fit(X, y), new_rows(X)


def boosted_outputs(**parameters):
    X, score = rows()
    y = np.column_stack([score + 1, (score % 2) + 0.5])
    model = spinney.GradientBoostingRegressor(n_estimators=5, min_samples_leaf=5, **parameters)
    return lambda: (model.fit(X, y), new_rows(X))


def optimal(kind="Classifier"):
    X, score = rows()
    X = X.dropna()
    y = score[X.index]
    return getattr(spinney, f"OptimalTree{kind}")(max_depth=2).fit(X, y), X


def deep():
    """Return a tree that is deeper than one SQLite expression may be."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"x": rng.random(600), "y": rng.random(600)})
    model = spinney.DecisionTreeRegressor(splitter="random", random_state=0)
    return model.fit(X, rng.random(600)), new_rows(X)


def one_class(of):
    X, _ = rows()
    return getattr(spinney, of)(n_estimators=2).fit(X, ["only"] * len(X)), X


def codes():
    """Return a model with numeric categories and a category for missing values."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"code": rng.integers(0, 6, 200).astype(float), "x": rng.random(200)})
    y = np.isin(X["code"], [1, 4]) + (X["x"] > 0.7)
    X["code"] = X["code"].mask(rng.random(200) < 0.2)
    model = spinney.DecisionTreeClassifier(
        max_depth=4, missing="category", categorical_features=["code"]
    )
    return model.fit(X, y * 1), X.assign(code=X["code"].where(rng.random(200) < 0.8, 77.0))


def unknown(policy, missing="learned"):
    X, score = rows()
    model = spinney.DecisionTreeRegressor(max_depth=4, missing=missing, unknown=policy)
    return model.fit(X, score), new_rows(X)


def rare(**policies):
    """Return a forest that knows none or few of the categories, and imputes the mode."""
    rng = np.random.default_rng(0)
    name = [f"n{i}" if i % 3 else "common" for i in range(60)]
    X = pd.DataFrame({"name": name, "id": [f"i{i}" for i in range(60)], "x": rng.random(60)})
    X = X.mask(rng.random(X.shape) < 0.2)
    y = (X["name"] == "common") + X["x"].fillna(0)
    model = spinney.RandomForestRegressor(
        3, max_features=1.0, min_samples_category=8, random_state=0, **policies
    )
    return model.fit(X, y), new_rows(X)


def unknown_as_mode():
    """Return a model as old files hold it: missing values count as an unknown category."""
    model, X = rare(missing="mode")
    rules = model._fitted().missing
    for j, n_categories in ((0, 1), (1, 0)):
        rules.fills[j] = Fill(float(max(1, n_categories)), max(1, n_categories))
    return model, X


def ordered(of="DecisionTreeRegressor", **parameters):
    """Return a model of ordered categories, and rows with unknown and missing ones."""
    rng = np.random.default_rng(0)
    sizes = ["XS", "S", "it's M", "L", "XL"]
    position, x = rng.integers(0, 5, 200), rng.random(200).round(2)
    X = pd.DataFrame({"size": pd.Categorical.from_codes(position, sizes, ordered=True), "x": x})
    X = X.mask(rng.random(X.shape) < 0.1)
    model = getattr(spinney, of)(**parameters).fit(X, np.abs(position - 2) + (x > 0.5))
    new = X.astype({"size": object})
    new.loc[rng.random(200) < 0.1, "size"] = "never seen"
    return model, new


def mixed_policies(policy):
    """Return a tree with a different policy for each feature."""
    names = list(ODD_NAMES.values())
    missing = dict(zip(names, policy, strict=True))
    return fitted(spinney.DecisionTreeClassifier(max_depth=5, missing=missing))


ENSEMBLES = {
    "forest": forest(),
    "smoothed forest": forest(smoothing=20.0),
    "smoothed forest that divides": forest(smoothing=5.0, missing="fractional"),
    "smoothed forest that stops": forest(smoothing=5.0, missing="stop"),
    "forest of votes": forest(aggregate="mode"),
    "forest of medians": forest(aggregate="median"),
    "forest of numbers": forest("Regressor"),
    "forest of modes of numbers": forest("Regressor", aggregate="mode"),
    "forest of medians of numbers": forest("Regressor", aggregate="median"),
    "forest with surrogates": forest(missing="surrogate"),
    "forest that divides": forest("Regressor", missing="fractional"),
    "forest, several outputs": several_outputs,
    "forest, several outputs, medians": lambda: several_outputs(aggregate="median"),
    "forest, several outputs, votes": lambda: several_outputs(aggregate="mode"),
    "forest, several numbers": lambda: several_outputs("Regressor"),
    "extra trees": lambda: fitted(spinney.ExtraTreesClassifier(5, max_depth=5, random_state=0)),
    "bag": bagged(),
    "bag of votes": bagged(aggregate="mode"),
    "bag of numbers": bagged("Regressor", aggregate="median"),
    "boosted, two classes": boosted(n_classes=2),
    "boosted, three classes": boosted(),
    "boosted, vector leaves": boosted(multi_strategy="multi_output_tree"),
    "boosted, several outputs": boosted_outputs(),
    "boosted, several outputs, log link": boosted_outputs(loss="gamma"),
    "boosted, several outputs, vector leaves": boosted_outputs(multi_strategy="multi_output_tree"),
    "boosted, several outputs, linear leaves": boosted_outputs(leaf="linear"),
    **{f"boosted, {info.name}": boosted_loss(info) for info in losses()},
    "boosted, stop": boosted("Regressor", missing="stop", unknown="majority"),
    "boosted, linear leaves": boosted("Regressor", leaf="linear"),
    "boosted, linear leaves, mean": boosted("Regressor", leaf="linear", missing="mean"),
    "boosted, linear leaves, classes": boosted(leaf="linear"),
    "boosted, linear leaves, ordered": lambda: ordered(
        "GradientBoostingRegressor", n_estimators=5, min_samples_leaf=5, leaf="linear"
    ),
    "boosted, one class": lambda: one_class("GradientBoostingClassifier"),
    "AdaBoost, two classes": adaboost(n_classes=2),
    "AdaBoost, three classes": adaboost(),
    "AdaBoost, real": adaboost(algorithm="SAMME.R"),
    "AdaBoost, one class": lambda: one_class("AdaBoostClassifier"),
    "AdaBoost of numbers": adaboost("Regressor"),
    "votes": blend("Voting", voting="hard", weights=[2, 1, 1]),
    "soft votes": blend("Voting", voting="soft"),
    "votes of numbers": blend("Voting", "Regressor"),
    "linear blend": blend("LinearBlend"),
    "linear blend of numbers": blend("LinearBlend", "Regressor"),
    "optimal tree": optimal,
    "optimal tree of numbers": lambda: optimal("Regressor"),
    "deep": deep,
    "codes": codes,
    **{
        f"unknown {policy}": (lambda p=policy: unknown(p))
        for policy in ("surrogate", "fractional", "mode", "stop", "majority")
    },
    "unknown mode, missing surrogate": lambda: unknown("mode", "surrogate"),
    "unknown stop, missing surrogate": lambda: unknown("stop", "surrogate"),
    "unknown surrogate, missing fractional": lambda: unknown("surrogate", "fractional"),
    "rare, mode": lambda: rare(missing="mode"),
    "rare, unknown mode": lambda: rare(unknown="mode"),
    "rare, category": lambda: rare(missing="category"),
    "rare, modes of old files": unknown_as_mode,
    "ordered": ordered,
    "ordered, surrogates": lambda: ordered(missing="surrogate", unknown="surrogate"),
    "ordered, fractional": lambda: ordered(missing="fractional", max_depth=4),
    "ordered, median": lambda: ordered(missing="median", max_depth=4),
    "ordered, unknown mode": lambda: ordered(unknown="mode", max_depth=4),
    "ordered, oblique": lambda: ordered(split_kind="oblique", max_depth=3),
    "ordered, multiway": lambda: ordered("DecisionTreeClassifier", split_kind="multiway"),
    "ordered, boosted": lambda: ordered("GradientBoostingRegressor", n_estimators=5),
    "ordered, forest": lambda: ordered("RandomForestClassifier", n_estimators=5, random_state=0),
    "mixed policies": lambda: mixed_policies(["surrogate", "fractional", "stop"]),
    "mixed policies, surrogates": lambda: mixed_policies(["fractional", "surrogate", "surrogate"]),
}
MODELS = {**TREES, **ENSEMBLES}


@cache
def sample(name):
    """Return a fitted model and rows to predict."""
    return MODELS[name]()


def as_frame(X):
    """Return the rows with the feature names of the exports; None is missing."""
    if not isinstance(X, pd.DataFrame):
        X = pd.DataFrame(X).rename(columns=lambda j: f"x{j}")
    return X.astype(object).where(X.notna(), None)


def predictions(model, X):
    """Return the values of a model (rows, values), and its labels (rows, outputs) or None."""
    if not hasattr(model, "classes_"):
        return np.asarray(model.predict(X)).reshape(len(X), -1), None
    shares = model.predict_proba(X)
    values = np.hstack(shares) if isinstance(shares, list) else shares
    return values, np.asarray(model.predict(X)).reshape(len(X), -1)
