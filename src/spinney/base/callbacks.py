"""scikit-learn's callbacks, where the installed scikit-learn has them."""

from typing import Any

try:
    from sklearn.callback import CallbackSupportMixin, with_callbacks
except ImportError:  # scikit-learn before 1.9

    class CallbackSupportMixin:  # type: ignore[no-redef]
        """Stands in for scikit-learn's mixin: no callback can be set."""

    def with_callbacks(method: Any) -> Any:
        return method


def begin_fit(estimator: Any, X: Any, y: Any, most_parts: int | None = 0) -> Any:
    """Tell the callbacks that fit begins; the context, or None if nobody listens.

    ``most_parts`` is the number of parts that fit will report; None if it is not known yet.
    """
    if "_skl_callbacks" not in vars(estimator):
        return None
    context = estimator._init_callback_context(max_subtasks=most_parts)
    return context.call_on_fit_task_begin(estimator=estimator, X=X, y=y)


def end_part(context: Any, estimator: Any, name: str, state: Any) -> None:
    """Tell the callbacks that a part of fit is done; ``state()`` makes a model of what there is."""
    if context is not None:
        part = context.subcontext(task_name=name)
        part.call_on_fit_task_begin(estimator=estimator)
        part.call_on_fit_task_end(estimator=estimator, reconstruction_attributes=state)


def end_fit(context: Any, estimator: Any, X: Any, y: Any, state: dict[str, Any]) -> None:
    """Tell the callbacks that fit ends, before the estimator takes its new state."""
    if context is not None:
        context.call_on_fit_task_end(estimator=estimator, X=X, y=y, reconstruction_attributes=state)


__all__ = ["CallbackSupportMixin", "begin_fit", "end_fit", "end_part", "with_callbacks"]
