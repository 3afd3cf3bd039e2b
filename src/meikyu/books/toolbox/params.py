"""The numbers of the book as NamedTuples, filled from params.toml."""

from __future__ import annotations

from typing import NamedTuple


class CheckParams(NamedTuple):
    """D20 Tests and damage."""

    die: int


class ToolboxParams(NamedTuple):
    """Every number of the book, a section a subject."""

    check: CheckParams
