"""Sphinx extension of the site: pages of the repository, figures of code blocks, formulas.

- Links in Markdown are relative paths of the repository, as on GitHub. Links to files outside docs/
  are replaced by the page of the site that shows the file, or by a download.
- A page that consists of ``{include}`` shows a Markdown file of the repository, with its links.
- Pages in guide/ and notes/ are run: figures are added after the block that draws them, and output
  that differs from the page is a warning.
- Formulas are MathML, converted by docutils, so that the site needs no JavaScript for them.
"""

import contextlib
import inspect
import os
import posixpath
import re
import tempfile
from pathlib import Path
from typing import Any

import snippets
from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)
DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
FIGURES = ROOT / "build" / "docs" / "figures"
EXECUTED = ("start", "guide/", "notes/")
# Files outside docs/ and the pages that show them.
PAGE_OF_FILE = {
    "README.md": "docs/index.md",
    "ARCHITECTURE.md": "docs/project/architecture.md",
    "CHANGELOG.md": "docs/project/changelog.md",
    "CODE_OF_CONDUCT.md": "docs/project/conduct.md",
    "CONTRIBUTING.md": "docs/project/contributing.md",
    "SECURITY.md": "docs/project/security.md",
    "benchmarks/README.md": "docs/project/benchmark_commands.md",
    "examples/README.md": "docs/gallery/index.rst",
}
# Pages whose tables of contents are on the site only.
CONTENTS = {"design/README": "*", "MIGRATION": "migration/*"}
# docutils sets no space behind the name of a function.
FUNCTION_NAME = re.compile(r"(<mi>\w+</mi>)\s*<mo>&ApplyFunction;</mo>")
# Diagrams that only GitHub draws.
MERMAID = re.compile(r"^```mermaid\n.*?^```\n", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([\w./-]+)(#[\w.-]+)?(?=\))")
INCLUDE = re.compile(r"^```\{include\} (\S+)\n```$", re.MULTILINE)


def read_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Prepare the text of a Markdown page."""
    path = Path(app.env.doc2path(docname))
    if path.suffix != ".md":
        return
    text = INCLUDE.sub(lambda found: included(path.parent / found[1], path), source[0])
    text = LINK.sub(lambda link: site_link(link[1], path.parent, path) + (link[2] or ""), text)
    if docname.startswith(EXECUTED):
        text = with_figures(text, docname)
    if docname in CONTENTS:
        text += f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{CONTENTS[docname]}\n```\n"
    source[0] = text


def included(file: Path, page: Path) -> str:
    """Return a file of the repository, with links relative to the page."""
    folder = file.parent.resolve()
    text = MERMAID.sub("", file.read_text())
    return LINK.sub(lambda link: site_link(link[1], folder, page) + (link[2] or ""), text)


def site_link(target: str, folder: Path, page: Path) -> str:
    """Return a link of the repository as a link of the site, relative to the page."""
    file = Path(os.path.normpath(folder / target))
    if not file.is_relative_to(ROOT):
        return target
    name = file.relative_to(ROOT).as_posix()
    if name.startswith("examples/") and name.endswith(".py"):
        name = "docs/gallery/" + name.removeprefix("examples/").removesuffix(".py") + ".rst"
    if file.is_dir():
        name = f"{name}/README.md"
    name = PAGE_OF_FILE.get(name, name)
    return posixpath.relpath(name, page.parent.relative_to(ROOT).as_posix())


def with_figures(text: str, docname: str) -> str:
    """Run the code of a page and add its figures."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    parts, start = [], 0
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for result in snippets.run(text, docname):
            wrong = snippets.difference(result)
            if wrong:
                logger.warning("%s, %s", docname, wrong)
            for figure in result.figures:
                name = f"{docname.replace('/', '-')}-{len(parts) + 1}.png"
                figure.savefig(FIGURES / name, dpi=150, metadata={"Software": None})
                parts += [text[start : result.block.end], image(name, docname, figure)]
                start = result.block.end
    return "".join([*parts, text[start:]])


def image(name: str, docname: str, figure: Any) -> str:
    """Return the Markdown of a figure; its titles are the alternative text."""
    titles = [ax.get_title() or ax.get_title("left") for ax in figure.axes]
    title = "; ".join(title for title in titles if title) or "Figure drawn by the code above"
    words = re.sub(r"[\[\]\n$\\]", " ", title)
    path = os.path.relpath(FIGURES / name, (DOCS / docname).parent)
    return f"\n![{words}]({path})\n"


def skip_member(app: Sphinx, what: str, name: str, member: Any, skip: bool, options: Any) -> bool:
    """Leave out the methods that scikit-learn documents."""
    module = getattr(inspect.unwrap(member) if callable(member) else member, "__module__", None)
    return skip or (module or "spinney").partition(".")[0] != "spinney"


def visit_formula(self: Any, node: nodes.Node) -> None:
    block = isinstance(node, nodes.math_block)
    markup = FUNCTION_NAME.sub(r"\1<mspace width='0.17em'/>", tex2mathml(node.astext(), block))
    self.body.append(f'<div class="formula">{markup}</div>' if block else markup)
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", read_source)
    app.connect("autodoc-skip-member", skip_member)
    app.add_html_math_renderer("mathml", (visit_formula, None), (visit_formula, None))
    return {"parallel_read_safe": False}
