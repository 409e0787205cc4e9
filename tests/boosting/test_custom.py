"""Custom losses written in Python."""

import pickle

import numpy as np
import pytest

from .small_data import classes, classifier, numbers, regressor


def squared(y, raw):
    return raw - y, np.ones_like(y)


def logistic(y, raw):
    p = 1 / (1 + np.exp(-raw))
    return p - y, p * (1 - p)


def softmax(y, raw):
    proba = np.exp(raw - raw.max(axis=1, keepdims=True))
    proba /= proba.sum(axis=1, keepdims=True)
    k = raw.shape[1]
    return proba - np.eye(k)[y.astype(int)], k / (k - 1) * proba * (1 - proba)


class Poisson:
    """A loss with all optional methods."""

    def __call__(self, y, raw):
        return np.exp(raw) - y, np.exp(raw)

    def initial(self, y, weight):
        return np.log(np.average(y, weights=weight))

    def predict(self, raw):
        return np.exp(raw)

    def value(self, y, raw):
        return np.mean(np.exp(raw) - y * raw)


def test_custom_squared_error():
    X, y = numbers()
    own = regressor(loss=squared, quantize=False).fit(X, y)
    named = regressor(init_score=0.0, quantize=False).fit(X, y)
    np.testing.assert_allclose(own.predict(X), named.predict(X), atol=1e-6)


def test_custom_log_loss():
    X, y = classes()
    own = classifier(loss=logistic, quantize=False).fit(X, y)
    named = classifier(init_score=0.0, quantize=False).fit(X, y)
    np.testing.assert_allclose(own.predict_proba(X), named.predict_proba(X), atol=1e-5)
    np.testing.assert_array_equal(own.predict(X), named.predict(X))


def test_custom_softmax():
    X, y = classes(3)
    own = classifier(loss=softmax, quantize=False).fit(X, y)
    named = classifier(init_score=0.0, quantize=False).fit(X, y)
    np.testing.assert_allclose(own.predict_proba(X), named.predict_proba(X), atol=1e-5)


def test_loss_object_with_all_methods():
    X, y = numbers()
    y = np.random.default_rng(0).poisson(np.exp(y)).astype(float)
    weight = np.arange(300) % 4
    own = regressor(loss=Poisson(), quantize=False).fit(X, y, weight, X_val=X, y_val=y)
    named = regressor(loss="poisson", quantize=False, max_delta_step=0.0).fit(X, y, weight)
    assert own.predict(X) == pytest.approx(named.predict(X), rel=1e-3)
    [curve] = own.evals_result_["validation"].values()
    assert list(own.evals_result_["validation"]) == ["Poisson"]
    assert curve[-1] == pytest.approx(np.mean(own.predict(X) - y * np.log(own.predict(X))))
    other = pickle.loads(pickle.dumps(own))
    np.testing.assert_array_equal(other.predict(X), own.predict(X))


def test_default_metric_without_value():
    X, y = numbers()
    assert list(
        regressor(loss=squared).fit(X, y, X_val=X, y_val=y).evals_result_["validation"]
    ) == ["rmse"]
    X, y = classes(3)
    model = classifier(loss=softmax).fit(X, y, X_val=X, y_val=y)
    assert list(model.evals_result_["validation"]) == ["log_loss"]


def test_warm_start():
    X, y = numbers()
    whole = regressor(loss=squared, n_estimators=30).fit(X, y)
    half = regressor(loss=squared, warm_start=True).fit(X, y)
    half = pickle.loads(pickle.dumps(half)).set_params(n_estimators=30).fit(X, y)
    assert whole.predict(X).tobytes() == half.predict(X).tobytes()


def test_line_search():
    X, y = numbers()
    model = regressor(loss=squared, line_search=True, learning_rate=1.0, quantize=False).fit(X, y)
    named = regressor(line_search=True, learning_rate=1.0, init_score=0.0, quantize=False).fit(X, y)
    np.testing.assert_allclose(model.predict(X), named.predict(X), atol=1e-5)


def wrong(gradient, hessian, after=2):
    """A loss that fails in a given round."""
    calls = []

    def broken(y, raw):
        calls.append(None)
        if len(calls) <= after:
            return squared(y, raw)
        return gradient(y), hessian(y)

    return broken


def ones(y):
    return np.ones_like(y)


def with_nan(y):
    return np.where(np.arange(len(y)) == 5, np.nan, 1.0)


BROKEN = {
    "NaN gradient": (wrong(with_nan, ones), r"gradient of nan in row 5 \(iteration 2\)"),
    "NaN hessian": (wrong(ones, with_nan), r"hessian of nan in row 5 \(iteration 2\)"),
    "negative hessian": (
        wrong(ones, lambda y: -ones(y)),
        r"hessian of -1.0 in row 0 \(iteration 2\)",
    ),
    "short": (wrong(lambda y: ones(y)[1:], ones), r"gradient of shape \(299,\), expected \(300,\)"),
    "2-D": (wrong(lambda y: np.ones((len(y), 2)), ones), r"shape \(300, 2\), .* \(iteration 2\)"),
    "one array": (lambda y, raw: raw, "must return a gradient and a hessian"),
    "None": (lambda y, raw: None, r"got NoneType \(iteration 0\)"),
}


@pytest.mark.parametrize(("loss", "message"), BROKEN.values(), ids=BROKEN)
def test_invalid_derivatives_are_reported_with_the_iteration(loss, message):
    X, y = numbers()
    model = regressor(loss=loss)
    with pytest.raises(ValueError, match=message):
        model.fit(X, y)
    assert not hasattr(model, "n_features_in_")


def test_exceptions_propagate():
    class TooBadError(Exception):
        pass

    def failing(y, raw):
        raise TooBadError

    with pytest.raises(TooBadError):
        regressor(loss=failing).fit(*numbers())


def test_unsupported_options_and_bad_methods():
    with pytest.raises(ValueError, match="algorithm='classic'"):
        regressor(loss=squared, algorithm="classic").fit(*numbers())

    class BadStart(Poisson):
        def initial(self, y, weight):
            return [1.0, 2.0]

    with pytest.raises(ValueError, match=r"BadStart.initial"):
        regressor(loss=BadStart()).fit(*numbers())

    X, y = numbers()

    class BadLink(Poisson):
        def predict(self, raw):
            return raw[:-1]

    with pytest.raises(ValueError, match=r"BadLink predicts an array of shape \(299,\)"):
        regressor(loss=BadLink()).fit(X, np.exp(y)).predict(X)
