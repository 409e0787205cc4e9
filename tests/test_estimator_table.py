"""The estimator table is complete, and everything that lists estimators agrees with it."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from sklearn.base import BaseEstimator

import spinney
from persistence.models import MODELS
from robustness.estimators import ESTIMATORS as ROBUSTNESS
from spinney.estimators import BLEND, CLASS_NAMES, ENSEMBLE, ESTIMATORS, META, TASKS, TREE
from spinney.persistence.registry import OBJECTS

ROOT = Path(__file__).parents[1]
each_entry = pytest.mark.parametrize("entry", ESTIMATORS, ids=lambda entry: entry.name)


def public_estimators():
    members = {name: getattr(spinney, name) for name in spinney.__all__}
    classes = {name: m for name, m in members.items() if inspect.isclass(m)}
    return {name for name, cls in classes.items() if issubclass(cls, BaseEstimator)}


def type_checking_imports():
    """Map the names imported for type checkers in spinney/__init__.py to their modules."""
    tree = ast.parse((ROOT / "src/spinney/__init__.py").read_text())
    [block] = [node for node in tree.body if isinstance(node, ast.If)]
    imported = {alias.name: node.module for node in block.body for alias in node.names}
    # The functions of export are registered by its formats.
    return {
        name: "export" if (module or "").startswith("export.formats.") else module
        for name, module in imported.items()
    }


def test_all_public_estimators_are_in_the_table():
    assert public_estimators() == CLASS_NAMES.keys()


def test_imports_for_type_checkers_agree_with_the_lazy_imports():
    modules = dict.fromkeys(spinney.MODULES)
    assert type_checking_imports() == {**spinney.MODULE_OF, **modules}
    assert set(spinney.__all__) == {*spinney.MODULE_OF, "datasets", "__version__"}


def test_dir_lists_every_public_name():
    assert set(dir(spinney)) == {*spinney.__all__, "explain", "plot"}
    assert "plot" not in spinney.__all__  # it needs matplotlib, also for "from spinney import *"


@each_entry
def test_classes_and_models_exist(entry):
    for task in TASKS:
        cls = entry.load_class(task)
        assert cls is getattr(spinney, entry.name + task)
        names = cls._get_param_names()
        assert ("estimator" in names) == (entry.kind == META)
        assert ("estimators" in names) == (entry.kind == BLEND)
        assert hasattr(cls, "n_estimators") or ("n_estimators" in names) == (
            entry.kind in (ENSEMBLE, META)
        )
    assert entry.kind in (TREE, ENSEMBLE, META, BLEND)
    assert all(model in OBJECTS.values() for model in entry.load_models())


def test_the_test_matrices_have_every_estimator():
    assert {entry.name for entry in ROBUSTNESS} == CLASS_NAMES.keys()
    assert {name.partition(",")[0] for name in MODELS} == CLASS_NAMES.keys()


def test_the_command_line_offers_every_estimator_with_a_name():
    kinds = pytest.importorskip("spinney.cli.model_kinds").KINDS
    assert list(kinds) == [*(entry.cli_name for entry in ESTIMATORS if entry.cli_name), "rpart"]


def documented_table():
    rows = [
        f"| `{e.name}` | {e.description} | {f'`{e.cli_name}`' if e.cli_name else ''} |"
        for e in ESTIMATORS
    ]
    return "\n".join(["| Name | Method | CLI name |", "| --- | --- | --- |", *rows])


def test_the_documentation_lists_every_estimator():
    assert documented_table() in (ROOT / "docs" / "ESTIMATORS.md").read_text()


def test_the_table_imports_no_estimator():
    code = "import sys, spinney.estimators; print([m for m in sys.modules if 'spinney.' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "['spinney.estimators']\n", done.stderr
