"""The gallery scripts run, draw their pictures and reproduce known results."""

import importlib.util
import math
from pathlib import Path

import pytest

from .rendering import n_colors

EXAMPLES = Path(__file__).parents[2] / "examples"


def load_driver():
    spec = importlib.util.spec_from_file_location("draw", EXAMPLES / "draw.py")
    driver = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(driver)
    return driver


GALLERY = load_driver()


def run(name, folder):
    numbers = GALLERY.draw(name, folder / "pictures")
    pictures = sorted(path.name for path in (folder / "pictures").iterdir())
    assert pictures
    assert all(n_colors(folder / "pictures" / picture) > 10 for picture in pictures)
    assert {path.name for path in (EXAMPLES / "pictures").iterdir()}.issuperset(pictures)
    return numbers


def test_entropy_of_iris(tmp_path):
    numbers = run("entropy_of_iris", tmp_path)
    assert numbers["nats"] == pytest.approx(1.0986122886681096, abs=1e-15)
    assert numbers["bits"] == pytest.approx(math.log2(3), abs=1e-15)
    assert numbers["maximum entropy of two classes"] == pytest.approx(math.log(2), abs=1e-15)
    assert numbers["share with the largest term"] == pytest.approx(1 / math.e, abs=0.005)


def test_first_iris_split(tmp_path):
    numbers = run("first_iris_split", tmp_path)
    assert numbers["feature"] == "petal length (cm)"
    assert numbers["threshold"] == pytest.approx(2.45)
    assert numbers["entropy before"] == pytest.approx(math.log2(3))
    assert numbers["entropy of the left node"] == 0
    # The right node has one bit of entropy and two thirds of the rows.
    assert numbers["entropy after"] == pytest.approx(2 / 3)
    assert numbers["minimum entropy by petal width"] == pytest.approx(2 / 3)
    assert numbers["minimum entropy by sepal length"] > 1


def test_penguins_tree(tmp_path):
    numbers = run("penguins_tree", tmp_path)
    assert numbers["leaves"] == 5 < numbers["leaves before pruning"]
    assert numbers["correct"] > 0.95


def test_impurity_measures(tmp_path):
    numbers = run("impurity_measures", tmp_path)
    assert [numbers[f"{m} at 1/2"] for m in ("gini", "entropy", "misclassification")] == [
        0.5,
        1,
        0.5,
    ]
    assert numbers["gini at 1/10"] == pytest.approx(0.18)
    assert numbers["entropy at 1/10"] == pytest.approx(0.4689955935892812)
    assert numbers["misclassification at 1/10"] == pytest.approx(0.1)
    assert numbers["best threshold"] == pytest.approx(2.45)
    assert numbers["gini after the split"] == pytest.approx(1 / 3)


def test_boundary_step_by_step(tmp_path):
    numbers = run("boundary_step_by_step", tmp_path)
    assert numbers["splits"] == 4
    assert numbers["errors of the root"] == 32
    assert numbers["errors of the tree"] == 0
    assert numbers["errors of boosted stumps"] > 0


def test_split_kinds(tmp_path):
    numbers = run("split_kinds", tmp_path)
    assert numbers["multiway: first child"].startswith("|-- flipper_length_mm <= 189.5: Adelie")
    assert " * bill_length_mm " in numbers["oblique: first child"]
    assert numbers["oblique: leaves"] < numbers["binary: leaves"] < numbers["multiway: leaves"]
    assert numbers["oblique: errors"] < numbers["binary: errors"]


def test_pruning_by_validation(tmp_path):
    numbers = run("pruning_by_validation", tmp_path)
    assert (numbers["leaves of the large tree"], numbers["leaves after pruning"]) == (15, 5)
    assert numbers["validation error of the large tree"] == pytest.approx(23 / 269)
    assert numbers["validation error after pruning"] == pytest.approx(19 / 269)


def test_surrogate_splits(tmp_path):
    """The agreements equal those of rpart on the iris data."""
    numbers = run("surrogate_splits", tmp_path)
    agreement = {"petal width": 1.0, "sepal length": 0.92, "sepal width": 0.8333333}
    for name, share in agreement.items():
        assert numbers[f"agreement of {name} (cm)"] == pytest.approx(share, abs=1e-7)
    thresholds = {"petal width": 0.8, "sepal length": 5.45, "sepal width": 3.35}
    for name, cut in thresholds.items():
        assert numbers[f"threshold on {name} (cm)"] == pytest.approx(cut)
    assert numbers["surrogate, missing petal length (cm)"] == numbers["surrogate, all values"]
    assert numbers["majority, missing petal length (cm)"] < 0.65


def test_learning_rates(tmp_path):
    """Smaller learning rates need more rounds and reach a lower error."""
    numbers = run("learning_rates", tmp_path)
    kept, tried, errors = (
        [numbers[f"learning rate {rate}: {what}"] for rate in ("0.5", "0.1", "0.03")]
        for what in ("rounds kept", "rounds fitted", "error")
    )
    assert kept == sorted(kept)
    assert tried == [rounds + 40 for rounds in kept]
    assert errors == sorted(errors, reverse=True)


def test_boosting_step_by_step(tmp_path):
    numbers = run("boosting_step_by_step", tmp_path)
    errors = [numbers[f"squared error after {k}"] for k in range(4)]
    assert errors == sorted(errors, reverse=True)
    assert errors[3] < errors[0] / 5
    assert numbers["sum of the first residuals"] == pytest.approx(0, abs=1e-12)
    assert numbers["difference between round 1 and a tree on the residuals"] < 1e-12


def test_quantile_boosting(tmp_path):
    numbers = run("quantile_boosting", tmp_path)
    assert numbers["share of test rows in the interval"] == pytest.approx(0.9, abs=0.03)
    assert numbers["share of test rows below the median"] == pytest.approx(0.5, abs=0.04)
    assert numbers["width on the right"] > 2 * numbers["width on the left"]


def test_oob_curve(tmp_path):
    """max_features="sqrt" is better than all features and than one; 200 trees suffice."""
    numbers = run("oob_curve", tmp_path)
    names = ("max_features=64 (all)", "max_features=8 (sqrt)", "max_features=1")
    all_features, root, one = (numbers[f"{name}: error"] for name in names)
    assert root < one < all_features
    assert max(numbers[f"{name}: flat from"] for name in names) < 150


@pytest.mark.slow
def test_oob_vs_cross_validation(tmp_path):
    numbers = run("oob_vs_cross_validation", tmp_path)
    assert numbers["largest difference"] < 0.015
    assert 1 < numbers["best max_features, out of bag"] < 64


def test_importance_intervals(tmp_path):
    """A group of correlated features is more important than each of its members."""
    numbers = run("importance_intervals", tmp_path)
    assert numbers["size features, as a group"] > 2 * numbers["size features, maximum"]


def test_tree_vs_forest(tmp_path):
    numbers = run("tree_vs_forest", tmp_path)
    assert numbers["accuracy of the forest"] > numbers["accuracy of its first tree"] + 0.02
    assert numbers["accuracy of the forest"] > numbers["accuracy of the tree"]


def test_gini_importance_bias(tmp_path):
    numbers = run("gini_importance_bias", tmp_path)
    noise = ("coin (2 values)", "die (6 values)", "random number")
    assert numbers["gini: random number"] > 2 * numbers["gini: signal (2 values)"]
    for kind in ("corrected", "permutation"):
        signal = numbers[f"{kind}: signal (2 values)"]
        assert all(abs(numbers[f"{kind}: {name}"]) < signal / 4 for name in noise)


def test_quantile_forest(tmp_path):
    numbers = run("quantile_forest", tmp_path)
    for level in (0.05, 0.25, 0.5, 0.75, 0.95):
        assert numbers[f"share of test rows below {level}"] == pytest.approx(level, abs=0.03)


def test_blending(tmp_path):
    """Weak members harm voting but not learned weights; stacking is best."""
    numbers = run("blending", tmp_path)
    names = ("stump", "tree", "forest", "neighbors", "ridge")
    best = min(numbers[f"error of {name}"] for name in names)
    kinds = [numbers[f"error of {kind}"] for kind in ("stacking", "linear blend", "voting")]
    assert kinds == sorted(kinds)
    assert kinds[1] < best < kinds[2]
    assert sum(numbers[f"weight of {name}"] for name in names) == pytest.approx(1)


def test_adaboost_vs_tree(tmp_path):
    assert run("adaboost_vs_tree", tmp_path) == {
        "splits of the tree": 4,
        "errors of the tree": 0,
        "errors of 4 stumps": 14,
        "errors of 60 stumps": 8,
    }


def test_oblique_splits(tmp_path):
    numbers = run("oblique_splits", tmp_path)
    assert numbers["leaves of oblique splits"] == 2
    assert numbers["leaves of binary splits"] > 10
    assert numbers["accuracy of oblique splits"] > 0.99 > numbers["accuracy of binary splits"]


def test_sphere_splits(tmp_path):
    numbers = run("sphere_splits", tmp_path)
    assert numbers["leaves of sphere splits"] < numbers["leaves of binary splits"] / 3
    assert numbers["accuracy of sphere splits"] > 0.97 > numbers["accuracy of binary splits"]


def test_optimal_vs_greedy(tmp_path):
    numbers = run("optimal_vs_greedy", tmp_path)
    assert numbers["gap"] == 0
    assert numbers["leaves"] == 4
    assert numbers["optimal"] < 0.12
    assert numbers["greedy"] > 0.2


def test_why_this_prediction(tmp_path):
    numbers = run("why_this_prediction", tmp_path)
    assert numbers["difference"] < 1e-12
    assert numbers["base value"] == pytest.approx(68 / 344, abs=0.01)
    assert numbers["probability"] > 0.5


def test_what_if(tmp_path):
    numbers = run("what_if", tmp_path)
    assert numbers["proven"]
    assert 0 < numbers["cost"] < numbers["cost with immutable features"]
    assert numbers["predicted"] != "Adelie"
    assert numbers["only the year"].startswith("No allowed change")


def test_what_drives_the_model(tmp_path):
    numbers = run("what_drives_the_model", tmp_path)
    assert numbers["most important"] in ("flipper_length_mm", "species")
    assert numbers["largest difference"] < 1e-9


def test_similar_rows(tmp_path):
    numbers = run("similar_rows", tmp_path)
    assert numbers["neighbors of the same species"] > 0.95
    assert numbers["difference of RF-GAP averages"] < 1e-12
    assert numbers["its outlier measure"] > 10
    assert numbers["its out-of-bag probability"] < 0.5


def test_sql_export(tmp_path):
    numbers = GALLERY.draw("sql_export", tmp_path)
    assert numbers["largest difference"] < 1e-12
    assert numbers["kB of C"] > 1


def test_every_script_has_a_test_and_pictures_are_small():
    assert {f"test_{name}" for name in GALLERY.SCRIPTS} <= globals().keys()
    sizes = [path.stat().st_size for path in (EXAMPLES / "pictures").iterdir()]
    assert max(sizes) < 500_000
    assert sum(sizes) < 6_000_000
