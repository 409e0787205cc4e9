"""
A pruned tree of the penguins
=============================

Numbers, categories and missing values in one small tree, whose size cross-validation selects.
"""

import spinney

X, y = spinney.datasets.load_penguins(return_X_y=True)
tree = spinney.DecisionTreeClassifier(ccp_alpha="cv", ccp_rule="1se").fit(X, y)

# %%
# Each node shows its majority class, the shares of the classes and the number of rows.
spinney.plot.tree(tree)

# %%
# Numbers of this example:
numbers = {
    "leaves": tree.get_n_leaves(),
    "leaves before pruning": spinney.DecisionTreeClassifier().fit(X, y).get_n_leaves(),
    "correct": float(tree.score(X, y)),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
