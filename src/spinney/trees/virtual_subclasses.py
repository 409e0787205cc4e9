"""Trees as virtual subclasses of scikit-learn's classes.

scikit-learn's ``plot_tree``, ``export_text`` and the recursion method of ``partial_dependence``
accept instances of its own tree classes only.
"""

from sklearn.tree import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreeClassifier,
    ExtraTreeRegressor,
)

BASES = {
    cls.__name__: cls
    for cls in (
        *(DecisionTreeClassifier, DecisionTreeRegressor),
        *(ExtraTreeClassifier, ExtraTreeRegressor),
    )
}


def register(cls: type, base: str) -> None:
    """Make ``isinstance`` and ``issubclass`` accept a class as one of scikit-learn's."""
    BASES[base].register(cls)
