"""Export of models to SQL: one SELECT that predicts the rows of a table."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..model import Model
from ..read_estimators import read_model
from ..registry import exporter
from ..sql_columns import SqlColumns
from ..sql_dialects import DIALECTS, Dialect
from ..sql_ensembles import EnsembleWriter, first_largest, normalized
from ..sql_text import LINE_END, Columns, case, indented, total
from ..sql_trees import TreeWriter


@exporter(
    "sql",
    ".sql",
    dialect=f"dialect ({', '.join(DIALECTS)}).",
    table="name of the table.",
)
def to_sql(
    model: Any,
    table: str | Sequence[str] = "data",
    *,
    dialect: str = "sqlite",
    output: str = "prediction",
    keep: Sequence[str] = (),
    feature_names: Sequence[str] | None = None,
) -> str:
    """Return a fitted model as one SQL query that predicts the rows of a table.

    A tree is a CASE expression, or several for a large tree. The query needs no database extension
    and does not modify the table. NULL is a missing value. Missing values and unknown categories
    are handled as by the model; a row that the model rejects (``missing="error"``) gets NULL as its
    prediction.

    Parameters
    ----------
    model : estimator
        A fitted tree, forest, bagging of trees, gradient boosting or AdaBoost model, or a voting
        or linear blend of those.
    table : str or list of str, default="data"
        Name of the table or view with the features as columns, or names of schema and table.
    dialect : str, default="sqlite"
        The SQL dialect: "sqlite", "duckdb", "postgres", "mysql" (also for MariaDB), "sqlserver",
        "bigquery" or "snowflake".
    output : {"prediction", "score"}, default="prediction"
        "prediction" returns the column ``prediction`` and for classes a column ``proba_...`` per
        class. "score" returns ``score`` (or ``score_...``), the raw scores before the link; it does
        not use EXP, which some builds of SQLite lack.
    keep : list of str, default=()
        Columns of the table to return with the predictions, such as a key.
    feature_names : list of str, default=None
        Names of the features; None uses those of the training data, or x0, x1, ...

    Returns
    -------
    str
        The query.

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
        raise ValueError(f"keep must be a list of column names, got {keep!r}.")
    query = Query(read_model(model, feature_names), DIALECTS[dialect])
    return query.text([table] if isinstance(table, str) else table, list(keep), output)


class Query:
    """Writes the steps of a query; each adds columns to those of the step before."""

    def __init__(self, model: Model, dialect: Dialect) -> None:
        self.model = model
        self.dialect = dialect
        self.columns = SqlColumns(model.features, dialect)
        self.outputs = model.outputs
        writer = TreeWriter(self.columns, dialect)
        self.ensembles = [
            EnsembleWriter(ensemble, index, writer, self.outputs)
            for index, ensemble in enumerate(model.ensembles)
        ]

    def text(self, table: Sequence[str], keep: list[str], output: str) -> str:
        dialect, steps = self.dialect, self.steps(output)
        final = self.score_columns() if output == "score" else self.prediction_columns()
        names = dialect.output_names([*keep, *(name for name, _ in final)])[len(keep) :]
        rejected, selected = self.columns.rejected(), [dialect.quoted(name) for name in keep]
        for name, (_, expression) in zip(names, final, strict=True):
            result = case([(rejected, "NULL")], expression) if rejected else expression
            selected.append(f"{indented(result)} AS {dialect.quoted(name)}")
        tables, source = [], ".".join(map(dialect.quoted, table))
        for name, columns in steps:
            listed = ",\n    ".join(f"{indented(indented(t))} AS {c}" for c, t in columns)
            query = f"{dialect.select} *,\n    {listed}\n  FROM {source}{dialect.end_of_step}"
            tables.append(f"{name}{dialect.materialized} (\n  {query}\n)")
            source = name
        select = "SELECT " + ",\n  ".join(selected) + f"\nFROM {source}\n"
        return f"WITH {', '.join(tables)}\n{select}".replace(LINE_END, "\n")

    def steps(self, output: str) -> list[tuple[str, Columns]]:
        """Return the names of the steps and their columns, starting with the trees."""
        n_layers = max(len(ensemble.layers) for ensemble in self.ensembles)
        steps: list[tuple[str, Columns]] = []
        for depth in range(n_layers):
            layers = [e.layers[depth] for e in self.ensembles if depth < len(e.layers)]
            steps.append((f"spinney_trees_{depth}", flat(layers)))
        steps.append(("spinney_scores", flat(e.scores() for e in self.ensembles)))
        if output == "prediction":
            linked = (e.linked() for e in self.ensembles if e.ensemble.link != "identity")
            steps.append(("spinney_values", flat(linked)))
            if self.model.is_blend:
                steps += self.blend_steps()
        return [(self.dialect.quoted(name), columns) for name, columns in steps if columns]

    def blend_steps(self) -> list[tuple[str, Columns]]:
        """Return the weighted sum of the values of all ensembles."""
        model, number = self.model, self.dialect.number
        steps: list[tuple[str, Columns]] = []
        values = [ensemble.value_columns() for ensemble in self.ensembles]
        if model.hard_voting:
            votes = [self.votes(*pair) for pair in zip(self.ensembles, values, strict=True)]
            steps.append(("spinney_votes", flat(votes)))
            values = [[name for name, _ in columns] for columns in votes]
        sums = []
        for k in range(model.n_values):
            terms = [
                f"{number(weight)} * {columns[k]}"
                for weight, columns in zip(model.weights, values, strict=True)
            ]
            text = f"({total(terms)}) / {number(model.divisor)}"
            if model.normalize:
                text = self.dialect.clipped(text, 0.0)
            sums.append((self.dialect.quoted(f"spinney_sum_{k}"), text))
        return [*steps, ("spinney_sums", sums)]

    def votes(self, ensemble: EnsembleWriter, values: list[str]) -> Columns:
        """Return 1 for the predicted class of each output, else 0."""
        zero, one = self.dialect.number(0.0), self.dialect.number(1.0)
        columns = []
        for group in self.outputs:
            for k in group:
                results = [one if other == k else zero for other in group]
                largest = first_largest([values[other] for other in group], results)
                columns.append((ensemble.column("vote", k), largest))
        return columns

    def value_columns(self) -> list[str]:
        """Return the columns (or expressions) of the model's values."""
        if not self.model.is_blend:
            return self.ensembles[0].value_columns()
        names = [self.dialect.quoted(f"spinney_sum_{k}") for k in range(self.model.n_values)]
        return normalized(names, self.outputs, self.dialect) if self.model.normalize else names

    def raw_scores(self) -> list[str]:
        ensemble = self.ensembles[0]
        return [ensemble.column("score", k) for k in range(ensemble.ensemble.n_scores)]

    def score_columns(self) -> Columns:
        if self.model.is_blend:
            raise ValueError(
                "output='score' is not available for a blend: only its members have scores."
            )
        scores = self.raw_scores()[: self.model.n_values]
        names = self.value_names("score") if len(scores) == self.model.n_values else ["score"]
        return list(zip(names, scores, strict=True))

    def prediction_columns(self) -> Columns:
        """Return the prediction of each output, and the probabilities of its classes."""
        values = self.value_columns()
        if not self.model.classes:
            return list(zip(self.value_names("prediction"), values, strict=True))
        labels = self.predicted_labels(values)
        several = len(labels) > 1
        predictions = [
            (f"prediction_{i}" if several else "prediction", label)
            for i, label in enumerate(labels)
        ]
        return predictions + list(zip(self.value_names("proba"), values, strict=True))

    def predicted_labels(self, values: list[str]) -> list[str]:
        """Return the label of the predicted class of each output."""
        basis = values
        if self.model.decides_by_scores:
            scores = self.raw_scores()
            basis = (
                scores[-len(values) :] if len(scores) > 1 else [self.dialect.number(0.0), *scores]
            )
        if self.model.loss_matrix is not None:
            basis = [f"-({self.expected_cost(values, j)})" for j in range(len(values))]
        return [
            first_largest(
                [basis[k] for k in group],
                [self.dialect.label(label, "the target") for label in labels],
            )
            for group, labels in zip(self.outputs, self.model.classes, strict=True)
        ]

    def expected_cost(self, values: list[str], j: int) -> str:
        """Return the expected cost of predicting class j."""
        pairs = zip(values, self.model.loss_matrix or (), strict=True)
        return total([f"{value} * {self.dialect.number(row[j])}" for value, row in pairs])

    def value_names(self, prefix: str) -> list[str]:
        """Return a column name per value."""
        if not self.model.classes:
            n = self.model.n_values
            return [prefix] if n == 1 else [f"{prefix}_{k}" for k in range(n)]
        several = len(self.model.classes) > 1
        return [
            f"{prefix}_{i}_{label}" if several else f"{prefix}_{label}"
            for i, labels in enumerate(self.model.classes)
            for label in labels
        ]


def flat(columns: Iterable[Columns]) -> Columns:
    return [column for group in columns for column in group]
