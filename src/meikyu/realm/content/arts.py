"""The Dark Arts: the rows of the research table, and how long what a rite calls stays."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from meikyu.books.keep import BOOK
from meikyu.errors import Text
from meikyu.realm.content.rows import Amounts


class Art(NamedTuple):
    """One row of the research table: an item of the Dark Arts.

    `parent` is "" for a root. `is_open` is false for what is not in the game yet. `is_rite` is true for what
    is held at a ritual circle; `items` goes into it. `lasts_hours` is how long its work lasts, 0 for no end.
    `costs_creature` is true where the row of the creature that is called says what goes into it.
    """

    id: str
    name: Text
    kind: str
    parent: str
    is_open: bool
    is_rite: bool
    items: Amounts
    costs_creature: bool
    lasts_hours: int
    told: Text


def _art(row: dict[str, str]) -> Art:
    by_creature = row["cast_items"] == "cost_of_creature"
    parts = [] if by_creature else [part for part in row["cast_items"].split(";") if part]
    items = tuple((name, int(count)) for name, _, count in (part.partition(":") for part in parts))
    return Art(
        row["id"],
        Text(row["name_en"], row["name_ja"]),
        row["kind"],
        row["parent"],
        row["available"] == "yes",
        row["cast_at"] == "ritual_circle",
        items,
        by_creature,
        int(row["lasts_hours"] or 0),
        Text(row["effect_en"], row["effect_ja"]),
    )


@cache
def arts() -> tuple[Art, ...]:
    """Every item of the Dark Arts, in the order of the table."""
    return tuple(_art(row) for row in BOOK.table("research"))


@cache
def art_numbers() -> dict[str, int]:
    """The row number of each item, by its id."""
    return {art.id: number for number, art in enumerate(arts())}


@cache
def stays_days() -> tuple[int, ...]:
    """Days that each row of the creatures table stays when it was called; 0 for good."""
    return tuple(int(row["stays_days"] or 0) for row in BOOK.table("creatures"))
