"""The words that go with the book's data wherever it goes."""

from __future__ import annotations

import tomllib
from pathlib import Path

from meikyu.core.ruling import rule
from meikyu.errors import Text


@rule("SRD-DAT-08")
def attribution() -> Text:
    """The words that go with every export of the book's data."""
    path = Path(__file__).parent / "tables" / "origin.toml"
    row = tomllib.loads(path.read_text(encoding="utf-8"))["attribution"]
    return Text(row["en"], row["ja"])
