"""Base classes of scikit-learn with types.

scikit-learn has no types, and type checkers accept any argument of a class with an untyped base
class. They read these declarations instead.
"""

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:

    class BaseEstimator:
        """Base class of all estimators."""

        def get_params(self, deep: bool = True) -> dict[str, Any]: ...
        def set_params(self, **params: Any) -> Self: ...
        def get_metadata_routing(self) -> Any: ...
        def set_fit_request(self, **requests: Any) -> Self: ...
        def set_predict_request(self, **requests: Any) -> Self: ...
        def set_predict_proba_request(self, **requests: Any) -> Self: ...
        def set_score_request(self, **requests: Any) -> Self: ...
        def set_callbacks(self, *callbacks: Any) -> Self: ...
        @classmethod
        def _get_param_names(cls) -> list[str]: ...
        def _repr_html_(self) -> str: ...
        def __sklearn_tags__(self) -> Any: ...
        def __sklearn_clone__(self) -> Self: ...
        def __getattr__(self, name: str) -> Any:
            """Return a fitted attribute."""

    class ClassifierMixin:
        """Base class of classifiers."""

        def score(self, X: Any, y: Any, sample_weight: Any = None) -> float: ...
        def __sklearn_tags__(self) -> Any: ...

    class RegressorMixin:
        """Base class of regressors."""

        def score(self, X: Any, y: Any, sample_weight: Any = None) -> float: ...
        def __sklearn_tags__(self) -> Any: ...

    class MultiOutputMixin:
        """Base class of estimators of several outputs."""

        def __sklearn_tags__(self) -> Any: ...

    class TransformerMixin:
        """Base class of estimators with ``transform``."""

        def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> Any: ...
        def set_output(self, *, transform: str | None = None) -> Self: ...
        def __sklearn_tags__(self) -> Any: ...

else:
    from sklearn.base import (
        BaseEstimator,
        ClassifierMixin,
        MultiOutputMixin,
        RegressorMixin,
        TransformerMixin,
    )

__all__ = [
    "BaseEstimator",
    "ClassifierMixin",
    "MultiOutputMixin",
    "RegressorMixin",
    "TransformerMixin",
]
