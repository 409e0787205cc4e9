"""Hypothesis profiles and the folder of real tables."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=20)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Folder of the real tables; tests that need it are skipped if it does not exist."""
    default = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("SPINNEY_DATA", default))
    if not (folder / "index.json").exists():
        pytest.skip("the real tables are not here")
    return folder
