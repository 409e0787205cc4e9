"""What all tests share: hypothesis without chance, and the folder of real tables."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# HYPOTHESIS_PROFILE=explore looks further, with new examples each time.
settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=20)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real tables; a test that asks for it is skipped where there is none."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("SPINNEY_DATA", beside))
    if not (folder / "index.json").exists():
        pytest.skip("the real tables are not here")
    return folder
