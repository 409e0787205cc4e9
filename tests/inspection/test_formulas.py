"""Conditions on several features as formulas and distances."""

import math
import re

import numpy as np
import pytest

from spinney.inspection.split_kinds import (
    TEXT_STYLE,
    CategoryCondition,
    Combination,
    CombinationCondition,
)

NAMES = ["petal length", "petal width", "year"]


def combined(kind, terms, low=-math.inf, high=math.inf):
    """Return a condition on terms of (feature, factor, center, share)."""
    combination = Combination(kind == "sphere", *zip(*terms, strict=True))
    return CombinationCondition(combination, low=low, high=high)


def formula(condition):
    return condition.formula(2, TEXT_STYLE)


def text(*arguments, **bounds):
    return " ".join(formula(combined(*arguments, **bounds)).parts(NAMES))


def test_sum_moves_centers_into_the_threshold_and_sorts_by_share():
    terms = [(0, 0.52, 4.0, 0.3), (1, 1.1, 1.0, 0.7)]
    assert text("linear", terms, high=0.22) == "1.1 * petal width + 0.52 * petal length <= 3.4"
    assert text("linear", terms, low=0.22) == "1.1 * petal width + 0.52 * petal length > 3.4"
    assert (
        text("linear", terms, low=0.22, high=1.22)
        == "3.4 < 1.1 * petal width + 0.52 * petal length <= 4.4"
    )


def test_signs_and_factors_of_one():
    terms = [(0, -0.5, 0.0, 0.5), (1, -1.0, 0.0, 0.3), (2, 1.0, 0.0, 0.2)]
    assert text("linear", terms, high=2.0) == "-0.5 * petal length - petal width + year <= 2"


def test_rounded_factors_do_not_move_the_boundary():
    """Far from zero the center stays in place when the factor is rounded."""
    found = text("linear", [(2, 0.3333333, 2015.0, 1.0)], high=0.5)
    factor, cut = map(float, re.fullmatch(r"([\d.]+) \* year <= ([\d.]+)", found).groups())
    assert cut / factor == pytest.approx(2015 + 0.5 / 0.3333333, abs=0.1)


def test_many_terms_are_shortened():
    terms = [(j, 1.0 + j, 0.0, 1 / (1 + j)) for j in range(12)]
    names = [f"x{j}" for j in range(12)]
    found = " ".join(formula(combined("linear", terms, high=1.0)).parts(names))
    assert found.startswith("x0 + 2 * x1 + 3 * x2")
    assert found.endswith("+ 8 * x7 + ... 4 more <= 1")


def test_sphere_is_a_distance_from_a_center():
    terms = [(0, 1 / 0.8**2, 4.3, 0.5), (1, 1 / 0.4**2, 1.3, 0.5)]
    where = "(petal length 4.3, petal width 1.3) in units of (0.8, 0.4)"
    assert text("sphere", terms, high=1.8**2) == f"within 1.8 of {where}"
    assert text("sphere", terms, low=1.8**2) == f"farther than 1.8 from {where}"
    assert (
        text("sphere", terms, low=1.0, high=4.0) == f"farther than 1 from but within 2 of {where}"
    )


def test_units_of_one_are_omitted():
    assert text("sphere", [(0, 1.0, 3.0, 1.0)], high=4.0) == "within 2 of (petal length 3)"


def test_center_has_the_digits_that_its_unit_needs():
    found = text("sphere", [(2, 1e8, 2015.00012345, 1.0)], high=1.0)
    assert float(re.search(r"year ([\d.]+)", found)[1]) == pytest.approx(2015.00012345, abs=1e-5)


def test_values_have_the_units_of_the_text():
    terms = [(0, 0.52, 4.0, 0.3), (1, 1.1, 1.0, 0.7)]
    total = formula(combined("linear", terms, high=0.22))
    assert total.value_text({0: 4.0, 1: 2.0}) == "sum 4.28"
    # A missing value counts as the center.
    assert total.value_text({0: 5.0, 1: math.nan}) == "sum 3.7"
    distance = formula(combined("sphere", [(0, 4.0, 1.0, 1.0)], high=1.0))
    assert distance.value_text({0: 4.0}) == "distance 6"


def test_conditions_on_the_same_sum_are_intersected():
    terms = [(0, 0.5, 4.0, 0.3), (1, 1.0, 1.0, 0.7)]
    below, above = combined("linear", terms, high=2.0), combined("linear", terms, low=-1.0)
    assert below.key == above.key
    assert (below & above) == combined("linear", terms, low=-1.0, high=2.0)
    assert combined("sphere", terms).key != below.key


def test_sum_of_a_row():
    values = np.array([3.0, np.nan, 2016.0])
    terms = [(0, 2.0, 1.0, 0.5), (1, 5.0, 1.0, 0.2), (2, -1.0, 2015.0, 0.3)]
    row = dict(enumerate(values))
    assert combined("linear", terms).combination.total(row) == 3.0
    assert combined("sphere", terms).combination.total(row) == 7.0


def test_intersection_with_a_single_category():
    wide = CategoryCondition(0, codes=frozenset({1, 2}), seen=frozenset({0, 1, 2}))
    exact = CategoryCondition(0, codes=frozenset({2}), seen=frozenset({1, 2}), single=True)
    assert (wide & exact).codes == {2}
    assert (wide & exact).single
