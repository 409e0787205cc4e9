"""Boosted trees for classes."""

from typing import Any, ClassVar

from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import StrOptions

from ..base.validation import default_parameters
from ..data.targets import Targets, class_targets
from ..data.weights import Weights, sample_weights, with_class_weight
from .base import BaseGradientBoosting
from .class_predictions import ClassPredictions
from .constraints import POSITIVE
from .custom_loss import CustomLoss
from .losses import CLASS_LOSSES, BoostingLoss, NamedLoss, SingleClass
from .model import BoostedModel
from .parameter_aliases import takes_aliases
from .weights import with_positive_weight


class GradientBoostingClassifier(ClassPredictions, ClassifierMixin, BaseGradientBoosting):  # type: ignore[misc]
    """Boosted trees that predict classes: each corrects what those before it left over.

    Parameters
    ----------
    loss : {"log_loss", "exponential"} or callable, default="log_loss"
        What the rounds lower; "exponential" is for two classes. Or your own: ``loss(y, raw)``
        takes class indices and scores, (n_samples,) for two classes, else (n_samples, n_classes),
        and returns gradient and hessian in that shape. The object may also have
        ``initial(y, weight)``, ``predict(raw)`` (or ``link``) and ``value(y, raw)``.
    algorithm : {"newton", "classic"}, default="newton"
        "newton" grows and sets leaves by gradients and hessians of the loss. "classic" fits each
        tree to the negative gradient by least squares, then sets every leaf to what lowers the
        loss most.
    line_search : bool, default=False
        Scale the trees of every round to the step of least loss, before the learning rate.
    learning_rate : float, default=0.1
        What the values of every tree are multiplied by.
    n_estimators : int, default=100
        Number of rounds.
    max_leaf_nodes : int, default=31
        Most leaves of a tree; None sets no limit.
    max_depth : int, default=None
        Most questions from the root to a leaf; None sets no limit.
    growth : {"leaf", "level", "symmetric"}, default="leaf"
        Split the leaf that gains most, all leaves of a level, or all of a level by one question.
    min_samples_split : int or float, default=2
        Fewest rows of a node that may be split; a float is a fraction of all rows.
    min_samples_leaf : int or float, default=20
        Fewest rows on each side of a split; a float is a fraction of all rows.
    min_child_weight : float, default=1e-3
        Least sum of hessians on each side of a split.
    reg_lambda : float, default=1.0
        L2 penalty on the values of leaves.
    reg_alpha : float, default=0.0
        L1 penalty on the values of leaves.
    gamma : float, default=0.0
        What a leaf costs: splits that lower the objective by less are taken back, from the bottom
        up. XGBoost's parameter is twice this one.
    max_delta_step : float, default=0.0
        Largest absolute value of a leaf, before the learning rate; 0 sets no limit.
    subsample : float, default=1.0
        Share of the rows drawn for every round.
    colsample_bytree, colsample_bylevel, colsample_bynode : float, default=1.0
        Share of the features drawn for every tree, of those for every level, and of those for
        every node.
    max_bins : int, default=255
        Number features are sorted into at most this many bins, up to 65,535; None searches every
        threshold between two values.
    quantize : bool, default=True
        Round gradients to small whole numbers while searching splits, at random and without
        bias, which is faster. Values of leaves are not rounded.
    monotonic_cst : array-like of int of shape (n_features,) or dict, default=None
        1 where the probability of the second class must not fall as the feature grows, -1 where
        it must not rise, 0 for no constraint; a dict goes by feature name. Not for categories or
        more than two classes.
    interaction_cst : list of lists, "pairwise" or "no_interactions", default=None
        Groups of features, by name or index, that may meet on a path; those in no group form
        one more.
    categorical_features : "from_dtype", array-like or None, default="from_dtype"
        Which features are categories. ``"from_dtype"`` takes the dataframe columns that are
        categories or strings; else names, indices or a boolean mask. Categories are matched by
        their labels.
    cat_smooth : float, default=10.0
        Hessian added to that of a category before categories are sorted by their gradients.
    cat_l2 : float, default=10.0
        Added to ``reg_lambda`` when a question on sorted categories is judged: it has more to
        choose from than one on a number.
    min_samples_level : float, default=10.0
        Categories of fewer rows (by their share of the hessian) are asked for together.
    max_onehot : int, default=4
        Up to this many categories in a node, one is split off from the others.
    missing : str or dict, default="learned"
        What a missing value does: one policy for all features, or a dict by name or index. The
        policies are those of :class:`DecisionTreeClassifier`; "learned" sends it to the side that
        was better at fit.
    unknown : str or dict, default="missing"
        What a category does that fit did not see, for all features or by name or index.
    max_surrogates : int, default=5
        Most surrogates of a split on a feature with the policy "surrogate".
    class_weight : dict or "balanced", default=None
        Weight of each class, multiplied with ``sample_weight``; "balanced" gives all classes the
        same total.
    scale_pos_weight : float, default=1.0
        Weight of the second of two classes, multiplied with the others.
    init_score : float or array-like of shape (n_scores,), default=None
        The score before the first round; None takes the constant of least loss.
    early_stopping : bool, default=False
        Stop when the first metric of the last validation set does not get better any more, and
        keep the rounds up to the best one. Without ``X_val`` or ``eval_set``, part of the rows
        is held out.
    n_iter_no_change : int, default=10
        Rounds without a better metric after which to stop.
    validation_fraction : float, default=0.1
        Share of the rows that is held out.
    tol : float, default=0.0
        A metric is better if it gains more than this.
    eval_metric : str, callable or list, default=None
        Metrics of the validation sets; None takes the loss. Names: "log_loss", "error",
        "accuracy", "auc". A callable takes labels and probabilities (those of the second class if
        there are two) and returns a number, smaller being better, or (name, number, whether higher
        is better).
    warm_start : bool, default=False
        Let fit add rounds to the model, up to ``n_estimators``.
    verbose : int, default=0
        1 shows a progress bar, 2 a line for every round.
    random_state : int, RandomState instance or None, default=None
        Seed of what is drawn at random. Without ``subsample`` and ``colsample`` None is a fixed
        seed.
    n_jobs : int, default=None
        Number of threads. None and -1 use all CPUs that the process may use; the model is the
        same for any number.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels in sorted order.
    n_classes_ : int
        Number of classes.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    n_estimators_, n_iter_ : int
        Number of rounds that the model has; ``len(model)`` says the same.
    estimators_ : ndarray of shape (n_rounds, n_scores)
        The trees, to be read with :func:`export_text`; their arrays are in ``tree_``.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Share of each feature in the total gain; ``importance()`` has other kinds.
    evals_result_ : dict
        By validation set and metric: the value after each round of the fit.
    best_iteration_ : int
        With validation sets: the round, counted from 0, with the best metric.
    best_score_ : float
        The metric in that round.
    train_score_ : ndarray
        The metric on the training rows by round, if ``eval_set`` had them.

    Notes
    -----
    Parameter names of LightGBM, XGBoost and CatBoost (``num_leaves``, ``eta``, ``iterations``,
    ``objective`` and so on) are understood, and turned into the names above. ``model[:50]`` is the
    model of the first 50 rounds.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import GradientBoostingClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = GradientBoostingClassifier(n_estimators=20).fit(X, y)
    >>> model.score(X, y) > 0.95
    True
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **BaseGradientBoosting._parameter_constraints,
        "loss": [StrOptions(set(CLASS_LOSSES)), callable],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "scale_pos_weight": [POSITIVE],
    }

    @takes_aliases
    def __init__(
        self,
        *,
        loss: Any = "log_loss",
        algorithm: str = "newton",
        line_search: bool = False,
        learning_rate: float = 0.1,
        n_estimators: int = 100,
        max_leaf_nodes: int | None = 31,
        max_depth: int | None = None,
        growth: str = "leaf",
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 20,
        min_child_weight: float = 1e-3,
        reg_lambda: float = 1.0,
        reg_alpha: float = 0.0,
        gamma: float = 0.0,
        max_delta_step: float = 0.0,
        subsample: float = 1.0,
        colsample_bytree: float = 1.0,
        colsample_bylevel: float = 1.0,
        colsample_bynode: float = 1.0,
        max_bins: int | None = 255,
        quantize: bool = True,
        monotonic_cst: Any = None,
        interaction_cst: Any = None,
        categorical_features: Any = "from_dtype",
        cat_smooth: float = 10.0,
        cat_l2: float = 10.0,
        min_samples_level: float = 10.0,
        max_onehot: int = 4,
        missing: Any = "learned",
        unknown: Any = "missing",
        max_surrogates: int = 5,
        class_weight: Any = None,
        scale_pos_weight: float = 1.0,
        init_score: Any = None,
        early_stopping: bool = False,
        n_iter_no_change: int = 10,
        validation_fraction: float = 0.1,
        tol: float = 0.0,
        eval_metric: Any = None,
        warm_start: bool = False,
        verbose: int = 0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        given = locals()
        super().__init__(**{name: given[name] for name in default_parameters(BaseGradientBoosting)})
        self.class_weight = class_weight
        self.scale_pos_weight = scale_pos_weight

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        weight = sample_weights(sample_weight, n_rows)
        weight = with_class_weight(weight, self.class_weight, targets)
        return with_positive_weight(weight, self.scale_pos_weight, targets)

    def _loss(self, n_classes: int) -> BoostingLoss:
        if n_classes == 1:
            return SingleClass()
        if not isinstance(self.loss, str):
            return CustomLoss(self.loss, n_classes)
        if self.loss == "exponential" and n_classes > 2:
            raise ValueError(f"loss='exponential' is for two classes, but y has {n_classes}.")
        return NamedLoss(self.loss, n_classes)

    def _state(self, model: BoostedModel) -> dict[str, Any]:
        state = super()._state(model)
        state["classes_"] = model.classes
        state["n_classes_"] = 0 if model.classes is None else len(model.classes)
        return state
