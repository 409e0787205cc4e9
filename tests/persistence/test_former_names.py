"""Files with former names of classes, fields, parameters and arrays load with current names."""

import numpy as np
import pytest

import spinney
from spinney.persistence import registry

from .damage import pieces, put_together
from .models import MODELS


@pytest.fixture
def saved(tmp_path):
    model, X = MODELS["DecisionTreeClassifier"]()
    model.save(tmp_path / "m")
    text, arrays = pieces((tmp_path / "m").read_bytes())
    return text, arrays, model.predict(X), X


def rename(members, current, former):
    members[former] = members.pop(current)


def test_former_names_are_replaced(saved, monkeypatch):
    text, arrays, expected, X = saved
    model = text["model"]
    rename(model["parameters"], "max_depth", "old_depth")
    rename(model["parameters"], "criterion", "old_criterion")
    rename(model["fitted"], "n_features_in_", "old_count_")
    fitted = model["fitted"]["_model"]
    rename(fitted["fields"], "missing", "old_rules")
    fitted["object"] = "OldTree"
    rename(fitted["fields"]["tree"]["state"], "threshold", "old_threshold")
    monkeypatch.setitem(registry.FORMER_OBJECTS, "OldTree", "FittedTree")
    monkeypatch.setitem(registry.FORMER_PARAMETERS, "old_depth", "max_depth")
    for cls, former, current in [
        ("DecisionTreeClassifier", "old_criterion", "criterion"),
        ("DecisionTreeClassifier", "old_count_", "n_features_in_"),
        ("FittedTree", "old_rules", "missing"),
        ("Tree", "old_threshold", "threshold"),
    ]:
        monkeypatch.setitem(registry.FORMER_FIELDS, (cls, former), current)
    content = put_together(text, arrays)
    loaded = spinney.load(content)
    assert np.array_equal(loaded.predict(X), expected)
    assert loaded.max_depth == 4
    assert spinney.inspect_file(content).parameters == loaded.get_params()


def test_former_names_refer_to_current_ones():
    classes = registry.ESTIMATORS | registry.OBJECTS | registry.CORE
    assert set(registry.FORMER_OBJECTS.values()) <= classes.keys()
    assert not registry.FORMER_OBJECTS.keys() & classes.keys()
    assert {cls for cls, _ in registry.FORMER_FIELDS} <= classes.keys()
    parameters = {n for cls in registry.ESTIMATORS.values() for n in cls._get_param_names()}
    assert set(registry.FORMER_PARAMETERS.values()) <= parameters
    assert not registry.FORMER_PARAMETERS.keys() & parameters
