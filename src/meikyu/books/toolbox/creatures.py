"""Creatures: the stat block table as checked rows, their names, XP by Challenge Rating, rolled Hit Points."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from meikyu.books.toolbox.naming import Register, code_of
from meikyu.core.book import read_csv
from meikyu.core.game import Dice
from meikyu.core.ruling import rule
from meikyu.errors import BookError, InputError, Text

TABLES = Path(__file__).parent / "tables"
SIZES = ("Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan")
DAMAGE_TYPES = (
    *("Acid", "Bludgeoning", "Cold", "Fire", "Force", "Lightning", "Necrotic"),
    *("Piercing", "Poison", "Psychic", "Radiant", "Slashing", "Thunder"),
)
_HIT_DICE = re.compile(r"(\d+)d(\d+)([+-]\d+)?")


class HitDice(NamedTuple):
    """Hit Point Dice such as 8d10+24."""

    size: int
    sides: int
    bonus: int


class Creature(NamedTuple):
    """One stat block, as far as encounters need it.

    Args:
        code: its snake_case code; name: in both languages.
        cr: Challenge Rating as written, such as "1/8"; rating: the same as a number.
        xp: what it is worth; lair_xp: what it is worth in its lair, 0 where that is nothing else.
        hit_points: the fixed number; hit_dice: the dice behind it.
        kind: creature type, such as "Undead"; tags: words beside it.
        features: those of fly, immunity, resistance, legendary, lair that it has.
        top_hit: dice of its hardest single hit, "" for none; top_hit_average: their fixed number.
        section: "Monsters" or "Animals"; page: where the rules document prints it; note: a remark.
    """

    code: str
    name: Text
    cr: str
    rating: Fraction
    xp: int
    lair_xp: int
    hit_points: int
    hit_dice: HitDice
    armor_class: int
    initiative: int
    size: str
    kind: str
    tags: str
    alignment: str
    is_swarm: bool
    features: tuple[str, ...]
    top_hit: str
    top_hit_average: int
    section: str
    page: int
    note: str


@cache
def data() -> dict[str, Any]:
    """The tables of encounters.toml."""
    return tomllib.loads((TABLES / "encounters.toml").read_text(encoding="utf-8"))


@rule("SRD-BUD-29")
def xp_of(cr: str) -> tuple[int, ...]:
    """XP that a Challenge Rating may be worth: one number, for CR 0 two.

    Raises:
        InputError: there is no such rating.
    """
    table = {key: value for key, value in data()["challenge"].items() if key != "rules"}
    if cr not in table:
        raise InputError("not_allowed", "cr", cr, list(table))
    return tuple(table[cr])


def _has_damage(cell: str) -> bool:
    """Whether a cell of defences names damage, not conditions alone."""
    first = cell.split(";")[0]
    return any(kind in first for kind in DAMAGE_TYPES) or first.startswith("Damage type")


def _features(row: dict[str, str]) -> tuple[str, ...]:
    has = {
        "fly": bool(row["fly_ft"]),
        "immunity": _has_damage(row["immunities"]),
        "resistance": _has_damage(row["resistances"]),
        "legendary": row["legendary"] == "yes",
        "lair": bool(row["xp_lair"]),
    }
    return tuple(feature for feature, there in has.items() if there)


def _creature(row: dict[str, str]) -> Creature:
    dice = _HIT_DICE.fullmatch(row["hit_dice"])
    if dice is None:
        raise ValueError("hit_dice")
    hit_dice = HitDice(int(dice[1]), int(dice[2]), int(dice[3] or 0))
    made = Creature(
        code_of(row["name_en"]),
        Text(row["name_en"], row["name_ja"]),
        row["cr"],
        Fraction(row["cr"]),
        int(row["xp"]),
        int(row["xp_lair"] or 0),
        int(row["hp"]),
        hit_dice,
        int(row["ac"]),
        int(row["initiative"]),
        row["size"],
        row["type"],
        row["tags"],
        row["alignment"],
        row["swarm"] == "yes",
        _features(row),
        row["top_hit_dice"],
        int(row["top_hit_avg"] or 0),
        row["section"],
        int(row["srd_page"]),
        row["note"],
    )
    fine = {
        "name_ja": bool(made.name.ja),
        "xp": made.xp in xp_of(made.cr),
        "xp_lair": made.lair_xp == 0 or made.lair_xp > made.xp,
        "hp": made.hit_points == max(fixed_hit_points(hit_dice), 1),
        "size": made.size in SIZES,
        "section": made.section in ("Monsters", "Animals"),
    }
    if wrong := [column for column, holds in fine.items() if not holds]:
        raise ValueError(", ".join(wrong))
    return made


@cache
@rule("SRD-DAT-01", "SRD-DAT-02")
def creatures() -> dict[str, Creature]:
    """Every creature by code, in the order of their English names.

    Raises:
        BookError: a row is not complete, does not fit the tables, or stands twice.
    """
    found: dict[str, Creature] = {}
    for line, row in enumerate(read_csv(TABLES / "monsters.csv"), 2):
        try:
            made = _creature(row)
        except (ValueError, ZeroDivisionError, KeyError, InputError) as error:
            raise _bad(line, row, str(error)) from error
        if made.code in found:
            raise _bad(line, row, "twice")
        found[made.code] = made
    return dict(sorted(found.items(), key=lambda pair: pair[1].name.en))


def _bad(line: int, row: dict[str, str], why: str) -> BookError:
    name = row.get("name_en", "")
    return BookError(
        Text(f"monsters.csv, line {line} ({name}): {why}", f"monsters.csv {line}行（{name}）：{why}")
    )


@rule("SRD-DAT-01")
def creature(name: str) -> Creature:
    """The creature of that name.

    Raises:
        InputError: there is none; near names are offered.
    """
    return creatures()[register().need("name", name)]


@cache
def register() -> Register:
    """Creatures by any of their names."""
    return Register({c.code: c.name for c in creatures().values()}, Text("creature", "クリーチャー"))


def fixed_hit_points(dice: HitDice) -> int:
    """The fixed Hit Points that stand for the dice."""
    return dice.size * (dice.sides + 1) // 2 + dice.bonus


def hit_dice_rolled(dice: Dice, of: HitDice) -> tuple[int, ...]:
    """What each of the Hit Point Dice shows."""
    return tuple(dice.roll(of.sides) for _ in range(of.size))


def rolled_hit_points(shown: tuple[int, ...], of: HitDice) -> int:
    """Hit Points of dice that show so much; at least 1."""
    return max(sum(shown) + of.bonus, 1)
