"""Record the errors of scikit-learn's forests:
``python -m tests.parity.forests.make_sklearn_forests``.
"""

import json

import sklearn
import sklearn.ensemble

from .accuracy import CATEGORIES, FORESTS, NUMBERS, RECORD, seed_error, take_table

N_SEEDS = 5


def record(name):
    """An error per seed, by forest and encoding of the categories."""
    table = take_table(name)
    encodings = {"codes": table.X}
    if table.is_label.any():
        encodings["one-hot"] = table.one_hot()
    found = {}
    for forest in FORESTS:
        kind = getattr(
            sklearn.ensemble, f"{forest}{'Classifier' if table.is_class else 'Regressor'}"
        )

        def make(seed, kind=kind):
            return kind(max_features=table.max_features, random_state=seed, n_jobs=-1)

        for encoding, X in encodings.items():
            errors = [seed_error(make, X, table, seed) for seed in range(N_SEEDS)]
            found[f"{forest}, {encoding}"] = [round(error, 6) for error in errors]
    return found


def main():
    errors = {name: record(name) for name in (*NUMBERS, *CATEGORIES)}
    text = json.dumps({"scikit-learn": sklearn.__version__, "errors": errors}, indent=1)
    RECORD.write_text(text + "\n")


if __name__ == "__main__":
    main()
