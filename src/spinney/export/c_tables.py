"""The tables of a model for its C source."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from ..inspection.split_kinds import Destination, Split
from .model import Ensemble, Feature, Model, Node

DESTINATIONS = {"stop": "STOP", "all": "ALL", "surrogate": "SURROGATE", "error": "0"}
PLAIN = re.compile(rb"[ !#->@-\[\]-~]")
"""Characters that need no escape in a string: all but quotes, ?, backslash and controls."""


class Tables:
    """The constant tables of the C file, filled tree by tree."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.entries: dict[str, list[str]] = defaultdict(list)
        self.entries["features"] = [self.feature(feature) for feature in model.features]
        weighted = zip(model.ensembles, model.weights, strict=True)
        self.entries["ensembles"] = [self.ensemble(one, weight) for one, weight in weighted]

    def add(self, table: str, entries: Iterable[str]) -> int:
        """Append entries to a table and return the index of the first."""
        start = len(self.entries[table])
        self.entries[table] += entries
        return start

    def n_categories(self, feature: int) -> int:
        return len(self.model.features[feature].labels or ())

    def feature(self, feature: Feature) -> str:
        n = -1 if feature.labels is None else len(feature.labels)
        start = self.add("labels", distinct_labels(feature))
        fills = f"{optional(feature.missing_as)}, {optional(feature.unknown_as)}"
        kinds = (feature.is_ordered, feature.is_date)
        flags = (feature.rejects_missing, feature.rejects_unknown, *kinds)
        return f"{{{n}, {start}, {fills}, {', '.join(str(int(flag)) for flag in flags)}}}"

    def ensemble(self, ensemble: Ensemble, weight: float) -> str:
        first, n_trees = len(self.entries["trees"]), len(ensemble.trees)
        self.add("tree_weights", map(repr, ensemble.weights or (1.0,) * n_trees))
        for tree in ensemble.trees:
            root = len(self.entries["nodes"])
            self.add("trees", [f"{{{root}, {tree.slot}, {tree.width}}}"])
            self.add("nodes", [self.node(node, root) for node in tree.nodes])
        start = self.add("initial", map(repr, ensemble.initial))
        kinds = f"{ensemble.aggregate.upper()}, LINK_{ensemble.link.upper()}"
        numbers = f"{ensemble.divisor!r}, {ensemble.factor!r}, {weight!r}"
        return f"{{{first}, {n_trees}, {ensemble.n_scores}, {kinds}, {start}, {numbers}}}"

    def node(self, node: Node, root: int) -> str:
        value = 0
        if node.split is None or "stop" in node.destinations:
            value = self.add("node_values", map(repr, node.value))
        if node.split is None:
            terms = [
                f"{{{t.feature}, {t.factor!r}, {t.center!r}, {t.reach!r}}}" for t in node.terms
            ]
            leaf = f"{{LEAF, 0, {self.add('terms', terms)}, {len(terms)}, 0}}"
            return f"{{{leaf}, 0, 0, 0, 0, 0, 0, 0, 0, 0, {value}}}"
        children = f"{root + node.children[0]}, {len(node.children)}"
        absent = ", ".join(map(destination, (node.missing, node.unknown, node.unseen)))
        shares = self.add("shares", map(repr, node.shares))
        surrogates = [
            f"{{{self.split(split)}, {{{', '.join(map(str, order))}}}}}"
            for split, order in node.surrogates
        ]
        first = self.add("surrogates", surrogates)
        rest = f"{shares}, {first}, {len(surrogates)}, {node.fallback}, {value}"
        return f"{{{self.split(node.split)}, {children}, {absent}, {rest}}}"

    def split(self, split: Split) -> str:
        return f"{{{split.c.name}, {split.c_fields(self)}}}"


def destination(value: Destination) -> str:
    return str(value) if isinstance(value, int) else DESTINATIONS[value]


def optional(value: float | None) -> str:
    return "NAN" if value is None else repr(float(value))


def distinct_labels(feature: Feature) -> list[str]:
    """Return labels as C strings, which must also differ where some are numbers."""
    labels = [string(label) for label in feature.labels or ()]
    if len(set(labels)) < len(labels):
        raise ValueError(
            f"C cannot be written for column {feature.name!r}: some of its labels are the same as "
            "text, such as 1 and '1'."
        )
    return labels


def string(label: Any) -> str:
    """Return the text of a label as a C string."""
    text = str(label)
    if "\0" in text:
        raise ValueError(f"C cannot be written: {text!r} contains a null character.")
    codes = (bytes([byte]) for byte in text.encode("utf-8", "backslashreplace"))
    escaped = (c.decode() if PLAIN.fullmatch(c) else f"\\{c[0]:03o}" for c in codes)
    return f'"{"".join(escaped)}"'


def array(declaration: str, entries: Sequence[str], per_line: int) -> str:
    """Return the definition of a table of at least one entry."""
    lines = [", ".join(entries[i : i + per_line]) for i in range(0, len(entries), per_line)]
    return f"{declaration}[] = {{\n  " + ",\n  ".join(lines) + "};\n"
