"""The examples in the docstrings run and give the printed output."""

import doctest
import importlib
import pkgutil

import pytest

import spinney

MODULES = ["spinney"] + [
    module.name
    for module in pkgutil.walk_packages(spinney.__path__, "spinney.")
    if module.name != "spinney._core"
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    for public in (
        spinney.DecisionTreeClassifier,
        spinney.DecisionTreeRegressor,
        spinney.export_text,
        spinney.export_graphviz,
        spinney.plot_tree,
    ):
        assert doctest.DocTestFinder(recurse=False).find(public)[0].examples
