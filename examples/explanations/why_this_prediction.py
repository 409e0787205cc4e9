"""
Why this prediction?
====================

Why is one penguin predicted to be of its species? The contributions of its features.

The bars lead from the mean probability of the species to its probability for this penguin. They
add up exactly.
"""

import numpy as np

import spinney

X, y = spinney.datasets.load_penguins(return_X_y=True, as_frame=True)
model = spinney.RandomForestClassifier(300, oob_score=True, random_state=0).fit(X, y)
result = spinney.explain.shap(model, X)

# The Chinstrap penguin that the forest is least sure of.
shares = model.oob_decision_function_[:, list(model.classes_).index("Chinstrap")]
row = int(np.argmin(np.where(y == "Chinstrap", shares, np.inf)))
# %%
# From the mean probability to the probability of this penguin.
ax = spinney.plot.shap_waterfall(result, row, output="Chinstrap")
ax.set_title(f"Why is penguin {row} a Chinstrap?", loc="left", fontsize=11)

contributions = result.values[row, :, result.output_index("Chinstrap")]
base = float(result.base_values[result.output_index("Chinstrap")])
predicted = float(model.predict_proba(X.iloc[[row]])[0, 1])
largest = int(np.argmax(np.abs(contributions)))

# %%
# Numbers of this example:
numbers = {
    "base value": base,
    "sum of contributions": float(contributions.sum()),
    "probability": predicted,
    "difference": abs(base + float(contributions.sum()) - predicted),
    "largest contribution": result.feature_names[largest],
}

for name, value in numbers.items():
    print(f"{name}: {value}")
