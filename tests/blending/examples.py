"""Small data sets and members for tests of blends."""

import numpy as np
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import spinney

CLASSIFIERS = [
    ("tree", spinney.DecisionTreeClassifier(max_depth=2)),
    ("bayes", GaussianNB()),
    ("neighbors", KNeighborsClassifier(3)),
]
REGRESSORS = [
    ("tree", spinney.DecisionTreeRegressor(max_depth=3)),
    ("ridge", Ridge()),
    ("stump", spinney.DecisionTreeRegressor(max_depth=1)),
]


def shuffled_iris(labels=None):
    """The iris data in random order, with the given labels."""
    X, y = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))
    y = y if labels is None else np.asarray(labels)[y]
    return X[order], y[order]


def binary_iris():
    """The two classes that overlap."""
    X, y = shuffled_iris()
    return X[y > 0], y[y > 0]


def diabetes():
    return load_diabetes(return_X_y=True)
