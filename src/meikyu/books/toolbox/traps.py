"""The eight traps as data: records, level tiers, severity, what each tier does, how one looks for them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from meikyu.books.toolbox.naming import Register
from meikyu.core.ruling import Step, rule
from meikyu.errors import BookError, InputError, Text

TIERS = ("1-4", "5-10", "11-16", "17-20")
TIER_ENDS = (4, 10, 16, 20)

Severity = Literal["nuisance", "deadly"]


class Damage(NamedTuple):
    """Dice of damage and their type."""

    dice: str
    type: str


class Figures(NamedTuple):
    """What a trap does at a tier.

    Args:
        tier: the tier in whose row the figures stand.
        dc: DC of the save, 0 where there is none.
        damage: what it deals, by type.
        shape: shape of its area, "" where none is stated; feet: the area's size.
        depth_feet: depth of a pit, else 0.
        escape_dc: DC of getting out where it grows with the tier, else 0.
    """

    tier: str
    dc: int
    damage: tuple[Damage, ...]
    shape: str
    feet: int
    depth_feet: int
    escape_dc: int


class Look(NamedTuple):
    """A way to find something: where, by which action and skill, at which DC, and what is found."""

    place: str
    action: str
    skill: str
    dc: int
    rule: str
    text: Text


class Way(NamedTuple):
    """A way to disarm or escape.

    Args:
        rule: the id that states it.
        text: what people read.
        dc: a number, a name of one ("escape_dc", "cracks", "slow"), or 0 where no check is needed.
    """

    rule: str
    text: Text
    dc: int | str


@rule("SRD-TRP-03")
class Trap(NamedTuple):
    """A trap's record: name, severity by levels, trigger, duration, effect, ways to find and to foil it.

    Args:
        save: ability of its save, "" where there is none.
        on_success: what a success leaves of the damage: "half", "none", or "" where there is no save.
        times: dice for how often the damage hits, "" for once.
        tiers: its figures, least tier first.
    """

    code: str
    name: Text
    severity: tuple[tuple[str, Severity], ...]
    trigger: str
    duration: str
    resets: str
    save: str
    on_success: str
    condition: str
    condition_hours: int
    times: str
    tiers: tuple[Figures, ...]
    effect: Text
    after: Text
    aloud: Text
    detect: tuple[Look, ...]
    disarm: tuple[Way, ...]
    escape: tuple[Way, ...]


@cache
def data() -> dict[str, Any]:
    """The tables of traps.toml."""
    path = Path(__file__).parent / "tables" / "traps.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _text(row: dict[str, Any], key: str = "") -> Text:
    return Text(row[f"{key}en"], row[f"{key}ja"])


def _figures(row: dict[str, Any]) -> Figures:
    damage = tuple(Damage(dice, kind) for dice, kind in row["damage"])
    rest = [row.get(key, 0) for key in ("feet", "depth_feet", "escape_dc")]
    return Figures(row["tier"], row.get("dc", 0), damage, row.get("shape", ""), *rest)


def _trap(code: str, row: dict[str, Any]) -> Trap:
    looks = (Look(d["place"], d["action"], d["skill"], d["dc"], d["rule"], _text(d)) for d in row["detect"])
    ways = {
        key: tuple(Way(w["rule"], _text(w), w.get("dc", 0)) for w in row[key]) for key in ("disarm", "escape")
    }
    trap = Trap(
        code,
        _text(row),
        tuple(row["severity"].items()),
        row["trigger"],
        row["duration"],
        row.get("resets", ""),
        row.get("save", ""),
        row.get("on_success", ""),
        row.get("condition", ""),
        row.get("condition_hours", 0),
        row.get("times", ""),
        tuple(_figures(t) for t in row["tiers"]),
        _text(row, "effect_"),
        _text(row, "after_"),
        _text(row, "aloud_"),
        tuple(looks),
        ways["disarm"],
        ways["escape"],
    )
    tiers = tuple(f.tier for f in trap.tiers)
    if (
        tiers != TIERS[-len(tiers) :]
        or trap.severity[0][0] != tiers[0]
        or bool(trap.save) != bool(tiers[0] and trap.tiers[0].dc)
    ):
        raise BookError(Text(f"traps.toml: {code} is not complete", f"traps.toml：{code} が揃っていません"))
    return trap


@cache
@rule("SRD-TRP-11")
def traps() -> dict[str, Trap]:
    """Every trap by code, in the order of their English names."""
    rows = cast("dict[str, dict[str, Any]]", data()["traps"])
    found = [_trap(code, row) for code, row in rows.items()]
    return {t.code: t for t in sorted(found, key=lambda t: t.name.en)}


@cache
def register() -> Register:
    """Traps by any of their names."""
    return Register({t.code: t.name for t in traps().values()}, Text("trap", "罠"))


@rule("SRD-TRP-09")
def tier_of(level: int) -> str:
    """The tier of a party level.

    Raises:
        InputError: the level is outside 1 to 20.
    """
    if not 1 <= level <= TIER_ENDS[-1]:
        allowed = Text(f"levels 1 to {TIER_ENDS[-1]}", f"レベル1〜{TIER_ENDS[-1]}")
        raise InputError("out_of_range", "level", level, allowed)
    return next(tier for tier, end in zip(TIERS, TIER_ENDS, strict=True) if level <= end)


@rule(
    "SRD-TRP-04",
    "SRD-TCR-01",
    "SRD-TFN-01",
    "SRD-TFS-01",
    "SRD-THP-01",
    "SRD-TPD-01",
    "SRD-TPN-01",
    "SRD-TRS-01",
    "SRD-TSP-01",
)
def severity(trap: str, tier: str) -> Severity | None:
    """How bad a trap is at a tier; None below its levels. Above them it stays what it was."""
    at = TIERS.index(tier)
    reached: list[Severity] = [found for since, found in traps()[trap].severity if TIERS.index(since) <= at]
    return reached[-1] if reached else None


@rule("SRD-TRP-08")
def is_below_range(levels: str, level: int) -> bool:
    """Whether a party level lies below a trap's levels such as "5-10"."""
    return level < int(levels.split("-")[0])


def below_range_warnings(trap: str, tier: str) -> tuple[dict[str, str], ...]:
    """The warning for a trap used on characters below its levels, or none."""
    levels = traps()[trap].severity[0][0]
    if not is_below_range(levels, TIER_ENDS[TIERS.index(tier)]):
        return ()
    return ({"code": "below_level_range", "rule": "SRD-TRP-08", "levels": levels},)


@rule(
    "SRD-TRP-10",
    "SRD-TCR-07",
    "SRD-TFN-10",
    "SRD-TFS-11",
    "SRD-THP-09",
    "SRD-TPD-09",
    "SRD-TPN-07",
    "SRD-TRS-12",
    "SRD-TSP-08",
)
def figures(trap: str, tier: str) -> Figures:
    """What a trap does at a tier; below its levels what it does at its least one."""
    rows = traps()[trap].tiers
    fitting = [f for f in rows if f.tier == tier]
    return fitting[0] if fitting else rows[0]


_SCALING = {
    "collapsing_roof": "SRD-TCR-07",
    "falling_net": "SRD-TFN-10",
    "fire_casting_statue": "SRD-TFS-11",
    "hidden_pit": "SRD-THP-09",
    "poisoned_darts": "SRD-TPD-09",
    "poisoned_needle": "SRD-TPN-07",
    "rolling_stone": "SRD-TRS-12",
    "spiked_pit": "SRD-TSP-08",
}


def figures_step(trap: str, tier: str) -> Step:
    """The reason for a trap's figures at a tier."""
    found = figures(trap, tier)
    dice = " + ".join(f"{d.dice} {d.type}" for d in found.damage) or "0"
    dc = f"DC {found.dc}, " if found.dc else ""
    name = traps()[trap].name
    said = Text(f"{name.en} at levels {found.tier}: {dc}{dice}", f"{name.ja}、レベル{found.tier}：{dc}{dice}")
    return Step(_SCALING[trap], "figures", dice, said)


class Check(NamedTuple):
    """The check of an action: which ability, and the action that makes it."""

    action: str
    ability: str


_STUDY = ("arcana", "history", "investigation", "nature", "religion")
_SEARCH = ("insight", "medicine", "perception", "survival")


@rule("SRD-TRP-12")
def check_of(skill: str) -> Check:
    """The action and ability by which a skill looks for something.

    Raises:
        InputError: the skill belongs to neither the Search nor the Study action.
    """
    if skill in _STUDY:
        return Check("study", "int")
    if skill in _SEARCH:
        return Check("search", "wis")
    raise InputError("not_allowed", "skill", skill, [*_SEARCH, *_STUDY])


@rule(
    "SRD-TCR-05",
    "SRD-TFN-06",
    "SRD-TFS-06",
    "SRD-TFS-07",
    "SRD-TFS-09",
    "SRD-THP-04",
    "SRD-TPD-06",
    "SRD-TPD-08",
    "SRD-TPN-05",
    "SRD-TRS-07",
    "SRD-TSP-04",
)
def is_found(trap: str, place: str, total: int) -> bool:
    """Whether a check of the place's action finds what it hides."""
    look = next(d for d in traps()[trap].detect if d.place == place)
    return total >= look.dc


@rule("SRD-TCR-06", "SRD-TFN-06", "SRD-TFS-08")
def check_needed(trap: str, way: int = 0) -> bool:
    """Whether a way to disarm a trap, once it is found, needs a check."""
    return traps()[trap].disarm[way].dc != 0


@rule("SRD-TRP-02")
def is_fair(detectable: bool, escapable: bool) -> bool:
    """Whether a trap gives a chance: it can be found, or got out of."""
    return detectable or escapable
