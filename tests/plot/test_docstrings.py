"""Docstrings of the plots."""

import inspect

import pytest

from spinney import plot


@pytest.mark.parametrize("name", plot.__all__)
def test_every_parameter_is_described(name):
    function = getattr(plot, name)
    sections = inspect.getdoc(function).split("\n\n")
    described = next(text for text in sections if text.startswith("Parameters\n"))
    names = [line.split(" : ")[0] for line in described.splitlines() if line[0] != " "][2:]
    assert sorted(names) == sorted(inspect.signature(function).parameters)
    assert any(text.startswith("Returns\n") for text in sections)
