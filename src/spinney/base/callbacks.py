"""Callbacks of scikit-learn, if the installed version has them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:

    class CallbackSupportMixin:
        """Base class of estimators that call callbacks, with types."""

        def _init_callback_context(self, *, max_subtasks: int | None) -> Any: ...

    def decorate(method: Any) -> Any: ...

else:
    try:
        from sklearn.callback import CallbackSupportMixin
        from sklearn.callback import with_callbacks as decorate
    except ImportError:  # scikit-learn before 1.9

        class CallbackSupportMixin:
            """Replacement for scikit-learn's mixin without support for callbacks."""

        def decorate(method: Any) -> Any:
            return method


Method = TypeVar("Method", bound=Callable[..., Any])


def with_callbacks(method: Method) -> Method:
    """Decorate fit with scikit-learn's handling of callbacks; keep its type."""
    return decorate(method)  # type: ignore[no-any-return]


class CallbackSupport(Protocol):
    """An estimator that callbacks can be set on."""

    def _init_callback_context(self, *, max_subtasks: int | None) -> Any: ...


def begin_fit(estimator: CallbackSupport, X: Any, y: Any, max_subtasks: int | None = 0) -> Any:
    """Notify callbacks of the start of fit; return the context, or None without callbacks.

    ``max_subtasks`` is the number of subtasks that fit will report; None if it is unknown.
    """
    if "_skl_callbacks" not in vars(estimator):
        return None
    context = estimator._init_callback_context(max_subtasks=max_subtasks)
    return context.call_on_fit_task_begin(estimator=estimator, X=X, y=y)


def end_subtask(
    context: Any, estimator: object, name: str, state: Callable[[], dict[str, Any]]
) -> None:
    """Notify callbacks of the end of a subtask; ``state()`` returns the fitted attributes."""
    if context is not None:
        subtask = context.subcontext(task_name=name)
        subtask.call_on_fit_task_begin(estimator=estimator)
        subtask.call_on_fit_task_end(estimator=estimator, reconstruction_attributes=state)


def end_fit(context: Any, estimator: object, X: Any, y: Any, state: dict[str, Any]) -> None:
    """Notify callbacks of the end of fit, before the estimator gets its new state."""
    if context is not None:
        context.call_on_fit_task_end(estimator=estimator, X=X, y=y, reconstruction_attributes=state)


__all__ = ["CallbackSupportMixin", "begin_fit", "end_fit", "end_subtask", "with_callbacks"]
