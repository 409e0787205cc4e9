"""scikit-learn's callbacks are called at the beginning and end of fit."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier

pytest.importorskip("sklearn.callback")

X, Y = np.arange(6.0).reshape(-1, 1), np.array([0, 0, 0, 1, 1, 1])


class Recorder:
    """A callback that records its calls and may raise at one step."""

    def __init__(self, fail_at=None):
        self.calls = []
        self.fail_at = fail_at

    def record(self, step):
        self.calls.append(step)
        if step == self.fail_at:
            raise RuntimeError(step)

    def setup(self, estimator, context):
        self.record("setup")

    def on_fit_task_begin(self, estimator, context):
        self.record("begin")

    def on_fit_task_end(self, estimator, context, *, fitted_estimator):
        self.score = fitted_estimator.score(X, Y)
        self.record("end")

    def teardown(self, estimator, context):
        self.record("teardown")


def test_callbacks_are_called():
    recorder = Recorder()
    DecisionTreeClassifier().set_callbacks(recorder).fit(X, Y)
    assert recorder.calls == ["setup", "begin", "end", "teardown"]
    assert recorder.score == 1


@pytest.mark.parametrize("step", ["setup", "begin", "end"])
def test_exception_is_raised_and_leaves_the_model_unfitted(step):
    recorder = Recorder(fail_at=step)
    model = DecisionTreeClassifier().set_callbacks(recorder)
    with pytest.raises(RuntimeError, match=step):
        model.fit(X, Y)
    assert not hasattr(model, "tree_")
    assert recorder.calls[-1] == "teardown"


@pytest.mark.parametrize("cv", [3, [0, 1, 2, 0, 1, 2]])
def test_folds_of_cross_validated_pruning_are_subtasks(cv):
    recorder = Recorder()
    DecisionTreeClassifier(ccp_alpha="cv", cv=cv).set_callbacks(recorder).fit(X, Y)
    assert recorder.calls == ["setup", "begin", *["begin", "end"] * 3, "end", "teardown"]


def test_exception_in_a_fold_is_raised():
    model = DecisionTreeClassifier(ccp_alpha="cv", cv=3, n_jobs=2).set_callbacks(Recorder("end"))
    with pytest.raises(RuntimeError, match="end"):
        model.fit(X, Y)
    assert not hasattr(model, "tree_")


def test_progress_bar_of_scikit_learn(capsys):
    from sklearn.callback import ProgressBar

    DecisionTreeClassifier(ccp_alpha="cv", cv=3).set_callbacks(ProgressBar()).fit(X, Y)
    assert "100%" in capsys.readouterr().out
