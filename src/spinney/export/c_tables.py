"""The tables of a program for its C source."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from .program import Feature, Levels, Node, Numbers, Part, Program, Question, Sum, Surrogate, Way

WAYS = {"stop": "STOP", "all": "ALL", "surrogates": "SURROGATES", "error": "0"}
NO_QUESTION = "{LEAF, 0, 0, 0, 0}"
PLAIN = re.compile(rb"[ !#->@-\[\]-~]")
"""Characters that stand for themselves in a string: not quotes, ?, backslash, controls."""


class Tables:
    """Everything that the runtime reads, filled tree by tree."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.cuts: list[str] = []
        self.level_children: list[str] = []
        self.terms: list[str] = []
        self.shares: list[str] = []
        self.node_values: list[str] = []
        self.surrogates: list[str] = []
        self.nodes: list[str] = []
        self.trees: list[str] = []
        self.votes: list[str] = []
        self.initial: list[str] = []
        self.labels: list[str] = []
        self.features = [self.feature(feature) for feature in program.features]
        weighted = zip(program.parts, program.weights, strict=True)
        self.parts = [self.part(part, weight) for part, weight in weighted]

    def feature(self, feature: Feature) -> str:
        first, n = len(self.labels), -1
        if feature.labels is not None:
            n = len(feature.labels)
            self.labels += checked_labels(feature)
        stand_ins = f"{stand_in(feature.missing_as)}, {stand_in(feature.unknown_as)}"
        refused = f"{int(feature.refuses_missing)}, {int(feature.refuses_unknown)}"
        return f"{{{n}, {first}, {stand_ins}, {refused}}}"

    def part(self, part: Part, weight: float) -> str:
        first, start = len(self.trees), len(self.initial)
        for tree, vote in zip(part.trees, part.weights or (1.0,) * len(part.trees), strict=True):
            root = len(self.nodes)
            self.trees.append(f"{{{root}, {tree.slot}, {tree.width}}}")
            self.votes.append(repr(vote))
            self.nodes += [self.node(node, root) for node in tree.nodes]
        self.initial += map(repr, part.initial)
        link = "EXPONENTIAL" if part.link == "exp" else part.link.upper()
        sizes = f"{first}, {len(part.trees)}, {part.n_scores}"
        numbers = f"{part.divisor!r}, {part.factor!r}, {weight!r}"
        return f"{{{sizes}, {part.combine.upper()}, {link}, {start}, {numbers}}}"

    def node(self, node: Node, root: int) -> str:
        value = 0
        if node.question is None or "stop" in node.ways:
            value = extended(self.node_values, map(repr, node.value))
        if node.question is None:
            return f"{{{NO_QUESTION}, 0, 0, 0, 0, 0, 0, 0, 0, 0, {value}}}"
        ways = ", ".join(map(way_text, (node.missing, node.unknown, node.unseen)))
        shares = extended(self.shares, map(repr, node.shares))
        others = extended(self.surrogates, [self.surrogate(s) for s in node.surrogates])
        children = f"{root + node.children[0]}, {len(node.children)}"
        rest = f"{shares}, {others}, {len(node.surrogates)}, {node.otherwise}, {value}"
        return f"{{{self.question(node.question)}, {children}, {ways}, {rest}}}"

    def surrogate(self, surrogate: Surrogate) -> str:
        order = ", ".join(map(str, surrogate.order))
        return f"{{{self.question(surrogate.question)}, {{{order}}}}}"

    def question(self, question: Question) -> str:
        if isinstance(question, Sum):
            at = extended(self.terms, [f"{{{t[0]}, {t[1]!r}, {t[2]!r}}}" for t in question.terms])
            kind = "SPHERE" if question.squared else "LINEAR"
            return f"{{{kind}, 0, {at}, {len(question.terms)}, {question.threshold!r}}}"
        if isinstance(question, Numbers):
            at = extended(self.cuts, map(repr, question.cuts))
            return f"{{NUMBERS, {question.feature}, {at}, {len(question.cuts)}, 0}}"
        return self.level_question(question)

    def level_question(self, question: Levels) -> str:
        n = len(self.program.features[question.feature].labels or ())
        at = extended(
            self.level_children, [str(question.children.get(i, "UNSEEN")) for i in range(n)]
        )
        return f"{{LEVELS, {question.feature}, {at}, {n}, 0}}"


def extended(table: list[str], entries: Iterable[str]) -> int:
    """Add entries to a table; the place of the first."""
    at = len(table)
    table += entries
    return at


def way_text(way: Way) -> str:
    return str(way) if isinstance(way, int) else WAYS[way]


def stand_in(value: float | None) -> str:
    return "NAN" if value is None else repr(float(value))


def checked_labels(feature: Feature) -> list[str]:
    """Labels as C strings, which must differ also where some were numbers."""
    found = [string(label) for label in feature.labels or ()]
    if len(set(found)) < len(found):
        raise ValueError(
            f"C cannot be written for column {feature.name!r}: some of its labels are the same as "
            "text, such as 1 and '1'."
        )
    return found


def string(label: Any) -> str:
    """A C string of a label, or of its text if it is none."""
    text = str(label)
    if "\0" in text:
        raise ValueError(f"C cannot be written: {text!r} holds a character of code 0.")
    codes = (bytes([byte]) for byte in text.encode("utf-8", "backslashreplace"))
    written = (c.decode() if PLAIN.fullmatch(c) else f"\\{c[0]:03o}" for c in codes)
    return f'"{"".join(written)}"'


def array(declaration: str, entries: Sequence[str], per_line: int) -> str:
    """A table of at least one entry: C has no empty ones."""
    lines = [", ".join(entries[i : i + per_line]) for i in range(0, len(entries), per_line)]
    return f"{declaration}[] = {{\n  " + ",\n  ".join(lines) + "};\n"
