"""Growth with missing values: routing by policy, and the best split of every node."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.growing import Sample, grow
from properties.strategies import samples
from properties.tables import mixed_sample
from spinney.data.missing import ROUTES

from .growth import check_growth

CRITERIA = pytest.mark.parametrize(
    "criterion", ["gini", "entropy", "squared_error", "absolute_error", "poisson"]
)


def grown(sample, criterion, missing, **options):
    routes = [ROUTES[policy] for policy in missing]
    return grow(sample, criterion, missing_routes=routes, max_surrogates=5, **options)


@CRITERIA
@pytest.mark.parametrize("policy", ROUTES)
@given(data=st.data())
def test_every_node(criterion, policy, data):
    sample = data.draw(samples(criterion, max_rows=14)).weighted()
    missing = [policy] * len(sample.columns)
    check_growth(grown(sample, criterion, missing), sample, criterion, missing)


@CRITERIA
@given(data=st.data())
def test_mixed_policies(criterion, data):
    sample = data.draw(samples(criterion, max_rows=14)).weighted()
    missing = [data.draw(st.sampled_from(list(ROUTES))) for _ in sample.columns]
    check_growth(grown(sample, criterion, missing), sample, criterion, missing)


@pytest.mark.parametrize("policy", ROUTES)
def test_larger_table(policy):
    rng = np.random.default_rng(3)
    for criterion in ("gini", "squared_error"):
        sample = mixed_sample(rng, criterion, n_rows=80, weighted=False)
        sample = replace(sample, y=np.round(sample.y)).weighted()
        missing = [policy] * 4
        check_growth(grown(sample, criterion, missing, max_depth=3), sample, criterion, missing)


@pytest.mark.parametrize("light", [1.0, 5.9, 6.1, 20.0])
def test_small_fractions_go_to_the_larger_child(light):
    """The row with a missing value has weight 5; the light child would get 5 * light / 6000."""
    columns = [np.array([0.0, 1.0, 1.0, np.nan]), np.array([0.0, 0.0, 1.0, 1.0])]
    weight = np.array([light, 3000.0, 3000.0 - light, 5.0])
    y = np.array([[9.0], [1.0], [1.0], [2.0]])
    sample = Sample(columns, [0, 0], y, weight)
    tree = grown(sample, "squared_error", ["fractional", "learned"], max_depth=2)
    check_growth(tree, sample, "squared_error", ["fractional", "learned"])
    assert tree.feature[0] == 0
    assert (tree.weighted_n_node_samples[1] > light) == (light > 6)
