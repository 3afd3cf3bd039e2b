"""Zones, dice values, directions and the dungeon level."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from meikyu.books.floor2.params import DiceParams, LevelParams, ZoneParams
from meikyu.core.ruling import rule
from meikyu.errors import InputError, Text

ZONES = "RYGBM"
ZONE_NAMES = {
    "R": Text("red", "赤"),
    "Y": Text("yellow", "黄"),
    "G": Text("green", "緑"),
    "B": Text("blue", "青"),
    "M": Text("magenta", "マゼンタ"),
}
WHITE = "!"
_SPOKEN = {
    name: letter for letter, text in ZONE_NAMES.items() for name in (letter.lower(), text.en, text.ja)
} | {
    "紫": "M",
    "w": WHITE,
    "white": WHITE,
    "白": WHITE,
    "!": WHITE,
}


@rule("FL2-SOL-10", "FL2-ZON-02", "FL2-CMB-01")
def colour(text: str) -> str:
    """The zone letter R Y G B M, or "!" for white, of a colour by name, letter or in Japanese.

    Raises:
        InputError: no such colour.
    """
    word = unicodedata.normalize("NFKC", text).strip().casefold()
    if word not in _SPOKEN:
        raise InputError("not_allowed", "colour", text, sorted(_SPOKEN))
    return _SPOKEN[word]


@rule("FL2-ZON-01")
def zone_number(zone: str) -> int:
    """The zone's number: red 1, yellow 2, green 3, blue 4, magenta 5; 0 for no zone."""
    return ZONES.find(zone) + 1 if zone else 0


@rule("FL2-DIC-05", "FL2-DIC-06", "FL2-DIC-07", "FL2-DIC-08")
def reduce(p: DiceParams, raw: int) -> int:
    """The dice value 0..9 of a raw value: the sign goes first, then tens are taken off."""
    return abs(raw) % p.modulus


@rule("FL2-DIC-01", "FL2-DIC-02", "FL2-DIC-03", "FL2-DIC-04", "FL2-STG-01", "FL2-STG-02")
def direction(p: DiceParams, dice: int) -> str:
    """The one correct move of a dice value: L, F or R."""
    if dice <= p.left_to:
        return "L"
    return "F" if dice <= p.forward_to else "R"


@rule("FL2-ZON-03", "FL2-VAR-01", "FL2-VAR-02", "FL2-VAR-03")
def red(y: int, z: int) -> int:
    """Raw value in the red zone: stage number plus the last dice value."""
    return y + z


@rule("FL2-ZON-05")
def yellow(y: int, z: int) -> int:
    """Raw value in the yellow zone: stage number minus the last dice value."""
    return y - z


@rule("FL2-ZON-07", "FL2-VAR-07", "FL2-VAR-08")
def green(s: int, b: int) -> int:
    """Raw value in the green zone: sword hits plus shield blocks of all fights so far."""
    return s + b


@rule("FL2-ZON-09", "FL2-VAR-04")
def blue(z: int, m: int) -> int:
    """Raw value in the blue zone: the last dice value plus the number of the last monster."""
    return z + m


@rule("FL2-ZON-12", "FL2-ZON-13", "FL2-ZON-14", "FL2-ZON-16")
def magenta_stage(p: ZoneParams, y: int, z: int, level: int) -> int:
    """The stage whose dice value the magenta zone repeats; below 1 where there is none."""
    if level <= p.magenta_low_to:
        return y - p.magenta_back_low
    if level == p.magenta_middle:
        return y - z - p.magenta_minus
    return y - p.magenta_back_high


@rule("FL2-LVL-01", "FL2-LVL-02", "FL2-LVL-03")
def clamp(p: LevelParams, level: int) -> int:
    """The level kept between easiest and hardest."""
    return min(max(level, p.lowest), p.highest)


@rule("FL2-LVL-05", "FL2-LVL-06", "FL2-LVL-08")
def entered(p: LevelParams, stage: int, level: int) -> int:
    """The level after entering a stage: two stages force it, whatever it was."""
    if stage == p.first_forced_stage:
        return p.first_forced_level
    return p.second_forced_level if stage == p.second_forced_stage else level


@rule(
    "FL2-ZON-04",
    "FL2-ZON-06",
    "FL2-ZON-08",
    "FL2-ZON-10",
    "FL2-ZON-11",
    "FL2-ZON-15",
    "FL2-ZON-19",
    "FL2-ZON-20",
)
def change(p: ZoneParams, zone: str, stage: int, dice: int) -> int:
    """Levels gained when the stage is completed; none with a dark LED or in stages without effects."""
    if stage < p.effect_from_stage:
        return 0
    if zone == "R":
        return p.red_change
    if zone == "Y":
        return p.yellow_change
    if zone == "G":
        return p.green_change if dice < p.green_below else 0
    return p.blue_change if zone == "B" and dice > p.blue_above else 0


class Value(NamedTuple):
    """A stage's value: raw, reduced, and the stage looked up by magenta (0 where none was asked)."""

    raw: int
    dice: int
    looked_up: int
    missing: bool


@rule("FL2-ZON-17", "FL2-ZON-18", "FL2-DIC-09")
def value(
    zone_p: ZoneParams,
    dice_p: DiceParams,
    *,
    digit: int,
    zone: str,
    stage: int,
    level: int,
    history: tuple[int, ...],
    s: int,
    b: int,
    m: int,
) -> Value:
    """The dice value of a stage.

    Args:
        zone_p: numbers of the zones.
        dice_p: numbers of the dice.
        digit: first digit of the serial number, used in stage 1 in whatever zone.
        zone: letter of the zone, "" for a dark LED.
        stage: its number, from 1.
        level: after entering the stage.
        history: dice values of the stages before.
        s: sword hits so far.
        b: shield blocks so far.
        m: number of the last monster, 0 before the first fight.
    """
    if stage == 1:
        return Value(digit, reduce(dice_p, digit), 0, False)
    z = history[-1]
    if zone == "R":
        raw = red(stage, z)
    elif zone == "Y":
        raw = yellow(stage, z)
    elif zone == "G":
        raw = green(s, b)
    elif zone == "B":
        raw = blue(z, m)
    else:
        wanted = magenta_stage(zone_p, stage, z, level)
        if wanted < 1:
            return Value(zone_p.magenta_missing, zone_p.magenta_missing, wanted, True)
        return Value(history[wanted - 1], history[wanted - 1], wanted, False)
    return Value(raw, reduce(dice_p, raw), 0, False)
