"""
Which rows are similar?
=======================

Which penguins are similar? Those that reach the same leaves of a forest.

Points are close to each other if many trees send both penguins to the same leaf. Stars are typical
penguins of their species, rings are penguins unlike the others of their species. RF-GAP weights
show which penguins decide a prediction: the average of their species is the out-of-bag prediction.
"""

import numpy as np

import spinney

X, y = spinney.datasets.load_penguins(return_X_y=True, as_frame=True)
# Averages by RF-GAP weights are the probabilities without smoothing.
model = spinney.RandomForestClassifier(300, oob_score=True, smoothing=0, random_state=0)
model.fit(X, y)
species = y.to_numpy()

# %%
# A map of the penguins by their proximities.
ax = spinney.plot.proximity(model, X, species)
ax.set_title("Penguins that a forest cannot tell apart are close", loc="left", fontsize=11)

near = spinney.explain.neighbors(model, X, 5, kind="oob")
typical = spinney.explain.prototypes(model, X, species)
unlike = spinney.explain.outliers(model, X, species)
gap = spinney.explain.proximity(model, X, kind="gap")
shares = gap @ (species[:, None] == model.classes_)
odd = int(unlike.argmax())

# %%
# Numbers of this example:
numbers = {
    "neighbors of the same species": float((species[near.rows] == species[:, None]).mean()),
    "smallest coverage of a prototype": float(typical.coverage.min()),
    "least typical penguin": odd,
    "its outlier measure": float(unlike[odd]),
    "its out-of-bag probability": float(
        model.oob_decision_function_[odd, list(model.classes_).index(species[odd])]
    ),
    "difference of RF-GAP averages": float(np.abs(shares - model.oob_decision_function_).max()),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
