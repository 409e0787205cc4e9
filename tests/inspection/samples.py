"""Sample trees of every kind, each with rows to predict."""

import numpy as np
import pandas as pd

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

ODD_LABELS = [
    "None",
    "nan",
    "",
    " blank ",
    "a,b",
    "{x}",
    'quo"te',
    "back\\slash",
    "<b>",
    "two\nlines",
]
ODD_LABELS += ["Ünï→コード", "x" * 10_000, "'", "(missing)"]
POLICIES = ["learned", "surrogate", "fractional", "stop", "majority", "category", "mean", "drop"]
OTHERS = [policy for policy in POLICIES if policy != "surrogate"]


def mixed_rows(n=300, seed=0, missing=0.15):
    """Numbers and categories with missing values, and a target that depends on them."""
    rng = np.random.default_rng(seed)
    size = rng.normal(size=n).round(2)
    color = rng.choice(["red", "green", "blue", "grey", "teal"], n)
    weight = (size + rng.normal(scale=0.3, size=n)).round(2)
    score = 2 * (size > 0) + np.isin(color, ["red", "teal"]) + (weight > 1)
    X = pd.DataFrame({"size": size, "color": color, "weight": weight})
    X = X.mask(rng.random(X.shape) < missing)
    return X, score


def classifier(policy="learned", **parameters):
    X, score = mixed_rows()
    labels = np.array(["none", "low", "mid", "high"])[score.clip(0, 3)]
    model = DecisionTreeClassifier(max_depth=4, missing=policy, max_competitors=2, **parameters)
    return model.fit(X, labels), X


def regressor(policy="learned", **parameters):
    X, score = mixed_rows(seed=1)
    return DecisionTreeRegressor(max_depth=4, missing=policy, **parameters).fit(X, score), X


def several_outputs():
    X, score = mixed_rows(seed=2)
    y = np.column_stack([score % 2, score])
    return DecisionTreeClassifier(max_depth=3).fit(X, y), X


def several_numbers():
    X, score = mixed_rows(seed=3)
    return DecisionTreeRegressor(max_depth=3).fit(X, np.column_stack([score, -score])), X


def many_classes():
    rng = np.random.default_rng(4)
    y = np.repeat(list("abcdefghijklmnopqrstuvwxyz"), 8)
    X = rng.normal(size=(len(y), 3)) + np.arange(len(y))[:, None] / 20
    return DecisionTreeClassifier(max_depth=6).fit(X, y), X


def odd_labels():
    X = pd.DataFrame({"Größe\n(µm) 🌲": ODD_LABELS * 4})
    y = np.arange(len(X)) % len(ODD_LABELS) % 3
    return DecisionTreeClassifier().fit(X, np.array(["<a>", 'b"\\n', "c\nd"])[y]), X


def bytes_and_numbers():
    labels = np.array([b"one", b"two", 3, 4, True], dtype=object)
    X = np.array([[labels[i % 5], float(i)] for i in range(40)], dtype=object)
    model = DecisionTreeRegressor(max_depth=3, categorical_features=[0])
    return model.fit(X, np.arange(40) % 5), X


def single_leaf():
    X = np.ones((4, 2))
    return DecisionTreeClassifier().fit(X, ["only"] * 4), X


def only_missing_apart():
    X = np.array([[1.0], [2.0], [np.nan], [np.nan]])
    return DecisionTreeClassifier().fit(X, ["there", "there", "gone", "gone"]), X


def with_loss():
    X, score = mixed_rows(seed=5)
    loss = [[0, 1, 1], [20, 0, 1], [1, 1, 0]]
    model = DecisionTreeClassifier(max_depth=1, loss_matrix=loss)
    return model.fit(X, np.array(["a", "b", "c"])[score.clip(0, 2)]), X


def other_splits(splits, policy="learned", **parameters):
    """A classifier with multiway splits, or splits on several features."""
    X, score = mixed_rows(seed=11)
    labels = np.array(["none", "low", "mid", "high"])[score.clip(0, 3)]
    model = DecisionTreeClassifier(max_depth=3, split_kind=splits, missing=policy, **parameters)
    return model.fit(X, labels), X


def other_splits_regressor(splits):
    X, score = mixed_rows(seed=12)
    return DecisionTreeRegressor(max_depth=3, split_kind=splits).fit(X, score), X


SAMPLES = {
    **{f"classes {policy}": (lambda policy=policy: classifier(policy)) for policy in POLICIES},
    **{f"numbers {policy}": (lambda policy=policy: regressor(policy)) for policy in POLICIES},
    "absolute error": lambda: regressor(criterion="absolute_error"),
    "several outputs": several_outputs,
    "several numbers": several_numbers,
    "26 classes": many_classes,
    "odd labels": odd_labels,
    "bytes and numbers": bytes_and_numbers,
    "single leaf": single_leaf,
    "only missing apart": only_missing_apart,
    "loss": with_loss,
    **{f"multiway {policy}": (lambda p=policy: other_splits("multiway", p)) for policy in OTHERS},
    **{f"oblique {policy}": (lambda p=policy: other_splits("oblique", p)) for policy in OTHERS},
    "gain ratio": lambda: other_splits("multiway", "fractional", criterion="gain_ratio"),
    "multiway numbers": lambda: other_splits_regressor("multiway"),
    "sphere": lambda: other_splits("sphere"),
    "sphere numbers": lambda: other_splits_regressor("sphere"),
    "pca": lambda: other_splits("pca"),
    "all kinds": lambda: other_splits(["multiway", "oblique", "sphere"], "stop"),
}
