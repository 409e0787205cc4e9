"""Parts of a program as SQL: the values of trees become scores, scores become values."""

from .program import Part
from .sql_trees import TreeWriter, tree_column
from .sql_words import Dialect, case, quoted, total

MOST_SCORE = 300.0
"""Beyond it exp is not taken, as in the core."""
MOST_POWER = 700.0
"""Databases may refuse to compute exp of more, or of less than minus that."""


class PartWriter:
    """Writes a part as columns, each step from those of the step before."""

    def __init__(self, part: Part, place: int, writer: TreeWriter, groups: list[range]) -> None:
        self.part = part
        self.place = place
        self.writer = writer
        self.groups = groups
        self.dialect = writer.dialect
        self.number = writer.dialect.number
        self.layers: list[list[tuple[str, str]]] = []
        self.values = [self.tree_values(i) for i in range(len(part.trees))]

    def column(self, what: str, k: int) -> str:
        return quoted(f"spinney_{what}_{self.place}_{k}")

    def tree_values(self, i: int) -> list[str]:
        """The values of a tree as expressions; deep and wide trees take columns first."""
        tree = self.part.trees[i]
        single = self.writer.value(tree)
        if single is not None:
            return [single]
        if tree.divides:
            return [self.writer.divided_value(tree, k) for k in range(tree.width)]
        depth = 0
        columns = [tree_column(self.place, i, layer) for layer in range(64)]
        for depth, text in enumerate(self.writer.layers(tree, columns)):
            if depth == len(self.layers):
                self.layers.append([])
            self.layers[depth].append((columns[depth], text))
        return [self.writer.value_of_node(tree, columns[depth], k) for k in range(tree.width)]

    def scores(self) -> list[tuple[str, str]]:
        """Columns of the scores."""
        part = self.part
        found = []
        for k in range(part.n_scores):
            said = [
                values[k - tree.slot]
                for tree, values in zip(part.trees, self.values, strict=True)
                if 0 <= k - tree.slot < tree.width
            ]
            text = self.summed(k, said) if part.combine == "sum" else self.sorted(said)
            found.append((self.column("score", k), text))
        return found

    def summed(self, k: int, said: list[str]) -> str:
        start = self.part.initial[k]
        terms = said if start == 0 and said else [self.number(start), *said]
        if self.part.divisor == 1:
            return total(terms)
        return f"({total(terms)}) / {self.number(self.part.divisor)}"

    def sorted(self, said: list[str]) -> str:
        """The median, the mode or the weighted median of a list of expressions."""
        weights = self.part.weights or (1.0,) * len(said)
        rows = "\nUNION ALL ".join(
            f"SELECT {text} AS v, {self.number(weight)} AS w"
            for text, weight in zip(said, weights, strict=True)
        )
        if self.part.combine == "mode":
            return f"(SELECT v FROM ({rows}) AS s GROUP BY v ORDER BY COUNT(*) DESC, v LIMIT 1)"
        if self.part.combine == "weighted_median":
            half = self.number(sum(weights) / 2)
            reached = f"SELECT v, SUM(w) OVER (ORDER BY v) AS reached FROM ({rows}) AS s"
            return f"(SELECT MIN(v) FROM ({reached}) AS r WHERE reached >= {half})"
        n = len(said)
        middle = f"{(n + 1) // 2}, {n // 2 + 1}"
        numbered = f"SELECT v, ROW_NUMBER() OVER (ORDER BY v) AS place FROM ({rows}) AS s"
        return f"(SELECT AVG(v) FROM ({numbered}) AS r WHERE place IN ({middle}))"

    def linked(self) -> list[tuple[str, str]]:
        """Columns of the values, from those of the scores."""
        scores = [self.scaled_score(k) for k in range(self.part.n_scores)]
        texts = {
            "exp": lambda: [self.power(score, MOST_SCORE) for score in scores],
            "logistic": lambda: self.logistic(scores[0]),
            "softmax": lambda: self.softmax(scores),
            "scale": lambda: shares(scores, self.groups, self.dialect),
        }[self.part.link]()
        return [(self.column("value", k), text) for k, text in enumerate(texts)]

    def value_columns(self) -> list[str]:
        """The columns in which the values are."""
        what = "score" if self.part.link == "identity" else "value"
        return [self.column(what, k) for k in range(self.part.n_values)]

    def scaled_score(self, k: int) -> str:
        name = self.column("score", k)
        return name if self.part.factor == 1 else f"({self.number(self.part.factor)} * {name})"

    def power(self, x: str, most: float = MOST_POWER) -> str:
        """The exponential function, of at most ``most`` up or down."""
        high, low = self.number(most), self.number(-most)
        return f"EXP({self.dialect.least}({self.dialect.greatest}({x}, {low}), {high}))"

    def logistic(self, score: str) -> list[str]:
        """Both probabilities; the smaller keeps all its digits."""
        odds, one = self.power(f"-ABS({score})"), self.number(1.0)
        likely, unlikely = f"{one} / ({one} + {odds})", f"{odds} / ({one} + {odds})"
        below = f"{score} < {self.number(0.0)}"
        return [case([(below, likely)], unlikely), case([(below, unlikely)], likely)]

    def softmax(self, scores: list[str]) -> list[str]:
        found = []
        for score in scores:
            powers = [self.power(f"{other} - {score}") for other in scores if other != score]
            found.append(f"{self.number(1.0)} / ({self.number(1.0)} + {total(powers)})")
        return found


def shares(values: list[str], groups: list[range], dialect: Dialect) -> list[str]:
    """Values made to add up to 1 within each output; all alike where all are 0."""
    found = []
    for group in groups:
        whole = f"({total([values[k] for k in group])})"
        alike = dialect.number(1 / len(group))
        found += [
            case([(f"{whole} > {dialect.number(0.0)}", f"{values[k]} / {whole}")], alike)
            for k in group
        ]
    return found


def first_largest(values: list[str], results: list[str]) -> str:
    """The result that belongs to the largest value, the first of equals."""
    branches = []
    for k, result in enumerate(results[:-1]):
        later = [f"{values[k]} >= {other}" for other in values[k + 1 :]]
        branches.append((" AND ".join(later), result))
    return case(branches, results[-1])
