"""AdaBoost for numbers."""

from collections.abc import Iterator
from typing import Any, ClassVar

from sklearn.base import RegressorMixin
from sklearn.metrics import r2_score
from sklearn.utils._param_validation import StrOptions

from ..base.validation import default_parameters
from ..data.targets import Targets, number_targets
from ..trees import DecisionTreeRegressor
from .base import BaseAdaBoost
from .methods import LOSSES, R2, Floats
from .model import medians, staged_medians
from .round_loop import Method


class AdaBoostRegressor(RegressorMixin, BaseAdaBoost):  # type: ignore[misc]
    """Regressors one after another, each on rows weighted by the errors of those before it.

    This is AdaBoost.R2: errors count relative to the largest one, and the answer is the median of
    the members' answers, by weights that grow as their errors fall. Takes the place of
    scikit-learn's class of the same name.

    Parameters
    ----------
    estimator : regressor, default=None
        What members are copies of: any regressor with scikit-learn's interface. None is our
        ``DecisionTreeRegressor(max_depth=3)``. For trees of ours that are not pruned, rows are
        read, encoded and sorted once for all rounds.
    n_estimators : int, default=50
        Most rounds. There are fewer if a member is perfect, or its mean loss is one half or more.
    learning_rate : float, default=1.0
        Factor of each member's weight, and of the change of the rows' weights.
    loss : {"linear", "square", "exponential"}, default="linear"
        What an error, as a share of the largest one, counts in a round.
    resample : bool, default=False
        Fit members on as many rows as there are, drawn by weight with replacement, as Drucker and
        scikit-learn do, rather than on weighted rows. Needed for members that take no
        ``sample_weight``.
    min_weight_fraction_leaf, categorical_features, missing, unknown
        As in DecisionTreeRegressor; for the default members only, others have their own.
    early_stopping : bool, default=False
        Stop when the squared error on validation rows has not fallen for ``n_iter_no_change``
        rounds, and keep the rounds up to the best one.
    n_iter_no_change, validation_fraction, warm_start, verbose, random_state, n_jobs
        As in AdaBoostClassifier.

    Attributes
    ----------
    estimator_errors_ : ndarray of shape (n_rounds,)
        Mean loss of each member on the weighted rows of its round.
    evals_result_ : dict
        With validation rows: their error after each round, as
        ``evals_result_["validation"]["squared_error"]``.
    estimator_, estimators_, estimator_weights_, n_features_in_, feature_names_in_, \
            feature_importances_, best_iteration_, best_score_
        As in AdaBoostClassifier.

    Notes
    -----
    A member without any error gets the weight 1 and is the last one. One with a mean loss of one
    half or more is left out, and is the last one too; if it is the first, the model consists of it,
    with a warning.

    References
    ----------
    H. Drucker, "Improving regressors using boosting techniques", ICML 1997.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import AdaBoostRegressor
    >>> X = np.linspace(0, 6, 200).reshape(-1, 1)
    >>> y = np.sin(X[:, 0])
    >>> model = AdaBoostRegressor().fit(X, y)
    >>> round(model.score(X, y), 3)
    0.975
    """

    _tree = DecisionTreeRegressor
    _depth = 3
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **BaseAdaBoost._parameter_constraints,
        "loss": [StrOptions(set(LOSSES))],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 50,
        learning_rate: float = 1.0,
        loss: str = "linear",
        resample: bool = False,
        min_weight_fraction_leaf: float = 0.0,
        categorical_features: Any = "from_dtype",
        missing: Any = "learned",
        unknown: Any = "missing",
        early_stopping: bool = False,
        n_iter_no_change: int = 10,
        validation_fraction: float = 0.1,
        warm_start: bool = False,
        verbose: int = 0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        given = locals()
        super().__init__(**{name: given[name] for name in default_parameters(BaseAdaBoost)})
        self.loss = loss

    def _method(self, classes: list[Any]) -> Method:
        return R2(self.loss, float(self.learning_rate))

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return number_targets(y, n_rows)

    def predict(self, X: Any) -> Floats:
        """The median of the members' answers, by their weights.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return medians(*self._rows(X))

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """What ``predict`` gives after each round.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        yield from staged_medians(*self._rows(X))

    def staged_score(self, X: Any, y: Any, sample_weight: Any = None) -> Iterator[float]:
        """R2, the coefficient of determination, after each round; arguments as in ``score``."""
        for predicted in self.staged_predict(X):
            yield float(r2_score(y, predicted, sample_weight=sample_weight))
