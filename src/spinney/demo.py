"""A first look: grow a tree on the penguins and print it. Run ``python -m spinney.demo``."""

import numpy as np
from sklearn.model_selection import train_test_split

from . import DecisionTreeClassifier, export_text
from .datasets import load_penguins


def main() -> None:
    """Train on three quarters of the penguins, print the tree, and test it on the rest."""
    X, y = load_penguins()
    X_train, X_test, y_train, y_test = train_test_split(
        X, y, test_size=0.25, stratify=y, random_state=0
    )
    tree = DecisionTreeClassifier(max_depth=4, min_samples_leaf=3).fit(X_train, y_train)

    print(f"Spinney: a decision tree for the species of {len(y)} penguins\n")
    print(export_text(tree, show_missing=True))

    species, counts = np.unique(y_train, return_counts=True)
    common = species[counts.argmax()]
    importances = tree.feature_importances_
    print(f"\n{tree.get_n_leaves()} leaves, depth {tree.get_depth()}. What it looks at:")
    for j in np.argsort(-importances, kind="stable"):
        if importances[j] > 0:
            print(f"  {tree.feature_names_in_[j]:<20}{importances[j]:>6.0%}")

    print(f"\n{'accuracy':<36}{'train':>8}{'held out':>10}")
    train, test = tree.score(X_train, y_train), tree.score(X_test, y_test)
    print(f"  {'this tree':<34}{train:>8.1%}{test:>10.1%}")
    baseline = f"always {common} (majority class)"
    print(f"  {baseline:<34}{np.mean(y_train == common):>8.1%}{np.mean(y_test == common):>10.1%}")


if __name__ == "__main__":
    main()
