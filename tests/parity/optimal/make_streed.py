"""Record the objectives of pystreed's optimal trees:

``python -m tests.parity.optimal.make_streed``

Needs ``pip install pystreed``.
"""

import json
from importlib.metadata import version

import numpy as np

from .problems import PROBLEMS, RECORD, name_of, read_problem


def best_objective(table, n_thresholds, depth, price):
    """Error rate (or normalized squared error) plus the penalty of all leaves."""
    from pystreed import STreeDClassifier, STreeDRegressor

    problem = read_problem(table, n_thresholds)
    make, task = STreeDRegressor, "cost-complex-regression"
    if problem.is_class:
        make, task = STreeDClassifier, "cost-complex-accuracy" if price else "accuracy"
    # pystreed's penalty is per split; there is one split less than leaves.
    model = make(task, max_depth=depth, cost_complexity=price, time_limit=600)
    model.fit(problem.binary, problem.y)
    predicted = np.asarray(model.predict(problem.binary))
    if problem.is_class:
        error = np.mean(predicted != problem.y)
    else:
        error = np.sum((predicted - problem.y) ** 2) / np.sum((problem.y - problem.y.mean()) ** 2)
    return float(error + price * model.get_n_leaves())


def main():
    found = {}
    for problem in PROBLEMS:
        found[name_of(problem)] = round(best_objective(*problem), 12)
        print(name_of(problem), found[name_of(problem)], flush=True)
    RECORD.write_text(json.dumps({"pystreed": version("pystreed"), "best": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
