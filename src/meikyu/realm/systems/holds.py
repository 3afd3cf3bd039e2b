"""Holds: one who cannot act for a while, such as the lord after a prank or a minion under the whip."""

from __future__ import annotations

from meikyu.core.ruling import rule
from meikyu.realm.systems import plans
from meikyu.realm.world import World


@rule("KEP-RAMP-33")
def hold(world: World, actor: int, ticks: int) -> None:
    """Cut short what an actor does; for so many ticks it stands where it is."""
    rows = world.state.actors
    plans.break_off(world, actor)
    rows.foe[actor] = -1
    rows.held[actor] = world.state.tick + ticks
    plans.wait(world, actor, ticks)
    world.emit("held", "KEP-RAMP-33", actor=actor, ticks=ticks)


def is_held(world: World, actor: int) -> bool:
    """True for one who cannot act now."""
    return bool(world.state.actors.held[actor] > world.state.tick)
