"""
Learning rates and early stopping
=================================

Training and validation error by round for three learning rates, with early stopping.
"""

import numpy as np
from sklearn.datasets import load_diabetes

import spinney

RATES = (0.5, 0.1, 0.03)


X, y = load_diabetes(return_X_y=True, as_frame=True)
order = np.random.default_rng(0).permutation(len(y))
train, validation = order[:300], order[300:]
X_train, y_train = X.iloc[train], y.iloc[train]

models = {
    f"learning rate {rate:g}": spinney.GradientBoostingRegressor(
        learning_rate=rate,
        n_estimators=400,
        max_leaf_nodes=6,
        early_stopping=True,
        n_iter_no_change=40,
        eval_metric="rmse",
    ).fit(
        X_train,
        y_train,
        eval_set=[(X_train, y_train)],
        X_val=X.iloc[validation],
        y_val=y.iloc[validation],
    )
    for rate in RATES
}

# %%
# Smaller learning rates need more iterations and reach a lower error.
ax = spinney.plot.training(models, figsize=(8, 4.4))

# %%
# Numbers of this example:
numbers = {
    f"{name}: {what}": value
    for name, model in models.items()
    for what, value in {
        "rounds fitted": len(model.evals_result_["validation"]["rmse"]),
        "rounds kept": len(model),
        "error": model.best_score,
    }.items()
}

for name, value in numbers.items():
    print(f"{name}: {value}")
