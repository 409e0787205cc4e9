"""Style rules that the linters do not check: line length in every kind of text file."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (".ci", "benchmarks", "bindings", "core", "docs", "examples", "fuzz", "src", "tests")
SUFFIXES = {".md", ".py", ".pyi", ".h", ".cpp", ".toml", ".yaml", ".txt", ".R", ".java"}
MAX_LINE_LENGTH = 100


def text_files() -> list[str]:
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    files += ROOT.iterdir()
    chosen = (f for f in files if f.suffix in SUFFIXES or f.name in ("Makefile", "run"))
    return sorted(f.relative_to(ROOT).as_posix() for f in chosen if f.is_file())


def test_lines_are_short():
    lengths = {
        file: max(map(len, (ROOT / file).read_text().splitlines()), default=0)
        for file in text_files()
    }
    assert {file for file, length in lengths.items() if length > MAX_LINE_LENGTH} == set()
