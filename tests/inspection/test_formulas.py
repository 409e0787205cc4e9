"""SplitTable on several features, as formulas and distances."""

import math
import re

import numpy as np
import pytest

from spinney.inspection.conditions import Combination, Condition
from spinney.inspection.formulas import Distance, Sum, formula

NAMES = ["petal length", "petal width", "year"]


def combined(kind, terms, low=-math.inf, high=math.inf):
    """A combination of (feature, factor, centre, share)."""
    return Combination(kind, *zip(*terms, strict=True), low=low, high=high)


def text(*arguments, **bounds):
    return " ".join(formula(combined(*arguments, **bounds), 2).parts(NAMES))


def test_a_sum_is_counted_from_zero_and_has_the_largest_share_first():
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
    """Far from zero the centre stays where it is, whatever the factor is rounded to."""
    found = text("linear", [(2, 0.3333333, 2015.0, 1.0)], high=0.5)
    factor, cut = map(float, re.fullmatch(r"([\d.]+) \* year <= ([\d.]+)", found).groups())
    assert cut / factor == pytest.approx(2015 + 0.5 / 0.3333333, abs=0.1)


def test_many_terms_are_cut_short():
    terms = [(j, 1.0 + j, 0.0, 1 / (1 + j)) for j in range(12)]
    names = [f"x{j}" for j in range(12)]
    found = " ".join(formula(combined("linear", terms, high=1.0), 2).parts(names))
    assert found.startswith("x0 + 2 * x1 + 3 * x2")
    assert found.endswith("+ 8 * x7 + ... 4 more <= 1")


def test_a_sphere_is_within_a_radius_of_a_centre():
    terms = [(0, 1 / 0.8**2, 4.3, 0.5), (1, 1 / 0.4**2, 1.3, 0.5)]
    where = "(petal length 4.3, petal width 1.3) in units of (0.8, 0.4)"
    assert text("sphere", terms, high=1.8**2) == f"within 1.8 of {where}"
    assert text("sphere", terms, low=1.8**2) == f"farther than 1.8 from {where}"
    assert (
        text("sphere", terms, low=1.0, high=4.0) == f"farther than 1 from but within 2 of {where}"
    )


def test_units_of_one_are_not_mentioned():
    assert text("sphere", [(0, 1.0, 3.0, 1.0)], high=4.0) == "within 2 of (petal length 3)"


def test_the_centre_has_the_digits_that_its_unit_needs():
    found = text("sphere", [(2, 1e8, 2015.00012345, 1.0)], high=1.0)
    assert float(re.search(r"year ([\d.]+)", found)[1]) == pytest.approx(2015.00012345, abs=1e-5)


def test_readings_are_in_the_units_of_the_text():
    terms = [(0, 0.52, 4.0, 0.3), (1, 1.1, 1.0, 0.7)]
    total = Sum(combined("linear", terms, high=0.22), 2)
    assert total.reading({0: 4.0, 1: 2.0}) == "4.28"
    # The centre stands in for a missing value.
    assert total.reading({0: 5.0, 1: math.nan}) == "3.7"
    distance = Distance(combined("sphere", [(0, 4.0, 1.0, 1.0)], high=1.0), 2)
    assert distance.reading({0: 4.0}) == "6 away"


def test_the_same_sum_twice_is_one_condition():
    terms = [(0, 0.5, 4.0, 0.3), (1, 1.0, 1.0, 0.7)]
    below, above = combined("linear", terms, high=2.0), combined("linear", terms, low=-1.0)
    assert below.key == above.key
    assert (below & above) == combined("linear", terms, low=-1.0, high=2.0)
    assert combined("sphere", terms).key != below.key


def test_the_sum_of_a_row():
    values = np.array([3.0, np.nan, 2016.0])
    terms = [(0, 2.0, 1.0, 0.5), (1, 5.0, 1.0, 0.2), (2, -1.0, 2015.0, 0.3)]
    row = dict(enumerate(values))
    assert combined("linear", terms).total(row) == 3.0
    assert combined("sphere", terms).total(row) == 7.0


def test_a_level_fixes_the_category():
    wide = Condition(0, levels=frozenset({1, 2}), seen=frozenset({0, 1, 2}))
    exact = Condition(0, levels=frozenset({2}), seen=frozenset({1, 2}), level_by_level=True)
    assert (wide & exact).levels == {2}
    assert (wide & exact).level_by_level
