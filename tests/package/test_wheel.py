"""The wheel and the sdist of `make test` or `make wheel`: size, files, and a clean installation.

`SPINNEY_DIST` names the folder of the files; `make test-wheel` sets it. The other packages come
from the environment of the tests, so nothing is downloaded.
"""

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import spinney

ROOT = Path(__file__).resolve().parents[2]
DIST = Path(os.environ.get("SPINNEY_DIST", ROOT / "build" / "install"))
MAX_WHEEL_BYTES = 4 * 2**20


def only_file(pattern: str) -> Path:
    files = list(DIST.glob(pattern))
    if not files:
        pytest.skip(f"{DIST.name} has no {pattern}")
    [file] = files
    return file


@pytest.fixture(scope="module")
def wheel() -> Path:
    return only_file("spinney-*.whl")


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory) -> Path:
    """The Python of a new environment with the wheel from a local index."""
    folder = tmp_path_factory.mktemp("wheel") / "env"
    venv.create(folder, with_pip=False)
    paths = {"base": str(folder), "platbase": str(folder)}
    scripts = Path(sysconfig.get_path("scripts", "venv", paths))
    python = scripts / Path(sys.executable).name
    install = ["install", "--quiet", "--no-index", "--no-deps", "--find-links", str(wheel.parent)]
    command = [sys.executable, "-m", "pip", "--python", str(python), *install]
    subprocess.run([*command, f"spinney=={spinney.__version__}"], check=True)
    outer = [p for p in sys.path if Path(p).name in ("site-packages", "dist-packages")]
    site = Path(sysconfig.get_path("purelib", "venv", paths))
    (site / "other_packages.pth").write_text("\n".join(outer) + "\n")
    return python


def test_wheel_is_small_and_has_only_the_package(wheel):
    assert wheel.stat().st_size <= MAX_WHEEL_BYTES
    names = zipfile.ZipFile(wheel).namelist()
    folders = {name.split("/")[0] for name in names}
    assert folders == {"spinney", f"spinney-{spinney.__version__}.dist-info"}
    assert "spinney/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.endswith((".cpp", ".h", ".pyc"))]


def test_sdist_has_what_builds_and_documents():
    with tarfile.open(only_file("spinney-*.tar.gz")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"CMakeLists.txt", "pyproject.toml", "LICENSE", "README.md", "PKG-INFO"} <= names
    tops = {name.split("/")[0] for name in names}
    assert {"bindings", "core", "docs", "src", "tests"} <= tops
    assert not {".ci", ".github", ".venv", "benchmarks", "build", "conda", "dist"} & tops
    core = {path.relative_to(ROOT).as_posix() for path in (ROOT / "core").rglob("*.cpp")}
    assert core <= names


@pytest.mark.slow
def test_wheel_works_in_a_clean_environment(environment, tmp_path):
    script = ROOT / "tests" / "package" / "installed.py"
    finished = subprocess.run(
        [environment, "-I", script], capture_output=True, text=True, cwd=tmp_path
    )
    assert finished.returncode == 0, finished.stderr
    assert str(environment.parents[1]) in finished.stdout
    assert "works" in finished.stdout
    assert "not checked" not in finished.stdout
