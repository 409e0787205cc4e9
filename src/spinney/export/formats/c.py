"""Export of models to C: one source file without dependencies."""

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from ...inspection.split_kinds import SPLIT_KINDS
from ..c_runtime import AGGREGATE, FIND_CHILD, FOLLOW, HEADER, LINK, ONLY_SUMS, PREDICT, SUM, TYPES
from ..c_tables import Tables, array, string
from ..model import Model
from ..read_estimators import read_model
from ..registry import exporter

IDENTIFIER = re.compile(r"[A-Za-z]\w*", re.ASCII)


@exporter("c", ".c")
def to_c(model: Any, name: str = "model", *, feature_names: Sequence[str] | None = None) -> str:
    """Return a fitted model as one C99 source file without dependencies.

    ``<name>_predict`` predicts one row and ``<name>_category`` returns the code of a category; the
    comment at the top of the file documents them.

    Parameters
    ----------
    model : estimator
        A fitted tree, forest, bagging of trees, gradient boosting or AdaBoost model, or a voting
        or linear blend of those.
    name : str, default="model"
        Prefix of the public names in the file.
    feature_names : list of str, default=None
        Names of the features; None uses those of the training data, or x0, x1, ...

    Returns
    -------
    str
        The source code.

    Examples
    --------
    >>> from spinney import DecisionTreeClassifier, to_c
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0]], ["low", "low", "high"])
    >>> source = to_c(tree, "fish", feature_names=["size"])
    >>> "int fish_predict(const double *row, double *values, int *classes) {" in source
    True
    """
    if not isinstance(name, str) or not IDENTIFIER.fullmatch(name):
        raise ValueError(f"name must be a C identifier that begins with a letter, got {name!r}.")
    exported = read_model(model, feature_names)
    aggregate = AGGREGATE if needs_sorting(exported) else ONLY_SUMS
    pieces = [header(exported), constants(exported), split_types(), TYPES, data(exported)]
    pieces += [find_child(), FOLLOW, SUM, aggregate, LINK, PREDICT]
    return "".join(pieces).replace("@NAME@", name)


def needs_sorting(model: Model) -> bool:
    return any(ensemble.aggregate != "sum" for ensemble in model.ensembles)


def header(model: Model) -> str:
    values = (
        "probabilities in the order of @NAME@_classes."
        if model.classes
        else "the prediction of each output."
    )
    text = HEADER.replace("@ESTIMATOR@", model.estimator).replace("@VERSION@", version("spinney"))
    return text.replace("@VALUES@", values)


def constants(model: Model) -> str:
    """Return the sizes, and how the values of the ensembles are combined."""
    trees = [tree for ensemble in model.ensembles for tree in ensemble.trees]
    numbers = {
        "N_FEATURES": len(model.features),
        "N_VALUES": model.n_values,
        "N_OUTPUTS": len(model.outputs),
        "N_ENSEMBLES": len(model.ensembles),
        "MAX_SCORES": max(ensemble.n_scores for ensemble in model.ensembles),
        "MAX_WIDTH": max(tree.width for tree in trees),
        "MAX_TREES": max(len(ensemble.trees) for ensemble in model.ensembles),
        "HAS_CLASSES": int(bool(model.classes)),
        "HAS_LOSS_MATRIX": int(model.loss_matrix is not None),
        "DECIDES_BY_SCORES": int(model.decides_by_scores),
        "HARD_VOTING": int(model.hard_voting),
        "NORMALIZED": int(model.normalize),
    }
    listed = ",\n  ".join(f"{name} = {value}" for name, value in numbers.items())
    return f"\nenum {{\n  {listed}\n}};\n#define ENSEMBLE_DIVISOR {model.divisor!r}\n"


def split_types() -> str:
    """Return the enumeration of split kinds."""
    names = dict.fromkeys(kind.c.name for kind in SPLIT_KINDS.values())
    return f"\nenum {{ {', '.join(['LEAF', *names])} }};"


def find_child() -> str:
    """Return the function that finds the child of a split, with a case per split kind."""
    code = dict(kind.c for kind in SPLIT_KINDS.values())
    cases = "".join(f"    case {name}:\n{body}" for name, body in code.items())
    return FIND_CHILD.replace("@CASES@", cases)


def data(model: Model) -> str:
    tables = Tables(model).entries | {
        "feature_names": [string(feature.name) for feature in model.features],
        "classes": [string(label) for labels in model.classes for label in labels],
        "loss_matrix": [repr(cost) for row in model.loss_matrix or () for cost in row],
        "starts": [str(group.start) for group in model.outputs] + [str(model.n_values)],
    }
    # Declaration, table, entry of an empty table (C has none), entries per line.
    layout = [
        ("const char *const @NAME@_features", "feature_names", '""', 4),
        ("const char *const @NAME@_classes", "classes", '""', 4),
        ("static const char *const labels", "labels", '""', 4),
        ("static const Feature features", "features", "", 1),
        ("static const double thresholds", "thresholds", "0", 8),
        ("static const int category_children", "category_children", "0", 16),
        ("static const Term terms", "terms", "{0, 0, 0, 0}", 2),
        ("static const double shares", "shares", "0", 8),
        ("static const Surrogate surrogates", "surrogates", "{{LEAF, 0, 0, 0, 0}, {0, 0}}", 2),
        ("static const double node_values", "node_values", "0", 8),
        ("static const Node nodes", "nodes", "", 2),
        ("static const Tree trees", "trees", "", 8),
        ("static const double initial", "initial", "", 8),
        ("static const Ensemble ensembles", "ensembles", "", 1),
        ("static const double loss_matrix", "loss_matrix", "0", 8),
        ("static const int starts", "starts", "", 16),
    ]
    if needs_sorting(model):
        layout.append(("static const double tree_weights", "tree_weights", "", 8))
    sizes = ("features", "values", "outputs")
    public = ", ".join(f"@NAME@_n_{size} = N_{size.upper()}" for size in sizes)
    arrays = [array(name, tables[table] or [empty], n) for name, table, empty, n in layout]
    return f"\nconst int {public};\n" + "".join(arrays)
