"""What can and cannot be saved, and atomic replacement of files."""

import errno
import os
import resource
import stat

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB

import spinney
from spinney.persistence import FileError, save

from .damage import pieces
from .models import MODELS, labels, numbers, score


@pytest.fixture
def tree():
    return MODELS["DecisionTreeClassifier"]()[0]


def test_unfitted_estimators_are_not_saved(tmp_path):
    with pytest.raises(NotFittedError):
        spinney.DecisionTreeClassifier().save(tmp_path / "m")
    assert not list(tmp_path.iterdir())


def own_loss(y, raw):
    return raw - y, np.ones_like(y)


X = numbers()
TREE = ("tree", spinney.DecisionTreeClassifier())
UNSUPPORTED = {
    r"loss is a function": lambda: spinney.GradientBoostingRegressor(
        preset="fast", n_estimators=2, loss=own_loss
    ).fit(X, score(X)),
    r"estimators\[1\]\[1\] is a GaussianNB of sklearn": lambda: spinney.VotingClassifier(
        [TREE, ("bayes", GaussianNB())]
    ).fit(X, labels(X)),
    r"final_estimator is a GaussianNB of sklearn": lambda: spinney.StackingClassifier(
        [TREE], GaussianNB()
    ).fit(X, labels(X)),
    r"estimator is a GaussianNB of sklearn": lambda: spinney.BaggingClassifier(GaussianNB(), 2).fit(
        X, labels(X)
    ),
    r"cv is a sklearn\.model_selection\._split\.KFold": lambda: spinney.LinearBlendClassifier(
        [TREE], cv=KFold(3)
    ).fit(X, labels(X)),
    r"categories\[0\]\[0\] is a Timestamp: convert times to strings": lambda: (
        spinney.DecisionTreeRegressor().fit(
            pd.DataFrame({"day": pd.Categorical(pd.date_range("2020", periods=len(X)))}), score(X)
        )
    ),
}


@pytest.mark.parametrize("message", UNSUPPORTED)
def test_unsupported_values_are_named(message, tmp_path):
    model = UNSUPPORTED[message]()
    with pytest.raises(FileError, match=message):
        model.save(tmp_path / "m")
    assert not list(tmp_path.iterdir())


def test_estimators_of_other_libraries_are_rejected(tmp_path):
    with pytest.raises(FileError, match="LogisticRegression is not a Spinney estimator"):
        save(LogisticRegression().fit(X, labels(X)), tmp_path / "m")


def test_linear_members_are_saved(tmp_path):
    members = [spinney.DecisionTreeRegressor(max_depth=3), RidgeCV(alphas=[0.5, 2])]
    model = spinney.StackingRegressor(members).fit(X, score(X))
    model.save(tmp_path / "m")
    loaded = spinney.load(tmp_path / "m")
    assert np.array_equal(loaded.predict(X), model.predict(X))
    assert loaded.final_estimator_.get_params() == RidgeCV().get_params()
    assert loaded.estimators[1].alphas == [0.5, 2]
    saved = pieces((tmp_path / "m").read_bytes())[0]["model"]
    assert saved["fitted"]["final_estimator_"]["parameters"] == {}
    assert saved["parameters"]["estimators"][1]["parameters"] == {"alphas": [0.5, 2]}
    assert np.array_equal(loaded.fit(X, score(X)).predict(X), model.predict(X))


def test_a_random_state_is_not_saved(tmp_path):
    model = spinney.RandomForestRegressor(2, random_state=np.random.RandomState(0)).fit(X, score(X))
    with pytest.warns(UserWarning, match="random_state is a RandomState"):
        model.save(tmp_path / "m")
    loaded = spinney.load(tmp_path / "m")
    assert loaded.random_state is None
    assert np.array_equal(loaded.predict(X), model.predict(X))


def test_a_failed_save_keeps_the_old_file(tree, tmp_path, monkeypatch):
    path = tmp_path / "model.spinney"
    tree.save(path)
    before = path.read_bytes()

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        MODELS["RandomForestClassifier, mixed"]()[0].save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_grow_is_an_error(tree, tmp_path):
    path = tmp_path / "model.spinney"
    path.write_bytes(b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            tree.save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_saving_to_a_link_replaces_its_target(tree, tmp_path):
    link, path = tmp_path / "link", tmp_path / "model.spinney"
    link.symlink_to(path)
    tree.save(link)
    assert link.is_symlink()
    assert path.read_bytes() == link.read_bytes()


def test_file_modes(tree, tmp_path):
    path, plain = tmp_path / "model.spinney", tmp_path / "plain"
    plain.touch()
    tree.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)
    path.chmod(0o600)
    tree.save(str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_missing_folders(tree, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"No such directory: .*nowhere'"):
        tree.save(tmp_path / "nowhere" / "m")
    with pytest.raises(FileNotFoundError):
        spinney.load(tmp_path / "m")


def test_contents(tmp_path):
    model, table = MODELS["RandomForestClassifier, mixed"]()
    model.save(tmp_path / "m")
    found = spinney.inspect_file(tmp_path / "m")
    assert found.estimator == "RandomForestClassifier"
    assert found.spinney == spinney.__version__
    assert (found.n_trees, found.n_nodes) == (3, model._model.forest.n_nodes)
    assert found.parameters == model.get_params()
    assert found.classes == [["no", "perhaps", "yes"]]
    assert found.n_bytes == (tmp_path / "m").stat().st_size
    assert [feature["name"] for feature in found.features] == list(table.columns)
    assert found.features[0] == {"name": "a", "kind": "number"}
    assert found.features[2]["categories"] == ["", "blue", "grün", "red"]
    shown = str(found)
    assert shown.startswith("RandomForestClassifier, saved by Spinney")
    assert "3 trees" in shown
    assert "colour: category, 4 labels: '', 'blue', 'grün', 'red'" in shown
    assert "importance = 'permutation'" in shown


@pytest.mark.parametrize("kind", ["binary", "oblique"])
def test_trees_are_counted_once(kind, tmp_path):
    model = spinney.RandomForestRegressor(4, split_kind=kind, random_state=0).fit(X, score(X))
    model.save(tmp_path / "m")
    found = spinney.inspect_file(tmp_path / "m")
    assert (found.n_trees, found.n_nodes) == (4, model._model.forest.n_nodes)


def test_notes_are_read_without_the_model(tree, tmp_path):
    tree.save(tmp_path / "m")
    assert spinney.inspect_file(tmp_path / "m").notes == {}
    tree.notes_ = {"target": "y", "scores": {"accuracy": 0.5}}
    tree.save(tmp_path / "m")
    assert spinney.inspect_file(tmp_path / "m").notes == tree.notes_


@pytest.mark.parametrize("name", MODELS)
def test_contents_of_every_model(name, tmp_path):
    model, table = MODELS[name]()
    model.save(tmp_path / "m")
    found = spinney.inspect_file(tmp_path / "m")
    assert found.estimator == type(model).__name__
    assert found.n_trees > 0
    assert found.n_nodes >= found.n_trees
    assert found.features == [] or len(found.features) == np.shape(table)[1]
    assert repr(found)


class OwnTree(spinney.DecisionTreeClassifier):
    """A user's subclass."""


def test_subclasses_are_named(tmp_path):
    with pytest.raises(FileError, match="OwnTree is a subclass of DecisionTreeClassifier"):
        OwnTree().fit(X, labels(X)).save(tmp_path / "m")
    voting = spinney.VotingClassifier([("own", OwnTree())]).fit(X, labels(X))
    with pytest.raises(FileError, match=r"estimators\[0\]\[1\]: OwnTree is a subclass of"):
        voting.save(tmp_path / "m")
    assert not list(tmp_path.iterdir())
