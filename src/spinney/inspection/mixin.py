"""Methods that show a fitted tree as text, rules, tables or graphs."""

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
from .text import tree_text
from .tree_formatter import TreeFormatter, check_count

Names = Sequence[str] | None
Features = Sequence[int | str] | None


class TreeInspectionMixin(AlternativesMixin):
    """Adds inspection methods to an estimator with a fitted tree."""

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
        """Return the tree as indented text, one line per node.

        Parameters
        ----------
        max_depth : int, default=None
            The maximum depth to show; None shows the whole tree.
        decimals : int, default=2
            Decimals of thresholds and values; thresholds get more where that is needed to tell
            them apart.
        show_counts : bool, default=True
            Whether to show the number of training rows in each node.
        show_missing : bool, default=False
            Whether to show which child missing values and unknown categories go to.
        feature_names : sequence of str, default=None
            Names of the features; None uses those of the training data, or x0, x1, ...
        date_features : sequence of int or str, default=None
            Features that hold days since 1970-01-01; their thresholds are shown as dates.

        Returns
        -------
        str
            The text, without a final newline.

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
        >>> print(tree.text())
        all rows: 1 (3 rows)
        |-- x0 <= 3: 0.5 (2 rows)
        `-- x0 > 3: 2 (1 row)
        """
        return tree_text(
            self._fitted(),
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
        """Return one rule per leaf.

        Parameters
        ----------
        sort : {"leaf", "support", "confidence"}, default="leaf"
            Leaves from left to right, by descending number of rows, or by descending confidence
            (for regression: by ascending spread).
        decimals : int, default=2
            Decimals of numbers; thresholds get more where needed to tell them apart.
        show_missing : bool, default=False
            Whether to mention missing values that satisfy a condition.
        feature_names : sequence of str, default=None
            Names of the features; None uses those of the training data, or x0, x1, ...
        date_features : sequence of int or str, default=None
            Features that hold days since 1970-01-01; their thresholds are shown as dates.

        Returns
        -------
        Rules
            A list that prints one rule per line. Its items are strings with the attributes
            ``node``, ``conditions``, ``prediction``, ``confidence``, ``spread``, ``rows`` and
            ``support``.

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
        formatter = TreeFormatter(self._fitted(), feature_names, decimals, date_features)
        return RuleWriter(formatter, self.criterion, show_missing).rules(sort)

    def to_frame(self, *, backend: str | None = None, feature_names: Names = None) -> Any:
        """Return the nodes as a table, one row per node.

        Parameters
        ----------
        backend : {"pandas", "polars", "dict"}, default=None
            Type of the table; None uses pandas, or polars if pandas is not installed.
        feature_names : sequence of str, default=None
            Names of the features; None uses those of the training data, or x0, x1, ...

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict of list
            ``node``, ``parent`` (-1 for the root), ``depth``, ``condition`` (of the node's rows);
            ``kind`` ("leaf", "threshold", "category_set", "intervals", "categories", "linear",
            "sphere"), ``feature`` (of several, the one with the largest share), ``threshold`` and
            ``categories`` (those that go left) of the node's split; ``missing`` ("left", "right",
            "surrogate", "both", "stop", "error"; for splits into many children "child 0",
            "child 1", ... or "all"); ``rows``, ``weight``, ``share`` of all rows, ``impurity``,
            ``gain``; ``prediction``, and ``share <class>`` for each class; the numbers of
            ``surrogates`` and ``competitors``. With several outputs, ``prediction <output>`` and
            ``share <output> <class>``.

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
        """Return the tree as nested dicts and lists of plain values, ready for ``json.dumps``.

        Parameters
        ----------
        feature_names : sequence of str, default=None
            Names of the features; None uses those of the training data, or x0, x1, ...

        Returns
        -------
        dict
            ``features``: name, kind, categories, the policies for missing and unknown values, and
            the values that replace them, if any. ``classes``: the labels of each output, or None.
            ``loss``: the loss matrix, or None. ``tree``: the root.

            A node has ``node``, ``rows``, ``weight``, ``impurity``, ``prediction`` and (for
            classes) ``shares``, both with an entry per output. An inner node also has ``gain``,
            ``split``, ``surrogates``, ``competitors``, ``left`` and ``right``.

            A split has ``feature``, ``index`` and either ``threshold`` (None: all numbers are
            below) with the side of numbers ``up_to_threshold``, or the labels that go ``left`` and
            ``right``. ``missing``, ``unknown`` (a label not seen in training) and ``unseen`` (one
            that no training row of the node had) are "left", "right", "both" (by the weights of
            the children), "surrogate" (the first that has a value, or ``else``), "stop" or "error".

            A split on several features has ``threshold`` and ``linear`` or ``sphere``: their
            ``factor`` and ``center``, for sums of factor * (x - center) or factor * (x -
            center)**2, to which a missing x adds nothing. A split with a child per interval or
            category has ``thresholds`` or the ``categories`` of each child; its node has
            ``children`` instead of left and right, and a destination is a position in that list,
            or "all".

            Labels that JSON cannot hold become text. A tree deeper than Python's recursion limit
            is too deep for ``json.dumps``.

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
        >>> root = tree.to_dict()["tree"]
        >>> root["split"]["threshold"], root["left"]["prediction"]
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
        """Return the tree in Graphviz DOT format, colored by class or by value.

        Parameters
        ----------
        max_depth : int, default=None
            The maximum depth to show; None shows the whole tree.
        decimals : int, default=2
            Decimals of numbers; thresholds get more where needed to tell them apart.
        show_missing : bool, default=False
            Whether to show which child missing values and unknown categories go to.
        feature_names : sequence of str, default=None
            Names of the features; None uses those of the training data, or x0, x1, ...
        date_features : sequence of int or str, default=None
            Features that hold days since 1970-01-01; their thresholds are shown as dates.

        Returns
        -------
        str
            Input for ``dot -Tsvg``, in UTF-8.

        Examples
        --------
        >>> from spinney import DecisionTreeRegressor
        >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
        >>> print(tree.to_dot().splitlines()[4])
          0 -> 1 [label="yes"];
        """
        if max_depth is not None:
            check_count(max_depth, "max_depth")
        formatter = TreeFormatter(self._fitted(), feature_names, decimals, date_features)
        return "\n".join(dot_lines(formatter, max_depth, show_missing)) + "\n"

    def explain_row(
        self,
        x: Any,
        *,
        decimals: int = 2,
        feature_names: Names = None,
        date_features: Features = None,
    ) -> Explanation:
        """Explain the prediction for one row, step by step.

        Parameters
        ----------
        x : 1-D array-like, dict by feature name, or table of one row
            The row; None and NaN are missing values.
        decimals : int, default=2
            Decimals of numbers; thresholds get more where needed to tell them apart.
        feature_names : sequence of str, default=None
            Names of the features in the text; None uses those of the training data, or x0, x1, ...
        date_features : sequence of int or str, default=None
            Features that hold days since 1970-01-01; their values are shown as dates.

        Returns
        -------
        Explanation
            Prints as text; has attributes ``steps``, ``prediction``, ``shares`` and ``nodes``.

        Examples
        --------
        >>> from spinney import DecisionTreeClassifier
        >>> y = ["low", "low", "mid", "high"]
        >>> tree = DecisionTreeClassifier().fit([[1], [2], [3], [4]], y)
        >>> tree.explain_row([3], feature_names=["size"])
        1. size > 2.5 (value 3)
        2. size <= 3.5 (value 3)
        prediction: mid 100% (1 row, 25% of the training data)
        """
        fitted = self._fitted()
        frame = read_row(x, fitted.schema, type(self).__name__)
        formatter = TreeFormatter(fitted, feature_names, decimals, date_features)
        return Explainer(formatter, frame).explanation()
