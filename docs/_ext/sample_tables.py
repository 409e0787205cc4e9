"""Writes the tables that commands on the pages read: houses.csv and new.csv."""

from pathlib import Path

import numpy as np


def write_tables(folder: Path) -> None:
    rng = np.random.default_rng(0)
    lines = ["area,rooms,garden,street,price"]
    for _ in range(80):
        area, rooms = int(rng.integers(50, 200)), int(rng.integers(2, 8))
        garden, street = int(rng.integers(2)), str(rng.choice(["Elm", "Oak", "Ash"]))
        price = 2000 * area + 5000 * rooms + 30_000 * garden + int(rng.integers(20_000))
        lines.append(f"{area},{rooms},{'yes' if garden else 'no'},{street},{price}")
    (folder / "houses.csv").write_text("\n".join(lines) + "\n")
    (folder / "new.csv").write_text("\n".join(lines[:11]) + "\n")
