"""Models as JSON: what is needed to predict without this library."""

import json
import math
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from .models import read_program
from .program import Feature, Levels, Node, Numbers, Part, Program, Question, Sum, Way

FORMAT, FORMAT_VERSION = "spinney-export", 1


def to_json(
    model: Any, *, feature_names: Sequence[str] | None = None, indent: int | None = None
) -> str:
    """A fitted model as JSON text, enough to predict without this library.

    The form is documented in ``docs/EXPORT.md`` and has a version. Numbers read back as the same
    float64. It is for other programs: to keep a model for later use, save it to a file.

    Parameters
    ----------
    model : estimator
        A fitted tree, forest, bag of trees, boosted or AdaBoost model, or a voting or linear blend
        of those.
    feature_names : list of str, default=None
        Names of the columns; None takes those of the fit, or x0, x1, ...
    indent : int, default=None
        Spaces by which each level is indented; None writes one line.

    Returns
    -------
    str

    Examples
    --------
    >>> import json
    >>> from spinney import DecisionTreeClassifier, to_json
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0]], ["low", "low", "high"])
    >>> exported = json.loads(to_json(tree, feature_names=["size"]))
    >>> exported["parts"][0]["trees"][0]["nodes"][0]
    {'question': 'number', 'feature': 'size', 'cuts': [2.5], 'children': [1, 2], 'missing': 1}
    """
    document = program_document(read_program(model, feature_names))
    return json.dumps(document, indent=indent, ensure_ascii=False, allow_nan=False)


def program_document(program: Program) -> dict[str, Any]:
    """All of a model as dicts and lists."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "spinney": version("spinney"),
        "estimator": program.estimator,
        "features": [feature_document(feature) for feature in program.features],
        "classes": [[plain(label) for label in labels] for labels in program.classes] or None,
        "loss": program.loss,
        "parts": [part_document(part, program.features) for part in program.parts],
        "weights": program.weights,
        "divisor": program.divisor,
        "votes": program.votes,
        "scale": program.scale,
        "decided_by": "scores" if program.by_scores else "values",
    }


def plain(label: Any) -> Any:
    """A label that JSON has: text, a number, true or false; anything else as text."""
    if isinstance(label, float) and not math.isfinite(label):
        return str(label)
    return label if isinstance(label, str | int | float) else str(label)


def feature_document(feature: Feature) -> dict[str, Any]:
    labels = feature.labels
    found: dict[str, Any] = {
        "name": feature.name,
        "kind": "number" if labels is None else "category",
    }
    if labels is not None:
        found["labels"] = [plain(label) for label in labels]
    if feature.missing_as is not None:
        value = feature.missing_as
        found["missing_as"] = value if labels is None else plain(labels[int(value)])
    if feature.unknown_as is not None and labels is not None:
        found["unknown_as"] = plain(labels[feature.unknown_as])
    refused = {"missing": feature.refuses_missing, "unknown": feature.refuses_unknown}
    if any(refused.values()):
        found["refuses"] = [absent for absent, is_refused in refused.items() if is_refused]
    return found


def part_document(part: Part, features: tuple[Feature, ...]) -> dict[str, Any]:
    trees = [
        {"slot": tree.slot, "nodes": [node_document(node, features) for node in tree.nodes]}
        for tree in part.trees
    ]
    found: dict[str, Any] = {"combine": part.combine}
    if part.combine == "sum":
        found |= {"initial": part.initial, "divisor": part.divisor}
    if part.weights:
        found["weights"] = part.weights
    return found | {"link": part.link, "factor": part.factor, "trees": trees}


def node_document(node: Node, features: tuple[Feature, ...]) -> dict[str, Any]:
    if node.question is None:
        return {"value": node.value}

    def place(way: Way) -> Way:
        return node.children[way] if isinstance(way, int) else way

    found = question_document(node.question, node.children, features)
    found["missing"] = place(node.missing)
    if isinstance(node.question, Levels):
        found |= {"unknown": place(node.unknown), "unseen": place(node.unseen)}
    if "stop" in node.ways:
        found["value"] = node.value
    if node.shares:
        found["shares"] = node.shares
    if node.surrogates:
        found["surrogates"] = [
            question_document(s.question, [node.children[k] for k in s.order], features)
            for s in node.surrogates
        ]
        found["otherwise"] = node.children[node.otherwise]
    return found


def question_document(
    question: Question, children: Sequence[int], features: tuple[Feature, ...]
) -> dict[str, Any]:
    if isinstance(question, Sum):
        return {
            "question": "sphere" if question.squared else "linear",
            "terms": [
                {
                    "feature": features[term.feature].name,
                    "factor": term.factor,
                    "centre": term.centre,
                }
                for term in question.terms
            ],
            "threshold": question.threshold,
            "children": children,
        }
    feature = features[question.feature]
    if isinstance(question, Numbers):
        return {
            "question": "number",
            "feature": feature.name,
            "cuts": question.cuts,
            "children": children,
        }
    labels = [plain(label) for label in feature.labels or ()]
    groups: list[list[Any]] = [[] for _ in children]
    for level, child in sorted(question.children.items()):
        groups[child].append(labels[level])
    return {"question": "category", "feature": feature.name, "groups": groups, "children": children}
