"""Every split of the core is as good as the best split found by enumeration."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from .checks import check_tree
from .growing import Sample, grow
from .oracle import CLASSIFICATION, REGRESSION, Rules
from .strategies import samples

SINGLE = [(c, 2, 1) for c in CLASSIFICATION + REGRESSION]
WIDE = [(c, 3, 1) for c in CLASSIFICATION] + [(c, 2, 2) for c in CLASSIFICATION + REGRESSION]
EXHAUSTIVE = [*WIDE, ("absolute_error", 0, 1)]
NUMBERS = st.just(0)


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + WIDE)
@given(data=st.data())
def test_numeric_stump(criterion, n_classes, n_outputs, data):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    check_tree(data.draw(samples(criterion, kinds=NUMBERS, **shape)), Rules(criterion), max_depth=1)


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + WIDE)
@given(data=st.data())
def test_categorical_stump(criterion, n_classes, n_outputs, data):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    sample = data.draw(samples(criterion, kinds=st.integers(2, 6), max_columns=2, **shape))
    check_tree(sample, Rules(criterion), max_depth=1)


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + EXHAUSTIVE)
def test_stump_with_eight_categories(criterion, n_classes, n_outputs):
    rng = np.random.default_rng(8)
    for missing in (False, True):
        column = np.repeat(np.arange(8.0), 4)
        column[::5] = np.nan if missing else column[::5]
        shape = (len(column), n_outputs)
        if criterion in CLASSIFICATION:
            y, counts = (
                rng.integers(n_classes, size=shape, dtype=np.int32),
                (n_classes,) * n_outputs,
            )
        else:
            y, counts = rng.integers(1, 6, shape).astype(float), ()
        sample = Sample([column], [8], y, rng.choice([0.5, 1.0, 2.0], len(column)), counts)
        check_tree(sample, Rules(criterion), max_depth=1)


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + WIDE)
@given(data=st.data())
def test_every_node_of_deep_trees(criterion, n_classes, n_outputs, data):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    check_tree(data.draw(samples(criterion, max_rows=12, **shape)), Rules(criterion))


# Breiman's ordering is optimal only without limits on the children, hence numeric columns only.
@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + WIDE)
@given(data=st.data(), rows=st.integers(1, 4), fraction=st.sampled_from([0, 0.125, 0.25]))
def test_limits_on_children(criterion, n_classes, n_outputs, data, rows, fraction):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    sample = data.draw(samples(criterion, kinds=NUMBERS, **shape))
    rules = Rules(criterion, rows, fraction * sample.weighted().weight.sum())
    depth, split = data.draw(st.integers(1, 3)), data.draw(st.integers(2, 6))
    check_tree(sample, rules, max_depth=depth, min_samples_split=split)


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), EXHAUSTIVE)
@given(data=st.data(), rows=st.integers(2, 4))
def test_limits_on_children_of_categories(criterion, n_classes, n_outputs, data, rows):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    sample = data.draw(samples(criterion, kinds=st.integers(2, 5), max_columns=2, **shape))
    check_tree(sample, Rules(criterion, rows), max_depth=1)


@pytest.mark.parametrize("criterion", [*CLASSIFICATION, *REGRESSION])
@given(data=st.data())
def test_monotone_trees(criterion, data):
    sample = data.draw(samples(criterion, kinds=NUMBERS, missing=st.just(False)))
    directions = tuple(data.draw(st.sampled_from([-1, 0, 1])) for _ in sample.columns)
    check_tree(sample, Rules(criterion, monotonic=directions))


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
@given(data=st.data())
def test_zeros_in_the_target(criterion, data):
    """Targets of 0 and pure nodes: no child of a Poisson split predicts 0."""
    sample = data.draw(samples(criterion, kinds=NUMBERS, n_classes=3))
    if criterion == "poisson":
        y = np.where(sample.y == 0.25, 0.0, sample.y)
        y[np.argmax(sample.weight is None or sample.weight > 0)] = 1.0
        sample = replace(sample, y=y)
    check_tree(sample, Rules(criterion))


@pytest.mark.parametrize("criterion", [*CLASSIFICATION, *REGRESSION])
@given(data=st.data())
def test_ties_go_to_the_first_feature(criterion, data):
    """A mirrored copy of a column is never preferred to the column."""
    sample = data.draw(samples(criterion, kinds=NUMBERS, max_columns=2, missing=st.just(False)))
    mirrored = [-column for column in sample.columns]
    tree = grow(
        replace(sample, columns=sample.columns + mirrored, levels=sample.levels * 2), criterion
    )
    assert (tree.feature < len(sample.columns)).all()


@pytest.mark.parametrize("criterion", [*CLASSIFICATION, *REGRESSION])
@given(data=st.data())
def test_ties_go_to_the_lowest_threshold(criterion, data):
    """On a symmetric table no threshold lies above the middle."""
    half = data.draw(
        samples(criterion, kinds=NUMBERS, missing=st.just(False), weighted=st.just(False))
    )
    columns = [np.concatenate([column, 10 - column]) for column in half.columns]
    whole = replace(half, columns=columns, y=np.concatenate([half.y, half.y]))
    tree = grow(whole, criterion, max_depth=1)
    assert tree.kind[0] == 0 or tree.threshold[0] <= 5
