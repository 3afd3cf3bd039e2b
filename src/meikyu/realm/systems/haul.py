"""Carrying: picking up, storing, giving to sites; what work gives into the hands, and tours of storages."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import building
from meikyu.books.keep import haul as book
from meikyu.core.ruling import rule
from meikyu.realm.content import Amounts
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import moves, openings, plans, stock
from meikyu.realm.systems.links import box_of_item, links
from meikyu.realm.systems.plans import HAUL, Outcome
from meikyu.realm.tables import add_item, box_of, give_item, hold, store_item, take, touch
from meikyu.realm.world import World

HANDLING = -1  # no check value; the job is not a column of its own


@rule("KEP-HAUL-23", "KEP-HAUL-26")
def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start to pick up or put down: a minute of work that no check can fail."""
    if not _may(world, step):
        return Outcome.STOP
    plans.work(world, actor, world.params.minutes.handling, HANDLING)
    return Outcome.ON


def _may(world: World, step: Stepping) -> bool:
    state = world.state
    if step.op == Op.PICK:
        return bool(state.items.kind[step.a] == step.c and state.items.holder[step.a] < 0)
    if step.op == Op.STORE:
        return bool(state.structures.kind[step.a] >= 0)
    if step.op == Op.GIVE:
        return bool(state.sites.kind[step.a] >= 0)
    return True


def done(world: World, actor: int, step: Stepping) -> Outcome:
    """The minute of picking up or putting down is over."""
    if not _may(world, step):
        return Outcome.STOP
    if step.op == Op.PICK:
        return _picked(world, actor, step)
    if step.op == Op.STORE:
        return _stored(world, actor, step)
    if step.op == Op.GIVE:
        return _given(world, actor, step)
    plans.lay_down(world, actor)
    return Outcome.ON


@rule("KEP-HAUL-27", "KEP-HAUL-31")
def _picked(world: World, actor: int, step: Stepping) -> Outcome:
    rows = world.state.items
    weight = stock.unit_weight(world, step.c)
    fits = stock.free_weight(world, actor) // weight
    count = min(step.b, int(rows.count[step.a]), fits)
    if count <= 0:
        return Outcome.STOP
    rows.reserved[step.a] = max(0, int(rows.reserved[step.a]) - (step.b - count))
    item = hold(world, take(world, step.a, count), actor)
    task = int(world.state.actors.task[actor])
    tasks = world.state.tasks
    if task >= 0 and tasks.kind[task] in (Op.PICK, Op.CLEAR) and tasks.a[task] == step.a:
        plans.end_task(world, actor)
    touch(world, "item", step.a)
    world.emit("picked_up", "KEP-HAUL-26", actor=actor, item=item, kind=step.c, count=count)
    return Outcome.ON


@rule("KEP-HAUL-03", "KEP-HAUL-46")
def _stored(world: World, actor: int, step: Stepping) -> Outcome:
    plan = world.state.plans[actor]
    steps = [plan[0]]
    while len(plan) > 1 and plan[1].op == Op.STORE and plan[1].a == step.a:
        plans.pop(world, actor)
        steps.append(plan[0])
    made = links(world)
    plans.count_step(made, actor, plan[0], -1)
    for one in steps:
        for item in list(world.scratch.held.get(actor, ())):
            rows = world.state.items
            if rows.kind[item] != one.b:
                continue
            fits = openings.room(world, one.a, one.b, int(rows.quality[item]))
            count = min(int(rows.count[item]), one.c, fits)
            if count > 0:
                store_item(world, take(world, item, count), one.a)
                world.emit("stored", "KEP-HAUL-03", actor=actor, structure=one.a, kind=one.b, count=count)
    plans.count_step(made, actor, plan[0], 1)
    world.scratch.room_log.append(step.a)
    touch(world, "structure", step.a)
    return Outcome.ON


@rule("KEP-BLD-01", "KEP-BLD-02", "KEP-BLD-05")
def _given(world: World, actor: int, step: Stepping) -> Outcome:
    for item in list(world.scratch.held.get(actor, ())):
        rows = world.state.items
        if rows.kind[item] == step.b:
            count = min(int(rows.count[item]), step.c)
            give_item(world, take(world, item, count), step.a)
            world.emit("delivered", "KEP-BLD-01", actor=actor, site=step.a, kind=step.b, count=count)
    touch(world, "site", step.a)
    return Outcome.ON


@rule("KEP-HAUL-32", "KEP-HAUL-33", "KEP-HAUL-42")
def pocket(world: World, actor: int, kind: int, count: int, quality: int, x: int, y: int) -> None:
    """Put what work has given into the hands of the worker, or on the floor where it does not haul."""
    if world.content.items[kind].category == "money":
        world.emit("found", "KEP-GRDG-07", actor=actor, kind=kind, count=count)
    fits = 0
    if book.may_store(int(world.state.actors.levels[actor, HAUL])):
        fits = min(count, stock.free_weight(world, actor) // stock.unit_weight(world, kind))
    left = count - fits
    stack = world.content.items[kind].stack
    while fits > 0:
        part = min(fits, stack)
        hold(world, take(world, add_item(world, kind, part, quality, x, y), part), actor)
        fits -= part
    if left > 0:
        add_item(world, kind, left, quality, x, y)


# Plans


def walk_to(world: World, box: tuple[int, int, int, int]) -> Stepping:
    """The walk to where a thing is reached: onto its cell, or beside it where nobody stands on it."""
    x, y, w, h = box
    if world.state.cells.walkable[y : y + h, x : x + w].any():
        return Stepping(Op.WALK, x, y, w * 1000 + h)
    return Stepping(Op.WALK_NEXT, x, y, w * 1000 + h)


def beside(box: tuple[int, int, int, int]) -> Stepping:
    """The walk to a cell beside a thing."""
    return Stepping(Op.WALK_NEXT, box[0], box[1], box[2] * 1000 + box[3])


def fetch(world: World, ids: NDArray[Any], count: int, free: int) -> tuple[list[Stepping], int]:
    """Walks and pickings for up to `count` pieces of the stacks nearest in `Links.far`, and how many."""
    rows = world.state.items
    plan: list[Stepping] = []
    got = 0
    for _, item in stock.nearest(world, ids):
        kind = int(rows.kind[item])
        weight = stock.unit_weight(world, kind)
        fits = min(count - got, int(rows.count[item] - rows.reserved[item]), free // weight)
        if fits <= 0:
            continue
        plan += [walk_to(world, box_of_item(world, item)), Stepping(Op.PICK, item, fits, kind)]
        got += fits
        free -= fits * weight
        if got >= count:
            break
    return plan, got


def fetch_all(world: World, amounts: Amounts, box: moves.Box, free: int) -> list[Stepping] | None:
    """The plan to fetch all of these from the stacks nearest to a thing; None where some cannot be."""
    reached = moves.measure(world, moves.served_from(world, box))
    plan: list[Stepping] | None = []
    for name, count in amounts:
        part, got = fetch(world, stock.usable(world, stock.kinds_of(world, name)), count, free)
        if got < count:
            plan = None
            break
        free -= sum(step.b * stock.unit_weight(world, step.c) for step in part if step.op == Op.PICK)
        plan += part
    moves.forget(world, reached)
    return plan


@rule("KEP-HAUL-03", "KEP-HAUL-45", "KEP-HAUL-46", "KEP-HAUL-48", "KEP-RES-14")
def store_run(world: World, actor: int, item: int) -> list[Stepping] | None:
    """The plan that brings a loose stack to its target storage, or None where it cannot be."""
    if not stock.is_loose(world, item):
        return None
    rows = world.state.items
    kind, quality = int(rows.kind[item]), int(rows.quality[item])
    box = box_of_item(world, item)
    found = stock.target(world, moves.served_from(world, box), kind, quality, besides=int(rows.store[item]))
    if found is None:
        return None
    fits = stock.free_weight(world, actor) // stock.unit_weight(world, kind)
    count = min(int(rows.count[item] - rows.reserved[item]), found.room, fits)
    if count <= 0:
        return None
    return [
        walk_to(world, box),
        Stepping(Op.PICK, item, count, kind),
        beside(box_of(world.state.structures, found.structure)),
        Stepping(Op.STORE, found.structure, kind, count),
    ]


@rule("KEP-HAUL-33", "KEP-HAUL-42")
def unload(world: World, actor: int) -> list[Stepping] | None:
    """The plan that brings all that an actor holds to storages; None when it holds nothing that one takes."""
    held = world.scratch.held.get(actor, ())
    if not held or not book.may_store(int(world.state.actors.levels[actor, HAUL])):
        return None
    rows = world.state.items
    start = np.array([moves.flat_of(world, actor)])
    runs: dict[int, list[Stepping]] = {}
    walks: dict[int, int] = {}
    for item in held:
        kind = int(rows.kind[item])
        found = stock.target(world, start, kind, int(rows.quality[item]))
        if found is not None:
            count = min(int(rows.count[item]), found.room)
            runs.setdefault(found.structure, []).append(Stepping(Op.STORE, found.structure, kind, count))
            walks[found.structure] = found.walk
    plan: list[Stepping] = []
    for structure in sorted(runs, key=lambda s: (walks[s], s)):
        plan += [beside(box_of(world.state.structures, structure)), *runs[structure]]
    return plan or None


@rule("KEP-BLD-05", "KEP-BLD-07", "KEP-BLD-23")
def supply(world: World, actor: int, site: int, kind: int) -> list[Stepping] | None:
    """The plan that fetches a material to a site: from the stacks nearest to it, no more than it needs."""
    state = world.state
    if state.sites.kind[site] < 0:
        return None
    box = box_of(state.sites, site)
    count = missing(world, site).get(kind, 0)
    if count <= 0:
        return None
    reached = moves.measure(world, moves.served_from(world, box))
    plan, got = fetch(world, stock.usable(world, (kind,)), count, stock.free_weight(world, actor))
    moves.forget(world, reached)
    if not got:
        return None
    return [*plan, walk_to(world, box), Stepping(Op.GIVE, site, kind, got)]


@rule("KEP-BLD-04", "KEP-BLD-06", "KEP-BLD-23")
def missing(world: World, site: int, *, coming: bool = True) -> dict[int, int]:
    """Pieces of each material that a site still lacks; with `coming` those on their way are not counted."""
    state = world.state
    needed = world.content.structures[state.sites.kind[site]].materials
    there: dict[int, int] = {}
    for item in world.scratch.onsite.get(site, ()):
        kind = int(state.items.kind[item])
        there[kind] = there.get(kind, 0) + int(state.items.count[item])
    on_way = links(world).giving.get(site, {}) if coming else {}
    found: dict[int, int] = {}
    for name, count in needed:
        kind = world.content.item[name]
        lack = building.to_fetch(count, there.get(kind, 0), on_way.get(kind, 0))
        if lack:
            found[kind] = lack
    return found
