"""The method ``save`` of every estimator."""

import os
from importlib import import_module


class SaveMixin:
    """An estimator that can be saved to a file."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the fitted estimator to a file that :func:`spinney.load` reads.

        Parameters
        ----------
        path : str or path
            The file. One that exists is replaced at once, when the new one is complete on the
            disk: whatever goes wrong before leaves it as it was.

        Raises
        ------
        FileError
            A ValueError, if the model has a part that a file cannot hold: a function of the
            user's, say, or members that are not Spinney's.

        Examples
        --------
        >>> import tempfile, spinney
        >>> X, y = spinney.datasets.load_penguins()
        >>> tree = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tree.save(f"{folder}/penguins.spinney")
        ...     same = spinney.load(f"{folder}/penguins.spinney")
        >>> same.text() == tree.text()
        True
        """
        # Files know every estimator, and so lie above them all.
        import_module("spinney.persistence").save(self, path)
