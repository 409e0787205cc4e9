"""Models as C: one source file without dependencies."""

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from .c_runtime import HEADER, LINK, ONLY_SUMMED, PREDICT, SORTED, SUMMED, TYPES, WALK
from .c_tables import Tables, array, string
from .models import read_program
from .program import Program

IDENTIFIER = re.compile(r"[A-Za-z]\w*", re.ASCII)
NO_SURROGATE = "{{LEAF, 0, 0, 0, 0}, {0, 0}}"


def to_c(model: Any, name: str = "model", *, feature_names: Sequence[str] | None = None) -> str:
    """A fitted model as one C99 source file without dependencies.

    It has a function that predicts one row, ``<name>_predict``, and one that gives the number of
    a category's label, ``<name>_level``; the comment at its top says how they are called.

    Parameters
    ----------
    model : estimator
        A fitted tree, forest, bag of trees, boosted or AdaBoost model, or a voting or linear blend
        of those.
    name : str, default="model"
        What the public names of the file begin with.
    feature_names : list of str, default=None
        Names of the columns; None takes those of the fit, or x0, x1, ...

    Returns
    -------
    str

    Examples
    --------
    >>> from spinney import DecisionTreeClassifier, to_c
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0]], ["low", "low", "high"])
    >>> source = to_c(tree, "fish", feature_names=["size"])
    >>> "int fish_predict(const double *row, double *values, int *chosen) {" in source
    True
    """
    if not isinstance(name, str) or not IDENTIFIER.fullmatch(name):
        raise ValueError(f"name must be a C identifier that begins with a letter, got {name!r}.")
    program = read_program(model, feature_names)
    head = HEADER.replace("@ESTIMATOR@", program.estimator).replace("@VERSION@", version("spinney"))
    head = head.replace("@VALUES@", meaning(program))
    combined = SORTED if sorts(program) else ONLY_SUMMED
    tables = [constants(program), TYPES, data(program)]
    pieces = [head, *tables, WALK, SUMMED, combined, LINK, PREDICT]
    return "".join(pieces).replace("@NAME@", name)


def sorts(program: Program) -> bool:
    return any(part.combine != "sum" for part in program.parts)


def meaning(program: Program) -> str:
    if not program.classes:
        return "the prediction of each output."
    return "probabilities in the order of @NAME@_classes."


def constants(program: Program) -> str:
    """Sizes, and what is done with the values of the parts."""
    trees = [tree for part in program.parts for tree in part.trees]
    numbers = {
        "N_FEATURES": len(program.features),
        "N_VALUES": program.n_values,
        "N_OUTPUTS": len(program.outputs),
        "N_PARTS": len(program.parts),
        "MOST_WIDTH": max(tree.width for tree in trees),
        "MOST_TREES": max(len(part.trees) for part in program.parts),
        "HAS_CLASSES": int(bool(program.classes)),
        "HAS_LOSS": int(program.loss is not None),
        "BY_SCORES": int(program.by_scores),
        "BY_VOTES": int(program.votes),
        "SCALED": int(program.scale),
    }
    listed = ",\n  ".join(f"{name} = {value}" for name, value in numbers.items())
    return f"\nenum {{\n  {listed}\n}};\n#define PART_DIVISOR {program.divisor!r}\n"


def data(program: Program) -> str:
    found = Tables(program)
    starts = [str(group.start) for group in program.outputs] + [str(program.n_values)]
    classes = [string(label) for labels in program.classes for label in labels]
    costs = [repr(cost) for row in program.loss or () for cost in row]
    names = [string(feature.name) for feature in program.features]
    tables = [
        ("const char *const @NAME@_features", names, '""', 4),
        ("const char *const @NAME@_classes", classes, '""', 4),
        ("static const char *const labels", found.labels, '""', 4),
        ("static const Feature features", found.features, "", 1),
        ("static const double cuts", found.cuts, "0", 8),
        ("static const int level_children", found.level_children, "0", 16),
        ("static const Term terms", found.terms, "{0, 0, 0}", 2),
        ("static const double shares", found.shares, "0", 8),
        ("static const Surrogate surrogates", found.surrogates, NO_SURROGATE, 2),
        ("static const double node_values", found.node_values, "0", 8),
        ("static const Node nodes", found.nodes, "", 2),
        ("static const Tree trees", found.trees, "", 8),
        ("static const double initial", found.initial, "", 8),
        ("static const Part parts", found.parts, "", 1),
        ("static const double loss", costs, "0", 8),
        ("static const int starts", starts, "", 16),
    ]
    if sorts(program):
        tables.append(("static const double votes", found.votes, "", 8))
    sizes = ("features", "values", "outputs")
    public = ", ".join(f"@NAME@_n_{size} = N_{size.upper()}" for size in sizes)
    written = [array(name, entries or [none], n) for name, entries, none, n in tables]
    return f"\nconst int {public};\n" + "".join(written)
