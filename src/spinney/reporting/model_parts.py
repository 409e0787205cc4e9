"""The models of a report: what the page predicts with, and whose trees it draws."""

from collections.abc import Iterator, Sequence
from typing import Any

from .. import _core
from ..data.codings import Coding
from ..explain.additive import read_additive
from ..explain.importance import trees_of
from ..export.model import Feature, Model
from ..export.read_estimators import read_model
from ..inspection.phrases import label_text
from .arrays import ArrayStore
from .rows import output_text
from .sections import REASONS, Content, one_sentence, supports_slices
from .tree_arrays import write_ensemble

MAX_NODES = 250_000
"""The number of nodes that a report contains; of larger models the first trees."""


def write_models(
    model: Any, store: ArrayStore, max_trees: int | None, targets: Sequence[str]
) -> Content:
    """Store the trees of a model, or those of its members if it is not a sum of trees itself."""
    try:
        found = write_model("", *cut(model, MAX_NODES, max_trees), store, targets)
        return {"models": [found], "unavailable": cut_reason(found, max_trees)}
    except REASONS as error:
        reason = one_sentence(str(error))
    budget = MAX_NODES
    found_members = []
    for name, member in members(model):
        try:
            part = cut(member, budget, max_trees)
            found_members.append(write_model(name, *part, store, targets))
        except REASONS:
            continue
        budget -= sum(sum(e["sizes"]) for e in found_members[-1]["ensembles"])
        if budget <= 0:
            break
    return {"models": found_members, "unavailable": reason}


def cut_reason(model: Content, max_trees: int | None) -> str | None:
    """Return why the page cannot predict if it has fewer trees than the model."""
    n_shown = sum(len(ensemble["sizes"]) for ensemble in model["ensembles"])
    if n_shown >= model["n_trees"]:
        return None
    limit = f"the limit of {MAX_NODES:,} nodes" if max_trees is None else f"max_trees={max_trees}"
    return (
        f"The page contains the first {n_shown:,} of {model['n_trees']:,} trees because of "
        f"{limit}, so it cannot predict. All other numbers are those of the whole model."
    )


def members(model: Any) -> Iterator[tuple[str, Any]]:
    """Yield the members of a blend or a bagging with their names."""
    fitted = model._fitted() if hasattr(model, "_fitted") else None
    found: Any = getattr(fitted, "estimators", None) or getattr(model, "estimators_", ())
    estimators = list(found)
    names: Any = getattr(fitted, "names", None)
    if names is None or len(names) != len(estimators):
        names = [f"member {i}" for i in range(len(estimators))]
    yield from zip(names, estimators, strict=True)
    final = getattr(model, "final_estimator_", None)
    if final is not None:
        yield "final estimator", final


def cut(model: Any, budget: int, max_trees: int | None) -> tuple[Any, int]:
    """Return the model, or its first trees if it is too large, with its number of trees."""
    sizes = [tree.node_count for tree in core_trees(model) or ()]
    kept, total = 0, 0
    for size in sizes:
        if total + size > budget or kept == max_trees:
            break
        kept, total = kept + 1, total + size
    if kept == len(sizes) or not supports_slices(model):
        if total < sum(sizes):
            raise ValueError(f"The model has {sum(sizes):,} nodes, more than a report contains.")
        return model, len(sizes)
    per_round = len(sizes) // max(1, len(model))
    return model[: max(1, kept // per_round)], len(sizes)


def core_trees(model: Any) -> list[_core.Tree] | None:
    """Return the trees of a model that is one ensemble, in their order; None for others."""
    try:
        return list(trees_of(model)[0])
    except REASONS:
        return None


def write_model(
    name: str, estimator: Any, n_trees: int, store: ArrayStore, targets: Sequence[str]
) -> Content:
    """Store a model, or the first of its ``n_trees`` trees."""
    model: Model = read_model(estimator)
    trees = [core_trees(estimator)]
    if model.is_blend:
        trees = [core_trees(member) for _, member in members(estimator)]
    ensembles = []
    for ensemble, own in zip(model.ensembles, trees, strict=True):
        matches = own is not None and len(own) == len(ensemble.trees)
        ensembles.append(write_ensemble(ensemble, own if matches else None, model.features, store))
    return {
        "name": name,
        "estimator": model.estimator,
        "n_trees": max(n_trees, sum(len(ensemble.trees) for ensemble in model.ensembles)),
        "features": [feature_content(feature) for feature in model.features],
        "classes": [[label_text(label) for label in labels] for labels in model.classes],
        "ensembles": ensembles,
        "weights": list(model.weights),
        "divisor": model.divisor,
        "hard_voting": model.hard_voting,
        "normalize": model.normalize,
        "loss_matrix": model.loss_matrix,
        "by_scores": model.decides_by_scores,
        "explain": explanation(estimator, model, targets),
    }


def explanation(estimator: Any, model: Model, targets: Sequence[str]) -> Content:
    """Return the outputs whose contributions the page computes, or why it does not."""
    if model.classes and len(model.classes[0]) == 1:
        return {"unavailable": "The model knows one class only."}
    try:
        additive = read_additive(estimator)
    except REASONS as error:
        return {"unavailable": one_sentence(str(error))}
    splits = (n.split for e in model.ensembles for t in e.trees for n in t.nodes)
    if any(split is not None and split.multivariate for split in splits):
        return {"unavailable": "Contributions of splits on several features need a background."}
    outputs = [output_text(label, targets) for label in additive.labels]
    return {"kind": additive.kind, "outputs": outputs}


def feature_content(feature: Feature) -> Content:
    labels = feature.labels
    kind = "number" if labels is None else "ordered" if feature.is_ordered else "category"
    return {
        "name": feature.name,
        "kind": kind,
        "coding": coding_name(feature.coding),
        "labels": None if labels is None else [label_text(label) for label in labels],
        "missing_as": feature.missing_as,
        "unknown_as": feature.unknown_as,
        "rejects_missing": feature.rejects_missing,
        "rejects_unknown": feature.rejects_unknown,
    }


def coding_name(coding: Coding | None) -> str | None:
    return None if coding is None else coding.kind
