"""The method ``save`` of every estimator."""

import os
from importlib import import_module


class SaveMixin:
    """Adds the method ``save``."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the fitted estimator to a file that :func:`spinney.load` reads.

        Parameters
        ----------
        path : str or path
            The file. An existing file is replaced atomically, after the new one is complete; if
            an error occurs, it is left unchanged. The model is written into a pipe or a device.

        Raises
        ------
        FileError
            A ValueError, if a part of the model cannot be saved, such as a user-defined function
            or a member estimator of another library.

        Examples
        --------
        >>> import tempfile, spinney
        >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
        >>> tree = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tree.save(f"{folder}/penguins.spinney")
        ...     same = spinney.load(f"{folder}/penguins.spinney")
        >>> same.text() == tree.text()
        True
        """
        # Imported here because the persistence layer imports all estimators.
        import_module("spinney.persistence").save(self, path)
