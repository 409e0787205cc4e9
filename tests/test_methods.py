"""Every call in the tables of docs/METHODS.md runs, and its estimators fit."""

import re
from functools import cache
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.base import is_regressor
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

import spinney

mpl.use("Agg")
METHODS = Path(__file__).parents[1] / "docs" / "METHODS.md"


def table_rows():
    """(method, calls) of every row of the sections; the table of names comes before them."""
    lines = METHODS.read_text().partition("\n## ")[2].splitlines()
    rows = [line.strip("|").split(" | ", 1) for line in lines if line.startswith("| ")]
    return [row for row in rows if row[1].strip(" |") not in ("Call", "---")]


def calls():
    found = (call for _, cell in table_rows() for call in re.findall(r"`([^`]+)`", cell))
    return list(dict.fromkeys(found))


@cache
def names():
    """Names that the calls can use."""
    X, y = load_iris(return_X_y=True)
    # Whole numbers, so that the first column can be categorical.
    X[:, 0] = np.round(X[:, 0])
    X2 = X[:, :2]
    tree = spinney.DecisionTreeClassifier(missing="surrogate").fit(X, y)
    forest = spinney.RandomForestClassifier(20, oob_score=True, random_state=0).fit(X, y)
    members = [("tree", spinney.DecisionTreeClassifier(max_depth=2)), ("bayes", GaussianNB())]
    return {
        **{name: getattr(spinney, name) for name in (*spinney.__all__, "explain", "plot")},
        "X": X,
        "y": y,
        "X2": X2,
        "tree": tree,
        "pruned": spinney.DecisionTreeClassifier(ccp_alpha="cv").fit(X, y),
        "tree2": spinney.DecisionTreeClassifier(max_leaf_nodes=5).fit(X2, y),
        "stumps2": spinney.AdaBoostClassifier().fit(X2, y),
        "forest": forest,
        "shap": spinney.explain.shap(forest, X, interactions=True),
        "boosted": spinney.GradientBoostingClassifier(preset="fast", n_estimators=5).fit(X, y),
        "members": members,
        "blend": spinney.LinearBlendClassifier(members).fit(X, y),
    }


def test_every_method_has_a_call():
    rows = table_rows()
    assert len(rows) > 90
    assert [method for method, cell in rows if not re.search(r"`[^`]+`", cell)] == []


def test_every_explanation_has_a_call():
    text = "".join(calls())
    functions = [f"explain.{name}(" for name in spinney.explain.__all__ if name.islower()]
    assert [name for name in functions if name not in text] == []


@pytest.mark.parametrize("call", calls())
@pytest.mark.filterwarnings("ignore")
def test_the_call_runs(call):
    given = dict(names())
    result = eval(call, given)
    if hasattr(result, "fit"):
        y = given["X"][:, 3] if is_regressor(result) else given["y"]
        model = result.fit(given["X"], y)
        assert model.score(given["X"], y) > 0.5
    assert result is not None
    plt.close("all")
