"""SHAP values of sums of trees."""

from collections.abc import Mapping, Sequence
from typing import Any

from .additive import read_additive
from .sampled_shap import needs_sampling, sampled_shap
from .shap_result import ShapResult
from .shap_sums import ShapOptions, shap_of


def shap(
    model: Any,
    X: Any,
    background: Any = None,
    *,
    background_weight: Any = None,
    scale: str = "additive",
    interactions: bool | str = False,
    groups: Mapping[str, Sequence[int | str]] | None = None,
    n_permutations: int = 100,
    random_state: int = 0,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> ShapResult:
    """Compute SHAP values: the contributions of the features to each prediction.

    Exact, in double precision, for every model whose output is a sum or a mean of trees: trees,
    forests, bagging, AdaBoostClassifier and gradient boosting with any loss (raw scores), and soft
    voting and linear blends of those.

    Without a background, values are path-dependent: at a split on a feature that is not known, a
    row goes to all children, weighted by their training samples. With a background they are
    interventional: features that are not known have the values of a background row, and results
    are means over all background rows. Trees with oblique or sphere splits need a background.

    Two cases are estimated from random orders of the features, with standard errors: splits that
    combine more than 20 features (``split_kind="pca"`` uses all), and gradient boosting with
    ``scale="prediction"``. Both need a background, and ``method`` of the result is "sampled".

    Parameters
    ----------
    model : estimator
        A fitted estimator of this library.
    X : array-like of shape (n_samples, n_features)
        The rows to explain.
    background : array-like of shape (n_background, n_features), default=None
        The rows that replace features that are not known, such as the training data.
    background_weight : array-like of shape (n_background,), default=None
        Weights of the background rows; None weights all the same.
    scale : {"additive", "prediction"}, default="additive"
        "additive" explains what is a sum of trees: the raw scores of gradient boosting (its
        predictions if the link of the loss is the identity) and of AdaBoost, and the predictions
        or probabilities of other models. "prediction" explains probabilities, or predictions, for
        all models but AdaBoost.
    interactions : bool or "sparse", default=False
        Whether to compute the interaction values of pairs of features too: True those of all
        pairs, "sparse" only those of pairs on a common path of some tree, as a
        ``SparseInteractions``; all others are 0.
    groups : dict of str to sequence of int or str, default=None
        Groups of features, by name, that become known together and share one value. Features
        outside of all groups keep their own.
    n_permutations : int, default=100
        Number of random orders of the features, each used in both directions, if values are
        estimated.
    random_state : int, default=0
        Seed of the random orders.
    n_jobs : int, default=None
        Number of threads; None uses all CPUs.
    verbose : int, default=0
        1 shows the progress over the trees, 2 as lines; for exact values.

    Returns
    -------
    ShapResult
        ``values`` of shape (n_samples, n_features, n_outputs), ``base_values``,
        ``interactions`` and ``standard_errors``. There is an output for each class; gradient
        boosting of two classes has one, that of the second class, which tables and plots of other
        models of two classes show by default.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> result = spinney.explain.shap(model, X)
    >>> result.values.shape, result.outputs
    ((344, 7, 3), ['Adelie', 'Chinstrap', 'Gentoo'])
    >>> total = result.base_values + result.values.sum(axis=1)
    >>> bool(abs(total - model.predict_proba(X)).max() < 1e-12)
    True
    """
    if interactions not in (False, True, "sparse"):
        raise ValueError(f'interactions must be True, False or "sparse", got {interactions!r}.')
    additive = read_additive(model)
    if needs_sampling(additive, model, scale):
        options = (background, background_weight, groups, n_permutations, random_state, n_jobs)
        return sampled_shap(additive, model, scale, X, bool(interactions), *options)
    exact = ShapOptions(background, background_weight, interactions, groups, n_jobs, verbose)
    return shap_of(additive, type(model).__name__, X, exact)
