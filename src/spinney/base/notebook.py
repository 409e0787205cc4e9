"""The HTML of fitted estimators in notebooks: a summary above scikit-learn's diagram."""

from html import escape
from importlib import import_module
from typing import Any


class NotebookMixin:
    """Adds a summary of the fitted model to scikit-learn's HTML."""

    def _repr_html_inner(self) -> str:
        if "_model" not in vars(self):
            return self._diagram()
        # Imported here because the inspection layer is above this one.
        summary: str = import_module("spinney.inspection.notebook").fitted_summary(self)
        return summary + self._diagram()

    def _diagram(self) -> str:
        """Return scikit-learn's diagram, which reads all fitted attributes, or else the text."""
        try:
            diagram: str = super()._repr_html_inner()  # type: ignore[misc]
        except ValueError:  # an attribute that compact models do not have
            return f"<pre>{escape(repr(self))}</pre>"
        return diagram

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        show = getattr(self, "_repr_html_", None)  # absent if scikit-learn is set to text
        html = {} if show is None else {"text/html": show()}
        return {"text/plain": repr(self), **html}
