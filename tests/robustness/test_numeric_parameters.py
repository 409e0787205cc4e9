"""Every numeric parameter of every estimator works or raises an error that names it."""

import contextlib
import resource
import signal
import sys
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import Interval, InvalidParameterError

from .estimators import clean_table, clean_y, each_estimator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

VALUES = {
    "nan": float("nan"),
    "infinity": float("inf"),
    "-infinity": float("-inf"),
    "-1": -1,
    "0": 0,
    "0.5": 0.5,
    "-0.5": -0.5,
    "1e300": 1e300,
    "10**9": 10**9,
    "2**40": 2**40,
    "2**70": 2**70,
    "-2**70": -(2**70),
    "numpy 2**40": np.int64(2**40),
    "text": "text",
    "list": [1],
    "object": object(),
}
# Parameters with an effect only if another one is set.
NEEDED = {
    "confidence": {"pruning": "pessimistic"},
    "cv": {"ccp_alpha": "cv"},
    "max_samples": {"bootstrap": True},
    "max_surrogates": {"missing": "surrogate"},
    "n_buckets": {"split_kind": "multiway", "splitter": "best"},
    "n_iter_no_change": {"early_stopping": True, "bootstrap": True},
    "n_projections": {"split_kind": "oblique", "splitter": "best"},
    "tol": {"early_stopping": True, "bootstrap": True},
    "validation_fraction": {"early_stopping": True},
}
# Parameters whose large values mean much work: a fit is stopped by a signal.
AMOUNTS_OF_WORK = {"n_estimators", "max_iter", "max_samples", "num_parallel_tree"}
MEMORY = 4 * 2**30


class StoppedError(Exception):
    """Raised by the signal handler."""


def stop(signum, frame):
    raise StoppedError


@contextlib.contextmanager
def limits(seconds):
    """Stop after some seconds, and raise MemoryError for large allocations."""
    with open("/proc/self/statm") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    handler = signal.signal(signal.SIGALRM, stop)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, hard))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def is_numeric(declared):
    numeric = {"random_state", "verbose", "cv_object"}
    return any(
        isinstance(one, Interval) or (isinstance(one, str) and one in numeric)
        for one in declared.allowed
    )


def is_heavy(entry, name):
    return name in AMOUNTS_OF_WORK or (name == "max_depth" and entry.shallow)


def needed(entry, name):
    model = entry.make()
    if name == "confidence" and entry.task == "regressor":
        return {}
    return {key: value for key, value in NEEDED.get(name, {}).items() if key in model.get_params()}


def check(entry, name, value):
    """Fit and predict; the only accepted errors are those about the parameter."""
    X = clean_table()
    y = clean_y(entry.task, X)
    model = entry.make().set_params(**needed(entry, name)).set_params(**{name: value})
    try:
        with limits(0.3 if is_heavy(entry, name) else 60), warnings.catch_warnings():
            warnings.simplefilter("ignore", (UserWarning, ConvergenceWarning))
            model.fit(X, y).predict(X)
    except (InvalidParameterError, ValueError, TypeError) as error:
        message = str(error)
    except StoppedError:
        message = name if is_heavy(entry, name) else "stopped"
    else:
        return
    assert name in message
    assert "incompatible function arguments" not in message


@each_estimator()
def test_numeric_parameters(entry):
    names = [name for name, one in type(entry.make()).parameters().items() if is_numeric(one)]
    assert names
    for name in names:
        for label, value in VALUES.items():
            try:
                check(entry, name, value)
            except BaseException as error:
                raise AssertionError(f"{name}={label}: {error!r}") from error


@each_estimator()
def test_ranges_are_documented(entry):
    """The docstring states the range of every number."""
    cls = type(entry.make())
    for name, declared in cls.parameters().items():
        bounded = [one for one in declared.allowed if isinstance(one, Interval)]
        for one in bounded:
            if one.left is not None or one.right is not None:
                assert " in [" in declared.type_text or " in (" in declared.type_text
        assert f"{name} : {declared.type_text}" in cls.__doc__


@pytest.mark.parametrize("missing", ["nothing", {0: "nothing"}, {0: 1}, {0: "mean", "x0": "mean"}])
@each_estimator(lambda entry: entry.has_parameters(["missing"]) and not entry.blends)
def test_bad_policies(entry, missing):
    X = clean_table()
    model = entry.make(missing=missing)
    with pytest.raises(ValueError, match="missing") as raised:
        model.fit(X, clean_y(entry.task, X))
    if "x0" not in missing:
        assert isinstance(raised.value, InvalidParameterError)
