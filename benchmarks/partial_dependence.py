"""Exact partial dependence of all features, compared with brute force by predict.

Run ``python benchmarks/partial_dependence.py``; ``--quick`` uses fewer rows. Brute force is timed
for a few points and extrapolated to all of them.
"""

import argparse

import numpy as np

from measure import best_of, machine, seconds

THREADS = 2
FEATURES = 28
TREES = 100
POINTS = 3
"""Points of a feature that brute force predicts."""


def table(n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(n_rows, FEATURES))
    return x, x[:, 0] * x[:, 1] + np.sin(x[:, 2]) + 0.1 * x[:, 3:].sum(axis=1)


def main() -> None:
    from spinney import GradientBoostingRegressor, explain

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    n_rows = 40_000 if parser.parse_args().quick else 400_000
    x, y = table(n_rows)
    print(machine())
    print(f"{n_rows} rows, {FEATURES} features, {TREES} trees, {THREADS} threads")
    for leaves in (31, 64):
        model = GradientBoostingRegressor(
            n_estimators=TREES, max_leaf_nodes=leaves, n_jobs=THREADS
        ).fit(x[:20_000], y[:20_000])
        exact = {"exact": lambda m=model: explain.partial_dependence(m, x, n_jobs=THREADS)}
        time = best_of(exact, 3)["exact"]
        effects = explain.partial_dependence(model, x, n_jobs=THREADS)
        errors, times = [], []
        for effect in effects[::9]:
            for k in np.linspace(0, len(effect.grid) - 1, POINTS).astype(int):
                changed = x.copy()
                changed[:, effect.grid.index] = effect.grid.points[k]
                times.append(seconds(lambda c=changed, m=model: m.predict(c)))
                errors.append(abs(model.predict(changed).mean() - effect.values[k, 0]))
        n_points = sum(len(effect.grid) for effect in effects)
        print(
            f"{leaves} leaves: {n_points} points, exact {time:.2f} s, brute force about "
            f"{n_points * np.mean(times):.0f} s, largest difference {max(errors):.1e}"
        )


if __name__ == "__main__":
    main()
