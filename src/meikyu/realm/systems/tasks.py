"""Tasks: what there is to do, kept up to date from what the tables have touched."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import ground, needs
from meikyu.core.clock import TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.state import Op
from meikyu.realm.systems import (
    arms,
    build,
    care,
    clearing,
    cremation,
    dig,
    gathering,
    haul,
    hunting,
    moves,
    openings,
    plans,
    rites,
    stock,
    traps,
    visits,
    workplaces,
)
from meikyu.realm.systems.links import AT_STRUCTURES, box_of_item, boxes_of_items, links
from meikyu.realm.systems.offers import kernels as offers
from meikyu.realm.systems.plans import BUILD, CHORES, GUARD, HAUL, stop_work, want
from meikyu.realm.tables import OPS_OF_MARKS, touch
from meikyu.realm.world import World


def run(world: World) -> None:
    """Bring the tasks up to date: whatever was touched is looked at once."""
    if world.state.skipped:
        let_try_again(world)
    if world.state.tick % TICKS_PER_HOUR == 0:
        gathering.forage(world)
        look_again(world)
        for structure in stock.places(world, "fuelled").tolist():
            _fuel(world, structure)
        _loose_items(world)
    if world.state.tick % TICKS_PER_MINUTE == 0:
        _stalled_sites(world)
        workplaces.offer(world)
    take_in(world)


def update(world: World) -> None:
    """Add and drop the tasks of everything touched, and see which hauls may be offered."""
    take_in(world)
    hold_back(world)


def take_in(world: World) -> None:
    """Add and drop the tasks of everything touched since the last time."""
    scratch = world.scratch
    if _regions_changed(world):
        look_again(world)
        hungry_try_again(world)
    while scratch.changed:
        changed = sorted(set(scratch.changed))
        scratch.changed = []
        kinds: set[int] = set()
        makers: list[int] = []
        for what, row in changed:
            if what == "item":
                _item(world, row)
                kind = int(world.state.items.kind[row])
                if kind >= 0:
                    kinds.add(kind)
                    _food_came(world, row)
            elif what == "cell":
                _cell(world, row)
            elif what == "site":
                _site(world, row)
            elif what == "actor":
                _actor(world, row)
            else:
                _structure(world, row)
                if workplaces.is_one(world, row):
                    makers.append(row)
        if kinds:
            _goods(world, kinds)
        if makers:
            workplaces.offer(world, makers)


@rule("KEP-JOB-17")
def let_try_again(world: World) -> None:
    """Forget who found no way to which task where the hour is over or walking has changed anywhere."""
    state = world.state
    if state.counters.get("skipped_at") != state.map_version:
        kept: dict[int, tuple[tuple[int, int], ...]] = {}
    else:
        left = {a: tuple(p for p in pairs if p[1] > state.tick) for a, pairs in state.skipped.items()}
        kept = {actor: pairs for actor, pairs in left.items() if pairs}
    if kept != state.skipped:
        state.skipped = kept
        state.task_version += 1


def _regions_changed(world: World) -> bool:
    """True when regions have joined or parted since the last time, so that ways opened or closed.

    What was seen last is part of the state: a dungeon that is opened again goes on as if never closed.
    """
    state = world.state
    seen = state.counters
    if seen.get("regions_version") == state.map_version:
        return False
    count = int(np.count_nonzero(world.scratch.sizes))
    before = seen.get("regions")
    seen["regions_version"], seen["regions"] = state.map_version, count
    return before is not None and before != count


@rule("KEP-NEED-14")
def hungry_try_again(world: World) -> None:
    """Ways have opened or closed: whoever found no food tries again in the next tick."""
    retry = world.state.actors.retry[: len(world.state.names), needs.FOOD]
    retry[retry > world.state.tick + 1] = world.state.tick + 1


def look_again(world: World) -> None:
    """Look again at hauls and sites, because ways opened or closed."""
    links(world).hauls_anew = True
    for site in np.flatnonzero(world.state.sites.kind >= 0).tolist():
        touch(world, "site", site)


@rule("KEP-JOB-08", "KEP-JOB-70")
def _cell(world: World, flat: int) -> None:
    state = world.state
    x, y = flat % state.width, flat // state.width
    known = links(world).tasks
    marked = int(state.cells.mark[y, x])
    for mark, op in OPS_OF_MARKS.items():
        if not marked & mark and (op, x, y) not in known:
            continue
        minutes, job = dig.minutes_of(world, op, x, y)
        want(world, (op, x, y), minutes > 0, job, x, y)
        if minutes <= 0:
            stop_work(world, (op, x, y))
    dirty = bool(state.cells.stain[y, x] >= 0 and state.cells.territory[y, x])
    if dirty or (Op.CLEAN, x, y) in known:
        want(world, (Op.CLEAN, x, y), dirty, CHORES, x, y)


@rule("KEP-HUNT-06", "KEP-FOG-15", "KEP-HEAL-35")
def _actor(world: World, actor: int) -> None:
    """Offer the hunt of a marked creature and the treatment of a patient."""
    x, y = moves.here(world, actor)
    want(world, (Op.HUNT, actor, -1), hunting.is_wanted(world, actor), arms.HUNT, x, y)
    want(world, (Op.TREAT, actor, -1), care.is_wanted(world, actor), care.TREAT, x, y)
    want(world, (Op.SUPERVISE, actor, -1), visits.is_wanted(world, actor), visits.SUPERVISE, x, y)
    want(world, (Op.WHIP, actor, -1), visits.is_to_whip(world, actor), visits.SUPERVISE, x, y)


@rule("KEP-HAUL-03", "KEP-HAUL-22", "KEP-HAUL-44", "KEP-HAUL-48")
def _item(world: World, item: int) -> None:
    state = world.state
    known = links(world).tasks
    key = (Op.PICK, item, -1)
    task = known.get(key, -1)
    rows = state.items
    x, y = int(rows.x[item]), int(rows.y[item])
    moved = task >= 0 and (state.tasks.x[task] != x or state.tasks.y[task] != y)
    if task >= 0 and state.tasks.by[task] < 0 and (moved or rows.kind[item] < 0):
        plans.forget_task(world, task)
    loose = stock.is_loose(world, item)
    if loose or key in known:
        want(world, key, loose, HAUL, x, y, since=int(rows.born[item]))
    for op, wanted, also in (
        (Op.LAY, cremation.is_wanted(world, item), -1),
        (Op.CLEAR, loose and clearing.is_wanted(world, item), BUILD),
    ):
        if wanted or (op, item, -1) in known:
            want(world, (op, item, -1), wanted, HAUL, x, y, also=also)


@rule("KEP-NEED-14")
def _food_came(world: World, item: int) -> None:
    """Food that may be fetched has come: the hungry of its region that found none try again next tick."""
    state = world.state
    rows = state.items
    if not stock.item_row(world, item).food_kind or rows.count[item] <= rows.reserved[item]:
        return
    if rows.holder[item] >= 0 or rows.site[item] >= 0:
        return
    count = len(state.names)
    waiting = np.flatnonzero(state.actors.retry[:count, needs.FOOD] > state.tick + 1)
    if waiting.size:
        regions = state.cells.region.reshape(-1)
        mine = regions[moves.served_from(world, box_of_item(world, item))]
        places = state.cells.region[state.actors.y[waiting], state.actors.x[waiting]]
        state.actors.retry[waiting[np.isin(places, mine)], needs.FOOD] = state.tick + 1


@rule("KEP-HAUL-46", "KEP-HAUL-48")
def hold_back(world: World) -> None:
    """Offer the hauling of those stacks only for which a storage in reach has room now; the others wait.

    Only what may have changed is looked at: all where ways or a storage opened or closed, else the goods that
    a storage began or ceased to take, and the tasks that are new or free again.
    """
    state, made = world.state, links(world)
    if not (made.hauls_anew or made.hauls or openings.have_turned(world)):
        return
    rows, tasks = state.items, state.tasks
    open_ones = openings.current(world)
    if made.hauls_anew or open_ones.wide or open_ones.turned:
        waiting = np.flatnonzero((tasks.kind == Op.PICK) & (tasks.by < 0))
    elif made.hauls:
        fresh = np.unique(made.hauls)
        waiting = fresh[(tasks.kind[fresh] == Op.PICK) & (tasks.by[fresh] < 0)]
    else:
        return
    items = tasks.a[waiting]
    codes = rows.kind[items].astype(np.int64) * openings.CODES + rows.quality[items]
    if not (made.hauls_anew or open_ones.wide) and open_ones.turned:
        turned = np.zeros(len(world.content.items) * openings.CODES, np.bool_)
        turned[list(open_ones.turned)] = True
        fresh = np.zeros(tasks.kind.size, np.bool_)
        fresh[made.hauls] = True
        some = turned[codes] | fresh[waiting]
        waiting, items, codes = waiting[some], items[some], codes[some]
    made.hauls_anew, open_ones.wide = False, False
    made.hauls.clear()
    open_ones.turned.clear()
    if not waiting.size:
        return
    offered = np.where(_have_room(world, items, codes), -1, plans.HELD_BACK)
    if (offered != tasks.by[waiting]).any():
        tasks.by[waiting] = offered
        state.task_version += 1


def _have_room(world: World, items: NDArray[Any], codes: NDArray[Any]) -> NDArray[np.bool_]:
    """For which of the stacks a storage in reach has room."""
    state, open_ones = world.state, openings.current(world)
    found = np.zeros(items.size, np.bool_)
    tight = [(code, s) for code in sorted(set(codes.tolist())) for s in open_ones.loose.get(code, ())]
    offers.have_room(
        (codes, boxes_of_items(world, items), np.argsort(codes, kind="stable")),
        (np.flatnonzero(open_ones.free), stock.boxes_of_structures(world)),
        (open_ones.free, open_ones.takes, open_ones.least),
        np.array(tight, np.int64).reshape(-1, 2),
        state.cells.region,
        world.scratch.owner,
        found,
    )
    return found


def _loose_items(world: World) -> None:
    """Look again at the loose stacks that have no task."""
    rows = world.state.items
    tasks = world.state.tasks
    mask = (rows.kind >= 0) & (rows.holder < 0) & (rows.site < 0) & (rows.store < 0) & ~rows.forbidden
    mask[tasks.a[tasks.kind == Op.PICK]] = False
    for item in np.flatnonzero(mask).tolist():
        _item(world, item)


@rule(
    *("KEP-BLD-01", "KEP-BLD-02", "KEP-BLD-03", "KEP-BLD-06", "KEP-BLD-09", "KEP-BLD-22", "KEP-BLD-23"),
    "KEP-HAUL-43",
)
def _site(world: World, site: int) -> None:
    state = world.state
    kind = int(state.sites.kind[site])
    for item in clearing.lying_on(world, site):
        _item(world, item)
    if kind < 0:
        for key in links(world).keys((Op.GIVE, Op.BUILD), site):
            stop_work(world, key)
        return
    x, y, since = int(state.sites.x[site]), int(state.sites.y[site]), int(state.sites.since[site])
    lacks = haul.missing(world, site)
    for name, _ in world.content.structures[kind].materials:
        item = world.content.item[name]
        wanted = item in lacks and stock.usable(world, (item,)).size > 0
        want(world, (Op.GIVE, site, item), wanted, HAUL, x, y, also=BUILD, since=since)
    ready = not haul.missing(world, site, coming=False) and not state.sites.stall[site]
    ready = ready and clearing.is_clear(world, site)
    want(world, (Op.BUILD, site, -1), ready, build.job_of(world, kind), x, y, since=since)


@rule("KEP-BLD-20")
def _stalled_sites(world: World) -> None:
    """Test again the sites that a letter told of: the cause may have gone."""
    stalled = np.flatnonzero((world.state.sites.kind >= 0) & (world.state.sites.stall > 0))
    for site in stalled.tolist():
        if not build.stalled(world, site):
            _site(world, site)


@rule("KEP-SIM-14", "KEP-FOOD-16", "KEP-JOB-73", "KEP-JOB-70")
def _structure(world: World, structure: int) -> None:
    """Look at a structure: taking down, fuel, watches, and what a storage holds but no longer accepts."""
    state = world.state
    rows = state.structures
    if rows.kind[structure] < 0:
        for key in links(world).keys(AT_STRUCTURES, structure):
            stop_work(world, key)
        return
    row = stock.structure_row(world, structure)
    x, y = int(rows.x[structure]), int(rows.y[structure])
    want(world, (Op.UNBUILD, structure, -1), bool(rows.unbuild[structure]), BUILD, x, y)
    if row.fuel_hours:
        _fuel(world, structure)
    if row.category == "trap":
        want(world, (Op.RESET, structure, -1), traps.wants_setting(world, structure), traps.TRAP, x, y)
    want(world, (Op.UNLOCK, structure, -1), bool(rows.unlock[structure]), traps.TRAP, x, y)
    if row.id == rites.CIRCLE:
        want(world, (Op.RITE, structure, -1), rites.is_wanted(world, structure), rites.RITUAL, x, y)
    if row.id == "watchpost":
        want(world, (Op.WATCH, structure, -1), True, GUARD, x, y)
    if row.storage:
        for item in list(world.scratch.stored.get(structure, ())):
            _item(world, item)


@rule("KEP-SIM-14")
def _fuel(world: World, structure: int) -> None:
    rows = world.state.structures
    dry = not rows.burning[structure] or ground.wants_fuel(
        world.params.sim, world.state.tick, int(rows.fuel[structure])
    )
    has = bool(dry) and stock.usable(world, (world.content.item["wood"],)).size > 0
    want(world, (Op.REFUEL, structure, -1), has, CHORES, int(rows.x[structure]), int(rows.y[structure]))


def _goods(world: World, kinds: set[int]) -> None:
    """Goods of these kinds came, went or were spoken for: sites and fires that need them are looked at."""
    state = world.state
    for site in np.flatnonzero(state.sites.kind >= 0).tolist():
        materials = world.content.structures[state.sites.kind[site]].materials
        if any(world.content.item[name] in kinds for name, _ in materials):
            _site(world, site)
    if world.content.item["wood"] in kinds:
        soon = state.tick + world.params.sim.refuel_hours_left * TICKS_PER_HOUR
        rows = state.structures
        for structure in np.flatnonzero((rows.kind >= 0) & (rows.fuel >= 0) & (rows.fuel <= soon)).tolist():
            _fuel(world, structure)
