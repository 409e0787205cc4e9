"""Plots of boosted models: metrics by round, importances, trees and boundaries."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from spinney import DecisionTreeClassifier, GradientBoostingClassifier, plot

from .rendering import assert_nothing_overlaps, lines_of

FRAME, Y = load_iris(return_X_y=True, as_frame=True)
TRAIN, VAL = np.arange(0, 150, 2), np.arange(1, 150, 2)
X_TRAIN, Y_TRAIN = FRAME.iloc[TRAIN], Y.iloc[TRAIN]


def boosted(**parameters):
    return GradientBoostingClassifier(
        preset="fast",
        **{"n_estimators": 40, "min_samples_leaf": 3, "max_leaf_nodes": 4} | parameters,
    )


def evaluated(**parameters):
    return boosted(**parameters).fit(
        *(X_TRAIN, Y_TRAIN),
        eval_set=[(X_TRAIN, Y_TRAIN)],
        X_val=FRAME.iloc[VAL],
        y_val=Y.iloc[VAL],
    )


def lines(ax):
    """Curves by the first word of their labels, and rings."""
    named = {}
    for line in ax.lines:
        if not line.get_label().startswith("_"):
            named[line.get_label().split(",")[0]] = line
    return named, [line for line in ax.lines if line.get_marker() == "o"]


def test_training_draws_every_set_and_the_best_round(tmp_path):
    model = evaluated(learning_rate=0.5)
    ax = plot.training(model)
    named, [ring] = lines(ax)
    for rows in ("train", "validation"):
        values = model.evals_result_[rows]["log_loss"]
        assert np.array_equal(named[rows].get_xydata(), np.column_stack([range(1, 41), values]))
    best = int(np.argmin(model.evals_result_["validation"]["log_loss"]))
    assert model.best_iteration == best
    assert ring.get_xydata().tolist() == [[best + 1, model.best_score]]
    label = named["validation"].get_label()
    assert label == f"validation, best {model.best_score:.4g} in round {best + 1}"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("round", "log_loss")
    ax.figure.savefig(tmp_path / "training.png")


def test_training_draws_another_metric():
    model = evaluated(eval_metric=["log_loss", "error"])
    ax = plot.training(model, metric="error")
    named, [ring] = lines(ax)
    errors = model.evals_result_["validation"]["error"]
    assert named["validation"].get_ydata().tolist() == errors
    assert ring.get_ydata()[0] == errors[model.best_iteration]
    with pytest.raises(
        ValueError, match=r"metric='auc' was not evaluated; available: \['log_loss'"
    ):
        plot.training(model, metric="auc")


def test_training_of_several_models():
    models = {f"rate {rate}": evaluated(learning_rate=rate) for rate in (0.1, 0.5)}
    ax = plot.training(models)
    _, rings = lines(ax)
    assert [ring.get_xdata()[0] for ring in rings] == [
        model.best_iteration_ for model in models.values()
    ]
    labels = [entry.get_text() for entry in ax.get_legend().get_texts()]
    assert [label.split(", best")[0] for label in labels] == [
        f"rate {rate}, {rows}" for rate in (0.1, 0.5) for rows in ("train", "validation")
    ]
    colors = [line.get_color() for line in ax.lines if line.get_marker() != "o"]
    assert colors[0] == colors[1] != colors[2] == colors[3]


def test_training_of_a_continued_fit_continues_the_rounds():
    start = boosted(n_estimators=10).fit(X_TRAIN, Y_TRAIN)
    model = boosted(n_estimators=5).fit(
        X_TRAIN, Y_TRAIN, X_val=FRAME.iloc[VAL], y_val=Y.iloc[VAL], init_model=start
    )
    named, [ring] = lines(plot.training(model))
    assert named["validation"].get_xdata().tolist() == [11, 12, 13, 14, 15]
    assert ring.get_xdata()[0] == model.best_iteration_


def test_training_rejects_models_without_evaluation():
    for model in (boosted().fit(FRAME, Y), DecisionTreeClassifier().fit(FRAME, Y)):
        with pytest.raises(ValueError, match="has no evaluation results: fit a boosted model with"):
            plot.training(model)
    with pytest.raises(ValueError, match="at least one boosted model"):
        plot.training({})


def test_importance_has_the_kinds_of_boosting():
    model = boosted().fit(FRAME, Y)
    ax = plot.importance(model)
    assert ax.get_xlabel() == "importance"
    assert [bar.get_width() for bar in ax.patches] == sorted(
        model.feature_importances_, reverse=True
    )
    for kind in ("gain", "total_gain", "cover", "total_cover", "count"):
        ax = plot.importance(model, kind=kind)
        values = model.importance(kind)
        assert [bar.get_width() for bar in ax.patches] == sorted(values, reverse=True)
        assert ax.get_yticklabels()[0].get_text() == FRAME.columns[np.argmax(values)]
    with pytest.raises(ValueError, match=r"kind must be one of .*'count'.* got 'surrogates'"):
        plot.importance(model, kind="surrogates")


def test_one_tree_is_drawn_and_written():
    model = boosted(n_estimators=2).fit(FRAME, Y)
    one = model.estimators_[1, 2]
    ax = plot.tree(one)
    assert_nothing_overlaps(ax)
    drawn = lines_of(ax, "node")
    assert len(drawn) == one._fitted().tree.node_count
    assert drawn[0][1] == "150 rows · 100%"
    assert len(one.text().splitlines()) == one._fitted().tree.node_count
    bars = plot.importance(one).patches
    assert sum(bar.get_width() for bar in bars) == pytest.approx(1)
    assert plot.tree(one, pruned=np.ones(one._fitted().tree.node_count, dtype=bool))


def test_unsupported_plots_of_boosted_trees():
    model = boosted(n_estimators=2).fit(FRAME, Y)
    with pytest.raises(ValueError, match="Its trees are in estimators_"):
        plot.tree(model)
    with pytest.raises(ValueError, match="pruned must be a mask: BoostedTree has no pruning"):
        plot.tree(model.estimators_[0, 0], pruned=0.1)
    with pytest.raises(ValueError, match="no pruning sequence"):
        plot.pruning(model.estimators_[0, 0])


def test_boundary_after_some_rounds():
    model = boosted(n_estimators=3).fit(FRAME.iloc[:, 2:], Y)
    axes = plot.boundary(model, FRAME.iloc[:, 2:], Y, steps=[1, 3], resolution=20)
    assert [ax.get_title() for ax in axes] == ["1 round", "3 rounds"]
    with pytest.raises(ValueError, match="steps must be numbers of rounds from 0 to 3"):
        plot.boundary(model, FRAME.iloc[:, 2:], Y, steps=4)
