"""Building: work at sites, the tests before it, completion; taking down."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import building, ground
from meikyu.core.ruling import rule
from meikyu.core.ways import kernels as ways
from meikyu.errors import Text
from meikyu.realm.content import JOBS, Amounts
from meikyu.realm.state import Act, Op, Side, Stepping
from meikyu.realm.systems import bodies, clearing, haul, holds, moves, plans, stock
from meikyu.realm.systems.letters import send
from meikyu.realm.systems.links import links
from meikyu.realm.systems.plans import BUILD, Outcome
from meikyu.realm.systems.walking import kernels as walking
from meikyu.realm.tables import (
    add_item,
    add_structure,
    box_of,
    footprint,
    remove_item,
    remove_site,
    remove_structure,
    set_lock,
    touch,
)
from meikyu.realm.world import World

TRAP = JOBS.index("trap")
FORBIDDEN, SHUTS_IN, CLOSES_WAY = (building.CAUSES.index(c) for c in building.TOLD_BY_LETTER)
ORDERS = {
    int(Op.DIG): Text("a dig mark", "「採掘」の印"),
    int(Op.GATHER): Text("a gather mark", "「採集」の印"),
    int(Op.FISH): Text("a fishing mark", "「漁労」の印"),
    int(Op.BUILD): Text("a blueprint", "設計図"),
    int(Op.UNBUILD): Text("a structure to be taken down", "取り壊す建造物"),
    int(Op.PICK): Text("an item to be carried", "運ぶ品"),
    int(Op.CLEAR): Text("an item to be carried", "運ぶ品"),
    int(Op.CRAFT): Text("a workplace", "作業場所"),
    int(Op.REFUEL): Text("a fire or light", "火か明かり"),
    int(Op.CLEAN): Text("a cell to be cleaned", "掃除するマス"),
    int(Op.WATCH): Text("a watchpost", "番所"),
    int(Op.RESET): Text("a trap to be set again", "掛け直す罠"),
    int(Op.UNLOCK): Text("a padlock to be taken off", "外す南京錠"),
    int(Op.RITE): Text("a ritual circle", "儀式円"),
    int(Op.HUNT): Text("a creature to be hunted", "狩るクリーチャー"),
    int(Op.LAY): Text("a corpse to be cremated", "火葬する死体"),
    int(Op.TREAT): Text("a patient", "治療を待つ者"),
    int(Op.WHIP): Text("a minion to be whipped", "鞭打つミニオン"),
}
"""What a site must not cut off, by the work that waits there: visits go to minions, who walk about."""
LETTERS = {FORBIDDEN: "site_item_forbidden", SHUTS_IN: "site_shuts_in", CLOSES_WAY: "site_closes_way"}


def job_of(world: World, kind: int) -> int:
    """Job that works at a site of this structure (KEP-BLD-03, -12)."""
    return JOBS.index(building.work_job(int(world.content.structures[kind].category == "trap")))


# Causes that hold a site up


@rule("KEP-BLD-13")
def forbidden_item(world: World, site: int) -> int:
    """A forbidden stack that lies on the site, or -1."""
    box = box_of(world.state.sites, site)
    for x, y in footprint(*box):
        for item in world.scratch.lying.get(y * world.state.width + x, ()):
            if world.state.items.forbidden[item]:
                return item
    return -1


def throne_cells(world: World) -> NDArray[Any]:
    """Flat cells of the throne, or beside it; none where there is no throne."""
    state = world.state
    for throne in stock.places(world, "throne").tolist():
        return moves.served_from(world, box_of(state.structures, throne))
    return np.zeros(0, np.int32)


def edge_cells(world: World) -> NDArray[Any]:
    """Flat walkable cells of the map's edge."""
    walkable = world.state.cells.walkable
    edge = np.zeros_like(walkable)
    edge[0], edge[-1], edge[:, 0], edge[:, -1] = walkable[0], walkable[-1], walkable[:, 0], walkable[:, -1]
    return np.flatnonzero(edge).astype(np.int32)


def door_under(world: World, kind: int, x: int, y: int) -> int:
    """The door that a structure of this kind is put on at (x, y): that of a padlock; -1 for none."""
    if world.content.structures[kind].place != "door":
        return -1
    return int(world.state.cells.structure[y, x])


@rule("KEP-BLD-24")
def is_solid(world: World, kind: int, x: int, y: int) -> bool:
    """True where nobody can walk once a structure of this kind is finished at (x, y)."""
    row = world.content.structures[kind]
    door = door_under(world, kind, x, y)
    locks = door >= 0 and not world.state.structures.open[door]
    return not building.is_walkable(int(row.walkable), int(locks))


@rule("KEP-BLD-14", "KEP-BLD-15", "KEP-BLD-17", "KEP-BLD-18")
def closes(world: World, site: int) -> tuple[int, tuple[int, int, int]]:
    """Who would be shut in (actor or -1), and the order whose only way would close ((op, x, y) or -1s)."""
    return would_close(world, int(world.state.sites.kind[site]), box_of(world.state.sites, site), site)


def would_close(
    world: World, kind: int, box: tuple[int, int, int, int], site: int = -1
) -> tuple[int, tuple[int, int, int]]:
    """The same of a structure that is only thought of: of which kind, on which cells; `site` is its own."""
    state = world.state
    nobody = (-1, (-1, -1, -1))
    if not is_solid(world, kind, box[0], box[1]) or not walking.splits(state.cells.walkable, *box):
        return nobody
    made = links(world)
    throne = throne_cells(world)
    way_out = np.concatenate((throne, edge_cells(world))).astype(np.int32)
    grid, steps = state.cells.walkable, world.scratch.steps
    shut = -1
    if way_out.size:
        before = np.unique(state.cells.region.reshape(-1)[way_out])
        reached = walking.flood_closed(grid, steps, box, way_out, made.far, made.queue)
        shut = _shut_in(world, box, before, made.far)
        ways.forget(made.far, made.queue, reached)
    order = (-1, -1, -1)
    if throne.size:
        reached = walking.flood_closed(grid, steps, box, throne, made.far, made.queue)
        order = _cut_off(world, site, int(state.cells.region.reshape(-1)[throne[0]]), made.far)
        ways.forget(made.far, made.queue, reached)
    return shut, order


def _shut_in(world: World, box: tuple[int, int, int, int], before: NDArray[Any], far: NDArray[Any]) -> int:
    rows = world.state.actors
    count = len(world.state.names)
    side = rows.side[:count]
    ours = np.flatnonzero(
        rows.alive[:count] & ((side == Side.MINION) | (side == Side.LORD) | (side == Side.ALLY))
    )
    xs, ys = rows.x[ours], rows.y[ours]
    x, y, w, h = box
    on_it = (xs >= x) & (xs < x + w) & (ys >= y) & (ys < y + h)  # they step off before it is completed
    had = np.isin(world.state.cells.region[ys, xs], before) & ~on_it
    for actor, was, now in zip(ours.tolist(), had.tolist(), far[ys, xs].tolist(), strict=True):
        if building.is_shut_in(int(was), int(now >= 0)):
            return actor
    return -1


def _cut_off(world: World, site: int, region: int, far: NDArray[Any]) -> tuple[int, int, int]:
    """The first order, by task number and then by site, that only the site's cells join to the throne."""
    state = world.state
    height, width = far.shape

    def touches(x: int, y: int, w: int, h: int) -> tuple[bool, bool]:
        area = (slice(max(y - 1, 0), min(y + h + 1, height)), slice(max(x - 1, 0), min(x + w + 1, width)))
        return bool((state.cells.region[area] == region).any()), bool((far[area] >= 0).any())

    made = links(world)
    for task in np.flatnonzero(state.tasks.kind >= 0).tolist():
        op = int(state.tasks.kind[task])
        if op not in ORDERS or op == Op.BUILD:  # sites are looked at below
            continue
        x, y = int(state.tasks.x[task]), int(state.tasks.y[task])
        before, after = touches(x, y, int(made.boxes[task, 0]), int(made.boxes[task, 1]))
        if building.is_cut_off(int(before), int(after), 0):
            return op, x, y
    for other in np.flatnonzero(state.sites.kind >= 0).tolist():
        if other != site:
            box = box_of(state.sites, other)
            before, after = touches(*box)
            if building.is_cut_off(int(before), int(after), 0):
                return int(Op.BUILD), box[0], box[1]
    return -1, -1, -1


@rule("KEP-BLD-13", "KEP-BLD-14", "KEP-BLD-15", "KEP-BLD-18", "KEP-BLD-20")
def stalled(world: World, site: int) -> bool:
    """True while a cause that a letter tells of holds the site up; a new cause is told once."""
    state = world.state
    item = forbidden_item(world, site)
    shut, order = closes(world, site)
    anyway = site in state.settings.get("build_anyway", ())
    causes = {FORBIDDEN: item >= 0, SHUTS_IN: shut >= 0, CLOSES_WAY: order[0] >= 0 and not anyway}
    told = int(state.sites.stall[site])
    x, y = int(state.sites.x[site]), int(state.sites.y[site])
    for cause, applies in causes.items():
        bit = 1 << cause
        if applies and building.letter_due(building.CAUSES[cause], bool(told & bit)):
            args: dict[str, Any] = {"site": int(state.sites.kind[site])}
            if cause == FORBIDDEN:
                args["item"] = int(state.items.kind[item])
            elif cause == SHUTS_IN:
                args["minion"] = shut
            else:
                args["order"] = {"en": ORDERS[order[0]].en, "ja": ORDERS[order[0]].ja}
            send(world, LETTERS[cause], x, y, f"site:{site}:{cause}:{state.tick}", args)
            world.emit(
                "stalled", building.CAUSE_RULES[cause], site=site, cause=building.CAUSES[cause], x=x, y=y
            )
        told = told | bit if applies else told & ~bit
    state.sites.stall[site] = told
    return any(causes.values())


# Plans


@rule("KEP-BLD-06", "KEP-BLD-19")
def plan(world: World, actor: int, site: int) -> list[Stepping] | None:
    """The plan to work at a site from the throne's side of it, or None while it is stalled."""
    state = world.state
    if state.sites.kind[site] < 0 or stalled(world, site):
        return None
    box = box_of(state.sites, site)
    row = world.content.structures[state.sites.kind[site]]
    ring = moves.stands(world, box, True)
    start = moves.flat_of(world, actor)
    reached = moves.measure(world, np.array([start]))
    far = links(world).far.reshape(-1)
    walks = {int(cell): int(far[cell]) for cell in ring.tolist() if far[cell] >= 0}
    moves.forget(world, reached)
    if not walks:
        return [haul.walk_to(world, box), Stepping(Op.BUILD, site)] if row.walkable else None
    sided = set(walks)
    throne = throne_cells(world)
    if not row.walkable and throne.size and walking.splits(state.cells.walkable, *box):
        made = links(world)
        count = walking.flood_closed(
            state.cells.walkable, world.scratch.steps, box, throne, made.far, made.queue
        )
        sided = {cell for cell in walks if made.far.reshape(-1)[cell] >= 0}
        ways.forget(made.far, made.queue, count)
    best = min(walks, key=lambda cell: building.stand_order(int(cell in sided), walks[cell], cell))
    return [Stepping(Op.WALK, best % state.width, best // state.width, 1001), Stepping(Op.BUILD, site)]


def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start or go on with the work at a site, or at a structure to be taken down."""
    state = world.state
    if step.op == Op.UNBUILD:
        if state.structures.kind[step.a] < 0 or not state.structures.unbuild[step.a]:
            return Outcome.STOP
        plans.work(world, actor, world.params.minutes.deconstruct, BUILD)
        return Outcome.ON
    site = step.a
    if state.sites.kind[site] < 0 or haul.missing(world, site, coming=False):
        return Outcome.STOP
    need = int(state.sites.need[site])
    plans.work(world, actor, 1, job_of(world, int(state.sites.kind[site])))
    state.actors.need[actor], state.actors.done[actor] = need, int(state.sites.work[site])
    state.sites.builder[site] = actor
    return Outcome.ON


def done(world: World, actor: int, step: Stepping) -> Outcome:
    """The work has reached its need: a fumble, a wait, or the finished structure."""
    if step.op == Op.UNBUILD:
        return _taken_down(world, actor, step.a)
    return _finished(world, actor, step.a)


@rule("KEP-BLD-03", "KEP-BLD-17", "KEP-BLD-19", "KEP-BLD-22", "KEP-SIM-12")
def _finished(world: World, actor: int, site: int) -> Outcome:
    state = world.state
    if state.sites.kind[site] < 0:
        return Outcome.STOP
    kind = int(state.sites.kind[site])
    row = world.content.structures[kind]
    box = box_of(state.sites, site)
    x, y = box[0], box[1]
    need = int(state.sites.need[site])
    there = bodies_on(world, box)
    if not building.may_complete(int(not is_solid(world, kind, x, y)), len(there)):
        for body in there:
            _step_off(world, body, box)
        state.sites.work[site] = need
        plans.wait(world, actor, world.params.sim.ticks_per_cell)
        return Outcome.WAIT
    if plans.fumbles(world, actor, job_of(world, kind), x, y):
        state.sites.work[site] = ground.work_after_fumble(world.params.sim, need, need)
        return Outcome.AGAIN
    state.sites.work[site] = need
    if stalled(world, site) or not clearing.is_clear(world, site):
        touch(world, "site", site)
        return Outcome.STOP
    for item in list(world.scratch.onsite.get(site, ())):
        remove_item(world, item)
    turned = (box[2], box[3]) != (row.w, row.h)
    door = door_under(world, kind, x, y)
    state.sites.builder[site] = -1
    remove_site(world, site)
    structure = door
    if door >= 0:
        set_lock(world, door, True)
    else:
        structure = add_structure(world, kind, x, y, turned)
    world.emit("built", "KEP-BLD-03", actor=actor, structure=structure, kind=kind, x=x, y=y)
    plans.end_task(world, actor)
    return Outcome.ON


def bodies_on(world: World, box: tuple[int, int, int, int]) -> list[int]:
    """Living actors on the cells of a box, ascending."""
    rows = world.state.actors
    x, y, w, h = box
    reach = bodies.LARGE - 1  # a large body reaches so far beyond its north-west cell
    on = rows.alive & (rows.x >= x - reach) & (rows.x < x + w) & (rows.y >= y - reach) & (rows.y < y + h)
    found: list[int] = []
    for actor in np.flatnonzero(on).tolist():
        cells = bodies.size(world, actor)
        if rows.x[actor] + cells > x and rows.y[actor] + cells > y:
            found.append(actor)
    return found


EASY = (Op.IDLE, Op.LOITER, Op.WATCH)
"""What a minion leaves to step off a site: passing the time, hanging about, a watch."""


def _step_off(world: World, body: int, box: tuple[int, int, int, int]) -> None:
    """Have a minion that does nothing much leave the cells of a box; others go when they are done."""
    rows = world.state.actors
    plan = world.state.plans[body]
    if rows.side[body] != Side.MINION or holds.is_held(world, body):
        return
    if plan and plan[0].op in EASY and rows.act[body] == Act.WAIT:
        plans.break_off(world, body)
    if rows.act[body] == Act.IDLE and not world.state.plans[body]:
        plans.take_up(world, body, [haul.beside(box)])
        world.scratch.due.append((body, 0))


@rule("KEP-BLD-26")
def give_back(world: World, materials: Amounts, x: int, y: int) -> None:
    """Lay on a cell what is left of the materials of a thing that was taken down."""
    for name, count in materials:
        back = building.refund(world.params.build, count)
        if back:
            add_item(world, world.content.item[name], back, 0, x, y)


@rule("KEP-BLD-26")
def _taken_down(world: World, actor: int, structure: int) -> Outcome:
    state = world.state
    if state.structures.kind[structure] < 0:
        return Outcome.STOP
    kind = int(state.structures.kind[structure])
    x, y = int(state.structures.x[structure]), int(state.structures.y[structure])
    remove_structure(world, structure)
    give_back(world, world.content.structures[kind].materials, x, y)
    world.emit("taken_down", "KEP-BLD-26", actor=actor, structure=structure, kind=kind, x=x, y=y)
    plans.end_task(world, actor)
    return Outcome.ON
