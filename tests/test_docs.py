"""The documentation: snippets, generated tables, links, the API reference and the build."""

import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import alias_tables
import matplotlib as mpl
import pytest
import snippets

import spinney
from spinney import explain

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
mpl.use("Agg")
PAGES = snippets.pages(DOCS)
# Names of other libraries that are accepted, but that no table lists: former names, and ``ntree``
# of R's randomForest.
UNLISTED = {"colsample", "ctr_target", "ntree", "permutation_count", "reg_l1", "reg_l2"}
UNLISTED |= {"shrinkage", "sparse_threshold", "variance_power"}


def page_name(path):
    return path.relative_to(DOCS).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_code_of_a_page_prints_what_the_page_shows(page, tmp_path, monkeypatch):
    for module in ("click", "rich", "pyarrow", "pandas"):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    results = list(snippets.run(page.read_text(), page.name))
    assert [wrong for result in results if (wrong := snippets.difference(result))] == []


def test_a_page_with_other_output_is_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = "```python\nprint(1)\n```\n\n```text\n2\n```\n```python\nprint(3)  # 4\n```\n"
    assert all(map(snippets.difference, snippets.run(page, "page")))
    assert snippets.blocks("<!-- not run: needs a server -->\n" + page)[0].line > 1


def test_every_task_and_every_note_has_code_that_runs():
    names = {page_name(page) for page in PAGES}
    for folder in ("guide", "notes"):
        written = {page_name(p) for p in (DOCS / folder).glob("*.md") if p.name != "index.md"}
        assert written <= names


@pytest.mark.parametrize("page", alias_tables.pages(), ids=page_name)
def test_migration_tables_agree_with_the_declared_aliases(page):
    assert page.read_text() == alias_tables.pages()[page], "run docs/_ext/alias_tables.py"


def test_migration_tables_list_every_alias():
    classes = {cls for group in alias_tables.CLASSES.values() for cls in group}
    aliases = {alias for cls in classes for alias in cls._aliases()}
    assert aliases - alias_tables.listed_names() == UNLISTED


def test_every_parameter_of_scikit_learn_is_accepted():
    assert alias_tables.missing_of_sklearn() == {}


@pytest.mark.parametrize("library", ["XGBoost", "LightGBM", "CatBoost"])
def test_names_of_peers_are_those_of_the_library(library):
    peer = alias_tables.PEERS[library]
    module = pytest.importorskip(library.lower())
    if module.__version__ != peer["version"]:
        pytest.skip(f"the table is for {library} {peer['version']}")
    assert set(peer["names"]) == names_of(library, module)


def names_of(library, module):
    if library == "CatBoost":
        return {*inspect.signature(module.CatBoostClassifier).parameters}
    if library == "XGBoost":
        return set(module.XGBClassifier().get_params())
    aliases = module.basic._ConfigAliases._get_all_param_aliases()
    return set(module.LGBMClassifier().get_params()).union(aliases, *aliases.values())


def reference_names():
    """Return the names in the autosummary lists, with their module."""
    found = set()
    for page in (DOCS / "reference").glob("*.rst"):
        module = ""
        for line in page.read_text().splitlines():
            if line.startswith(".. currentmodule:: "):
                module = line.split(":: ")[1]
            elif re.fullmatch(r"   \w+", line):
                found.add(f"{module}.{line.strip()}")
    return found


def test_the_reference_has_every_public_name():
    modules = {"spinney": spinney.__all__, "spinney.explain": explain.__all__}
    modules |= {"spinney.plot": spinney.plot.__all__, "spinney.datasets": spinney.datasets.__all__}
    public = {f"{module}.{name}" for module, names in modules.items() for name in names}
    public -= {"spinney.__version__", "spinney.datasets"}
    assert reference_names() == public | {"spinney.serving.Predictor"}


def test_links_of_all_pages_exist():
    pages = [p for p in DOCS.rglob("*.md") if not {"_build", "gallery"} & set(p.parts)]
    for page in [*pages, ROOT / "examples" / "README.md", ROOT / "CHANGELOG.md"]:
        for target in re.findall(r"\]\((?!https?:)([\w./-]+)(?:#[\w.-]+)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page_name(page)} links to {target}"


@pytest.fixture(scope="module")
def iris_buckets():
    """The results of the page on entropy, by the names of its variables."""
    import pandas as pd
    from sklearn.datasets import load_iris

    X, y = load_iris(return_X_y=True, as_frame=True)
    buckets = {
        name.removesuffix(" (cm)"): pd.qcut(X[name], 4, labels=range(4)).astype(int) for name in X
    }
    return pd.DataFrame(buckets), y


# As printed in the second note.
PRINTED = {
    "sepal length": [1.0972811987124906, 1.3859818285596666, 1.0964752493540126],
    "sepal width": [1.0944710658789472, 1.3720185953928703, 1.0813741858392665],
    "petal length": [1.0916813968397496, 1.366834096362366, 1.0879487948449884],
    "petal width": [1.0975084815466807, 1.383434855088411, 1.0976531947932993],
}
ALL_BUCKETS = [1.3839038058416437, 1.3732786055462978, 1.3765642287411282, 1.3840689647011553]


def test_quartile_buckets_have_the_entropies_of_the_note(iris_buckets):
    buckets, y = iris_buckets
    e = 2.718281828459045

    def entropy(values):
        return spinney.impurity(values, "entropy", base=e) if len(values) else 0.0

    page = (DOCS / "notes" / "entropy_and_xgboost.md").read_text()
    for (name, printed), last in zip(PRINTED.items(), ALL_BUCKETS, strict=True):
        b = buckets[name]
        found = [entropy(b[b <= t]) + entropy(b[b > t]) for t in range(4)]
        assert found == pytest.approx([*printed, last], abs=1e-14)
        row = " ".join(f"{value:.10f}" for value in (*printed, last))
        assert f"{name:12} {row}" in page
    assert entropy(y) == pytest.approx(1.0986122886681096, abs=1e-15)
    assert entropy(y[buckets["petal length"] == 0]) == 0


def test_petal_length_at_the_first_quartile_is_the_best_split(iris_buckets):
    buckets, y = iris_buckets
    curves = {
        name: spinney.impurity_curve(buckets, y, name, criterion="entropy").impurities
        for name in buckets
    }
    best = min(curves, key=lambda name: curves[name].min())
    assert (best, curves[best].argmin()) == ("petal length", 0)


def test_numbers_of_benchmarks_on_other_pages_are_those_of_the_results():
    results = (DOCS / "BENCHMARKS.md").read_text()
    table = (
        (DOCS / "choose.md").read_text().partition("## How accurate?")[2].partition("## How f")[0]
    )
    for row in re.findall(r"^\| .*%.*$", table, re.MULTILINE):
        model, *numbers = (cell.strip() for cell in row.strip("|").split("|"))
        [line] = [
            one
            for one in results.splitlines()
            if one.startswith(f"| {model.replace(' boosting', '')} |")
        ]
        assert all(number in line for number in numbers), row


def test_the_citation_has_the_version():
    page = (DOCS / "project" / "citation.md").read_text()
    assert f"version = {{{spinney.__version__}}}" in page


SITE_TOOLS = ("sphinx", "pydata_sphinx_theme", "sphinx_gallery", "myst_parser", "numpydoc")


@pytest.mark.slow
def test_the_site_builds_without_warnings_and_needs_no_network(tmp_path):
    for tool in (*SITE_TOOLS, "sphinx_design", "sphinx_copybutton"):
        pytest.importorskip(tool)
    site = tmp_path / "html"
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", tmp_path / "trees"]
    done = subprocess.run([*command, DOCS, site], capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stdout + done.stderr
    assert requested_hosts(site) == set()
    assert (site / "gallery" / "trees" / "first_iris_split.html").exists()
    notebook = next((site / "_downloads").rglob("first_iris_split.ipynb"))
    assert json.loads(notebook.read_text())["cells"]


def requested_hosts(site):
    """Return the addresses that pages and style sheets load; links that a click opens do not."""
    loading = re.compile(
        r"""<(?:script|img|iframe|source)[^>]+src=["']((?:https?:)?//[^"']+)"""
        r"""|<link[^>]+href=["']((?:https?:)?//[^"']+)"""
        r"""|url\(["']?((?:https?:)?//[^"')]+)|@import ["']((?:https?:)?//[^"']+)"""
    )
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".css")]
    return {"".join(found) for path in files for found in loading.findall(path.read_text("utf-8"))}
