"""Results that are kept for later calls with equal arguments."""

from collections.abc import Callable
from threading import Lock
from typing import Any


class Memo:
    """The latest results of functions, found by equal keys; safe to use from several threads.

    ``fits`` tells whether all of these results may be kept.
    """

    def __init__(self, fits: Callable[[list[Any]], bool]) -> None:
        self._fits = fits
        self._lock = Lock()
        self._entries: list[tuple[Any, Any]] = []

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return the result of a key; ``make`` computes it unless it was kept."""
        with self._lock:
            for i, (known, result) in enumerate(self._entries):
                if known == key:
                    self._entries.append(self._entries.pop(i))
                    return result
            result = make()
            self._entries.append((key, result))
            while self._entries and not self._fits(self.results()):
                self._entries.pop(0)
            return result

    def results(self) -> list[Any]:
        """Return the results that are kept, the latest last."""
        return [result for _, result in self._entries]


def latest(n: int) -> Memo:
    """Return a memo of the latest ``n`` results."""
    return Memo(lambda results: len(results) <= n)
