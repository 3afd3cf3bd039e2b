"""Practice bombs: edgework, zones and fights drawn from keyed dice; one seed is one bomb."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.books.floor2.edgework import LABELS, PORTS, Edgework, battery_count
from meikyu.books.floor2.params import BombParams, Floor2Params, GeneratorParams
from meikyu.books.floor2.stages import ZONES
from meikyu.core.game import Dice
from meikyu.core.ruling import rule


class Draft(NamedTuple):
    """A generated module.

    Args:
        edge: the bomb's edgework.
        zones: a letter a stage.
        fights: stages after which a fight comes, ascending.
    """

    edge: Edgework
    zones: str
    fights: tuple[int, ...]


@rule("FL2-GEN-02", "FL2-GEN-03")
def allowed_zones(p: GeneratorParams, stage: int) -> str:
    """Zone letters that a stage may have; magenta only from where every reference of it exists."""
    return ZONES if stage >= p.magenta_from_stage else ZONES.replace("M", "")


@rule("FL2-GEN-01")
def draw_zones(p: Floor2Params, dice: Dice) -> str:
    """A zone a stage, each allowed one equally likely."""
    letters = [allowed_zones(p.generator, stage) for stage in range(1, p.stages.total + 1)]
    return "".join(row[dice.below(len(row))] for row in letters)


@rule("FL2-GEN-04")
def draw_fights(p: Floor2Params, dice: Dice) -> tuple[int, ...]:
    """Stages after which a fight comes: gaps drawn equally likely, none after the last stage."""
    found: list[int] = []
    stage = 0
    while True:
        stage += p.generator.min_gap + dice.below(p.generator.max_gap - p.generator.min_gap + 1)
        if stage >= p.stages.total:
            return tuple(found)
        found.append(stage)


def _serial(p: BombParams, dice: Dice) -> str:
    letters = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in p.never_generated]
    digits = list("0123456789")
    pattern = (letters + digits, letters + digits, digits, letters, letters, digits)
    return "".join(row[dice.below(len(row))] for row in pattern)


@rule("FL2-GEN-07")
def draw_edgework(p: Floor2Params, dice: Dice) -> Edgework:
    """Edgework of five widgets, each a battery holder, an indicator or a port plate."""
    d_holders = aa_holders = 0
    lights: list[tuple[str, bool]] = []
    plates: list[tuple[str, ...]] = []
    for _ in range(p.generator.widgets):
        kind = dice.below(3)
        if kind == 0:
            if dice.below(2):
                aa_holders += 1
            else:
                d_holders += 1
        elif kind == 1:
            free = [label for label in LABELS if label not in [told for told, _ in lights]]
            lights.append((free[dice.below(len(free))], dice.below(2) == 1))
        else:
            plates.append(tuple(name for name in PORTS if dice.below(2)))
    return Edgework(
        _serial(p.bomb, dice),
        battery_count(p.bomb, d_holders, aa_holders),
        d_holders + aa_holders,
        tuple(sorted(lights)),
        tuple(plates),
    )


@rule("FL2-GEN-06")
def draft(p: Floor2Params, dice: Dice) -> Draft:
    """A module to practise on; the same dice give the same one."""
    edge = draw_edgework(p, dice)
    zones = draw_zones(p, dice)
    return Draft(edge, zones, draw_fights(p, dice))
