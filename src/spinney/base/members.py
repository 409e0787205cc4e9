"""Members that are estimators of any kind, asked one by one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from ..data.columns import Array, plain_label
from ..data.containers import Indices, check_fitted_container, take_columns, take_rows
from ..data.targets import Targets
from ..data.weights import Weights
from .aggregation import Floats, Pool
from .random_seed import MAX_SEED
from .sampling import Sampling


class FittedMembers(NamedTuple):
    """Fitted estimators, and what is needed to ask them; replaced as one."""

    estimators: list[Any]
    features: list[Indices]
    """The columns that each of them takes."""
    n_features: int
    names: tuple[str, ...] | None
    classes: list[Array]
    n_outputs: int
    sampling: Sampling

    def read(self, X: Any, owner: Any) -> Any:
        """X as the members take it."""
        return check_fitted_container(X, owner)

    def answers(self, X: Any, aggregate: str, n_jobs: int | None) -> Floats:
        """What all say together: (rows, outputs, width)."""
        pool = Pool(self.shape(X.shape[0]), aggregate, bool(self.classes))
        jobs = zip(self.estimators, self.features, strict=True)
        said = in_jobs(n_jobs, [delayed(answer)(*job, X, self.classes) for job in jobs])
        for values in said:
            pool.add(values)
        return pool.result()

    def out_of_bag(
        self, X: Any, y: Array, weight: Weights | None, aggregate: str, n_jobs: int | None
    ) -> Floats:
        """The same of the training rows, by the members that have not seen the row."""
        absent = np.zeros(X.shape[0], bool) if weight is None else weight == 0
        bags = self.sampling.each_bag(range(len(self.estimators)))
        left_out = [np.flatnonzero((counts == 0) & ~absent) for counts in bags]
        pool = Pool(self.shape(X.shape[0]), aggregate, bool(self.classes))
        jobs = zip(self.estimators, self.features, left_out, strict=True)
        calls = [
            delayed(answer)(member, features, take_rows(X, rows), self.classes)
            for member, features, rows in jobs
            if rows.size
        ]
        for values, rows in zip(in_jobs(n_jobs, calls), filter(len, left_out), strict=True):
            pool.add(values, rows)
        return pool.result()

    def shape(self, n_rows: int) -> tuple[int, int, int]:
        return n_rows, self.n_outputs, max((len(labels) for labels in self.classes), default=1)

    def predicted_classes(self, values: Floats) -> NDArray[np.intp]:
        """Class indices (rows, outputs) for class shares; the first of equals."""
        best: NDArray[np.intp] = values.argmax(axis=2)
        return best

    def decisions(self, X: Any, n_jobs: int | None) -> Floats:
        """The mean of the members' decision functions."""
        for i, member in enumerate(self.estimators if self.n_outputs == 1 else ()):
            lacking = np.setdiff1d(self.classes[0], member.classes_)
            if lacking.size:
                raise ValueError(
                    f"decision_function: member {i} has not seen the class "
                    f"{plain_label(lacking[0])!r}, so that its scores cannot be averaged with the "
                    "others'. Use predict_proba, or stratified=True."
                )
        jobs = zip(self.estimators, self.features, strict=True)
        said = in_jobs(n_jobs, [delayed(decide)(*job, X) for job in jobs])
        return np.asarray(sum(said) / len(said))

    def feature_importances(self) -> Floats:
        """(members, features): 0 for features that a member has not seen."""
        result = np.zeros((len(self.estimators), self.n_features))
        for row, member, features in zip(result, self.estimators, self.features, strict=True):
            np.add.at(row, features, member.feature_importances_)
        return result


def in_jobs(n_jobs: int | None, calls: Sequence[Any]) -> list[Any]:
    """SplitTable in threads: models need not be copied to other processes."""
    return list(Parallel(n_jobs=n_jobs, prefer="threads")(calls))


def answer(member: Any, features: Indices, X: Any, classes: list[Array]) -> Floats:
    """What a member says of the columns that it takes."""
    return shares_or_numbers(member, take_columns(X, features), classes)


def shares_or_numbers(member: Any, X: Any, classes: list[Array]) -> Floats:
    """Probabilities or numbers: (rows, outputs, width), the columns of classes as the ensemble's.

    A member without probabilities votes.
    """
    if not classes:
        values = np.asarray(member.predict(X), dtype=np.float64)
        return values.reshape(len(values), -1, 1)
    width = max(len(labels) for labels in classes)
    if hasattr(member, "predict_proba"):
        shares, known = member.predict_proba(X), member.classes_
        if len(classes) == 1:
            shares, known = [shares], [known]
        if isinstance(shares, list):
            result = np.zeros((len(shares[0]), len(classes), width))
            for k, labels in enumerate(known):
                result[:, k, np.searchsorted(classes[k], labels)] = shares[k]
            return result
    labels = np.asarray(member.predict(X)).reshape(X.shape[0], len(classes))
    codes = [np.searchsorted(known, labels[:, k]) for k, known in enumerate(classes)]
    return np.eye(width)[np.column_stack(codes)]


def decide(member: Any, features: Indices, X: Any) -> Floats:
    return np.asarray(member.decision_function(take_columns(X, features)), dtype=np.float64)


def target_labels(targets: Targets, rows: Indices | slice = slice(None)) -> Array:
    """The target as the members take it: labels or numbers, 1-D if there is one output."""
    y = targets.values[rows]
    if targets.classes:
        y = np.column_stack([known[y[:, k]] for k, known in enumerate(targets.classes)])
    return y[:, 0] if targets.n_outputs == 1 else y


def seeded(estimator: Any, rng: np.random.Generator) -> Any:
    """The estimator with a seed for each ``random_state``, its own and those of its parts."""
    names = [name for name in estimator.get_params() if name.split("__")[-1] == "random_state"]
    return estimator.set_params(**{name: int(rng.integers(MAX_SEED)) for name in sorted(names)})
