"""Creatures that a rite has called: they roam the territory as allies, some for a few days only."""

from __future__ import annotations

import numpy as np

from meikyu.core.clock import TICKS_PER_DAY, TICKS_PER_MINUTE
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.content import stays_days
from meikyu.realm.state import Act, Op, Side, Stepping
from meikyu.realm.systems import deeds, fights, moves, plans, wild, wounds
from meikyu.realm.systems.chance import dice
from meikyu.realm.systems.links import links
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import add_timer
from meikyu.realm.world import World


@rule("KEP-CRTR-02")
def call(world: World, species: int, cell: int) -> int:
    """A creature appears on a flat cell and is an ally; returns its id."""
    actor = wild.add_creature(world, species, cell, Side.ALLY)
    roams_later(world, actor)
    days = stays_days()[species]
    if days:
        add_timer(world, world.state.tick + days * TICKS_PER_DAY, "ally_leaves", actor)
    x, y = moves.here(world, actor)
    world.emit("summoned", "KEP-CRTR-02", actor=actor, species=species, x=x, y=y)
    return actor


def roams_later(world: World, actor: int) -> None:
    """Have an ally wander after a while."""
    p = world.params.hunt
    minutes = p.roam_least + dice(world, Stream.WANDER, actor).below(p.roam_most - p.roam_least + 1)
    add_timer(world, world.state.tick + minutes * TICKS_PER_MINUTE, "ally_roams", actor)


def roam(world: World, actor: int, _: int) -> None:
    """An ally with nothing to do goes to a cell of the territory, any that a way leads to."""
    state = world.state
    rows = state.actors
    if not rows.alive[actor] or rows.side[actor] != Side.ALLY:
        return
    roams_later(world, actor)
    if not wounds.is_able(world, actor) or rows.act[actor] != Act.IDLE or state.plans[actor]:
        return
    reached = moves.measure(world, np.array([moves.flat_of(world, actor)]))
    cells = np.sort(links(world).queue[:reached])
    moves.forget(world, reached)
    cells = cells[state.cells.territory.reshape(-1)[cells]]
    if not cells.size:
        return
    cell = int(cells[dice(world, Stream.WANDER, actor).below(cells.size)])
    step = Stepping(Op.ROAM, cell % state.width, cell // state.width)
    plans.take_up(world, actor, [step])
    if fights.begin_walk(world, actor, step) is Outcome.STOP:
        plans.break_off(world, actor)


def leave(world: World, actor: int, _: int) -> None:
    """The days of a creature that was called are over: it is gone."""
    if world.state.actors.alive[actor] and world.state.actors.side[actor] == Side.ALLY:
        x, y = moves.here(world, actor)
        deeds.vanish(world, actor)
        world.emit("ally_left", "KEP-CRTR-04", actor=actor, x=x, y=y)
