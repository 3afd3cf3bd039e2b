"""Settings shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The gate draws the same examples every time; HYPOTHESIS_PROFILE=explore draws new ones.
settings.register_profile(
    "gate", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.register_profile("explore", deadline=None, max_examples=1_000, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dungeons that a test saves lie in its own folder, and its language is English unless it says so."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("MEIKYU_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: the driver's event loop stays in this thread until the session ends."""
    items.sort(
        key=lambda item: item.get_closest_marker("browser") is not None or "browser" in item.path.parts
    )
