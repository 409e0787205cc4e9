"""
Out-of-bag error by number of trees
===================================

Out-of-bag error by the number of trees, for three values of max_features.
"""

from sklearn.datasets import load_digits

import spinney
from spinney.plot.oob_curves import flat_from

CHOICES = {"max_features=64 (all)": None, "max_features=8 (sqrt)": "sqrt", "max_features=1": 1}


X, y = load_digits(return_X_y=True)
forests = {
    name: spinney.RandomForestClassifier(
        n_estimators=200, max_features=choice, oob_score=True, random_state=0
    ).fit(X, y)
    for name, choice in CHOICES.items()
}
# %%
# The error flattens out long before 200 trees.
ax = spinney.plot.oob_curve(forests, figsize=(8, 4.4))
ax.set(ylim=(0, 0.3), title="Out-of-bag error on the digits data")

numbers = {f"{name}: error": float(one.oob_errors_[-1]) for name, one in forests.items()}
for name, one in forests.items():
    numbers[f"{name}: flat from"] = flat_from(one.oob_errors_, 0.05)

# %%
# Numbers of this example:
for name, value in numbers.items():
    print(f"{name}: {value}")
