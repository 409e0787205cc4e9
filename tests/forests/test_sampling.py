"""Bags drawn from the parameters of an estimator."""

from types import SimpleNamespace

import numpy as np
import pytest

from spinney.base.sampling import make_sampling
from spinney.data.targets import Targets

N = 60
CLASSES = Targets((np.arange(N)[:, None] % 3 == 0).astype(np.int32), [np.array([0, 1])])
NUMBERS = Targets(np.arange(float(N))[:, None], [])


def sampling(targets=NUMBERS, weight=None, seed=0, n_members=4, **parameters):
    given = {"bootstrap": True, "max_samples": None, "bags": None} | parameters
    return make_sampling(SimpleNamespace(**given), targets, weight, seed, n_members)


def counts(drawn, n_members=4):
    return np.stack(drawn.counts(range(n_members)))


HALF = np.where(np.arange(N) < 30, 2.0, 0.0)
DRAWS = {
    "all": ({}, N),
    "number": ({"max_samples": 100}, 100),
    "share": ({"max_samples": 0.5}, 30),
    "large share": ({"max_samples": 1.5}, 90),
    "rows of weight": ({"weight": HALF}, 30),
    "share of the weight": ({"weight": HALF, "max_samples": 0.25}, 15),
    "pasting, number": ({"bootstrap": False, "max_samples": 7}, 7),
    "pasting, share": ({"bootstrap": False, "max_samples": 0.5}, 30),
    "pasting, share of rows": ({"bootstrap": False, "max_samples": 0.5, "weight": HALF}, 15),
    "whole": ({"bootstrap": False}, N),
    "whole, weights": ({"bootstrap": False, "weight": HALF}, 30),
}


@pytest.mark.parametrize(("parameters", "n_draws"), DRAWS.values(), ids=DRAWS)
def test_number_of_draws(parameters, n_draws):
    drawn = sampling(**parameters)
    found = counts(drawn)
    assert (found.sum(axis=1) == n_draws).all()
    if not parameters.get("bootstrap", True):
        assert found.max() == 1
    if "weight" in parameters:
        assert not found[:, HALF == 0].any()
    assert drawn.is_whole == (drawn.bags() is None)
    assert [len(rows) for rows in drawn.samples(range(4))] == [n_draws] * 4


def test_draws_are_in_proportion_to_the_weights():
    weight = 1.0 + np.arange(N) % 3
    drawn = sampling(weight=weight, max_samples=100_000)
    share = counts(drawn).mean(axis=0) / 100_000
    np.testing.assert_allclose(share, weight / weight.sum(), rtol=0.08)
    assert drawn.row_weight is None


def test_draws_without_replacement_are_uniform_and_keep_weights():
    weight = 1.0 + np.arange(N) % 3
    drawn = sampling(weight=weight, bootstrap=False, max_samples=0.5, n_members=2000)
    share = counts(drawn, 2000).mean(axis=0)
    np.testing.assert_allclose(share, 0.5, atol=0.06)
    assert np.array_equal(drawn.row_weight, weight)


def test_equal_weights_are_ignored():
    assert np.array_equal(counts(sampling(weight=np.full(N, 3.0))), counts(sampling()))


def test_bags_depend_on_seed_and_index():
    assert np.array_equal(counts(sampling()), counts(sampling(n_members=9)))
    assert not np.array_equal(counts(sampling()), counts(sampling(seed=1)))
    first, second = counts(sampling(), 2)
    assert not np.array_equal(first, second)


WEIGHTS_OF_SUM_1 = np.full(N, 1 / N)
FEW_DRAWS = {
    "few rows": ({"max_samples": 0.001}, 1),
    "pasting": ({"max_samples": 0.1, "bootstrap": False}, 6),
    "weights that sum to 1": ({"max_samples": 0.5, "weight": WEIGHTS_OF_SUM_1}, 1),
}


@pytest.mark.parametrize(("parameters", "n_draws"), FEW_DRAWS.values(), ids=FEW_DRAWS)
def test_few_draws_are_a_warning(parameters, n_draws):
    message = f"draws only {n_draws} of 60 samples for each member: pass max_samples as an int"
    with pytest.warns(UserWarning, match=message):
        drawn = sampling(**parameters)
    assert (counts(drawn).sum(axis=1) == n_draws).all()


def test_too_many_draws_are_an_error():
    with pytest.raises(ValueError, match=r"max_samples=0.5 .* more than the limit of 2147483647"):
        sampling(max_samples=0.5, weight=np.full(N, 2.0**30))


@pytest.mark.parametrize("parameters", [{}, {"bootstrap": False, "max_samples": 0.5}], ids=repr)
def test_stratified_bags(parameters):
    drawn = counts(sampling(CLASSES, stratified=True, **parameters))
    of_ones = drawn[:, CLASSES.values[:, 0] == 1].sum(axis=1)
    assert (of_ones * 3 == drawn.sum(axis=1)).all()
    two = Targets(np.column_stack([np.arange(N) % 2, np.arange(N) % 3]).astype(np.int32), [])
    assert len(set(sampling(two, stratified=True).strata)) == 6


def test_user_defined_bags():
    rows = [[0, 0, 5], [1], np.array([59, 58]), range(10)]
    by_rows = sampling(bags=rows)
    by_counts = sampling(bags=counts(by_rows))
    assert np.array_equal(counts(by_rows), counts(by_counts))
    assert [list(bag) for bag in by_rows.samples(range(4))] == [
        [0, 0, 5],
        [1],
        [58, 59],
        list(range(10)),
    ]
    assert by_rows.has_out_of_bag


ONES = np.ones((4, N))
INVALID = {
    "number of bags": ({"bags": [[0]] * 3}, "3 bags, but n_estimators is 4"),
    "row": ({"bags": [[0], [1], [60], [2]]}, "bag 2 has row 60, but X has 60 rows"),
    "negative row": ({"bags": [[0], [-1], [1], [2]]}, "bag 1 has row -1"),
    "mask": ({"bags": [[True] * N] * 4}, "bag 0 must be a 1D array of row indices"),
    "empty": ({"bags": [[0], [1], [2], []]}, "bag 3 contains no row"),
    "no weight": ({"bags": [[0], [1], [2], [40]], "weight": HALF}, "bag 3 contains no row"),
    "counts of rows": ({"bags": ONES[:, :-1]}, "counts of 59 rows, but X has 60 rows"),
    "fractional count": ({"bags": ONES / 2}, "whole numbers"),
    "negative count": ({"bags": -ONES}, "whole numbers"),
    "NaN": ({"bags": ONES * np.nan}, "whole numbers"),
    "huge count": ({"bags": ONES * 2.0**40}, "too large"),
    "pasting": ({"bootstrap": False, "max_samples": 61}, "max_samples=61 .* 60 rows"),
    "pasting of present rows": (
        {"bootstrap": False, "max_samples": 31, "weight": HALF},
        "there are 30 rows of weight above 0",
    ),
    "huge weights": ({"max_samples": 0.5, "weight": HALF * 1e9}, "pass max_samples as an int"),
}


@pytest.mark.parametrize(("parameters", "message"), INVALID.values(), ids=INVALID)
def test_invalid_bags(parameters, message):
    with pytest.raises(ValueError, match=message):
        sampling(**parameters)
