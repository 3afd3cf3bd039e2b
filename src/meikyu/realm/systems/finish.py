"""Primitives that ended in this tick take effect, in the order of the actors' ids."""

from __future__ import annotations

from meikyu.realm.state import Act
from meikyu.realm.systems import acts, kernels
from meikyu.realm.world import World

ENDED = kernels.DUE_DONE | kernels.DUE_ARRIVED | kernels.DUE_WOKE


def run(world: World) -> None:
    """End what is over, and plan walks again whose way was blocked."""
    rows = world.state.actors
    for actor, bits in world.scratch.due:
        if bits & ENDED and rows.act[actor] != Act.IDLE:
            acts.finish(world, actor)
        elif (bits & kernels.DUE_BLOCKED or not bits) and world.state.plans[actor]:
            acts.proceed(world, actor)
