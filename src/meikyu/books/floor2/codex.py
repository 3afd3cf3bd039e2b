"""The codex: eighteen monsters as data, and the lists of the five levels."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from meikyu.core.ruling import rule
from meikyu.errors import Text

BUTTONS = {
    "S": Text("sword", "剣"),
    "B": Text("shield", "盾"),
    "L": Text("left", "左"),
    "F": Text("forward", "前"),
    "R": Text("right", "右"),
}


class Effect(NamedTuple):
    """A monster's special effect: its kind, its rule and what people read."""

    kind: str
    rule: str
    text: Text


class Monster(NamedTuple):
    """One row of the codex.

    Args:
        number: 1 to 18.
        name: in both languages.
        list: the level whose list it stands in, 0 for none.
        place: its place in that list, from 1.
        sequence: letters S B L F R; empty where the effect borrows one.
        rule: id of its row's rule.
        effect: its special effect, or None.
    """

    number: int
    name: Text
    list: int
    place: int
    sequence: str
    rule: str
    effect: Effect | None


@cache
@rule("FL2-SOL-12", "FL2-VAR-12", "FL2-CMB-10", "FL2-CMB-17")
def codex() -> dict[int, Monster]:
    """Every monster by number."""
    path = Path(__file__).parent / "tables" / "monsters.toml"
    data = cast("dict[str, dict[str, Any]]", tomllib.loads(path.read_text(encoding="utf-8"))["monsters"])
    rows: dict[int, Monster] = {}
    for number, row in data.items():
        told = row.get("effect")
        effect = Effect(told["kind"], told["rule"], Text(told["en"], told["ja"])) if told else None
        name = Text(row["en"], row["ja"])
        rows[int(number)] = Monster(
            int(number), name, row["list"], row["place"], row["sequence"], row["rules"][0], effect
        )
    return rows


@rule("FL2-IDN-02")
def floor_of(colour: str) -> int:
    """The floor of a Dungeon module of this colour: grey 1, green 2 (which this book rules); else 0."""
    return {"grey": 1, "green": 2}.get(colour, 0)


@cache
@rule("FL2-CMB-11", "FL2-CMB-12", "FL2-CMB-13", "FL2-CMB-14", "FL2-CMB-15")
def level_list(level: int) -> tuple[int, ...]:
    """Numbers of the monsters in a level's list, in order; empty for a level without one."""
    found = [m for m in codex().values() if m.list == level]
    return tuple(m.number for m in sorted(found, key=lambda m: m.place))


@rule("FL2-IDN-05")
def words(sequence: str) -> Text:
    """A sequence of letters as words in both languages."""
    return Text(
        " ".join(BUTTONS[c].en for c in sequence),
        "・".join(BUTTONS[c].ja for c in sequence),
    )
