"""Export of models to JSON."""

import json
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from ...data.codings import Coding
from ...inspection.phrases import json_value
from ...inspection.split_kinds import Destination
from ..model import Ensemble, Feature, Model, Node
from ..read_estimators import read_model
from ..registry import exporter

FORMAT, FORMAT_VERSION = "spinney-export", 4


@exporter("json", ".json")
def to_json(
    model: Any, *, feature_names: Sequence[str] | None = None, indent: int | None = None
) -> str:
    """Return a fitted model as JSON text, which is sufficient to predict without this library.

    The format is versioned and documented in ``docs/EXPORT.md``. Numbers are written with all
    digits. To load the model in Python again, save it to a file instead.

    Parameters
    ----------
    model : estimator
        A fitted tree, forest, bagging of trees, gradient boosting or AdaBoost model, or a voting
        or linear blend of those.
    feature_names : list of str, default=None
        Names of the features; None uses those of the training data, or x0, x1, ...
    indent : int, default=None
        Spaces of indentation per level; None writes a single line.

    Returns
    -------
    str
        The JSON document.

    Examples
    --------
    >>> import json
    >>> from spinney import DecisionTreeClassifier, to_json
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0]], ["low", "low", "high"])
    >>> exported = json.loads(to_json(tree, feature_names=["size"]))
    >>> exported["ensembles"][0]["trees"][0]["nodes"][0]
    {'split': 'threshold', 'feature': 'size', 'thresholds': [2.5], 'children': [1, 2], 'missing': 1}
    """
    document = model_document(read_model(model, feature_names))
    return json.dumps(document, indent=indent, ensure_ascii=False, allow_nan=False)


def model_document(model: Model) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "spinney": version("spinney"),
        "estimator": model.estimator,
        "features": [feature_document(feature) for feature in model.features],
        "classes": [[json_value(label) for label in labels] for labels in model.classes] or None,
        "loss_matrix": model.loss_matrix,
        "ensembles": [ensemble_document(one, model.features) for one in model.ensembles],
        "weights": model.weights,
        "divisor": model.divisor,
        "hard_voting": model.hard_voting,
        "normalize": model.normalize,
        "decide_by": "scores" if model.decides_by_scores else "values",
    }


def feature_document(feature: Feature) -> dict[str, Any]:
    labels = feature.labels
    if labels is None:
        document: dict[str, Any] = {"name": feature.name, **number_kind(feature.coding)}
    else:
        categories = [json_value(label) for label in labels]
        kind = "ordered" if feature.is_ordered else "category"
        document = {"name": feature.name, "kind": kind, "categories": categories}
    if feature.missing_as is not None:
        value = feature.missing_as
        document["missing_as"] = value if labels is None else json_value(labels[int(value)])
    if feature.unknown_as is not None and labels is not None:
        document["unknown_as"] = json_value(labels[feature.unknown_as])
    rejected = {"missing": feature.rejects_missing, "unknown": feature.rejects_unknown}
    if any(rejected.values()):
        document["rejects"] = [absent for absent, is_rejected in rejected.items() if is_rejected]
    return document


def number_kind(coding: Coding | None) -> dict[str, Any]:
    if coding is None:
        return {"kind": "number"}
    zone = {} if coding.zone is None else {"time_zone": coding.zone}
    return {"kind": coding.kind, **zone}


def ensemble_document(ensemble: Ensemble, features: tuple[Feature, ...]) -> dict[str, Any]:
    trees = [
        {"slot": tree.slot, "nodes": [node_document(node, features) for node in tree.nodes]}
        for tree in ensemble.trees
    ]
    document: dict[str, Any] = {"aggregate": ensemble.aggregate}
    if ensemble.aggregate == "sum":
        document |= {"initial": ensemble.initial, "divisor": ensemble.divisor}
    if ensemble.weights:
        document["weights"] = ensemble.weights
    return document | {"link": ensemble.link, "factor": ensemble.factor, "trees": trees}


def node_document(node: Node, features: tuple[Feature, ...]) -> dict[str, Any]:
    if node.split is None:
        terms = [one._asdict() | {"feature": features[one.feature].name} for one in node.terms]
        return {"value": node.value} | ({"terms": terms} if terms else {})

    def target(destination: Destination) -> Destination:
        return node.children[destination] if isinstance(destination, int) else destination

    document = node.split.json(features, node.children)
    document["missing"] = target(node.missing)
    if node.split.categorical:
        document |= {"unknown": target(node.unknown), "unseen": target(node.unseen)}
    if "stop" in node.destinations:
        document["value"] = node.value
    if node.shares:
        document["shares"] = node.shares
    if node.surrogates:
        document["surrogates"] = [
            surrogate.split.json(features, [node.children[k] for k in surrogate.order])
            for surrogate in node.surrogates
        ]
        document["fallback"] = node.children[node.fallback]
    return document
