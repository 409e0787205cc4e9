"""Grow the reference trees of R's rpart; needs Rscript with rpart and jsonlite."""

import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from .flat_tree import LEAF, FlatTree
from .impurity import of_shares
from .references import Case, write_trees
from .tables import take_sample

# rpart's own limits: a depth of 30; a split needs two rows and leaves one on either side.
LIMITS = {"max_depth": 30, "min_samples_split": 2, "min_samples_leaf": 1}
GINI = {"gini": {"criterion": "gini"}}
INFORMATION = {"information": {"criterion": "entropy"}}
ANOVA = {"anova": {"criterion": "squared_error"}}
SETTINGS = {
    "abalone": ANOVA,
    "adult": GINI,
    "autohorse": ANOVA,
    "bank": GINI | INFORMATION,
    "cpu_act": ANOVA,
    "credit_g": GINI | INFORMATION,
    "diamonds": ANOVA,
    "house_8L": ANOVA,
    "housing": ANOVA,
    "hypothyroid": GINI,
    "kin8nm": ANOVA,
    "mushroom": GINI,
    "nursery": GINI | INFORMATION,
    "penguins": GINI | INFORMATION,
    "segment": GINI,
    "sick": GINI,
    "soybean": GINI | INFORMATION,
    "splice": GINI,
    "titanic": GINI | INFORMATION,
    "vehicle": GINI | INFORMATION,
    "wine_white": ANOVA,
}
WEIGHTED = {"abalone", "credit_g", "penguins", "vehicle", "housing"}


def list_cases():
    for table, settings in SETTINGS.items():
        for setting, params in settings.items():
            yield Case("rpart", table, setting, params | LIMITS)
            if table in WEIGHTED:
                yield Case("rpart", table, f"{setting}_weighted", params | LIMITS, weighted=True)


def describe_job(case, sample):
    """Description of a sample for R."""
    return {
        "rows": len(sample.y),
        "columns": sample.X.shape[1],
        "levels": sample.levels,
        "method": "class" if sample.is_class else "anova",
        "split": "information" if case.params["criterion"] == "entropy" else "gini",
    }


def run_r(script, jobs):
    """Run an R script on (cells, job) pairs and return its results."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        described = []
        for i, (cells, job) in enumerate(jobs):
            cells.T.astype("<f8").tofile(folder / f"{i}.bin")
            described.append({"name": f"{i}", **job})
        (folder / "jobs.json").write_text(json.dumps(described))
        subprocess.run(["Rscript", script, folder], check=True)
        return [json.loads((folder / f"{i}.json").read_text()) for i in range(len(described))]


def find_children(number):
    """Children in rpart's numbering: 2i and 2i + 1."""
    place = {n: i for i, n in enumerate(number)}
    left = np.array([place.get(2 * n, LEAF) for n in number])
    right = np.array([place.get(2 * n + 1, LEAF) for n in number])
    return left, right


def read_tree(result, case, sample):
    """Convert rpart's frame into our arrays, with smaller numbers always on the left."""
    left, right = find_children(result["number"])
    nodes, inner = len(left), np.flatnonzero(left != LEAF)
    feature, threshold = np.full(nodes, -2), np.full(nodes, -2.0)
    feature[inner] = [int(result["var"][i][1:]) for i in inner]
    goes_left = np.zeros((nodes, max(sample.levels)), bool)
    for node, ncat, index in zip(inner, result["ncat"], map(float, result["index"]), strict=True):
        if abs(ncat) > 1:
            sides = np.array(result["csplit"][int(index) - 1])
            goes_left[node, : len(sides)] = sides == 1
            threshold[node] = np.nan
        else:
            threshold[node] = index
            if ncat == 1:
                left[node], right[node] = right[node], left[node]
    weight, value = np.array(result["wt"], float), np.array(result["value"], float)
    if sample.is_class:
        value = value / weight[:, None]
        spread = np.array([of_shares(share, case.params["criterion"]) for share in value])
    else:
        spread = np.array(result["dev"], float) / weight
    return FlatTree(
        left=left,
        right=right,
        feature=feature,
        threshold=threshold,
        missing_left=np.zeros(nodes, np.int8),
        goes_left=goes_left,
        samples=np.array(result["n"]),
        weight=weight,
        impurity=spread,
        value=value,
        leaf=np.array(result["where"]) - 1,
    )


def check_gains(tree, result, case, sample):
    """Check that our reading of the tree gives rpart's own improvements."""
    inner = np.flatnonzero(tree.left != LEAF)
    gains = np.array([tree.gain(node) for node in inner])
    if not sample.is_class:
        gains /= tree.weight[inner] * tree.impurity[inner]
    elif case.params["criterion"] == "entropy":
        gains *= np.log(2)
    np.testing.assert_allclose(gains, np.array(result["improve"], float), rtol=1e-6, atol=1e-9)


def make_rpart():
    cases = list(list_cases())
    samples = [take_sample(case.table, "rpart", case.weighted) for case in cases]
    jobs = [
        (np.column_stack([sample.X, sample.y, sample.weight]), describe_job(case, sample))
        for case, sample in zip(cases, samples, strict=True)
    ]
    results = run_r(Path(__file__).with_suffix(".R"), jobs)
    for table in SETTINGS:
        grown = []
        for case, sample, result in zip(cases, samples, results, strict=True):
            if case.table == table:
                tree = read_tree(result, case, sample)
                check_gains(tree, result, case, sample)
                grown.append((case, tree))
        write_trees("rpart", table, results[0]["version"][0], grown)
