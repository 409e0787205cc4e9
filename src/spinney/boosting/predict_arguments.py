"""Arguments of ``predict``: names of LightGBM, XGBoost and CatBoost."""

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any, NamedTuple

from .._core import Link
from ..base.parameter_aliases import unexpected_argument
from .losses import Floats
from .margins import check_scores, read_margin
from .model import BoostedModel

KNOWN = (
    *("iteration_range", "start_iteration", "num_iteration", "ntree_limit", "ntree_start"),
    *("ntree_end", "output_margin", "prediction_type", "validate_features", "thread_count"),
    *("num_threads", "n_jobs", "nthread", "predict_disable_shape_check", "verbose", "task_type"),
    *("pred_contrib", "pred_contribs", "pred_interactions", "approx_contribs"),
)
OWN = ("raw_score", "pred_leaf", "n_iter", "base_margin")
CONTRIBUTIONS = ("pred_contrib", "pred_contribs", "pred_interactions")
PREDICTION_TYPES = (None, "RawFormulaVal")
CLASS_TYPES = ("Class", "Probability", "LogProbability")


class PredictOptions(NamedTuple):
    """The iterations to use, and what to return."""

    rounds: range
    raw: bool = False
    leaves: bool = False
    prediction_type: str | None = None
    margin: Any = None
    """The scores to start from instead of the initial scores of the model."""
    without_initial: bool = False
    """Whether to start from 0, as LightGBM does if the first iteration is left out."""
    contributions: str | None = None
    """The argument that asks for contributions of features."""

    def start(self, model: BoostedModel, n_rows: int) -> Floats | None:
        """Return the scores to start from, (rows, n_scores); None: those of the model."""
        margin = read_margin(self.margin, n_rows, "base_margin")
        check_scores(margin, model.n_scores, "base_margin")
        if margin is None and self.without_initial:
            margin = read_margin([[0.0] * model.n_scores] * n_rows, n_rows, "base_margin")
        return margin


def predict_options(
    model: BoostedModel,
    raw_score: bool = False,
    pred_leaf: bool = False,
    n_iter: Any = None,
    base_margin: Any = None,
    **other: Any,
) -> PredictOptions:
    """Read the arguments of a prediction; unknown names raise a TypeError."""
    if not other:
        rounds = range(model.n_rounds if n_iter is None else checked_rounds(n_iter, model))
        return PredictOptions(rounds, bool(raw_score), bool(pred_leaf), None, base_margin)
    for name, value in other.items():
        if name not in KNOWN:
            raise TypeError(unexpected_argument("predict", name, [*OWN, *KNOWN]))
        if name == "approx_contribs" and value:
            raise ValueError(
                "approx_contribs=True is not supported: contributions are exact SHAP values. Leave "
                "the argument out."
            )
    kind = other.get("prediction_type")
    known = PREDICTION_TYPES if model.classes is None else (*PREDICTION_TYPES, *CLASS_TYPES)
    if kind not in known and not (kind == "Exponent" and model.loss.link is Link.log):
        raise ValueError(f"prediction_type={kind!r} must be one of {', '.join(map(repr, known))}.")
    start = number(other, "start_iteration") or number(other, "ntree_start")
    return PredictOptions(
        selected_rounds(model, n_iter, other),
        bool(raw_score or other.get("output_margin") or kind == "RawFormulaVal"),
        bool(pred_leaf),
        kind,
        base_margin,
        without_initial=start > 0,
        contributions=requested_contributions(other),
    )


def requested_contributions(given: Mapping[str, Any]) -> str | None:
    """Return the argument that asks for contributions; at most one may."""
    names = [name for name in CONTRIBUTIONS if given.get(name)]
    if len(names) > 1:
        raise ValueError(f"{names[0]} and {names[1]} exclude each other.")
    return names[0] if names else None


def selected_rounds(model: BoostedModel, n_iter: Any, other: Mapping[str, Any]) -> range:
    """Return the iterations to use."""
    n = model.n_rounds
    if n_iter is not None:
        return range(checked_rounds(n_iter, model))
    if other.get("iteration_range") is not None:
        first, last = checked_range(other["iteration_range"])
        last = n if last == 0 else last
        if not 0 <= first <= last <= n:
            raise ValueError(
                f"iteration_range={other['iteration_range']!r} must be within the {n} iterations "
                "of the model; early stopping keeps those up to the best one."
            )
        return range(first, last)
    start = number(other, "start_iteration") or number(other, "ntree_start")
    first, last = min(n, max(0, start)), number(other, "ntree_end")
    if last <= 0:
        limit = -(-number(other, "ntree_limit") // model.n_parallel)
        wanted = number(other, "num_iteration") or limit
        last = first + wanted if wanted > 0 else n
    return range(first, max(first, min(last, n)))


def number(given: Mapping[str, Any], name: str) -> int:
    """Return an argument that counts iterations; 0 if it is absent."""
    value = given.get(name)
    if value is not None and not isinstance(value, Integral):
        raise ValueError(f"{name} must be an integer, got {value!r}.")
    return int(value or 0)


def checked_range(given: Any) -> tuple[int, int]:
    """Return the two bounds of ``iteration_range``."""
    bounds = list(given) if isinstance(given, Iterable) else []
    if len(bounds) != 2 or not all(isinstance(bound, Integral) for bound in bounds):
        raise ValueError(
            f"iteration_range must be a pair of integers (first, last), got {given!r}."
        )
    return int(bounds[0]), int(bounds[1])


def checked_rounds(n_iter: Any, model: BoostedModel) -> int:
    """Check ``n_iter``, the number of iterations to use."""
    if not isinstance(n_iter, Integral) or not 0 <= int(n_iter) <= model.n_rounds:
        raise ValueError(
            f"n_iter must be an integer from 0 to {model.n_rounds}, the iterations of the model, "
            f"got {n_iter!r}."
        )
    return int(n_iter)
