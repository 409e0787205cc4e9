"""Model files, with the name of the target and what else the command line wants to know again.

These notes are an attribute of the model, ``notes_``, which files keep as they keep all others.
"""

from pathlib import Path
from typing import Any, NamedTuple

import spinney

from .errors import UserError
from .outputs import check_writable


class SavedModel(NamedTuple):
    """A model and its notes: "target" is the column that it predicts."""

    model: Any
    notes: dict[str, Any]

    @property
    def target(self) -> str | None:
        name = self.notes.get("target")
        return name if isinstance(name, str) else None


def save_model(model: Any, path: str, notes: dict[str, Any]) -> int:
    """Save, and give back the size of the file in bytes."""
    check_writable(path)
    model.notes_ = notes
    model.save(path)
    return Path(path).stat().st_size


def check_there(path: str) -> None:
    if not Path(path).exists():
        raise UserError(f"{path}: no such file")


def inspect_model(path: str) -> Any:
    check_there(path)
    return spinney.inspect_file(path)


def load_model(path: str) -> SavedModel:
    check_there(path)
    model = spinney.load(path)
    notes = getattr(model, "notes_", {})
    return SavedModel(model, notes if isinstance(notes, dict) else {})


def file_size(n_bytes: int) -> str:
    for unit in ("bytes", "kB", "MB"):
        if n_bytes < 1000:
            return f"{n_bytes:.3g} {unit}"
        n_bytes /= 1000  # type: ignore[assignment]
    return f"{n_bytes:.3g} GB"
