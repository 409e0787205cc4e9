"""A table with a column of each type and missing values, and SHAP values of it."""

import numpy as np
import pandas as pd

from spinney import GradientBoostingClassifier, explain

N = 80


def table():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "cost in $ or $": rng.normal(size=N),
            "street": rng.choice(["Elm", "Oak", "Ash"], N),
            "built": pd.to_datetime("2020-01-01") + pd.to_timedelta(rng.integers(900, size=N), "D"),
            "size": pd.Categorical(
                rng.choice(["small", "medium", "large"], N),
                categories=["small", "medium", "large"],
                ordered=True,
            ),
            "noise": rng.normal(size=N),
        }
    )
    frame.iloc[::7, 0] = np.nan
    frame.loc[::9, "street"] = None
    return frame


X = table()
SIGN = np.where(X["street"] == "Elm", 1, -1)
SCORE = X.iloc[:, 0].fillna(0.5) * SIGN + 0.1 * X["size"].cat.codes
Y = np.where(SCORE.gt(0), "yes", "no")


def shap_of_mixed(interactions=False, data=X, **options):
    model = GradientBoostingClassifier(preset="fast", n_estimators=20, random_state=0).fit(X, Y)
    return explain.shap(model, data, interactions=interactions, **options)
