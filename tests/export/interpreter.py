"""Predicts from the JSON of a model alone, in plain Python, by what docs/EXPORT.md says."""

import math
from bisect import bisect_left
from itertools import pairwise


class RefusedError(Exception):
    """A cell is absent where the model allows none."""


def predict(document, row):
    """The values of a row (a dict of cells; None is missing), and the classes chosen if any."""
    cells = {f["name"]: read_cell(f, row[f["name"]]) for f in document["features"]}
    parts = [part_scores(part, cells) for part in document["parts"]]
    groups = outputs(document, len(parts[0]))
    values = [link(part, s, groups) for part, s in zip(document["parts"], parts, strict=True)]
    if document["votes"]:
        values = [votes(v, groups) for v in values]
    total = [0.0] * len(values[0])
    for weight, said in zip(document["weights"], values, strict=True):
        total = [t + weight * v for t, v in zip(total, said, strict=True)]
    total = [t / document["divisor"] for t in total]
    if document["scale"]:
        total = scaled([max(t, 0.0) for t in total], groups)
    if document["classes"] is None:
        return total, None
    basis = parts[0] if document["decided_by"] == "scores" else total
    if len(basis) == 1 and len(total) == 2:
        basis = [0.0, basis[0]]
    best = [decide([basis[k] for k in group], document["loss"]) for group in groups]
    return total, [c[b] for c, b in zip(document["classes"], best, strict=True)]


def read_cell(feature, cell):
    """A number or a label; ("missing",) or ("unknown",) where there is none."""
    refused = feature.get("refuses", ())
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        if "missing" in refused:
            raise RefusedError(feature["name"])
        return feature.get("missing_as", ("missing",))
    if feature["kind"] == "category" and cell not in feature["labels"]:
        if "unknown" in refused:
            raise RefusedError(feature["name"])
        return feature.get("unknown_as", ("unknown",))
    return cell


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


def scaled(values, groups):
    result = list(values)
    for group in groups:
        total = sum(values[k] for k in group)
        for k in group:
            result[k] = values[k] / total if total > 0 else 1 / len(group)
    return result


def part_scores(part, cells):
    said = [(tree["slot"], tree_values(tree["nodes"], cells)) for tree in part["trees"]]
    if part["combine"] == "sum":
        scores = list(part["initial"])
        for slot, values in said:
            for k, value in enumerate(values):
                scores[slot + k] += value
        return [score / part["divisor"] for score in scores]
    columns = zip(*(values for _, values in said), strict=True)
    weights = part.get("weights")
    return [COMBINE[part["combine"]](list(column), weights) for column in columns]


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


COMBINE = {"median": median, "mode": mode, "weighted_median": weighted_median}


def link(part, scores, groups):
    scores = [part["factor"] * score for score in scores]
    if part["link"] == "exp":
        return [math.exp(min(max(score, -300.0), 300.0)) for score in scores]
    if part["link"] == "scale":
        return scaled(scores, groups)
    if part["link"] == "logistic":
        [score] = scores
        odds = math.exp(-abs(score))
        likely, unlikely = 1 / (1 + odds), odds / (1 + odds)
        return [likely, unlikely] if score < 0 else [unlikely, likely]
    if part["link"] == "softmax":
        powers = [math.exp(score - max(scores)) for score in scores]
        return [power / sum(powers) for power in powers]
    return scores


def tree_values(nodes, cells):
    """The values of the nodes where the row's parts end, by their shares."""
    ends = list(walk(nodes, 0, 1.0, cells))
    if len(ends) == 1:
        return nodes[ends[0][0]]["value"]
    columns = zip(*([share * v for v in nodes[i]["value"]] for i, share in ends), strict=True)
    return [sum(column) for column in columns]


def walk(nodes, i, share, cells):
    node = nodes[i]
    if "question" not in node:
        yield i, share
        return
    way = turn(node, cells)
    if way == "stop":
        yield i, share
    elif way == "all":
        for child, part in zip(node["children"], node["shares"], strict=True):
            yield from walk(nodes, child, share * part, cells)
    else:
        yield from walk(nodes, way, share, cells)


def turn(node, cells):
    found, child = ask(node, cells)
    if found:
        return child
    if node[child] != "surrogates":
        return node[child]
    for other in node["surrogates"]:
        found, child = ask(other, cells)
        if found:
            return child
    return node["otherwise"]


def ask(question, cells):
    """(True, a child), or (False, why there is none)."""
    if question["question"] in ("linear", "sphere"):
        return ask_sum(question, cells)
    cell = cells[question["feature"]]
    if isinstance(cell, tuple):
        return False, cell[0]
    if question["question"] == "number":
        return True, question["children"][bisect_left(question["cuts"], cell)]
    for group, child in zip(question["groups"], question["children"], strict=True):
        if cell in group:
            return True, child
    return False, "unseen"


def ask_sum(question, cells):
    present = [t for t in question["terms"] if not isinstance(cells[t["feature"]], tuple)]
    if not present:
        return False, "missing"
    power = 2 if question["question"] == "sphere" else 1
    total = sum(t["factor"] * (cells[t["feature"]] - t["centre"]) ** power for t in present)
    return True, question["children"][total > question["threshold"]]
