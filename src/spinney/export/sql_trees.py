"""Trees as SQL expressions: nested CASE, cut into layers where a tree is deep."""

from collections import Counter
from typing import NamedTuple

from .program import Node, Tree, Way
from .sql_splits import SplitTable
from .sql_words import Dialect, case, indented, quoted, total

MOST_NESTED = 7
"""Levels of one CASE expression; SQLite's parser does not take many more."""


class Layer(NamedTuple):
    """An expression for the nodes that rows have come to, and those where more is asked."""

    expression: str
    open: list[int]


class TreeWriter:
    """Writes the trees of a program."""

    def __init__(self, questions: SplitTable, dialect: Dialect) -> None:
        self.questions = questions
        self.dialect = dialect
        self.number = dialect.number

    def value(self, tree: Tree) -> str | None:
        """The value of a tree that has one; None if it takes more than one expression."""
        if tree.width > 1:
            return None
        if tree.divides:
            return self.divided_value(tree, 0)
        found: list[int] = []
        text = self.nested(tree, 0, 0, found, values=True)
        return None if found else self.dialect.as_float(text)

    def layers(self, tree: Tree, columns: list[str]) -> list[str]:
        """The node where a row ends, layer by layer; each layer has the one before in a column."""
        found: list[int] = []
        written = [self.nested(tree, 0, 0, found)]
        while found:
            column, deeper = columns[len(written) - 1], found
            found = []
            branches = [
                (f"{column} = {node}", self.nested(tree, node, 0, found)) for node in deeper
            ]
            written.append(case(branches, column))
        return written

    def nested(
        self, tree: Tree, i: int, depth: int, unfinished: list[int], values: bool = False
    ) -> str:
        """CASE for the node (or its value) where rows that are at node i end."""
        node = tree.nodes[i]
        here = self.number(node.value[0]) if values else str(i)
        if node.question is None:
            return here
        if depth == MOST_NESTED:
            unfinished.append(i)
            return str(i)

        def below(way: Way) -> str:
            if not isinstance(way, int):
                return here
            return self.nested(tree, node.children[way], depth + 1, unfinished, values)

        if "surrogates" not in node.ways:
            return self.questions.turn(node, below)
        ways: list[Way] = list(range(len(node.children)))
        *first, last = [*ways, "stop"] if "stop" in node.ways else ways
        # One CASE finds the way, so that no branch is written twice.
        lines = [f"CASE {indented(self.way(node))}"]
        lines += [f"  WHEN {code(way)} THEN {indented(below(way))}" for way in first]
        return "\n".join([*lines, f"  ELSE {indented(below(last))}", "END"])

    def way(self, node: Node) -> str:
        """CASE for the number of a child, or -1 for a row that stops."""

        def text(way: Way) -> str:
            if way == "surrogates":
                return self.questions.turn_by_surrogates(node, code)
            return code(way)

        return self.questions.turn(node, text)

    def value_of_node(self, tree: Tree, column: str, k: int) -> str:
        """Value k of the node in a column."""
        ends = [i for i, n in enumerate(tree.nodes) if n.question is None or "stop" in n.ways]
        values = {i: tree.nodes[i].value[k] for i in ends}
        [(usual, _)] = Counter(values.values()).most_common(1)
        places: dict[float, list[int]] = {}
        for i, value in values.items():
            places.setdefault(value, []).append(i)
        branches = [
            (one_of(column, nodes), self.number(value))
            for value, nodes in places.items()
            if value != usual
        ]
        return self.dialect.as_float(case(branches, self.number(usual)))

    def divided_value(self, tree: Tree, k: int) -> str:
        """Value k of a row that may end in several nodes: a sum over them, by its shares."""
        paths: dict[int, list[str]] = {0: []}
        terms = []
        for i, node in enumerate(tree.nodes):
            path, value = paths.pop(i), self.number(node.value[k])
            if node.question is None:
                terms.append(" * ".join([*path, value]))
                continue
            if "stop" in node.ways:
                terms.append(" * ".join([*path, self.share(node, "stop"), value]))
            for way, child in enumerate(node.children):
                paths[child] = [*path, self.share(node, way)]
        return f"({total(terms)})"

    def share(self, node: Node, of: Way) -> str:
        """CASE for what a child gets of a row, or what stays with the node."""

        def text(way: Way) -> str:
            if way == "surrogates":
                return self.questions.turn_by_surrogates(node, text)
            if way == "all" and isinstance(of, int):
                return self.number(node.shares[of])
            return self.number(float(way == of))

        return self.questions.turn(node, text)


def one_of(column: str, nodes: list[int]) -> str:
    listed = ", ".join(map(str, nodes))
    return f"{column} = {listed}" if len(nodes) == 1 else f"{column} IN ({listed})"


def code(way: Way) -> str:
    return str(way) if isinstance(way, int) else "-1"


def tree_column(part: int, tree: int, layer: int) -> str:
    return quoted(f"spinney_tree_{part}_{tree}_{layer}")
