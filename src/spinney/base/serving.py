"""Methods of every estimator for serving."""

from importlib import import_module
from typing import Any, Self


class ServeMixin:
    """Adds the methods ``predictor`` and ``compact``."""

    def predictor(self) -> Any:
        """Return a handle that predicts single rows in microseconds.

        It accepts one row as a list, tuple, 1-D array, dict by feature name or pandas Series, or
        several rows as ``predict`` does. A row has the values of the training data: categories by
        label, dates as dates, None or NaN for missing values. A key that a dict does not have is a
        missing value. Missing values and unknown categories are treated by ``missing`` and
        ``unknown``, as in ``predict``; other keys than names of features are an error.

        The handle is a copy: it does not change if the estimator is fitted again. It has no locks
        and no state, so threads may share it, and it can be pickled.

        Returns
        -------
        Predictor
            With the method ``predict``; for classifiers ``predict_proba`` and, if the estimator
            has it, ``decision_function``; for gradient boosting ``raw``. Calling the handle calls
            ``predict_proba`` for classifiers, else ``predict``. For one row, ``predict`` returns a
            Python number or label (an array if there are several outputs) and ``predict_proba`` a
            1-D array (a list of them if there are several outputs), the same bits as the methods
            of the estimator.

        Examples
        --------
        >>> import spinney
        >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
        >>> handle = spinney.GradientBoostingClassifier(n_estimators=20).fit(X, y).predictor()
        >>> handle.predict({"island": "Torgersen", "bill_length_mm": 39.1, "sex": "male"})
        'Adelie'
        >>> handle.predict_proba(X[0]).shape
        (3,)
        """
        # Imported here because the serving layer imports all estimators.
        return import_module("spinney.serving").predictor_of(self)

    def compact(self) -> Self:
        """Return a copy that predicts the same, without what prediction does not need.

        It lacks the impurities, gains and counts of nodes, competing splits, out-of-bag scores and
        predictions, validation scores, pruning tables and the samples of members. Methods that
        need them raise an AttributeError or ValueError. Weights of nodes are kept, so that
        ``shap_values`` works. Forests store no such statistics for most trees; they lose
        out-of-bag arrays and weights.

        Returns
        -------
        estimator
            Of the same class; ``save`` writes a smaller file.

        Examples
        --------
        >>> import spinney
        >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
        >>> model = spinney.GradientBoostingClassifier(n_estimators=20).fit(X, y)
        >>> small = model.compact()
        >>> bool((small.predict_proba(X) == model.predict_proba(X)).all())
        True
        >>> hasattr(model, "feature_importances_"), hasattr(small, "feature_importances_")
        (True, False)
        """
        smaller: Self = import_module("spinney.serving").compact(self)
        return smaller
