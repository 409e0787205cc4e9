"""The error for estimators that a function does not support."""


class UnsupportedEstimatorError(TypeError):
    """Raised for an estimator of another library, or one without the trees that are needed."""
