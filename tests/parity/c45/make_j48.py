"""Grow the reference trees of Weka's J48; needs java (a JDK) and weka.jar, named as argument.

From the root of the repository: python -m tests.parity.c45.make_j48 path/to/weka.jar
(the archive of python-weka-wrapper3 has one in its lib folder).
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from .cases import REFERENCE, SETTINGS, TABLES, J48Tree, read_rows

DRIVER = Path(__file__).parent / "J48Reference.java"


def write_arff(path, rows, X):
    lines = ["@relation table"]
    for j, n in enumerate(rows.levels):
        kind = "{" + ",".join(f"v{i}" for i in range(n)) + "}" if n else "numeric"
        lines.append(f"@attribute x{j} {kind}")
    lines.append("@attribute y {" + ",".join(f"c{k}" for k in range(rows.y.max() + 1)) + "}")
    lines.append("@data")
    for cells, k in zip(X, rows.y, strict=True):
        texts = [
            cell_text(x, label) for x, label in zip(cells.tolist(), rows.is_label, strict=True)
        ]
        lines.append(",".join([*texts, f"c{k}"]))
    path.write_text("\n".join(lines) + "\n")


def cell_text(x, label):
    if np.isnan(x):
        return "?"
    return f"v{int(x)}" if label else repr(x)


def read_output(path):
    lines = [line.split() for line in path.read_text().splitlines()]
    nodes = np.array([line[1:] for line in lines if line[0] == "node"], dtype=float)
    shares = np.array([line[1:] for line in lines if line[0] == "row"], dtype=float)
    kept = nodes[:, 4:].sum(axis=1) > 0
    number = np.cumsum(kept) - 1
    parent = nodes[:, 0].astype(int)
    parent[1:] = number[parent[1:]]
    parent, nodes = parent[kept], nodes[kept]
    branch, feature = nodes[:, 1].astype(int), nodes[:, 2].astype(int)
    return J48Tree(parent, branch, feature, nodes[:, 3], nodes[:, 4:], shares)


def main(jar):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs = []
        for table in TABLES:
            rows = read_rows(table)
            train, test = folder / f"{table}.arff", folder / f"{table}_test.arff"
            write_arff(train, rows, rows.X)
            write_arff(test, rows, rows.blanked())
            for setting, (options, _) in SETTINGS.items():
                jobs.append([options, train, test, folder / f"{table}.{setting}"])
        listed = folder / "jobs"
        listed.write_text("".join("\t".join(map(str, job)) + "\n" for job in jobs))
        subprocess.run(["java", "-cp", jar, DRIVER, listed], check=True)
        REFERENCE.mkdir(exist_ok=True)
        for table in TABLES:
            trees = {setting: read_output(folder / f"{table}.{setting}") for setting in SETTINGS}
            arrays = {
                f"{setting}/{field}": array
                for setting, tree in trees.items()
                for field, array in vars(tree).items()
            }
            np.savez_compressed(REFERENCE / f"{table}.npz", **arrays)


if __name__ == "__main__":
    main(sys.argv[1])
