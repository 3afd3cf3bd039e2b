"""The search for work: idle minions take the best task that they can reach, level by level."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import rampages
from meikyu.core.clock import TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.core.ruling import Step, rule
from meikyu.errors import Text
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import (
    acts,
    arms,
    build,
    care,
    chores,
    clearing,
    cook,
    cremation,
    haul,
    holds,
    hunting,
    moves,
    needs,
    plans,
    rites,
    stock,
    tasks,
    tours,
    traps,
    visits,
)
from meikyu.realm.systems.links import UNKNOWN, links
from meikyu.realm.systems.offers import kernels as offers
from meikyu.realm.systems.plans import GUARD
from meikyu.realm.systems.search import kernels as search
from meikyu.realm.tables import box_of
from meikyu.realm.world import World

AT_ONCE = 6
"""Minions that may set to work in one tick, or a tenth of the idle where that is more; the others wait."""

_NO_SKIPS = np.zeros((0, 2), np.int64)


@rule("KEP-JOB-08", "KEP-JOB-11", "KEP-JOB-18")
def run(world: World) -> None:
    """Let every idle minion that has a reason choose: a need, what it holds, or work that has appeared."""
    tasks.take_in(world)
    state = world.state
    idle = idle_minions(world)
    if idle.size:
        fresh = idle[state.actors.looked[idle] < 0].tolist()
        for actor in fresh:
            moves.step_out(world, actor)
            if needs.choose_need(world, actor):
                continue
            state.actors.looked[actor] = 0
        tasks.update(world)
        if fresh or world.scratch.caches.get("searched") != (state.task_version, state.map_version):
            _search(world)
    tasks.update(world)


def idle_minions(world: World) -> NDArray[np.int64]:
    """Ids of minions with nothing to do, ascending."""
    out = np.empty(len(world.state.names), np.int64)
    rows = world.state.actors
    return out[: search.idle_ones(rows.alive, rows.side, rows.act, rows.rampage, out)]


def _search(world: World) -> None:
    """Let the idle choose by turns, so many in a tick at most that all have their turn within a minute."""
    state, scratch = world.state, world.scratch
    rows, held = state.actors, scratch.held
    idle = idle_minions(world)
    next_in_turn = state.counters.pop("next_in_turn", 0)
    if next_in_turn:
        idle = np.concatenate((idle[idle >= next_in_turn], idle[idle < next_in_turn]))
    ready = (rows.levels[idle, GUARD] > 0) | (rows.lent[idle] >= 0)
    if held:
        ready |= np.fromiter((actor in held for actor in idle.tolist()), np.bool_, idle.size)
    most = max(AT_ONCE, idle.size // TICKS_PER_MINUTE)
    started, place = 0, 0
    while True:
        asked = most - started + 1
        named = _next_workers(world, idle, ready, place, asked)
        version = state.task_version
        for place, task in named:
            actor = int(idle[place])
            if started == most:
                state.counters["next_in_turn"] = actor
                scratch.caches.pop("searched", None)
                return
            if task >= 0 and (state.tasks.by[task] != -1 or state.tasks.kind[task] < 0):
                task = best_task(world, actor)
            choose(world, actor, task)
            started += bool(state.plans[actor])
            if state.task_version != version:  # work has come: those who are left look again
                break
        else:
            if len(named) < asked:
                break
        place += 1
    if not started:  # and nobody will before something changes
        scratch.caches["searched"] = (state.task_version, state.map_version)


def _next_workers(
    world: World, idle: NDArray[Any], ready: NDArray[Any], first: int, most: int
) -> list[tuple[int, int]]:
    """Places of the next idle minions that may set to work, and the task of each, -1 for none."""
    state, made, scratch = world.state, links(world), world.scratch
    out = np.empty((most, 2), np.int64)
    count = search.next_workers(
        state.tasks,
        (made.boxes, *exposed(world)),
        (idle, ready, first),
        arms.levels(world),
        (state.actors.x, state.actors.y),
        (state.tick, TICKS_PER_HOUR),
        (scratch.steps, state.cells.region),
        (scratch.dist, scratch.queue, made.jobs),
        _skips(world),
        out,
    )
    return [(place, task) for place, task in out[:count].tolist()]


def exposed(world: World) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Ids of the tasks that can be reached from some region, and from which one."""
    state, made = world.state, links(world)
    version = (state.task_version, state.map_version)
    if world.scratch.caches.get("exposed") != version:
        world.scratch.caches["exposed"] = version
        scratch = world.scratch
        if scratch.renamed:
            made.known.fill(UNKNOWN)
        opened = np.array(scratch.opened, np.int64)
        scratch.renamed = False
        scratch.opened.clear()
        found, where = np.empty((2, state.tasks.kind.size), np.int32)
        around = (made.boxes, state.cells.region, (opened, scratch.owner))
        count = offers.exposed(state.tasks, *around, made.known, found, where)
        made.exposed = found[:count], where[:count]
    return made.exposed


@rule("KEP-JOB-04", "KEP-JOB-05", "KEP-JOB-06", "KEP-JOB-07", "KEP-JOB-16", "KEP-JOB-17", "KEP-JOB-73")
def choose(world: World, actor: int, task: int) -> None:
    """Have a minion take its next work, or store what it holds, or keep a watch, or stay idle.

    Args:
        world: the dungeon.
        actor: an idle minion.
        task: the task that the search found for it, -1 for none.
    """
    state = world.state
    holds = actor in world.scratch.held
    last = int(state.actors.job[actor])
    while True:
        task = _its_own(world, actor, task)
        level = level_of(world, actor, task)
        if holds and (task < 0 or job_for(world, actor, task) != last or stock_full(world, actor)):
            steps = haul.unload(world, actor)
            if steps:
                acts.start(world, actor, steps, job=last)
                return
            plans.lay_down(world, actor)
            tasks.update(world)
            holds = False
            task = best_task(world, actor)
            continue
        if state.actors.lent[actor] >= 0 and (task < 0 or state.tasks.kind[task] != Op.HUNT):
            steps = arms.return_plan(world, actor)
            if steps:
                acts.start(world, actor, steps)
                return
        if state.actors.levels[actor, GUARD] > level:  # a watch anywhere comes at the level of its job
            steps = chores.round_plan(world, actor)
            if steps:
                acts.start(world, actor, steps, job=GUARD)
                return
        if task < 0 or take(world, actor, task):
            return
        task = best_task(world, actor)


def stock_full(world: World, actor: int) -> bool:
    """True when a minion cannot take up one more piece of what it holds."""
    rows = world.state.items
    free = stock.free_weight(world, actor)
    return any(
        free < stock.unit_weight(world, int(rows.kind[item])) for item in world.scratch.held.get(actor, ())
    )


def best_task(world: World, actor: int) -> int:
    """The free task that the minion would take, or -1."""
    found = _next_workers(world, np.array([actor]), np.zeros(1, np.bool_), 0, 1)
    return found[0][1] if found else -1


def _its_own(world: World, actor: int, task: int) -> int:
    """The task itself, or the visit or the treatment that goes before it."""
    if task >= 0 and world.state.tasks.kind[task] == Op.SUPERVISE:
        return visits.first_visit(world, actor, task)
    if task >= 0 and world.state.tasks.kind[task] == Op.TREAT:
        return care.first_patient(world, actor, task)
    return task


def level_of(world: World, actor: int, task: int) -> int:
    """The level at which a minion would do a task, 0 for none."""
    return int(world.state.actors.levels[actor, job_for(world, actor, task)]) if task >= 0 else 0


def job_for(world: World, actor: int, task: int) -> int:
    """The job under which a minion takes a task: of two the one at the higher level (KEP-BLD-23)."""
    rows = world.state.tasks
    job, also = int(rows.job[task]), int(rows.also[task])
    levels = world.state.actors.levels[actor]
    if also >= 0 and (levels[also] > levels[job] or (levels[also] == levels[job] and also < job)):
        return also
    return job


def take(world: World, actor: int, task: int, *, forced: bool = False) -> bool:
    """Reserve a task and start on it; False, and the task gone or held back for now, when it cannot be."""
    steps = plan_for(world, actor, task)
    if steps is None:
        if world.state.tasks.kind[task] == Op.PICK:
            tasks.hold_back(world)  # where there is no room any more all like it wait
            if world.state.tasks.by[task] == -1:
                skip(world, actor, task)
        else:
            plans.forget_task(world, task)
        return False
    steps = tours.along(world, actor, steps)
    acts.start(world, actor, steps, task=task, job=job_for(world, actor, task), forced=forced)
    by = world.state.tasks.by[task]
    if not world.state.plans[actor] and _no_way(world, actor, steps[0]) and by in (-1, plans.HELD_BACK):
        skip(world, actor, task)
        return False
    return True


@rule("KEP-JOB-17")
def skip(world: World, actor: int, task: int) -> None:
    """Have a minion leave a task alone for an hour, or until ways open or close: it found no way to it."""
    state = world.state
    tasks.let_try_again(world)
    state.counters["skipped_at"] = state.map_version
    until = state.tick + world.params.job.skip_hours * TICKS_PER_HOUR
    state.skipped[actor] = (*state.skipped.get(actor, ()), (task, until))


def _skips(world: World) -> NDArray[np.int64]:
    """Who leaves which task alone, as int64[n, 2]."""
    pairs = [(actor, task) for actor, found in world.state.skipped.items() for task, _ in found]
    return np.array(pairs, np.int64).reshape(-1, 2) if pairs else _NO_SKIPS


def _no_way(world: World, actor: int, step: Stepping) -> bool:
    """True when a plan cannot begin since no way leads where it starts, as round the corner of a rock."""
    if step.op not in (Op.WALK, Op.WALK_NEXT):
        return False
    w, h = divmod(step.c, 1000) if step.c > 0 else (1, 1)
    return not moves.is_at(world, actor, (step.a, step.b, w, h), step.op == Op.WALK_NEXT)


def plan_for(world: World, actor: int, task: int) -> list[Stepping] | None:
    """The plan that carries out a task, or None when it cannot be carried out now."""
    rows = world.state.tasks
    op, a, b = int(rows.kind[task]), int(rows.a[task]), int(rows.b[task])
    x, y = int(rows.x[task]), int(rows.y[task])
    if op in (Op.DIG, Op.GATHER, Op.FISH):
        return [haul.walk_to(world, (x, y, 1, 1)), Stepping(op, x, y)]
    if op == Op.PICK:
        return haul.store_run(world, actor, a)
    if op == Op.CLEAR:
        return clearing.plan(world, actor, a)
    if op == Op.GIVE:
        return haul.supply(world, actor, a, b)
    if op == Op.BUILD:
        return build.plan(world, actor, a)
    if op == Op.CRAFT:
        return cook.plan(world, actor, a, b)
    if op == Op.REFUEL:
        return chores.refuel_plan(world, actor, a)
    if op == Op.CLEAN:
        return chores.clean_plan(world, x, y)
    if op == Op.WATCH:
        return chores.watch_plan(world, a)
    if op == Op.HUNT:
        return hunting.plan(world, actor, a)
    if op == Op.TREAT:
        return care.plan(world, a)
    if op in (Op.SUPERVISE, Op.WHIP):
        return visits.plan(world, actor, op, a)
    if op == Op.LAY:
        return cremation.plan(world, actor, a)
    if op in (Op.RESET, Op.UNLOCK):
        return traps.plan(world, op, a)
    if op == Op.RITE:
        return rites.plan(world, a, stock.free_weight(world, actor))
    box = box_of(world.state.structures, a)
    return [haul.beside(box), Stepping(Op.UNBUILD, a)]


@rule("KEP-JOB-09", "KEP-JOB-10")
def against_force(world: World, actor: int, task: int) -> list[Step]:
    """Why a forced order cannot be given: the work is gone, there is no way, or it cannot be done now."""
    rows = world.state.tasks
    if rows.kind[task] < 0:
        return [Step("KEP-JOB-09", "gone", 1, _GONE)]
    if world.state.actors.down[actor] >= 0:
        return [Step("KEP-WND-10", "knocked_out", 1, _DOWN)]
    if not rampages.obeys(int(world.state.actors.rampage[actor] >= 0)):
        return [Step("KEP-RAMP-27", "rampaging", 1, _RAMPAGING)]
    if holds.is_held(world, actor):
        return [Step("KEP-RAMP-33", "held", 1, _HELD)]
    made = links(world)
    box = (int(rows.x[task]), int(rows.y[task]), int(made.boxes[task, 0]), int(made.boxes[task, 1]))
    if moves.walk_to(world, actor, box) < 0:
        return [Step("KEP-JOB-14", "unreachable", 1, _NO_WAY)]
    if rows.by[task] != actor and plan_for(world, actor, task) is None:
        return [Step("KEP-JOB-10", "not_now", 1, _NOT_NOW)]
    return []


_GONE = Text("This work is no longer there", "その作業はもうありません")
_NO_WAY = Text("No way leads there", "そこへ行く道がありません")
_RAMPAGING = Text("It is on a rampage and obeys nobody", "暴走中で、誰の命令も聞きません")
_HELD = Text("It cannot act just now", "今は動けません")
_DOWN = Text("It is knocked out", "昏倒しています")
_NOT_NOW = Text("This work cannot be done now", "その作業は今できません")


@rule("KEP-JOB-09", "KEP-JOB-10")
def force(world: World, actor: int, task: int) -> bool:
    """A forced order: the minion leaves what it does and takes this task, whatever its levels."""
    state = world.state
    if state.tasks.kind[task] < 0:
        return False
    worker = int(state.tasks.by[task])
    if worker == actor:
        state.actors.forced[actor] = True
        return True
    steps = plan_for(world, actor, task)
    if steps is None:
        return False
    if worker >= 0:
        plans.break_off(world, worker)
    plans.break_off(world, actor)
    acts.start(world, actor, steps, task=task, job=int(state.tasks.job[task]), forced=True)
    return True
