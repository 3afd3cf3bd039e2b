"""A journey foreseen: its days with pace, miles, supplies, and the exact chance of every Exhaustion level.

The forecast knows the stages' own weather and nothing of contagions, poisons and lost ways: those are the
course of play. Levels gained on the way weigh on later saves and a night takes one away, as in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from meikyu.books.toolbox import journey_day as days
from meikyu.books.toolbox.checks import chance
from meikyu.books.toolbox.conditions import after_rest, exhausted, test_penalty
from meikyu.books.toolbox.journey import (
    UNTRACKED,
    Journey,
    Sky,
    Stage,
    exhaustion,
    is_afloat,
    living,
    stage_of,
)
from meikyu.books.toolbox.journey_day import NONE, Ordered, Save
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.provisions import QUARTERS, need
from meikyu.books.toolbox.travel import PACES
from meikyu.core.ruling import Step, rule

MOST_DAYS = 40
Levels = dict[int, Fraction]


class Member(NamedTuple):
    """A traveler's Exhaustion: the chance of each level in the evening, and in the morning after it."""

    evening: Levels
    morning: Levels


class Day(NamedTuple):
    """One day foreseen.

    Args:
        day: its number from 0. stage: number of the stage. pace: that is kept. hours: on the way.
        miles: of the day; total: since the beginning.
        why: the reasons of the top pace; nothing aboard.
        top: the top pace, "none" aboard, "special" where the party cannot move.
        food, water: quarters left in the evening, -1 where nobody counts. short: they do not last the day.
        members: of those who live, in order. nobody_tires: chance that nobody gains a level this day.
    """

    day: int
    stage: int
    pace: Ordered
    hours: int
    miles: Fraction
    total: Fraction
    why: tuple[Step, ...]
    top: str
    food: int
    water: int
    short: bool
    members: tuple[Member, ...]
    nobody_tires: Fraction


def _fails(p: ToolboxParams, con_save: int, level: int, save: Save) -> Fraction:
    return 1 - chance(p.check, con_save - test_penalty(p.condition, level), save.dc, save.mode)


@rule("SRD-SIM-03", "SRD-SIM-04")
def after_saves(p: ToolboxParams, con_save: int, levels: Levels, saves: Sequence[Save]) -> Levels:
    """The chance of each Exhaustion level after saves that each cost a level when missed."""
    total = lcm(*(share.denominator for share in levels.values()))
    weights = {level: share.numerator * (total // share.denominator) for level, share in levels.items()}
    for save in saves:
        missed = {at: _fails(p, con_save, at, save) for at in weights if at < p.condition.death_level}
        scale = lcm(*(share.denominator for share in missed.values()))
        following: dict[int, int] = {}
        for level, weight in weights.items():
            share = missed.get(level, Fraction(0))
            lost = share.numerator * (scale // share.denominator)
            for at, part in ((level, scale - lost), (exhausted(p.condition, level, 1).level, lost)):
                if part:
                    following[at] = following.get(at, 0) + weight * part
        weights, total = following, total * scale
    return {at: Fraction(weights[at], total) for at in sorted(weights)}


@rule("SRD-CND-12")
def after_night(p: ToolboxParams, levels: Levels) -> Levels:
    """The chance of each level in the morning; the dead stay dead."""
    following: Levels = {}
    for level, share in levels.items():
        dead = level >= p.condition.death_level
        at = level if dead else after_rest(p.condition, level, blocked=False)
        following[at] = following.get(at, Fraction(0)) + share
    return following


def _pace(journey: Journey, wanted: Ordered) -> tuple[Ordered, str, tuple[Step, ...]]:
    """The pace that is kept: the wanted one, or the top one where that is slower."""
    if is_afloat(stage_of(journey)):
        return NONE, NONE, ()
    ruling = days.top_pace(journey)
    if ruling.value == "special":
        return NONE, "special", ruling.steps
    chosen = ruling.value if wanted == NONE else wanted
    return PACES[min(PACES.index(chosen), PACES.index(ruling.value))], ruling.value, ruling.steps


def _eaten(stock: int, wanted: int) -> tuple[int, bool]:
    if stock == UNTRACKED:
        return stock, False
    return max(stock - wanted, 0), stock < wanted


def foresee(journey: Journey, wanted: Ordered, hours: int, most: int = MOST_DAYS) -> tuple[Day, ...]:
    """The days that are left, as far as they are told.

    Args:
        journey: in the morning.
        wanted: the pace to keep wherever it is allowed.
        hours: on the way each day, where there is room.
        most: days told.
    """
    p = journey.p
    alive = living(journey)
    levels: list[Levels] = [{exhaustion(journey.party[i]): Fraction(1)} for i in alive]
    high = [journey.party[i].high_days for i in alive]
    found: list[Day] = []
    here = journey
    while here.stage < len(here.stages) and alive and len(found) < most:
        stage = stage_of(here)
        pace, top, why = _pace(here, wanted)
        today = min(hours, days.most_hours(here))
        stuck = top == "special"
        miles = Fraction(0) if stuck else days.day_miles(p, stage, here.weather, pace, today, here.mounted)
        if stage.miles:
            miles = min(miles, stage.miles - here.covered)
        members: list[Member] = []
        nobody = Fraction(1)
        for place, who in enumerate(alive):
            member, kept = _member(here, stage, who, levels[place], 0 if stuck else today, high[place])
            nobody *= kept
            levels[place] = member.morning
            members.append(member)
            high[place] = high[place] + 1 if stage.altitude_ft >= p.environment.altitude_feet else 0
        wanted_quarters = int(
            need(p.provisions, tuple(journey.party[i].traits.size for i in alive), 1) * QUARTERS
        )
        food, hungry = _eaten(here.food, wanted_quarters)
        water, thirsty = _eaten(here.water, 0 if stage.water else wanted_quarters)
        found.append(
            Day(
                here.day,
                here.stage,
                pace,
                0 if stuck else today,
                miles,
                here.miles + miles,
                why,
                top,
                food,
                water,
                hungry or thirsty,
                tuple(members),
                nobody,
            )
        )
        if stuck or (stage.miles and not miles):
            break
        here = _onward(here, stage, miles)._replace(food=food, water=water)
    return tuple(found)


def _member(
    here: Journey, stage: Stage, who: int, levels: Levels, hours: int, high: int
) -> tuple[Member, Fraction]:
    """A traveler's day, and the chance that it costs no level."""
    p, traits = here.p, here.party[who].traits
    saves = days.hourly(p, stage, here.weather, traits, hours, high, here.water)
    camp = days.in_camp(p, here.weather, traits, p.clock.hours_per_day - hours, here.gear)
    evening = after_saves(p, traits.con_save, levels, (*saves, *camp))
    kept = Fraction(0)
    for level, share in levels.items():
        for save in (*saves, *camp):
            share *= 1 - _fails(p, traits.con_save, level, save)
        kept += share
    return Member(evening, after_night(p, evening)), kept


def today(journey: Journey, who: int, hours: int) -> tuple[Member, Fraction]:
    """A traveler's next day of so many hours on the way, and the chance that it costs no level."""
    member = journey.party[who]
    levels = {exhaustion(member): Fraction(1)}
    return _member(journey, stage_of(journey), who, levels, hours, member.high_days)


def _onward(here: Journey, stage: Stage, miles: Fraction) -> Journey:
    covered, walked = here.covered + miles, here.walked + 1
    done = covered >= stage.miles if stage.miles else walked >= stage.days
    after = here._replace(day=here.day + 1, miles=here.miles + miles, busy=0, covered=covered, walked=walked)
    if not done:
        return after
    after = after._replace(stage=here.stage + 1, covered=Fraction(0), walked=0)
    if after.stage < len(after.stages):
        following = stage_of(after)
        after = after._replace(weather=Sky(following.sky, following.wind, following.air))
    return after
