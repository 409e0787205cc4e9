"""One fit of a peer in a process of its own, with a limit of its CPU seconds.

A fit that reaches the limit has no loss; its seconds are lower bounds.
"""

import math
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable
from typing import Any, NamedTuple


class Measured(NamedTuple):
    """Loss of held-out rows, wall and CPU seconds of fit, wall seconds of predict."""

    loss: float
    fit: float
    fit_cpu: float
    predict: float


def in_child(sender: Any, limit: int, work: Callable[[], Measured]) -> None:
    used = math.ceil(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + limit, used + limit + 5))
    sender.send(work())


def limited(work: Callable[[], Measured], limit: int | None) -> Measured:
    """Run in a child process for at most ``limit`` CPU seconds; None: here, without a limit."""
    if limit is None:
        return work()
    # A forked child shares the data; the parent must not have started threads of a library.
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=in_child, args=(sender, limit, work))
    begin = time.perf_counter()
    child.start()
    sender.close()
    try:
        return receiver.recv()
    except EOFError:
        child.join()
        if child.exitcode not in (-signal.SIGXCPU, -signal.SIGKILL):
            raise RuntimeError(f"the fit failed: exit code {child.exitcode}") from None
        return Measured(math.nan, time.perf_counter() - begin, float(limit), math.nan)
    finally:
        child.join()


def import_peers(names: list[str]) -> None:
    """Import libraries before forks, so that imports do not count."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in names:
        __import__(name.lower())
