"""Blows (KEP-WND-38, -39): who reaches whom, when, with what bonus, and who fights back."""

from __future__ import annotations

from meikyu.books.keep.params import FightParams, HealParams
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import rule

BARE_FIST = "bare_fist"
QUALITY_BONUS = (0, -1, 0, 1, 2)
"""Attack or defence points by quality: none, poor, normal, fine, masterwork."""


@rule("KEP-WND-38")
def reaches(p: FightParams, dx: int, dy: int, ranged: int) -> int:
    """1 when a body at this offset is within reach: hand weapons the neighbours, ranged ones a round area."""
    if ranged:
        return int(dx * dx + dy * dy <= p.ranged_cells * p.ranged_cells)
    return int(max(abs(dx), abs(dy)) <= 1)


@rule("KEP-WND-38")
def may_strike(tick: int, ready: int) -> int:
    """1 when the time since the last blow is over."""
    return int(tick >= ready)


@rule("KEP-WND-38")
def next_blow(p: FightParams, tick: int) -> int:
    """Tick from which one who strikes now may strike again."""
    return tick + p.ticks_between


@rule("KEP-WND-39")
def attack_bonus(p: FightParams, body: int, weapon: int, quality: int, lord: int) -> int:
    """Attack bonus of a body with a weapon of that quality."""
    return body + weapon + QUALITY_BONUS[quality] + p.lord_bonus * lord


@rule("KEP-WND-39")
def defence_bonus(p: FightParams, body: int, armour: int, quality: int, shield: int, lord: int) -> int:
    """Defence bonus of a body; the quality is that of its body armour."""
    return body + armour + QUALITY_BONUS[quality] + shield + p.lord_bonus * lord


@rule("KEP-WND-39")
def rolls_defence(asleep: int, knocked_out: int) -> int:
    """1 for one who defends itself; a sleeper or one knocked out defends with 0 and no die."""
    return int(not asleep and not knocked_out)


@rule("KEP-WND-04", "KEP-WND-05", "KEP-WND-39")
def blow_margin(attack: int, attack_die: int, defence: int, defence_die: int, rolls: int) -> int:
    """By how much a blow beats its target."""
    return attack + attack_die - (defence + defence_die if rolls else 0)


@rule("KEP-WND-39", "KEP-WND-33")
def damage_kind(weapon: str, body: str) -> str:
    """Damage kind of a blow: the weapon's, else the body's, else that of bare fists."""
    return weapon or body or BARE_FIST


@rule("KEP-HEAL-33")
def in_combat(p: HealParams, ticks: int) -> int:
    """1 for one whose last blow, given or taken, was so many ticks ago."""
    return int(ticks < p.combat_minutes * TICKS_PER_MINUTE)


@rule("KEP-SIM-17", "KEP-JOB-73")
def fights_back(behaviour: str) -> int:
    """1 for one that strikes back when attacked; peaceful beasts, pets and visitors run."""
    return int(behaviour not in ("peaceful", "visitor", "pet"))


@rule("KEP-SIM-17", "KEP-FOG-59", "KEP-FOG-60")
def is_enemy(behaviour: str, has_attacked: int) -> int:
    """1 for a wild creature that counts as an enemy: hostile by nature, or it has attacked your side."""
    return int(behaviour == "hostile" or has_attacked)
