"""Exact odds of a trap against a party, and of searchers against a DC."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import prod
from typing import NamedTuple

from meikyu.books.toolbox import checks, traps
from meikyu.books.toolbox.params import CheckParams
from meikyu.core import odds
from meikyu.core.odds import Distribution
from meikyu.core.ruling import rule


class Blow(NamedTuple):
    """Damage of a trap as distributions: when the save fails, and when it succeeds."""

    failed: Distribution
    saved: Distribution


@cache
@rule("SRD-SIM-02")
def blow(trap: str, tier: str) -> Blow:
    """Damage of a trap at a tier; halves are rounded down for each roll, darts are 1d3 times the dice."""
    record, found = traps.traps()[trap], traps.figures(trap, tier)
    once = odds.convolve(*(checks.spread(part.dice) for part in found.damage))
    if record.times:
        counts = checks.spread(record.times)
        once = odds.mixture((share, odds.convolve(*[once] * n)) for n, share in counts.items())
    if not record.save:
        return Blow(once, once)
    half = record.on_success == "half"
    return Blow(once, once.map(lambda rolled: checks.after_save(rolled, True)) if half else odds.constant(0))


class Member(NamedTuple):
    """What a trap holds for one member: mean damage, the chance to fail, the damage's distribution."""

    expected: Fraction
    fails: Fraction
    damage: Distribution


@rule("SRD-SIM-02")
def member(p: CheckParams, trap: str, tier: str, bonus: int) -> Member:
    """One member against a trap; without a save it always fails."""
    record = traps.traps()[trap]
    hit = blow(trap, tier)
    fails = 1 - checks.chance(p, bonus, traps.figures(trap, tier).dc) if record.save else Fraction(1)
    spread = odds.mixture([(fails, hit.failed), (1 - fails, hit.saved)])
    return Member(spread.mean, fails, spread)


def drops(found: Member, hit_points: int) -> Fraction:
    """The chance that the trap brings so many Hit Points to 0."""
    return found.damage.chance(lambda damage: damage >= hit_points)


@rule("SRD-SIM-01")
def failures(p: CheckParams, trap: str, tier: str, bonuses: tuple[int, ...]) -> Distribution:
    """How many members of a party fail, exactly."""
    return odds.successes(member(p, trap, tier, bonus).fails for bonus in bonuses)


@rule("SRD-SIM-07")
def detection(p: CheckParams, dc: int, bonuses: tuple[int, ...], advantage: bool = False) -> Fraction:
    """The chance that at least one of several searchers finds it."""
    mode = "advantage" if advantage else "flat"
    return 1 - prod((1 - checks.chance(p, bonus, dc, mode) for bonus in bonuses), start=Fraction(1))
