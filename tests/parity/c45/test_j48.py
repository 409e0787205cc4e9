"""C4.5's trees agree with Weka's J48: splits, thresholds, class weights, predictions."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier

from .agreement import differences
from .cases import SETTINGS, TABLES, parameters, read_rows, read_tree


def fit(table, setting):
    rows = read_rows(table)
    model = DecisionTreeClassifier(categorical_features=rows.is_label, **parameters(setting))
    return model.fit(rows.X, rows.y)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("table", TABLES)
def test_the_tree_of_j48(table, setting):
    model, reference = fit(table, setting), read_tree(table, setting)
    assert differences(model._fitted().tree, reference) == []
    assert model._fitted().tree.node_count == len(reference.parent)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("table", TABLES)
def test_predictions_for_rows_with_missing_values(table, setting):
    model, reference = fit(table, setting), read_tree(table, setting)
    blanked = read_rows(table).blanked()
    shares = model.predict_proba(blanked)
    np.testing.assert_allclose(shares, reference.shares, atol=1e-12)
    # J48 takes the first of classes whose shares differ by less than 1e-6.
    clear = np.sort(shares, axis=1)[:, -1] - np.sort(shares, axis=1)[:, -2] > 1e-6
    predicted = reference.shares.argmax(axis=1)
    np.testing.assert_array_equal(model.predict(blanked)[clear], predicted[clear])


def test_subtree_raising_is_needed():
    """Some references need it, so the comparison above covers it."""
    raised = [
        t
        for t in TABLES
        if len(read_tree(t, "raised").parent) != len(read_tree(t, "replaced").parent)
    ]
    assert len(raised) >= 4
