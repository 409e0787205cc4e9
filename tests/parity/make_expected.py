"""Count the accepted differences of our trees: ``python -m tests.parity.make_expected``.

Run it after the references or our rule for ties have changed, and read what it changes.
"""

import json

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

from .agreement import EXPECTED, Agreement
from .references import read_cases

if __name__ == "__main__":
    expected = {}
    for case in read_cases("rpart") + read_cases("sklearn"):
        report = Agreement(case, DecisionTreeClassifier, DecisionTreeRegressor).compare()
        expected[str(case)] = {"nodes": len(report.pairs)} | dict(
            sorted(report.differences.items())
        )
    lines = [f" {json.dumps(name)}: {json.dumps(counts)}" for name, counts in expected.items()]
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
