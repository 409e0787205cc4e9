"""One table of export formats feeds the package, the command line and the documentation."""

import re
from pathlib import Path

import pytest

import spinney
from spinney import _core
from spinney.boosting.losses import NamedLoss
from spinney.cli.commands.export import export
from spinney.export import EXPORTERS
from spinney.export.read_estimators import LINKS, link_of

DOCUMENT = (Path(__file__).parents[2] / "docs" / "EXPORT.md").read_text()


@pytest.mark.parametrize("name", EXPORTERS)
def test_format_is_available_everywhere(name):
    exporter = EXPORTERS[name]
    assert f"to_{name}" in spinney.__all__
    assert getattr(spinney, f"to_{name}") is exporter.function
    assert f"spinney.to_{name}" in DOCUMENT
    assert re.search(rf"^## {name}$", DOCUMENT, re.MULTILINE | re.IGNORECASE)
    options = {option.name: option for option in export.params}
    assert name in options["format"].type.choices
    assert exporter.options.keys() <= options.keys()


def test_unknown_format():
    with pytest.raises(AttributeError, match="has no attribute 'to_basic'"):
        spinney.export.to_basic  # noqa: B018


@pytest.mark.parametrize("info", _core.losses(), ids=lambda info: info.name)
def test_every_loss_has_a_link_that_can_be_exported(info):
    parameter = info.parameter.default if info.parameter else 0.0
    is_classifier = info.task is _core.Task.classification
    loss = NamedLoss(info.name, 2 if is_classifier else 0, parameter)
    assert link_of(loss) == LINKS[info.link]


def test_every_link_of_the_core_can_be_exported():
    assert LINKS.keys() == set(_core.Link)
