"""Results are identical for any number of threads, on tables large enough to use them."""

import pickle

import numpy as np
import pytest

from properties.growing import Sample, bits, grow
from properties.tables import mixed_sample

from .estimators import each_estimator, is_quick, predictions

GROWTH = {
    "depth first": {},
    "best first": {"max_leaf_nodes": 200},
    "some features": {"max_features": 3, "seed": 11},
    "random thresholds": {"random_thresholds": True, "max_features": 5, "seed": 11},
    "bins": {"max_bins": 64},
}
TASKS = {
    "two classes": ("gini", {"n_classes": 2, "weighted": False}),
    "classes and weights": ("entropy", {"n_classes": 5}),
    "numbers": ("squared_error", {"weighted": False}),
    "numbers and weights": ("squared_error", {}),
    "counts": ("poisson", {}),
}


@pytest.fixture(scope="module", params=TASKS.values(), ids=TASKS)
def task(request):
    criterion, options = request.param
    rng = np.random.default_rng(0)
    return criterion, mixed_sample(rng, criterion, n_rows=20_000, n_sets=3, **options)


@pytest.mark.parametrize("growth", GROWTH.values(), ids=GROWTH)
def test_same_tree_for_any_number_of_threads(task, growth):
    criterion, sample = task
    one = grow(sample, criterion, **growth)
    state = pickle.dumps(one.__getstate__())
    for n_threads in (2, 3, 8):
        other = grow(sample, criterion, **growth, n_threads=n_threads)
        assert bits(other) == bits(one)
        assert pickle.dumps(other.__getstate__()) == state


def test_same_tree_for_medians():
    """On a smaller table and a shallow tree, because medians are slow."""
    sample = mixed_sample(np.random.default_rng(0), "absolute_error", n_rows=10_000, n_sets=3)
    one = grow(sample, "absolute_error", max_depth=4)
    for n_threads in (2, 3, 8):
        other = grow(sample, "absolute_error", max_depth=4, n_threads=n_threads)
        assert bits(other) == bits(one)


def test_same_tree_on_a_large_table():
    """A table so large that subtrees are grown on copies of their rows."""
    rng = np.random.default_rng(0)
    columns = list(rng.random((26, 165_000), dtype=np.float32))
    y = (columns[0] * columns[1] + rng.random(165_000))[:, None]
    sample = Sample(columns, [0] * 26, y)
    one = grow(sample, "squared_error", max_depth=7)
    for n_threads in (2, 8):
        assert bits(grow(sample, "squared_error", max_depth=7, n_threads=n_threads)) == bits(one)


@each_estimator(quick=is_quick)
def test_same_predictions_for_any_n_jobs(entry):
    sample = mixed_sample(np.random.default_rng(0), "gini", n_rows=30_000)
    X, y = np.column_stack(sample.columns), sample.y[:, 0]
    expected = predictions(entry.make(n_jobs=1).fit(X, y), X)
    for n_jobs in (None, 2, 3, 8, -1):
        assert predictions(entry.make(n_jobs=n_jobs).fit(X, y), X) == expected
