"""The rolling stone: Initiative, its way turn by turn, whom it strikes, and how it is slowed or broken."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.books.toolbox.params import ConditionParams, StoneParams
from meikyu.core.ruling import rule


@rule("SRD-TRS-02")
def initiative(p: StoneParams, die: int) -> int:
    """The stone's Initiative."""
    return die + p.initiative


class Roll(NamedTuple):
    """A turn of the stone: feet it moves, and whether it stops for good."""

    feet: int
    stopped: bool


@rule("SRD-TRS-03", "SRD-TRS-06")
def roll_on(distance: int, ahead: str, feet_ahead: int) -> Roll:
    """A turn of the stone.

    Args:
        distance: feet it moves a turn, after any slowing.
        ahead: what comes next on its way: "open", "wall", "corner" or "curved_passage".
        feet_ahead: how far off that is.
    """
    stops = ahead in ("wall", "corner") and feet_ahead <= distance
    return Roll(feet_ahead if stops else distance, stops or distance == 0)


@rule("SRD-TRS-04")
def crossing_cost(p: ConditionParams, feet: int) -> int:
    """Feet of movement that so many feet through the stone's space cost."""
    return feet * (1 + p.difficult_extra)


@rule("SRD-TRS-05")
def saves_asked(stone_enters: int, walks_in: int) -> int:
    """How many saves a creature makes in one turn.

    Args:
        stone_enters: times the stone enters its space in the turn; only the first counts.
        walks_in: times it enters the rolling stone's space.
    """
    return min(stone_enters, 1) + walks_in


@rule("SRD-TRS-09")
def left(p: StoneParams, hit_points: int, damage: int, kind: str = "bludgeoning") -> int:
    """Hit Points of the stone after one blow; blows under the threshold do nothing."""
    if damage < p.threshold or kind in p.immunities:
        return hit_points
    return max(hit_points - damage, 0)


@rule("SRD-TRS-10")
def slowed(p: StoneParams, distance: int, total: int) -> int:
    """Feet the stone moves a turn after a Strength (Athletics) check to slow it."""
    return max(distance - p.slow_feet, 0) if total >= p.slow_dc else distance


@rule("SRD-TRS-11")
def after_successes(p: StoneParams, successes: int) -> Roll:
    """The way the stone still makes a turn after so many successes, which add up and last."""
    feet = max(p.speed_feet - successes * p.slow_feet, 0)
    return Roll(feet, feet == 0)
