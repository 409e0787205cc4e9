"""Inspection of model files without creating the model."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..base.printable import printable
from ..data.columns import plain_label
from ..data.schema import Schema
from ..inspection.phrases import counted
from .decoding import Decoder
from .encoding import Node
from .registry import current_names
from .storage import DECODING_ERRORS, Source, raise_invalid, read_source, read_text

MAX_ITEMS = 12
VERSION_BYTES = slice(8, 12)


@dataclass(frozen=True, repr=False)
class FileContents:
    """Contents of a model file, returned by :func:`inspect_file`.

    Attributes
    ----------
    estimator : str
        The class of the model.
    spinney : str
        The version of the library that saved it.
    format : int
        The version of the file's format.
    parameters : dict
        The parameters, by name.
    features : list of dict
        For each feature "name", "kind" ("number", "category", "ordered", "date", "datetime",
        "time" or "duration") and, for "category" and "ordered", "categories".
        Empty if the members of an ensemble have different features.
    classes : list of list
        The class labels of each output; empty for regression.
    n_trees, n_nodes : int
        Totals over all trees.
    n_bytes : int
        The size of the file in bytes.
    arrays : dict of str to (str, tuple)
        Type and shape of each array, by name.
    notes : dict
        The model's attribute ``notes_``, in which the command line saves the name of the target and
        the scores; empty if there is none.

    Examples
    --------
    >>> import tempfile, spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     spinney.DecisionTreeClassifier(max_depth=2).fit(X, y).save(f"{folder}/p.spinney")
    ...     found = spinney.inspect_file(f"{folder}/p.spinney")
    >>> found.estimator, found.n_trees, found.parameters["max_depth"]
    ('DecisionTreeClassifier', 1, 2)
    """

    estimator: str
    spinney: str
    format: int
    parameters: dict[str, Any]
    features: list[dict[str, Any]]
    classes: list[list[Any]]
    n_trees: int
    n_nodes: int
    n_bytes: int
    arrays: dict[str, tuple[str, tuple[int, ...]]]
    notes: dict[str, Any]

    def __repr__(self) -> str:
        lines = [
            f"{self.estimator}, saved by Spinney {self.spinney} (format {self.format})",
            ", ".join(
                [
                    counted(self.n_trees, "tree"),
                    counted(self.n_nodes, "node"),
                    counted(self.n_bytes, "byte"),
                ]
            ),
            *(f"classes: {listed(labels)}" for labels in self.classes),
            f"features: {len(self.features)}" if self.features else "",
            *shorten([described(feature) for feature in self.features]),
            "parameters:",
            *(f"  {name} = {value!r}" for name, value in self.parameters.items()),
        ]
        return "\n".join(printable(line) for line in lines if line)


def inspect_file(source: Source) -> FileContents:
    """Return the contents of a model file without creating the model.

    Parameters
    ----------
    source : str, path, bytes or binary file
        The file or its contents. The container is checked completely, as by ``load``.

    Returns
    -------
    FileContents
        A printable summary with attributes.

    Examples
    --------
    >>> import tempfile, spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> forest = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     forest.save(f"{folder}/penguins.spinney")
    ...     found = spinney.inspect_file(f"{folder}/penguins.spinney")
    >>> print(str(found).partition(",")[0])
    RandomForestClassifier
    >>> found.classes
    [['Adelie', 'Chinstrap', 'Gentoo']]
    """
    name, content = read_source(source)
    text, arrays = read_text(name, content)
    try:
        return FileContents(
            spinney=str(text["spinney"]),
            format=int.from_bytes(content[VERSION_BYTES], "little"),
            n_trees=int(text["n_trees"]),
            n_nodes=int(text["n_nodes"]),
            n_bytes=len(content),
            arrays={key: (array.dtype.name, array.shape) for key, array in arrays.items()},
            **described_model(text["model"], Decoder(arrays, len(content))),
        )
    except DECODING_ERRORS as error:
        raise_invalid(name, error)


def described_model(node: dict[str, Node], decoder: Decoder) -> dict[str, Any]:
    nodes = list(walk(node))
    shared = {one["id"]: one for one in nodes if "id" in one}
    name = str(node["estimator"])
    fitted = current_names(name, node["fitted"])
    labels = fitted.get("classes_", [])
    labels = labels if isinstance(labels, list) else [labels]
    notes = decoder.decode(fitted.get("notes_"))
    schemas = [decoder.decode(one) for one in nodes if one.get("object") == "Schema"]
    return {
        "estimator": name,
        "parameters": current_names(
            name, {key: decoder.decode(one) for key, one in node["parameters"].items()}
        ),
        "features": next(
            (features_of(s) for s in schemas if s.n_features == fitted["n_features_in_"]), []
        ),
        "classes": [
            list(map(plain_label, decoder.decode(shared[one["ref"]] if "ref" in one else one)))
            for one in labels
        ],
        "notes": notes if isinstance(notes, dict) else {},
    }


def walk(node: Node) -> Iterator[dict[str, Node]]:
    """Yield all objects of a JSON value in the order of the text."""
    left = [node]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            yield one
            left.extend(reversed(one.values()))
        elif isinstance(one, list):
            left.extend(reversed(one))


def features_of(schema: Schema) -> list[dict[str, Any]]:
    names = schema.names or tuple(f"x{j}" for j in range(schema.n_features))
    levels = map(schema.known, range(schema.n_features))
    return [
        {
            "name": name,
            "kind": schema.kind(j),
            **({} if known is None else {"categories": list(known)}),
        }
        for j, (name, known) in enumerate(zip(names, levels, strict=True))
    ]


def described(feature: dict[str, Any]) -> str:
    if "categories" not in feature:
        return f"  {feature['name']}: {feature['kind']}"
    labels = feature["categories"]
    return f"  {feature['name']}: {feature['kind']}, {len(labels)} labels: {listed(labels)}"


def listed(labels: list[Any]) -> str:
    return ", ".join(shorten([repr(label) for label in labels]))


def shorten(items: list[str]) -> list[str]:
    """Keep the first items, and add how many more there are."""
    more = len(items) - MAX_ITEMS
    return items if more <= 0 else [*items[:MAX_ITEMS], f"  ... and {more} more"]
