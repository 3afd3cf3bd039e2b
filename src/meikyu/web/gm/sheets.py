"""Sheets of the desks: what is printed, added to the session sheet and exported, licence words included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meikyu.books import toolbox
from meikyu.core.ruling import rule


def part(
    title: str, lines: Sequence[str], heads: Sequence[str] = (), rows: Sequence[Sequence[str]] = ()
) -> dict[str, Any]:
    """One headed part: lines, and a table where there are headings."""
    return {
        "title": title,
        "lines": list(lines),
        "heads": list(heads),
        "rows": [list(map(str, row)) for row in rows],
    }


@rule("SRD-DAT-08")
def sheet(kind: str, title: str, parts: list[dict[str, Any]], lang: str) -> dict[str, Any]:
    """A desk's sheet with the words that its licence wants."""
    return {"kind": kind, "title": title, "parts": parts, "attribution": toolbox.attribution().say(lang)}


def percent(exact: dict[str, Any]) -> str:
    """An exact chance as a percentage of one decimal; what is possible never reads 0, nor what fails 100."""
    share = exact["value"] * 100
    if exact["fraction"] == "0":
        return "0 %"
    if exact["fraction"] == "1":
        return "100 %"
    if share < 0.05:
        return "<0.1 %"
    if share >= 99.95:
        return ">99.9 %"
    return f"{share:.1f} %".replace(".0 %", " %")
