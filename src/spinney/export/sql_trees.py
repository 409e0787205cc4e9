"""Trees as SQL expressions: nested CASE, in several layers for large trees."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from ..inspection.split_kinds import Destination, ThresholdSplit
from .model import LeafTerm, Node, Tree
from .sql_columns import SqlColumns, allowed
from .sql_dialects import Dialect
from .sql_parts import MAX_NESTED, Part, TreeParts
from .sql_text import all_of, case, indented, joined, total

MAX_SHARES = 100_000
"""The maximum number of shares in the value of a tree with fractional rows."""


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
        expression = TreeExpression(self, tree, values=True)
        text = expression.nested(expression.parts.whole, 0)
        return None if expression.unfinished else self.dialect.as_float(text)

    def layers(self, tree: Tree, column: Callable[[int], str]) -> list[str]:
        """Return the node where a row ends, layer by layer; a layer reads the column before it."""
        expression = TreeExpression(self, tree, values=False)
        layers = [expression.nested(expression.parts.whole, 0)]
        while expression.unfinished:
            before, parts = column(len(layers) - 1), expression.unfinished
            expression.unfinished = []
            branches = [(f"{before} = {part.root}", expression.nested(part, 0)) for part in parts]
            layers.append(case(branches, before))
        return layers

    def reaches(self, tree: Tree, path: Sequence[tuple[int, int]]) -> str:
        """Return the condition that a row follows a path of (node, child)."""
        needed: dict[Hashable, tuple[float, Node, int]] = {}
        for i, child in path:
            node = tree.nodes[i]
            key, strength = bound(node, child) or (i, 0.0)
            if key not in needed or strength > needed[key][0]:
                needed[key] = strength, node, child
        return all_of([self.goes_to(node, child) for _, node, child in needed.values()])

    def goes_to(self, node: Node, child: int) -> str:
        """Return the condition that a row goes from a node to a child."""
        if "surrogate" in node.destinations:
            return f"{self.destination(node)} = {child}"
        return self.columns.goes_to(node, child)

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
        linear = [
            (f"{column} = {i}", self.leaf(tree.nodes[i])) for i in ends if tree.nodes[i].terms
        ]
        values = {i: tree.nodes[i].value[k] for i in ends if not tree.nodes[i].terms} or {0: 0.0}
        [(usual, _)] = Counter(values.values()).most_common(1)
        nodes: dict[float, list[int]] = {}
        for i, value in values.items():
            nodes.setdefault(value, []).append(i)
        branches = linear + [
            (one_of(column, found), self.number(value))
            for value, found in nodes.items()
            if value != usual
        ]
        return self.dialect.as_float(case(branches, self.number(usual)))

    def leaf(self, node: Node, k: int = 0) -> str:
        """Return value k of a node, with the terms of a linear leaf."""
        value = self.number(node.value[k])
        return (
            f"({joined([value, *map(self.leaf_term, node.terms)], ' + ')})" if node.terms else value
        )

    def leaf_term(self, term: LeafTerm) -> str:
        x, limit = self.columns.numeric(term.feature), term.factor * term.reach
        distance = f"({x} - {self.number(term.center)})"
        branches = [
            (f"{x} IS NULL", self.number(0.0)),
            (f"{distance} > {self.number(term.reach)}", self.number(limit)),
            (f"{distance} < {self.number(-term.reach)}", self.number(-limit)),
        ]
        return case(branches, f"{self.number(term.factor)} * {distance}")

    def fractional_value(self, tree: Tree, k: int) -> str:
        """Return value k of a row that may end in several nodes: a sum weighted by its parts."""
        check_number_of_shares(tree)
        paths: dict[int, list[str]] = {0: []}
        terms = []
        for i, node in enumerate(tree.nodes):
            path, value = paths.pop(i), self.leaf(node, k)
            if node.split is None:
                terms.append(joined([*path, value], " * "))
                continue
            if "stop" in node.destinations:
                terms.append(joined([*path, self.share(node, "stop"), value], " * "))
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


class TreeExpression:
    """Writes a tree as CASE, nested up to ``MAX_NESTED`` levels."""

    def __init__(self, writer: TreeWriter, tree: Tree, values: bool) -> None:
        self.writer = writer
        self.tree = tree
        self.values = values
        """Whether the results are values instead of node numbers."""
        self.parts = TreeParts(tree)
        self.unfinished: list[Part] = []
        """The parts that are too deep for the expression."""

    def nested(self, part: Part, depth: int) -> str:
        """Return CASE for the node (or its value) where rows that are at the part's root end."""
        node = self.tree.nodes[part.root]
        if node.split is None:
            return self.here(part.root)
        if depth == MAX_NESTED:
            self.unfinished.append(part)
            return str(part.root)
        cut = self.parts.cut(part)
        if cut is None:
            return self.divided_by_root(part, depth)
        inside = self.parts.subtree(part, cut)
        reached = self.writer.reaches(self.tree, self.parts.path(part.root, cut))
        outside = self.nested(self.parts.without(part, inside), depth + 1)
        return case([(reached, self.nested(inside, depth + 1))], outside)

    def divided_by_root(self, part: Part, depth: int) -> str:
        """Return CASE with the destinations of the root's split."""
        node, parts = self.tree.nodes[part.root], self.parts.below(part)

        def below(destination: Destination) -> str:
            # No row goes to a child outside the part.
            child = node.children[destination] if isinstance(destination, int) else None
            return self.nested(parts[child], depth + 1) if child in parts else self.here(part.root)

        if "surrogate" not in node.destinations:
            return self.writer.columns.case(node, below)
        children: list[Destination] = list(range(len(node.children)))
        *first, last = [*children, "stop"] if "stop" in node.destinations else children
        # An inner CASE finds the destination, so that no branch is written twice.
        lines = [f"CASE {indented(self.writer.destination(node))}"]
        lines += [f"  WHEN {code(one)} THEN {indented(below(one))}" for one in first]
        return "\n".join([*lines, f"  ELSE {indented(below(last))}", "END"])

    def here(self, i: int) -> str:
        return self.writer.leaf(self.tree.nodes[i]) if self.values else str(i)


def bound(node: Node, child: int) -> tuple[Hashable, float] | None:
    """Return what the step from a node to a child bounds, and how strongly; None if nothing.

    Of the steps that bound the same, the strongest implies the others.
    """
    if not isinstance(node.split, ThresholdSplit) or node.missing == "surrogate":
        return None
    [threshold] = node.split.thresholds
    bounded = ("bound", node.split.feature, child, allowed(node.missing) == child)
    return bounded, threshold if child == 1 else -threshold


def check_number_of_shares(tree: Tree) -> None:
    """Raise if the value of a tree with fractional rows is too long: a product per leaf."""
    depth = [0] * len(tree.nodes)
    for i, node in enumerate(tree.nodes):
        for child in node.children:
            depth[child] = depth[i] + 1
    n_shares = sum(d for d, node in zip(depth, tree.nodes, strict=True) if not node.children)
    if n_shares > MAX_SHARES:
        raise ValueError(
            "SQL cannot be written for a tree of this size with missing='fractional': it would "
            f"take {n_shares} shares, and at most {MAX_SHARES} are allowed. Limit max_depth or "
            "max_leaf_nodes, choose another policy for missing values, or use to_json or to_c."
        )


def one_of(column: str, nodes: list[int]) -> str:
    numbers = ", ".join(map(str, nodes))
    return f"{column} = {numbers}" if len(nodes) == 1 else f"{column} IN ({numbers})"


def code(destination: Destination) -> str:
    return str(destination) if isinstance(destination, int) else "-1"
