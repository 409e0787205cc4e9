"""Ensembles as SQL: tree values are combined to scores, scores are converted to values."""

from .model import Ensemble
from .sql_dialects import Dialect
from .sql_sorting import ComparedValues
from .sql_text import Columns, case, total
from .sql_trees import TreeWriter

MAX_SCORE = 300.0
"""Scores are clipped to this magnitude before exp, as in the core."""
MAX_EXPONENT = 700.0
"""Databases may fail to compute exp of numbers of a larger magnitude."""


class EnsembleWriter:
    """Writes an ensemble as columns; each step uses the columns of the step before."""

    def __init__(
        self, ensemble: Ensemble, index: int, writer: TreeWriter, outputs: list[range]
    ) -> None:
        self.ensemble = ensemble
        self.index = index
        self.writer = writer
        self.outputs = outputs
        self.dialect = writer.dialect
        self.number = writer.dialect.number
        self.layers: list[Columns] = []
        """Columns of large trees and sorted values, which the scores are computed from."""
        self.values = [self.tree_values(i) for i in range(len(ensemble.trees))]
        self.aggregated = self.aggregates()

    def column(self, what: str, *numbers: int) -> str:
        return self.dialect.quoted("_".join(["spinney", what, *map(str, (self.index, *numbers))]))

    def tree_values(self, i: int) -> list[str]:
        """Return the values of a tree as expressions; deep or wide trees add columns first."""
        tree = self.ensemble.trees[i]
        single = self.writer.value(tree)
        if single is not None:
            return [single]
        if tree.is_fractional:
            return [self.writer.fractional_value(tree, k) for k in range(tree.width)]

        def column(layer: int) -> str:
            return self.column("tree", i, layer)

        layers = self.writer.layers(tree, column)
        self.layers += [[] for _ in layers[len(self.layers) :]]
        for depth, text in enumerate(layers):
            self.layers[depth].append((column(depth), text))
        last = column(len(layers) - 1)
        return [self.writer.value_of_node(tree, last, k) for k in range(tree.width)]

    def scores(self) -> Columns:
        """Return the columns of the scores."""
        return [(self.column("score", k), text) for k, text in enumerate(self.aggregated)]

    def aggregates(self) -> list[str]:
        """Return the scores as expressions."""
        values = [self.values_of_score(k) for k in range(self.ensemble.n_scores)]
        if self.ensemble.aggregate == "sum":
            return [self.summed(k, found) for k, found in enumerate(values)]
        if self.dialect.correlated:
            return [self.sorted(found) for found in values]
        compared = ComparedValues(self.ensemble, self.dialect, self.column)
        results = [compared.result(k, found) for k, found in enumerate(values)]
        self.layers += [step for step in compared.steps if step]
        return results

    def values_of_score(self, k: int) -> list[str]:
        trees = zip(self.ensemble.trees, self.values, strict=True)
        return [v[k - tree.slot] for tree, v in trees if 0 <= k - tree.slot < tree.width]

    def summed(self, k: int, values: list[str]) -> str:
        start = self.ensemble.initial[k]
        terms = values if start == 0 and values else [self.number(start), *values]
        if self.ensemble.divisor == 1:
            return total(terms)
        return f"({total(terms)}) / {self.number(self.ensemble.divisor)}"

    def sorted(self, values: list[str]) -> str:
        """Return the median, mode or weighted median of a list of expressions."""
        weights = self.ensemble.weights or (1.0,) * len(values)
        rows = "\nUNION ALL ".join(
            f"SELECT {text} AS v, {self.number(weight)} AS w"
            for text, weight in zip(values, weights, strict=True)
        )
        if self.ensemble.aggregate == "mode":
            counted = f"FROM ({rows}) AS s GROUP BY v ORDER BY COUNT(*) DESC, v"
            return f"({self.dialect.first_row('v', counted)})"
        if self.ensemble.aggregate == "weighted_median":
            half = self.number(sum(weights) / 2)
            reached = f"SELECT v, SUM(w) OVER (ORDER BY v) AS reached FROM ({rows}) AS s"
            return f"(SELECT MIN(v) FROM ({reached}) AS r WHERE reached >= {half})"
        n = len(values)
        middle = f"{(n + 1) // 2}, {n // 2 + 1}"
        numbered = f"SELECT v, ROW_NUMBER() OVER (ORDER BY v) AS place FROM ({rows}) AS s"
        return f"(SELECT AVG(v) FROM ({numbered}) AS r WHERE place IN ({middle}))"

    def linked(self) -> Columns:
        """Return the columns of the values, computed from the scores."""
        scores = [self.scaled_score(k) for k in range(self.ensemble.n_scores)]
        texts = {
            "log": lambda: [self.exp(score, MAX_SCORE) for score in scores],
            "logit": lambda: self.logistic(scores[0]),
            "softmax": lambda: self.softmax(scores),
            "normalize": lambda: normalized(scores, self.outputs, self.dialect),
            "first_half": lambda: scores[: self.ensemble.n_values],
        }[self.ensemble.link]()
        return [(self.column("value", k), text) for k, text in enumerate(texts)]

    def value_columns(self) -> list[str]:
        """Return the names of the columns that hold the values."""
        what = "score" if self.ensemble.link == "identity" else "value"
        return [self.column(what, k) for k in range(self.ensemble.n_values)]

    def scaled_score(self, k: int) -> str:
        name = self.column("score", k)
        return (
            name if self.ensemble.factor == 1 else f"({self.number(self.ensemble.factor)} * {name})"
        )

    def exp(self, x: str, limit: float = MAX_EXPONENT) -> str:
        """Return exp of an expression clipped to ``limit`` in magnitude."""
        return f"EXP({self.dialect.clipped(x, -limit, limit)})"

    def logistic(self, score: str) -> list[str]:
        """Return both probabilities; the smaller one keeps all its digits."""
        odds, one = self.exp(f"-ABS({score})"), self.number(1.0)
        likely, unlikely = f"{one} / ({one} + {odds})", f"{odds} / ({one} + {odds})"
        below = f"{score} < {self.number(0.0)}"
        return [case([(below, likely)], unlikely), case([(below, unlikely)], likely)]

    def softmax(self, scores: list[str]) -> list[str]:
        """Return probabilities that are equal for equal scores: terms have a common order."""
        one = self.number(1.0)
        columns = []
        for k, score in enumerate(scores):
            powers = [
                one if j == k else self.exp(f"{other} - {score}") for j, other in enumerate(scores)
            ]
            columns.append(f"{one} / ({total(powers)})")
        return columns


def normalized(values: list[str], outputs: list[range], dialect: Dialect) -> list[str]:
    """Return values scaled to a sum of 1 per output; uniform where all are 0."""
    columns = []
    for group in outputs:
        group_sum = f"({total([values[k] for k in group])})"
        uniform = dialect.number(1 / len(group))
        columns += [
            case([(f"{group_sum} > {dialect.number(0.0)}", f"{values[k]} / {group_sum}")], uniform)
            for k in group
        ]
    return columns


def first_largest(values: list[str], results: list[str]) -> str:
    """Return the result that belongs to the largest value, the first of equals."""
    branches = []
    for k, result in enumerate(results[:-1]):
        later = [f"{values[k]} >= {other}" for other in values[k + 1 :]]
        branches.append((" AND ".join(later), result))
    return case(branches, results[-1])
