"""Pruning methods of trees, and checks of the pruning parameters."""

import copy
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import Bunch

from .._core import NodeKind
from ..base.fitted_tree import FittedTree
from ..pruning import CpTable
from ..pruning.risks import node_risks
from ..pruning.weakest_links import WeakestLinks, training_table
from .grow_and_prune import collapse, grow_model
from .growth import growth_seed
from .parameters import TreeParameters


class PruneMixin:
    """Pruned copies of a fitted tree, and its pruning sequence."""

    def prune(
        self: Any,
        value: float | None = None,
        /,
        *,
        alpha: float | None = None,
        cp: float | None = None,
    ) -> Any:
        """Return a copy with minimal cost-complexity pruning: minimal risk + alpha x leaves.

        Exactly one argument is needed. rpart's ``prune(fit, 0.05)`` is ``tree.prune(cp=0.05)``:
        without a name the value is ``alpha``, on another scale.

        Parameters
        ----------
        value : float, default=None
            The same as ``alpha``. An error for trees fitted with ``cp``, where it is ambiguous.
        alpha : float, default=None
            The complexity parameter, on the scale of ``ccp_alpha`` and ``cp_table_["alpha"]``.
        cp : float, default=None
            The complexity parameter relative to the risk of the root, as in rpart and in
            ``cp_table_["CP"]``.

        Returns
        -------
        estimator
            The pruned copy; this estimator is unchanged.

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> tree = DecisionTreeRegressor().fit([[1], [2], [3], [4]], [0.0, 0.0, 4.0, 8.0])
        >>> tree.get_n_leaves(), tree.prune(2.0).get_n_leaves()
        (3, 2)
        """
        if [value, alpha, cp].count(None) != 2:
            raise ValueError("prune needs exactly one of alpha and cp.")
        fitted_cp = getattr(self, "cp", 0)  # optimal trees have none
        if value is not None and fitted_cp > 0:
            raise ValueError(
                f"prune({value!r}) is ambiguous for a tree fitted with cp={fitted_cp!r}: write "
                f"prune(cp={value!r}) as in rpart, or prune(alpha={value!r})."
            )
        alpha = value if alpha is None else alpha
        for name, given in (("alpha", alpha), ("cp", cp)):
            is_number = isinstance(given, Real) and not isinstance(given, bool) and given >= 0
            if given is not None and not is_number:
                raise ValueError(f"{name} must be a number >= 0, got {given!r}.")
        model = self._fitted()
        links = WeakestLinks.of(model, self.ccp_risk)
        alpha = links.absolute(cp) if cp is not None else float(alpha or 0.0)
        pruned = self._with_model(collapse(model, links.collapsed(alpha)))
        pruned.ccp_alpha_ = max(alpha, self.ccp_alpha_)
        pruned._cp_table = self.cp_table_.cut(pruned.ccp_alpha_)
        return pruned

    def snip(self: Any, nodes: Any) -> Any:
        """Return a copy in which the given nodes are leaves.

        Parameters
        ----------
        nodes : int or list of int
            Indices of nodes that are not leaves. The nodes of the copy have new indices.

        Returns
        -------
        estimator
            The pruned copy; this estimator is unchanged.

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> tree = DecisionTreeRegressor().fit([[1], [2], [3], [4]], [0.0, 0.0, 4.0, 8.0])
        >>> tree.snip(0).predict([[1]])
        array([3.])
        """
        model = self._fitted()
        pruned = self._with_model(collapse(model, node_mask(model, nodes)))
        pruned.__dict__.pop("_cp_table", None)
        return pruned

    def _with_model(self: Any, model: FittedTree) -> Any:
        pruned = copy.copy(self)
        pruned._model = model
        return pruned

    @property
    def cp_table_(self: Any) -> CpTable:
        """The pruning sequence as a table, with cross-validated errors if they were computed."""
        model = self._fitted()
        table: CpTable | None = vars(self).get("_cp_table")
        if table is None:
            links = WeakestLinks.of(model, self.ccp_risk)
            table = self._cp_table = training_table(model, links, self.ccp_alpha_)
        return table


class PruningPathMixin(PruneMixin):
    """Adds the cost-complexity pruning path of training data."""

    def cost_complexity_pruning_path(self: Any, X: Any, y: Any, sample_weight: Any = None) -> Bunch:
        """Compute the pruning path of minimal cost-complexity pruning for training data.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The training samples.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The target values.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights.

        Returns
        -------
        Bunch
            ``ccp_alphas``: the effective alphas of the pruned subtrees, increasing from 0.
            ``impurities``: total impurity of the leaves at each alpha (with ``ccp_risk="error"``,
            the total cost of their predictions).

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> path = DecisionTreeRegressor().cost_complexity_pruning_path(
        ...     [[1], [2], [3], [4]], [0.0, 0.0, 4.0, 8.0]
        ... )
        >>> path.ccp_alphas
        array([0., 2., 9.])
        >>> path.impurities
        array([ 0.,  2., 11.])
        """
        self._validate_parameters()
        data = self._training_set(X, y, sample_weight)
        model = grow_model(self, data, growth_seed(self, data))
        total = model.tree.weighted_n_node_samples[0]
        alphas, risks, _ = model.tree.weakest_links(node_risks(model, self.ccp_risk))
        return Bunch(ccp_alphas=alphas / total, impurities=risks / total)


def node_mask(model: FittedTree, nodes: Any) -> NDArray[np.bool_]:
    """Return a mask of the nodes to snip."""
    mask = np.zeros(model.tree.node_count, dtype=np.bool_)
    for node in np.atleast_1d(nodes).tolist():
        if not isinstance(node, int) or isinstance(node, bool):
            raise ValueError(f"nodes must be integers, got {node!r}.")
        if not 0 <= node < model.tree.node_count:
            raise ValueError(
                f"Node {node} does not exist: the tree has nodes 0 to {model.tree.node_count - 1}."
            )
        if model.tree.kind[node] == NodeKind.leaf:
            raise ValueError(f"Node {node} is a leaf and cannot be snipped.")
        mask[node] = True
    return mask


def check_pruning(estimator: TreeParameters, has_validation: bool) -> None:
    """Raise for parameters that contradict each other, or validation data that is not used."""
    methods = {
        f"ccp_alpha={estimator.ccp_alpha!r}": estimator.ccp_alpha != 0,
        f"cp={estimator.cp!r}": estimator.cp > 0 and estimator.ccp_alpha == 0,
        f"pruning={estimator.pruning!r}": estimator.pruning is not None,
        "early_stopping=True": estimator.early_stopping,
    }
    used = [name for name, is_used in methods.items() if is_used]
    if len(used) > 1:
        raise ValueError(f"{' and '.join(used)} are different pruning methods: choose one.")
    uses_validation = estimator.early_stopping or estimator.pruning == "reduced_error"
    if has_validation and not uses_validation:
        raise ValueError(
            "X_val, y_val and sample_weight_val are used only with pruning='reduced_error' or "
            "early_stopping=True."
        )
