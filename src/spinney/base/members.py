"""Fitted members of an ensemble that are arbitrary estimators."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.parallel import Parallel, delayed

from ..data.columns import Array, plain_label
from ..data.containers import Indices, check_fitted_container, take_columns, take_rows
from ..data.targets import Targets
from ..data.weights import Weights
from .aggregation import Aggregator, Floats
from .class_predictions import logarithms
from .random_seed import MAX_SEED
from .routing import PLAIN_CALL, MemberCall, prediction_method
from .sampling import Sampling


class Estimator(Protocol):
    """A member of an ensemble: any estimator with scikit-learn's interface."""

    def fit(self, X: Any, y: Any, **fit_params: Any) -> Any: ...
    def predict(self, X: Any) -> Any: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> Any: ...


class FittedMembers(NamedTuple):
    """Fitted estimators, with the columns that each of them was fitted on."""

    estimators: list[Any]
    features: list[Indices]
    """Column indices of each member."""
    n_features: int
    names: tuple[str, ...] | None
    classes: list[Array]
    n_outputs: int
    sampling: Sampling

    def read(self, X: Any, owner: Any) -> Any:
        """Return X if it has the columns of the fit."""
        return check_fitted_container(X, owner)

    def predict(self, X: Any, aggregate: str, n_jobs: int | None, call: MemberCall) -> Floats:
        """Return the combined predictions of all members: (rows, outputs, width)."""
        combined = Aggregator(self.shape(X.shape[0]), aggregate, bool(self.classes))
        members = zip(self.estimators, self.features, strict=True)
        calls = [delayed(predict_member)(*member, X, self.classes, call) for member in members]
        for values in run_in_threads(n_jobs, calls):
            combined.add(values)
        return combined.result()

    def log_probabilities(self, X: Any, n_jobs: int | None, call: MemberCall) -> Floats:
        """Return the logarithms of the mean probabilities, without an underflow of small ones."""
        members = zip(self.estimators, self.features, strict=True)
        calls = [delayed(member_logarithms)(*member, X, self.classes, call) for member in members]
        logs = run_in_threads(n_jobs, calls)
        return np.asarray(np.logaddexp.reduce(logs) - np.log(len(logs)))

    def out_of_bag(
        self, X: Any, y: Array, weight: Weights | None, aggregate: str, n_jobs: int | None
    ) -> Floats:
        """Return out-of-bag predictions: for each row, of the members not fitted on it."""
        absent = np.zeros(X.shape[0], bool) if weight is None else weight == 0
        bags = self.sampling.each_bag(range(len(self.estimators)))
        left_out = [np.flatnonzero((counts == 0) & ~absent) for counts in bags]
        combined = Aggregator(self.shape(X.shape[0]), aggregate, bool(self.classes))
        calls = [
            delayed(predict_member)(member, features, take_rows(X, rows), self.classes)
            for member, features, rows in zip(self.estimators, self.features, left_out, strict=True)
            if rows.size
        ]
        predictions = run_in_threads(n_jobs, calls)
        for values, rows in zip(predictions, filter(len, left_out), strict=True):
            combined.add(values, rows)
        return combined.result()

    def shape(self, n_rows: int) -> tuple[int, int, int]:
        return n_rows, self.n_outputs, max((len(labels) for labels in self.classes), default=1)

    def predicted_classes(self, values: Floats) -> NDArray[np.intp]:
        """Return class indices (rows, outputs) for class probabilities; the first of a tie."""
        best: NDArray[np.intp] = values.argmax(axis=2)
        return best

    def decision_function(self, X: Any, n_jobs: int | None, call: MemberCall) -> Floats:
        """Return the mean of the members' decision functions."""
        for i, member in enumerate(self.estimators if self.n_outputs == 1 else ()):
            lacking = np.setdiff1d(self.classes[0], member.classes_)
            if lacking.size:
                raise ValueError(
                    f"decision_function: member {i} was fitted without the class "
                    f"{plain_label(lacking[0])!r}, so its scores cannot be averaged with those of "
                    "the others. Use predict_proba, or stratified=True."
                )
        members = zip(self.estimators, self.features, strict=True)
        calls = [delayed(member_scores)(*member, X, call) for member in members]
        scores = run_in_threads(n_jobs, calls)
        return np.asarray(sum(scores) / len(scores))

    def feature_importances(self) -> Floats:
        """Return importances (members, features); 0 for features that a member does not use."""
        result = np.zeros((len(self.estimators), self.n_features))
        for row, member, features in zip(result, self.estimators, self.features, strict=True):
            np.add.at(row, features, member.feature_importances_)
        return result


def run_in_threads(n_jobs: int | None, calls: Sequence[Any]) -> list[Any]:
    """Run calls in threads rather than processes, so that models are not copied."""
    return list(Parallel(n_jobs=n_jobs, prefer="threads")(calls))


def predict_member(
    member: Any,
    features: Indices,
    X: Any,
    classes: list[Array],
    call: MemberCall = PLAIN_CALL,
) -> Floats:
    """Return the predictions of a member that was fitted on some of the columns."""
    return member_values(member, take_columns(X, features), classes, call)


def member_values(
    member: Any, X: Any, classes: list[Array], call: MemberCall = PLAIN_CALL
) -> Floats:
    """Return probabilities of the ensemble's classes, or numbers: (rows, outputs, width).

    Without ``predict_proba`` the predicted class has probability 1.
    """
    if not classes:
        values = np.asarray(member.predict(X, **call.arguments), dtype=np.float64)
        return values.reshape(len(values), -1, 1)
    width = max(len(labels) for labels in classes)
    method = prediction_method(member, call.caller)
    if method != "predict":
        proba, known = member_probabilities(member, X, method, call), member.classes_
        if len(classes) == 1:
            proba, known = [proba], [known]
        if isinstance(proba, np.ndarray) and width == 2 and proba.shape[1] == len(classes):
            # Some estimators return the probability of the second class of each output.
            return np.stack([1 - proba, proba], axis=2)
        if isinstance(proba, list):
            result = np.zeros((len(proba[0]), len(classes), width))
            for k, labels in enumerate(known):
                result[:, k, np.searchsorted(classes[k], labels)] = proba[k]
            return result
    arguments = call.arguments if method == "predict" else {}
    labels = np.asarray(member.predict(X, **arguments)).reshape(X.shape[0], len(classes))
    codes = [np.searchsorted(known, labels[:, k]) for k, known in enumerate(classes)]
    return np.eye(width)[np.column_stack(codes)]


def member_probabilities(member: Any, X: Any, method: str, call: MemberCall) -> Any:
    """Return the result of ``predict_proba``, or that of ``predict_log_proba`` exponentiated."""
    found = getattr(member, method)(X, **call.arguments)
    if method == "predict_proba":
        return found
    return [np.exp(logs) for logs in found] if isinstance(found, list) else np.exp(found)


def member_logarithms(
    member: Any, features: Indices, X: Any, classes: list[Array], call: MemberCall
) -> Floats:
    """Return logarithms of the probabilities of the ensemble's classes: (rows, outputs, width)."""
    X = take_columns(X, features)
    if len(classes) > 1 or prediction_method(member, call.caller) != "predict_log_proba":
        return np.asarray(logarithms(member_values(member, X, classes, call)))
    result = np.full((X.shape[0], 1, len(classes[0])), -np.inf)
    known = np.searchsorted(classes[0], member.classes_)
    result[:, 0, known] = member.predict_log_proba(X, **call.arguments)
    return result


def member_scores(member: Any, features: Indices, X: Any, call: MemberCall) -> Floats:
    scores = member.decision_function(take_columns(X, features), **call.arguments)
    return np.asarray(scores, dtype=np.float64)


def target_labels(targets: Targets, rows: Indices | slice = slice(None)) -> Array:
    """Return the target for ``fit``: labels or numbers, 1-D for one output."""
    y = targets.values[rows]
    if targets.classes:
        y = np.column_stack([known[y[:, k]] for k, known in enumerate(targets.classes)])
    return y[:, 0] if targets.n_outputs == 1 else y


def class_indices(targets: Targets) -> Array:
    """Return the index of the class of each row, 1-D for one output."""
    return targets.values[:, 0] if targets.n_outputs == 1 else targets.values


def set_seeds(estimator: Estimator, rng: np.random.Generator) -> Any:
    """Set every ``random_state`` of the estimator and its nested estimators."""
    names = [name for name in estimator.get_params() if name.split("__")[-1] == "random_state"]
    return estimator.set_params(**{name: int(rng.integers(MAX_SEED)) for name in sorted(names)})
