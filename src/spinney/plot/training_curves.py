"""Metrics of boosting by round."""

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from ..base.best_iteration import first_evaluated
from ..inspection.colors import class_color
from ..inspection.numbers import format_number
from .axes import CURVE_SIZE, RING, Size, finish_curves, single_axes, single_plot

TRAIN = "train"


@single_plot
def training(
    model: Any, *, metric: str | None = None, ax: Axes | None = None, figsize: Size = None
) -> Axes:
    """Plot a metric after every boosting round, for all evaluation sets.

    A ring marks the best round. Rounds count from 1. Curves of the training set are dotted.

    Parameters
    ----------
    model : estimator or mapping
        A boosted model fitted with a validation set (``early_stopping``, ``X_val`` or
        ``eval_set``), which has ``evals_result_``; or several models by name, each with its own
        color.
    metric : str, default=None
        The metric to plot; None selects the first, which determines the best round.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.GradientBoostingClassifier(early_stopping=True, random_state=0).fit(X, y)
    >>> ax = spinney.plot.training(model)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('round', 'log_loss')
    """
    models = dict(model) if isinstance(model, Mapping) else {"": model}
    if not models:
        raise ValueError("model must contain at least one boosted model.")
    metric = chosen_metric(next(iter(models.values())), metric)
    ax = single_axes(ax, figsize, CURVE_SIZE)
    for k, (name, one) in enumerate(models.items()):
        draw_model(ax, one, metric, name, k)
    return finish_curves(ax, "round", metric)


def draw_model(ax: Axes, model: Any, metric: str, name: str, k: int) -> None:
    """Draw the curves of a model: one color per set, or color k if there are several models."""
    results = evaluation_results(model)
    others = [dataset for dataset in results if dataset != TRAIN]
    decisive = others[-1] if others else TRAIN
    first = first_evaluated(model) + 1
    best = model.best_iteration_ - first
    for dataset, metrics in results.items():
        if metric not in metrics:
            raise ValueError(f"metric={metric!r} was not evaluated; available: {list(metrics)}.")
        values = metrics[metric]
        color = class_color(k if name or dataset == TRAIN else others.index(dataset))
        label = f"{name}, {dataset}" if name else dataset
        if dataset == decisive:
            label += f", best {format_number(values[best])} in round {first + best:,}"
            ax.plot(first + best, values[best], color=color, **RING)
        style = (0, (1, 1.2)) if dataset == TRAIN else "-"
        rounds = range(first, first + len(values))
        ax.plot(rounds, values, color=color, linewidth=1.6, linestyle=style, label=label)


def evaluation_results(model: Any) -> dict[str, dict[str, list[float]]]:
    """Return the metrics by evaluation set; raise if the model has none."""
    results: dict[str, dict[str, list[float]]] = getattr(model, "evals_result_", {})
    # The sets of a model with a single class are empty: it has no rounds.
    if not any(results.values()):
        raise ValueError(
            f"This {type(model).__name__} has no evaluation results: fit a boosted model with "
            "early_stopping=True, with X_val and y_val, or with eval_set."
        )
    return results


def chosen_metric(model: Any, metric: str | None) -> str:
    """Return the given metric, or the first metric of the model."""
    if metric is not None:
        return metric
    return next(iter(next(iter(evaluation_results(model).values()))))
