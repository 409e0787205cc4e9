"""Our forests are as accurate as scikit-learn's, and more accurate with categories."""

from functools import cache

import numpy as np
import pytest

import spinney

from .accuracy import read_record, seed_error, take_table

SEEDS = 3
NUMBERS = (
    *("letter", "mammography", "phoneme", "segment", "spambase", "vehicle"),
    *("kin8nm", "wine_white"),
)
CATEGORIES = ("bank", "credit_g", "cylinder_bands", "nursery", "soybean", "splice", "titanic")


@cache
def difference(name, forest):
    """Our mean error minus theirs, in standard deviations of theirs over seeds.

    Theirs is the better of category codes and one-hot columns.
    """
    table = take_table(name)
    kind = getattr(spinney, f"{forest}{'Classifier' if table.is_class else 'Regressor'}")

    def make(seed):
        return kind(
            max_features=table.max_features,
            categorical_features=np.flatnonzero(table.is_label),
            random_state=seed,
        )

    ours = np.mean([seed_error(make, table.X, table, seed) for seed in range(SEEDS)])
    recorded = read_record()["errors"][name]
    theirs = min(
        (errors for name, errors in recorded.items() if name.startswith(forest)), key=np.mean
    )
    return (ours - np.mean(theirs[:SEEDS])) / np.std(theirs, ddof=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NUMBERS, *CATEGORIES])
def test_no_table_is_worse_beyond_noise(name):
    assert difference(name, "RandomForest") < 3


def test_numbers_are_as_good_on_average():
    assert abs(np.mean([difference(name, "RandomForest") for name in NUMBERS])) < 0.7


def test_categories_are_better_on_average():
    assert np.mean([difference(name, "RandomForest") for name in CATEGORIES]) < -0.3


@pytest.mark.slow
def test_extra_trees_are_as_good_on_average():
    tables = ("mammography", "phoneme", "segment", "vehicle")
    assert abs(np.mean([difference(name, "ExtraTrees") for name in tables])) < 0.9
