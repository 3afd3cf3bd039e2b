"""Going after somebody who moves."""

from __future__ import annotations

from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import acts, bodies, deeds, fights, moves, plans
from meikyu.realm.world import World

STRETCH = 12
"""Cells walked before the way is planned anew (our design)."""


def is_beside(world: World, actor: int, target: int) -> bool:
    """True for neighbours."""
    return deeds.gap_to(world, actor, bodies.box(world, target)) <= 1


def walk_after(world: World, actor: int, target: int) -> bool:
    """Walk a stretch towards somebody; False when no way leads there."""
    rows = world.state.actors
    x, y = moves.here(world, target)
    plans.take_up(world, actor, [Stepping(Op.ROAM, x, y)])
    steps = moves.set_off(world, actor, bodies.beside(world, actor, target))
    if steps < 0:
        plans.break_off(world, actor)
        return False
    if steps == 0:
        plans.break_off(world, actor)
        acts.start(world, actor, [Stepping(Op.LOITER, TICKS_PER_MINUTE)])
        return True
    rows.legs[actor] = min(int(rows.legs[actor]), STRETCH, max(1, steps // 2))
    return True


def go_for(world: World, actor: int, target: int) -> bool:
    """Fight somebody, or come nearer first; False when no way leads there."""
    return fights.engage(world, actor, target) or walk_after(world, actor, target)
