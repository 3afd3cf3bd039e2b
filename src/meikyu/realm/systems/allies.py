"""Creatures that a rite has called: they are allies, some for a few days only."""

from __future__ import annotations

from meikyu.core.clock import TICKS_PER_DAY
from meikyu.core.ruling import rule
from meikyu.realm.content import stays_days
from meikyu.realm.state import Side
from meikyu.realm.systems import deeds, moves, roaming, wild
from meikyu.realm.tables import add_timer
from meikyu.realm.world import World


@rule("KEP-CRTR-02")
def call(world: World, species: int, cell: int) -> int:
    """A creature appears on a flat cell and is an ally; returns its id."""
    actor = wild.add_creature(world, species, cell, Side.ALLY)
    roaming.roams_later(world, actor)
    days = stays_days()[species]
    if days:
        add_timer(world, world.state.tick + days * TICKS_PER_DAY, "ally_leaves", actor)
    x, y = moves.here(world, actor)
    world.emit("summoned", "KEP-CRTR-02", actor=actor, species=species, x=x, y=y)
    return actor


def leave(world: World, actor: int, _: int) -> None:
    """The days of a creature that was called are over: it is gone."""
    if world.state.actors.alive[actor] and world.state.actors.side[actor] == Side.ALLY:
        x, y = moves.here(world, actor)
        deeds.vanish(world, actor)
        world.emit("ally_left", "KEP-CRTR-04", actor=actor, x=x, y=y)
