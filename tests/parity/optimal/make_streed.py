"""Record what pystreed's best trees cost: ``python -m tests.parity.optimal.make_streed``.

Needs ``pip install pystreed``.
"""

import json
from importlib.metadata import version

import numpy as np

from .problems import PROBLEMS, RECORD, name_of, read_problem


def best_objective(table, n_thresholds, depth, price):
    """Share of errors (or of the squared error) plus the price of all leaves."""
    from pystreed import STreeDClassifier, STreeDRegressor

    problem = read_problem(table, n_thresholds)
    make, task = STreeDRegressor, "cost-complex-regression"
    if problem.is_class:
        make, task = STreeDClassifier, "cost-complex-accuracy" if price else "accuracy"
    # pystreed's price is per question, which is one less than there are leaves.
    model = make(task, max_depth=depth, cost_complexity=price, time_limit=600)
    model.fit(problem.binary, problem.y)
    answers = np.asarray(model.predict(problem.binary))
    if problem.is_class:
        lost = np.mean(answers != problem.y)
    else:
        lost = np.sum((answers - problem.y) ** 2) / np.sum((problem.y - problem.y.mean()) ** 2)
    return float(lost + price * model.get_n_leaves())


def main():
    found = {}
    for problem in PROBLEMS:
        found[name_of(problem)] = round(best_objective(*problem), 12)
        print(name_of(problem), found[name_of(problem)], flush=True)
    RECORD.write_text(json.dumps({"pystreed": version("pystreed"), "best": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
