"""The gallery's scripts run, draw their pictures, and find the numbers of the textbooks."""

import importlib.util
import math
from pathlib import Path

import pytest

from .drawn import n_colours

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name, folder):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    numbers = script.main(folder / "pictures")
    pictures = sorted(path.name for path in (folder / "pictures").iterdir())
    assert pictures
    assert all(n_colours(folder / "pictures" / picture) > 10 for picture in pictures)
    assert {path.name for path in (EXAMPLES / "pictures").iterdir()}.issuperset(pictures)
    return numbers


def test_entropy_of_iris(tmp_path):
    numbers = run("entropy_of_iris", tmp_path)
    assert numbers["nats"] == pytest.approx(1.0986122886681096, abs=1e-15)
    assert numbers["bits"] == pytest.approx(math.log2(3), abs=1e-15)
    assert numbers["largest entropy of two classes"] == pytest.approx(math.log(2), abs=1e-15)
    assert numbers["share where one class adds most"] == pytest.approx(1 / math.e, abs=0.005)


def test_first_iris_split(tmp_path):
    numbers = run("first_iris_split", tmp_path)
    assert numbers["feature"] == "petal length (cm)"
    assert numbers["threshold"] == pytest.approx(2.45)
    assert numbers["entropy before"] == pytest.approx(math.log2(3))
    assert numbers["entropy of the left node"] == 0
    # The right node has two even classes, one bit, and two thirds of the flowers.
    assert numbers["entropy after"] == pytest.approx(2 / 3)
    assert numbers["least entropy by petal width"] == pytest.approx(2 / 3)
    assert numbers["least entropy by sepal length"] > 1


def test_gini_curve(tmp_path):
    numbers = run("gini_curve", tmp_path)
    assert [numbers[f"{m} at 1/2"] for m in ("gini", "entropy", "misclassification")] == [
        0.5,
        1,
        0.5,
    ]
    assert numbers["gini at 1/10"] == pytest.approx(0.18)
    assert numbers["entropy at 1/10"] == pytest.approx(0.4689955935892812)
    assert numbers["misclassification at 1/10"] == pytest.approx(0.1)
    assert numbers["best threshold"] == pytest.approx(2.45)
    assert numbers["gini after it"] == pytest.approx(1 / 3)


def test_boundary_step_by_step(tmp_path):
    numbers = run("boundary_step_by_step", tmp_path)
    assert numbers["splits"] == 4
    assert numbers["errors of the root alone"] == 32
    assert numbers["errors of the tree"] == 0
    assert numbers["errors of boosted stumps"] > 0


def test_pruning_by_validation(tmp_path):
    numbers = run("pruning_by_validation", tmp_path)
    assert (numbers["leaves of the big tree"], numbers["leaves after pruning"]) == (15, 5)
    assert numbers["its error on validation rows"] == pytest.approx(23 / 269)
    assert numbers["error after pruning"] == pytest.approx(19 / 269)


def test_surrogates(tmp_path):
    """The agreements are those that rpart prints for the irises."""
    numbers = run("surrogates", tmp_path)
    agreement = {"petal width": 1.0, "sepal length": 0.92, "sepal width": 0.8333333}
    for name, share in agreement.items():
        assert numbers[f"agreement of {name} (cm)"] == pytest.approx(share, abs=1e-7)
    thresholds = {"petal width": 0.8, "sepal length": 5.45, "sepal width": 3.35}
    for name, cut in thresholds.items():
        assert numbers[f"threshold on {name} (cm)"] == pytest.approx(cut)
    assert numbers["surrogate, without petal length (cm)"] == numbers["surrogate, all values"]
    assert numbers["majority, without petal length (cm)"] < 0.65


def test_learning_rates(tmp_path):
    """Smaller steps take more rounds and end lower."""
    numbers = run("learning_rates", tmp_path)
    kept, tried, errors = (
        [numbers[f"learning rate {rate}: {what}"] for rate in ("0.5", "0.1", "0.03")]
        for what in ("rounds kept", "rounds tried", "error")
    )
    assert kept == sorted(kept)
    assert tried == [rounds + 40 for rounds in kept]
    assert errors == sorted(errors, reverse=True)


def test_boosting_step_by_step(tmp_path):
    numbers = run("boosting_step_by_step", tmp_path)
    errors = [numbers[f"squared error after {k}"] for k in range(4)]
    assert errors == sorted(errors, reverse=True)
    assert errors[3] < errors[0] / 5
    assert numbers["sum of first residuals"] == pytest.approx(0, abs=1e-12)
    assert numbers["first tree and a tree on the residuals differ by"] < 1e-12


def test_quantile_band(tmp_path):
    numbers = run("quantile_band", tmp_path)
    assert numbers["share of new rows in the band"] == pytest.approx(0.9, abs=0.03)
    assert numbers["share below the median"] == pytest.approx(0.5, abs=0.04)
    assert numbers["width on the right"] > 2 * numbers["width on the left"]


def test_every_script_has_a_test_and_small_pictures():
    scripts = {path.stem for path in EXAMPLES.glob("*.py")}
    assert {f"test_{name}" for name in scripts} <= globals().keys()
    assert max(path.stat().st_size for path in (EXAMPLES / "pictures").iterdir()) < 60_000
