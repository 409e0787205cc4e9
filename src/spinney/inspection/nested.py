"""A tree as nested dicts and lists of plain values, ready for JSON."""

from typing import Any

from .. import _core
from .phrases import json_value
from .split_kinds import Destination, read_alternative
from .tree_formatter import TreeFormatter


def nested_tree(formatter: TreeFormatter) -> dict[str, Any]:
    """Return the features, the classes and the root with all nodes below it."""
    fitted = formatter.fitted
    return {
        "features": [feature(formatter, j) for j in range(fitted.tree.n_features)],
        "classes": [[json_value(c) for c in classes] for classes in fitted.classes] or None,
        "loss": None if fitted.loss is None else fitted.loss.tolist(),
        "tree": NodeWriter(formatter).root(),
    }


def feature(formatter: TreeFormatter, j: int) -> dict[str, Any]:
    """Return a feature: its name, type, categories, and how absent values are handled."""
    splits, rules = formatter.splits, formatter.fitted.missing
    labels = [json_value(label) for label in formatter.category_labels(j)]
    category = formatter.fitted.schema.known(j) is not None
    document: dict[str, Any] = {
        "name": formatter.feature_names[j],
        "kind": formatter.fitted.schema.kind(j),
        "categories": labels if category else None,
        "missing": rules.policies[j],
        "unknown": rules.unknown[j] if category else None,
    }
    for absent in ("missing", "unknown"):
        value = splits.fill_value(j, absent)
        if value is not None:
            document[f"{absent}_as"] = labels[int(value)] if category else value
    return document


class NodeWriter:
    """Writes nodes from the last to the root, so that children come before their parents."""

    def __init__(self, formatter: TreeFormatter) -> None:
        self.formatter = formatter
        self.splits = formatter.splits
        self.tree = formatter.fitted.tree
        self.counts = self.tree.n_node_samples.tolist()
        self.impurity, self.gain = self.tree.impurity.tolist(), self.tree.gain.tolist()

    def root(self) -> dict[str, Any]:
        written: dict[int, dict[str, Any]] = {}
        for node in reversed(range(self.tree.node_count)):
            document = written[node] = self.node(node)
            children = [written.pop(child) for child in self.splits.children(node)]
            if children and self.splits.split(node).multiway:
                document["children"] = children
            elif children:
                document["left"], document["right"] = children
        return written[0]

    def node(self, node: int) -> dict[str, Any]:
        document: dict[str, Any] = {
            "node": node,
            "rows": self.counts[node],
            "weight": self.splits.weight[node],
            "impurity": self.impurity[node],
            **self.prediction(node),
        }
        if not self.splits.is_leaf(node):
            document["gain"] = self.gain[node]
            document["split"] = self.split(node)
            document["surrogates"] = [
                {**self.alternative(s), "agreement": s.score, "adjusted": s.adjusted}
                for s in self.tree.surrogates(node)
            ]
            document["competitors"] = [
                {**self.alternative(c), "gain": c.score} for c in self.tree.competitors(node)
            ]
        return document

    def prediction(self, node: int) -> dict[str, Any]:
        """Return the prediction and, for classes, their shares; a list entry per output."""
        prediction = [json_value(value) for value in self.formatter.predicted_values(node)]
        classes = self.formatter.fitted.classes
        if not classes:
            return {"prediction": prediction, **self.leaf_terms(node)}
        value = self.formatter.value[node]
        shares = [value[k, : len(labels)].tolist() for k, labels in enumerate(classes)]
        return {"prediction": prediction, "shares": shares}

    def leaf_terms(self, node: int) -> dict[str, Any]:
        """Return the terms that a linear leaf adds to its prediction."""
        if not self.splits.is_leaf(node):
            return {}
        names = ("feature", "factor", "center", "reach")
        parts = (part.tolist() for part in self.formatter.fitted.tree.terms(node))
        terms = [dict(zip(names, term, strict=True)) for term in zip(*parts, strict=True)]
        for term in terms:
            term["feature"] = self.formatter.feature_names[term["feature"]]
        return {"terms": terms} if terms else {}

    def split(self, node: int) -> dict[str, Any]:
        """Return the split of a node, and where absent values go."""
        split = self.splits.split(node)
        absent = ("missing", "unseen", "unknown") if split.categorical else ("missing",)
        routes = {a: self.destination(node, self.splits.destination(node, a)) for a in absent}
        if "surrogate" in routes.values():
            routes["else"] = self.destination(node, self.splits.missing_child[node])
        return {**split.to_dict(self.formatter), **routes}

    def destination(self, node: int, destination: Destination) -> Destination:
        """Return a child by its position in ``children``, or as "left" or "right"."""
        if self.splits.split(node).multiway:
            return destination
        return self.splits.destination_name(node, destination)

    def alternative(self, alternative: "_core.Alternative") -> dict[str, Any]:
        split, reverse = read_alternative(alternative)
        return split.to_dict(self.formatter, reverse)
