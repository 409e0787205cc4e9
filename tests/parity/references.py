"""Read and write the reference trees: one file per peer and table."""

import json
from dataclasses import dataclass, fields
from functools import cache

import numpy as np

from .flat_tree import FlatTree
from .tables import REFERENCE


@dataclass(frozen=True)
class Case:
    """A reference tree: its library, table and parameters."""

    peer: str
    table: str
    setting: str
    params: dict
    weighted: bool = False

    def __str__(self):
        return f"{self.peer}/{self.table}/{self.setting}"


def write_trees(peer, table, version, grown):
    """Write the pairs (case, tree) of one table."""
    write_arrays(peer, table, version, [(case, tree.as_arrays()) for case, tree in grown])


def write_arrays(peer, table, version, recorded):
    """Write the pairs (case, arrays by name) of one table."""
    about = {
        case.setting: {"params": case.params, "weighted": case.weighted} for case, _ in recorded
    }
    arrays = {
        f"{case.setting}/{name}": compact(array)
        for case, named in recorded
        for name, array in named.items()
    }
    folder = REFERENCE / peer
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"version": version, "settings": about})
    np.savez_compressed(folder / f"{table}.npz", about=np.array(text), **arrays)


def compact(array):
    """The same numbers in the narrowest type."""
    array = np.asarray(array)
    if array.dtype.kind != "i" or not array.size:
        return array
    return array.astype(np.result_type(np.min_scalar_type(array.min()), np.int8, array.max()))


@cache
def read_file(peer, table):
    with np.load(REFERENCE / peer / f"{table}.npz") as file:
        arrays = dict(file)
    return json.loads(str(arrays.pop("about"))), arrays


def read_cases(peer):
    """All cases of a peer, in a fixed order."""
    cases = []
    for path in sorted((REFERENCE / peer).glob("*.npz")):
        about, _ = read_file(peer, path.stem)
        for setting, chosen in about["settings"].items():
            cases.append(Case(peer, path.stem, setting, **chosen))
    return cases


def read_arrays(case):
    """Arrays of a case by name."""
    _, arrays = read_file(case.peer, case.table)
    start = f"{case.setting}/"
    return {k.removeprefix(start): v for k, v in arrays.items() if k.startswith(start)}


def read_tree(case):
    arrays = read_arrays(case)
    return FlatTree(**{field.name: arrays[field.name] for field in fields(FlatTree)})
