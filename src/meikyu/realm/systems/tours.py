"""Hauling on the way: stacks near a walk that are brought to a storage near it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import haul as book
from meikyu.core.ruling import rule
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import haul, moves, openings, stock
from meikyu.realm.systems.links import box_of_item, boxes_of_items, links
from meikyu.realm.systems.moves import Box
from meikyu.realm.systems.plans import HAUL
from meikyu.realm.systems.search import kernels as search
from meikyu.realm.systems.walking import kernels as walking
from meikyu.realm.tables import box_of
from meikyu.realm.world import World

WALKS = (Op.WALK, Op.WALK_NEXT)
MOST = 12
MARGIN = 4
"""Cells by which a storage may reach beyond its north-west cell, and the ring round it."""
ACROSS = 8
"""Cells by which walks by way of a large thing may be shorter than the way round it."""
START, JOB, FIRST = (-1, 0), (-1, 1), (-1, 2)
"""Stops have names, since several may stand on one cell: a stack's is (id, 3), its storage's (id, 4)."""


@rule("KEP-HAUL-34", "KEP-HAUL-35", "KEP-HAUL-36", "KEP-HAUL-37", "KEP-HAUL-39", "KEP-HAUL-42", "KEP-HAUL-47")
def along(world: World, actor: int, steps: list[Stepping]) -> list[Stepping]:
    """The plan with what is hauled on the way put in: for a walk straight to a job, and for a store run.

    A plan that first fetches material of its own is left as it is. Where many stacks lie about, the twelve
    least out of the way are thought of (our limit).
    """
    if world.state.actors.levels[actor, HAUL] <= 0 or not steps:
        return steps
    ops = [step.op for step in steps]
    run = len(steps) == 4 and ops[1] == Op.PICK and ops[3] == Op.STORE
    if not run and not (len(steps) == 2 and ops[0] in WALKS):
        return steps
    boxes: dict[book.Cell, Box] = {
        START: (*moves.here(world, actor), 1, 1),
        JOB: _goal(steps[2 if run else 0]),
    }
    free = stock.free_weight(world, actor)
    taken = -1
    if run:
        boxes[FIRST] = _goal(steps[0])
        taken = steps[1].a
        free -= steps[1].b * stock.unit_weight(world, steps[1].c)
    fixed = [START, FIRST, JOB] if run else [START, JOB]
    stacks = _near(world, boxes, fixed, taken, free)
    if not stacks:
        return steps
    limit = _length(world, boxes, fixed) + world.params.haul.detour_cells
    targets: dict[int, tuple[int, int]] = {}
    between: dict[int, int] = {}
    offers: list[book.Stack] = []
    for item in stacks:
        found = _target(world, item, boxes, limit)
        if found is not None:
            count, target = found
            targets[item] = (target.structure, target.room)
            between[item] = target.walk
            kind = int(world.state.items.kind[item])
            weight = stock.unit_weight(world, kind)
            offers.append(book.Stack(item, (item, 3), min(count, target.room), weight, (item, 4)))
    near = _nearness(world, boxes, fixed) if offers else {}
    p = world.params.haul
    offers = [o for o in offers if book.is_near(p, near[o.cell]) and book.is_near(p, near[o.storage])]
    offers = _on_the_way(world, boxes, offers, between, limit) if offers else []
    if not offers:
        return steps
    stops = [*fixed, *(stop for o in offers for stop in (o.cell, o.storage))]
    walk = _walks(world, {stop: boxes[stop] for stop in stops}, limit)
    taking = book.pickups(
        p,
        start=START,
        job=JOB,
        free=free,
        stacks=offers,
        walk=lambda a, b: walk[a, b],
        near=lambda stop: near[stop],
        via=fixed[1:-1],
    ).value
    return _woven(world, steps, taking, targets, run)


def _goal(step: Stepping) -> Box:
    w, h = divmod(step.c, 1000)
    return step.a, step.b, w, h


def _starts(world: World, box: Box) -> np.ndarray:
    return moves.served_from(world, box)


def _route_cells(world: World, boxes: dict[book.Cell, Box], fixed: list[book.Cell]) -> list[int]:
    """The cells of the fixed route, leg by leg."""
    made = links(world)
    at = boxes[fixed[0]][1] * world.state.width + boxes[fixed[0]][0]
    cells = [at]
    for stop in fixed[1:]:
        goals = _starts(world, boxes[stop])
        count = walking.route_to(world.scratch.steps, goals, at, made.far, made.queue, made.route)
        if count == 0:
            return []
        cells += made.route[1:count].tolist()
        at = cells[-1]
    return cells


def _length(world: World, boxes: dict[book.Cell, Box], fixed: list[book.Cell]) -> int:
    return len(_route_cells(world, boxes, fixed)) - 1


def _near(
    world: World, boxes: dict[book.Cell, Box], fixed: list[book.Cell], taken: int, free: int
) -> list[int]:
    """Haulable stacks near the route that fit into the hands, ascending; none where no storage is near it."""
    if free <= 0:
        return []
    state, made = world.state, links(world)
    legs = np.array([boxes[stop] for stop in fixed[1:]], np.int32)
    found = made.found
    count, direct = search.stacks_by_the_way(
        (state.tasks, made.boxes, made.exposed[0]),
        (boxes[START][:2], legs),
        (world.params.haul.near_cells, MARGIN),
        stock.boxes_of_storages(world),
        (state.cells.walkable, world.scratch.steps, made.far, made.queue, made.route),
        found,
    )
    rows = state.items
    fit = [
        i
        for i in sorted(found[:count].tolist())
        if i != taken and stock.unit_weight(world, int(rows.kind[i])) <= free and stock.is_loose(world, i)
    ]
    return _likely(world, boxes, np.array(fit, np.int64), direct) if fit else []


def _likely(world: World, boxes: dict[book.Cell, Box], ids: NDArray[Any], direct: int) -> list[int]:
    """Stacks that may lie on a walk of the allowed length, at most twelve, the least out of the way first.

    From the start to the job by way of a stack is never longer than the tour that takes it.
    """
    around = boxes_of_items(world, ids)
    limit = direct + world.params.haul.detour_cells
    total = np.zeros(ids.size, np.int32)
    near = np.ones(ids.size, np.bool_)
    for stop in (START, JOB):
        reached = moves.measure(world, _starts(world, boxes[stop]), limit)
        walks = moves.reach_all(world, around)
        moves.forget(world, reached)
        near &= walks >= 0
        total += walks
    near &= total <= limit
    order = np.lexsort((ids, total))
    return sorted([int(ids[n]) for n in order.tolist() if near[n]][:MOST])


def _on_the_way(
    world: World,
    boxes: dict[book.Cell, Box],
    offers: list[book.Stack],
    between: dict[int, int],
    limit: int,
) -> list[book.Stack]:
    """The stacks with a tour of the allowed length: from the start to the stack, its storage and the job.

    A tour that takes several stacks is not shorter, but for the cells of things that it is served on both
    sides of; `ACROSS` allows for those.
    """
    stacks = np.array([boxes[o.cell] for o in offers], np.int32)
    storages = np.array([boxes[o.storage] for o in offers], np.int32)
    total = np.zeros(len(offers), np.int32)
    missing = np.zeros(len(offers), np.bool_)
    for stop, table in ((START, stacks), (JOB, storages)):
        reached = moves.measure(world, _starts(world, boxes[stop]), limit)
        walks = moves.reach_all(world, table)
        moves.forget(world, reached)
        missing |= walks < 0
        total += walks
    total += np.array([between[offer.number] for offer in offers], np.int32)
    return [o for n, o in enumerate(offers) if not missing[n] and total[n] <= limit + ACROSS]


def _target(
    world: World, item: int, boxes: dict[book.Cell, Box], limit: int
) -> tuple[int, stock.Target] | None:
    """Free pieces of a stack and its target storage; its stops are put among the boxes."""
    rows = world.state.items
    box = box_of_item(world, item)
    kind, quality = int(rows.kind[item]), int(rows.quality[item])
    store = int(rows.store[item])
    found = stock.target(world, _starts(world, box), kind, quality, besides=store, limit=limit)
    if found is None:
        return None
    boxes[item, 3] = box
    boxes[item, 4] = box_of(world.state.structures, found.structure)
    return int(rows.count[item] - rows.reserved[item]), found


def _walks(world: World, boxes: dict[book.Cell, Box], limit: int) -> dict[tuple[book.Cell, book.Cell], int]:
    """Walking cells between all stops; -1 where there is no way, or one longer than any tour may be."""
    stops = list(boxes)
    made = links(world)
    table = np.array([boxes[stop] for stop in stops], np.int32)
    walks = np.empty((len(stops), len(stops)), np.int32)
    walkable = world.state.cells.walkable
    walking.walks_between(walkable, world.scratch.steps, table, limit, made.far, made.queue, walks)
    rows = zip(stops, walks.tolist(), strict=True)
    return {(stop, other): walk for stop, row in rows for other, walk in zip(stops, row, strict=True)}


def _nearness(world: World, boxes: dict[book.Cell, Box], fixed: list[book.Cell]) -> dict[book.Cell, int]:
    route = np.array(_route_cells(world, boxes, fixed), np.int32)
    reached = moves.measure(world, route, world.params.haul.near_cells)
    found = {stop: moves.reach(world, box) for stop, box in boxes.items()}
    moves.forget(world, reached)
    return found


def _woven(
    world: World, steps: list[Stepping], taking: book.Pickups, targets: dict[int, tuple[int, int]], run: bool
) -> list[Stepping]:
    """The plan along the route of all stops; stacks that share a storage share its room."""
    counts = dict(taking.counts)
    used: dict[int, int] = {}
    for item in taking.counts:
        structure, room = targets[item]
        counts[item] = min(counts[item], room - used.get(structure, 0))
        used[structure] = used.get(structure, 0) + max(0, counts[item])
    if run:
        used_by_first = used.get(steps[3].a, 0)
        room = openings.room(world, steps[3].a, steps[3].b, 0)
        if used_by_first and used_by_first + steps[3].c > room:
            return steps
    plan: list[Stepping] = []
    for stop in taking.route[1:]:
        if stop == FIRST:
            plan += steps[:2]
        elif stop == JOB:
            plan += steps[2:] if run else steps
        elif counts[stop[0]] > 0:
            item = stop[0]
            kind = int(world.state.items.kind[item])
            if stop[1] == 3:
                box = box_of_item(world, item)
                plan += [haul.walk_to(world, box), Stepping(Op.PICK, item, counts[item], kind)]
            else:
                structure = targets[item][0]
                box = box_of(world.state.structures, structure)
                plan += [haul.beside(box), Stepping(Op.STORE, structure, kind, counts[item])]
    return _joined(plan)


def _joined(plan: list[Stepping]) -> list[Stepping]:
    """Walks to a storage that the plan has just served fall away, so that it is served once."""
    found: list[Stepping] = []
    for step in plan:
        served = len(found) > 1 and found[-1].op == Op.STORE and step.op in WALKS
        if served and any(walk == step for walk in found[-2:-1] if walk.op in WALKS):
            continue
        if served and len(found) > 2 and found[-2].op == Op.STORE and found[-3] == step:
            continue
        found.append(step)
    return found
