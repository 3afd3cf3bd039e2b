"""Sleep and pastimes: beds, waking, a drink, idling in the territory."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import food, ground, needs
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Op, Stepping
from meikyu.realm.systems import eat, haul, moves, plans, stock
from meikyu.realm.systems.links import box_of_item, links
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.systems.rooms import room_map
from meikyu.realm.tables import use_up
from meikyu.realm.world import World

NEAR = 24
"""Walk within which a free bed is looked for first, before the whole map."""


@rule("KEP-NEED-08")
def bed(world: World, actor: int) -> tuple[int, int]:
    """The bed to sleep in and the walk to it: its own, else the nearest free one, else (-1, 0): the floor."""
    rows = world.state.structures
    ids = stock.places(world, "bedroom")
    own, walk = _nearest_bed(world, actor, ids[rows.owner[ids] == actor])
    if own >= 0:
        return needs.bed_choice(own, -1), walk
    free = ids[rows.owner[ids] < 0]
    found, walk = _nearest_bed(world, actor, free, NEAR)
    if found < 0:
        found, walk = _nearest_bed(world, actor, free)
    return needs.bed_choice(-1, found), walk


def _nearest_bed(world: World, actor: int, beds: NDArray[Any], limit: int = -1) -> tuple[int, int]:
    """The nearest bed within a walk that nobody else has spoken for, ties by id, and the walk; or (-1, 0)."""
    if not beds.size:
        return -1, 0
    state = world.state
    rows = state.structures
    walks = moves.walks_to(world, actor, stock.boxes_of_places(world, beds), limit)
    spots = links(world).spots
    near = np.flatnonzero(walks >= 0)
    for walk, structure in sorted(zip(walks[near].tolist(), beds[near].tolist(), strict=True)):
        cell = int(rows.y[structure]) * state.width + int(rows.x[structure])
        if spots.get(cell, actor) == actor:
            return structure, walk
    return -1, 0


@rule("KEP-FOOD-27", "KEP-FOOD-28")
def sleep_plan(world: World, actor: int, *, eat_first: bool = True) -> list[Stepping]:
    """The plan to go to bed, or first to eat when the food bar would run out in the sleep.

    The bars are taken as they will be when it lies down.
    """
    state = world.state
    place, walk = bed(world, actor)
    p = world.params.need
    hours = Fraction(walk * world.params.sim.ticks_per_cell, TICKS_PER_HOUR)
    hungry = food.eats_before_sleep(
        p,
        eat.bar(world, actor, needs.FOOD) - hours * p.food_per_hour,
        max(0, eat.bar(world, actor, needs.SLEEP) - hours * p.sleep_per_hour),
        int(place >= 0),
    )
    if hungry and eat_first:
        meal = eat.plan(world, actor)
        if meal:
            return meal
    if place < 0:
        return [Stepping(Op.SLEEP)]
    x, y = int(state.structures.x[place]), int(state.structures.y[place])
    return [Stepping(Op.WALK, x, y, 1001), Stepping(Op.SLEEP, place, -1, y * state.width + x)]


@rule("KEP-NEED-09", "KEP-FOOD-03")
def pastime_plan(world: World, actor: int) -> list[Stepping] | None:
    """The plan for a drink where one can be reached, else for idling in the territory; None for neither."""
    state = world.state
    made = links(world)
    drinks = [n for n, row in enumerate(world.content.items) if row.category == "drink"]
    reached = moves.measure(world, np.array([moves.flat_of(world, actor)]))
    near = stock.nearest(world, stock.usable(world, drinks))
    cell = moves.flat_of(world, actor)
    if not near and not state.cells.territory.reshape(-1)[cell]:
        ours = np.flatnonzero(state.cells.territory.reshape(-1) & (made.far.reshape(-1) >= 0))
        cell = int(ours[np.argmin(made.far.reshape(-1)[ours])]) if ours.size else -1
    moves.forget(world, reached)
    if near:
        item = near[0][1]
        kind = int(state.items.kind[item])
        walk = haul.walk_to(world, box_of_item(world, item))
        return [walk, Stepping(Op.PICK, item, 1, kind), Stepping(Op.DRINK, kind)]
    if cell < 0:
        return None
    return [Stepping(Op.WALK, cell % state.width, cell // state.width, 1001), Stepping(Op.IDLE)]


def comfort(world: World, actor: int) -> int:
    """Comfort of the room that a minion is in: the points of the structures in it."""
    state = world.state
    number = int(room_map(world).reshape(-1)[moves.flat_of(world, actor)])
    for room in state.rooms:
        if room.id == number:
            inside = np.unique(state.cells.structure.reshape(-1)[list(room.cells)])
            return sum(stock.structure_row(world, s).comfort for s in inside.tolist() if s >= 0)
    return 0


@rule("KEP-NEED-08", "KEP-NEED-09")
def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start to sleep, to drink, or to idle."""
    state = world.state
    p = world.params
    rows = state.actors
    if step.op == Op.SLEEP:
        in_bed = step.a >= 0 and state.structures.kind[step.a] >= 0
        rows.act[actor], rows.timer[actor] = Act.SLEEP, 0
        rows.speed[actor] = needs.after_sleep_tick(p.need, 0, int(in_bed))
        if in_bed:
            state.structures.user[step.a] = actor
        else:
            world.emit("slept_on_floor", "KEP-NEED-08", actor=actor)
        return Outcome.ON
    if step.op == Op.DRINK:
        plans.wait(world, actor, ground.ticks_of_minutes(p.sim, p.need.drink_minutes))
        return Outcome.ON
    points = comfort(world, actor)
    ticks = needs.idle_ticks(p.need, int(rows.needs[actor, needs.RECREATION]), points)
    plans.wait(world, actor, max(1, ticks), needs.after_idle_tick(p.need, 0, points))
    return Outcome.ON


@rule("KEP-NEED-08", "KEP-NEED-09")
def done(world: World, actor: int, step: Stepping) -> Outcome:
    """Awake again, or the pastime is over."""
    state = world.state
    if step.op == Op.SLEEP:
        if step.a >= 0:
            state.structures.user[step.a] = -1
        world.emit("woke", "KEP-NEED-08", actor=actor, bed=step.a)
    elif step.op == Op.DRINK:
        rows = state.items
        held = [i for i in world.scratch.held.get(actor, ()) if rows.kind[i] == step.a]
        if not held:
            return Outcome.STOP
        use_up(world, held[0], 1)
        bars = state.actors.needs
        bars[actor, needs.RECREATION] = needs.after_drink(
            world.params.need, int(bars[actor, needs.RECREATION])
        )
        world.emit("drank", "KEP-NEED-09", actor=actor, kind=step.a)
    return Outcome.ON
