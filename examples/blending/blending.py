"""
Voting, linear blend and stacking
=================================

Three ways to combine the same models: voting, a linear blend and stacking.

Voting averages all members, a linear blend learns one weight per member, and stacking trains
another model on their predictions. The target is partly linear and partly not: trees fit one
part, a linear model the other, and a blend both.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_friedman1
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsRegressor

import spinney

MEMBERS = [
    ("stump", spinney.DecisionTreeRegressor(max_depth=1)),
    ("tree", spinney.DecisionTreeRegressor(max_depth=3)),
    ("forest", spinney.RandomForestRegressor(n_estimators=50, random_state=0)),
    ("neighbors", KNeighborsRegressor(10)),
    ("ridge", Ridge()),
]
BLENDS = {
    "voting": spinney.VotingRegressor(MEMBERS),
    "linear blend": spinney.LinearBlendRegressor(MEMBERS),
    "stacking": spinney.StackingRegressor(MEMBERS),
}
TEAL, BLUE = "#9AC6C1", "#0072B2"


X, y = make_friedman1(400, noise=1.0, random_state=0)
X_test, y_test = make_friedman1(5_000, noise=0.0, random_state=1)
errors = {}
for name, model in {**dict(MEMBERS), **BLENDS}.items():
    predicted = model.fit(X, y).predict(X_test)
    errors[name] = float(np.sqrt(np.mean((predicted - y_test) ** 2)))

# %%
# The error of all models, and the weights of the linear blend.
figure, ax = plt.subplots(figsize=(7, 3.4), layout="constrained")
colors = [BLUE if name in BLENDS else TEAL for name in errors]
bars = ax.barh(list(errors), list(errors.values()), color=colors)
ax.bar_label(bars, fmt="%.2f", padding=4, fontsize=8.5)
ax.set(xlabel="RMSE on 5,000 test rows", xlim=(0, 1.1 * max(errors.values())))
ax.set_title("Five models and three blends of them", loc="left", fontsize=10)
ax.invert_yaxis()
ax.spines[["top", "right"]].set_visible(False)
figure.set_label("blending")

blend = BLENDS["linear blend"]
ax = spinney.plot.blend_weights(blend, figsize=(7, 3.2))
ax.figure.set_label("blend_weights")
weights = {
    f"weight of {name}": float(w) for (name, _), w in zip(MEMBERS, blend.weights_, strict=True)
}

# %%
# Numbers of this example:
numbers = {f"error of {name}": error for name, error in errors.items()} | weights

for name, value in numbers.items():
    print(f"{name}: {value}")
