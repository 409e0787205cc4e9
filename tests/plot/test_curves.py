"""Curves and bars of impurity, pruning and importance."""

import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier

import spinney
from spinney import DecisionTreeClassifier, DecisionTreeRegressor, impurity_curve, plot

FRAME, Y = load_iris(return_X_y=True, as_frame=True)


def test_plot_is_imported_on_demand():
    code = "import sys, spinney; assert 'matplotlib' not in sys.modules; spinney.plot.tree"
    subprocess.run([sys.executable, "-c", code], check=True)
    code = "import sys; sys.modules['matplotlib'] = None; import spinney; spinney.plot"
    failed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert failed.stderr.splitlines()[-1].startswith("ImportError: spinney.plot needs matplotlib")
    with pytest.raises(AttributeError, match="no attribute 'plots'"):
        spinney.plots  # noqa: B018


def test_impurity_draws_the_curve_and_its_best(tmp_path):
    model = DecisionTreeClassifier().fit(FRAME, Y)
    ax = plot.impurity(FRAME, Y, "petal length (cm)", model=model)
    curve = impurity_curve(FRAME, Y, "petal length (cm)")
    drawn = [line for line in ax.lines if len(line.get_xdata()) == len(curve.thresholds)]
    assert np.array_equal(drawn[0].get_xydata(), np.column_stack(curve))
    assert ax.get_title() == "best split: ≤ 2.45, impurity 0.3333"
    assert [text.get_text() for text in ax.texts] == ["root split of the tree"]
    assert len(ax.collections[0].get_offsets()) == 150
    ax.figure.savefig(tmp_path / "impurity.png")


def test_impurity_of_several_features():
    model = DecisionTreeRegressor().fit(FRAME.iloc[:, 1:], FRAME.iloc[:, 0])
    axes = plot.impurity(
        FRAME.iloc[:, 1:], FRAME.iloc[:, 0], [0, 1, 2], criterion="squared_error", model=model
    )
    assert [len(ax.texts) for ax in axes] == [int(j == model.tree_.feature[0]) for j in range(3)]
    root = axes[model.tree_.feature[0]]
    assert root.get_title().startswith(f"best split: ≤ {model.tree_.threshold[0]:.3g},")
    _, two = plt.subplots(1, 2)
    assert plot.impurity(FRAME, Y, [2, 3], ax=two)[1] is two[1]
    with pytest.raises(ValueError, match="ax has 2 axes, but there are 3 features"):
        plot.impurity(FRAME, Y, [1, 2, 3], ax=two)
    with pytest.raises(ValueError, match="at least one feature"):
        plot.impurity(FRAME, Y, [])


def test_impurity_of_a_constant():
    ax = plot.impurity([[1.0], [1.0]], [0, 1], 0)
    assert ax.get_title() == "no threshold: all values are equal"


@pytest.mark.parametrize("rule", ["min", "1se"])
def test_pruning_draws_the_table(rule, tmp_path):
    model = DecisionTreeClassifier(ccp_alpha="cv", ccp_rule=rule, cv=5).fit(FRAME, Y)
    ax = plot.pruning(model)
    table = model.cp_table_
    labels = [entry.get_text() for entry in ax.get_legend().get_texts()]
    assert f"this tree: {model.get_n_leaves()} leaves" in labels
    assert "cross-validation ± 1 SE" in labels
    [bars] = ax.containers
    assert np.array_equal(bars.lines[0].get_ydata(), table["xerror"])
    [limit] = [line for line in ax.lines if line.get_label() == "minimum + 1 SE"]
    best = table["xerror"].argmin()
    assert limit.get_ydata()[0] == pytest.approx(table["xerror"][best] + table["xstd"][best])
    [mark] = [line for line in ax.lines if line.get_label().startswith("this tree")]
    place = int(mark.get_xdata()[0])
    assert table["nsplit"][place] + 1 == model.get_n_leaves()
    assert mark.get_ydata()[0] == table["xerror"][place]
    ax.figure.savefig(tmp_path / "pruning.png")


def test_pruning_without_cross_validation():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 3))
    model = DecisionTreeClassifier().fit(X, rng.integers(0, 2, 400))
    ax = plot.pruning(model)
    leaves = model.cp_table_["nsplit"] + 1
    assert len(leaves) >= 30  # logarithmic axis
    assert np.array_equal(ax.lines[0].get_xdata(), np.log2(leaves))
    assert 5 <= len(ax.get_xticks()) <= 10
    assert not ax.containers
    assert np.array_equal(ax.lines[0].get_ydata(), model.cp_table_["rel_error"])
    ticks = [label.get_text() for label in ax.get_xticklabels()]
    assert (ticks[0], ticks[-1]) == ("1", str(model.get_n_leaves()))


def test_pruning_of_a_single_leaf():
    model = DecisionTreeRegressor(max_depth=1).fit([[1.0], [1.0]], [1.0, 2.0])
    labels = [entry.get_text() for entry in plot.pruning(model).get_legend().get_texts()]
    assert "this tree: 1 leaf" in labels


def bars_of(ax):
    names = [label.get_text() for label in ax.get_yticklabels()]
    return dict(zip(names, [bar.get_width() for bar in ax.patches], strict=True))


def test_importance_of_models(tmp_path):
    model = DecisionTreeClassifier(missing="surrogate").fit(FRAME, Y)
    for kind in ("gain", "surrogates"):
        ax = plot.importance(model, kind=kind)
        values = model._fitted().tree.feature_importances(surrogates=kind == "surrogates")
        drawn = bars_of(ax)
        assert drawn == dict(zip(FRAME.columns, values, strict=True))
        assert list(drawn.values()) == sorted(values, reverse=True)
        ax.figure.savefig(tmp_path / f"{kind}.png")
    assert len(bars_of(plot.importance(model, top=2))) == 2
    forest = RandomForestClassifier(3, random_state=0).fit(FRAME, Y)
    assert bars_of(plot.importance(forest)).keys() == set(FRAME.columns)


def test_importance_of_values():
    values = {"a": 0.2, "$b$": 0.7, "c": -0.1}
    for source in (values, pd.Series(values)):
        assert list(bars_of(plot.importance(source)).items()) == [
            ("$b$", 0.7),
            ("a", 0.2),
            ("c", -0.1),
        ]


def test_importance_rejects_bad_arguments():
    with pytest.raises(ValueError, match="kind must be one of"):
        plot.importance({"a": 1.0}, kind="loss")
    with pytest.raises(ValueError, match="top must be"):
        plot.importance({"a": 1.0}, top=0)
    with pytest.raises(ValueError, match="must be a fitted model"):
        plot.importance([1.0])
    with pytest.raises(ValueError, match="only finite"):
        plot.importance({"a": np.nan})
