"""Files of all earlier versions load and predict the same."""

import json

import numpy as np
import pytest

import spinney

from .make_golden import GOLDEN
from .models import MODELS, coded, eighths, mixed, numbers

FILES = sorted(GOLDEN.rglob("*.spinney"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_old_files_give_the_same_predictions(path):
    expected = json.loads(path.with_suffix(".json").read_text())
    model = spinney.load(path)
    assert type(model).__name__ == expected["model"].partition(",")[0]
    tables = {"mixed": mixed, "coded": coded}
    named = mixed if "feature_names_in_" in vars(model) else numbers
    if getattr(model, "leaf", None) == "linear":
        named = eighths
    X = tables.get(expected["model"].partition(", ")[2], named)()
    assert np.asarray(model.predict(X)).tolist() == expected["predict"]
    assert spinney.inspect_file(path).spinney == expected["spinney"]


def test_every_model_has_a_file():
    with_file = {json.loads(path.with_suffix(".json").read_text())["model"] for path in FILES}
    assert with_file >= MODELS.keys()
