"""C4.5 on the largest numbers."""

import numpy as np

from spinney import DecisionTreeClassifier


def test_thresholds_between_huge_values():
    """The sum of two neighbors overflows; their midpoint does not."""
    X = np.repeat([[1.0e308], [1.1e308], [1.5e308], [1.7e308]], 5, axis=0)
    y = np.repeat([0, 0, 1, 1], 5)
    model = DecisionTreeClassifier(criterion="gain_ratio", split_kind="multiway", max_depth=3)
    model.fit(X, y)
    assert model.tree_.node_count == 3
    assert model.tree_.threshold[0] == 1.1e308
