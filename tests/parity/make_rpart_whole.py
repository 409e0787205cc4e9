"""Record rpart's trees with all their details; needs Rscript with rpart and jsonlite.

Surrogates, competitors, CP tables, cross-validated and blanked rows, pruned and snipped trees.
"""

from pathlib import Path

import numpy as np

from .flat_tree import LEAF, FlatTree
from .impurity import of_shares
from .make_rpart import describe_job, find_children, run_r
from .references import Case, write_arrays
from .tables import take_sample
from .whole import PEER, Alternatives, blank_some, class_factors, fold_numbers

BASE = {"max_depth": 30, "missing": "surrogate", "max_surrogates": 5, "max_competitors": 4}
DEFAULT = {"min_samples_split": 20, "min_samples_leaf": 7}
SMALL = {"min_samples_split": 6, "min_samples_leaf": 2}
CPS = [0.1, 0.03, 0.01, 0.003]
EXTRA = {
    "autohorse": ["small", "weighted"],
    "abalone": ["weighted"],
    "credit_g": ["priors", "loss", "small"],
    "cylinder_bands": ["information", "priors_loss", "small"],
    "hypothyroid": ["priors", "loss", "small"],
    "penguins": ["priors", "loss", "weighted", "information"],
    "soybean": ["priors"],
    "titanic": ["priors", "loss", "priors_loss", "weighted", "information", "small"],
}
TABLES = [
    *["abalone", "adult", "autohorse", "bank", "cpu_act", "credit_g", "cylinder_bands", "housing"],
    *["hypothyroid", "mushroom", "penguins", "sick", "soybean", "titanic", "wine_white"],
]


def some_priors(n_classes):
    odds = 1.0 + np.arange(n_classes) % 3
    priors = odds / odds.sum()
    priors[0] = 1 - priors[1:].sum()
    return priors.tolist()


def some_losses(n_classes):
    """Losses whose sums by class are powers of two: weights do not round, so ties stay ties."""
    loss = 1.0 - np.eye(n_classes)
    power = 2.0 ** np.ceil(np.log2(n_classes))
    for i in range(n_classes):
        loss[i, (i + 1) % n_classes] += power * (1 + i % 2) - (n_classes - 1)
    return loss.tolist()


def make_case(table, setting):
    sample = take_sample(table, PEER)
    n_classes = int(sample.y.max()) + 1 if sample.is_class else 0
    criterion = "squared_error"
    if sample.is_class:
        criterion = "entropy" if setting == "information" else "gini"
    params = {"criterion": criterion} | BASE | (SMALL if setting == "small" else DEFAULT)
    if "priors" in setting:
        params["priors"] = some_priors(n_classes)
    if "loss" in setting:
        params["loss_matrix"] = some_losses(n_classes)
    return Case(PEER, table, setting, params, weighted=setting == "weighted")


def list_cases():
    for table in TABLES:
        for setting in ["default", *EXTRA.get(table, [])]:
            yield make_case(table, setting)


def make_job(case, sample):
    """Cells for R, and their description."""
    fold = fold_numbers(sample) + 1
    cells = np.column_stack([sample.X, blank_some(sample), sample.y, sample.weight, fold])
    n_classes = int(sample.y.max()) + 1 if sample.is_class else 0
    return cells, {
        **describe_job(case, sample),
        "minsplit": case.params["min_samples_split"],
        "minbucket": case.params["min_samples_leaf"],
        "prior": case.params.get("priors", []),
        "loss": case.params.get("loss_matrix", (1 - np.eye(n_classes)).tolist()),
        "cp": CPS,
    }


def read_splits(result, sample):
    """All splits of the inner nodes, in rpart's order: the primary, competitors, surrogates."""
    rows = result["splits"]
    inner = [i for i, name in enumerate(result["var"]) if name != "<leaf>"]
    node, kind = [], []
    for i in inner:
        counts = 1, result["ncompete"][i], result["nsurrogate"][i]
        node += [i] * sum(counts)
        kind += [k for k, n in enumerate(counts) for _ in range(n)]
    number = np.abs(rows["ncat"]) < 2
    index = np.array(rows["index"], float)
    sides = np.zeros((len(node), max(sample.levels)), np.int8)
    for k in np.flatnonzero(~number):
        codes = np.array(rows["csplit"][int(index[k]) - 1])
        sides[k, : len(codes)] = np.select([codes == 1, codes == 3], [1, 2], 0)
    return Alternatives(
        node=np.array(node),
        kind=np.array(kind),
        feature=np.array([int(name[1:]) for name in rows["name"]]),
        threshold=np.where(number, index, np.nan),
        above_left=number & (np.array(rows["ncat"]) == 1),
        sides=sides,
        score=np.array(rows["improve"], float),
        adjusted=np.array(rows["adj"], float),
    )


def read_tree(result, splits, case, sample):
    """rpart's frame as our arrays; its left stays left."""
    left, right = find_children(result["number"])
    inner, primary = np.flatnonzero(left != LEAF), np.flatnonzero(splits.kind == 0)
    feature, threshold = np.full(len(left), -2), np.full(len(left), -2.0)
    feature[inner], threshold[inner] = splits.feature[primary], splits.threshold[primary]
    goes_left = np.zeros((len(left), splits.sides.shape[1]), bool)
    goes_left[inner] = splits.sides[primary] == 1
    weight, value = np.array(result["wt"], float), np.array(result["yval"], float)[:, None]
    if sample.is_class:
        n_classes = int(sample.y.max()) + 1
        table = np.array(result["yval2"], float)
        value = table[:, 1 + n_classes : 1 + 2 * n_classes]
        grown = table[:, 1 : 1 + n_classes] * class_factors(case, sample)
        weight = grown.sum(axis=1)
        spread = [of_shares(g / g.sum(), case.params["criterion"]) for g in grown]
    else:
        spread = np.array(result["dev"], float) / weight
    return FlatTree(
        left=left,
        right=right,
        feature=feature,
        threshold=threshold,
        missing_left=np.zeros(len(left), np.int8),
        goes_left=goes_left,
        samples=np.array(result["n"]),
        weight=weight,
        impurity=np.array(spread),
        value=value,
        leaf=np.array(result["where"]) - 1,
    )


def read_rest(result, sample):
    """Everything but the tree and its splits."""
    values, codes = np.unique(np.array(result["held_out"], float), return_inverse=True)
    importance = np.zeros(sample.X.shape[1])
    for name, (value,) in result["importance"].items():
        importance[int(name[1:])] = float(value)
    place = {number: i for i, number in enumerate(result["number"])}
    return {
        "complexity": np.array(result["complexity"], float),
        "error": np.array(result["dev"], float),
        "label": np.array(result["yval"], float),
        "cp_table": np.array(result["cptable"], float),
        "importance": importance,
        "cp": np.array(result["cp"], float),
        "pruned": np.array(result["pruned"], bool),
        "snips": np.array([place[number] for number in result["snips"]], int),
        "snipped": np.array(result["snipped"], bool),
        "blanked": np.array(result["blanked"]) - 1,
        "held_out_values": values,
        "held_out": codes.reshape(len(sample.y), -1),
    }


def make_rpart_whole():
    cases = list(list_cases())
    samples = [take_sample(case.table, PEER, case.weighted) for case in cases]
    results = run_r(Path(__file__).with_suffix(".R"), map(make_job, cases, samples))
    for table in TABLES:
        recorded = []
        for case, sample, result in zip(cases, samples, results, strict=True):
            if case.table == table:
                splits = read_splits(result, sample)
                tree = read_tree(result, splits, case, sample)
                arrays = tree.as_arrays() | splits.as_arrays() | read_rest(result, sample)
                recorded.append((case, arrays))
        write_arrays(PEER, table, results[0]["version"][0], recorded)
