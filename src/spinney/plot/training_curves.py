"""How a metric changes from round to round of boosting."""

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from ..inspection.colors import class_colour
from .curve_axes import RING, curve_axes, finish_curves

TRAIN = "train"


def training(
    model: Any,
    *,
    metric: str | None = None,
    ax: Axes | None = None,
    figsize: tuple[float, float] | None = None,
) -> Axes:
    """Draw a metric of every round of boosting, for the validation rows and all others judged.

    A ring marks the best round. Rounds count from 1, as ``len(model)`` does.

    Parameters
    ----------
    model : estimator or mapping
        A boosted model that was fitted with validation rows (``early_stopping``, ``X_val`` or
        ``eval_set``), so that it has ``evals_result_``; or several of them by name, each
        with a colour of its own.
    metric : str, default=None
        Which metric to draw; None takes the first, by which the best round is chosen.
    ax : matplotlib Axes, default=None
        Where to draw; None makes a new figure.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches.

    Returns
    -------
    matplotlib Axes
        The axes with the drawing.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins()
    >>> model = spinney.GradientBoostingClassifier(early_stopping=True, random_state=0).fit(X, y)
    >>> ax = spinney.plot.training(model)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('round', 'log_loss')
    """
    models = dict(model) if isinstance(model, Mapping) else {"": model}
    if not models:
        raise ValueError("model must hold at least one boosted model.")
    metric = chosen_metric(next(iter(models.values())), metric)
    ax = curve_axes(ax, figsize)
    for place, (name, one) in enumerate(models.items()):
        draw_model(ax, one, metric, name, place)
    return finish_curves(ax, "round", metric)


def draw_model(ax: Axes, model: Any, metric: str, name: str, place: int) -> None:
    """The curves of a model: solid ones with a colour each, and dotted for its training rows.

    Beside other models all of its curves have the colour of its place.
    """
    results = results_of(model)
    others = [rows for rows in results if rows != TRAIN]
    decisive = others[-1] if others else TRAIN
    judged = next(iter(results[decisive].values()))
    best = judged.index(model.best_score_)
    # A continued fit has measured its own rounds only.
    first = model.best_iteration_ - best + 1
    for rows, metrics in results.items():
        if metric not in metrics:
            raise ValueError(f"metric={metric!r} was not measured; known are {list(metrics)}.")
        values = metrics[metric]
        colour = class_colour(place if name or rows == TRAIN else others.index(rows))
        label = f"{name}, {rows}" if name else rows
        if rows == decisive:
            label += f", best {values[best]:.4g} in round {first + best}"
            ax.plot(first + best, values[best], color=colour, **RING)
        style = (0, (1, 1.2)) if rows == TRAIN else "-"
        rounds = range(first, first + len(values))
        ax.plot(rounds, values, color=colour, linewidth=1.6, linestyle=style, label=label)


def results_of(model: Any) -> dict[str, dict[str, list[float]]]:
    """The metrics by set; empty ones are those of a single class, which has no rounds."""
    results: dict[str, dict[str, list[float]]] = getattr(model, "evals_result_", {})
    if not any(results.values()):
        raise ValueError(
            f"This {type(model).__name__} has measured nothing: fit a boosted model with "
            "early_stopping=True, with X_val and y_val, or with eval_set."
        )
    return results


def chosen_metric(model: Any, metric: str | None) -> str:
    """The metric asked for, or the first one of a model."""
    return next(iter(next(iter(results_of(model).values())))) if metric is None else metric
