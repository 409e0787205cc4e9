"""The first cases of the API fuzzer; ``make fuzz-api`` runs more."""

import pytest

from .cases import run_case

CASES, CHUNK = 3000, 50


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_no_findings(first):
    outcomes = [run_case(seed) for seed in range(first, first + CHUNK)]
    findings = [f"seed {one.seed}: {text}" for one in outcomes for text in one.findings]
    assert not findings
    assert sum(one.checked for one in outcomes) > CHUNK, "the library refuses nearly every case"


def test_a_difference_is_found(monkeypatch):
    """A model that predicts other values in another process of prediction is reported."""
    from . import checks

    def changed(model, X):
        found = dict(original(model, X))
        if len(X) == 1:
            found["predict"] = [found["predict"][0][::-1] + 1]
        return found

    original = checks.outputs
    monkeypatch.setattr(checks, "outputs", changed)
    seeds = range(200)
    texts = [text for seed in seeds for text in run_case(seed).findings]
    assert any(text.startswith("single_rows") for text in texts)
