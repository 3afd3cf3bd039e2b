"""Digging, gathering and fishing: work on marked cells, what it yields, what comes back."""

from __future__ import annotations

from meikyu.books.keep import ground
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.ruling import rule
from meikyu.realm.content import JOBS, Amounts
from meikyu.realm.state import Mark, Op, Stepping
from meikyu.realm.systems import plans
from meikyu.realm.systems.haul import pocket
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import set_growth, set_mark, set_terrain, set_territory
from meikyu.realm.world import World

DIG, GATHER, FISH = JOBS.index("dig"), JOBS.index("gather"), JOBS.index("fish")


@rule("KEP-SIM-11", "KEP-JOB-70")
def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start to work on a marked cell, from the progress it has."""
    x, y = step.a, step.b
    minutes, job = minutes_of(world, step.op, x, y)
    if minutes <= 0:
        return Outcome.STOP
    done = int(world.state.cells.work[y, x]) if step.op == Op.DIG else 0
    plans.work(world, actor, minutes, job, done)
    return Outcome.ON


def minutes_of(world: World, op: int, x: int, y: int) -> tuple[int, int]:
    """Minutes and job of digging, gathering or fishing at a cell; 0 minutes where there is no such order."""
    cells = world.state.cells
    mark = int(cells.mark[y, x])
    ground_row = world.content.terrain[cells.terrain[y, x]]
    if op == Op.DIG:
        return (ground_row.dig_minutes if mark & Mark.DIG else 0), DIG
    if op == Op.FISH:
        return (ground_row.fish_minutes if mark & Mark.FISH else 0), FISH
    growth = int(cells.growth[y, x])
    minutes = world.content.terrain[growth].gather_minutes if growth >= 0 and mark & Mark.GATHER else 0
    return minutes, GATHER


def done(world: World, actor: int, step: Stepping) -> Outcome:
    """The work on a marked cell has reached its need."""
    if step.op == Op.DIG:
        return _dug(world, actor, step.a, step.b)
    if step.op == Op.GATHER:
        return _gathered(world, actor, step.a, step.b)
    return _fished(world, actor, step.a, step.b)


@rule("KEP-SIM-12", "KEP-SIM-16", "KEP-ROOM-09")
def _dug(world: World, actor: int, x: int, y: int) -> Outcome:
    state = world.state
    row = world.content.terrain[state.cells.terrain[y, x]]
    if plans.fumbles(world, actor, DIG, x, y):
        need = ground.work_needed(row.dig_minutes)
        state.cells.work[y, x] = ground.work_after_fumble(world.params.sim, need, need)
        return Outcome.AGAIN
    set_mark(world, x, y, int(state.cells.mark[y, x]) & ~Mark.DIG)
    set_terrain(world, x, y, world.content.ground[row.becomes])
    state.cells.dug[y, x] = True
    set_territory(world, x, y, True)
    world.emit("dug", "KEP-SIM-16", actor=actor, x=x, y=y, terrain=row.id)
    _yield(world, actor, row.dig_yield, x, y)
    plans.end_task(world, actor)
    return Outcome.ON


@rule("KEP-SIM-12", "KEP-SIM-16", "KEP-SIM-17", "KEP-FOOD-05")
def _gathered(world: World, actor: int, x: int, y: int) -> Outcome:
    state = world.state
    if plans.fumbles(world, actor, GATHER, x, y):
        return Outcome.AGAIN
    row = world.content.terrain[state.cells.growth[y, x]]
    set_mark(world, x, y, int(state.cells.mark[y, x]) & ~Mark.GATHER)
    set_growth(world, x, y, -1, state.tick + row.regrow_hours * TICKS_PER_HOUR if row.regrow_hours else -1)
    world.emit("gathered", "KEP-SIM-16", actor=actor, x=x, y=y, growth=row.id)
    _yield(world, actor, row.gather_yield, x, y)
    plans.end_task(world, actor)
    return Outcome.ON


@rule("KEP-SIM-12", "KEP-SIM-16", "KEP-FOOD-04")
def _fished(world: World, actor: int, x: int, y: int) -> Outcome:
    if plans.fumbles(world, actor, FISH, x, y):
        return Outcome.AGAIN
    row = world.content.terrain[world.state.cells.terrain[y, x]]
    world.emit("fished", "KEP-SIM-16", actor=actor, x=x, y=y, terrain=row.id)
    _yield(world, actor, row.fish_yield, x, y)
    plans.end_task(world, actor, gone=False)
    return Outcome.ON


def _yield(world: World, actor: int, amounts: Amounts, x: int, y: int) -> None:
    for name, count in amounts:
        pocket(world, actor, world.content.item[name], count, 0, x, y)
