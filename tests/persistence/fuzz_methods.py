"""Fuzzer of model files that load: ``python -m tests.persistence.fuzz_methods --cases 10000``.

Texts and arrays of the golden files are changed under valid checksums. A file must be rejected or
give a model whose methods return or raise an exception: no crash, no long run, no large memory.
"""

import contextlib
import resource
import sys
import time
import warnings
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
from tests.fuzz_api.__main__ import read_options
from tests.fuzz_api.processes import run_cases

import spinney
from spinney.persistence import FileError

from .damage import changed, pieces, places, put_together
from .make_golden import GOLDEN
from .models import mixed, numbers

FILES = sorted(GOLDEN.rglob("*.spinney"))
MEMORY = 4 << 30
"""Limit of the address space in bytes; beyond it a method raises MemoryError."""
SLOW = 10.0
"""CPU seconds from which a case is reported."""
TEXTS = (None, True, -1, 0, 1, 2, 7, 300, 2**31, 2**32 - 1, 2**63, -(2**63), 2**200, 0.5, 1e308)
TEXTS += ("", "mean", "nan", [], {}, {"dict": []}, {"tuple": []}, {"ref": 0})
ITEMS = (0, 1, 2, 3, 255, 2**31 - 1, 2**32 - 1, 2**63, 2**64 - 1)
ON_ROWS = ("predict", "predict_proba", "decision_function", "apply", "decision_path", "transform")
OF_MODEL = ("text", "rules", "to_dot", "get_depth", "get_n_leaves", "cp_table", "surrogates")
ATTRIBUTES = ("feature_importances_", "estimators_", "tree_", "oob_score_", "classes_")


@cache
def content_of(number: int) -> bytes:
    return FILES[number].read_bytes()


def run_file(seed: int) -> tuple[int, str]:
    """Change a file, load it and call the methods of the model; return the seed and the outcome."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    rng = np.random.default_rng(seed)
    content = mutate(rng, content_of(int(rng.integers(len(FILES)))))
    warnings.simplefilter("ignore")
    started = time.process_time()
    outcome = "loaded"
    try:
        use(spinney.load(content))
    except FileError:
        outcome = "rejected"
    except Exception as error:  # A load may raise nothing but FileError.
        outcome = f"load raised {type(error).__name__}: {error}"
    seconds = time.process_time() - started
    return seed, f"took {seconds:.0f} s" if seconds > SLOW else outcome


def mutate(rng: np.random.Generator, content: bytes) -> bytes:
    text, arrays = pieces(content)
    for _ in range(rng.integers(1, 3)):
        if rng.random() < 0.5:
            paths = list(places(text))[1:]
            path = paths[rng.integers(len(paths))]
            text = changed(text, path, TEXTS[rng.integers(len(TEXTS))])
        else:
            change_array(rng, arrays)
    return put_together(text, arrays)


def change_array(rng: np.random.Generator, arrays: dict[str, Any]) -> None:
    filled = [name for name, array in arrays.items() if array.size]
    name = filled[rng.integers(len(filled))]
    array = arrays[name]
    if rng.random() < 0.7:
        value = np.array(ITEMS[rng.integers(len(ITEMS))], np.uint64).astype(array.dtype)
        array.reshape(-1)[rng.integers(array.size)] = value
    else:
        arrays[name] = np.resize(array.reshape(-1), rng.integers(0, 2 * array.size + 1))


def use(model: Any) -> None:
    """Call the methods of a model; exceptions do not matter."""
    for X in (numbers(), mixed()):
        for name in ON_ROWS:
            with contextlib.suppress(Exception):
                getattr(model, name)(X)
        for name in OF_MODEL:
            with contextlib.suppress(Exception):
                getattr(model, name)()
    for name in ATTRIBUTES:
        with contextlib.suppress(Exception):
            getattr(model, name)
    for export in (spinney.to_json, spinney.to_c, lambda model: spinney.to_sql(model, "t")):
        with contextlib.suppress(Exception):
            export(model)


def main() -> int:
    options = read_options(__doc__, "python -m tests.persistence.fuzz_methods")
    counts = Counter[str]()
    for seed, outcome in run_cases(
        run_file, range(options.seed, options.seed + options.cases), options.jobs
    ):
        known = outcome if outcome in ("loaded", "rejected") else "findings"
        counts[known] += 1
        if known == "findings":
            print(f"seed {seed}: {outcome}", flush=True)
    print(", ".join(f"{n} {name}" for name, n in sorted(counts.items())))
    return min(counts["findings"], 1)


if __name__ == "__main__":
    sys.exit(main())
