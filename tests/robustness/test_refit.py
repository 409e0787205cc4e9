"""A refit replaces the whole fitted state, even while other threads predict."""

import threading

import numpy as np
import pandas as pd
import pytest

from .estimators import clean_table, clean_y, each_estimator, is_quick, predictions


@each_estimator()
def test_refit_with_another_width(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    wide = np.column_stack([X, X[:, ::-1]])
    model = entry.make().fit(wide, y).fit(X, y)
    assert model.n_features_in_ == 3
    assert predictions(model, X) == predictions(entry.make().fit(X, y), X)
    with pytest.raises(ValueError, match=r"6 features.* 3 features"):
        model.predict(wide)


@each_estimator()
def test_refit_without_names(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    model = entry.make().fit(pd.DataFrame(X, columns=list("abc")), y).fit(X, y)
    assert not hasattr(model, "feature_names_in_")
    assert predictions(model, X) == predictions(entry.make().fit(X, y), X)


@each_estimator(quick=is_quick)
def test_threads_predict_during_a_refit(entry):
    """Each prediction is that of the old model or of the new one."""
    X = clean_table(2000)
    targets = [clean_y(entry.task, X), clean_y(entry.task, X[:, ::-1])]
    expected = [entry.make().fit(X, y).predict(X).tobytes() for y in targets]
    model = entry.make().fit(X, targets[0])
    done, seen, errors = threading.Event(), [], []

    def predict():
        try:
            while not done.is_set():
                seen.append(model.predict(X).tobytes())
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=predict) for _ in range(2)]
    for thread in threads:
        thread.start()
    for i in range(20 if entry.cross_fits else 60):  # cross-fitting takes seven fits
        model.fit(X, targets[i % 2])
    done.set()
    for thread in threads:
        thread.join()
    assert not errors
    assert seen
    assert set(seen) <= set(expected)
