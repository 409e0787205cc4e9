"""The methods that let people read a fitted tree."""

from collections.abc import Sequence
from typing import Any

from ..base.result_frames import as_table
from .alternatives import AlternativesMixin
from .dot import dot_lines
from .explanation import Explainer, Explanation
from .nested import nested_tree
from .nodes import node_columns
from .row import read_row
from .rules import Rules, RuleWriter
from .text import export_text
from .tree_formatter import TreeFormatter, check_whole

Names = Sequence[str] | None
Features = Sequence[int | str] | None


class TreeInspectionMixin(AlternativesMixin):
    """Adds ways to look at it to an estimator that has a fitted tree."""

    criterion: str

    def text(
        self,
        *,
        max_depth: int | None = None,
        decimals: int = 2,
        show_counts: bool = True,
        show_missing: bool = False,
        feature_names: Names = None,
        date_features: Features = None,
    ) -> str:
        """The tree as indented text, one line per node.

        Parameters and result are those of :func:`spinney.export_text`.

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
        >>> print(tree.text())
        all rows: 1 (3 rows)
        |-- x0 <= 3: 0.5 (2 rows)
        `-- x0 > 3: 2 (1 row)
        """
        return export_text(
            self,
            max_depth=max_depth,
            decimals=decimals,
            show_counts=show_counts,
            show_missing=show_missing,
            feature_names=feature_names,
            date_features=date_features,
        )

    def rules(
        self,
        *,
        sort: str = "leaf",
        decimals: int = 2,
        show_missing: bool = False,
        feature_names: Names = None,
        date_features: Features = None,
    ) -> Rules:
        """One rule per leaf, in words.

        Parameters
        ----------
        sort : {"leaf", "support", "confidence"}, default="leaf"
            Leaves from left to right, those with most rows first, or the surest first (for numbers:
            those of least spread).
        decimals : int, default=2
            Digits after the point, where more are not needed.
        show_missing : bool, default=False
            Say where a missing value fulfils a condition.
        feature_names : sequence of str, default=None
            Names for the features; None takes those of the fit, or x0, x1, ...
        date_features : sequence of int or str, default=None
            Features that hold days since 1970-01-01; their thresholds are shown as dates.

        Returns
        -------
        Rules
            A list that prints one rule to a line. Its items are strings that also have ``node``,
            ``conditions``, ``prediction``, ``confidence``, ``spread``, ``rows`` and ``support``.

        Examples
        --------
        >>> from spinney import DecisionTreeClassifier
        >>> y = ["low", "low", "mid", "high"]
        >>> tree = DecisionTreeClassifier().fit([[1], [2], [3], [4]], y)
        >>> tree.rules(feature_names=["size"])
        if size <= 2.5 then low (support 50%, 2 rows; confidence 100%)
        if 2.5 < size <= 3.5 then mid (support 25%, 1 row; confidence 100%)
        if size > 3.5 then high (support 25%, 1 row; confidence 100%)
        """
        words = TreeFormatter(self._fitted(), feature_names, decimals, date_features)
        return RuleWriter(words, self.criterion, show_missing).rules(sort)

    def to_frame(self, *, backend: str | None = None, feature_names: Names = None) -> Any:
        """The nodes as a table, one row each.

        Parameters
        ----------
        backend : {"pandas", "polars", "dict"}, default=None
            What to make; None takes pandas, or polars if pandas is not installed.
        feature_names : sequence of str, default=None
            Names for the features; None takes those of the fit, or x0, x1, ...

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict of list
            ``node``, ``parent`` (-1 for the root), ``depth``, ``condition`` (what its rows fulfil
            of the parent's question); ``kind`` ("leaf", "number", "category", "intervals",
            "levels", "linear", "sphere"), ``feature`` (of several that with the largest share),
            ``threshold`` and ``categories`` (which go left) of its own question; ``missing``
            ("left", "right", "surrogate", "both", "stop", "error"; of many children "child 0",
            "child 1" ... or "all"); ``rows``, ``weight``,
            ``share`` of all rows, ``impurity``, ``gain``; ``prediction``, and ``share <class>``
            for each class; the numbers of ``surrogates`` and ``competitors``. With several
            outputs, ``prediction <output>`` and ``share <output> <class>``.

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
        >>> tree.to_frame()[["node", "condition", "rows", "prediction"]]
           node condition  rows  prediction
        0     0  all rows     3         1.0
        1     1   x0 <= 3     2         0.5
        2     2    x0 > 3     1         2.0
        """
        return as_table(node_columns(TreeFormatter(self._fitted(), feature_names)), backend)

    def to_dict(self, *, feature_names: Names = None) -> dict[str, Any]:
        """The tree as nested dicts and lists of plain values, ready for ``json.dumps``.

        Parameters
        ----------
        feature_names : sequence of str, default=None
            Names for the features; None takes those of the fit, or x0, x1, ...

        Returns
        -------
        dict
            ``features``: name, kind, categories, the policies for missing and unknown values, and
            what they are taken as, if they are. ``classes``: the labels of each output, or None.
            ``loss``: the loss matrix, or None. ``tree``: the root.

            A node has ``node``, ``rows``, ``weight``, ``impurity``, ``prediction`` and (for
            classes) ``shares``, both with an entry per output. One that asks also has ``gain``,
            ``question``, ``surrogates``, ``competitors``, ``left`` and ``right``.

            A question has ``feature``, ``index`` and either ``threshold`` (None is above all
            numbers) with the side of numbers ``up_to_threshold``, or the labels that go ``left``
            and ``right``. ``missing``,
            ``unknown`` (a label never seen at fit) and ``unseen`` (one that no training row of the
            node had) are "left", "right", "both" (by the weights of the children), "surrogate"
            (the first that has an answer, or ``else``), "stop" or "error".

            A question on several features has ``threshold`` and ``linear`` or ``sphere``: their
            ``factor`` and ``centre``, for sums of factor * (x - centre) or factor * (x -
            centre)**2, to which a missing x adds nothing. A question with a child per interval or
            level has ``cuts`` or the ``levels`` of each child; its node has ``children`` instead of
            left and right, and a way is a child's place in them, or "all".

            Labels that JSON does not have become text. A tree deeper than Python's recursion limit
            is too deep for ``json.dumps``.

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
        >>> root = tree.to_dict()["tree"]
        >>> root["question"]["threshold"], root["left"]["prediction"]
        (3.0, [0.5])
        """
        return nested_tree(TreeFormatter(self._fitted(), feature_names))

    def to_dot(
        self,
        *,
        max_depth: int | None = None,
        decimals: int = 2,
        show_missing: bool = False,
        feature_names: Names = None,
        date_features: Features = None,
    ) -> str:
        """The tree in the language of Graphviz, colored by class or by value.

        Parameters
        ----------
        max_depth : int, default=None
            Leave out what lies deeper; None shows all.
        decimals : int, default=2
            Digits after the point, where more are not needed.
        show_missing : bool, default=False
            Show which way missing values and unknown categories go.
        feature_names : sequence of str, default=None
            Names for the features; None takes those of the fit, or x0, x1, ...
        date_features : sequence of int or str, default=None
            Features that hold days since 1970-01-01; their thresholds are shown as dates.

        Returns
        -------
        str
            A graph for ``dot -Tsvg``, in UTF-8.

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
        >>> print(tree.to_dot().splitlines()[4])
          0 -> 1 [label="yes"];
        """
        if max_depth is not None:
            check_whole(max_depth, "max_depth")
        words = TreeFormatter(self._fitted(), feature_names, decimals, date_features)
        return "\n".join(dot_lines(words, max_depth, show_missing)) + "\n"

    def explain_row(
        self,
        x: Any,
        *,
        decimals: int = 2,
        feature_names: Names = None,
        date_features: Features = None,
    ) -> Explanation:
        """The way of one row through the tree, step by step.

        Parameters
        ----------
        x : 1-D array-like, dict by feature name, or table of one row
            The row; None and NaN are missing values.
        decimals : int, default=2
            Digits after the point, where more are not needed.
        feature_names : sequence of str, default=None
            Names for the features in the text; None takes those of the fit, or x0, x1, ...
        date_features : sequence of int or str, default=None
            Features that hold days since 1970-01-01; their values are shown as dates.

        Returns
        -------
        Explanation
            Prints as text; ``steps``, ``prediction``, ``shares`` and ``nodes`` are for programs.

        Examples
        --------
        >>> from spinney import DecisionTreeClassifier
        >>> y = ["low", "low", "mid", "high"]
        >>> tree = DecisionTreeClassifier().fit([[1], [2], [3], [4]], y)
        >>> tree.explain_row([3], feature_names=["size"])
        1. size <= 2.5? no, it is 3
        2. size <= 3.5? yes, it is 3
        answer: mid 100% (1 row, 25% of all)
        """
        fitted = self._fitted()
        frame = read_row(x, fitted.schema, type(self).__name__)
        formatter = TreeFormatter(fitted, feature_names, decimals, date_features)
        return Explainer(formatter, frame).explanation()
