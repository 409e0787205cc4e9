"""Default settings of Spinney and CatBoost on 500,000 x 28 synthetic rows.

Prints the held-out log loss, and wall and CPU seconds of a fit; ``--rows`` changes the size.
"""

import argparse
import time

import pandas as pd
from sklearn.metrics import log_loss

from accuracy_models import PEERS, spinney_fit
from boosting_tables import continuous
from report import row

MODELS = {"Spinney": spinney_fit(), "CatBoost": PEERS["CatBoost"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=500_000)
    parser.add_argument("--shapes", nargs="*", default=["gaussian", "collider"])
    given = parser.parse_args()
    row("", "model", "log loss", "fit s", "fit CPU s")
    for shape in given.shapes:
        table = continuous(given.rows, 50_000, 0, shape)
        train, test = pd.DataFrame(table.x), pd.DataFrame(table.x_test)
        for name, fit in MODELS.items():
            begin, begin_cpu = time.perf_counter(), time.process_time()
            predict = fit(train, table.y, False, 0)
            wall, cpu = time.perf_counter() - begin, time.process_time() - begin_cpu
            loss = log_loss(table.y_test, predict(test))
            row(shape, name, f"{loss:.5f}", f"{wall:.1f}", f"{cpu:.1f}")


if __name__ == "__main__":
    main()
