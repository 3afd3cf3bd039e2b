"""Roaming: wild creatures with nothing to do wander near by, allies over the territory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.rng import Stream
from meikyu.realm.state import Act, Op, Side, Stepping
from meikyu.realm.systems import bodies, fights, moves, plans, wounds
from meikyu.realm.systems.chance import dice
from meikyu.realm.systems.links import links
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import add_timer
from meikyu.realm.world import World

TIMERS = {Side.WILD: "roam", Side.ALLY: "ally_roams"}
"""The sides that roam, and the timer of each."""


def roams_later(world: World, actor: int) -> None:
    """Have a creature of a side that roams wander after a while."""
    p = world.params.hunt
    minutes = p.roam_least + dice(world, Stream.WANDER, actor).below(p.roam_most - p.roam_least + 1)
    timer = TIMERS[Side(world.state.actors.side[actor])]
    add_timer(world, world.state.tick + minutes * TICKS_PER_MINUTE, timer, actor)


def roam(world: World, actor: int, _: int) -> None:
    """A creature with nothing to do goes to any cell of its range."""
    state = world.state
    rows = state.actors
    if not rows.alive[actor] or rows.side[actor] not in TIMERS:
        return
    roams_later(world, actor)
    if not wounds.is_able(world, actor) or rows.act[actor] != Act.IDLE or state.plans[actor]:
        return
    cells = _range(world, actor)
    if not cells.size:
        return
    cell = int(cells[dice(world, Stream.WANDER, actor).below(cells.size)])
    step = Stepping(Op.ROAM, cell % state.width, cell // state.width)
    plans.take_up(world, actor, [step])
    if fights.begin_walk(world, actor, step) is Outcome.STOP:
        plans.break_off(world, actor)


def _range(world: World, actor: int) -> NDArray[Any]:
    """Flat cells that a way leads to: allies stay on the territory, the wild near by, and the shy off it."""
    state = world.state
    is_ally = state.actors.side[actor] == Side.ALLY
    allowed = bodies.steps_for(world, bodies.size(world, actor))
    limit = -1 if is_ally else world.params.hunt.roam_cells
    reached = moves.measure(world, np.array([moves.flat_of(world, actor)]), limit, allowed)
    cells = np.sort(links(world).queue[:reached])
    moves.forget(world, reached)
    if not is_ally and fights.behaviour(world, actor) == "hostile":
        return cells
    return cells[state.cells.territory.reshape(-1)[cells] == is_ally]
