"""Minimal cost-complexity pruning: the effective alpha of each node."""

from itertools import zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.fitted_tree import FittedTree
from .costs import Floats
from .cp_table import CpTable
from .risks import error_risks, node_risks
from .tree_structure import RELATIVE_ROUNDING, parents


class WeakestLinks(NamedTuple):
    """The nested sequence of pruned trees: the range of alphas for which each node is a leaf.

    Node t is a leaf from ``alpha[t]`` up to the alpha of its parent, both per unit of weight.
    """

    alpha: Floats
    parent: NDArray[np.int64]
    root_risk: float

    @classmethod
    def of(
        cls,
        model: FittedTree,
        kind: str,
        weight: float | None = None,
        mean_loss: float | None = None,
    ) -> "WeakestLinks":
        """Compute the sequence; ``weight`` is the total sample weight without priors."""
        total = float(model.tree.weighted_n_node_samples[0]) if weight is None else weight
        risk = node_risks(model, kind, mean_loss)
        alpha = model.tree.weakest_links(risk)[2] / total
        return cls(alpha, parents(model.tree), float(risk[0]) / total)

    def collapsed(self, alpha: float) -> NDArray[np.bool_]:
        """Return a mask of the nodes that are leaves or removed in the tree pruned at alpha."""
        return self.alpha <= alpha

    def absolute(self, cp: float) -> float:
        """Return the alpha of a complexity parameter relative to the risk of the root.

        It prunes nodes whose alpha is larger by rounding only.
        """
        return max(0.0, float(cp)) * self.root_risk * (1 + RELATIVE_ROUNDING)

    def steps(self, least: float = 0.0) -> Floats:
        """Return the distinct alphas at which the pruned tree changes, increasing from 0.

        ``least`` is the alpha of earlier pruning, which replaces the first.
        """
        found = np.unique(np.append(self.alpha, 0.0))
        last = np.append(found[1:] - found[:-1] > RELATIVE_ROUNDING * found[1:], True)
        steps: Floats = found[last]
        steps[0] = max(steps[0], least)
        return steps

    def totals(
        self, alphas: Floats, *costs: Floats, stopped: tuple[Floats, ...] = ()
    ) -> list[Floats]:
        """Sum costs of nodes over the leaves of the tree pruned at each (increasing) alpha.

        ``stopped`` are the costs of the rows that end in a node although it is an inner node.
        """
        n = len(alphas) + 1
        begin = np.searchsorted(alphas, self.alpha)
        end = np.where(self.parent < 0, n - 1, begin[self.parent])
        curves = []
        for cost, inner in zip_longest(costs, stopped, fillvalue=np.zeros(1)):
            change = np.bincount(begin, cost - inner, n) - np.bincount(end, cost, n)
            change[0] += inner.sum()
            curves.append(change.cumsum()[:-1])
        return curves


def training_table(model: FittedTree, links: WeakestLinks, floor: float = 0.0) -> CpTable:
    """Return the CP table of the training rows; ``floor`` is the alpha of earlier pruning."""
    steps = links.steps(floor)
    error = error_risks(model)
    leaves, errors = links.totals(steps, np.ones(len(error)), error)
    relative = ratio(errors, error[0])
    columns = {
        "CP": ratio(steps, links.root_risk, 0.0),
        "nsplit": np.rint(leaves).astype(np.int64) - 1,
        "rel_error": relative,
        "alpha": steps,
    }
    return CpTable({name: column[::-1] for name, column in columns.items()})


def ratio(values: Floats, total: float, otherwise: float = 1.0) -> Floats:
    return values / total if total > 0 else np.full_like(values, otherwise)
