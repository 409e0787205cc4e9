"""Division of trees into parts, so that expressions of deep trees are nested only a little."""

from typing import NamedTuple

from .model import Tree

MAX_NESTED = 7
"""The maximum depth of one CASE expression; SQLite's parser does not accept many more."""


class Part(NamedTuple):
    """A connected part of a tree."""

    root: int
    nodes: list[int]
    """In ascending order: children follow their parents."""


class TreeParts:
    """Divides a tree at nodes that leave about half of the nodes on each side.

    A part is divided by the split of its root or, if that leaves too much on one side, by the test
    whether a row reaches a node further down. A tree of n nodes then takes a number of tests that
    is proportional to log(n), even if it is a long chain.
    """

    def __init__(self, tree: Tree) -> None:
        self.parent = [0] * len(tree.nodes)
        self.position = [0] * len(tree.nodes)
        """The position of each node among the children of its parent."""
        for i, node in enumerate(tree.nodes):
            for position, child in enumerate(node.children):
                self.parent[child], self.position[child] = i, position
        self.whole = Part(0, list(range(len(tree.nodes))))

    def path(self, root: int, node: int) -> list[tuple[int, int]]:
        """Return the nodes from ``root`` to ``node`` with the position of the next child."""
        steps = []
        while node != root:
            steps.append((self.parent[node], self.position[node]))
            node = self.parent[node]
        return steps[::-1]

    def subtree(self, part: Part, root: int) -> Part:
        """Return the nodes of a part that are below a node, and the node itself."""
        inside = {root}
        for i in part.nodes:
            if i > root and self.parent[i] in inside:
                inside.add(i)
        return Part(root, sorted(inside))

    def below(self, part: Part) -> dict[int, Part]:
        """Return the part below each child of the root; not of children outside the part."""
        top: dict[int, int] = {}
        found: dict[int, Part] = {}
        for i in part.nodes[1:]:
            top[i] = i if self.parent[i] == part.root else top[self.parent[i]]
            found.setdefault(top[i], Part(top[i], [])).nodes.append(i)
        return found

    def without(self, part: Part, removed: Part) -> Part:
        gone = set(removed.nodes)
        return Part(part.root, [i for i in part.nodes if i not in gone])

    def cut(self, part: Part) -> int | None:
        """Return the node to test for; None if the split of the root divides the part better."""
        size, height = dict.fromkeys(part.nodes, 1), dict.fromkeys(part.nodes, 0)
        for i in reversed(part.nodes[1:]):
            size[self.parent[i]] += size[i]
            height[self.parent[i]] = max(height[self.parent[i]], height[i] + 1)
        if height[part.root] <= MAX_NESTED:
            return None
        n = len(part.nodes)
        node = min(part.nodes[1:], key=lambda i: max(size[i], n - size[i]))
        largest_child = max(size[i] for i in part.nodes[1:] if self.parent[i] == part.root)
        return node if max(size[node], n - size[node]) < largest_child else None
