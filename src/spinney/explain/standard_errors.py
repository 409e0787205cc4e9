"""Standard errors of the predictions of forests by the infinitesimal jackknife."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import norm

from ..base.result_frames import ResultTable
from ..data.user_warnings import warn
from .additive import Floats
from .calibration import calibrated
from .jackknife import Jackknife, value_blocks
from .member_values import MemberValues, read_member_values

MIN_CALIBRATED = 20
"""The number of rows above which variances are calibrated."""
MAX_NOISE = 0.5
"""The noise of variances, over the variance of the members, above which a warning is given."""


@dataclass(frozen=True, repr=False)
class PredictionErrors(ResultTable):
    """Predictions with standard errors.

    ``to_frame()`` has the columns row, label, prediction and standard_error.

    Attributes
    ----------
    prediction : ndarray of shape (n_samples,) or (n_samples, n_values)
        The predictions; for classifiers probabilities, one column per class.
    standard_error : ndarray of the same shape
        Their standard errors; NaN where the variance is estimated to be negative.
    variance : ndarray of the same shape
        The estimated variances.
    labels : tuple
        The class or output of each column; with several outputs of classes, pairs of both.
    """

    prediction: Floats
    standard_error: Floats
    variance: Floats
    labels: tuple[Any, ...]
    is_class: bool = False

    def interval(self, level: float = 0.95) -> tuple[Floats, Floats]:
        """Return the ends of normal confidence intervals of the expected predictions.

        Parameters
        ----------
        level : float, default=0.95
            The probability that an interval contains the expected prediction.

        Returns
        -------
        low, high : ndarray
            Those of probabilities are limited to 0 and 1.
        """
        if not 0 < level < 1:
            raise ValueError(f"level must be between 0 and 1, got {level!r}.")
        width = norm.ppf(0.5 + level / 2) * self.standard_error
        low, high = self.prediction - width, self.prediction + width
        if self.is_class:
            return np.clip(low, 0, 1), np.clip(high, 0, 1)
        return low, high

    def _columns(self) -> dict[str, list[Any]]:
        n_rows = len(self.prediction)
        columns: dict[str, list[Any]] = {"row": np.repeat(range(n_rows), len(self.labels)).tolist()}
        if self.prediction.ndim == 2:
            columns["label"] = list(self.labels) * n_rows
        columns["prediction"] = self.prediction.ravel().tolist()
        columns["standard_error"] = self.standard_error.ravel().tolist()
        return columns


def standard_errors(model: Any, X: Any, *, calibrate: bool = True) -> PredictionErrors:
    """Estimate standard errors of the predictions of a forest or bagging.

    The infinitesimal jackknife of Wager, Hastie and Efron (2014): how much would the prediction
    vary if the forest had other training rows? The variance is the sum over the training rows of
    the squared covariance between the count of the row in the bags and the predictions of the
    members, minus the expected contribution of the finite number of members. It is that of the
    prediction as an estimate of its expectation: neither bias nor the noise of single targets is
    part of it; for the latter see ``RandomForestRegressor(quantiles=True)``.

    Parameters
    ----------
    model : estimator
        A fitted random forest, extra trees with ``bootstrap=True``, or bagging of any estimator,
        whose prediction is the mean of its members (for classifiers also the share of votes). It
        should have hundreds of members, about as many as training rows or more.
    X : array-like of shape (n_samples, n_features)
        The rows.
    calibrate : bool, default=True
        Whether to shrink the estimates of more than 20 rows toward each other by their noise, as
        ranger and forestci do; none is negative then. Their noise is estimated from half of the
        members, and their distribution by nonparametric maximum likelihood. The errors of a row
        then depend on the other rows. Without calibration they do not, but a variance may be
        estimated to be negative.

    Returns
    -------
    PredictionErrors
        With ``prediction``, ``standard_error``, ``variance``, ``interval(level)`` and
        ``to_frame()``.

    Examples
    --------
    >>> import numpy as np
    >>> import spinney
    >>> rng = np.random.default_rng(0)
    >>> X = rng.random((200, 1))
    >>> y = np.sin(6 * X[:, 0]) + rng.normal(0, 0.3, 200)
    >>> forest = spinney.RandomForestRegressor(500, min_samples_leaf=5, random_state=0).fit(X, y)
    >>> grid = np.linspace(0.05, 0.95, 50)[:, None]
    >>> found = spinney.explain.standard_errors(forest, grid)
    >>> low, high = found.interval(0.95)
    >>> bool(((low < np.sin(6 * grid[:, 0])) & (np.sin(6 * grid[:, 0]) < high)).mean() > 0.8)
    True
    """
    members = read_member_values(model)
    jackknife = Jackknife.of(members, slice(None))
    warn_few_members(members, jackknife)
    half = Jackknife.of(members, slice(None, None, 2)) if members.n_members > 3 else None
    means, variances, spreads, halves = [], [], [], []
    for values in value_blocks(members, X):
        means.append(values.mean(axis=0))
        variances.append(jackknife.variances(values))
        spreads.append(values.var(axis=0))
        if half is not None:
            halves.append(half.variances(values[::2]))
    prediction, variance = np.vstack(means), np.vstack(variances)
    if calibrate and halves and len(variance) > MIN_CALIBRATED:
        given = (variance, np.vstack(halves), np.vstack(spreads))
        columns = zip(*(values.T for values in given), strict=True)
        variance = np.column_stack([calibrated(*column) for column in columns])
    negative = variance < 0
    if negative.any():
        warn(
            f"{np.count_nonzero(negative)} of {variance.size} variances are estimated to be "
            "negative, and their standard errors are NaN: use more estimators."
        )
    error = np.sqrt(np.where(negative, np.nan, variance))
    if not members.is_class and len(members.labels) == 1:
        prediction, variance, error = prediction[:, 0], variance[:, 0], error[:, 0]
    return PredictionErrors(prediction, error, variance, members.labels, members.is_class)


def warn_few_members(members: MemberValues, jackknife: Jackknife) -> None:
    """Warn if the noise of variances is not small compared to their largest plausible value.

    The variance over members exceeds that of their mean over new training rows.
    """
    n, n_rows = members.n_members, members.sampling.n_rows
    noise = jackknife.correction * np.sqrt(2 / n_rows)
    if noise > MAX_NOISE:
        warn(
            f"{n} members are too few for the standard errors of {n_rows} training rows, which are "
            f"mostly noise and much too large: use at least {int(np.ceil(n * noise / MAX_NOISE))} "
            "estimators."
        )
