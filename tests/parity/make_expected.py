"""Count the accepted differences of our trees: ``python -m tests.parity.make_expected``.

Run it after the references or our tie rule have changed, and review the changes.
"""

import json

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

from .agreement import EXPECTED, Agreement
from .agreement_whole import WholeAgreement
from .pruning_whole import WholePruning
from .references import read_cases
from .whole import PEER


def count(case):
    """Count the differences of a tree grown without surrogates."""
    report = Agreement(case, DecisionTreeClassifier, DecisionTreeRegressor).compare()
    return {"nodes": len(report.pairs)} | dict(sorted(report.differences.items()))


def count_whole(case):
    """Count the differences of a tree with surrogates, its pruning and its predictions."""
    agreement = WholeAgreement(case)
    pruning = WholePruning(agreement)
    table = pruning.fit(ccp_alpha="cv", cv=agreement.folds).cp_table_
    kinds = {
        "tree": agreement.report.differences,
        "blanked": agreement.blanked_differences(),
        "pruned": pruning.pruned_differences() if agreement.same_nodes else {},
        "table": pruning.table_differences(table),
        "held out": pruning.held_out_differences,
    }
    counts = {kind: dict(sorted(found.items())) for kind, found in kinds.items() if found}
    return {"nodes": len(agreement.report.pairs)} | counts


if __name__ == "__main__":
    expected = {str(case): count(case) for case in read_cases("rpart") + read_cases("sklearn")}
    expected |= {str(case): count_whole(case) for case in read_cases(PEER)}
    lines = [f" {json.dumps(name)}: {json.dumps(counts)}" for name, counts in expected.items()]
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
