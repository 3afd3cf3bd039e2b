"""Units of the books' numbers in the reader's language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def in_japanese() -> dict[str, str]:
    """The Japanese words by unit as the books write it."""
    return tomllib.loads((files("meikyu.web") / "units.toml").read_text("utf-8"))


def unit_in(unit: str, lang: str) -> str:
    """A unit as readers of `lang` know it."""
    return in_japanese()[unit] if lang == "ja" else unit
