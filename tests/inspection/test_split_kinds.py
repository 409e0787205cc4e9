"""The registry of split kinds is complete, and incomplete entries fail when they are registered."""

import pytest

from spinney import DecisionTreeClassifier, to_c
from spinney._core import NodeKind
from spinney.inspection.split_kinds import SPLIT_KINDS, base, read_split
from spinney.inspection.split_kinds.numeric import ThresholdSplit

from .samples import SAMPLES


def test_every_split_kind_of_the_core_is_registered():
    assert SPLIT_KINDS.keys() == set(NodeKind) - {NodeKind.leaf}


def test_incomplete_split_kind_is_an_error(monkeypatch):
    monkeypatch.setattr(base, "SPLIT_KINDS", dict(SPLIT_KINDS))

    class NoText(base.Split):
        multiway = categorical = False
        sql = ThresholdSplit.sql

    message = "NoText lacks branches, c, c_fields, .*multivariate, name, parts, read, to_dict"
    with pytest.raises(TypeError, match=message):
        base.register(NodeKind.linear)(NoText)
    del base.SPLIT_KINDS[NodeKind.sphere]
    with pytest.raises(TypeError, match=r"split kinds \[.*sphere.*\]"):
        base.check_complete()


def test_samples_have_every_split_kind():
    models = [SAMPLES[name]()[0] for name in ("classes learned", "multiway learned", "all kinds")]
    kinds = {kind for model in models for kind in model._fitted().tree.kind.tolist()}
    kinds |= set(SAMPLES["oblique learned"]()[0]._fitted().tree.kind.tolist())
    kinds |= set(SAMPLES["sphere"]()[0]._fitted().tree.kind.tolist())
    assert kinds == {int(kind) for kind in NodeKind}


def test_c_code_has_a_case_per_split_kind():
    source = to_c(DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1]))
    for kind in SPLIT_KINDS.values():
        assert source.count(f"    case {kind.c.name}:") == 1


def test_splits_are_compared_by_value():
    model, _ = SAMPLES["all kinds"]()
    pruned = model.prune(0.0)._fitted().tree
    assert read_split(model._fitted().tree, 0) == read_split(pruned, 0)
    other, _ = SAMPLES["classes learned"]()
    assert read_split(model._fitted().tree, 0) != read_split(other._fitted().tree, 0)
