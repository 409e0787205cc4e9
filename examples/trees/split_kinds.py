"""
Binary, multiway and oblique splits
===================================

Trees of the penguin data with binary, multiway and oblique splits.
"""

import spinney

KINDS = ("binary", "multiway", "oblique")


X, y = spinney.datasets.load_penguins(return_X_y=True)
trees = {
    kind: spinney.DecisionTreeClassifier(
        split_kind=kind, max_depth=2, min_samples_leaf=5, random_state=0
    ).fit(X, y)
    for kind in KINDS
}
# %%
# The same depth and leaf size, three kinds of splits.
for kind, tree in trees.items():
    ax = spinney.plot.tree(tree, title=f"{kind.capitalize()} splits")
    ax.figure.set_label(f"{kind}_tree")
numbers: dict[str, object] = {}
for kind, tree in trees.items():
    numbers[f"{kind}: leaves"] = tree.get_n_leaves()
    numbers[f"{kind}: first child"] = tree.text().splitlines()[1]
    numbers[f"{kind}: errors"] = int((tree.predict(X) != y).sum())

# %%
# Numbers of this example:
for name, value in numbers.items():
    print(f"{name}: {value}")
