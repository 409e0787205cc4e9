"""The best iteration on validation data, by the names of XGBoost and LightGBM."""

from typing import Any


def validation_result(estimator: Any, name: str, public_name: str) -> Any:
    """Return a fitted attribute of validation; raise AttributeError without validation data."""
    estimator._fitted()
    if name not in vars(estimator):
        raise AttributeError(
            f"{public_name} requires validation data in fit, or early_stopping=True."
        )
    return vars(estimator)[name]


class BestIterationMixin:
    """Adds the best iteration, as stored by ``fit`` in private attributes, and its metrics."""

    @property
    def best_iteration(self) -> int:
        """Index from 0 of the best iteration on validation data."""
        return int(validation_result(self, "_best_iteration", "best_iteration"))

    @property
    def best_score(self) -> float:
        """The validation metric of the best iteration."""
        return float(validation_result(self, "_best_score", "best_score"))

    @property
    def best_iteration_(self) -> int:
        """The number of iterations up to the best one: ``best_iteration + 1``."""
        return int(validation_result(self, "_best_iteration", "best_iteration_")) + 1

    @property
    def best_score_(self) -> dict[str, dict[str, float]]:
        """The metrics of the best iteration, by set and metric."""
        best = int(validation_result(self, "_best_iteration", "best_score_"))
        index = best - first_evaluated(self)
        return {
            name: {metric: values[index] for metric, values in metrics.items()}
            for name, metrics in self.evals_result_.items()  # type: ignore[attr-defined]
        }


def first_evaluated(estimator: Any) -> int:
    """Return the first iteration in ``evals_result_``: a continued fit has only its own."""
    n_values = max(
        (len(v) for metrics in estimator.evals_result_.values() for v in metrics.values()),
        default=0,
    )
    n_fitted: int = vars(estimator).get("_n_fitted", len(estimator))
    return max(0, n_fitted - n_values)
