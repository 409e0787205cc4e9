"""Model files with notes of the command line: target, training table and scores.

The notes are the fitted attribute ``notes_`` of the model.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import spinney

from .console import Output
from .csv_files import CsvOptions
from .errors import UserError
from .model_summary import feature_names
from .output_files import check_writable
from .tables import MODEL_START, TABLE_SUFFIXES


class SavedModel(NamedTuple):
    """A model and its notes; the note "target" names the column that it predicts."""

    model: Any
    path: str
    notes: dict[str, Any]

    @property
    def target(self) -> str | None:
        name = self.notes.get("target")
        return name if isinstance(name, str) else None

    @property
    def date_features(self) -> list[str]:
        """Features of older files that hold days since 1970; shown as dates."""
        names = self.notes.get("dates", [])
        known = feature_names(self.model)
        return [name for name in known if name in names] if isinstance(names, list) else []

    @property
    def date_formats(self) -> dict[str, str]:
        """Formats of the dates in the training table that were not in ISO format."""
        formats = self.notes.get("date_formats", {})
        valid = isinstance(formats, dict) and all(isinstance(f, str) for f in formats.values())
        return formats if valid else {}

    @property
    def ignore_case(self) -> list[str]:
        """Columns of text whose case is ignored."""
        names = self.notes.get("ignore_case", [])
        return names if isinstance(names, list) else []

    def csv_options(self, options: CsvOptions) -> CsvOptions:
        """Return the options for a new table, with those of the training table."""
        missing = self.notes.get("missing", [])
        known = tuple(missing) if isinstance(missing, list) else ()
        dates = options.dates._replace(saved=self.date_formats)
        return replace(options, dates=dates, missing=(*options.missing, *map(str, known)))

    def require_target(self, name: str | None) -> str:
        """Return the given target or that of the notes; raise if neither is known."""
        target = name or self.target
        if target is None:
            raise UserError(f"{self.path} does not store the name of its target: set --target")
        return target


def save_model(model: Any, path: str, notes: dict[str, Any], out: Output) -> None:
    """Save a model with notes, and print the size of the file."""
    check_writable(path)
    model.notes_ = notes
    model.save(path)
    if Path(path).is_file():
        size = file_size(Path(path).stat().st_size)
        out.status(f"saved {path} ({size}). Next: spinney predict {path} NEW_TABLE")


def check_model_path(path: str) -> None:
    """Raise if a file does not exist, or has the suffix of a table."""
    if not Path(path).exists():
        raise UserError(f"{path}: no such file")
    if Path(path).is_file() and Path(path).suffix.lower() in TABLE_SUFFIXES:
        with open(path, "rb") as file:
            if file.read(len(MODEL_START)) != MODEL_START:
                raise UserError(f"{path} is a table, not a model: the model precedes the table")


def inspect_model(path: str) -> Any:
    check_model_path(path)
    return spinney.inspect_file(path)


def load_model(path: str) -> SavedModel:
    check_model_path(path)
    model = spinney.load(path)
    notes = getattr(model, "notes_", {})
    return SavedModel(model, path, notes if isinstance(notes, dict) else {})


def file_size(n_bytes: int) -> str:
    for unit in ("bytes", "kB", "MB"):
        if n_bytes < 1000:
            return f"{n_bytes:.3g} {unit}"
        n_bytes /= 1000  # type: ignore[assignment]
    return f"{n_bytes:.3g} GB"
