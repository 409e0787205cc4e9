"""Build the docstrings of estimators: parameters by declaration, attributes by inheritance."""

import re
from collections.abc import Iterable
from textwrap import indent

HEADING = re.compile(r"^    (\w+)\n    -+\n", re.MULTILINE)


def own_attributes(doc: str) -> dict[str, str]:
    """Return the entries of the ``Attributes`` section by name."""
    section = sections(doc).get("Attributes", "")
    entries = re.split(r"\n(?=    \S)", section.strip("\n"))
    return {entry.split(" :")[0].strip(): entry for entry in entries if entry.strip()}


def sections(doc: str) -> dict[str, str]:
    """Return the sections of a numpydoc docstring by heading; "" is the summary."""
    parts = HEADING.split(doc)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def build_docstring(doc: str, parameters: Iterable[str], attributes: Iterable[str]) -> str:
    """Put the entries of parameters and attributes between the summary and other sections."""
    found = sections(doc)
    summary = found.pop("").rstrip()
    found.pop("Attributes", None)
    listed = {
        "Parameters": indent("\n".join(parameters), "    "),
        "Attributes": "\n".join(attributes),
    }
    blocks = [summary]
    for heading, text in (listed | found).items():
        blocks.append(f"    {heading}\n    {'-' * len(heading)}\n{text.strip(chr(10)).rstrip()}")
    return "\n\n".join(blocks) + "\n    "
