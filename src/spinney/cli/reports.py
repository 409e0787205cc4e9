"""HTML reports of models, with a progress bar."""

from pathlib import Path
from typing import Any

import spinney

from ..reporting.sections import N_STEPS
from .console import Output
from .model_files import file_size

TITLES = {
    "importance": "importances",
    "shap": "SHAP values",
    "effects": "effects",
    "trees": "What if",
    "curve": "learning curve",
}
"""Sections that depend on the model, with their titles."""


def write_report(model: Any, X: Any, y: Any, path: str, out: Output, **options: Any) -> None:
    """Create a report and save it."""
    with out.progress("report", N_STEPS) as step:
        made = spinney.report(model, X, y, progress=lambda _: step(), **options)
        made.save(path)
    size = f" ({file_size(Path(path).stat().st_size)})" if Path(path).is_file() else ""
    out.status(f"saved {path}{size}: open it in a browser")
    for title, reason in missing_sections(made.data).items():
        out.note(f"the page has no {title}: {reason}")


def missing_sections(data: dict[str, Any]) -> dict[str, str]:
    """Return the sections that the model does not support, with the reasons."""
    reasons = {title: data[name].get("unavailable") for name, title in TITLES.items()}
    return {title: reason for title, reason in reasons.items() if reason}
