"""Sewer Plague: weakness, sleeplessness and a save at every dawn."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from meikyu.books.toolbox.checks import Mode, chance
from meikyu.books.toolbox.conditions import exhausted, test_penalty
from meikyu.books.toolbox.params import CheckParams, ConditionParams, SewerPlagueParams
from meikyu.core.ruling import rule

Cause = Literal["wound", "filth", "touch"]
State = Literal["clear", "incubating", "symptomatic", "dead"]
NEVER = -1
CARRIERS = ("otyugh", "rat")


class Plague(NamedTuple):
    """One creature's course of the plague, in days of the calendar.

    Args:
        infected_day: the day of infection; -1 for none.
        onset_day: the day on which symptoms start.
        dead: it has killed.
    """

    infected_day: int = NEVER
    onset_day: int = NEVER
    dead: bool = False


@rule("SRD-SWP-01")
def is_carrier(creature: str) -> bool:
    """Whether a creature is of a kind that carries it."""
    return creature in CARRIERS


@rule("SRD-SWP-02", "SRD-SWP-11")
def exposure_dc(p: SewerPlagueParams, creature: str, cause: Cause) -> int:
    """DC of the save against infection; 0 where none is called for: a touch of the sick spreads nothing."""
    return p.exposure_dc if creature == "humanoid" and cause != "touch" else 0


@rule("SRD-SWP-02")
def is_infected(p: SewerPlagueParams, total: int) -> bool:
    """Whether exposure infects, with the total of the save."""
    return total < p.exposure_dc


@rule("SRD-SWP-03")
def infected(day: int, roll: int) -> Plague:
    """The course of a creature infected on a day, with the die of its incubation."""
    return Plague(day, day + roll)


@rule("SRD-SWP-03", "SRD-SWP-11")
def state(plague: Plague, day: int) -> State:
    """The state of a creature on a day; after a cure it is as clear as before, not immune."""
    if plague.dead:
        return "dead"
    if plague.infected_day == NEVER:
        return "clear"
    return "symptomatic" if day >= plague.onset_day else "incubating"


@rule("SRD-SWP-03")
def at_onset(p: SewerPlagueParams, condition: ConditionParams, level: int) -> int:
    """Exhaustion level when the symptoms start."""
    return exhausted(condition, level, p.exhaustion).level


@rule("SRD-SWP-04")
def healed(p: SewerPlagueParams, regained: int, level: int) -> int:
    """Hit Points regained from Hit Point Dice while exhausted."""
    return regained // p.healing_divisor if level else regained


class Rest(NamedTuple):
    """What a Long Rest leaves: Hit Points, Exhaustion level and Hit Point Dice spent."""

    hp: int
    exhaustion: int
    dice_spent: int


@rule("SRD-SWP-05", "SRD-SWP-06")
def after_rest(p: ConditionParams, hp: int, hp_max: int, level: int) -> Rest:
    """What a Long Rest gives back: while exhausted neither Hit Points nor levels, but the dice."""
    return Rest(hp, level, 0) if level else Rest(hp_max, max(level - p.rest_recovery, 0), 0)


@rule("SRD-SWP-09")
def saves_at_dawn(plague: Plague, day: int) -> bool:
    """Whether the dawn of a day brings a save: from the first one after the onset."""
    return state(plague, day) == "symptomatic" and day > plague.onset_day


@rule("SRD-SWP-07")
def level_after(p: SewerPlagueParams, condition: ConditionParams, level: int, total: int) -> int:
    """Exhaustion level after the save at dawn."""
    return exhausted(condition, level, -p.step if total >= p.dc else p.step).level


@rule("SRD-SWP-08")
def course_after(condition: ConditionParams, plague: Plague, level: int) -> Plague:
    """The course at an Exhaustion level: over at 0, deadly at the last."""
    if level >= condition.death_level:
        return plague._replace(dead=True)
    return Plague() if level == 0 else plague


@rule("SRD-SWP-10")
def dawn_chance(
    p: SewerPlagueParams,
    check: CheckParams,
    condition: ConditionParams,
    con_save: int,
    level: int,
    mode: Mode = "flat",
) -> Fraction:
    """Chance of success at dawn, the penalty of the present level counted."""
    return chance(check, con_save - test_penalty(condition, level), p.dc, mode)
