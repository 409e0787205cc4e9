"""The gallery's scripts run, draw their pictures, and find the numbers of the textbooks."""

import importlib.util
import math
from pathlib import Path

import pytest

from .rendering import n_colors

EXAMPLES = Path(__file__).parents[2] / "examples"


def script_of(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def run(name, folder):
    numbers = script_of(name).main(folder / "pictures")
    pictures = sorted(path.name for path in (folder / "pictures").iterdir())
    assert pictures
    assert all(n_colors(folder / "pictures" / picture) > 10 for picture in pictures)
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


def test_kinds_of_questions(tmp_path):
    numbers = run("kinds_of_questions", tmp_path)
    assert numbers["multiway: first answer"].startswith("|-- flipper_length_mm <= 189.5: Adelie")
    assert " * bill_length_mm " in numbers["oblique: first answer"]
    assert numbers["oblique: leaves"] < numbers["binary: leaves"] < numbers["multiway: leaves"]
    assert numbers["oblique: errors"] < numbers["binary: errors"]


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


def test_oob_curve(tmp_path):
    """A choice of features is better than all of them and than one; 200 trees are enough."""
    numbers = run("oob_curve", tmp_path)
    names = ("all 64 pixels", "8 pixels, the square root", "1 pixel")
    all_of_them, root, one = (numbers[f"{name} per node: error"] for name in names)
    assert root < one < all_of_them
    assert max(numbers[f"{name} per node: flat from"] for name in names) < 150


@pytest.mark.slow
def test_oob_against_cross_validation(tmp_path):
    numbers = run("oob_against_cross_validation", tmp_path)
    assert numbers["largest distance"] < 0.015
    assert 1 < numbers["best number of features, out of bag"] < 64


def test_importance_intervals(tmp_path):
    """What is alike stands in for each other, so that a group matters more than its members."""
    numbers = run("importance_intervals", tmp_path)
    assert numbers["columns of size, together"] > 2 * numbers["columns of size, the largest"]


def test_tree_against_forest(tmp_path):
    numbers = run("tree_against_forest", tmp_path)
    assert numbers["accuracy of the forest"] > numbers["accuracy of its first tree"] + 0.02
    assert numbers["accuracy of the forest"] > numbers["accuracy of the tree"]


def test_bias_of_gini(tmp_path):
    numbers = run("bias_of_gini", tmp_path)
    noise = ("coin (2 values)", "die (6 values)", "random number")
    assert numbers["gini: random number"] > 2 * numbers["gini: signal (2 values)"]
    for kind in ("corrected", "permutation"):
        signal = numbers[f"{kind}: signal (2 values)"]
        assert all(abs(numbers[f"{kind}: {name}"]) < signal / 4 for name in noise)


def test_quantile_forest(tmp_path):
    numbers = run("quantile_forest", tmp_path)
    for level in (0.05, 0.25, 0.5, 0.75, 0.95):
        assert numbers[f"share of new rows below {level}"] == pytest.approx(level, abs=0.03)


def test_three_kinds_of_blending(tmp_path):
    """Voting is held back by weak members, learned weights are not, and a model of them is best."""
    numbers = run("three_kinds_of_blending", tmp_path)
    names = ("stump", "tree", "forest", "neighbours", "ridge")
    best = min(numbers[f"error of {name}"] for name in names)
    kinds = [numbers[f"error of {kind}"] for kind in ("stacking", "linear blend", "voting")]
    assert kinds == sorted(kinds)
    assert kinds[1] < best < kinds[2]
    assert sum(numbers[f"weight of {name}"] for name in names) == pytest.approx(1)


def test_stumps_against_cart(tmp_path):
    assert run("stumps_against_cart", tmp_path) == {
        "cuts of the tree": 4,
        "errors of the tree": 0,
        "errors of as many stumps": 14,
        "errors of sixty stumps": 8,
    }


def test_rotated_border(tmp_path):
    numbers = run("rotated_border", tmp_path)
    assert numbers["leaves of oblique splits"] == 2
    assert numbers["leaves of plain splits"] > 10
    assert numbers["accuracy of oblique splits"] > 0.99 > numbers["accuracy of plain splits"]


def test_ring(tmp_path):
    numbers = run("ring", tmp_path)
    assert numbers["leaves of spheres"] < numbers["leaves of plain splits"] / 3
    assert numbers["accuracy of spheres"] > 0.97 > numbers["accuracy of plain splits"]


def test_what_greed_costs(tmp_path):
    numbers = run("what_greed_costs", tmp_path)
    assert numbers["gap"] == 0
    assert numbers["leaves"] == 4
    assert numbers["optimal"] < 0.12
    assert numbers["greedy"] > 0.2


def test_model_in_a_database():
    numbers = script_of("model_in_a_database").main()
    assert numbers["largest difference"] < 1e-12
    assert numbers["KB of C"] > 1


def test_every_script_has_a_test_and_small_pictures():
    scripts = {path.stem for path in EXAMPLES.glob("*.py")}
    assert {f"test_{name}" for name in scripts} <= globals().keys()
    assert max(path.stat().st_size for path in (EXAMPLES / "pictures").iterdir()) < 60_000
