"""Ctrl-C stops every long computation soon, and the process stays usable."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

PRELUDE = """
import signal, threading, time
import numpy as np
import spinney
for name in spinney.__all__:  # imports must not be interrupted
    getattr(spinney, name)
rng = np.random.default_rng(0)
X = rng.random((200_000, 8))
y = X[:, 0] + rng.random(len(X))
c = (y > 1).astype(int)
wide = rng.random((3000, 700))
small = X[:20_000]
"""
# Computations that take many seconds, with what has to be done before them.
LONG = {
    "draws of bags": ("", "spinney.RandomForestRegressor(2, max_samples=2**31 - 1).fit(X, y)"),
    "many trees": ("", "spinney.RandomForestRegressor(10**9, max_depth=2).fit(small, y[:20_000])"),
    "bags of a fitted forest": (
        "f = spinney.RandomForestRegressor(1, max_samples=10, max_depth=1, random_state=0)\n"
        "f.fit(X, y)\n"
        "f._model = f._model._replace(sampling=f._model.sampling._replace(n_draws=2**31))",
        "f.estimators_samples_",
    ),
    "pca": ("", "spinney.DecisionTreeRegressor(split_kind='pca').fit(wide, wide[:, 0])"),
    "oblique": ("", "spinney.DecisionTreeRegressor(split_kind='oblique').fit(X, y)"),
    "sphere": ("", "spinney.DecisionTreeRegressor(split_kind='sphere').fit(X, y)"),
    "absolute error": ("", "spinney.DecisionTreeRegressor(criterion='absolute_error').fit(X, y)"),
    "boosting": ("", "spinney.GradientBoostingRegressor(n_estimators=10**9).fit(X, y)"),
    "AdaBoost": ("", "spinney.AdaBoostRegressor(n_estimators=10**6).fit(X, y)"),
    "cross-validation": (
        "",
        "spinney.DecisionTreeClassifier(ccp_alpha='cv', cv=1000).fit(X, c)",
    ),
    "optimal": ("", "spinney.OptimalTreeClassifier(max_depth=6, time_limit=600).fit(X, c)"),
    "permutations": (
        "f = spinney.RandomForestRegressor(5, random_state=0).fit(small, y[:20_000])",
        "f.importances(X=small, y=y[:20_000], n_repeats=10**6)",
    ),
    "predictions": (
        "f = spinney.RandomForestRegressor(20, random_state=0).fit(small, y[:20_000])",
        "[f.predict(X) for _ in range(1000)]",
    ),
    "paths": (
        "f = spinney.RandomForestRegressor(100, random_state=0).fit(small, y[:20_000])",
        "f.decision_path(X)",
    ),
    "first point of a counterfactual": (
        "f = spinney.RandomForestClassifier(1000, max_features=20, random_state=0)\n"
        "f.fit(wide, wide[:, :300].sum(axis=1) > 150)",
        "spinney.explain.counterfactual(f, wide[0], time_limit=600)",
    ),
}
QUICK = {"draws of bags", "pca", "permutations"}
SCRIPT = """
{before}
def send():
    global sent
    sent = time.process_time()
    signal.raise_signal(signal.SIGINT)

threading.Timer({wait}, send).start()
try:
    while True:  # AdaBoost and the optimal search may end early
        {call}
except KeyboardInterrupt:
    print(time.process_time() - sent)
model = spinney.DecisionTreeRegressor().fit(X[:500], y[:500])
assert np.allclose(model.predict(X[:500]), y[:500])
"""
CASES = [
    pytest.param(*case, marks=[] if name in QUICK else [pytest.mark.slow], id=name)
    for name, case in LONG.items()
]


@pytest.mark.parametrize(("before", "call"), CASES)
def test_interrupt(before, call):
    """The CPU time until the exception is far below that of the computation."""
    script = PRELUDE + SCRIPT.format(before=before, call=call, wait=0.7)
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 3


AGAIN = """
from spinney import _core
options = _core.BoostingOptions(max_bins=255, max_leaf_nodes=None, min_samples_leaf=1)
loss = _core.Loss("squared_error", 0)
booster = _core.Booster(_core.Table.from_matrix(X), y, None, loss, np.zeros((1, len(y))), options)
for attempt in range(50):  # until the signal arrives within a step
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
    try:
        while True:
            booster.step(0, 0.1)
    except KeyboardInterrupt:
        pass
    try:
        booster.step(0, 0.1)
    except KeyboardInterrupt:
        print("interrupted again")
        break
"""


def test_interrupted_work_does_not_continue():
    """Continuing raises the exception again; before, it ended the process."""
    command = [sys.executable, "-c", PRELUDE + AGAIN]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.stdout == "interrupted again\n", done.stderr
