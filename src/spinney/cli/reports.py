"""HTML reports of models, with a progress bar."""

from pathlib import Path
from typing import Any

import spinney

from ..reporting.sections import N_STEPS
from .console import Output
from .model_files import file_size


def write_report(model: Any, X: Any, y: Any, path: str, out: Output, **options: Any) -> None:
    """Create a report and save it."""
    with out.progress("report", N_STEPS) as step:
        made = spinney.report(model, X, y, progress=lambda _: step(), **options)
        made.save(path)
    size = f" ({file_size(Path(path).stat().st_size)})" if Path(path).is_file() else ""
    out.status(f"saved {path}{size}: open it in a browser")
