"""Traps and padlocks: what an enemy's step sets off, setting a trap again, taking a padlock off."""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import ground
from meikyu.core.ruling import rule
from meikyu.realm.content import JOBS
from meikyu.realm.state import Fact, Op, Stepping
from meikyu.realm.systems import bodies, build, eyes, fights, haul, plans, stock, wounds
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import box_of, set_lock, touch
from meikyu.realm.world import World

TRAP = JOBS.index("trap")
STEP = "enemy_steps_on"
ALARM = "alarm_trap"
PADLOCK = "padlock"


def run(world: World) -> None:
    """Spring the set traps that an enemy stands on."""
    state = world.state
    known = stock.places(world, "trap")
    if not known.size or state.structures.sprung[known].all():
        return
    for actor in fights.enemies(world).tolist():
        for x, y in bodies.cells_of(world, actor):
            trap = int(state.cells.structure[y, x])
            if trap >= 0 and state.actors.alive[actor] and is_set(world, trap):
                spring(world, trap, actor)


def is_set(world: World, trap: int) -> bool:
    """True for a trap that a step sets off."""
    row = stock.structure_row(world, trap)
    return row.trigger == STEP and not world.state.structures.sprung[trap]


@rule("KEP-WND-05", "KEP-WND-21", "KEP-BLD-27", "KEP-FOG-19", "KEP-FOG-46")
def spring(world: World, trap: int, actor: int) -> None:
    """Set a trap off: its blow falls, and holds those it catches, by its row."""
    state = world.state
    rows = state.actors
    row = stock.structure_row(world, trap)
    x, y = int(state.structures.x[trap]), int(state.structures.y[trap])
    state.structures.sprung[trap] = True
    world.emit("trap_sprung", "KEP-BLD-27", structure=trap, kind=row.id, actor=actor, x=x, y=y)
    if row.id == ALARM:
        eyes.raise_alarm(world, x, y)
        rows.facts[actor] |= int(Fact.ALARMED)
    for caught in _caught(world, row.targets, actor, x, y):
        if row.damage_kind:
            fights.blow(world, caught, row.attack, row.damage_kind, cause="trap")
        if row.hold_minutes and wounds.is_able(world, caught):
            ticks = ground.ticks_of_minutes(world.params.sim, row.hold_minutes)
            plans.break_off(world, caught)
            plans.wait(world, caught, ticks)
            rows.held[caught] = state.tick + ticks
    touch(world, "structure", trap)
    state.task_version += 1


def _caught(world: World, targets: str, actor: int, x: int, y: int) -> list[int]:
    """Whom a trap strikes: nobody, the one who stepped on it, or every enemy within a cell."""
    if not targets:
        return []
    if targets == "one":
        return [actor]
    rows = world.state.actors
    near = fights.enemies(world)
    away = np.maximum(np.abs(rows.x[near] - x), np.abs(rows.y[near] - y))
    return near[away <= 1].tolist()


def wants_setting(world: World, structure: int) -> bool:
    """True for a trap that has gone off and can be set again."""
    row = stock.structure_row(world, structure)
    return bool(world.state.structures.sprung[structure] and row.reset_minutes)


def plan(world: World, op: int, structure: int) -> list[Stepping]:
    """The plan to set a trap again, or to take a padlock off, from beside it."""
    return [haul.beside(box_of(world.state.structures, structure)), Stepping(op, structure)]


@rule("KEP-SIM-11", "KEP-JOB-70")
def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start to set a trap again, or to take a padlock off."""
    rows = world.state.structures
    if rows.kind[step.a] < 0:
        return Outcome.STOP
    if step.op == Op.UNLOCK:
        if not rows.unlock[step.a]:
            return Outcome.STOP
        plans.work(world, actor, world.params.minutes.deconstruct, TRAP)
        return Outcome.ON
    if not wants_setting(world, step.a):
        return Outcome.STOP
    plans.work(world, actor, stock.structure_row(world, step.a).reset_minutes, TRAP)
    return Outcome.ON


@rule("KEP-SIM-12", "KEP-JOB-70")
def done(world: World, actor: int, step: Stepping) -> Outcome:
    """A trap is set again or a padlock is off; a fumble only loses the time."""
    rows = world.state.structures
    if rows.kind[step.a] < 0:
        return Outcome.STOP
    x, y = int(rows.x[step.a]), int(rows.y[step.a])
    if plans.fumbles(world, actor, TRAP, x, y):
        return Outcome.AGAIN
    if step.op == Op.UNLOCK:
        return _unlocked(world, actor, step.a)
    rows.sprung[step.a] = False
    world.emit("trap_set", "KEP-SIM-11", actor=actor, structure=step.a, x=x, y=y)
    plans.end_task(world, actor)
    return Outcome.ON


@rule("KEP-BLD-12", "KEP-BLD-26", "KEP-JOB-70")
def _unlocked(world: World, actor: int, door: int) -> Outcome:
    """The padlock is off the door; half of what it was made of lies there, rounded down."""
    x, y = int(world.state.structures.x[door]), int(world.state.structures.y[door])
    set_lock(world, door, False)
    padlock = world.content.structures[world.content.structure[PADLOCK]]
    build.give_back(world, padlock.materials, x, y)
    world.emit("unlocked", "KEP-BLD-26", actor=actor, structure=door, x=x, y=y)
    plans.end_task(world, actor)
    return Outcome.ON
