"""Constructors: errors for unknown names, order of the parameters, types for type checkers."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sklearn.base import clone

import spinney
from spinney.estimators import CLASS_NAMES

USER_CODE = """\
import spinney as s
members = [("tree", s.DecisionTreeClassifier(max_depth=3, random_state=0))]
s.RandomForestClassifier(200, max_depth=3)
s.ExtraTreesRegressor(200, n_jobs=1)
s.GradientBoostingClassifier(max_depth=3)
s.BaggingClassifier(s.DecisionTreeClassifier(), 20)
s.AdaBoostClassifier(s.DecisionTreeClassifier())
s.OptimalTreeClassifier(max_depth=2)
s.VotingClassifier(members, voting="soft")
s.StackingRegressor(members)
s.GradientBoostingRegressor(learning_rate="fast")
"""


@pytest.mark.parametrize("name", CLASS_NAMES)
def test_similar_parameters_are_suggested(name):
    cls = getattr(spinney, name)
    known = next(iter(cls.parameters()))
    with pytest.raises(TypeError, match=f"unexpected keyword argument.*Did you mean '{known}'"):
        cls(**{f"{known}x": 1})
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'zzz'$"):
        cls(zzz=1)


def test_the_criterion_or_loss_comes_first():
    assert next(iter(inspect.signature(spinney.DecisionTreeClassifier).parameters)) == "criterion"
    assert next(iter(inspect.signature(spinney.GradientBoostingRegressor).parameters)) == "loss"


def test_subclasses_with_their_own_constructor():
    class Shallow(spinney.GradientBoostingClassifier):
        def __init__(self, *, extra=1, max_depth=3):
            super().__init__(max_depth=max_depth, num_leaves=8)
            self.extra = extra

    copy = clone(Shallow(extra=2))
    assert copy.get_params() == {"extra": 2, "max_depth": 3}
    assert copy.max_leaf_nodes == 8


def test_type_checkers_know_the_parameters(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(USER_CODE)
    source = Path(__file__).resolve().parents[2] / "src"
    command = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--follow-imports=silent"]
    done = subprocess.run(
        [*command, "user.py"],
        cwd=tmp_path,
        env={"MYPYPATH": str(source), "PATH": ""},
        capture_output=True,
        text=True,
    )
    wrong = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert ['has incompatible type "str"; expected "float"' in line for line in wrong] == [True]


@pytest.mark.parametrize("name", CLASS_NAMES)
def test_docstrings_list_parameters_and_attributes(name):
    cls = getattr(spinney, name)
    headings = re.findall(r"^    (\w+)\n    -+$", cls.__doc__, re.MULTILINE)
    assert headings[:2] == ["Parameters", "Attributes"]
    assert headings[-1] == "Examples"
    listed = re.findall(r"^    (\w[\w, ]*) : ", cls.__doc__, re.MULTILINE)
    names = [one for entry in listed for one in entry.split(", ")]
    assert names[: len(cls.parameters())] == list(cls.parameters())
    assert {"n_features_in_", "feature_names_in_"} <= set(names)
    assert ("classes_" in names) == name.endswith("Classifier")
