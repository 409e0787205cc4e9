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
s.GradientBoostingClassifier(num_leaves=8)  # aliases are not checked
s.BaggingClassifier(s.DecisionTreeClassifier(), 20)
s.AdaBoostClassifier(s.DecisionTreeClassifier())
s.OptimalTreeClassifier(max_depth=2)
s.VotingClassifier(members, voting="soft")
s.StackingRegressor(members)
tree = s.DecisionTreeClassifier().fit([[0], [1]], [0, 1], sample_weight=[1, 2])
tree.set_params(max_depth=2).classes_.tolist()
score = tree.score([[0]], [0]) + tree.tree_.threshold.sum()
s.export_text(tree, max_depth=2)
s.GradientBoostingRegressor(max_bins="fast")  # error: arg-type
s.DecisionTreeClassifier(max_dept=3)  # error: call-arg
s.ExtraTreeRegressor(min_sample_leaf=3)  # error: call-arg
s.OptimalTreeClassifier(depth=2)  # error: call-arg
s.RandomForestClassifier(200, max_dept=3)  # error: call-arg
s.BaggingRegressor(n_estimator=3)  # error: call-arg
s.AdaBoostRegressor(learning_rates=0.1)  # error: call-arg
s.VotingClassifier(members, votes="soft")  # error: call-arg
s.StackingRegressor(members, final=None)  # error: call-arg
s.LinearBlendRegressor(members, cvv=3)  # error: call-arg
tree.fit([[0], [1]], [0, 1], weights=[1, 2])  # error: call-arg
s.RandomForestRegressor().fit([[0]], [0], weights=[1])  # error: call-arg
s.export_text(tree, depth=2)  # error: call-arg
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
    found = re.findall(r"user.py:(\d+): error: .*\[([a-z-]+)\]", done.stdout)
    expected = [
        (str(number), line.partition("# error: ")[2])
        for number, line in enumerate(USER_CODE.splitlines(), start=1)
        if "# error: " in line
    ]
    assert found == expected, done.stdout + done.stderr


def test_types_are_installed():
    """Type checkers read an installed package only if it has this file."""
    assert (Path(spinney.__file__).parent / "py.typed").exists()


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
