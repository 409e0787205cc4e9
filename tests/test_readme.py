"""The snippets of the README run as written, and the documents name files that exist."""

import re
from pathlib import Path

import pytest
import snippets

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = re.findall(r"^(?:spinney|cd) .*$", README, re.MULTILINE)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_snippet_runs(snippet, tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib").use("agg")
    monkeypatch.chdir(tmp_path)
    exec(compile(snippet, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    for comment in re.findall(r"^print\(.*\)  # (.*)$", snippet, re.MULTILINE):
        assert comment in printed


@pytest.mark.slow
def test_commands_run_in_order_in_an_empty_folder(tmp_path, monkeypatch):
    for module in ("click", "rich", "pyarrow", "matplotlib"):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    assert COMMANDS[0] == "spinney demo"
    for line in COMMANDS:
        snippets.run_command(f"$ {line}")
    written = {path.name for path in Path.cwd().iterdir()}
    named = {name for line in COMMANDS for name in re.findall(r"\S+\.\w+", line)}
    assert "penguins.csv" in named
    assert named <= written


def test_the_picture_is_the_tree_of_the_first_snippet():
    picture = re.search(r"!\[[^]]*\]\(examples/pictures/(\w+)\.png\)", README)[1]
    script = (ROOT / "examples" / "trees" / f"{picture}.py").read_text()
    index = (ROOT / "docs" / "index.md").read_text()
    for line in SNIPPETS[0].splitlines():
        if line.startswith(("X, y =", "tree =")):
            assert line in script
            assert line in index
    assert f"pictures/{picture}.png" in index


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
