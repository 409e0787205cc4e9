"""The HTML of estimators in notebooks."""

import html
import re

import pytest

import spinney
from spinney.estimators import CLASS_NAMES

from .test_estimators import BAD, make, prepared


@pytest.mark.parametrize("name", CLASS_NAMES)
def test_fitted_estimators(name):
    X, y = prepared(name)
    model = make(name)
    before = model._repr_html_()
    assert f"Fitted {name}" not in before
    page = model.fit(X, y)._repr_html_()
    assert f"<b>Fitted {name}</b>" in page
    assert "4 features" in page
    assert BAD not in page
    if name.endswith("Classifier"):
        assert "4 classes" in page or "3 classes" in page
    assert ("<svg viewBox" in page.split("<style>")[0]) == (CLASS_NAMES[name].kind == "tree")
    assert model._repr_mimebundle_()["text/html"].startswith("<div")


def test_size():
    X, y = prepared("RandomForestClassifier")
    forest = make("RandomForestClassifier").fit(X, y)
    assert "5 trees" in forest._repr_html_()
    tree = spinney.DecisionTreeClassifier(max_depth=1).fit(X, y)
    assert "2 leaves, depth 1" in tree._repr_html_()


def test_text_fits_and_cut_subtrees_are_marked():
    X, y = prepared("DecisionTreeClassifier")
    X = X.rename(columns={"a": "a feature with a rather long name"})
    tree = spinney.DecisionTreeClassifier(max_depth=4).fit(X, y)
    picture = tree._repr_html_().split("</svg>")[0]
    assert picture.count(">…</text>") >= 1
    texts = re.findall(r'font-weight="600"[^>]*>(.*?)</text>', picture)
    for text in texts:
        assert len(html.unescape(text)) <= 27
    whole = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)._repr_html_()
    assert ">…</text>" not in whole.split("</svg>")[0]


def test_compact_tree():
    X, y = prepared("DecisionTreeClassifier")
    tree = spinney.DecisionTreeClassifier(max_depth=3).fit(X, y).compact()
    assert "<svg viewBox" in tree._repr_html_()


def test_report_in_a_frame():
    X, y = prepared("DecisionTreeClassifier")
    model = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    frame = spinney.report(model, X, y)._repr_html_()
    assert frame.startswith("<iframe srcdoc=")
    assert "allow-same-origin" not in frame
    assert "<script" not in frame
