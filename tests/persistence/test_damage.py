"""Damaged files are rejected; manipulated files are rejected or give a usable model."""

import io
import re
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spinney
from spinney.persistence import FileError

from .damage import HEAD, changed, pieces, places, put_together
from .models import MODELS, mixed, numbers, predictions, same

SMALL = "DecisionTreeClassifier"
OTHERS = [name for name in MODELS if name != SMALL]


def saved(model, folder):
    model.save(folder / "model.spinney")
    return (folder / "model.spinney").read_bytes()


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The file of a stump."""
    X = numbers()
    stump = spinney.DecisionTreeClassifier(max_depth=1).fit(X, X[:, 0] > 0)
    return saved(stump, tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The files of all models, by name."""
    folder = tmp_path_factory.mktemp("all")
    fitted = {name: fit() for name, fit in MODELS.items()}
    return {name: (saved(model, folder), X) for name, (model, X) in fitted.items()}


def test_every_truncation_is_rejected(small):
    for length in range(len(small)):
        with pytest.raises(FileError):
            spinney.load(small[:length])


def test_every_flipped_bit_is_rejected(small):
    content = bytearray(small)
    for place in range(len(content)):
        for bit in range(8):
            content[place] ^= 1 << bit
            with pytest.raises(FileError):
                spinney.load(bytes(content))
            content[place] ^= 1 << bit


def test_trailing_bytes_are_rejected(small):
    with pytest.raises(FileError, match="bytes and should have"):
        spinney.load(small + b"\0")


@pytest.mark.parametrize("name", OTHERS)
def test_truncations_and_flips_of_other_files_are_rejected(name, files):
    content = files[name][0]
    random = np.random.default_rng(0)
    for place in random.integers(0, len(content), 40).tolist():
        flipped = bytearray(content)
        flipped[place] ^= 1 << int(random.integers(8))
        for damaged in (content[:place], bytes(flipped)):
            with pytest.raises(FileError):
                spinney.load(damaged)


def rejected_or_usable(content, X):
    """Require that a file is rejected or gives a model; its predictions do not matter."""
    try:
        model = spinney.load(content)
    except FileError:
        return False
    assert hasattr(model, "fit")
    try:
        predictions(model, X)
    except (ValueError, TypeError, AttributeError, KeyError, IndexError):
        return False  # an inconsistent model raises an error at prediction
    return True


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.sampled_from([2**31, 2**32 - 1, 2**63, -(2**63), 2**200, 0.5, 1e308, "", "mean", "nan"]),
    st.sampled_from([[], {}, {"dict": []}, {"tuple": []}, {"ref": 0}, {"array": "classes_"}]),
    st.sampled_from([{"estimator": "os.system"}, {"object": "Schema", "fields": {}}]),
)


@settings(max_examples=150)
@given(data=st.data())
def test_changed_texts_are_rejected_or_work(files, data):
    content, X = files[data.draw(st.sampled_from(sorted(files)))]
    text, arrays = pieces(content)
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(list(places(text))[1:]))
        text = changed(text, path, data.draw(VALUES))
    rejected_or_usable(put_together(text, arrays), X)


@settings(max_examples=150)
@given(data=st.data())
def test_changed_arrays_are_rejected_or_work(files, data):
    content, X = files[data.draw(st.sampled_from(sorted(files)))]
    text, arrays = pieces(content)
    name = data.draw(st.sampled_from([name for name, array in arrays.items() if array.size]))
    array = arrays[name]
    if data.draw(st.booleans()):
        place = data.draw(st.integers(0, array.size - 1))
        value = data.draw(
            st.sampled_from([0, 1, 2, 3, 255, 2**31 - 1, 2**32 - 1, 2**63, 2**64 - 1])
        )
        array.reshape(-1)[place] = np.array(value, np.uint64).astype(array.dtype)
    else:
        arrays[name] = np.resize(array.reshape(-1), data.draw(st.integers(0, 2 * array.size)))
    rejected_or_usable(put_together(text, arrays), X)


def test_a_newer_format_is_named(small):
    newer = small[:8] + struct.pack("<I", 7) + small[12:]
    with pytest.raises(FileError, match=r"version 7, .* up to version 1: a newer Spinney"):
        spinney.load(newer)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04" + bytes(100), b"\x80\x04" + bytes(100)])
def test_other_files_are_rejected(content, tmp_path):
    path = tmp_path / "other.bin"
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"other\.bin"):
        spinney.load(path)


def test_errors_name_the_array(small):
    text, arrays = pieces(small)
    content = bytearray(put_together(text, arrays))
    name = "_model.tree.threshold"
    content[content.index(arrays[name].tobytes())] ^= 1
    with pytest.raises(FileError, match=re.escape(f"checksum of its array '{name}' is wrong")):
        spinney.load(bytes(content))


def test_unknown_names_are_rejected(small):
    text, arrays = pieces(small)
    tree = ("model", "fitted", "_model", "fields", "tree")
    for path, message in [
        (("model", "estimator"), "unknown estimator 'os.system'"),
        (("model", "fitted", "_model", "object"), "unknown object 'os.system'"),
        ((*tree, "core"), "unknown core class 'os.system'"),
        ((*tree, "state", "kind", "array"), "unknown array 'os.system'"),
    ]:
        with pytest.raises(FileError, match=message):
            spinney.load(put_together(changed(text, path, "os.system"), arrays))


def test_an_array_must_not_be_used_twice(small):
    text, arrays = pieces(small)
    text["model"]["parameters"]["priors"] = [{"array": "_model.tree.value"}]
    with pytest.raises(FileError, match=r"the array '_model\.tree\.value' is used twice"):
        spinney.load(put_together(text, arrays))


@pytest.mark.parametrize("number", [2**31, 2**32 - 1])
def test_sizes_beyond_the_file_are_rejected(files, number):
    """The check must precede any allocation of that size."""
    text, arrays = pieces(files["RandomForestClassifier"][0])
    state = ("model", "fitted", "_model", "fields", "forest", "state")
    for name, value in (("n_features", number), ("n_classes", [number])):
        with pytest.raises(FileError):
            spinney.load(put_together(changed(text, (*state, name), value), arrays))


def test_a_schema_of_many_features_takes_no_memory(small):
    text, arrays = pieces(small)
    fields = text["model"]["fitted"]["_model"]["fields"]["schema"]["fields"]
    fields |= {"n_features": 2**60, "names": None, "categories": None}
    with pytest.raises(FileError):
        spinney.load(put_together(text, arrays))


def test_nan_values_are_rejected(files):
    for name, value in [
        ("DecisionTreeRegressor", "_model.tree.value"),
        ("GradientBoostingClassifier", "_model.trees.value"),
        ("RandomForestRegressor", "_model.forest.numbers"),
    ]:
        text, arrays = pieces(files[name][0])
        arrays[value][-1] = np.nan
        with pytest.raises(FileError, match=r"the array '\w+' of a tree contains NaN"):
            spinney.load(put_together(text, arrays))


@pytest.mark.parametrize("number", [2**40, 2**200, -1, 0.5])
def test_numbers_out_of_range_are_rejected(small, number):
    text, arrays = pieces(small)
    text["model"]["fitted"]["_model"]["fields"]["tree"]["state"]["n_features"] = number
    with pytest.raises(FileError, match="not a valid model"):
        spinney.load(put_together(text, arrays))


def test_fitted_models_of_other_estimators_are_rejected(files):
    text, arrays = pieces(files["RandomForestRegressor"][0])
    text["model"]["parameters"] = {}
    for name, message in [
        ("RandomForestClassifier", "the class labels do not match a RandomForestClassifier"),
        ("DecisionTreeRegressor", "the fitted model of DecisionTreeRegressor has the wrong class"),
    ]:
        text["model"]["estimator"] = name
        with pytest.raises(FileError, match=message):
            spinney.load(put_together(text, arrays))


@pytest.mark.parametrize("name", ["predict", "_install", "__class__", "max_depth"])
def test_methods_are_not_replaced(small, name):
    text, arrays = pieces(small)
    text["model"]["fitted"][name] = "oh"
    with pytest.raises(FileError, match="is not a fitted attribute"):
        spinney.load(put_together(text, arrays))


def test_unknown_parameters_are_rejected(small):
    text, arrays = pieces(small)
    text["model"]["parameters"]["max_width"] = 3
    with pytest.raises(FileError, match="DecisionTreeClassifier has no parameter 'max_width'"):
        spinney.load(put_together(text, arrays))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{",
        b'{"spinney":"1","model":NaN}',
        b"\xff",
        b"[" * 100_000,
        b'{"spinney":"1","model":' + b'{"tuple":' * 500 + b"[]" + b"}" * 501,
        b'{"spinney":"1","model":' + b"9" * 10_000 + b"}",
        b'{"spinney":"1","model":{"tuple":[]}}',
    ],
)
def test_invalid_texts_are_rejected(text):
    for read in (spinney.load, spinney.inspect_file):
        with pytest.raises(FileError):
            read(put_together(text, {}))


def test_duplicate_array_names_are_rejected():
    from spinney import _core

    head = _core.container_head(b"{}", [("a", np.zeros(0)), ("a", np.zeros(0))])
    with pytest.raises(FileError, match="two arrays named 'a'"):
        spinney.load(head)


def test_the_layout_is_as_documented(small):
    magic, version, n_arrays, size, directory, text = struct.unpack_from("<8sIIQQQ", small)
    assert (magic, version, size) == (b"\x89SPN\r\n\x1a\n", 1, len(small))
    assert small[HEAD + directory : HEAD + directory + text].decode().startswith('{"spinney":')
    _, dimensions, name_length, _, offset, n_bytes = struct.unpack_from("<BBHIQQ", small, HEAD)
    name = small[HEAD + 24 + 8 * dimensions :][:name_length].decode()
    first = pieces(small)[1][name]
    assert offset % HEAD == 0
    assert small[offset : offset + n_bytes] == first.tobytes()
    assert n_arrays == len(pieces(small)[1])


def test_loading_from_files_and_bytes(files):
    content, X = files["DecisionTreeClassifier, mixed"]
    assert same(
        predictions(spinney.load(content), X), predictions(spinney.load(io.BytesIO(content)), X)
    )
    with pytest.raises(TypeError, match="binary"):
        spinney.load(io.StringIO("text"))
    assert X.equals(mixed())
