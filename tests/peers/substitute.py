"""pytest plugin: run the test modules of scikit-learn's wheel on Spinney's classes.

Public names of `sklearn.tree` and `sklearn.ensemble` that Spinney has are replaced by Spinney's
before the test modules import them. Gradient boosting has scikit-learn's defaults in these tests:
docs/MIGRATION.md lists the parameters whose defaults differ. Tests in `expected_failures.toml` must
fail: a test that passes again is reported, so that the list stays true.
"""

import re
import tomllib
from pathlib import Path

import pytest
import sklearn.ensemble
import sklearn.tree

import spinney
from spinney.base.parameters import redeclare

LIST = Path(__file__).with_name("expected_failures.toml")
VERSION = "1.9"
"""The release of scikit-learn that the list describes."""


GRADIENT_BOOSTING_DEFAULTS = {
    "algorithm": "classic",
    "max_bins": None,
    "quantize": False,
    "tol": 1e-4,
    "max_depth": 3,
    "max_leaf_nodes": None,
    "min_samples_leaf": 1,
    "min_child_weight": 0.0,
    "reg_lambda": 0.0,
}
"""scikit-learn's values of parameters that have other defaults in Spinney."""


def with_defaults(cls: type, defaults: dict[str, object]) -> type:
    """Return a subclass of an estimator with other defaults."""
    namespace = {name: redeclare(default=value) for name, value in defaults.items()}
    return type(cls.__name__, (cls,), namespace | {"__module__": "sklearn.ensemble"})


def substitute() -> None:
    """Replace the public classes and functions of scikit-learn that Spinney has."""
    for package in (sklearn.tree, sklearn.ensemble):
        for name in package.__all__:
            if name.startswith("GradientBoosting"):
                ours = with_defaults(getattr(spinney, name), GRADIENT_BOOSTING_DEFAULTS)
                setattr(package, name, ours)
            elif hasattr(spinney, name):
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
