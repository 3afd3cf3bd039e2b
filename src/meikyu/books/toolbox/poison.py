"""Poison in general: its four kinds, buying it, harvesting it."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from meikyu.books.toolbox.checks import Mode
from meikyu.books.toolbox.params import PoisonParams
from meikyu.books.toolbox.poisons import KINDS
from meikyu.core.ruling import rule

Partial = Literal["none", "advantage", "half_on_fail"]
Touch = Literal["bare", "gloved"]
Access = Literal["open", "easy", "inquiries_and_bribes"]


class Exposure(NamedTuple):
    """Whether a creature is exposed, and the doses left."""

    exposed: bool
    doses: int


@rule("SRD-POI-01")
def is_kind(kind: str) -> bool:
    """Whether that is a kind of poison."""
    return kind in KINDS


@rule("SRD-POI-02")
def touched(touch: Touch, doses: int) -> Exposure:
    """Contact poison touched: by bare skin it works and is used up."""
    return Exposure(True, doses - 1) if touch == "bare" and doses else Exposure(False, doses)


@rule("SRD-POI-03", "SRD-POI-04")
def swallowed(option: Partial, share: Fraction) -> bool:
    """Whether ingested poison works on somebody who swallowed a share of the dose."""
    return share >= 1 or (option != "none" and share > 0)


@rule("SRD-POI-04")
def partial_mode(option: Partial, share: Fraction) -> Mode:
    """How the save against part of a dose is rolled."""
    return "advantage" if option == "advantage" and share < 1 else "flat"


@rule("SRD-POI-04")
def partial_damage(option: Partial, share: Fraction, rolled: int) -> int:
    """Damage of part of a dose on a failed save."""
    return rolled // 2 if option == "half_on_fail" and share < 1 else rolled


@rule("SRD-POI-05")
def in_cloud(p: PoisonParams, x_feet: int, y_feet: int, z_feet: int) -> bool:
    """Whether a point, in feet from a corner of the cloud's cube, lies in it; breath held or not."""
    return all(0 <= side < p.cube_feet for side in (x_feet, y_feet, z_feet))


@rule("SRD-POI-05")
def cloud_left(rounds: int) -> bool:
    """Whether the cloud is still there after so many rounds: it disperses at once."""
    return rounds <= 0


@rule("SRD-POI-06")
def is_potent(applied: bool, wounds: int, washed: bool) -> bool:
    """Whether injury poison on a weapon still works, however long ago it was put there."""
    return applied and not wounds and not washed


@rule("SRD-POI-06")
def may_apply(used_bonus_action: bool) -> bool:
    """Whether injury poison can be put on a weapon this turn: it takes the Bonus Action."""
    return not used_bonus_action


@rule("SRD-POI-07")
def wounded(damage_type: str, damage: int, doses: int) -> Exposure:
    """A creature hit with a poisoned weapon: a wound delivers the dose."""
    if damage_type in ("piercing", "slashing") and damage > 0 and doses:
        return Exposure(True, doses - 1)
    return Exposure(False, doses)


@rule("SRD-POI-08")
def access(legal: bool, criminal_contact: bool) -> Access:
    """How poison is come by."""
    if legal:
        return "open"
    return "easy" if criminal_contact else "inquiries_and_bribes"


class Purchase(NamedTuple):
    """Days spent and gold pieces paid."""

    days: int
    gold: Fraction


@rule("SRD-POI-09")
def purchase(p: PoisonParams, way: Access, price: int, roll: int) -> Purchase:
    """What a dose costs, with the die of the days that inquiries take."""
    if way != "inquiries_and_bribes":
        return Purchase(0, Fraction(price))
    return Purchase(roll, Fraction(price * (100 + p.bribe_percent), 100))


@rule("SRD-POI-10", "SRD-POI-14")
def may_harvest(
    state: Literal["conscious", "incapacitated", "dead"],
    venomous: bool,
    kit: bool,
    depleted: bool,
    failed_before: bool,
) -> bool:
    """Whether a character may try to harvest a creature's poison; one failure bars that character."""
    ready = venomous and kit and state != "conscious"
    return ready and not depleted and not failed_before


class Harvest(NamedTuple):
    """Doses got, whether the creature is depleted, and whether the harvester is exposed."""

    doses: int
    depleted: bool
    exposed: bool


@rule("SRD-POI-10", "SRD-POI-11", "SRD-POI-12", "SRD-POI-13")
def harvest(p: PoisonParams, total: int) -> Harvest:
    """What the check brings."""
    success = total >= p.harvest_dc
    return Harvest(int(success), success, p.harvest_dc - total >= p.harvest_margin)


class Aid(NamedTuple):
    """What proficiencies give a check with a tool: a bonus, and how it is rolled."""

    bonus: int
    mode: Mode


@rule("SRD-POI-15")
def tool_aid(proficiency_bonus: int, tool: bool, skill: bool) -> Aid:
    """What proficiency with the tool and in the skill gives: the bonus once, both an Advantage."""
    return Aid(proficiency_bonus if tool or skill else 0, "advantage" if tool and skill else "flat")
