"""The same X in any layout, dtype or frame gives the same bits and is not modified."""

import copy
import pickle
from functools import cache

import numpy as np
import pandas as pd
import pytest

from .estimators import (
    clean_table,
    clean_y,
    each_estimator,
    each_reader,
    predictions,
    takes_missing,
)
from .inputs import (
    FRAMES,
    LAYOUTS,
    NAMES,
    frame_of_dtypes,
    frame_with_missing,
    read_only_memmap,
    sparse_table,
)


@cache
def expected_predictions(entry, table):
    """Predictions after a fit to a table, for the same table."""
    X = table()
    return predictions(entry.make().fit(X, clean_y(entry.task, X)), X)


@each_reader()
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_any_layout(entry, layout):
    X = sparse_table()
    expected = expected_predictions(entry, sparse_table)
    converted = layout(X)
    before = pickle.dumps(converted)
    model = entry.make().fit(converted, clean_y(entry.task, X))
    assert predictions(model, converted) == expected
    assert predictions(model, X) == expected
    assert pickle.dumps(converted) == before


@each_reader()
def test_read_only_file(entry, tmp_path):
    X = read_only_memmap(clean_table(), tmp_path)
    model = entry.make().fit(X, clean_y(entry.task, X))
    assert predictions(model, X) == expected_predictions(entry, clean_table)


@each_estimator()
def test_read_only_targets_and_weights(entry):
    X = clean_table()
    y, weight = clean_y(entry.task, X), np.arange(60.0)
    expected = predictions(entry.make().fit(X, y, sample_weight=weight), X)
    for array in (X, y, weight):
        array.flags.writeable = False
    assert predictions(entry.make().fit(X, y, sample_weight=weight), X) == expected


@each_reader(takes_missing)
@pytest.mark.parametrize("convert", FRAMES.values(), ids=FRAMES)
def test_null_is_missing_in_any_frame(entry, convert):
    frame = frame_with_missing()
    expected = expected_predictions(entry, frame_with_missing)
    converted = convert(frame)
    before = copy.deepcopy(converted)
    model = entry.make().fit(converted, clean_y(entry.task, frame))
    assert predictions(model, converted) == expected
    assert predictions(model, frame) == expected
    assert list(model.feature_names_in_) == NAMES
    assert converted.equals(before)


@each_reader(takes_missing)
def test_structured_array_is_a_frame(entry):
    """Fields of a structured array are named columns; packed, they are not aligned."""
    frame = frame_of_dtypes()
    y = clean_y(entry.task, frame)
    records = np.array(frame.to_records(index=False))
    expected = expected_predictions(entry, frame_of_dtypes)
    assert predictions(entry.make().fit(frame, y), records) == expected
    assert predictions(entry.make().fit(records, y), records) == expected


@each_estimator()
def test_names_only_at_fit_or_predict(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    frame = pd.DataFrame(X, columns=NAMES)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        entry.make().fit(frame, y).predict(X)
    with pytest.warns(UserWarning, match="X has feature names"):
        entry.make().fit(X, y).predict(frame)
