"""The ground under everything: D20 Tests, their chances, damage, sizes and the clock."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from meikyu.books.toolbox.params import CheckParams, ClockParams
from meikyu.core import odds
from meikyu.core.dice import Pool, roll
from meikyu.core.game import Dice
from meikyu.core.ruling import rule

Mode = Literal["flat", "advantage", "disadvantage"]
Kind = Literal["attack_roll", "saving_throw", "ability_check"]
Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]

SIZES: tuple[Size, ...] = ("tiny", "small", "medium", "large", "huge", "gargantuan")


class D20(NamedTuple):
    """A D20 Test as it came out."""

    total: int
    success: bool


@rule("SRD-COR-01", "SRD-COR-05")
def d20_test(p: CheckParams, kind: Kind, die: int, bonus: int, dc: int) -> D20:
    """Total and success of a D20 Test; only an attack roll heeds the highest and lowest face as such."""
    total = die + bonus
    if kind == "attack_roll" and die in (1, p.die):
        return D20(total, die == p.die)
    return D20(total, total >= dc)


@rule("SRD-COR-02")
def modifier(p: CheckParams, score: int) -> int:
    """Modifier of an ability score."""
    return (score - p.average_score) // p.score_step


@rule("SRD-COR-03")
def proficiency(p: CheckParams, level: int) -> int:
    """Proficiency Bonus at a character level."""
    return p.first_proficiency + (level - 1) // p.levels_per_proficiency


@rule("SRD-COR-04")
def mode(advantages: int, disadvantages: int) -> Mode:
    """How a d20 is rolled with so many sources of either kind."""
    if bool(advantages) == bool(disadvantages):
        return "flat"
    return "advantage" if advantages else "disadvantage"


@rule("SRD-COR-04")
def dice_rolled(p: CheckParams, rolled: Mode) -> int:
    """How many d20 a mode rolls."""
    return 1 if rolled == "flat" else p.dice_with_edge


@rule("SRD-COR-04")
def used_die(rolled: Mode, dice: tuple[int, ...]) -> int:
    """The die that counts."""
    if rolled == "flat":
        return dice[0]
    return max(dice) if rolled == "advantage" else min(dice)


@rule("SRD-COR-06")
def chance(p: CheckParams, bonus: int, dc: int, rolled: Mode = "flat") -> Fraction:
    """The exact chance that a save or check succeeds."""
    faces = min(max(p.die + 1 + bonus - dc, 0), p.die)
    flat = Fraction(faces, p.die)
    if rolled == "flat":
        return flat
    if rolled == "advantage":
        return 1 - (1 - flat) ** p.dice_with_edge
    return flat**p.dice_with_edge


@rule("SRD-COR-07")
def rounded(value: Fraction) -> int:
    """A value without its fraction: rounded down."""
    return value.numerator // value.denominator


@rule("SRD-COR-08")
def after_save(rolled: int, saved: bool) -> int:
    """Damage of an effect that a success halves."""
    return rolled // 2 if saved else rolled


def pool(dice: str) -> Pool:
    """The dice of a table entry such as "7d6"."""
    size, _, sides = dice.partition("d")
    return Pool(int(size), int(sides))


@rule("SRD-COR-09")
def average(dice: str) -> int:
    """The fixed number that stands for dice such as "7d6"."""
    of = pool(dice)
    return of.size * (of.sides + 1) // 2


@rule("SRD-COR-13")
def thrown(dice: Dice, text: str) -> int:
    """Dice such as "2d10" thrown: from a table's own dice or from keyed ones, whichever is handed in."""
    return roll(pool(text), dice).total


@rule("SRD-COR-13")
def spread(text: str) -> odds.Distribution:
    """The exact distribution of dice such as "2d10"."""
    return odds.of_expr(pool(text))


@rule("SRD-COR-10")
def after_defences(damage: int, resistance: bool, vulnerability: bool, immunity: bool) -> int:
    """Damage that arrives: each defence once, Resistance first."""
    if immunity:
        return 0
    left = damage // 2 if resistance else damage
    return left * 2 if vulnerability else left


@rule("SRD-COR-11")
def rounds_of_minutes(p: ClockParams, minutes: int) -> int:
    """Rounds in so many minutes."""
    return minutes * p.rounds_per_minute


@rule("SRD-COR-11")
def hours_of_days(p: ClockParams, days: int) -> int:
    """Hours in so many days."""
    return days * p.hours_per_day


@rule("SRD-COR-11")
def dawns(p: ClockParams, from_hour: int, to_hour: int) -> int:
    """How often it dawns after hour `from_hour` up to and with hour `to_hour`, counted from midnight."""
    return (to_hour - p.dawn_hour) // p.hours_per_day - (from_hour - p.dawn_hour) // p.hours_per_day


@rule("SRD-COR-12")
def size_at_least(size: Size, at_least: Size) -> bool:
    """Whether a creature is of that size or a greater one."""
    return SIZES.index(size) >= SIZES.index(at_least)
