"""Numbers as text in the page."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

FORMAT = Path(__file__).resolve().parents[2] / "frontend" / "src" / "format.js"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_rounding_does_not_make_certain():
    values = {
        "percent": [1, 0, 0.99951, 0.5, 0.025, 1e-7, 0.99999999],
        "number": [1, 0.99994, 0.9999996, -0.99999, 1.00001, 0.5],
    }
    script = (
        f"import * as format from {json.dumps(FORMAT.as_uri())};"
        f"const found = Object.entries({json.dumps(values)})"
        ".map(([name, own]) => [name, own.map((x) => format[name](x, 4))]);"
        "console.log(JSON.stringify(Object.fromEntries(found)));"
    )
    command = [shutil.which("node"), "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {
        "percent": ["100%", "0%", "> 99.9%", "50%", "2.5%", "< 0.001%", "> 99.9%"],
        "number": ["1", "0.9999", "0.9999", "-0.9999", "1", "0.5"],
    }
