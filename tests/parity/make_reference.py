"""Regenerate every reference file: ``python -m tests.parity.make_reference``."""

from . import make_paths, make_rpart, make_rpart_whole, make_sklearn
from .make_tables import make_tables

if __name__ == "__main__":
    make_tables(make_rpart.SETTINGS.keys() | make_sklearn.SETTINGS.keys())
    make_rpart.make_rpart()
    make_rpart_whole.make_rpart_whole()
    make_sklearn.make_sklearn()
    make_paths.make_paths()
