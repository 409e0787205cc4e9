"""The HTML page of a report."""

import base64
import hashlib
import html
import json
import os
from functools import cache
from importlib.resources import files
from typing import Any

from ..base.output_files import output_file

PAGE = """\
<!DOCTYPE html>
<html lang="en" data-theme="{theme}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
script-src '{script_hash}'; style-src '{style_hash}'; img-src data:; base-uri 'none'; \
form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<noscript>This report needs JavaScript. It makes no network requests.</noscript>
<div id="app"></div>
<script type="application/json" id="report-data">{data}</script>
<script type="text/plain" id="report-arrays">{arrays}</script>
<script>{script}</script>
</body>
</html>
"""
THEMES = ("auto", "light", "dark")
HEIGHT = 720
"""Height of the frame in a notebook, in pixels."""


class Report:
    """A report of a fitted model: one HTML page without network requests.

    Attributes
    ----------
    html : str
        The page.
    data : dict
        What the page shows, as plain values.
    """

    def __init__(self, data: dict[str, Any], arrays: str, theme: str) -> None:
        self.data = data
        self.html: str = encodable(render(data, arrays, theme))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file, which is replaced as a whole.

        Parameters
        ----------
        path : str or PathLike
            The file, such as "report.html".
        """
        with output_file(path) as file:
            file.write(self.html.encode())

    def _repr_html_(self) -> str:
        """Show the page in a notebook, in a frame of its own."""
        page = html.escape(self.html)
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts allow-downloads allow-modals" '
            f'title="Report" width="100%" height="{HEIGHT}" style="border:0"></iframe>'
        )

    def __repr__(self) -> str:
        return f"Report({self.data['title']!r}, {len(self.html.encode()) / 1e6:.2f} MB)"


def render(data: dict[str, Any], arrays: str, theme: str) -> str:
    """Return the page; no name or label can end the element that it is in."""
    script, style = asset("report.js"), asset("report.css")
    return PAGE.format(
        theme=theme,
        title=html.escape(data["title"]),
        style=style,
        style_hash=content_hash(style),
        script=script,
        script_hash=content_hash(script),
        data=script_json(data),
        arrays=arrays,
    )


def script_json(data: Any) -> str:
    """Return JSON that is safe in a script element; NaN and infinity become null."""
    text = json.dumps(finite(data), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return encodable(text)


def encodable(text: str) -> str:
    """Return text with "?" for lone surrogates, which UTF-8 does not have."""
    return text.encode("utf-8", "replace").decode()


def finite(data: Any) -> Any:
    """Return the data with None for numbers that JSON does not have."""
    if isinstance(data, float):
        return data if data - data == 0 else None
    if isinstance(data, dict):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [finite(value) for value in data]
    return data


@cache
def asset(name: str) -> str:
    """Return a file of the built front end, see ``make frontend``."""
    return (files("spinney.reporting") / "assets" / name).read_text(encoding="utf-8").strip()


def content_hash(text: str) -> str:
    """Return the hash by which the security policy of the page allows an inline element."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
