"""Measurements: best of alternating runs, peak memory of a fit, description of the machine."""

import multiprocessing
import os
import platform
import resource
import tempfile
import time
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from data import Arrays

Key = TypeVar("Key", bound=Hashable)
Calls = Mapping[Key, Callable[[], Any]]
Fit = Callable[[np.ndarray, np.ndarray], Any]


def seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def cpu_seconds(call: Callable[[], Any]) -> float:
    """CPU seconds of all threads of the process, for a busy machine."""
    start = time.process_time()
    call()
    return time.process_time() - start


def best_of(
    calls: Calls[Key],
    repeats: int,
    far_behind: float = float("inf"),
    timer: Callable[[Callable[[], Any]], float] = seconds,
) -> dict[Key, float]:
    """Minimum seconds of each call. Calls alternate, so that other load affects all of them.

    A call that took ``far_behind`` times as long as the fastest one in its first run, and more than
    a second, runs only once.
    """
    best = {name: timer(call) for name, call in calls.items()}
    limit = max(1.0, far_behind * min(best.values()))
    again = [name for name in calls if best[name] <= limit]
    for _ in range(repeats - 1):
        for name in again:
            best[name] = min(best[name], timer(calls[name]))
    return best


def best_of_many(calls: Calls[Key], budget: float) -> dict[Key, float]:
    """``best_of`` for short calls, with as many runs as fit in ``budget`` seconds."""
    once = sum(best_of(calls, 3).values())
    return best_of(calls, max(5, int(budget / once)))


def _high_water() -> int:
    """Peak memory of the process. On Linux getrusage would include the parent's."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _peak_of(call: Callable[[], Any]) -> int:
    """Bytes by which a call raises the high-water mark, which Linux can reset before."""
    reset = Path("/proc/self/clear_refs")
    if os.access(reset, os.W_OK):
        reset.write_text("5")
    before = _high_water()
    call()
    return max(1, _high_water() - before)


def _weigh(fit: Fit, folder: str, queue: Any) -> None:
    """Fit a few rows first, to exclude imports and thread pools."""
    x, y = np.load(Path(folder, "x.npy")), np.load(Path(folder, "y.npy"))
    fit(x[:1000].copy(), y[:1000].copy())
    queue.put(_peak_of(lambda: fit(x, y)))


def peak_bytes(fit: Fit, arrays: Arrays) -> int:
    """Peak memory of ``fit(x, y)`` above its input, in a new process that only loads it."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        for name, array in zip(("x", "y"), arrays, strict=True):
            np.save(Path(folder, f"{name}.npy"), array)
        queue = context.SimpleQueue()
        child = context.Process(target=_weigh, args=(fit, folder, queue))
        child.start()
        child.join()
        if child.exitcode:
            raise RuntimeError(f"the fit ended with exit code {child.exitcode}")
        return queue.get()


def _report_peak(call: Callable[[], Any], queue: Any) -> None:
    queue.put(_peak_of(call))


def peak_bytes_of(call: Callable[[], Any]) -> int:
    """Peak memory of a call above that of the process, measured in a new one.

    The process loads the arguments of the call, imports of the library count.
    """
    context = multiprocessing.get_context("spawn")
    queue = context.SimpleQueue()
    child = context.Process(target=_report_peak, args=(call, queue))
    child.start()
    child.join()
    if child.exitcode:
        raise RuntimeError(f"the call ended with exit code {child.exitcode}")
    return queue.get()


def machine() -> str:
    """Describe the machine and its interpreter in one line."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = (line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    cpu = next(names, platform.processor())
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{cpu}, {usable} usable cores, {platform.system()}, Python {platform.python_version()}"
