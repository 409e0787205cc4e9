"""Arrow arrays and categorical columns with invalid contents are rejected before they are read."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.dummy import DummyClassifier

import spinney

Y = [0, 1, 0, 1]


def dictionary(indices):
    """An Arrow array of three categories, made without checks."""
    buffer = pa.py_buffer(np.array(indices, np.int32).tobytes())
    kind = pa.dictionary(pa.int32(), pa.string())
    return pa.DictionaryArray.from_buffers(
        kind, len(indices), [None, buffer], pa.array(["a", "b", "c"])
    )


def text(offsets):
    """An Arrow array of strings, made without checks."""
    buffer = pa.py_buffer(np.array(offsets, np.int32).tobytes())
    return pa.Array.from_buffers(pa.string(), 4, [None, buffer, pa.py_buffer(b"abcd")])


def categorical(codes):
    values = pd.Categorical.from_codes([0, 1, 2, 0], ["a", "b", "c"])
    values._ndarray[:] = codes
    return values


def in_pandas(array):
    return pd.Series(pd.arrays.ArrowExtensionArray(pa.chunked_array([array])))


BAD = {
    "index too large": (dictionary([0, 1, 3, 2]), r"out of bounds: 3"),
    "index negative": (dictionary([0, 1, -1, 2]), r"out of bounds: -1"),
    "offsets": (text([0, 1, 100, 3, 4]), "[Oo]ffset"),
    "code too large": (pd.Series(categorical([0, 1, 5, 0])), "row 2 has the code 5"),
    "code negative": (pd.Series(categorical([0, 1, 0, -2])), "row 3 has the code -2"),
    "Arrow in pandas": (in_pandas(dictionary([0, 1, 9, 2])), r"out of bounds: 9"),
}
MODELS = {
    "tree": lambda: spinney.DecisionTreeClassifier(),
    "bagging": lambda: spinney.BaggingClassifier(DummyClassifier(), 2),
}


def table(array):
    return pa.table({"x": array}) if isinstance(array, pa.Array) else pd.DataFrame({"x": array})


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", BAD)
def test_invalid_columns(name, model):
    array, message = BAD[name]
    with pytest.raises(ValueError, match=rf"column 'x'.*{message}"):
        MODELS[model]().fit(table(array), Y)
    good = MODELS[model]().fit(table(pa.array(["a", "b", "c", "a"])), Y)
    with pytest.raises(ValueError, match=rf"column 'x'.*{message}"):
        good.predict(table(array))


@pytest.mark.parametrize("name", BAD)
def test_invalid_targets(name):
    array, message = BAD[name]
    with pytest.raises(ValueError, match=f"^y is not a valid .*{message}"):
        spinney.DecisionTreeClassifier().fit(np.zeros((4, 1)), array)


def test_invalid_weights():
    index = pa.py_buffer(np.array([0, 1, 7, 0], np.int32).tobytes())
    weight = pa.DictionaryArray.from_buffers(
        pa.dictionary(pa.int32(), pa.float64()), 4, [None, index], pa.array([1.0, 2.0])
    )
    with pytest.raises(ValueError, match="sample_weight is not a valid Arrow array"):
        spinney.DecisionTreeClassifier().fit(np.zeros((4, 1)), Y, sample_weight=weight)


@pytest.mark.parametrize(
    "X",
    [
        table(dictionary([0, 1, 2, 0])),
        table(in_pandas(dictionary([0, 1, 2, 0]))),
        table(pd.Series(categorical([0, 1, 2, 0]))),
        table(text([0, 1, 2, 3, 4])),
        pl.DataFrame({"x": ["a", "b", "c", "a"]}, schema={"x": pl.Enum(["a", "b", "c"])}),
    ],
)
def test_valid_columns(X):
    assert spinney.DecisionTreeClassifier().fit(X, [0, 1, 1, 0]).score(X, [0, 1, 1, 0]) == 1
