"""Models as SQL: one SELECT that gives the predictions of the rows of a table."""

from collections.abc import Sequence
from typing import Any

from .models import read_program
from .program import Program
from .sql_parts import PartWriter, first_largest, shares
from .sql_splits import SplitTable
from .sql_trees import TreeWriter
from .sql_words import DIALECTS, LINE_END, Dialect, case, indented, quoted, total

Columns = list[tuple[str, str]]
"""Names and expressions."""


def to_sql(
    model: Any,
    table: str | Sequence[str] = "data",
    *,
    dialect: str = "sqlite",
    output: str = "prediction",
    keep: Sequence[str] = (),
    feature_names: Sequence[str] | None = None,
) -> str:
    """A fitted model as one SQL query that predicts the rows of a table.

    Every tree is a CASE expression. The query needs no extension and changes nothing. NULL is a
    missing value and goes where the model sends it, categories that fit did not see too; a row
    that the model would refuse (``missing="error"``) gets NULL.

    Parameters
    ----------
    model : estimator
        A fitted tree, forest, bag of trees, boosted or AdaBoost model, or a voting or linear blend
        of those.
    table : str or list of str, default="data"
        Name of the table or view with the features as columns, or the names of schema and table.
    dialect : {"sqlite", "duckdb", "postgres"}, default="sqlite"
        Whose SQL is written.
    output : {"prediction", "score"}, default="prediction"
        "prediction" gives the column ``prediction`` and for classes a column ``proba_...`` with
        the probability of each. "score" gives ``score`` (or ``score_...``), what trees add up to
        before it becomes a probability or a mean, and needs no EXP, which some builds of SQLite
        lack.
    keep : list of str, default=()
        Columns of the table to show beside the predictions, such as a key.
    feature_names : list of str, default=None
        Names of the columns; None takes those of the fit, or x0, x1, ...

    Returns
    -------
    str

    Examples
    --------
    >>> from spinney import DecisionTreeRegressor, to_sql
    >>> tree = DecisionTreeRegressor().fit([[1.0], [2.0], [3.0]], [10.0, 10.0, 20.0])
    >>> print(to_sql(tree, "fish", feature_names=["size"], keep=["id"]), end="")
    WITH "spinney_scores" AS MATERIALIZED (
      SELECT *,
        CASE
          WHEN "size" > 2.5 THEN 20.0
          ELSE 10.0
        END AS "spinney_score_0_0"
      FROM "fish"
    )
    SELECT "id",
      "spinney_score_0_0" AS "prediction"
    FROM "spinney_scores"
    """
    if dialect not in DIALECTS:
        raise ValueError(f"dialect must be one of {', '.join(DIALECTS)}; got {dialect!r}.")
    if output not in ("prediction", "score"):
        raise ValueError(f"output must be 'prediction' or 'score', got {output!r}.")
    if isinstance(keep, str) or not all(isinstance(name, str) for name in keep):
        raise ValueError(f"keep must be a list of names of columns, got {keep!r}.")
    program = read_program(model, feature_names)
    source = ".".join(map(quoted, [table] if isinstance(table, str) else table))
    return Query(program, DIALECTS[dialect]).text(source, list(keep), output)


class Query:
    """Writes the steps of a query, each of which adds columns to those before."""

    def __init__(self, program: Program, dialect: Dialect) -> None:
        self.program = program
        self.dialect = dialect
        self.questions = SplitTable(program.features, dialect)
        writer = TreeWriter(self.questions, dialect)
        self.groups = program.outputs
        self.parts = [
            PartWriter(part, place, writer, self.groups) for place, part in enumerate(program.parts)
        ]

    def text(self, table: str, keep: list[str], output: str) -> str:
        steps = self.steps(output)
        final = self.score_columns() if output == "score" else self.answer_columns()
        refused, shown = self.questions.refused(), [quoted(name) for name in keep]
        for name, expression in final:
            answer = case([(refused, "NULL")], expression) if refused else expression
            shown.append(f"{indented(answer)} AS {quoted(name)}")
        written, source = [], table
        for name, columns in steps:
            listed = ",\n    ".join(f"{indented(indented(t))} AS {c}" for c, t in columns)
            written.append(
                f"{name} AS MATERIALIZED (\n  SELECT *,\n    {listed}\n  FROM {source}\n)"
            )
            source = name
        final_step = "SELECT " + ",\n  ".join(shown) + f"\nFROM {source}\n"
        return f"WITH {', '.join(written)}\n{final_step}".replace(LINE_END, "\n")

    def steps(self, output: str) -> list[tuple[str, Columns]]:
        """Names of the steps and their columns, from the trees up."""
        n_layers = max(len(part.layers) for part in self.parts)
        found = [
            (f"spinney_trees_{depth}", [c for p in self.parts for c in p.layers[depth : depth + 1]])
            for depth in range(n_layers)
        ]
        steps = [(name, [column for layer in layers for column in layer]) for name, layers in found]
        steps.append(("spinney_scores", [c for part in self.parts for c in part.scores()]))
        if output == "prediction":
            linked = [c for p in self.parts if p.part.link != "identity" for c in p.linked()]
            steps.append(("spinney_values", linked))
            if self.program.is_blend:
                steps += self.blend_steps()
        return [(quoted(name), columns) for name, columns in steps if columns]

    def blend_steps(self) -> list[tuple[str, Columns]]:
        """The sum of what the parts say."""
        program, number = self.program, self.dialect.number
        steps: list[tuple[str, Columns]] = []
        said = [part.value_columns() for part in self.parts]
        if program.votes:
            votes = [
                self.votes(part, values) for part, values in zip(self.parts, said, strict=True)
            ]
            steps.append(("spinney_votes", [column for columns in votes for column in columns]))
            said = [[name for name, _ in columns] for columns in votes]
        sums = []
        for k in range(program.n_values):
            terms = [
                f"{number(weight)} * {values[k]}"
                for weight, values in zip(program.weights, said, strict=True)
            ]
            text = f"({total(terms)}) / {number(program.divisor)}"
            if program.scale:
                text = f"{self.dialect.greatest}({text}, {number(0.0)})"
            sums.append((quoted(f"spinney_sum_{k}"), text))
        return [*steps, ("spinney_sums", sums)]

    def votes(self, part: PartWriter, values: list[str]) -> Columns:
        zero, one = self.dialect.number(0.0), self.dialect.number(1.0)
        found = []
        for group in self.groups:
            for k in group:
                results = [one if other == k else zero for other in group]
                largest = first_largest([values[other] for other in group], results)
                found.append((part.column("vote", k), largest))
        return found

    def value_columns(self) -> list[str]:
        """The columns (or expressions) of the model's values."""
        if not self.program.is_blend:
            return self.parts[0].value_columns()
        names = [quoted(f"spinney_sum_{k}") for k in range(self.program.n_values)]
        return shares(names, self.groups, self.dialect) if self.program.scale else names

    def score_columns(self) -> Columns:
        if self.program.is_blend:
            raise ValueError(
                "output='score' is not for a blend: its members have scores of their own."
            )
        part = self.parts[0]
        scores = [part.column("score", k) for k in range(part.part.n_scores)]
        names = self.value_names("score") if len(scores) == self.program.n_values else ["score"]
        return list(zip(names, scores, strict=True))

    def answer_columns(self) -> Columns:
        """The prediction of each output, and the probabilities of its classes."""
        values = self.value_columns()
        if not self.program.classes:
            return list(zip(self.value_names("prediction"), values, strict=True))
        chosen = self.chosen(values)
        several = len(chosen) > 1
        answers = [
            (f"prediction_{i}" if several else "prediction", t) for i, t in enumerate(chosen)
        ]
        return answers + list(zip(self.value_names("proba"), values, strict=True))

    def chosen(self, values: list[str]) -> list[str]:
        """The label of the class that each output decides for."""
        basis = values
        if self.program.by_scores:
            part = self.parts[0]
            basis = [part.column("score", k) for k in range(part.part.n_scores)]
            basis = basis if len(basis) > 1 else [self.dialect.number(0.0), *basis]
        if self.program.loss is not None:
            # The class of least cost is that of the largest cost with another sign.
            basis = [f"-({self.cost(values, j)})" for j in range(len(values))]
        return [
            first_largest(
                [basis[k] for k in group],
                [self.dialect.label(label, "the target") for label in labels],
            )
            for group, labels in zip(self.groups, self.program.classes, strict=True)
        ]

    def cost(self, values: list[str], j: int) -> str:
        assert self.program.loss is not None
        pairs = zip(values, self.program.loss, strict=True)
        return total([f"{value} * {self.dialect.number(row[j])}" for value, row in pairs])

    def value_names(self, prefix: str) -> list[str]:
        """Names of a column for each value."""
        if not self.program.classes:
            n = self.program.n_values
            return [prefix] if n == 1 else [f"{prefix}_{k}" for k in range(n)]
        several = len(self.program.classes) > 1
        return [
            f"{prefix}_{i}_{label}" if several else f"{prefix}_{label}"
            for i, labels in enumerate(self.program.classes)
            for label in labels
        ]
