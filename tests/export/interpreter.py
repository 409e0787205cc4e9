"""Predicts from the JSON export alone, in plain Python, following docs/EXPORT.md."""

import math
from bisect import bisect_left
from itertools import pairwise


class RejectedError(Exception):
    """A value is missing or unknown where the model rejects that."""


def predict(document, row):
    """Return the values of a row (a dict of cells; None is missing) and the predicted classes."""
    cells = {f["name"]: read_cell(f, row[f["name"]]) for f in document["features"]}
    scores = [ensemble_scores(one, cells) for one in document["ensembles"]]
    groups = outputs(document, len(scores[0]))
    pairs = zip(document["ensembles"], scores, strict=True)
    values = [link(ensemble, own, groups) for ensemble, own in pairs]
    if document["hard_voting"]:
        values = [votes(v, groups) for v in values]
    total = [0.0] * len(values[0])
    for weight, own in zip(document["weights"], values, strict=True):
        total = [t + weight * v for t, v in zip(total, own, strict=True)]
    total = [t / document["divisor"] for t in total]
    if document["normalize"]:
        total = normalized([max(t, 0.0) for t in total], groups)
    if document["classes"] is None:
        return total, None
    basis = scores[0][-len(total) :] if document["decide_by"] == "scores" else total
    if len(basis) == 1 and len(total) == 2:
        basis = [0.0, basis[0]]
    best = [decide([basis[k] for k in group], document["loss_matrix"]) for group in groups]
    return total, [c[b] for c, b in zip(document["classes"], best, strict=True)]


def read_cell(feature, cell):
    """Return a number or label; ("missing",) or ("unknown",) for an absent value."""
    rejected = feature.get("rejects", ())
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        if "missing" in rejected:
            raise RejectedError(feature["name"])
        return position(feature, feature.get("missing_as", ("missing",)))
    is_ordered = feature["kind"] == "ordered"
    if "categories" in feature and cell not in feature["categories"]:
        if "unknown" in rejected:
            raise RejectedError(feature["name"])
        absent = ("missing",) if is_ordered else ("unknown",)
        return position(feature, feature.get("unknown_as", absent))
    return position(feature, cell)


def position(feature, cell):
    """Return an ordered category as its position; other cells as they are."""
    is_label = feature["kind"] == "ordered" and not isinstance(cell, tuple)
    return feature["categories"].index(cell) if is_label else cell


def outputs(document, n):
    if document["classes"] is None:
        return [range(k, k + 1) for k in range(n)]
    starts = [0]
    for labels in document["classes"]:
        starts.append(starts[-1] + len(labels))
    return [range(a, b) for a, b in pairwise(starts)]


def decide(values, loss):
    if loss is None:
        return values.index(max(values))
    costs = [sum(v * row[j] for v, row in zip(values, loss, strict=True)) for j in range(len(loss))]
    return costs.index(min(costs))


def votes(values, groups):
    result = [0.0] * len(values)
    for group in groups:
        result[max(group, key=lambda k: values[k])] = 1.0
    return result


def normalized(values, groups):
    result = list(values)
    for group in groups:
        total = sum(values[k] for k in group)
        for k in group:
            result[k] = values[k] / total if total > 0 else 1 / len(group)
    return result


def ensemble_scores(ensemble, cells):
    found = [(tree["slot"], tree_values(tree["nodes"], cells)) for tree in ensemble["trees"]]
    if ensemble["aggregate"] == "sum":
        scores = list(ensemble["initial"])
        for slot, values in found:
            for k, value in enumerate(values):
                scores[slot + k] += value
        return [score / ensemble["divisor"] for score in scores]
    columns = zip(*(values for _, values in found), strict=True)
    weights = ensemble.get("weights")
    return [AGGREGATE[ensemble["aggregate"]](list(column), weights) for column in columns]


def median(values, weights):
    ordered, n = sorted(values), len(values)
    return ordered[n // 2] if n % 2 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2


def mode(values, weights):
    return min(set(values), key=lambda v: (-values.count(v), v))


def weighted_median(values, weights):
    reached = 0.0
    for value, weight in sorted(zip(values, weights, strict=True)):
        reached += weight
        if reached >= sum(weights) / 2:
            return value
    return max(values)


AGGREGATE = {"median": median, "mode": mode, "weighted_median": weighted_median}


def link(ensemble, scores, groups):
    scores = [ensemble["factor"] * score for score in scores]
    if ensemble["link"] == "log":
        return [math.exp(min(max(score, -300.0), 300.0)) for score in scores]
    if ensemble["link"] == "normalize":
        return normalized(scores, groups)
    if ensemble["link"] == "first_half":
        return scores[: len(scores) // 2]
    if ensemble["link"] == "logit":
        [score] = scores
        odds = math.exp(-abs(score))
        likely, unlikely = 1 / (1 + odds), odds / (1 + odds)
        return [likely, unlikely] if score < 0 else [unlikely, likely]
    if ensemble["link"] == "softmax":
        powers = [math.exp(score - max(scores)) for score in scores]
        return [power / sum(powers) for power in powers]
    return scores


def tree_values(nodes, cells):
    """Return the values of the nodes where the parts of the row end, weighted by the parts."""
    ends = list(follow(nodes, 0, 1.0, cells))
    if len(ends) == 1:
        return leaf_values(nodes[ends[0][0]], cells)
    columns = zip(
        *([share * v for v in leaf_values(nodes[i], cells)] for i, share in ends), strict=True
    )
    return [sum(column) for column in columns]


def leaf_values(node, cells):
    """Return the values of a node, with the terms of a linear leaf."""
    values = list(node["value"])
    for term in node.get("terms", ()):
        x = cells[term["feature"]]
        if not isinstance(x, tuple):
            offset = min(max(x - term["center"], -term["reach"]), term["reach"])
            values[0] += term["factor"] * offset
    return values


def follow(nodes, i, share, cells):
    node = nodes[i]
    if "split" not in node:
        yield i, share
        return
    target = destination(node, cells)
    if target == "stop":
        yield i, share
    elif target == "all":
        for child, part in zip(node["children"], node["shares"], strict=True):
            yield from follow(nodes, child, share * part, cells)
    else:
        yield from follow(nodes, target, share, cells)


def destination(node, cells):
    found, child = find_child(node, cells)
    if found:
        return child
    if node[child] != "surrogate":
        return node[child]
    for other in node["surrogates"]:
        found, child = find_child(other, cells)
        if found:
            return child
    return node["fallback"]


def find_child(split, cells):
    """Return (True, a child), or (False, the kind of absent value)."""
    if split["split"] in ("linear", "sphere"):
        return find_child_by_sum(split, cells)
    cell = cells[split["feature"]]
    if isinstance(cell, tuple):
        return False, cell[0]
    if split["split"] == "threshold":
        return True, split["children"][bisect_left(split["thresholds"], cell)]
    for group, child in zip(split["groups"], split["children"], strict=True):
        if cell in group:
            return True, child
    return False, "unseen"


def find_child_by_sum(split, cells):
    present = [t for t in split["terms"] if not isinstance(cells[t["feature"]], tuple)]
    if not present:
        return False, "missing"
    power = 2 if split["split"] == "sphere" else 1
    total = sum(t["factor"] * (cells[t["feature"]] - t["center"]) ** power for t in present)
    return True, split["children"][total > split["threshold"]]
