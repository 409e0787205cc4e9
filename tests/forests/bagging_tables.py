"""A small table, and base estimators of many kinds for bagging."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from spinney import (
    DecisionTreeClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
)

rng = np.random.default_rng(0)
X = rng.normal(size=(80, 4))
LABELS = np.array(["a", "b", "c"])[(X[:, 0] > 0).astype(int) + (X[:, 1] > 0.5)]
NUMBERS = X @ [1.0, -2.0, 0.0, 0.5] + rng.normal(size=80) / 10

CLASSIFIERS = {
    "tree": None,
    "pruned tree": DecisionTreeClassifier(ccp_alpha=0.01),
    "boosting": GradientBoostingClassifier(preset="fast", n_estimators=3, min_samples_leaf=2),
    "neighbors": KNeighborsClassifier(3),
    "naive Bayes": GaussianNB(),
    "pipeline": make_pipeline(StandardScaler(), GaussianNB()),
    "without probabilities": LinearSVC(),
}
REGRESSORS = {
    "tree": None,
    "boosting": GradientBoostingRegressor(
        preset="fast", n_estimators=3, learning_rate=0.5, min_samples_leaf=2
    ),
    "neighbors": KNeighborsRegressor(3),
    "ridge": Ridge(),
}
every_classifier = pytest.mark.parametrize("estimator", CLASSIFIERS.values(), ids=CLASSIFIERS)
every_regressor = pytest.mark.parametrize("estimator", REGRESSORS.values(), ids=REGRESSORS)
