"""Forks, other thread pools, Ctrl-C, little memory: the process goes on."""

import importlib.util
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks and signals of POSIX")

# Large enough that two threads share the work.
PRELUDE = """
import numpy as np
import spinney
rng = np.random.default_rng(0)
X = rng.random((40_000, 10), dtype=np.float32)
y = (X[:, 0] + X[:, 1] + rng.random(40_000) > 1.5).astype(int)

def fit(n_jobs=2):
    model = spinney.DecisionTreeClassifier(max_depth=6, n_jobs=n_jobs).fit(X, y)
    return model.predict(X).tobytes()

expected = fit()
"""


def run(script, timeout=60):
    """Run a script of its own process; a hang, a crash or a failed assertion fails the test."""
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + script], capture_output=True, text=True, timeout=timeout
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_os_fork_after_a_fit():
    run("""
import os
children = []
for _ in range(3):
    child = os.fork()
    if child == 0:
        os._exit(0 if fit() == expected else 1)
    children.append(child)
assert fit() == expected
assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
""")


def test_fork_while_another_thread_fits():
    """The child has no pool threads, whatever they were doing in the parent."""
    run("""
import os, threading
fitting = threading.Thread(target=lambda: [fit() for _ in range(10)])
fitting.start()
for _ in range(5):
    child = os.fork()
    if child == 0:
        os._exit(0 if fit() == expected else 1)
    assert os.waitpid(child, 0)[1] == 0
fitting.join()
""")


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_multiprocessing(method, tmp_path):
    # A spawned child reads its main module from a file.
    script = tmp_path / "pool.py"
    script.write_text(
        PRELUDE
        + f"""
import multiprocessing
if __name__ == "__main__":
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        assert pool.map(fit, [1, 2, 2, None]) == [expected] * 4
"""
    )
    subprocess.run([sys.executable, script], check=True, timeout=60)


@pytest.mark.parametrize("backend", ["loky", "threading", "multiprocessing"])
def test_inside_joblib(backend):
    run(f"""
from joblib import Parallel, delayed
jobs = Parallel(n_jobs=2, backend={backend!r})(delayed(fit)(n) for n in [1, 2, -1, None])
assert jobs == [expected] * 4
""")


def test_many_threads_fit_at_once():
    run("""
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as pool:
    assert list(pool.map(fit, [1, 2, 3, -1] * 6)) == [expected] * 24
""")


PEERS = ["sklearn.ensemble", "torch", "xgboost", "lightgbm", "catboost", "ydf", "polars"]


@pytest.mark.parametrize("order", ["first", "last"])
def test_beside_other_libraries(order):
    peers = [name for name in PEERS if importlib.util.find_spec(name.split(".")[0])]
    imports = "\n".join(f"import {name}" for name in peers)
    script = """
from sklearn.ensemble import HistGradientBoostingClassifier
peer = HistGradientBoostingClassifier(max_iter=3)
for _ in range(2):
    assert fit() == expected
    peer.fit(X, y)
"""
    run(imports + script if order == "first" else "\n".join([script, imports, script]))


INTERRUPTED = """
import sys
long_y = rng.random(40_000)
X = np.repeat(X, 25, axis=0) + rng.random((1_000_000, 1), dtype=np.float32)
long_y = np.repeat(long_y, 25) + rng.random(1_000_000)
model = spinney.DecisionTreeRegressor(n_jobs={n_jobs}, criterion={criterion!r})
print("fitting", flush=True)
try:
    model.fit(X, long_y)
    print("finished before the signal", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
assert not hasattr(model, "tree_")
X = X[:40_000:25]
X = np.ascontiguousarray(X)
small = spinney.DecisionTreeRegressor(n_jobs=2).fit(X, X[:, 0])
assert np.allclose(small.predict(X), X[:, 0])
print("usable", flush=True)
"""


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize(
    ("criterion", "wait"), [("squared_error", 0.1), ("squared_error", 0.8), ("absolute_error", 1.0)]
)
def test_ctrl_c(n_jobs, criterion, wait):
    """Answered within a second, early (encoding) and late (growing)."""
    script = PRELUDE + INTERRUPTED.format(n_jobs=n_jobs, criterion=criterion)
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout.readline() == "fitting\n"
            time.sleep(wait)
            sent = time.monotonic()
            child.send_signal(signal.SIGINT)
            assert child.stdout.readline() == "interrupted\n"
            assert time.monotonic() - sent < 1.0
            assert child.stdout.readline() == "usable\n"
            assert child.wait(20) == 0
        finally:
            child.kill()


def test_little_memory():
    """Wherever the memory ends, a MemoryError comes out and the process goes on."""
    out = run("""
import resource
X = np.repeat(X, 10, axis=0)
y = np.repeat(y, 10)
fit(1), fit(2)

def address_space():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

_, hard = resource.getrlimit(resource.RLIMIT_AS)
outcomes = []
for n_jobs in (1, 2):
    for megabytes in (1, 2, 4, 8, 16, 32, 64, 4096):
        resource.setrlimit(resource.RLIMIT_AS, (address_space() + megabytes * 2**20, hard))
        try:
            model = spinney.DecisionTreeClassifier(max_depth=6, n_jobs=n_jobs).fit(X, y)
            outcomes.append("fitted")
        except MemoryError:
            outcomes.append("MemoryError")
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
print(*outcomes)
""")
    outcomes = out.split()
    assert "MemoryError" in outcomes
    assert outcomes[7] == outcomes[15] == "fitted"
