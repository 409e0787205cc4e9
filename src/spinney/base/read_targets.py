"""Read y and sample_weight, in training and in validation."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ..data.columns import Array
from ..data.targets import Targets, encode_known_classes
from ..data.weights import Weights


class ArgumentNames(NamedTuple):
    """The arguments that hold the data, for error messages."""

    X: str
    y: str
    sample_weight: str


TRAINING = ArgumentNames("X", "y", "sample_weight")
VALIDATION = ArgumentNames("X_val", "y_val", "sample_weight_val")


class ValidationSet(NamedTuple):
    """Validation data as it was passed to fit."""

    X: Any
    y: Any
    sample_weight: Any = None
    names: ArgumentNames = VALIDATION

    def checked(self) -> "ValidationSet | None":
        """Return None if no validation data was passed; raise if it is incomplete."""
        if (self.X is None) != (self.y is None):
            raise ValueError(f"{self.names.X} and {self.names.y} must be passed together.")
        if self.X is None and self.sample_weight is not None:
            raise ValueError(
                f"{self.names.sample_weight} was passed without {self.names.X} and {self.names.y}."
            )
        return None if self.X is None else self


class EarlierTargets(Protocol):
    """The targets that new targets have to match."""

    @property
    def classes(self) -> list[Array]: ...
    @property
    def n_outputs(self) -> int: ...


class TargetEstimator(Protocol):
    """An estimator that reads targets and weights."""

    def _targets(self, y: Any, n_rows: int) -> Targets: ...
    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None: ...


@contextmanager
def argument_errors(name: str, default: str) -> Iterator[None]:
    """Prefix errors with the name of the argument, unless it has its default name."""
    try:
        yield
    except (TypeError, ValueError) as error:
        if name == default:
            raise
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"{name}: {error}") from error


@dataclass(frozen=True)
class TargetReader:
    """Reads targets and weights of an estimator."""

    owner: str
    """The class of the estimator."""
    targets: Callable[[Any, int], Targets]
    weights: Callable[[Any, int, Targets], Weights | None]
    single_output: bool

    @classmethod
    def of(cls, estimator: TargetEstimator, single_output: bool = False) -> "TargetReader":
        name = type(estimator).__name__
        return cls(name, estimator._targets, estimator._weights, single_output)

    def read(
        self,
        y: Any,
        sample_weight: Any,
        n_rows: int,
        earlier: EarlierTargets | None = None,
        names: ArgumentNames = TRAINING,
    ) -> tuple[Targets, Weights | None]:
        """Read targets in the classes of an earlier fit, or of the training data, if given."""
        with argument_errors(names.y, "y"):
            targets = self.targets(y, n_rows)
        if self.single_output and targets.n_outputs > 1:
            raise ValueError(
                f"{names.y} has {targets.n_outputs} columns, but {self.owner} takes one target "
                f"per row: {names.y} should be a 1d array."
            )
        if earlier is not None:
            known = "the previous fit" if names is TRAINING else "y"
            targets = encode_known_classes(targets, earlier, names.y, known)
        with argument_errors(names.sample_weight, "sample_weight"):
            weight = self.weights(sample_weight, n_rows, targets)
        return targets, weight
