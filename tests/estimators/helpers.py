"""Helpers that fit and compare trees."""

import numpy as np

from spinney import DecisionTreeClassifier


def tree_of(X, y, **parameters):
    return DecisionTreeClassifier(**parameters).fit(X, y)


def assert_same_tree(one, two):
    for name in ("kind", "feature", "threshold", "first_child", "n_node_samples", "value"):
        np.testing.assert_array_equal(
            getattr(one._fitted().tree, name), getattr(two._fitted().tree, name)
        )
