"""
What if? Counterfactuals
========================

What if this penguin were different? The smallest changes that change its predicted species.

Both counterfactuals are proven: no cheaper change leads to another species. In the lower picture
the island and the sex must stay the same, and the year may only increase.
"""

import matplotlib.pyplot as plt

import spinney

X, y = spinney.datasets.load_penguins(return_X_y=True, as_frame=True)
model = spinney.GradientBoostingClassifier(n_estimators=30, max_depth=6).fit(X, y)
row = X.iloc[[0]]

free = spinney.explain.counterfactual(model, row, X=X)
fixed = spinney.explain.counterfactual(
    model, row, X=X, immutable=["island", "sex"], ranges={"year": "increase"}
)
impossible = spinney.explain.counterfactual(
    model, row, immutable=[name for name in X if name != "year"]
)

# %%
# The smallest changes, without and with fixed features.
figure, axes = plt.subplots(2, 1, figsize=(7.0, 4.2), layout="constrained")
for ax, result in zip(axes, (free, fixed), strict=True):
    spinney.plot.counterfactual(result, ax=ax)
axes[0].set_title(f"Free: {axes[0].get_title('left')}", loc="left", fontsize=11)
axes[1].set_title(f"Same island and sex: {axes[1].get_title('left')}", loc="left", fontsize=11)

# %%
# Numbers of this example:
numbers = {
    "changes": free.text(),
    "cost": free.cost,
    "cost with immutable features": fixed.cost,
    "proven": free.optimal and fixed.optimal,
    "predicted": str(model.predict(fixed.row)[0]),
    "only the year": impossible.text(),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
