"""A small tree that imitates a black box."""

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import is_classifier, is_regressor
from sklearn.metrics import r2_score
from sklearn.model_selection import KFold, check_cv

from ..data.containers import take_rows
from ..data.weights import Weights, sample_weights
from ..trees import DecisionTreeClassifier, DecisionTreeRegressor
from .additive import Floats

RESPONSES = ("predict", "predict_proba", "decision_function")


@dataclass(frozen=True, repr=False)
class Surrogate:
    """A tree that imitates a model.

    Attributes
    ----------
    tree : DecisionTreeClassifier or DecisionTreeRegressor
        The tree, fitted to the outputs of the model for all rows.
    fidelity : float
        How well such trees imitate the model on rows that they were not fitted to: the share of
        rows with the same class, or R2, by cross-validation.
    measure : {"accuracy", "R2"}
        What the fidelity is.
    fidelity_per_fold : ndarray of shape (n_folds,)
        The fidelity in each fold.
    train_fidelity : float
        That of ``tree`` on the rows that it was fitted to.
    response : ndarray of shape (n_samples,) or (n_samples, n_outputs)
        The outputs of the model that the tree was fitted to.
    """

    tree: Any
    fidelity: float
    measure: str
    fidelity_per_fold: Floats
    train_fidelity: float
    response: NDArray[Any]

    def text(self, **options: Any) -> str:
        """Return the fidelity and the tree as text.

        Parameters
        ----------
        **options : dict
            As in ``tree.text``.

        Returns
        -------
        str
        """
        return f"{self!r}\n{self.tree.text(**options)}"

    def __repr__(self) -> str:
        return (
            f"Surrogate tree, {self.tree.get_n_leaves()} leaves, fidelity ({self.measure} on "
            f"held-out rows): {self.fidelity:.3f}"
        )

    def __str__(self) -> str:
        return self.text()


def surrogate(
    model: Any,
    X: Any,
    *,
    max_leaf_nodes: int | None = 8,
    response_method: str = "predict",
    cv: Any = 5,
    sample_weight: Any = None,
    random_state: Any = 0,
    **tree_options: Any,
) -> Surrogate:
    """Fit a small tree to the outputs of any model, and measure how well it imitates the model.

    Parameters
    ----------
    model : estimator or callable
        Any fitted estimator with scikit-learn's API, or a function of X. Outputs of a function
        that are floats are numbers; others (bool, int, text) are classes.
    X : array-like of shape (n_samples, n_features)
        The rows. The tree treats categories and missing values as trees of this library do.
    max_leaf_nodes : int or None, default=8
        The maximum number of leaves.
    response_method : {"predict", "predict_proba", "decision_function"}, default="predict"
        What to imitate. "predict" fits a classifier to the predicted classes of a classifier, the
        others a regressor to its probabilities or scores: one value for two classes, that of the
        second one, otherwise one per class.
    cv : int or splitter, default=5
        Folds of the fidelity; an int shuffles the rows.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows, in the fit and in the fidelity.
    random_state : int, default=0
        Seed of the folds and of the trees.
    **tree_options : dict
        Other parameters of the tree, as ``max_depth``, ``min_samples_leaf`` or
        ``categorical_features``.

    Returns
    -------
    Surrogate
        With ``tree``, ``fidelity``, ``fidelity_per_fold``, ``train_fidelity`` and ``text()``.
        ``spinney.plot.tree(found.tree)`` draws it.

    Examples
    --------
    >>> import numpy as np
    >>> import spinney
    >>> X = np.random.default_rng(0).random((500, 3))
    >>> y = (X[:, 0] > 0.4) & (X[:, 1] > 0.3)
    >>> forest = spinney.RandomForestClassifier(random_state=0).fit(X, y)
    >>> found = spinney.explain.surrogate(forest, X, max_leaf_nodes=3)
    >>> found
    Surrogate tree, 3 leaves, fidelity (accuracy on held-out rows): 1.000
    >>> found.tree.feature_importances_[2]
    np.float64(0.0)
    """
    response, is_class = outputs_of(model, X, response_method)
    n_rows = len(response)
    weight = sample_weights(sample_weight, n_rows)
    kind = DecisionTreeClassifier if is_class else DecisionTreeRegressor
    given = {"max_leaf_nodes": max_leaf_nodes, "random_state": random_state, **tree_options}

    def fitted(rows: NDArray[np.intp]) -> Any:
        weights = None if weight is None else weight[rows]
        return kind(**given).fit(take_rows(X, rows), response[rows], weights)

    def fidelity(rows: NDArray[np.intp], imitated: NDArray[Any]) -> float:
        weights = None if weight is None else weight[rows]
        return agreement(response[rows], imitated, weights, is_class)

    if isinstance(cv, Integral):
        cv = KFold(int(cv), shuffle=True, random_state=random_state)
    folds = [
        (test, as_response(fitted(train).predict(take_rows(X, test)), response))
        for train, test in check_cv(cv).split(np.zeros(n_rows))
    ]
    tested, imitated = (np.concatenate(parts) for parts in zip(*folds, strict=True))
    every = np.arange(n_rows)
    tree = fitted(every)
    return Surrogate(
        tree,
        fidelity(tested, imitated),
        "accuracy" if is_class else "R2",
        np.array([fidelity(*fold) for fold in folds]),
        fidelity(every, as_response(tree.predict(X), response)),
        response,
    )


def as_response(predicted: NDArray[Any], response: NDArray[Any]) -> NDArray[Any]:
    """Return predictions in the shape of the outputs of the model."""
    return predicted.reshape(len(predicted), *response.shape[1:])


def outputs_of(model: Any, X: Any, response_method: str) -> tuple[NDArray[Any], bool]:
    """Return the outputs of a model, and whether they are classes."""
    if response_method not in RESPONSES:
        names = ", ".join(map(repr, RESPONSES))
        raise ValueError(f"response_method={response_method!r} must be one of {names}.")
    method = getattr(model, response_method, None)
    if method is None:
        if not callable(model) or response_method != "predict":
            raise TypeError(f"{type(model).__name__} has no method {response_method}.")
        method = model
    response = np.asarray(method(X))
    n_rows = X.shape[0] if hasattr(X, "shape") else len(X)
    if response.ndim not in (1, 2) or len(response) != n_rows:
        raise ValueError(
            f"The model must return one output, or one row of outputs, for each of the {n_rows} "
            f"rows, but returned an array of shape {response.shape}."
        )
    if response_method == "predict_proba" and response.ndim == 2 and response.shape[1] == 2:
        response = response[:, 1]
    is_class = response_method == "predict" and returns_classes(model, response)
    if not is_class:
        response = response.astype(np.float64)
        if not np.isfinite(response).all():
            raise ValueError("The model returned NaN or infinity for some rows.")
    return response, is_class


def returns_classes(model: Any, response: NDArray[Any]) -> bool:
    """Return whether the outputs of ``predict``, or of a function, are classes."""
    if hasattr(model, "__sklearn_tags__") and (is_classifier(model) or is_regressor(model)):
        return bool(is_classifier(model))
    return hasattr(model, "classes_") or response.dtype.kind != "f"


def agreement(
    truth: NDArray[Any], imitated: NDArray[Any], weight: Weights | None, is_class: bool
) -> float:
    """Return the share of equal classes, or R2 with outputs weighted by their variance."""
    if weight is not None and not weight.any():
        return float("nan")
    if is_class:
        same = (truth == imitated).reshape(len(truth), -1).mean(axis=1)
        return float(np.average(same, weights=weight))
    if len(truth) < 2:
        return float("nan")
    score = r2_score(truth, imitated, sample_weight=weight, multioutput="variance_weighted")
    return float(score)
