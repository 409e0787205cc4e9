"""pytest plugin: run the test modules of scikit-learn's wheel on Spinney's classes.

Public names of `sklearn.tree` and `sklearn.ensemble` that Spinney has are replaced by Spinney's
before the test modules import them. Tests in `expected_failures.toml` must fail: a test that
passes again is reported, so that the list stays true.
"""

import re
import tomllib
from pathlib import Path

import pytest
import sklearn.ensemble
import sklearn.tree

import spinney

LIST = Path(__file__).with_name("expected_failures.toml")
VERSION = "1.9"
"""The release of scikit-learn that the list describes."""


def substitute() -> None:
    """Replace the public classes and functions of scikit-learn that Spinney has."""
    for package in (sklearn.tree, sklearn.ensemble):
        for name in package.__all__:
            if hasattr(spinney, name):
                setattr(package, name, getattr(spinney, name))


def read_expected_failures() -> list[tuple[re.Pattern[str], str]]:
    """Patterns of "module::test" with the reason of each.

    A name without parameters stands for every parameter set; "*" stands for any characters.
    """
    patterns = []
    for module, tests in tomllib.loads(LIST.read_text()).items():
        for name, reason in tests.items():
            escaped = re.escape(f"{module}::{name}").replace(r"\*", ".*")
            suffix = "" if "[" in name else r"(\[.*\])?"
            patterns.append((re.compile(escaped + suffix), reason))
    return patterns


def pytest_configure(config: pytest.Config) -> None:
    if not sklearn.__version__.startswith(VERSION):
        raise pytest.UsageError(
            f"tests/peers describes scikit-learn {VERSION}; {sklearn.__version__} is installed"
        )
    substitute()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    patterns = read_expected_failures()
    unused = {pattern for pattern, _ in patterns}
    collected = set()
    for item in items:
        module = item.getparent(pytest.Module).obj.__name__
        collected.add(module)
        for pattern, reason in patterns:
            if pattern.fullmatch(f"{module}::{item.name}"):
                item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
                unused.discard(pattern)
    stale = [p.pattern for p in unused if p.pattern.split("::")[0].replace("\\", "") in collected]
    if stale and not any("::" in argument for argument in items[0].config.args):
        raise pytest.UsageError("expected_failures.toml names unknown tests: " + ", ".join(stale))
