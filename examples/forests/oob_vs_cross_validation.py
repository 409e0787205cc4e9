"""
Out-of-bag error and cross-validation
=====================================

Out-of-bag error of a single fit, compared with the cross-validated error.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedKFold, cross_val_score

import spinney

FEATURES = (1, 3, 8, 20, 64)
FOLDS = StratifiedKFold(5, shuffle=True, random_state=0)


def draw(out_of_bag: np.ndarray, errors: np.ndarray, spread: np.ndarray) -> plt.Figure:
    figure, ax = plt.subplots(figsize=(7.5, 4.2), layout="constrained")
    ax.errorbar(
        FEATURES,
        errors,
        spread,
        fmt="s--",
        color="#E69F00",
        capsize=3,
        markersize=5,
        label=f"{FOLDS.n_splits}-fold cross-validation ± 1 SE",
    )
    ax.plot(
        FEATURES, out_of_bag, "o-", color="#0072B2", linewidth=2, label="out of bag, a single fit"
    )
    ax.set_xscale("log")
    ax.set_xticks(FEATURES, map(str, FEATURES))
    ax.minorticks_off()
    ax.set(xlabel="max_features (log scale)", ylabel="error", ylim=(0, None))
    ax.legend(frameon=False, fontsize=9)
    ax.spines[["top", "right"]].set_visible(False)
    return figure


X, y = load_digits(return_X_y=True)
out_of_bag, folds = [], []
for max_features in FEATURES:
    forest = spinney.RandomForestClassifier(max_features=max_features, random_state=0)
    folds.append(1 - cross_val_score(forest, X, y, cv=FOLDS))
    forest.set_params(oob_score=True).fit(X, y)
    out_of_bag.append(1 - forest.oob_score_)
errors, spread = np.mean(folds, axis=1), np.std(folds, axis=1, ddof=1) / np.sqrt(FOLDS.n_splits)

# %%
# A single fit with out-of-bag rows replaces five fits.
figure = draw(np.array(out_of_bag), errors, spread)

# %%
# Numbers of this example:
numbers = {
    "largest difference": float(np.abs(out_of_bag - errors).max()),
    "largest standard error": float(spread.max()),
    "best max_features, out of bag": FEATURES[int(np.argmin(out_of_bag))],
    "best max_features, cross-validation": FEATURES[int(np.argmin(errors))],
}

for name, value in numbers.items():
    print(f"{name}: {value}")
