"""
What drives the model?
======================

What drives a model of the body mass of penguins? SHAP values of all rows.

The beeswarm ranks the features and shows the direction of their effects; the dependence plot shows
one feature in detail, colored by the feature with which it interacts most.
"""

import matplotlib.pyplot as plt
import numpy as np

import spinney

X, species = spinney.datasets.load_penguins(return_X_y=True, as_frame=True)
X = X.assign(species=species)
X = X[X["body_mass_g"].notna()]
y = X.pop("body_mass_g")
model = spinney.GradientBoostingRegressor(random_state=0).fit(X, y)
result = spinney.explain.shap(model, X, interactions=True)

# %%
# All features above, the flipper length below.
figure = plt.figure(figsize=(7.5, 7.6), layout="constrained")
above, below = figure.subfigures(2, 1)
swarm = spinney.plot.shap_summary(result, ax=above.subplots())
swarm.set_xlabel("SHAP value: change of the body mass in g")
points = spinney.plot.shap_dependence(result, "flipper_length_mm", ax=below.subplots())
points.set_ylabel("SHAP value: change of\nthe body mass in g")

means = np.abs(result.values[:, :, 0]).mean(axis=0)
j = result.feature_names.index("flipper_length_mm")
assert result.interactions is not None
pairs = np.abs(result.interactions[:, j, :, 0]).mean(axis=0)
pairs[j] = 0
sums = result.base_values[0] + result.values[:, :, 0].sum(axis=1)

# %%
# Numbers of this example:
numbers = {
    "most important": result.feature_names[int(np.argmax(means))],
    "strongest interaction of flipper length": result.feature_names[int(np.argmax(pairs))],
    "largest difference": float(np.abs(sums - model.predict(X)).max()),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
