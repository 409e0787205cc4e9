"""Models do not depend on the number of threads."""

import numpy as np
import pytest

from .core_booster import boost
from .tables import LOSSES, make_sample
from .test_properties import GROWTH, SAMPLING, both_roundings, every_growth

SIZES = {"30,000 x 20": (30_000, 5), "3,000 x 8": (3_000, 2)}
DEEP = {"max_depth": 6, "max_leaf_nodes": 31}


def train_with(n_threads, sample, loss, options, n_rounds=2):
    trained = boost(sample, loss, n_rounds, n_threads=n_threads, seed=5, **options | DEEP)
    return trained.bits()


def check_threads(sample, loss, options):
    one = train_with(1, sample, loss, options)
    for n_threads in (2, 3, 8):
        assert train_with(n_threads, sample, loss, options) == one


@pytest.fixture(scope="module", params=SIZES.values(), ids=SIZES)
def sample(request):
    n_rows, n_sets = request.param
    return make_sample(np.random.default_rng(0), "squared_error", 0, n_rows, n_sets)


@every_growth
@both_roundings
def test_growth(sample, growth, quantize):
    check_threads(sample, "squared_error", growth | {"quantize": quantize})


@pytest.mark.parametrize("sampling", SAMPLING.values(), ids=SAMPLING)
@pytest.mark.parametrize("shape", ["best first", "symmetric"])
@both_roundings
def test_sampling(sample, sampling, shape, quantize):
    check_threads(sample, "squared_error", GROWTH[shape] | sampling | {"quantize": quantize})


@pytest.mark.parametrize(("loss", "n_classes"), LOSSES.values(), ids=LOSSES)
@both_roundings
def test_losses(loss, n_classes, quantize):
    sample = make_sample(np.random.default_rng(1), loss, n_classes, n_rows=20_000, n_sets=3)
    check_threads(sample, loss, GROWTH["best first"] | {"quantize": quantize})


@pytest.mark.parametrize("constraint", ["monotonic", "interactions"])
def test_constraints(sample, constraint):
    n = len(sample.columns)
    pairs = [[j, (j + 1) % n] for j in range(n)]
    value = {"monotonic": [1, -1, 0, 0] * (n // 4), "interactions": pairs}[constraint]
    check_threads(sample, "squared_error", GROWTH["best first"] | {constraint: value})
