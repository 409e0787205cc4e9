"""``spinney.report``: computes what a report shows."""

import inspect
import os
import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import version
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.validation import check_is_fitted

from ..data.user_warnings import warn
from .arrays import ArrayStore
from .data_checks import data_warnings
from .data_summary import summarize
from .drift import drift
from .effects import effects
from .evaluation import evaluate
from .features import Feature, FeatureTable
from .importances import permutation_importances, ranked_features, shap_summary
from .learning_curve import learning_curve
from .model_parts import write_models
from .page import THEMES, Report
from .rows import Output, Rows, read_outputs
from .sections import Content, section

MAX_SAMPLE = 2_000
MAX_SAMPLE_CELLS = 1_000_000


def report(
    model: Any,
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    train: Any = None,
    rows: int = MAX_SAMPLE,
    title: str | None = None,
    target_names: Sequence[str] | None = None,
    note: str | None = None,
    path: str | os.PathLike[str] | None = None,
    max_trees: int | None = None,
    theme: str = "auto",
    random_state: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """Create a report of a fitted model: one HTML file without network requests.

    The page has the scores on X and y against a baseline, charts of the predictions, importances,
    SHAP values, partial dependence and warnings about the data. It draws the trees of the model,
    and predicts rows that the reader edits. A section that is not available for a model states the
    reason.

    Parameters
    ----------
    model : estimator
        A fitted estimator.
    X : array-like of shape (n_samples, n_features)
        Rows that were not used for training; scores on training rows are too optimistic.
    y : array-like of shape (n_samples,) or (n_samples, n_outputs)
        Their targets.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.
    train : tuple of (X, y), default=None
        The training rows, for the baseline and to find drift. They are not part of the page.
    rows : int, default=2000
        The maximum number of rows of X that the page contains, at most 2,000; 0 for none. The page
        states that it contains rows.
    title : str, default=None
        The title of the page; None uses the name of the estimator.
    target_names : list of str, default=None
        Names of the outputs, one per column of y, not of the classes; None uses the names of y.
    note : str, default=None
        A text below the title, such as where the rows are from.
    path : str or PathLike, default=None
        A file to save the page to.
    max_trees : int, default=None
        The maximum number of trees that the page contains; None: as many as fit into 250,000
        nodes. With fewer trees than the model has, the page cannot predict.
    theme : {"auto", "light", "dark"}, default="auto"
        "auto" follows the reader's system. The page has a switch.
    random_state : int, default=0
        Seed of the sample of rows and of permutations.
    progress : callable, default=None
        Called with the name of each part of the report before it is computed.

    Returns
    -------
    Report
        With ``save(path)`` and ``html``. Notebooks show the page.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.DecisionTreeClassifier(max_depth=3).fit(X[::2], y[::2])
    >>> page = spinney.report(model, X[1::2], y[1::2], title="Penguins")
    >>> page.data["summary"]["task"], page.html[:15]
    ('classification', '<!DOCTYPE html>')
    """
    check_arguments(model, rows, max_trees, theme, random_state)
    check_texts(title=title, note=note)
    given = Rows.read(X, y, is_classifier(model), sample_weight, names=target_names)
    with warnings.catch_warnings(record=True) as caught:
        work = Work(model, given, train, int(rows), int(random_state), progress or (lambda _: None))
        data = work.content(title or f"{type(model).__name__} report", note, max_trees)
    warn_once(caught)
    made = Report(data, work.store.encoded(), theme)
    if path is not None:
        made.save(path)
    return made


def warn_once(caught: list[warnings.WarningMessage]) -> None:
    """Issue each distinct warning once."""
    for text, category in dict.fromkeys((str(w.message), w.category) for w in caught):
        warn(text, category)


def check_arguments(model: Any, rows: Any, max_trees: Any, theme: Any, random_state: Any) -> None:
    check_is_fitted(model)
    if not (is_classifier(model) or is_regressor(model)):
        raise TypeError(f"{type(model).__name__} is neither a classifier nor a regressor.")
    if not is_integer(rows) or not 0 <= rows <= MAX_SAMPLE:
        raise ValueError(f"rows must be an int from 0 to {MAX_SAMPLE}, got {rows!r}.")
    if max_trees is not None and (not is_integer(max_trees) or max_trees < 1):
        raise ValueError(f"max_trees must be None or an int of at least 1, got {max_trees!r}.")
    if theme not in THEMES:
        raise ValueError(f"theme={theme!r} must be one of {', '.join(map(repr, THEMES))}.")
    if not is_integer(random_state):
        raise ValueError(f"random_state must be an int, got {random_state!r}.")


def check_texts(**texts: Any) -> None:
    for name, text in texts.items():
        if text is not None and not isinstance(text, str):
            raise TypeError(f"{name} must be a str or None, got {text!r}.")


def is_integer(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


class Work:
    """Computes the parts of one report."""

    def __init__(
        self,
        model: Any,
        rows: Rows,
        train: Any,
        n_shown: int,
        seed: int,
        step: Callable[[str], None],
    ) -> None:
        self.model, self.rows, self.seed, self.step = model, rows, seed, step
        self.store = ArrayStore()
        table = FeatureTable(model, rows.X)
        self.features: list[Feature] = table.read(rows.X)
        self.train_features, self.y_train = None, None
        if train is not None:
            X_train, y_train = training_pair(train)
            train_rows = Rows.read(X_train, y_train, is_classifier(model), argument="train")
            check_outputs(rows, train_rows)
            self.train_features, self.y_train = table.read(train_rows.X), train_rows.target_matrix
        self.n_shown = min(n_shown, MAX_SAMPLE_CELLS // max(1, len(self.features)))

    def content(self, title: str, note: str | None, max_trees: int | None) -> Content:
        """Return all sections of the report."""
        model, rows, seed, features = self.model, self.rows, self.seed, self.features
        self.step("scores")
        outputs = read_outputs(model, rows)
        evaluation = evaluate(outputs, rows, self.y_train)
        self.step("data")
        summary = summarize(features, outputs)
        found_warnings = data_warnings(features, outputs, seed)
        shift = section(lambda: drift(features, self.train_features))
        self.step("curves")
        curve = section(lambda: learning_curve(model, rows, seed))
        self.step("importances")
        names = [feature.name for feature in features]
        importance = section(lambda: permutation_importances(model, rows, names, seed))
        ranked = ranked_features(importance, len(names))
        self.step("SHAP values")
        show = self.n_shown > 0
        shap = section(lambda: shap_summary(model, rows, features, self.store, show, seed))
        self.step("partial dependence")
        effect = section(lambda: effects(model, rows, ranked, features, seed))
        self.step("trees")
        return {
            "title": title,
            "note": note,
            "version": version("spinney"),
            "summary": self.summary(outputs),
            "data": summary,
            "warnings": found_warnings,
            "drift": shift,
            "evaluation": evaluation,
            "curve": curve,
            "importance": importance,
            "shap": shap,
            "effects": effect,
            "trees": write_models(model, self.store, max_trees, rows.target_names()),
            "ranked": ranked,
            "sample": self.sample(outputs),
        }

    def summary(self, outputs: list[Output]) -> Content:
        classes = [len(o.labels) for o in outputs if o.labels is not None]
        return {
            "estimator": type(self.model).__name__,
            "parameters": changed_parameters(self.model),
            "chosen": chosen_parameters(self.model),
            "task": "classification" if classes else "regression",
            "n_rows": self.rows.n,
            "n_features": len(self.features),
            "n_targets": len(outputs),
            "n_classes": classes,
            "weighted": self.rows.weight is not None,
        }

    def sample(self, outputs: list[Output]) -> Content:
        """Return rows with targets and predictions, by column."""
        if not self.n_shown:
            return {"n": 0}
        sample, chosen = self.rows.sample(self.n_shown, self.seed)
        cells = np.array([feature.values[chosen] for feature in self.features])
        return {
            "n": sample.n,
            "rows": self.store.add(chosen.astype(np.uint32)),
            "cells": self.store.add(cells),
            "y": [target_content(output, chosen, self.store) for output in outputs],
        }


def training_pair(train: Any) -> tuple[Any, Any]:
    if not isinstance(train, (tuple, list)) or len(train) != 2:
        raise ValueError(f"train must be a pair (X, y), got {type(train).__name__}.")
    return train[0], train[1]


def check_outputs(rows: Rows, train: Rows) -> None:
    given, own = rows.target_matrix.shape[1], train.target_matrix.shape[1]
    if given != own:
        raise ValueError(f"y of train has {own} columns, but y has {given}.")


def target_content(output: Output, chosen: Any, store: ArrayStore) -> Content:
    """Return the targets of rows: numbers, or positions in labels."""
    y = output.y[chosen]
    if output.labels is None:
        return {"values": store.add(y.astype(np.float64))}
    labels, codes = np.unique(y, return_inverse=True)
    return {
        "labels": [str(label) for label in labels.tolist()],
        "classes": output.class_positions(labels),
        "values": store.add(codes.astype(np.float64)),
    }


def changed_parameters(model: Any) -> list[list[str]]:
    """Return the parameters that differ from their defaults, as text."""
    parameters = inspect.signature(type(model)).parameters
    defaults = {k: p.default for k, p in parameters.items() if p.default is not p.empty}
    given = model.get_params(deep=False)
    shown = {k: v for k, v in given.items() if k not in defaults or repr(v) != repr(defaults[k])}
    return [[name, " ".join(repr(value).split())[:200]] for name, value in shown.items()]


def chosen_parameters(model: Any) -> list[list[str]]:
    """Return the values that fit chose for parameters that are "auto", as text."""
    values = getattr(model, "auto_values_", None) or {}
    return [[name, " ".join(repr(value).split())[:200]] for name, value in values.items()]
