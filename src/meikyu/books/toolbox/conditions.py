"""Conditions and hazards: what they do to rolls, movement and life; Exhaustion first of all."""

from __future__ import annotations

from typing import Literal, NamedTuple

from meikyu.books.toolbox.checks import Kind, Mode
from meikyu.books.toolbox.params import ConditionParams
from meikyu.core.ruling import rule

Condition = Literal[
    "blinded",
    "frightened",
    "incapacitated",
    "paralyzed",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
]
Visibility = Literal["clear", "lightly_obscured"]

_INCAPACITATING = ("incapacitated", "paralyzed", "stunned", "unconscious")
_HELPLESS = ("paralyzed", "stunned", "unconscious")
_HELD = ("paralyzed", "restrained", "unconscious")
_HIT_AT_ONCE = ("paralyzed", "unconscious")
_EASILY_HIT = ("blinded", "paralyzed", "restrained", "stunned")


class Roll(NamedTuple):
    """A D20 Test that somebody with a condition is about to make.

    Args:
        kind: attack roll, saving throw or ability check.
        ability: the ability, such as "dexterity"; "" where it does not matter.
        sight: the check needs sight.
        source_seen: the source of the creature's fear is in its line of sight.
        initiative: it is the roll for Initiative.
    """

    kind: Kind
    ability: str = ""
    sight: bool = False
    source_seen: bool = False
    initiative: bool = False


@rule("SRD-CND-01", "SRD-CND-04", "SRD-CND-08", "SRD-CND-09", "SRD-CND-20")
def fails_at_once(condition: Condition | Literal["object"], roll: Roll) -> bool:
    """Whether a roll fails without being rolled; an object has no scores to save with."""
    if condition == "object":
        return roll.kind == "saving_throw"
    if condition == "blinded":
        return roll.kind == "ability_check" and roll.sight
    helpless = condition in _HELPLESS and roll.ability in ("strength", "dexterity")
    return helpless and roll.kind == "saving_throw"


@rule("SRD-CND-01", "SRD-CND-02", "SRD-CND-03", "SRD-CND-05", "SRD-CND-06", "SRD-CND-07")
def own_mode(condition: Condition, roll: Roll) -> Mode:
    """How a creature under a condition makes a roll."""
    attack, check = roll.kind == "attack_roll", roll.kind == "ability_check"
    worse = {
        "frightened": roll.source_seen and (attack or check),
        "poisoned": attack or check,
        "blinded": attack,
        "prone": attack,
        "restrained": attack or (roll.kind == "saving_throw" and roll.ability == "dexterity"),
    }.get(condition, condition in _INCAPACITATING and roll.initiative)
    return "disadvantage" if worse else "flat"


@rule("SRD-CND-01", "SRD-CND-04", "SRD-CND-06", "SRD-CND-07", "SRD-CND-08", "SRD-CND-09")
def mode_against(p: ConditionParams, condition: Condition, feet: int) -> Mode:
    """How attacks against a creature under a condition are rolled from that distance.

    An unconscious creature lies Prone too: from afar the one undoes the other.
    """
    near = feet <= p.near_feet
    if condition == "prone":
        return "advantage" if near else "disadvantage"
    if condition == "unconscious":
        return "advantage" if near else "flat"
    return "advantage" if condition in _EASILY_HIT else "flat"


@rule("SRD-CND-04", "SRD-CND-09")
def is_critical(p: ConditionParams, condition: Condition, feet: int) -> bool:
    """Whether a hit from that distance is a Critical Hit."""
    return condition in _HIT_AT_ONCE and feet <= p.near_feet


@rule("SRD-CND-03", "SRD-CND-04", "SRD-CND-08", "SRD-CND-09")
def may_do(condition: Condition) -> bool:
    """Whether a creature under a condition may act, react, speak and keep concentrating."""
    return condition not in _INCAPACITATING


@rule("SRD-CND-02")
def may_step(condition: Condition, nearer: bool) -> bool:
    """Whether a creature steps: the frightened never nearer to the source of their fear."""
    return not (condition == "frightened" and nearer)


@rule("SRD-CND-04", "SRD-CND-07", "SRD-CND-09")
def speed_under(condition: Condition, speed: int) -> int:
    """Speed in feet under a condition."""
    return 0 if condition in _HELD else speed


@rule("SRD-CND-06")
def stand_cost(p: ConditionParams, speed: int) -> int:
    """Feet of movement that standing up costs; -1 where it cannot be done."""
    return speed // p.stand_divisor if speed > 0 else -1


@rule("SRD-CND-09")
def brought_by(condition: Condition) -> tuple[Condition, ...]:
    """Conditions that come with one and stay when it ends."""
    return ("prone",) if condition == "unconscious" else ()


@rule("SRD-CND-10")
def test_penalty(p: ConditionParams, level: int) -> int:
    """What an Exhaustion level takes from every D20 Test."""
    return p.test_penalty * level


@rule("SRD-CND-10")
def speed_left(p: ConditionParams, speed: int, level: int) -> int:
    """Speed in feet at an Exhaustion level."""
    return max(speed - p.speed_penalty_feet * level, 0)


class Exhaustion(NamedTuple):
    """An Exhaustion level, and whether it has killed."""

    level: int
    dead: bool


@rule("SRD-CND-11")
def exhausted(p: ConditionParams, level: int, gain: int) -> Exhaustion:
    """Exhaustion after a gain (or loss) of levels."""
    after = min(max(level + gain, 0), p.death_level)
    return Exhaustion(after, after >= p.death_level)


@rule("SRD-CND-12")
def after_rest(p: ConditionParams, level: int, blocked: bool) -> int:
    """Exhaustion level after a Long Rest; a contagion or a lack of food or water may block the recovery."""
    return level if blocked else max(level - p.rest_recovery, 0)


@rule("SRD-CND-13")
def is_under(ends_after_hours: tuple[int, ...], elapsed_hours: int) -> bool:
    """Whether a condition is still there, when several effects gave it and each ends at its own time."""
    return any(elapsed_hours < ends for ends in ends_after_hours)


@rule("SRD-CND-14")
def perception_mode(visibility: Visibility) -> Mode:
    """How Wisdom (Perception) by sight is rolled."""
    return "disadvantage" if visibility == "lightly_obscured" else "flat"


@rule("SRD-CND-15")
def movement(p: ConditionParams, feet: int, sources: int) -> int:
    """Feet of movement spent over terrain that so many things make difficult: it counts once."""
    return feet + (p.difficult_extra * feet if sources else 0)


@rule("SRD-CND-16")
def fall_dice(p: ConditionParams, feet: int) -> int:
    """Dice of damage for a fall."""
    return min(feet // p.fall_feet, p.fall_most_dice)


@rule("SRD-CND-16")
def lands_prone(damage: int) -> bool:
    """Whether a fall ends Prone."""
    return damage > 0


@rule("SRD-CND-17")
def fall_into_liquid(p: ConditionParams, damage: int, check: int) -> int:
    """Damage of a fall into liquid, with the total of the check made against it."""
    return damage // 2 if check >= p.liquid_dc else damage


class Life(NamedTuple):
    """Hit Points, and whether the damage has killed outright."""

    hp: int
    dead: bool


@rule("SRD-CND-18")
def after_damage(hp: int, hp_max: int, damage: int) -> Life:
    """A character after damage: what is left over may kill at once."""
    return Life(max(hp - damage, 0), damage >= hp and damage - hp >= hp_max)


@rule("SRD-CND-19")
def climb(p: ConditionParams, feet: int, climb_speed: bool) -> int:
    """Feet of movement that a climb costs."""
    return feet if climb_speed else feet + p.climb_extra * feet


@rule("SRD-CND-19")
def climb_dc(p: ConditionParams, hard: bool) -> int:
    """DC of a climb on a slippery face or one with few handholds; 0 where none is called for."""
    return p.climb_dc if hard else 0
