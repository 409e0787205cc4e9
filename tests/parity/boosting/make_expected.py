"""Count the accepted differences of our trees:
``python -m tests.parity.boosting.make_expected``.

Run it after the references or our tie rule have changed, and review the changes.
"""

import json

from .agreement import EXPECTED, BoostedAgreement, list_cases

if __name__ == "__main__":
    counts = {str(case): BoostedAgreement(case).count() for case in list_cases()}
    lines = [f" {json.dumps(name)}: {json.dumps(found)}" for name, found in counts.items()]
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
