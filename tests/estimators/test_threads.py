"""Number of threads that n_jobs resolves to."""

import joblib
import pytest

from spinney import DecisionTreeClassifier, _core
from spinney.base import threads
from spinney.base.threads import effective_threads, threads_for


@pytest.fixture(autouse=True)
def eight_cpus(monkeypatch):
    monkeypatch.setattr(threads._core, "available_threads", lambda: 8)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)


@pytest.mark.parametrize(
    ("n_jobs", "expected"),
    [(None, 8), (1, 1), (3, 3), (8, 8), (10**6, 8), (-1, 8), (-2, 7), (-8, 1), (-100, 1)],
)
def test_number_of_threads(n_jobs, expected):
    assert effective_threads(n_jobs) == expected


def test_zero_is_an_error():
    with pytest.raises(ValueError, match=r"n_jobs .* 0"):
        effective_threads(0)
    for wrong in (1.5, float("nan"), "all"):
        with pytest.raises(ValueError, match="n_jobs"):
            effective_threads(wrong)
    with pytest.raises(ValueError, match="n_jobs"):
        DecisionTreeClassifier(n_jobs=0).fit([[0], [1]], [0, 1])


@pytest.mark.parametrize(
    ("value", "expected"), [("2", 2), ("4,2", 4), ("99", 8), ("", 8), ("many", 8), ("0", 8)]
)
def test_openmp_limits_the_default(monkeypatch, value, expected):
    monkeypatch.setenv("OMP_NUM_THREADS", value)
    assert effective_threads(None) == expected
    assert effective_threads(5) == 5


def test_context_sets_the_default():
    with joblib.parallel_config(n_jobs=3):
        assert effective_threads(None) == 3
    with joblib.parallel_config(n_jobs=-2):
        assert effective_threads(None) == 7


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_one_thread_inside_a_joblib_worker(backend):
    run = joblib.Parallel(n_jobs=2, backend=backend)
    assert run(joblib.delayed(effective_threads)(None) for _ in range(2)) == [1, 1]


def test_small_tables_use_one_thread():
    assert threads_for(None, 600) == 1
    assert threads_for(None, 10**6) == 8


def test_core_reports_at_least_one_thread():
    assert _core.available_threads() >= 1
