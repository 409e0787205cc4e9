"""Runs the cases of a fuzzer in several processes and survives their crashes."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from joblib import parallel_config

T = TypeVar("T")
CHUNK = 25
"""Cases of one task of a process."""


def run_cases(run: Callable[[int], T], seeds: range, jobs: int | None) -> Iterator[T]:
    """Yield the results of ``run(seed)``; raise RuntimeError with the seeds of a crash."""
    chunks = [seeds[i : i + CHUNK] for i in range(0, len(seeds), CHUNK)]
    with ProcessPoolExecutor(jobs) as pool:
        tasks = [pool.submit(run_chunk, run, chunk) for chunk in chunks]
        for chunk, task in zip(chunks, tasks, strict=True):
            try:
                yield from task.result()
            except BrokenProcessPool:
                near = f"{chunk.start} to {chunk.stop - 1} or of the next chunks"
                raise RuntimeError(f"a process crashed in one of the seeds {near}") from None


def run_chunk(run: Callable[[int], T], seeds: range) -> list[T]:
    # Idle processes of joblib would keep this process from ending.
    with parallel_config(backend="threading"):
        return [run(seed) for seed in seeds]
