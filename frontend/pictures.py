"""Takes the pictures of a report in the README.

They need node, chromium and the packages of this folder (npm ci), and Pillow to make them small.
"""

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

import spinney

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "examples" / "pictures"

X, y = spinney.datasets.load_penguins(return_X_y=True)
train, test = slice(0, None, 2), slice(1, None, 2)
model = spinney.RandomForestClassifier(max_leaf_nodes=8, random_state=0).fit(X[train], y[train])
report = spinney.report(model, X[test], y[test], train=(X[train], y[train]), title="Penguins")
print(report)

browser, script = shutil.which("chromium"), ROOT / "frontend" / "screenshots.mjs"
with TemporaryDirectory() as folder:
    page = Path(folder) / "report.html"
    report.save(page)
    subprocess.run(["node", script, browser, page, PICTURES], check=True)
for name in ("report_scores.png", "report_trees.png"):
    picture = Image.open(PICTURES / name).convert("RGB").quantize(128)
    picture.save(PICTURES / name, optimize=True)
