"""Reports of the realm in words: a headless run, a record, the list of saved dungeons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from meikyu.books import keep
from meikyu.core.clock import clock_of
from meikyu.core.telling import summary_lines, table
from meikyu.errors import Text

_STATES = {
    "broken": Text("broken", "壊れている"),
    "other_version": Text("of another version", "別の版のもの"),
}
_EMPTY = Text("There is no saved dungeon in {place} yet.", "{place} に保存した魔殿はまだありません。")


def names() -> dict[str, Text]:
    """What the things, starts, difficulties and rooms of the keep are called, by id."""
    levels = {k: Text(**row["name"]) for k, row in keep.BOOK.toml("difficulty").items()}
    return keep.BOOK.names() | levels | keep.rooms.NAMES


def realm_lines(told: Mapping[str, Any], lang: str) -> list[str]:
    """A summary of a run or a record, a line a field."""
    return summary_lines(told, lang, names())


def dungeons_lines(found: Sequence[Mapping[str, Any]], place: Path, lang: str) -> list[str]:
    """The saved dungeons, a line each: name, size, seed, start and moment, or what is wrong with it."""
    if not found:
        return [_EMPTY.fill(place=place).say(lang)]
    return table([_dungeon(row, lang) for row in found])


def _dungeon(row: Mapping[str, Any], lang: str) -> list[str]:
    if row["state"] in _STATES:
        return [row["name"], _STATES[row["state"]].say(lang), "", "", ""]
    start = keep.BOOK.names().get(row["start"], Text(row["start"], row["start"]))
    busy = Text(" (open)", "（使用中）").say(lang) if row["state"] == "open" else ""
    clock = clock_of(row["tick"], row["opened"]).text()
    return [row["name"] + busy, row["size"], str(row["seed"]), start.say(lang), clock.say(lang)]
