"""Forks, other thread pools, interrupts and little memory leave the process usable."""

import importlib.util
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX forks and signals")

# Large enough for two threads.
PRELUDE = """
import numpy as np
import spinney
rng = np.random.default_rng(0)
X = rng.random((40_000, 10), dtype=np.float32)
y = (X[:, 0] + X[:, 1] + rng.random(40_000) > 1.5).astype(int)

def fit(n_jobs=2):
    model = spinney.{model}(max_depth=6, n_jobs=n_jobs)
    return model.set_params(**{parameters}).fit(X, y).predict(X).tobytes()

expected = fit()
"""
MODELS = {"DecisionTreeClassifier": {}, "GradientBoostingClassifier": {"n_estimators": 5}}
each_model = pytest.mark.parametrize(
    "model",
    ["DecisionTreeClassifier", pytest.param("GradientBoostingClassifier", marks=pytest.mark.slow)],
)
# A function that interrupts the process and records the CPU time.
INTERRUPT = """
import signal, threading, time

def send():
    global sent
    sent = time.process_time()
    signal.raise_signal(signal.SIGINT)
"""


def run(script, model="DecisionTreeClassifier", before="", timeout=120):
    """Run a script in a new process; fail if it hangs, crashes or fails an assertion."""
    prelude = PRELUDE.format(model=model, parameters=MODELS[model])
    command = [sys.executable, "-c", before + prelude + script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@each_model
def test_fork_after_a_fit(model):
    run(
        """
import multiprocessing, os
children = []
for _ in range(3):
    child = os.fork()
    if child == 0:
        os._exit(0 if fit() == expected else 1)
    children.append(child)
assert fit() == expected
assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(fit, [1, 2, 2, None]) == [expected] * 4
""",
        model,
    )


@each_model
def test_fork_while_another_thread_fits(model):
    """The child has no pool threads, even if they were busy in the parent."""
    run(
        """
import os, threading
fitting = threading.Thread(target=lambda: [fit() for _ in range(10)])
fitting.start()
for _ in range(5):
    child = os.fork()
    if child == 0:
        os._exit(0 if fit() == expected else 1)
    assert os.waitpid(child, 0)[1] == 0
fitting.join()
""",
        model,
    )


@pytest.mark.slow
@each_model
def test_inside_joblib(model):
    run(
        """
from joblib import Parallel, delayed
for backend in ("loky", "threading", "multiprocessing"):
    jobs = Parallel(n_jobs=2, backend=backend)(delayed(fit)(n) for n in [1, 2, -1, None])
    assert jobs == [expected] * 4, backend
""",
        model,
    )


@each_model
def test_many_threads_fit_at_once(model):
    run(
        """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as pool:
    assert list(pool.map(fit, [1, 2, 3, -1] * 6)) == [expected] * 24
""",
        model,
    )


PEERS = ["sklearn.ensemble", "torch", "xgboost", "lightgbm", "catboost"]


@pytest.mark.slow
@pytest.mark.parametrize("order", ["first", "last"])
def test_beside_other_libraries(order):
    peers = [name for name in PEERS if importlib.util.find_spec(name.split(".")[0])]
    imports = "\n".join(f"import {name}" for name in peers)
    script = """
from sklearn.ensemble import HistGradientBoostingClassifier
for _ in range(2):
    assert fit() == expected
    HistGradientBoostingClassifier(max_iter=3).fit(X, y)
"""
    run(script, before=imports) if order == "first" else run("\n".join([script, imports, script]))


@pytest.mark.parametrize("n_jobs", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_interrupt(n_jobs):
    """Stop within a second of CPU time, while encoding and while growing."""
    script = f"""
for criterion, shape in [("squared_error", (1_000_000, 10)), ("absolute_error", (1_000_000, 6))]:
    X = rng.random(shape, dtype=np.float32)
    y = rng.random(len(X))
    for wait in (0.05, 0.7):
        model = spinney.DecisionTreeRegressor(n_jobs={n_jobs}, criterion=criterion)
        try:
            threading.Timer(wait, send).start()
            model.fit(X, y)
            print("finished before the signal")
        except KeyboardInterrupt:
            print(time.process_time() - sent)
        assert not hasattr(model, "tree_")

X, y = X[:1000], X[:1000, 0]
assert np.allclose(spinney.DecisionTreeRegressor(n_jobs={n_jobs}).fit(X, y).predict(X), y)
"""
    delays = run(script, before=INTERRUPT)
    assert len(delays) == 4
    assert all(float(seconds) < n_jobs for seconds in delays), delays


@pytest.mark.slow
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_interrupt_boosting(n_jobs):
    """Stop within a second of CPU time, while encoding or in a round."""
    script = f"""
large = rng.random((1_000_000, 10), dtype=np.float32)
target = rng.random(len(large))
for wait in (0.05, 1.5):
    for growth in ("leaf", "level"):
        model = spinney.GradientBoostingRegressor(growth=growth, n_iter=10**5, n_jobs={n_jobs})
        try:
            threading.Timer(wait, send).start()
            model.fit(large, target)
        except KeyboardInterrupt:
            print(time.process_time() - sent)
        assert not hasattr(model, "n_iter_")
assert fit() == expected
"""
    delays = run(script, before=INTERRUPT)
    assert len(delays) == 4
    assert all(float(seconds) < n_jobs for seconds in delays), delays


@each_model
@pytest.mark.skipif(
    "libasan" in os.environ.get("LD_PRELOAD", ""), reason="AddressSanitizer reserves address space"
)
def test_little_memory(model):
    """Any failed allocation raises MemoryError, and the next fit works."""
    outcomes = run(
        """
import resource
X = np.repeat(X, 10, axis=0)
y = np.repeat(y, 10)
fit(1), fit(2)

def address_space():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

_, hard = resource.getrlimit(resource.RLIMIT_AS)
for n_jobs in (1, 2):
    for megabytes in (1, 2, 4, 8, 16, 32, 64, 4096):
        resource.setrlimit(resource.RLIMIT_AS, (address_space() + megabytes * 2**20, hard))
        try:
            fit(n_jobs)
            print("fitted")
        except MemoryError:
            print("MemoryError")
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
""",
        model,
    )
    assert "MemoryError" in outcomes
    assert outcomes[7] == outcomes[15] == "fitted"


def test_interrupt_optimal_tree():
    """Stop within a second of CPU time, long before the time limit."""
    script = """
noise = rng.random((2000, 20))
model = spinney.OptimalTreeClassifier(max_depth=5, time_limit=600)
try:
    threading.Timer(1, send).start()
    model.fit(noise, rng.integers(2, size=len(noise)))
except KeyboardInterrupt:
    print(time.process_time() - sent)
assert not hasattr(model, "objective_")
"""
    (seconds,) = run(script, before=INTERRUPT)
    assert float(seconds) < 1
