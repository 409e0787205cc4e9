"""Saving, loading and inspecting model files, without pickle (docs/FORMAT.md)."""

from .contents import FileContents, inspect_file
from .errors import FileError
from .storage import load, save

__all__ = ["FileContents", "FileError", "inspect_file", "load", "save"]
