"""The bundled penguins table."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score

from spinney import DecisionTreeClassifier
from spinney.datasets import load_penguins


def test_penguins():
    X, y = load_penguins(return_X_y=True)
    assert X.shape == y.shape == (344,)
    assert X.dtype.names == (
        *("island", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"),
        *("sex", "year"),
    )
    species, counts = np.unique(y, return_counts=True)
    assert species.tolist() == ["Adelie", "Chinstrap", "Gentoo"]
    assert counts.tolist() == [152, 68, 124]
    assert set(X["island"]) == {"Biscoe", "Dream", "Torgersen"}
    assert sum(sex is None for sex in X["sex"]) == 11
    assert np.isnan(X["body_mass_g"]).sum() == 2
    assert X["bill_length_mm"][0] == 39.1


def test_structured_array_and_dataframe_give_the_same_tree():
    pytest.importorskip("pandas")
    X, y = load_penguins(return_X_y=True)
    frame, species = load_penguins(return_X_y=True, as_frame=True)
    one = DecisionTreeClassifier().fit(X, y)
    two = DecisionTreeClassifier().fit(frame, species)
    assert one.feature_names_in_.tolist() == two.feature_names_in_.tolist() == list(frame.columns)
    assert one.apply(X).tolist() == two.apply(frame).tolist()


def test_cross_validation_accepts_the_structured_array():
    X, y = load_penguins(return_X_y=True)
    assert cross_val_score(DecisionTreeClassifier(max_depth=4), X, y).mean() > 0.9


def test_bunch_as_from_scikit_learn():
    bunch, (X, y) = load_penguins(), load_penguins(return_X_y=True)
    assert set(bunch) == load_iris().keys() - {"filename", "data_module"}
    assert bunch.feature_names == list(X.dtype.names)
    assert bunch.target_names.tolist() == sorted(set(y))
    assert bunch.data["year"].tolist() == X["year"].tolist()
    assert bunch.frame is None
    assert bunch.DESCR.startswith("Load the Palmer penguins")


def test_frames_as_from_scikit_learn():
    pytest.importorskip("pandas")
    bunch = load_penguins(as_frame=True)
    assert list(bunch.frame) == [*bunch.feature_names, "species"]
    assert bunch.frame[bunch.feature_names].equals(bunch.data)
    assert bunch.frame["species"].equals(bunch.target)
