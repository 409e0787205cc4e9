"""The snippets of the README run as written, and the documents name files that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SNIPPETS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_snippet_runs(snippet, tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib").use("agg")
    monkeypatch.chdir(tmp_path)
    exec(compile(snippet, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    for comment in re.findall(r"^print\(.*\)  # (.*)$", snippet, re.MULTILINE):
        assert comment in printed


def test_linked_files_exist():
    for document in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/design/README.md"):
        folder = (ROOT / document).parent
        for target in re.findall(r"\]\(([\w./-]+)\)", (ROOT / document).read_text()):
            assert (folder / target).exists(), f"{document} links to {target}"


def test_named_files_exist():
    documents = [ROOT / "ARCHITECTURE.md", *(ROOT / "docs" / "design").glob("*.md")]
    for document in documents:
        for path in re.findall(r"`([\w/]+/\w+\.(?:h|cpp|py))`", document.read_text()):
            found = (ROOT / path).exists() or (ROOT / "src" / "spinney" / path).exists()
            assert found, f"{document.name} names {path}"


def test_named_cpp_members_exist():
    headers = [file.read_text() for file in (ROOT / "core").rglob("*.h")]
    for document in (ROOT / "docs" / "design").glob("*.md"):
        for owner, member in re.findall(r"`(\w+)::(\w+)`", document.read_text()):
            declared = rf"(?:class|struct) {owner}\b.*\b{member}\b"
            found = any(re.search(declared, text, re.DOTALL) for text in headers)
            assert found, f"{document.name} names {owner}::{member}"
