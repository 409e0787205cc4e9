"""Trees that are difficult to draw."""

import json

import numpy as np
import pandas as pd
from sklearn.datasets import load_iris

from spinney import DecisionTreeClassifier, DecisionTreeRegressor


def iris():
    return DecisionTreeClassifier().fit(*load_iris(return_X_y=True, as_frame=True))


def single_leaf():
    return DecisionTreeClassifier().fit([[1.0], [2.0]], ["only", "only"])


def wide():
    x = np.arange(128.0)
    return DecisionTreeRegressor(max_depth=5).fit(x.reshape(-1, 1), 1000 * np.sin(x))


def deep():
    x = np.arange(60.0).reshape(-1, 1)
    return DecisionTreeClassifier(max_depth=14).fit(x, np.arange(60) ** 2 % 7 % 2)


def many_classes():
    x = np.arange(260.0)
    labels = np.array([f"letter {chr(65 + i)}" for i in range(26)])
    return DecisionTreeClassifier().fit(np.c_[x, x % 7], labels[(x // 10).astype(int)])


def categories():
    rng = np.random.default_rng(0)
    towns = [f"a town with a long name, number {i}" for i in range(30)]
    X = pd.DataFrame({"where it was bought": rng.choice(towns, 600)})
    X["$color^2$ of the thing that we sell_it"] = rng.choice(list("abcdefghij"), 600)
    X["size"] = rng.choice(["small", "large"], 600)
    rich = X["where it was bought"].str.len() + X["size"].eq("small") * rng.integers(0, 3, 600)
    return DecisionTreeClassifier(max_depth=4).fit(X, np.where(rich % 3 == 0, "a_$1$", "b {c}"))


def extreme_numbers():
    x = np.arange(1.0, 40.0).reshape(-1, 1)
    return DecisionTreeRegressor(max_leaf_nodes=6).fit(x * 1e-9, np.log(x.ravel()) * 1e12)


def several_outputs():
    X, y = load_iris(return_X_y=True)
    return DecisionTreeClassifier(max_depth=3).fit(X, np.c_[y, y == 1, X[:, 0] > 6])


def several_targets():
    X, _ = load_iris(return_X_y=True)
    return DecisionTreeRegressor(max_depth=3).fit(X, X @ np.ones((4, 6)) * np.arange(1, 7))


def shop():
    """A feature with many long categories, one with few categories, and numbers."""
    rng = np.random.default_rng(6)
    towns = [f"a town with a long name, number {i}" if i % 3 else f"town {i}" for i in range(14)]
    X = pd.DataFrame({"where it was bought": rng.choice(towns, 1500)})
    X["color"] = rng.choice(list("abcde"), 1500)
    X["size"] = rng.normal(size=1500).round(3)
    X["price of the thing that was sold"] = rng.gamma(2, 300, 1500)
    rich = X["size"] + X["color"].eq("a") + X["where it was bought"].str.len() % 4 - 2
    return X, np.where(rich + X["price of the thing that was sold"] / 600 > 1, "buy", "leave")


def multiway():
    return DecisionTreeClassifier(split_kind="multiway", max_depth=4, min_samples_leaf=5).fit(
        *shop()
    )


def formulas():
    X, y = load_iris(return_X_y=True, as_frame=True)
    kinds = ["oblique", "multiway", "sphere"]
    return DecisionTreeClassifier(split_kind=kinds, max_depth=4, random_state=0).fit(X, y)


def spheres():
    X, y = load_iris(return_X_y=True)
    X = np.c_[X, X * 1e5]
    return DecisionTreeRegressor(split_kind="sphere", max_depth=3, random_state=0).fit(X, y * 1e4)


SAMPLES = [
    iris,
    single_leaf,
    wide,
    deep,
    many_classes,
    categories,
    extreme_numbers,
    several_outputs,
    several_targets,
    multiway,
    formulas,
    spheres,
]


def on_table(folder, name):
    """A tree fitted to one of the real tables."""
    kinds = {
        table["name"]: table["task"] for table in json.loads((folder / "index.json").read_text())
    }
    X = pd.read_parquet(folder / f"{name}.parquet")
    y = X.pop("target")
    kind = DecisionTreeRegressor if kinds[name] == "regression" else DecisionTreeClassifier
    return kind().fit(X, y)
