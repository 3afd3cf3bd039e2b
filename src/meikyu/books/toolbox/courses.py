"""Exact courses: marches and hazards hour by hour, contagions day by day, poisons save by save."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from meikyu.books.toolbox.cackle_fever import rest_save_bonus
from meikyu.books.toolbox.checks import Mode, after_save, chance, spread
from meikyu.books.toolbox.conditions import exhausted, test_penalty
from meikyu.books.toolbox.contagion import days_done, save_mode
from meikyu.books.toolbox.params import CheckParams, ConditionParams, PossessionParams, ToolboxParams
from meikyu.books.toolbox.poisons import Poison, poisons
from meikyu.books.toolbox.sewer_plague import dawn_chance, level_after
from meikyu.core.ruling import rule

CURED, DEAD = "cured", "dead"


class Tired(NamedTuple):
    """A save against Exhaustion: its DC, the bonus left at a level, and the chance of success."""

    dc: int
    effective_bonus: int
    p_success: Fraction


@rule("SRD-TRV-15", "SRD-CND-10")
def tired_save(
    p: CheckParams, condition: ConditionParams, con_save: int, level: int, dc: int, mode: Mode = "flat"
) -> Tired:
    """A save of somebody whose Exhaustion already weighs on it."""
    bonus = con_save - test_penalty(condition, level)
    return Tired(dc, bonus, chance(p, bonus, dc, mode))


@rule("SRD-SIM-03", "SRD-SIM-04")
def levels_after(
    p: ToolboxParams, con_save: int, dcs: Sequence[int], mode: Mode = "flat", level: int = 0
) -> dict[int, Fraction]:
    """The exact chance of each Exhaustion level after saves that each cost a level when missed.

    Levels gained on the way weigh on the later saves; the last level is death and stays.

    Args:
        p: the book's numbers.
        con_save: bonus to the saves without Exhaustion.
        dcs: their DCs, in order.
        mode: how they are rolled.
        level: Exhaustion at the start.
    """
    weights, total = {level: 1}, 1
    known: dict[tuple[int, int], Fraction] = {}
    for dc in dcs:
        alive = [at for at in weights if at < p.condition.death_level]
        if not alive:
            break
        for at in alive:
            if (at, dc) not in known:
                known[at, dc] = tired_save(p.check, p.condition, con_save, at, dc, mode).p_success
        scale = lcm(*(known[at, dc].denominator for at in alive))
        following: dict[int, int] = {}
        for at, weight in weights.items():
            share = known.get((at, dc), Fraction(1))
            kept = share.numerator * (scale // share.denominator)
            for end, part in ((at, kept), (exhausted(p.condition, at, 1).level, scale - kept)):
                if part:
                    following[end] = following.get(end, 0) + weight * part
        weights, total = following, total * scale
    return {at: Fraction(weights[at], total) for at in sorted(weights)}


class Ending(NamedTuple):
    """How a contagion ends.

    Args:
        p_cured: chance to be cured; p_dead: to die.
        expected_days: days until one of them, None where it may never end.
        by_day: for each day on which it may end, the chances of either end.
    """

    p_cured: Fraction
    p_dead: Fraction
    expected_days: Fraction | None
    by_day: dict[int, tuple[Fraction, Fraction]]


State = tuple[int, int]
Odds = dict[State | str, Fraction]


def _fever_step(p: ToolboxParams, con_save: int, state: State, mode: Mode = "flat") -> Odds:
    """A day of Cackle Fever from (level, successes): first the save, then the rest takes a foreign level."""
    level, successes = state
    fever = p.cackle_fever
    bonus = rest_save_bonus(p.condition, con_save, level)
    made = chance(p.check, bonus, fever.dc, mode)
    rested = max(level - p.condition.rest_recovery, min(fever.exhaustion, level))
    won: State | str = CURED if successes + 1 >= fever.successes else (rested, successes + 1)
    return {won: made, (rested, successes): 1 - made}


def _plague_step(p: ToolboxParams, con_save: int, state: State, mode: Mode = "flat") -> Odds:
    """A dawn of Sewer Plague from (level, 0)."""
    level = state[0]
    made = dawn_chance(p.sewer_plague, p.check, p.condition, con_save, level, mode)
    better = level_after(p.sewer_plague, p.condition, level, p.sewer_plague.dc)
    worse = level_after(p.sewer_plague, p.condition, level, p.sewer_plague.dc - 1)
    return {
        CURED if better == 0 else (better, 0): made,
        DEAD if worse >= p.condition.death_level else (worse, 0): 1 - made,
    }


@rule("SRD-SIM-05", "SRD-SWP-07", "SRD-SWP-08", "SRD-CKF-05", "SRD-CKF-10", "SRD-CKF-11")
def contagion_course(
    p: ToolboxParams, contagion: str, con_save: int, level: int, days: int, limited: bool
) -> Ending:
    """How Cackle Fever or Sewer Plague ends, counted from the onset, with one save a day.

    Args:
        p: the book's numbers.
        contagion: cackle_fever or sewer_plague.
        con_save: bonus to the saves without Exhaustion.
        level: Exhaustion at the start.
        days: days that are told one by one.
        limited: whether the chances are those within these days only.
    """
    from meikyu.core.chains import markov

    step = _fever_step if contagion == "cackle_fever" else _plague_step

    def following(state: State | str) -> Odds:
        assert not isinstance(state, str)
        return step(p, con_save, state)

    start: State | str = (level, 0)
    chain = markov(start, following, lambda state: isinstance(state, str))
    ending = chain.absorption()
    by_day = {
        day: (ends.get(CURED, Fraction(0)), ends.get(DEAD, Fraction(0)))
        for day, ends in enumerate(chain.by_step(days), 1)
        if ends
    }
    cured, dead = (ending.ends.get(end, Fraction(0)) for end in (CURED, DEAD))
    if limited:
        cured = sum((c for c, _ in by_day.values()), Fraction(0))
        dead = sum((d for _, d in by_day.values()), Fraction(0))
    return Ending(cured, dead, ending.steps, by_day)


class PoisonOdds(NamedTuple):
    """What a poison does on average.

    Args:
        p_fail: chance that the first save fails.
        expected_damage: over the whole course; None where it may never end.
        p_condition: chance that the first save brings the first condition.
    """

    p_fail: Fraction
    expected_damage: Fraction | None
    p_condition: Fraction


@rule("SRD-SIM-02", "SRD-PSN-03", "SRD-PSN-09")
def poison_course(p: CheckParams, poison: str, con_save: int) -> PoisonOdds:
    """A poison's exact averages, half damage rounded down for each roll, later saves included."""
    row = poisons()[poison]
    passes = chance(p, con_save, row.dc)
    fails = 1 - passes
    whole = half = Fraction(0)
    if row.dice:
        rolled = spread(row.dice)
        whole = rolled.mean
        half = rolled.map(lambda damage: after_save(damage, saved=True)).mean if row.half else half
    later = later_damage(row, passes)
    condition = fails if row.condition else Fraction(0)
    if fails and later is None:
        return PoisonOdds(fails, None, condition)
    return PoisonOdds(fails, fails * (whole + (later or 0)) + passes * half, condition)


def later_damage(row: Poison, passes: Fraction) -> Fraction | None:
    """Expected damage of the later saves of somebody who failed the first; None where they may never end."""
    if not row.repeat_dice:
        return Fraction(0)
    if not passes:
        return None
    return spread(row.repeat_dice).mean * row.successes * (1 - passes) / passes


@rule("SRD-SIM-06", "SRD-FER-07")
def turns_until_success(p: CheckParams, bonus: int, dc: int, cap: int) -> dict[int, Fraction]:
    """The chance that an effect ends at the end of each turn; on the last of them it ends in any case."""
    passes = chance(p, bonus, dc)
    lasts = 1 - passes
    ends = {turn: lasts ** (turn - 1) * passes for turn in range(1, cap)}
    ends[cap] = lasts ** (cap - 1)
    return {turn: share for turn, share in ends.items() if share}


@rule("SRD-SIM-06", "SRD-FER-07")
def still_on(p: CheckParams, bonus: int, dc: int, turns: int) -> Fraction:
    """The chance that an effect is still on after so many saves at the end of a turn."""
    return (1 - chance(p, bonus, dc)) ** turns


class Care(NamedTuple):
    """Where somebody who recuperates stands in the morning.

    Args:
        level: Exhaustion; successes: saves made against the contagion.
        rested: unbroken days of recuperating.
        advantage: the Advantage of a finished period is at work.
    """

    level: int
    successes: int
    rested: int
    advantage: bool


def _after_fight(p: ToolboxParams, contagion: str, con_save: int, care: Care) -> dict[Care | str, Fraction]:
    """A day's save against the contagion, with the Advantage of recuperation where it is at work."""
    mode = save_mode(care.advantage, "fight")
    step = _fever_step if contagion == "cackle_fever" else _plague_step
    odds = step(p, con_save, (care.level, care.successes), mode)
    return {
        to if isinstance(to, str) else care._replace(level=to[0], successes=to[1]): share
        for to, share in odds.items()
    }


@rule("SRD-SIM-05", "SRD-CON-03", "SRD-CON-04", "SRD-CON-05")
def cared_course(p: ToolboxParams, contagion: str, con_save: int, level: int) -> Ending:
    """How a contagion ends for somebody who recuperates from its onset on, one period after another.

    A day brings the save against the contagion first; on the last day of a period the save for the Advantage
    follows, which then helps with the next day's save.
    """
    from meikyu.core.chains import markov

    def following(care: Care | str) -> dict[Care | str, Fraction]:
        assert not isinstance(care, str)
        found: dict[Care | str, Fraction] = {}
        for after, share in _after_fight(p, contagion, con_save, care).items():
            if isinstance(after, str):
                found[after] = found.get(after, Fraction(0)) + share
                continue
            rested = days_done(p.contagion, after.rested, recuperating=True)
            helped = Fraction(0)
            if rested >= p.contagion.rest_days:
                bonus = con_save - test_penalty(p.condition, after.level)
                helped = chance(p.check, bonus, p.contagion.rest_dc)
            for advantage, part in ((True, helped), (False, 1 - helped)):
                if part:
                    now = after._replace(rested=rested, advantage=advantage)
                    found[now] = found.get(now, Fraction(0)) + share * part
        return found

    start: Care | str = Care(level, 0, 0, False)
    ending = markov(start, following, lambda care: isinstance(care, str)).absorption()
    cured, dead = (ending.ends.get(end, Fraction(0)) for end in (CURED, DEAD))
    return Ending(cured, dead, ending.steps, {})


@rule("SRD-DPO-03", "SRD-DPO-04")
def p_wakes(p: CheckParams, possession: PossessionParams, mode: Mode) -> Fraction:
    """The chance that the die used in a D20 Test is the one that wakes a spirit."""
    upto = Fraction(possession.trigger_die, p.die)
    below = Fraction(possession.trigger_die - 1, p.die)
    if mode == "flat":
        return upto - below
    if mode == "advantage":
        return upto**p.dice_with_edge - below**p.dice_with_edge
    return (1 - below) ** p.dice_with_edge - (1 - upto) ** p.dice_with_edge
