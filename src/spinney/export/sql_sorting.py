"""Medians and modes as plain expressions, for dialects without correlated subqueries in FROM."""

from collections.abc import Callable

from .model import Ensemble, Values
from .sql_dialects import Dialect
from .sql_text import Columns, case, total

MAX_COMPARED = 200
"""The maximum number of trees; each pair of trees is compared."""
LARGEST = 1.7976931348623157e308


class ComparedValues:
    """Writes the median, mode or weighted median of the trees' values by comparing all pairs.

    ``steps`` are the columns that the results are computed from: the values of the trees; for each
    tree the weight of the trees with an equal value (mode), or with a value that is not larger; for
    the mode also the largest of these weights.
    """

    def __init__(self, ensemble: Ensemble, dialect: Dialect, column: Callable[..., str]) -> None:
        self.aggregate = ensemble.aggregate
        self.n_trees = len(ensemble.trees)
        self.weights: Values = ensemble.weights or (1.0,) * self.n_trees
        self.dialect = dialect
        self.number = dialect.number
        self.column = column
        self.steps: list[Columns] = [[], [], []]
        if self.n_trees > MAX_COMPARED:
            raise ValueError(
                f"dialect={dialect.name!r} computes aggregate={self.aggregate!r} for at most "
                f"{MAX_COMPARED} trees, and the model has {self.n_trees}. Use fewer trees, or a "
                "dialect with correlated subqueries (sqlite, duckdb, postgres, sqlserver)."
            )

    def result(self, k: int, values: list[str]) -> str:
        """Return the aggregate of the trees' values for score k."""
        n, mode = self.n_trees, self.aggregate == "mode"
        columns = [self.column("member", k, i) for i in range(n)]
        reached = [self.column("reached", k, i) for i in range(n)]
        self.steps[0] += zip(columns, values, strict=True)
        self.steps[1] += [
            (name, self.weight_of(columns, "=" if mode else "<=", column))
            for name, column in zip(reached, columns, strict=True)
        ]
        if mode:
            most = self.column("most", k)
            self.steps[2].append((most, extreme(self.dialect.greatest, reached)))
            return self.smallest(columns, [f"{name} = {most}" for name in reached])
        halves = [sum(self.weights) / 2]
        if self.aggregate == "median":
            halves = [float((n + 1) // 2), float(n // 2 + 1)]
        found = [
            self.smallest(columns, [f"{name} >= {self.number(half)}" for name in reached])
            for half in dict.fromkeys(halves)
        ]
        return found[0] if len(found) == 1 else f"({total(found)}) / {self.number(2.0)}"

    def weight_of(self, columns: list[str], comparison: str, limit: str) -> str:
        """Return the weight of the columns that compare to another column in a way."""
        terms = [
            one_line(case([(f"{column} {comparison} {limit}", self.number(weight))], "0"))
            for column, weight in zip(columns, self.weights, strict=True)
        ]
        return total(terms)

    def smallest(self, columns: list[str], conditions: list[str]) -> str:
        """Return the smallest of the columns whose condition holds."""
        pairs = zip(conditions, columns, strict=True)
        kept = [one_line(case([pair], self.number(LARGEST))) for pair in pairs]
        return extreme(self.dialect.least, kept)


def extreme(function: str, values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"{function}({', '.join(values)})"


def one_line(text: str) -> str:
    return text.replace("\n  ", " ").replace("\n", " ")
