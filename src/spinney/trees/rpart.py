"""Parameter names and default parameters of R's rpart."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Self

from ..base.parameter_aliases import AliasMixin, Translation, Values, canonical
from ..base.parameters import Parameterized
from ..base.sklearn_bases import ClassifierMixin

DEFAULTS: Values = {
    "min_samples_split": 20,
    "min_samples_leaf": 7,
    "max_depth": 30,
    "cp": 0.01,
    "ccp_alpha": "cv",
    "ccp_rule": None,
    "ccp_risk": "error",
    "cv": 10,
    "missing": "surrogate",
    "max_surrogates": 5,
    "max_competitors": 4,
}
"""The defaults of ``rpart.control``, by our names."""
LEAVES_PER_SPLIT = 3
METHODS: dict[str, Values] = {
    "class": {},
    "anova": {"criterion": "squared_error"},
    "poisson": {"criterion": "poisson"},
}
ROUTES = {0: "stop", 2: "surrogate"}


def xval(value: Any) -> Values:
    """Cross-validate for the CP table, without selecting a row of it."""
    if isinstance(value, int) and value == 0:
        return {"ccp_alpha": 0.0}
    return {"ccp_alpha": "cv", "ccp_rule": None, "cv": value}


def usesurrogate(value: Any) -> Values:
    if value not in ROUTES:
        raise ValueError(
            f"usesurrogate={value!r} is not supported: 0 stops at the node of a missing value, "
            "2 follows surrogates and then the majority."
        )
    return {"missing": ROUTES[value]}


def surrogatestyle(value: Any) -> Values:
    if value != 0:
        raise ValueError(f"surrogatestyle={value!r} is not supported; supported: 0.")
    return {}


def method(value: Any, cls: type) -> Values:
    if value not in METHODS:
        raise ValueError(f"method={value!r} is not supported; supported: {', '.join(METHODS)}.")
    check_task(f"method={value!r}", value == "class", cls)
    return METHODS[value]


def parms(value: Any, cls: type) -> Values:
    """Read the dict ``parms`` with "split", "prior" and "loss"."""
    if not isinstance(value, Mapping):
        raise TypeError(f"parms must be a dict, got {value!r}.")
    names = {"split": "criterion", "prior": "priors", "loss": "loss_matrix"}
    unknown = sorted(value.keys() - names.keys())
    if unknown:
        raise ValueError(f"parms has the unknown name {unknown[0]!r}; known: {', '.join(names)}.")
    if value:
        check_task(f"parms={value!r}", True, cls)
    found = {names[name]: one for name, one in value.items()}
    if found.get("criterion") == "information":
        found["criterion"] = "entropy"
    return found


def check_task(argument: str, for_classes: bool, cls: type) -> None:
    """Raise if an argument is one of classification and the class a regressor, or vice versa."""
    if for_classes != issubclass(cls, ClassifierMixin):
        kinds = ("Regressor", "Classifier")
        other = cls.__name__.replace(kinds[not for_classes], kinds[for_classes])
        task = "classification" if for_classes else "regression"
        raise ValueError(f"{argument} is for {task}: use {other}.")


TRANSLATED: dict[str, Translation] = {
    "xval": xval,
    "usesurrogate": usesurrogate,
    "surrogatestyle": surrogatestyle,
}


class RpartMixin(AliasMixin, Parameterized):
    """Adds the parameter names of rpart, and a constructor with its defaults."""

    @classmethod
    def _aliases(cls) -> dict[str, Translation]:
        by_task = {"method": partial(method, cls=cls), "parms": partial(parms, cls=cls)}
        return TRANSLATED | by_task | super()._aliases()

    @classmethod
    def rpart(cls, **parameters: Any) -> Self:
        """Return an unfitted tree with the default parameters of R's rpart.

        They are ``minsplit=20``, ``minbucket=7``, ``maxdepth=30``, ``cp=0.01``, ``xval=10``,
        ``usesurrogate=2``, ``maxsurrogate=5`` and ``maxcompete=4``. As in rpart, the tree is pruned
        at ``cp``, and cross-validation adds "xerror" to ``cp_table_`` without pruning further;
        ``prune(cp=...)`` does. ``pd.DataFrame(tree.cp_table_)`` is the CP table as a dataframe.

        Parameters
        ----------
        **parameters : dict
            Other values, by the names of rpart or of this class. As in rpart, ``minbucket`` alone
            sets ``minsplit`` to three times its value, and ``minsplit`` alone sets ``minbucket``
            to a third of it.

        Returns
        -------
        estimator
            The unfitted tree.

        Examples
        --------
        >>> import spinney
        >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
        >>> tree = spinney.DecisionTreeClassifier.rpart(xval=0).fit(X, y)
        >>> tree.cp_table_
               CP nsplit rel error   alpha
        1 0.63021      0   1.00000 0.35174
        2 0.28125      1   0.36979 0.15698
        3 0.02604      2   0.08854 0.01453
        4 0.01000      3   0.06250 0.00558
        >>> tree.prune(cp=0.1).get_n_leaves()
        3
        """
        return cls(**(DEFAULTS | with_node_sizes(parameters, cls)))


def with_node_sizes(parameters: Values, cls: type) -> Values:
    """Return parameters by our names, and minsplit or minbucket derived from the other one."""
    given = canonical(parameters, cls)
    split, leaf = given.get("min_samples_split"), given.get("min_samples_leaf")
    if leaf is None and isinstance(split, int):
        given["min_samples_leaf"] = max(1, round(split / LEAVES_PER_SPLIT))
    elif split is None and isinstance(leaf, int):
        given["min_samples_split"] = max(2, LEAVES_PER_SPLIT * leaf)
    return given
