"""Quantized gradients fit almost as well as exact ones."""

import numpy as np
import pytest

from spinney import GradientBoostingClassifier, GradientBoostingRegressor, _core

from ..tables import take_sample


def training_loss(sample, **options):
    """Training loss after 50 rounds, relative to that of the best constant."""
    kind = GradientBoostingClassifier if sample.is_class else GradientBoostingRegressor
    model = kind(n_estimators=50, max_leaf_nodes=15, **options).fit(sample.X, sample.y)
    name = "log_loss" if sample.is_class else "squared_error"
    loss = _core.Loss(name, len(np.unique(sample.y)) if sample.is_class else 0)
    y = sample.y.astype(float)
    scores = model.predict(sample.X, raw_score=True).reshape(len(y), -1).T
    start = np.repeat(loss.initial(y, None)[:, None], len(y), axis=1)
    return loss.value(y, np.ascontiguousarray(scores), None) / loss.value(y, start, None)


@pytest.mark.parametrize("min_samples_leaf", [1, 20])
@pytest.mark.parametrize("table", ["phoneme", "kin8nm", "vehicle", "spambase"])
def test_quantized_gradients_fit_as_well(table, min_samples_leaf):
    sample, options = take_sample(table, "sklearn"), {"min_samples_leaf": min_samples_leaf}
    precise = training_loss(sample, quantize=False, **options)
    losses = [training_loss(sample, quantize=True, random_state=i, **options) for i in range(3)]
    assert precise < 0.5
    assert np.mean(losses) == pytest.approx(precise, rel=0.015)
