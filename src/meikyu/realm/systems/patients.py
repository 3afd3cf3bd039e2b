"""Patients: the wounded and sick leave their work for a bone-saw table, as for a need."""

from __future__ import annotations

import numpy as np

from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Op, Side
from meikyu.realm.systems import acts, care, fights, needs, plans, wounds
from meikyu.realm.tables import touch
from meikyu.realm.world import World


@rule("KEP-HEAL-17", "KEP-HEAL-19", "KEP-HEAL-30", "KEP-HEAL-31", "KEP-HEAL-32", "KEP-HEAL-37")
def run(world: World) -> None:
    """Once a minute: who has something to treat, is free to, and finds a free table goes there."""
    state = world.state
    if state.tick % TICKS_PER_MINUTE:
        return
    rows = state.actors
    count = len(state.names)
    ill = (rows.wounds[:count] > 0).any(axis=1) | (rows.sick[:count] > 0)
    ill &= rows.alive[:count] & ((rows.side[:count] == Side.MINION) | (rows.side[:count] == Side.LORD))
    tended = ill & ((rows.down[:count] >= 0) | (rows.act[:count] == Act.WAIT))
    tended[state.tasks.a[state.tasks.kind == Op.TREAT]] = True
    for actor in np.flatnonzero(tended).tolist():
        touch(world, "actor", actor)
        if care.is_lying(world, actor) and needs.order(world, actor):
            needs.interrupt(world, actor)  # it may have pressed since before the bleeding was stopped
    if not care.has_free_table(world):
        return
    able = ill & (rows.side[:count] == Side.MINION) & (rows.down[:count] < 0) & ~rows.forced[:count]
    for actor in np.flatnonzero(able).tolist():
        if _is_free(world, actor) and care.seeks(world, actor):
            steps = care.lie_plan(world, actor)
            if steps:
                plans.break_off(world, actor)
                acts.start(world, actor, steps)
                if not care.has_free_table(world):
                    return


def _is_free(world: World, actor: int) -> bool:
    """True for one who may leave what it does for treatment."""
    rows = world.state.actors
    if not wounds.is_able(world, actor) or rows.forced[actor] or rows.rampage[actor] >= 0:
        return False
    if fights.is_fighting(world, actor):
        return False
    plan = world.state.plans[actor]
    if any(step.op == Op.LIE for step in plan) or needs.is_serving(world, actor):
        return False
    return not needs.order(world, actor)
