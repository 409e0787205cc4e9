"""A tree as nested dicts and lists of plain values, ready for JSON."""

import math
from typing import Any

from .. import _core
from ..data.columns import plain_label
from .conditions import Condition, alternative_sides
from .split_table import Kind, Way
from .tree_formatter import TreeFormatter


def nested_tree(words: TreeFormatter) -> dict[str, Any]:
    """The features, the classes, and the root with all that hangs below it."""
    fitted = words.fitted
    return {
        "features": [feature(words, j) for j in range(fitted.tree.n_features)],
        "classes": [[plain(label) for label in classes] for classes in fitted.classes] or None,
        "loss": None if fitted.loss is None else fitted.loss.tolist(),
        "tree": NodeWriter(words).root(),
    }


def feature(words: TreeFormatter, j: int) -> dict[str, Any]:
    """A feature: its name, its kind, its categories, and what stands in for absent values."""
    questions, rules = words.questions, words.fitted.missing
    labels = [plain(label) for label in words.labels(j)]
    category = questions.levels is not None and questions.levels[j] is not None
    found: dict[str, Any] = {
        "name": words.feature_names[j],
        "kind": "category" if category else "number",
        "categories": labels if category else None,
        "missing": rules.policies[j],
        "unknown": rules.unknown[j] if category else None,
    }
    for absent in ("missing", "unknown"):
        value = questions.stand_in(j, absent)
        if value is not None:
            found[f"{absent}_as"] = labels[int(value)] if category else value
    return found


def plain(value: Any) -> Any:
    """A value that JSON has: text, a number, True, False or None; anything else as text."""
    value = plain_label(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, (str, int, float, type(None))) else str(value)


class NodeWriter:
    """Writes nodes from the last to the root, children before their parents."""

    def __init__(self, words: TreeFormatter) -> None:
        self.words = words
        self.questions = words.questions
        self.tree = words.fitted.tree
        self.counts = self.tree.n_node_samples.tolist()
        self.weights = self.tree.weighted_n_node_samples.tolist()
        self.impurity, self.gain = self.tree.impurity.tolist(), self.tree.gain.tolist()

    def root(self) -> dict[str, Any]:
        done: dict[int, dict[str, Any]] = {}
        for node in reversed(range(self.tree.node_count)):
            done[node] = self.node(node)
            below = [done.pop(child) for child in self.questions.children(node)]
            if self.questions.is_multiway(node):
                done[node]["children"] = below
            elif below:
                done[node]["left"], done[node]["right"] = below
        return done[0]

    def node(self, node: int) -> dict[str, Any]:
        found: dict[str, Any] = {
            "node": node,
            "rows": self.counts[node],
            "weight": self.weights[node],
            "impurity": self.impurity[node],
            **self.answer(node),
        }
        if self.questions.kind[node] != 0:
            found["gain"] = self.gain[node]
            found["question"] = self.question(node)
            found["surrogates"] = [
                {**self.alternative(s), "agreement": s.score, "adjusted": s.adjusted}
                for s in self.tree.surrogates(node)
            ]
            found["competitors"] = [
                {**self.alternative(c), "gain": c.score} for c in self.tree.competitors(node)
            ]
        return found

    def answer(self, node: int) -> dict[str, Any]:
        """A list with an entry per output: the prediction and, for classes, their shares."""
        prediction = [plain(value) for value in self.words.predicted(node)]
        classes = self.words.fitted.classes
        if not classes:
            return {"prediction": prediction}
        value = self.words.value[node]
        shares = [value[k, : len(labels)].tolist() for k, labels in enumerate(classes)]
        return {"prediction": prediction, "shares": shares}

    def question(self, node: int) -> dict[str, Any]:
        """What is asked, and where values go that do not answer it."""
        questions = self.questions
        category = questions.asks_category(node)
        absent = ("missing", "unseen", "unknown") if category else ("missing",)
        ways = {kind: self.way(node, questions.way(node, kind)) for kind in absent}
        if "surrogate" in ways.values():
            ways["else"] = self.way(node, int(questions.missing_child[node]))
        return {**self.asked(node), **ways}

    def way(self, node: int, way: Way) -> Way:
        """A child by its place in ``children``, where there is such a list."""
        return way if self.questions.is_multiway(node) else self.questions.way_name(node, way)

    def asked(self, node: int) -> dict[str, Any]:
        """What a question asks, by its kind."""
        questions, sides = self.questions, self.questions.sides(node)
        j = int(questions.feature[node])
        found = {"feature": self.words.feature_names[j], "index": j}
        if questions.kind[node] == Kind.INTERVALS:
            cuts = [cut if math.isfinite(cut) else None for cut in questions.cuts(node)]
            return {**found, "cuts": cuts}
        conditions = [side for side in sides if isinstance(side, Condition)]
        if questions.kind[node] == Kind.LEVELS:
            return {**found, "levels": [self.labels(side) for side in conditions]}
        if conditions:
            return self.sides(conditions[0], conditions[1])
        whole = questions.combination(node)
        terms = [
            {"feature": self.words.feature_names[i], "index": i, "factor": factor, "centre": centre}
            for i, factor, centre in zip(whole.features, whole.factors, whole.centres, strict=True)
        ]
        return {**found, whole.kind: terms, "threshold": float(questions.threshold[node])}

    def alternative(self, alternative: "_core.Alternative") -> dict[str, Any]:
        return self.sides(*alternative_sides(alternative))

    def sides(self, left: Condition, right: Condition) -> dict[str, Any]:
        """The feature, and the threshold with the side below it, or the labels of both sides."""
        j = left.feature
        found: dict[str, Any] = {"feature": self.words.feature_names[j], "index": j}
        if left.levels is None:
            below = "left" if math.isinf(left.low) else "right"
            threshold = left.high if below == "left" else left.low
            finite = threshold if math.isfinite(threshold) else None
            return {**found, "threshold": finite, "up_to_threshold": below}
        return {**found, "left": self.labels(left), "right": self.labels(right)}

    def labels(self, condition: Condition) -> list[Any]:
        """The labels that fulfil a condition, of those seen at fit."""
        labels = self.words.labels(condition.feature)
        chosen = (condition.levels or frozenset()) & (condition.seen or frozenset())
        return [plain(labels[i]) for i in sorted(chosen)]
