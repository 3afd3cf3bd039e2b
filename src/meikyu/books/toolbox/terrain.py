"""The Travel Terrain table: top pace, encounter distance and the DCs of living off the land."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from meikyu.books.toolbox.checks import average, pool
from meikyu.books.toolbox.naming import Register
from meikyu.books.toolbox.params import TerrainParams
from meikyu.core.ruling import rule
from meikyu.errors import Text

Task = Literal["forage", "navigate", "search"]
Pace = Literal["slow", "normal", "fast"]
MaxPace = Literal["slow", "normal", "fast", "special"]


class Terrain(NamedTuple):
    """One row of the table.

    Args:
        code: snake_case name; name: in both languages.
        max_pace: top pace; special where a vessel decides. without_gear: the same without suitable gear.
        encounter: dice of the distance at which an encounter begins.
        forage: DC to find food and water; navigate: to keep the way; search: to find what is hidden.
        rule: id of its row.
    """

    code: str
    name: Text
    max_pace: MaxPace
    without_gear: MaxPace
    encounter: str
    forage: int
    navigate: int
    search: int
    rule: str


@cache
def travel_table() -> dict[str, dict[str, dict[str, Any]]]:
    """The data of tables/travel.toml."""
    return tomllib.loads((Path(__file__).parent / "tables" / "travel.toml").read_text(encoding="utf-8"))


@cache
@rule("SRD-TER-05", "SRD-TER-06", "SRD-TER-07", "SRD-TER-08", "SRD-TER-09", "SRD-TER-10")
@rule("SRD-TER-11", "SRD-TER-12", "SRD-TER-13", "SRD-TER-14", "SRD-TER-15")
def terrains() -> dict[str, Terrain]:
    """Every terrain by code."""
    found: dict[str, Terrain] = {}
    for code, row in travel_table()["terrains"].items():
        cells = {k: v for k, v in row.items() if k not in ("en", "ja")}
        found[code] = Terrain(code=code, name=Text(row["en"], row["ja"]), **cells)
    return found


@cache
def register() -> Register:
    """Terrains by any of their names."""
    return Register({code: row.name for code, row in terrains().items()}, Text("terrain", "地形"))


@rule("SRD-TER-01")
def encounter_feet(p: TerrainParams, roll: int) -> int:
    """How far away an encounter begins, in feet."""
    return roll * p.encounter_feet


class Distance(NamedTuple):
    """The distance at which encounters begin in a terrain, in feet."""

    least: int
    average: int
    most: int


@rule("SRD-TER-01")
def encounter_distance(p: TerrainParams, terrain: str) -> Distance:
    """Least, average and greatest encounter distance of a terrain."""
    dice = terrains()[terrain].encounter
    of = pool(dice)
    rolls = (of.size, average(dice), of.size * of.sides)
    return Distance(*(encounter_feet(p, roll) for roll in rolls))


@rule("SRD-TER-02")
def dc(terrain: str, task: Task) -> int:
    """DC of a task in a terrain."""
    row = terrains()[terrain]
    return {"forage": row.forage, "navigate": row.navigate, "search": row.search}[task]


@rule("SRD-TER-03")
def skill(task: Task) -> Literal["perception", "survival"]:
    """The Wisdom skill that a task asks for."""
    return "perception" if task == "search" else "survival"


class Tried(NamedTuple):
    """A task tried: its total and whether it came off."""

    total: int
    success: bool


@rule("SRD-TER-03", "SRD-TER-04")
def tried(p: TerrainParams, terrain: str, task: Task, die: int, bonus: int, has_map: bool) -> Tried:
    """A task with the die that counts; an accurate map helps to find the way."""
    total = die + bonus + (p.map_bonus if has_map and task == "navigate" else 0)
    return Tried(total, total >= dc(terrain, task))


@rule("SRD-TER-04")
def days_fed(p: TerrainParams, success: bool) -> int:
    """Days for which foraging feeds and waters the forager."""
    return p.forage_days if success else 0
