"""Sample weights have the same effect as repeated rows, in distribution.

Bags are random, so a fit with weights and one with repeated rows differ, but the distribution of
their trees is the same if the number of draws is (``max_samples`` is not None). The trees of a
forest are independent draws from it: their mean predictions are compared by z-scores, and the whole
distributions by the Kolmogorov-Smirnov test.
"""

import numpy as np
import pytest
from scipy.stats import ks_2samp

import spinney

rng = np.random.default_rng(0)
X = np.sort(rng.random((25, 1)), axis=0)
NUMBERS = np.sin(8 * X[:, 0]) + 0.3 * rng.normal(size=25)
WEIGHT = rng.integers(0, 5, 25)
POINTS = np.linspace(0.1, 0.9, 7)[:, None]
N_TREES = 600
DRAWS = {"number": 20, "fraction": 0.4}
LIMIT_Z, LIMIT_P = 4.0, 1e-4
KINDS = ["RandomForest", "ExtraTrees", "Bagging"]


def tree_predictions(kind, task, max_samples, X, y, weight=None):
    """Return the predictions of each tree: (trees, points)."""
    model = getattr(spinney, kind + task)(
        n_estimators=N_TREES, bootstrap=True, max_samples=max_samples, random_state=len(X)
    ).fit(X, y, weight)
    if task == "Regressor":
        return np.stack([tree.predict(POINTS) for tree in model])
    return np.stack([tree.predict_proba(POINTS)[:, 1] for tree in model])


def compare(one, other):
    """Return the largest z-score of the means and the smallest p-value."""
    spread = one.var(axis=0) / len(one) + other.var(axis=0) / len(other)
    z = np.abs(one.mean(axis=0) - other.mean(axis=0)) / np.sqrt(spread + 1e-12)
    pairs = zip(one.T, other.T, strict=True)
    return z.max(), min(ks_2samp(a, b, method="asymp").pvalue for a, b in pairs)


def target(task):
    return NUMBERS if task == "Regressor" else (NUMBERS > 0).astype(int)


@pytest.mark.filterwarnings("ignore:.*draws only")
@pytest.mark.parametrize("max_samples", DRAWS.values(), ids=DRAWS)
@pytest.mark.parametrize("task", ["Classifier", "Regressor"])
@pytest.mark.parametrize("kind", KINDS)
def test_weights_are_repetitions(kind, task, max_samples):
    y = target(task)
    repeated = tree_predictions(
        kind, task, max_samples, np.repeat(X, WEIGHT, axis=0), np.repeat(y, WEIGHT)
    )
    z, p = compare(tree_predictions(kind, task, max_samples, X, y, WEIGHT), repeated)
    assert z < LIMIT_Z
    assert p > LIMIT_P


# Mistakes that the limits detect: other weights, and other numbers of draws.
MISTAKES = {
    "no weights": (WEIGHT > 0, 20),
    "weights applied twice": (WEIGHT**2, 20),
    "twice the draws": (WEIGHT, 40),
    "half the draws": (WEIGHT, 10),
}


@pytest.mark.parametrize(("weight", "max_samples"), MISTAKES.values(), ids=MISTAKES)
@pytest.mark.parametrize("kind", KINDS)
def test_mistakes_exceed_the_limits(kind, weight, max_samples):
    rows = np.repeat(X, WEIGHT, axis=0), np.repeat(NUMBERS, WEIGHT)
    repeated = tree_predictions(kind, "Regressor", 20, *rows)
    wrong = tree_predictions(kind, "Regressor", max_samples, X, NUMBERS, weight)
    z, p = compare(wrong, repeated)
    assert z > LIMIT_Z or p < LIMIT_P
