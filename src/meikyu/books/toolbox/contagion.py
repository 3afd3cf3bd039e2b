"""Magical contagions in general: their records, and how rest helps to fight them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from meikyu.books.toolbox.checks import Mode
from meikyu.books.toolbox.naming import Register
from meikyu.books.toolbox.params import ContagionParams, ToolboxParams
from meikyu.core.ruling import rule
from meikyu.errors import Text

Name = Literal["cackle_fever", "sewer_plague", "sight_rot"]
Save = Literal["fight", "exposure", "symptom"]


class Record(NamedTuple):
    """What a contagion is, numbers included.

    Args:
        code: snake_case name; name: in both languages.
        catches: creature types that can catch it; immune: species that cannot.
        exposures: how it is caught.
        dc: DC of the save against infection.
        incubation: sides of the die of days before it shows; 0 for none.
        fought: when the infected save against it: long_rest, dawn, or "" for never.
        fight_dc: DC of that save; 0 where there is none.
        ends_by: what ends it.
        immunity_days: days of immunity after it.
    """

    code: str
    name: Text
    catches: tuple[str, ...]
    immune: tuple[str, ...]
    exposures: tuple[str, ...]
    dc: int
    incubation: int
    fought: str
    fight_dc: int
    ends_by: tuple[str, ...]
    immunity_days: int


@cache
def _data() -> dict[str, Any]:
    path = Path(__file__).parent / "tables" / "contagions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@rule("SRD-CON-01")
def origins() -> tuple[str, ...]:
    """Where contagions are said to come from."""
    return tuple(_data()["origins"]["names"])


@rule("SRD-CON-02")
def record(p: ToolboxParams, contagion: Name) -> Record:
    """A contagion's record; every number of it is a param that a campaign may set otherwise."""
    fever, plague, rot = p.cackle_fever, p.sewer_plague, p.sight_rot
    dc, incubation, fight_dc, immunity = {
        "cackle_fever": (fever.spread_dc, fever.incubation_sides, fever.dc, fever.immunity_days),
        "sewer_plague": (plague.exposure_dc, plague.incubation_sides, plague.dc, 0),
        "sight_rot": (rot.water_dc, 0, 0, 0),
    }[contagion]
    row = _data()["contagions"][contagion]
    return Record(
        contagion,
        Text(row["en"], row["ja"]),
        tuple(row["catches"]),
        tuple(row["immune"]),
        tuple(row["exposures"]),
        dc,
        incubation,
        row["fought"],
        fight_dc,
        tuple(row["ends_by"]),
        immunity,
    )


@cache
def register() -> Register:
    """Contagions by any of their names."""
    rows: dict[str, dict[str, Any]] = _data()["contagions"]
    return Register({c: Text(r["en"], r["ja"]) for c, r in rows.items()}, Text("contagion", "疫病"))


@rule("SRD-CON-03")
def advantage_hours(p: ContagionParams, days: int, total: int) -> int:
    """Hours of Advantage after so many days of recuperating, with the total of the Constitution save."""
    return p.advantage_hours if days >= p.rest_days and total >= p.rest_dc else 0


@rule("SRD-CON-04")
def days_done(p: ContagionParams, days: int, recuperating: bool) -> int:
    """Unbroken days of recuperating after one more day; a finished period starts the count again."""
    if not recuperating:
        return 0
    return 1 if days >= p.rest_days else days + 1


@rule("SRD-CON-05")
def save_mode(advantage: bool, save: Save) -> Mode:
    """How an infected creature saves while the Advantage of recuperation lasts."""
    return "advantage" if advantage and save == "fight" else "flat"


@rule("SRD-CON-06")
def is_exposed(infected: tuple[str, ...], contagion: str) -> bool:
    """Whether exposure counts: not for a contagion that the creature has already."""
    return contagion not in infected
