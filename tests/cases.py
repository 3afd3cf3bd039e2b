"""What tests of the case files share."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """A case's value with "∅" made None: TOML has no null."""
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return None if value == "∅" else value
