"""Small files cannot fill the memory: excessive sizes are rejected before allocation."""

import numpy as np
import pytest

import spinney
from spinney.persistence import FileError, encoding

from .damage import pieces, put_together
from .models import labels, numbers

N = 100_000


@pytest.fixture
def small(tmp_path):
    X = numbers()
    spinney.DecisionTreeClassifier(max_depth=1).fit(X, labels(X)).save(tmp_path / "m")
    return pieces((tmp_path / "m").read_bytes())


def with_labels(small, n_bytes, ends, width):
    text, arrays = small
    arrays["classes_.text"] = np.full(n_bytes, ord("a"), np.uint8)
    arrays["classes_.ends"] = np.asarray(ends, np.uint64)
    text["model"]["fitted"]["classes_"] |= {"dtype": width, "shape": [len(ends)]}
    return put_together(text, arrays)


def test_one_long_string_among_many_short_ones(small):
    """A string array would take 400 GB."""
    with pytest.raises(FileError, match="the strings differ too much in length"):
        spinney.load(with_labels(small, 10**6, np.full(N, 10**6), 10**6))


def test_the_same_bytes_in_many_strings(small):
    """Half of them of a megabyte would take 50 GB."""
    with pytest.raises(FileError, match="the ends of strings are inconsistent"):
        spinney.load(with_labels(small, 10**6, np.resize([10**6, 0], N), "object"))


@pytest.mark.parametrize("ends", [[1, 2, 4], [2, 1, 3], [1, 2, 2]])
def test_strings_must_fill_their_bytes(small, ends):
    with pytest.raises(FileError, match="the ends of strings are inconsistent"):
        spinney.load(with_labels(small, 3, ends, 1))


def test_many_empty_arrays(small):
    """100 columns share lengths that are all 0; an object for each would take a gigabyte."""
    text, arrays = small
    arrays["lengths"] = np.zeros(N, np.uint64)
    columns = {f"empty{i}": np.zeros(0) for i in range(100)}
    text["model"]["fitted"]["notes_"] = {
        "records": {
            name: {"joined": {"array": name}, "lengths": {"array": "lengths"}} for name in columns
        }
    }
    with pytest.raises(FileError, match="more arrays than bytes"):
        spinney.load(put_together(text, arrays | columns))


def test_models_that_could_not_be_loaded_are_not_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(encoding, "MAX_WIDE_TEXT", 1000)
    X = np.arange(50.0).reshape(-1, 1)
    y = np.array([f"{i}" for i in range(len(X) - 1)] + ["x" * 2000])
    tree = spinney.DecisionTreeClassifier(max_depth=1).fit(X, y)
    with pytest.raises(FileError, match="classes_ has 50 strings of up to 2000 characters"):
        tree.save(tmp_path / "wide")
    tree.fit(X, y.astype(object)).save(tmp_path / "objects")
    assert spinney.load(tmp_path / "objects").classes_.tolist() == tree.classes_.tolist()


def test_records_of_empty_arrays(tmp_path):
    X = numbers()
    tree = spinney.DecisionTreeClassifier(max_depth=1).fit(X, labels(X))
    tree.notes_ = {"parts": [{f"empty{i}": np.zeros(0) for i in range(40)} for _ in range(50)]}
    tree.save(tmp_path / "m")
    parts = spinney.load(tmp_path / "m").notes_["parts"]
    assert [list(part) for part in parts] == [list(part) for part in tree.notes_["parts"]]
