"""Record scikit-learn's cost-complexity pruning: its paths, and trees pruned along them."""

import numpy as np
import sklearn
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from .make_sklearn import CLASSES, POISSON, SHALLOW, SQUARED, WIDE_LEAVES, check_gaps
from .references import Case, write_arrays
from .tables import take_sample

PEER = "sklearn_paths"
# Trees in which no two splits tie (twins may): otherwise the peer's choice is random.
SETTINGS = {
    "casp": SQUARED,
    "diamonds": POISSON,
    "housing": WIDE_LEAVES,
    "hypothyroid": CLASSES,
    "kin8nm": SQUARED | SHALLOW,
    "letter": SHALLOW,
    "mammography": {"entropy": CLASSES["entropy"]},
    "penguins": CLASSES,
    "sick": {"gini": CLASSES["gini"]},
}
WEIGHTED = {"kin8nm", "penguins"}


def list_cases(table):
    for setting, params in SETTINGS[table].items():
        yield Case(PEER, table, setting, params)
        if table in WEIGHTED:
            yield Case(PEER, table, f"{setting}_weighted", params, weighted=True)


def follow(case):
    """The path, and the leaves of the training rows at some alphas between its steps."""
    sample = take_sample(case.table, "sklearn", case.weighted)
    check_gaps(sample, case.table)
    kind = DecisionTreeClassifier if sample.is_class else DecisionTreeRegressor
    weight = sample.weight if case.weighted else None
    path = kind(random_state=0, **case.params).cost_complexity_pruning_path(
        sample.X, sample.y, sample_weight=weight
    )
    steps = path.ccp_alphas
    tiny = 1e-9 * steps.max()
    steps = steps[np.append(np.diff(steps) > tiny, True) & (steps > tiny)]
    chosen = np.unique(np.linspace(0, len(steps) - 2, 4).astype(int))
    alphas = (steps[chosen] + steps[chosen + 1]) / 2
    leaves = []
    for alpha in alphas:
        model = kind(random_state=0, ccp_alpha=alpha, **case.params)
        leaves.append(model.fit(sample.X, sample.y, sample_weight=weight).apply(sample.X))
    return {
        "ccp_alphas": path.ccp_alphas,
        "impurities": path.impurities,
        "alphas": alphas,
        "leaves": np.array(leaves),
    }


def make_paths():
    for table in SETTINGS:
        recorded = [(case, follow(case)) for case in list_cases(table)]
        write_arrays(PEER, table, sklearn.__version__, recorded)
