"""Trees as SQL expressions: nested CASE, in several layers for deep trees."""

from collections import Counter

from ..inspection.split_kinds import Destination
from .model import Node, Tree
from .sql_columns import SqlColumns
from .sql_dialects import Dialect, case, indented, quoted, total

MAX_NESTED = 7
"""The maximum depth of one CASE expression; SQLite's parser does not accept many more."""


class TreeWriter:
    """Writes trees as expressions."""

    def __init__(self, columns: SqlColumns, dialect: Dialect) -> None:
        self.columns = columns
        self.dialect = dialect
        self.number = dialect.number

    def value(self, tree: Tree) -> str | None:
        """Return the value of a tree; None if it takes more than one expression."""
        if tree.width > 1:
            return None
        if tree.is_fractional:
            return self.fractional_value(tree, 0)
        unfinished: list[int] = []
        text = self.nested(tree, 0, 0, unfinished, values=True)
        return None if unfinished else self.dialect.as_float(text)

    def layers(self, tree: Tree, columns: list[str]) -> list[str]:
        """Return the node where a row ends, layer by layer; a layer reads the column before it."""
        unfinished: list[int] = []
        layers = [self.nested(tree, 0, 0, unfinished)]
        while unfinished:
            column, nodes = columns[len(layers) - 1], unfinished
            unfinished = []
            branches = [
                (f"{column} = {node}", self.nested(tree, node, 0, unfinished)) for node in nodes
            ]
            layers.append(case(branches, column))
        return layers

    def nested(
        self, tree: Tree, i: int, depth: int, unfinished: list[int], values: bool = False
    ) -> str:
        """Return CASE for the node (or its value) where rows that are at node i end."""
        node = tree.nodes[i]
        here = self.number(node.value[0]) if values else str(i)
        if node.split is None:
            return here
        if depth == MAX_NESTED:
            unfinished.append(i)
            return str(i)

        def below(destination: Destination) -> str:
            if not isinstance(destination, int):
                return here
            return self.nested(tree, node.children[destination], depth + 1, unfinished, values)

        if "surrogate" not in node.destinations:
            return self.columns.case(node, below)
        children: list[Destination] = list(range(len(node.children)))
        *first, last = [*children, "stop"] if "stop" in node.destinations else children
        # An inner CASE finds the destination, so that no branch is written twice.
        lines = [f"CASE {indented(self.destination(node))}"]
        lines += [f"  WHEN {code(one)} THEN {indented(below(one))}" for one in first]
        return "\n".join([*lines, f"  ELSE {indented(below(last))}", "END"])

    def destination(self, node: Node) -> str:
        """Return CASE for the number of a child, or -1 for a row that stops."""

        def text(destination: Destination) -> str:
            if destination == "surrogate":
                return self.columns.surrogate_case(node, code)
            return code(destination)

        return self.columns.case(node, text)

    def value_of_node(self, tree: Tree, column: str, k: int) -> str:
        """Return value k of the node whose number is in a column."""
        ends = [
            i for i, node in enumerate(tree.nodes) if not node.split or "stop" in node.destinations
        ]
        values = {i: tree.nodes[i].value[k] for i in ends}
        [(usual, _)] = Counter(values.values()).most_common(1)
        nodes: dict[float, list[int]] = {}
        for i, value in values.items():
            nodes.setdefault(value, []).append(i)
        branches = [
            (one_of(column, found), self.number(value))
            for value, found in nodes.items()
            if value != usual
        ]
        return self.dialect.as_float(case(branches, self.number(usual)))

    def fractional_value(self, tree: Tree, k: int) -> str:
        """Return value k of a row that may end in several nodes: a sum weighted by its parts."""
        paths: dict[int, list[str]] = {0: []}
        terms = []
        for i, node in enumerate(tree.nodes):
            path, value = paths.pop(i), self.number(node.value[k])
            if node.split is None:
                terms.append(" * ".join([*path, value]))
                continue
            if "stop" in node.destinations:
                terms.append(" * ".join([*path, self.share(node, "stop"), value]))
            for position, child in enumerate(node.children):
                paths[child] = [*path, self.share(node, position)]
        return f"({total(terms)})"

    def share(self, node: Node, of: Destination) -> str:
        """Return CASE for the part of a row that goes to a child, or stops at the node."""

        def text(destination: Destination) -> str:
            if destination == "surrogate":
                return self.columns.surrogate_case(node, text)
            if destination == "all" and isinstance(of, int):
                return self.number(node.shares[of])
            return self.number(float(destination == of))

        return self.columns.case(node, text)


def one_of(column: str, nodes: list[int]) -> str:
    numbers = ", ".join(map(str, nodes))
    return f"{column} = {numbers}" if len(nodes) == 1 else f"{column} IN ({numbers})"


def code(destination: Destination) -> str:
    return str(destination) if isinstance(destination, int) else "-1"


def tree_column(ensemble: int, tree: int, layer: int) -> str:
    return quoted(f"spinney_tree_{ensemble}_{tree}_{layer}")
