"""The text of a node by the numbers of ``extra`` in R's rpart.plot."""

from ..inspection.phrases import share
from ..inspection.tree_formatter import TreeFormatter

FOR_CLASSES = range(12)
FOR_NUMBERS = (0, 1)
PERCENTAGE = 100
MAX_SHOWN = 6


def check_extra(extra: int | None, formatter: TreeFormatter) -> None:
    """Raise unless the number has a meaning for the tree."""
    if extra is None:
        return
    allowed = FOR_CLASSES if formatter.best is not None else FOR_NUMBERS
    is_number = isinstance(extra, int) and not isinstance(extra, bool)
    if not is_number or extra % PERCENTAGE not in allowed or extra // PERCENTAGE not in (0, 1):
        kind = "classification" if formatter.best is not None else "regression"
        codes = f"{allowed[0]} to {allowed[-1]}"
        raise ValueError(
            f"extra must be None or {codes}, or that plus 100, for {kind}; got {extra!r}."
        )
    if formatter.value.shape[1] > 1:
        raise ValueError("extra supports trees of one output.")
    if (
        formatter.best is not None
        and extra % PERCENTAGE in (6, 7)
        and formatter.value.shape[2] != 2
    ):
        raise ValueError(f"extra={extra} needs two classes.")


def extra_lines(formatter: TreeFormatter, node: int, extra: int) -> list[str]:
    """Return the lines below the prediction of a node."""
    tree = formatter.fitted.tree
    n = int(tree.n_node_samples[node])
    kind, percentage = extra % PERCENTAGE, extra >= PERCENTAGE
    lines = [share(n / int(tree.n_node_samples[0]))] if percentage else []
    if kind == 0:
        return lines
    if formatter.best is None:
        return [f"n = {n:,}", *lines]
    return [*class_lines(formatter, node, kind), *lines]


def class_lines(formatter: TreeFormatter, node: int, kind: int) -> list[str]:
    assert formatter.best is not None
    tree, shares = formatter.fitted.tree, formatter.value[node, 0]
    n, best = int(tree.n_node_samples[node]), int(formatter.best[node, 0])
    counts = shares * float(tree.weighted_n_node_samples[node])
    of_all = counts / float(tree.weighted_n_node_samples[0])
    right = round(float(shares[best]) * n)
    texts = {
        1: ["  ".join(f"{round(v * n):,}" for v in shares[:MAX_SHOWN])],
        2: [f"{right:,} / {n:,}"],
        3: [f"{n - right:,} / {n:,}"],
        4: ["  ".join(map(share, shares[:MAX_SHOWN]))],
        5: ["  ".join(map(share, shares[:MAX_SHOWN]))],
        6: [share(float(shares[-1]))],
        7: [share(float(shares[-1]))],
        8: [share(float(shares[best]))],
        9: ["  ".join(map(share, of_all[:MAX_SHOWN]))],
        10: [share(float(of_all[-1]))],
        11: [share(float(of_all[best]))],
    }
    return texts[kind]
