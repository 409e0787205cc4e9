"""`import spinney` imports no other library; estimators do when they are first used."""

import subprocess
import sys

import installed


def test_import_is_light():
    installed.check_import()


def test_first_tree_does_not_import_other_families():
    code = (
        "import sys\nfrom spinney import DecisionTreeClassifier\n"
        "print(*[m for m in sys.modules if m.split('.')[0] in ('spinney', 'matplotlib')])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    names = finished.stdout.split()
    assert "spinney.trees" in names
    families = ("spinney.boosting", "spinney.forests", "spinney.plot", "matplotlib")
    assert not [name for name in names if name.startswith(families)]
