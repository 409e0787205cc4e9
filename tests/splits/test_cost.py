"""Costs that must not grow with the size of weights or with the square of the categories."""

import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest

from spinney import DecisionTreeClassifier

rng = np.random.default_rng(0)


def seconds(model, X, y, weight=None):
    """CPU time of a fit, the shortest of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        model.fit(X, y, sample_weight=weight)
        times.append(time.process_time() - start)
    return min(times)


def test_entropy_with_large_integer_weights():
    """A table of logarithms up to the total weight would take 60 times as long, and 250 MB."""
    n = 4_000
    X, y, weight = rng.normal(size=(n, 3)), rng.integers(0, 3, n), rng.integers(1, 2**14, n)
    gini, entropy = (DecisionTreeClassifier(criterion=c, max_depth=6) for c in ("gini", "entropy"))
    assert seconds(entropy, X, y, weight) < 20 * seconds(gini, X, y, weight)


def test_entropy_with_weights_equals_entropy_with_repeated_rows():
    X, y = rng.normal(size=(200, 3)), rng.integers(0, 3, 200)
    weight = rng.integers(1, 60, 200)
    model = DecisionTreeClassifier(criterion="entropy", max_depth=5)
    weighted = model.fit(X, y, sample_weight=weight).predict_proba(X)
    repeated = model.fit(np.repeat(X, weight, axis=0), np.repeat(y, weight)).predict_proba(X)
    assert np.array_equal(weighted, repeated)


def test_fractional_rows_in_a_split_on_many_categories():
    """Before, every child looked at every row, and at all shares of the rows without a value."""
    n, n_categories = 6_000, 2_000
    column = pd.Categorical(rng.integers(0, n_categories, n).astype(str))
    X = pd.DataFrame({"x": column})
    X[rng.random(n) < 0.2] = np.nan
    model = DecisionTreeClassifier(split_kind="multiway", missing="fractional", max_depth=1)
    assert seconds(model, X, rng.integers(0, 2, n)) < 1
    assert model.tree_.node_count > 1_500


MEMORY = """
import resource
import numpy as np
import pandas as pd
from spinney import DecisionTreeClassifier

rng = np.random.default_rng(0)
x = rng.integers(0, 3_000, 30_000).astype(float)
x[rng.random(30_000) < 0.5] = np.nan
X, y = pd.DataFrame({"x": pd.Categorical(x)}), rng.integers(0, 2, 30_000)
model = DecisionTreeClassifier(split_kind="multiway", max_depth=1).fit(X[:100], y[:100])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
model.fit(X, y)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss differs")
def test_memory_of_missing_rows_in_a_split_on_many_categories():
    """A copy of the missing rows per category would take 180 MB."""
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True)
    assert int(done.stdout) < 80_000, done.stderr  # KiB
