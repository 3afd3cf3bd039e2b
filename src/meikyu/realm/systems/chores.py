"""Chores and watches: fuel for fires and lights, cleaning, standing guard."""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import ground
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import haul, moves, plans, stock
from meikyu.realm.systems.plans import CHORES, Outcome
from meikyu.realm.tables import box_of, refuel, set_stain, use_up
from meikyu.realm.world import World

WOOD = "wood"


@rule("KEP-SIM-14", "KEP-FOOD-16", "KEP-FOG-44")
def refuel_plan(world: World, actor: int, structure: int) -> list[Stepping] | None:
    """The plan to bring one wood to a fire or light and see to it; None while no wood can be had."""
    state = world.state
    if state.structures.kind[structure] < 0:
        return None
    box = box_of(state.structures, structure)
    reached = moves.measure(world, moves.served_from(world, box))
    ids = stock.usable(world, (world.content.item[WOOD],))
    steps, got = haul.fetch(world, ids, 1, stock.free_weight(world, actor))
    moves.forget(world, reached)
    if not got:
        return None
    return [*steps, haul.walk_to(world, box), Stepping(Op.REFUEL, structure)]


def clean_plan(world: World, x: int, y: int) -> list[Stepping]:
    """The plan to clean a cell."""
    return [haul.walk_to(world, (x, y, 1, 1)), Stepping(Op.CLEAN, x, y)]


def watch_plan(world: World, structure: int) -> list[Stepping]:
    """The plan to keep a watch beside a watchpost."""
    return [haul.beside(box_of(world.state.structures, structure)), Stepping(Op.WATCH, structure)]


@rule("KEP-JOB-73")
def round_plan(world: World, actor: int) -> list[Stepping] | None:
    """The plan to keep a watch on a random cell of the territory that the guard can reach."""
    state = world.state
    label = state.cells.region.reshape(-1)[moves.flat_of(world, actor)]
    places = np.flatnonzero(state.cells.territory.reshape(-1) & (state.cells.region.reshape(-1) == label))
    if label < 0 or not places.size:
        return None
    cell = int(places[world.dice(Stream.WATCH, actor).below(places.size)])
    return [Stepping(Op.WALK, cell % state.width, cell // state.width, 1001), Stepping(Op.WATCH)]


def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start a chore or a watch."""
    state = world.state
    minutes = world.params.minutes
    if step.op == Op.WATCH:
        plans.wait(world, actor, ground.ticks_of_minutes(world.params.sim, minutes.watch))
        return Outcome.ON
    if step.op == Op.CLEAN:
        if state.cells.stain[step.b, step.a] < 0:
            return Outcome.STOP
        row = world.content.terrain[state.cells.stain[step.b, step.a]]
        plans.work(world, actor, row.clean_minutes, CHORES)
        return Outcome.ON
    if state.structures.kind[step.a] < 0 or _wood_in_hand(world, actor) < 0:
        return Outcome.STOP
    plans.work(world, actor, minutes.refuel, CHORES)
    return Outcome.ON


def _wood_in_hand(world: World, actor: int) -> int:
    wood = world.content.item[WOOD]
    held = world.scratch.held.get(actor, ())
    return next((i for i in held if world.state.items.kind[i] == wood), -1)


@rule("KEP-SIM-14", "KEP-FOOD-16", "KEP-FOOD-32", "KEP-JOB-70")
def done(world: World, actor: int, step: Stepping) -> Outcome:
    """A chore or a watch is over."""
    state = world.state
    if step.op == Op.CLEAN:
        set_stain(world, step.a, step.b, -1)
        world.emit("cleaned", "KEP-SIM-11", actor=actor, x=step.a, y=step.b)
        plans.end_task(world, actor)
    elif step.op == Op.WATCH:
        plans.end_task(world, actor, gone=False)
    else:
        wood = _wood_in_hand(world, actor)
        if state.structures.kind[step.a] < 0 or wood < 0:
            return Outcome.STOP
        use_up(world, wood, 1)
        refuel(world, step.a)
        world.emit("refuelled", "KEP-SIM-14", actor=actor, structure=step.a)
        plans.end_task(world, actor)
    return Outcome.ON
