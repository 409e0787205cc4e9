"""The iterations that are added after a single holdout."""

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import GradientBoostingClassifier, GradientBoostingRegressor
from spinney.boosting.auto_values import n_tail_iterations

PAIR = [(np.arange(100, 1000), np.arange(100))]
COMMON = {"cv": PAIR, "n_iter_no_change": 3, "learning_rate": 0.3}


def table(seed=0, n=1000):
    """Numbers with missing values, a category with many levels, a target and weights."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    city = rng.integers(0, 30, n)
    y = X[:, 0] * X[:, 1] + np.sin(city) + 0.3 * rng.normal(size=n)
    X[rng.random(X.shape) < 0.1] = np.nan
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    frame["city"] = pd.Categorical(city.astype(str))
    return frame, y, rng.integers(1, 4, n).astype(float)


def test_the_number_is_proportional_and_limited():
    assert n_tail_iterations(90, 900, 100) == 10
    assert n_tail_iterations(3, 900, 100) == 0
    assert n_tail_iterations(100, 500, 500) == 25


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error", "huber"])
def test_the_tail_is_a_continued_fit_of_all_rows(loss):
    X, y, weight = table()
    plain = {"loss": loss, "quantize": False, "subsample": 1.0, "growth": "leaf"}
    plain |= {"leaf": "constant", "reg_lambda": 1.0, "extra_trees": False, "n_jobs": 2}
    fitted = GradientBoostingRegressor(**COMMON, **plain).fit(X, y, weight)
    head = fitted[: fitted.best_iteration_]
    n = n_tail_iterations(len(head), 900, 100)
    assert len(fitted) == fitted.n_estimators_ == len(head) + n > len(head)
    assert fitted.auto_values_["n_estimators"] == len(fitted)
    chosen = {
        name: fitted.auto_values_[name]
        for name in ("min_samples_leaf", "max_leaf_nodes", "max_depth", "max_onehot", "leaf_steps")
    }
    more = GradientBoostingRegressor(n_estimators=n, learning_rate=0.3, **plain, **chosen)
    more.fit(X, y, weight, init_model=head)
    np.testing.assert_allclose(more.predict(X), fitted.predict(X), rtol=1e-12)


@pytest.mark.parametrize("options", [{}, {"target_statistics": 8}, {"leaf": "linear"}])
def test_classes_outputs_and_statistics(options, tmp_path):
    X, y, weight = table()
    labels = np.digitize(y, [-0.5, 0.5])
    classes = GradientBoostingClassifier(**COMMON, **options).fit(X, labels, weight)
    outputs = GradientBoostingRegressor(**COMMON, **options).fit(X, np.column_stack([y, -y]))
    for fitted in (classes, outputs):
        assert len(fitted) > fitted.best_iteration_
        assert len(fitted._model.trees) == len(fitted) * fitted._model.n_scores
        assert not hasattr(fitted, "train_score_")
        assert len(fitted[:2]) == 2
        fitted.save(tmp_path / "m.spinney")
        loaded = spinney.load(tmp_path / "m.spinney")
        np.testing.assert_array_equal(loaded.predict(X), fitted.predict(X))
    assert classes.score(X, labels) > 0.6
    assert outputs.score(X, np.column_stack([y, -y])) > 0.6


def test_rates_slices_and_refit_know_the_tail():
    X, y, _ = table()

    def slower(info):
        info.learning_rate = 0.3 / (1 + info.round / 10)

    fitted = GradientBoostingRegressor(**COMMON).fit(X, y, callbacks=[slower])
    best = fitted.best_iteration_
    assert len(fitted._rates) == len(fitted) > best
    assert set(fitted._rates[best:]) == {fitted._rates[best - 1]}
    longer = fitted[: best + 1]
    assert (longer.best_iteration_, longer.best_score_) == (best, fitted.best_score_)
    again = fitted.refit(X, y)
    assert np.abs(again.predict(X) - y).mean() < 1.5 * np.abs(fitted.predict(X) - y).mean()


def test_folds_have_no_tail():
    X, y, _ = table()
    fitted = GradientBoostingRegressor(cv=2, n_iter_no_change=3).fit(X, y)
    assert len(fitted) == fitted.best_iteration_
