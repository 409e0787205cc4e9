"""Configuration of the documentation site; `make docs` builds it without network access."""

import os
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

import matplotlib as mpl
from sphinx_gallery.sorting import ExplicitOrder

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
mpl.use("agg")

project = "Spinney"
author = "The Spinney developers"
copyright = author
release = version = installed_version("spinney")

extensions = [
    "myst_parser",
    "numpydoc",
    "site_pages",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_ext"]
smartquotes = False
toc_object_entries_show_parents = "hide"
templates_path = ["_templates"]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
suppress_warnings = ["config.cache"]

copybutton_prompt_text = "$ "

autodoc_typehints = "none"
autodoc_member_order = "bysource"
autosummary_generate = True
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "ignore_pattern": r"draw\.py$",
    "subsection_order": ExplicitOrder(
        [f"../examples/{name}" for name in ("trees", "boosting", "forests")]
        + [f"../examples/{name}" for name in ("explanations", "blending")]
    ),
    "within_subsection_order": "FileNameSortKey",
    "capture_repr": (),
    "matplotlib_animations": False,
    "min_reported_time": 1e9,
    "show_memory": False,
    "show_signature": False,
    "remove_config_comments": True,
    "write_computation_times": False,
    "abort_on_example_error": True,
    "plot_gallery": os.environ.get("SPINNEY_DOCS_GALLERY", "1") == "1",
    "default_thumb_file": str(Path(__file__).parents[1] / "examples/pictures/binary_tree.png"),
}

html_math_renderer = "mathml"
html_theme = "pydata_sphinx_theme"
html_title = "Spinney"
html_logo = "_static/logo.svg"
html_favicon = "_static/logo.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {"index": [], "start": [], "choose": [], "faq": [], "citation": []}
html_theme_options = {
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_context = {"default_mode": "auto"}
