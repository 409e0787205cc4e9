"""The page predicts and explains with the same numbers as the library."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.export.models import MODELS, predictions, sample

from spinney import explain
from spinney.reporting.arrays import ArrayStore
from spinney.reporting.features import FeatureTable
from spinney.reporting.model_parts import write_models
from spinney.reporting.page import finite

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

SCRIPT = Path(__file__).with_name("predict_rows.mjs")
N_ROWS = 100
N_GROUPS = 8
"""Groups of models, each of which is evaluated by one process."""
EXPONENTIAL = ("logit", "softmax", "log")


def stored_model(model, X):
    """Return what the page contains of a model, and rows."""
    store = ArrayStore()
    names = [f"y{k}" for k in range(getattr(model, "n_outputs_", 1))]
    content = write_models(model, store, None, names)
    assert content["unavailable"] is None
    [stored] = content["models"]
    rows = np.array([feature.values for feature in FeatureTable(model, X).read(X)]).T
    return finite({"model": stored, "arrays": store.encoded(), "rows": rows.tolist()})


def column(found, name):
    return np.array([row[name] for row in found], dtype=np.float64)


@pytest.mark.parametrize("group", range(N_GROUPS))
def test_page_predicts_and_explains_the_same(group):
    names = list(MODELS)[group::N_GROUPS]
    samples = {name: sample(name) for name in names}
    documents = [stored_model(model, X[:N_ROWS]) for model, X in samples.values()]
    done = subprocess.run(
        [shutil.which("node"), SCRIPT],
        input=json.dumps(documents),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = json.loads(done.stdout)
    for (name, (model, X)), document, found in zip(samples.items(), documents, pages, strict=True):
        check_predictions(name, model, X[:N_ROWS], document["model"], found)
        check_contributions(name, model, X[:N_ROWS], document["model"], found)


def check_predictions(name, model, X, stored, found):
    values, labels = predictions(model, X)
    has_link = any(one["link"] in EXPONENTIAL for one in stored["ensembles"])
    got = column(found, "values")
    if has_link or len(stored["ensembles"]) > 1:
        np.testing.assert_allclose(got, values, rtol=1e-12, atol=1e-12, err_msg=name)
    else:
        np.testing.assert_array_equal(got, values, err_msg=name)
    if hasattr(model, "decision_function") and len(stored["classes"][0]) > 1:
        raw = np.asarray(model.decision_function(X)).reshape(len(X), -1)
        np.testing.assert_array_equal(column(found, "raw"), raw, err_msg=name)
    if labels is not None:
        classes = model.classes_ if labels.shape[1] > 1 else [model.classes_]
        best = np.array([row["best"] for row in found])
        predicted = [known[best[:, k]].tolist() for k, known in enumerate(classes)]
        assert np.array_equal(np.array(predicted, object).T, labels.astype(object)), name


def check_contributions(name, model, X, stored, found):
    if "unavailable" in stored["explain"]:
        assert all(row["shap"] is None for row in found), name
        return
    expected = explain.shap(model, X)
    got = column(found, "shap").transpose(0, 2, 1)
    np.testing.assert_allclose(got, expected.values, rtol=1e-9, atol=1e-10, err_msg=name)
    base = np.tile(expected.base_values, (len(X), 1))
    np.testing.assert_allclose(column(found, "base"), base, rtol=1e-9, atol=1e-10, err_msg=name)
