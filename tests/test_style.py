"""Style rules that the linters do not check: line length and vocabulary."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (
    *(".ci", ".github", "benchmarks", "bindings", "conda", "core", "docs", "examples", "fuzz"),
    *("src", "tests"),
)
SUFFIXES = {
    *(".md", ".py", ".pyi", ".h", ".cpp", ".toml", ".yaml", ".yml", ".cff", ".txt", ".mjs"),
    *(".R", ".java"),
}
MAX_LINE_LENGTH = 100
PRINTED = re.compile(r"^```text\n.*?^```$", re.DOTALL | re.MULTILINE)
CODE = ("benchmarks", "bindings", "core", "examples", "fuzz", "src", "tests")
# Words of an earlier private vocabulary; the brackets keep the pattern from matching itself.
PRIVATE_WORDS = re.compile(
    r"q[u]estion|h[e]ritage|M[o]delHolder|W[i]shes|T[r]eeRoom|A[s]kedOf", re.I
)
# Files with the former name of an array, which old model files still use.
FORMER_NAMES = {"src/spinney/persistence/registry.py", "fuzz/reading.h"}


def text_files() -> list[str]:
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    files += ROOT.iterdir()
    chosen = (f for f in files if f.suffix in SUFFIXES or f.name in ("Makefile", "run"))
    return sorted(f.relative_to(ROOT).as_posix() for f in chosen if f.is_file())


def written_lines(file: str) -> list[str]:
    """Return the lines of a file without the output of code in a document."""
    text = (ROOT / file).read_text()
    return (PRINTED.sub("", text) if file.endswith(".md") else text).splitlines()


def test_lines_are_short():
    lengths = {file: max(map(len, written_lines(file)), default=0) for file in text_files()}
    assert {file for file, length in lengths.items() if length > MAX_LINE_LENGTH} == set()


def test_code_uses_the_vocabulary_of_the_field():
    code = {file for file in text_files() if file.split("/")[0] in CODE}
    found = [file for file in code if PRIVATE_WORDS.search(file)]
    for file in code - FORMER_NAMES:
        lines = (ROOT / file).read_text().splitlines()
        found += [f"{file}:{n}" for n, line in enumerate(lines, 1) if PRIVATE_WORDS.search(line)]
    assert sorted(found) == []
