"""Visits of supervisors and whippings: who is to be visited, going up to a minion that moves, the effect."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import ground, jobs
from meikyu.books.keep import grudges as book
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.content import JOBS
from meikyu.realm.state import Act, Fact, Op, Side, Stepping
from meikyu.realm.systems import holds, mood, moves, plans, wounds
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import touch
from meikyu.realm.world import World

SUPERVISE = JOBS.index("supervise")
AT_WORK = 1
"""`c` of a step whose visit has begun; before that the supervisor is on the way."""


@rule("KEP-JOB-71", "KEP-GRDG-05")
def is_wanted(world: World, actor: int) -> bool:
    """True for a minion that is to be visited now: it bears a grudge, is awake and was not visited today."""
    rows = world.state.actors
    if rows.side[actor] != Side.MINION or not wounds.is_able(world, actor) or rows.act[actor] == Act.SLEEP:
        return False
    visited = int(not mood.counts(world, actor, "supervision"))
    return bool(jobs.wants_visit(world.params.job, int(rows.grudge[actor]), visited))


@rule("KEP-GRDG-26")
def is_to_whip(world: World, actor: int) -> bool:
    """True for a minion whose whipping was ordered."""
    rows = world.state.actors
    ordered = rows.side[actor] == Side.MINION and rows.facts[actor] & Fact.TO_WHIP
    return bool(wounds.is_able(world, actor) and ordered)


@rule("KEP-JOB-71")
def run(world: World) -> None:
    """Once a minute: offer and withdraw visits, and have the offers follow the minions about."""
    state = world.state
    if state.tick % TICKS_PER_MINUTE:
        return
    rows = state.actors
    count = len(state.names)
    p = world.params.job
    able = rows.alive[:count] & (rows.side[:count] == Side.MINION) & (rows.down[:count] < 0)
    wanted = able & (rows.act[:count] != Act.SLEEP) & (rows.grudge[:count] >= p.supervise_from)
    wanted &= rows.counted[:count, book.IDS.index("supervision")] != mood.today(world)
    offered = np.zeros(count, np.bool_)
    tasks = state.tasks
    for op in (Op.SUPERVISE, Op.WHIP):
        ids = np.flatnonzero(tasks.kind == op)
        whom = tasks.a[ids]
        if op == Op.SUPERVISE:
            offered[whom] = True
        _follow(world, ids, whom)
    for actor in np.flatnonzero(wanted != offered).tolist():
        touch(world, "actor", actor)


def _follow(world: World, ids: NDArray[Any], whom: NDArray[Any]) -> None:
    """The work is where the minion is now."""
    state = world.state
    state.tasks.x[ids], state.tasks.y[ids] = state.actors.x[whom], state.actors.y[whom]


@rule("KEP-JOB-71")
def first_visit(world: World, actor: int, task: int) -> int:
    """Of the visits as near as this one the one to the greatest grudge; nobody visits itself."""
    state = world.state
    rows = state.tasks
    ids = np.flatnonzero((rows.kind == Op.SUPERVISE) & (rows.by == -1) & (rows.a != actor))
    if not ids.size:
        return -1
    boxes = np.ones((ids.size, 4), np.int32)
    boxes[:, 0], boxes[:, 1] = rows.x[ids], rows.y[ids]
    reached = moves.measure(world, np.array([moves.flat_of(world, actor)]))
    near = moves.reach(world, (int(rows.x[task]), int(rows.y[task]), 1, 1))
    walks = moves.reach_all(world, boxes)
    moves.forget(world, reached)
    grudge = state.actors.grudge[rows.a[ids]]
    found = np.lexsort((ids, -grudge, walks > near, walks < 0))
    return int(ids[found[0]]) if walks[found[0]] >= 0 else -1


def plan(world: World, actor: int, op: int, target: int) -> list[Stepping] | None:
    """The plan to visit or to whip a minion."""
    if target == actor:
        return None
    wanted = is_wanted if op == Op.SUPERVISE else is_to_whip
    return [Stepping(op, target)] if wanted(world, target) else None


def _gap(world: World, actor: int, target: int) -> int:
    rows = world.state.actors
    return ground.apart(int(rows.x[target] - rows.x[actor]), int(rows.y[target] - rows.y[actor]))


@rule("KEP-SIM-11", "KEP-GRDG-26", "KEP-JOB-70")
def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start the visit beside the minion, or walk a stretch nearer."""
    wanted = is_wanted if step.op == Op.SUPERVISE else is_to_whip
    if not wanted(world, step.a):
        return Outcome.STOP
    rows = world.state.actors
    if _gap(world, actor, step.a) <= 1:
        world.state.plans[actor][0] = step._replace(b=AT_WORK)
        minutes = world.params.minutes
        plans.work(world, actor, minutes.supervise if step.op == Op.SUPERVISE else minutes.whip, SUPERVISE)
        if step.op == Op.WHIP:
            holds.hold(world, step.a, -(-int(rows.need[actor]) // max(1, int(rows.speed[actor]))) + 1)
        return Outcome.ON
    world.state.plans[actor][0] = step._replace(b=-1)
    x, y = moves.here(world, step.a)
    steps = moves.set_off(world, actor, moves.stands(world, (x, y, 1, 1), True))
    if steps <= 0:
        return Outcome.STOP
    rows.legs[actor] = min(int(rows.legs[actor]), max(1, steps // 2))
    return Outcome.ON


def done(world: World, actor: int, step: Stepping) -> Outcome:
    """A stretch is walked, or the visit is over."""
    if step.b != AT_WORK:
        return Outcome.AGAIN
    if not world.state.actors.alive[step.a]:
        return Outcome.STOP
    x, y = moves.here(world, step.a)
    fumbled = plans.fumbles(world, actor, SUPERVISE, x, y)
    if step.op == Op.SUPERVISE:
        _visited(world, actor, step.a, fumbled)
    else:
        _whipped(world, actor, step.a, fumbled)
    touch(world, "actor", step.a)
    plans.end_task(world, actor)
    return Outcome.ON


@rule("KEP-GRDG-04", "KEP-GRDG-05")
def _visited(world: World, actor: int, target: int, fumbled: bool) -> None:
    world.emit("visited", "KEP-GRDG-04", actor=actor, target=target, fumbled=fumbled)
    points = book.visit_points(world.params.grudge, int(fumbled))
    if fumbled:
        mood.spend(world, target, "supervision")
    else:
        mood.move(world, target, "supervision", points)


@rule("KEP-GRDG-23", "KEP-GRDG-24", "KEP-GRDG-25", "KEP-GRDG-26")
def _whipped(world: World, actor: int, target: int, fumbled: bool) -> None:
    rows, p = world.state.actors, world.params.grudge
    rows.facts[target] &= ~int(Fact.TO_WHIP)
    world.emit("whipped", "KEP-GRDG-23", actor=actor, target=target, fumbled=fumbled)
    if fumbled:
        mood.spend(world, target, "whipped")
        torso = [part.id for part in wounds.parts_of(world, target)].index("torso")
        wounds.deal(world, target, 0, "blunt", part=torso, by=actor, cause="whipping")
        return
    x, y = moves.here(world, target)
    mood.move(world, target, "whipped", book.whip_points(p, 0, 1))
    for watcher in mood.watchers(world, (x, y, 1, 1), besides=(actor, target)):
        mood.move(world, watcher, "saw_whipping", book.whip_points(p, 0, 0))
