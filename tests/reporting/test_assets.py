"""The built front end is that of its sources, where node and the packages are installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
ASSETS = ROOT / "src" / "spinney" / "reporting" / "assets"
MAX_LINES = 300


@pytest.mark.skipif(
    not (shutil.which("node") and (FRONTEND / "node_modules" / "esbuild").is_dir()),
    reason="needs node, and npm ci in frontend/",
)
def test_assets_are_up_to_date(tmp_path):
    subprocess.run(["node", FRONTEND / "build.mjs", tmp_path], check=True)
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert built == {path.name: path.read_bytes() for path in ASSETS.iterdir()}


def test_assets_are_safe_in_a_page():
    script, style = ((ASSETS / f"report.{kind}").read_text() for kind in ("js", "css"))
    assert "</script" not in script.lower()
    assert "</style" not in style.lower()
    assert "innerHTML" not in script
    assert "url(" not in style
    assert "@import" not in style


def test_lock_file_names_no_registry():
    assert '"resolved"' not in (FRONTEND / "package-lock.json").read_text()


def test_sources_are_short():
    sources = [*FRONTEND.glob("src/**/*.js"), FRONTEND / "build.mjs"]
    assert sources
    assert [p.name for p in sources if len(p.read_text().splitlines()) > MAX_LINES] == []
