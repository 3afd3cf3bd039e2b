"""The sample poisons: what each does on its first save, in its later saves and while it lasts."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from meikyu.books.toolbox.checks import after_save
from meikyu.books.toolbox.naming import Register
from meikyu.books.toolbox.params import ClockParams
from meikyu.core.ruling import rule
from meikyu.errors import BookError, Text

Kind = Literal["contact", "ingested", "inhaled", "injury"]
KINDS: tuple[Kind, ...] = ("contact", "ingested", "inhaled", "injury")
UNTIL_CURED = -1


class Poison(NamedTuple):
    """One sample poison.

    Args:
        code: snake_case name; name: in both languages.
        kind: how it is delivered; price: gold pieces a dose; dc: of its Constitution saves.
        dice: damage on a failure, "" for none; half: a success takes half of it, else nothing.
        condition: first condition of a failure, "" for none.
        minutes: how long it lasts, -1 until cured; hours: dice of hours instead, "" for none.
        linked: the condition that comes with the first; margin: how far the save must be missed for it.
        repeat: when later saves come: turn_start, turn_end, day, or "" for never.
        repeat_dice: damage of each later failure, "" for none; successes: how many end the course.
        wakes: what ends a linked sleep.
        special: midnight, no_healing, half_speed, no_lies, or "".
        rule: id of its row.
    """

    code: str
    name: Text
    kind: Kind
    price: int
    dc: int
    dice: str
    half: bool
    condition: str
    minutes: int
    hours: str
    linked: str
    margin: int
    repeat: str
    repeat_dice: str
    successes: int
    wakes: tuple[str, ...]
    special: str
    rule: str


@cache
@rule("SRD-PSN-01")
def poisons() -> dict[str, Poison]:
    """Every sample poison by code.

    Raises:
        BookError: a row is not complete.
    """
    path = Path(__file__).parent / "tables" / "poisons.toml"
    data = cast("dict[str, dict[str, Any]]", tomllib.loads(path.read_text(encoding="utf-8"))["poisons"])
    found: dict[str, Poison] = {}
    for code, row in data.items():
        cells: dict[str, Any] = {k: v for k, v in row.items() if k not in ("en", "ja")} | {
            "wakes": tuple(row["wakes"])
        }
        if set(cells) != set(Poison._fields) - {"code", "name"} or cells["kind"] not in KINDS:
            raise BookError(Text(f"poisons.toml: bad row {code}", f"poisons.toml：不正な行 {code}"))
        found[code] = Poison(code=code, name=Text(row["en"], row["ja"]), **cells)
    return found


@cache
def register() -> Register:
    """Poisons by any of their names."""
    return Register({code: row.name for code, row in poisons().items()}, Text("poison", "毒"))


class Outcome(NamedTuple):
    """What the first save brings: damage and conditions."""

    damage: int
    conditions: tuple[str, ...]


@rule("SRD-PSN-02", "SRD-PSN-04", "SRD-PSN-05", "SRD-PSN-06", "SRD-PSN-08", "SRD-PSN-09", "SRD-PSN-10")
@rule("SRD-PSN-11", "SRD-PSN-12", "SRD-PSN-13", "SRD-PSN-14", "SRD-PSN-15")
def first_save(poison: str, total: int, rolled: int) -> Outcome:
    """What a poison does, with the total of the first save and its damage dice as rolled."""
    row = poisons()[poison]
    failed = total < row.dc
    damage = rolled if failed else after_save(rolled, saved=True) if row.half else 0
    conditions = [row.condition] if failed and row.condition else []
    if failed and row.linked and row.dc - total >= row.margin:
        conditions.append(row.linked)
    return Outcome(damage if row.dice else 0, tuple(conditions))


class Course(NamedTuple):
    """A course of later saves: how many failed, and whether it is over."""

    failures: int
    ended: bool


@rule("SRD-PSN-03", "SRD-PSN-04", "SRD-PSN-09")
def later_saves(poison: str, saves: tuple[bool, ...]) -> Course:
    """The course after later saves, True for a success; those after the end do not count."""
    row = poisons()[poison]
    failures = successes = 0
    for saved in saves:
        if successes >= row.successes:
            break
        successes += saved
        failures += not saved
    return Course(failures, successes >= row.successes)


@rule("SRD-PSN-05", "SRD-PSN-08", "SRD-PSN-12")
def is_awakened(poison: str, event: Literal["damage", "shake", "noise"]) -> bool:
    """Whether an event wakes a creature that a poison has put to sleep; it stays Poisoned."""
    return event in poisons()[poison].wakes


@rule("SRD-PSN-07")
def delayed_damage(poison: str, total: int, rolled: int, poisoned_ended: bool) -> int:
    """Damage at midnight, or of other poisons at once; none where the Poisoned condition was ended before."""
    if poisons()[poison].special == "midnight" and poisoned_ended:
        return 0
    return first_save(poison, total, rolled).damage


@rule("SRD-PSN-09")
def may_heal(poison: str) -> bool:
    """Whether the poison's damage can be healed while it lasts."""
    return poisons()[poison].special != "no_healing"


@rule("SRD-PSN-02", "SRD-PSN-06", "SRD-PSN-13")
def minutes(p: ClockParams, poison: str, roll: int) -> int:
    """Minutes that the condition lasts, with the dice of hours as rolled; -1 until cured."""
    row = poisons()[poison]
    return roll * p.minutes_per_hour if row.hours else row.minutes


@rule("SRD-PSN-13")
def speed_under(poison: str, speed: int) -> int:
    """Speed in feet while the poison lasts."""
    return speed // 2 if poisons()[poison].special == "half_speed" else speed


@rule("SRD-PSN-14")
def may_lie(poison: str) -> bool:
    """Whether a creature can knowingly lie while the poison lasts."""
    return poisons()[poison].special != "no_lies"
