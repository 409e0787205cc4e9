"""Libraries behind a common interface: fit, then inspect the tree."""

import importlib.metadata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Grown:
    """A fitted tree: its number of leaves, and its predictions."""

    n_leaves: int
    predict: Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Peer:
    """A library: ``fit(x, y, depth, threads)`` grows a tree, ``grown`` describes it."""

    name: str
    fit: Callable[[np.ndarray, np.ndarray, int | None, int], Any]
    grown: Callable[[Any], Grown]

    @property
    def version(self) -> str:
        return importlib.metadata.version(self.name)


def _fit_spinney(x: np.ndarray, y: np.ndarray, depth: int | None, threads: int) -> Any:
    from spinney import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=depth, n_jobs=threads).fit(x, y)


def _fit_sklearn(x: np.ndarray, y: np.ndarray, depth: int | None, threads: int) -> Any:
    """scikit-learn grows a tree on one thread; ``threads`` is ignored."""
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=depth, random_state=0).fit(x, y)


def _fit_ydf(x: np.ndarray, y: np.ndarray, depth: int | None, threads: int) -> Any:
    """YDF's depth of a single root is 1; without validation rows it does not prune."""
    import ydf

    ydf.verbose(0)
    learner = ydf.CartLearner(
        label="y",
        validation_ratio=0.0,
        min_examples=1,
        max_depth=-1 if depth is None else depth + 1,
        num_threads=threads,
    )
    return learner.train({"x": x, "y": y})


def _grown_sklearn(tree: Any) -> Grown:
    return Grown(int(tree.get_n_leaves()), tree.predict)


def _grown_ydf(model: Any) -> Grown:
    """Two classes, 0 and 1: YDF predicts the probability of the second."""
    return Grown((model.num_nodes() + 1) // 2, lambda x: model.predict({"x": x}) > 0.5)


SPINNEY = Peer("spinney", _fit_spinney, _grown_sklearn)
SKLEARN = Peer("scikit-learn", _fit_sklearn, _grown_sklearn)
YDF = Peer("ydf", _fit_ydf, _grown_ydf)


def installed(*peers: Peer) -> list[Peer]:
    """Peers that are installed."""
    names = {dist.name.lower() for dist in importlib.metadata.distributions()}
    return [peer for peer in peers if peer.name in names]
