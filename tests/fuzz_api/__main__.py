"""Run the fuzzer: ``python -m tests.fuzz_api --cases 20000 --seed 0``.

Each finding is printed with its seed; ``--cases 1 --seed S`` runs that case again.
"""

import argparse
import sys
import time
from collections import Counter

from .cases import Outcome, run_case
from .processes import run_cases


def main() -> int:
    options = read_options(__doc__, "python -m tests.fuzz_api")
    seeds = range(options.seed, options.seed + options.cases)
    started, counts = time.monotonic(), Counter[str]()
    for outcome in run_cases(run_case, seeds, options.jobs):
        report(outcome, counts)
        if sys.stderr.isatty() and counts["cases"] % 25 == 0:
            print(f"\r{summary(counts, started)}", end="", file=sys.stderr, flush=True)
    print(summary(counts, started))
    return min(counts["findings"], 1)


def read_options(description: str | None, program: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first case")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes")
    return parser.parse_args()


def report(outcome: Outcome, counts: Counter[str]) -> None:
    counts["cases"] += 1
    counts["refused"] += outcome.refused is not None
    counts["checks"] += outcome.checked
    counts["findings"] += len(outcome.findings)
    for finding in outcome.findings:
        print(f"\nseed {outcome.seed}: {outcome.description}\n  {finding}", flush=True)


def summary(counts: Counter[str], started: float) -> str:
    seconds = time.monotonic() - started
    return (
        f"{counts['cases']} cases ({counts['refused']} refused by the library), "
        f"{counts['checks']} checks, {counts['findings']} findings, {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
