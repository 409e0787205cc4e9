"""Trees of the core compared with exhaustive search."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from properties.strategies import samples
from properties.tables import mixed_sample

from .core_booster import boost, one_tree
from .problem_strategies import LEVELS, LIMITS, NEVER, NUMBERS, PENALTIES, problems
from .reference import Rules
from .reference_rounds import check_rounds, newton_step
from .tree_comparison import check_tree

MODES = {
    "exact": {"max_bins": 0},
    "bins": {"max_bins": 255},
    "many bins": {"max_bins": 1000},
}
every_mode = pytest.mark.parametrize("mode", MODES.values(), ids=MODES)


def check(problem, mode=None, rate=1.0, **parameters):
    sample, gradient, hessian = problem
    tree = one_tree(sample, gradient, hessian, rate, **{"max_depth": 0} | parameters, **mode or {})
    check_tree(tree, sample, gradient, hessian, Rules(**parameters), rate)
    return tree


@every_mode
@given(problem=problems(kinds=NUMBERS), penalties=PENALTIES)
def test_stumps(mode, problem, penalties):
    check(problem, mode, max_depth=1, **penalties)


@every_mode
@given(problem=problems(kinds=NUMBERS), penalties=PENALTIES, rate=st.sampled_from([0.1, 1.0]))
def test_deep_trees(mode, problem, penalties, rate):
    check(problem, mode, rate, **penalties)


@every_mode
@given(problem=problems(kinds=NUMBERS), limits=LIMITS)
def test_limits(mode, problem, limits):
    check(problem, mode, **limits)


@every_mode
@given(problem=problems(max_columns=2), penalties=PENALTIES, levels=LEVELS)
def test_categories(mode, problem, penalties, levels):
    check(problem, mode, max_depth=2, **levels, **penalties)


@every_mode
@pytest.mark.parametrize("growth", ["leaf", "level"])
@given(problem=problems(kinds=NUMBERS), leaves=st.integers(2, 6))
def test_max_leaf_nodes(mode, growth, problem, leaves):
    tree = check(problem, mode, growth=growth, max_leaf_nodes=leaves)
    assert tree.n_leaves <= leaves


@given(
    problem=problems(),
    depth=st.integers(1, 3),
    rows=st.integers(1, 3),
    reg_lambda=st.sampled_from([0.0, 1.0]),
    levels=LEVELS,
)
def test_symmetric_trees(problem, depth, rows, reg_lambda, levels):
    limits = {"max_depth": depth, "min_samples_leaf": rows, "reg_lambda": reg_lambda}
    check(problem, MODES["bins"], growth="symmetric", **limits, **levels)


@every_mode
@given(problem=problems(kinds=NUMBERS), data=st.data(), reg_lambda=st.sampled_from([0.0, 1.0]))
def test_monotone_trees(mode, problem, data, reg_lambda):
    directions = tuple(data.draw(st.sampled_from([-1, 0, 1])) for _ in problem[0].columns)
    check(problem, mode, monotonic=directions, reg_lambda=reg_lambda, max_depth=3)


@every_mode
@given(problem=problems(kinds=NUMBERS, max_columns=4), data=st.data())
def test_interactions(mode, problem, data):
    n = len(problem[0].columns)
    group = st.lists(st.integers(0, n - 1), min_size=1, max_size=2, unique=True).map(sorted)
    groups = data.draw(st.lists(group.map(tuple), max_size=3)) + [(j,) for j in range(n)]
    check(problem, mode, interactions=tuple(groups), max_depth=3)


def random_problem(rng, n_rows=50, **shape):
    """Draw continuous derivatives, for which no two splits have equal gains."""
    sample = mixed_sample(rng, "squared_error", n_rows=n_rows, **shape)
    gradient = rng.normal(size=n_rows) + np.nan_to_num(sample.columns[2])
    return sample, gradient, rng.uniform(0.1, 1, n_rows)


@every_mode
@pytest.mark.parametrize("growth", ["leaf", "level"])
@pytest.mark.parametrize("leaves", [0, 8])
def test_gamma_prunes_bottom_up(mode, growth, leaves):
    for seed in range(2):
        problem = random_problem(np.random.default_rng(seed))
        shape = {"growth": growth, "max_leaf_nodes": leaves, "min_samples_leaf": 3}
        whole = check(problem, mode, **shape)
        gamma = float(np.quantile(whole.gain[whole.kind != 0], 0.6))
        pruned = check(problem, mode, gamma=gamma * 1.001, **shape)
        assert 1 < pruned.n_leaves < whole.n_leaves
        assert check(problem, mode, gamma=whole.gain.max() * 1.001, **shape).n_leaves == 1


LOSSES = [("squared_error", 0), ("log_loss", 2), ("log_loss", 3), ("poisson", 0)]


@every_mode
@pytest.mark.parametrize(("loss", "n_classes"), LOSSES)
@given(data=st.data(), growth=st.sampled_from(["leaf", "level"]))
def test_rounds(mode, loss, n_classes, data, growth):
    target = "gini" if n_classes else loss
    sample = data.draw(samples(target, kinds=NUMBERS, n_classes=n_classes or 2, max_rows=12))
    sample = sample.weighted()
    assume(len(np.unique(sample.y)) >= n_classes)
    parameters = {"growth": growth, "max_depth": 2, "min_samples_leaf": 2}
    trained = boost(sample, loss, n_rounds=3, rate=0.5, **parameters, **mode)
    check_rounds(trained, sample, loss, Rules(**parameters), rate=0.5)


def mean_residual(g, h, weight, residual, rows):
    return np.average(residual[rows], weights=weight[rows])


def median_residual(g, h, weight, residual, rows):
    """Return the lower weighted median."""
    order = rows[np.argsort(residual[rows])]
    total = np.cumsum(weight[order])
    return residual[order[np.argmax(total >= total[-1] / 2)]]


def newton(g, h, weight, residual, rows):
    return newton_step(g, h, weight, rows)


@every_mode
@pytest.mark.parametrize(
    ("loss", "n_classes", "search"),
    [
        ("squared_error", 0, mean_residual),
        ("absolute_error", 0, median_residual),
        ("log_loss", 2, newton),
        ("log_loss", 3, newton),
    ],
)
@given(data=st.data())
def test_classic_rounds(mode, loss, n_classes, search, data):
    target = "gini" if n_classes else loss
    shape = {"kinds": NUMBERS, "missing": NEVER, "n_classes": n_classes or 2}
    sample = data.draw(samples(target, **shape)).weighted()
    assume(len(np.unique(sample.y)) >= n_classes)
    parameters = {"max_depth": 2, "min_samples_leaf": 2}
    trained = boost(sample, loss, n_rounds=3, rate=0.5, algorithm="classic", **parameters, **mode)
    check_rounds(trained, sample, loss, Rules(reg_lambda=0, **parameters), 0.5, search)
