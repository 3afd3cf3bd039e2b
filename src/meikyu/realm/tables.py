"""The only way to add and remove rows and to change cells: keeps every index and derived cell current."""

from __future__ import annotations

import heapq
from bisect import insort
from typing import Any, TypeVar

import numpy as np

from meikyu.books.keep import jobs, sight
from meikyu.core import kernels
from meikyu.core.clock import TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.realm.state import Mark, Op, Side, Sites, State, Structures
from meikyu.realm.world import World, place_of

Rows = TypeVar("Rows", bound=Any)

GUARD = jobs.IDS.index("guard")


def grown(rows: Rows, size: int) -> Rows:
    """The same rows in arrays of `size` rows; the new ones are free and -1 or 0 all over."""
    wider: list[Any] = []
    for array in rows:
        fresh = np.full((size, *array.shape[1:]), -1 if array.dtype.kind == "i" else 0, array.dtype)
        fresh[: array.shape[0]] = array
        wider.append(fresh)
    return type(rows)(*wider)


def _room(state: State, table: str, row: int) -> Any:
    """The table, doubled when `row` does not fit."""
    rows = getattr(state, table)
    size = rows[0].shape[0]
    if row >= size:
        while row >= size:
            size *= 2
        rows = grown(rows, size)
        setattr(state, table, rows)
    return rows


def _free(world: World, table: str) -> int:
    """The lowest free row of a table whose rows are used again."""
    heaps: dict[str, list[int]] = world.scratch.caches.setdefault("free", {})
    if table not in heaps:
        kinds = getattr(world.state, table).kind
        heaps[table] = np.flatnonzero(kinds < 0).tolist()
    heap = heaps[table]
    if heap:
        return heapq.heappop(heap)
    size = getattr(world.state, table)[0].shape[0]
    _room(world.state, table, size)
    heaps[table] = list(range(size + 1, size * 2))
    return size


def _number(state: State, name: str) -> int:
    """The next number of a counter."""
    number = state.counters.get(name, 0)
    state.counters[name] = number + 1
    return number


def touch(world: World, what: str, row: int) -> None:
    """Tell the tasks system that an "item", "site", "structure" or "cell" (flat number) has changed."""
    world.scratch.changed.append((what, row))
    if what == "structure":
        world.scratch.room_log.append(row)


# Actors


def add_actor(
    world: World,
    side: int,
    species: int,
    x: int,
    y: int,
    *,
    stats: tuple[int, ...],
    name: str,
    needs: tuple[int, int, int],
    levels: tuple[int, ...] | None = None,
) -> int:
    """Add an actor and return its id.

    Args:
        world: the dungeon.
        side: of `Side`.
        species: row of the species table, or of the creatures table for others than minions and the lord.
        x: column.
        y: row.
        stats: the five stats.
        name: "English/Japanese".
        needs: food, sleep, recreation in 1/600 points.
        levels: the fifteen job levels; all off where left out.
    """
    state = world.state
    actor = len(state.names)
    rows = _room(state, "actors", actor)
    for field in rows._fields:
        getattr(rows, field)[actor] = 0
    for field in ("title", "task", "job", "looked", "weapon", "armour", "tool"):
        getattr(rows, field)[actor] = -1
    rows.alive[actor] = True
    rows.side[actor] = side
    rows.species[actor] = species
    rows.x[actor] = rows.came_x[actor] = x
    rows.y[actor] = rows.came_y[actor] = y
    rows.stats[actor] = stats
    rows.needs[actor] = needs
    rows.levels[actor] = levels or (0,) * 15
    rows.saved[actor] = rows.levels[actor]
    rows.since[actor] = state.tick
    rows.joined[actor] = True
    rows.born[actor] = state.tick
    rows.speed[actor] = 100
    rows.heading[actor] = 1
    set_sight(world, actor)
    state.names.append(name)
    state.plans.append([])
    return actor


def set_sight(world: World, actor: int) -> None:
    """Bring an actor's range of sight up to date with its hunting and its job Guard."""
    rows = world.state.actors
    guard = int(rows.levels[actor, GUARD] > 0)
    rows.sight[actor] = sight.sight_range(world.params.sight, int(rows.stats[actor, 0]), guard)


def move_actor(world: World, actor: int, x: int, y: int) -> None:
    """Put an actor on a cell, as a step of a walk does; what it holds goes with it."""
    rows = world.state.actors
    rows.came_x[actor], rows.came_y[actor] = rows.x[actor], rows.y[actor]
    rows.x[actor], rows.y[actor] = x, y


# Items


def _into(world: World, item: int) -> None:
    index, key = place_of(world.state, world.scratch, item)
    insort(index.setdefault(key, []), item)
    touch(world, "item", item)
    if world.state.items.store[item] >= 0:
        world.scratch.room_log.append(int(world.state.items.store[item]))


def _out_of(world: World, item: int) -> None:
    index, key = place_of(world.state, world.scratch, item)
    ids = index[key]
    ids.remove(item)
    if not ids:
        del index[key]
    touch(world, "item", item)
    if world.state.items.store[item] >= 0:
        touch(world, "structure", int(world.state.items.store[item]))


def _new_item(world: World, kind: int, count: int, quality: int) -> int:
    item = _free(world, "items")
    rows = world.state.items
    rows.kind[item], rows.count[item], rows.quality[item] = kind, count, quality
    rows.x[item] = rows.y[item] = rows.holder[item] = rows.store[item] = rows.site[item] = -1
    rows.forbidden[item], rows.reserved[item] = False, 0
    rows.born[item] = world.state.tick
    rows.decays[item] = -1
    hours = world.content.items[kind].decay_hours
    if hours:
        _decay_at(world, item, world.state.tick + hours * TICKS_PER_HOUR)
    return item


def _decay_at(world: World, item: int, tick: int) -> None:
    world.state.items.decays[item] = tick
    add_timer(world, tick, "decay", item, tick)


def _may_merge(world: World, item: int, kind: int, quality: int) -> bool:
    rows = world.state.items
    return bool(
        rows.kind[item] == kind
        and rows.quality[item] == quality
        and not rows.forbidden[item]
        and rows.reserved[item] == 0
        and rows.count[item] < world.content.items[kind].stack
    )


def floor_place(world: World, kind: int, quality: int, x: int, y: int) -> tuple[int, int]:
    """The cell nearest to (x, y) on foot where such a stack may lie: with a stack to join, or empty.

    Cells of structures that nobody can walk on are passed over; where nothing is free it is (x, y) itself.
    """
    state, scratch = world.state, world.scratch
    width = state.width
    start = y * width + x
    count = 1
    queue = scratch.queue
    if state.cells.walkable[y, x]:
        count = kernels.spread(scratch.steps, np.array([start]), -1, 24, scratch.dist, queue)
        kernels.forget(scratch.dist, queue, count)
    else:
        queue[0] = start
        near = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        for nx, ny in near:
            if 0 <= nx < width and 0 <= ny < state.height and state.cells.walkable[ny, nx]:
                queue[count] = ny * width + nx
                count += 1
    for place in queue[:count].tolist():
        cx, cy = place % width, place // width
        if count > 1 and not state.cells.walkable[cy, cx]:
            continue
        lying = scratch.lying.get(place, [])
        if not lying or (len(lying) == 1 and _may_merge(world, lying[0], kind, quality)):
            return cx, cy
    return x, y


def add_item(world: World, kind: int, count: int, quality: int, x: int, y: int) -> int:
    """Lay `count` pieces on the floor at (x, y) and return the stack's id (the first, where it takes more).

    They join a stack of the same kind and quality that is neither reserved nor forbidden, up to the stack
    size; what does not fit goes to the nearest free cell.
    """
    first = -1
    while count > 0:
        cx, cy = floor_place(world, kind, quality, x, y)
        item, laid = _lay(world, kind, count, quality, cx, cy)
        count -= laid
        first = item if first < 0 else first
    return first


def _lay(world: World, kind: int, count: int, quality: int, x: int, y: int) -> tuple[int, int]:
    rows = world.state.items
    most = world.content.items[kind].stack
    for item in world.scratch.lying.get(y * world.state.width + x, []):
        if _may_merge(world, item, kind, quality):
            laid = min(count, most - int(rows.count[item]))
            rows.count[item] += laid
            touch(world, "item", item)
            return item, laid
    item = _new_item(world, kind, min(count, most), quality)
    rows = world.state.items
    rows.x[item], rows.y[item] = x, y
    _into(world, item)
    world.state.task_version += 1
    return item, min(count, most)


def take(world: World, item: int, count: int) -> int:
    """Part `count` pieces from a stack and return their id: the stack's own when that is all of it.

    The new stack is where the old one is; `hold`, `put_down` or `store_item` then moves it. Of the old
    stack's reserved pieces as many go as are taken.
    """
    rows = world.state.items
    have = int(rows.count[item])
    if count >= have:
        rows.reserved[item] = 0
        return item
    fresh = _free(world, "items")
    rows = world.state.items
    for array in rows:
        array[fresh] = array[item]
    rows.count[fresh], rows.reserved[fresh] = count, 0
    rows.count[item] = have - count
    rows.reserved[item] = max(0, int(rows.reserved[item]) - count)
    if rows.decays[fresh] >= 0:
        _decay_at(world, fresh, int(rows.decays[fresh]))
    _into(world, fresh)
    touch(world, "item", item)
    return fresh


def merge(world: World, into: int, item: int) -> int:
    """Join a stack to another of its kind and quality; the sooner decay holds. Returns the id that stays."""
    rows = world.state.items
    rows.count[into] += rows.count[item]
    if rows.decays[item] < -1:
        rows.decays[into] = max(int(rows.decays[into]), int(rows.decays[item]))
    else:
        _sooner_decay(world, into, int(rows.decays[item]))
    touch(world, "item", into)
    remove_item(world, item)
    return into


def _decay_runs(world: World, item: int) -> None:
    """Start a stopped decay again: a stored stack keeps the ticks it has left as a number below -1."""
    left = -int(world.state.items.decays[item]) - 2
    if left >= 0:
        _decay_at(world, item, world.state.tick + max(left, 1))


def hold(world: World, item: int, actor: int) -> int:
    """Put a stack into an actor's hands; joins a like one that it holds already. Returns the id held."""
    _out_of(world, item)
    rows = world.state.items
    rows.x[item] = rows.y[item] = rows.store[item] = rows.site[item] = -1
    rows.holder[item], rows.reserved[item] = actor, 0
    rows.forbidden[item] = False
    _into(world, item)
    _decay_runs(world, item)
    for other in world.scratch.held[actor]:
        if (
            other != item
            and rows.kind[other] == rows.kind[item]
            and rows.quality[other] == rows.quality[item]
        ):
            return merge(world, other, item)
    return item


def put_down(world: World, item: int, x: int, y: int) -> int:
    """Lay a stack on the floor at (x, y), as `add_item` does with new pieces; returns the last id."""
    rows = world.state.items
    kind, quality = int(rows.kind[item]), int(rows.quality[item])
    most = world.content.items[kind].stack
    _out_of(world, item)
    rows.holder[item] = rows.store[item] = rows.site[item] = -1
    rows.reserved[item] = 0
    _decay_runs(world, item)
    world.state.task_version += 1
    while True:
        cx, cy = floor_place(world, kind, quality, x, y)
        lying = world.scratch.lying.get(cy * world.state.width + cx, [])
        into = next((i for i in lying if _may_merge(world, i, kind, quality)), -1)
        left = int(rows.count[item])
        if into < 0 and left <= most:
            rows.x[item], rows.y[item] = cx, cy
            _into(world, item)
            return item
        target = _split(world, item, cx, cy) if into < 0 else into
        rows = world.state.items
        moved = min(left, most - int(rows.count[target]))
        rows.count[target] += moved
        rows.count[item] = left - moved
        _sooner_decay(world, target, int(rows.decays[item]))
        touch(world, "item", target)
        if moved == left:
            _free_item(world, item)
            return target


def _split(world: World, item: int, x: int, y: int) -> int:
    """A new stack like `item` with nothing in it yet, lying on a cell."""
    fresh = _free(world, "items")
    rows = world.state.items
    for array in rows:
        array[fresh] = array[item]
    rows.count[fresh] = rows.reserved[fresh] = 0
    rows.x[fresh], rows.y[fresh] = x, y
    if rows.decays[fresh] >= 0:
        _decay_at(world, fresh, int(rows.decays[fresh]))
    _into(world, fresh)
    return fresh


def _sooner_decay(world: World, item: int, decays: int) -> None:
    """Let a stack decay no later than what has joined it."""
    rows = world.state.items
    if 0 <= decays < rows.decays[item] or (decays >= 0 and rows.decays[item] == -1):
        _decay_at(world, item, decays)


def store_item(world: World, item: int, structure: int) -> int:
    """Put a stack into a storage, joining like ones up to the stack size; the caller has seen to the room.

    Decay stops while a stack is stored. Returns the id of the last stack that was filled.
    """
    state = world.state
    rows = state.items
    kind, quality = int(rows.kind[item]), int(rows.quality[item])
    most = world.content.items[kind].stack
    if world.content.structures[state.structures.kind[structure]].storage == "item":
        most = world.content.structures[state.structures.kind[structure]].capacity
    for other in list(world.scratch.stored.get(structure, [])):
        if rows.kind[other] != kind or rows.quality[other] != quality or rows.count[other] >= most:
            continue
        part = take(world, item, min(int(rows.count[item]), most - int(rows.count[other])))
        rows = state.items
        _stop_decay(world, part)
        merge(world, other, part)
        world.scratch.room_log.append(structure)
        if part == item:
            state.task_version += 1
            return other
    _out_of(world, item)
    _stop_decay(world, item)
    rows.holder[item] = rows.site[item] = -1
    rows.store[item] = structure
    rows.x[item], rows.y[item] = state.structures.x[structure], state.structures.y[structure]
    rows.reserved[item] = 0
    _into(world, item)
    state.task_version += 1
    return item


def _stop_decay(world: World, item: int) -> None:
    rows = world.state.items
    if rows.decays[item] >= 0:
        rows.decays[item] = -2 - max(0, int(rows.decays[item]) - world.state.tick)


def give_item(world: World, item: int, site: int) -> int:
    """Put a stack at a building site, for it to be built in. Returns its id."""
    _out_of(world, item)
    state = world.state
    rows = state.items
    rows.holder[item] = rows.store[item] = -1
    rows.site[item], rows.reserved[item] = site, 0
    rows.x[item], rows.y[item] = state.sites.x[site], state.sites.y[site]
    _into(world, item)
    for other in world.scratch.onsite[site]:
        if (
            other != item
            and rows.kind[other] == rows.kind[item]
            and rows.quality[other] == rows.quality[item]
        ):
            return merge(world, other, item)
    return item


def remove_item(world: World, item: int) -> None:
    """Take a stack out of the world."""
    _out_of(world, item)
    _free_item(world, item)


def _free_item(world: World, item: int) -> None:
    rows = world.state.items
    rows.kind[item] = -1
    rows.count[item] = rows.reserved[item] = 0
    heap = world.scratch.caches.get("free", {}).get("items")
    if heap is not None:
        heapq.heappush(heap, item)


def use_up(world: World, item: int, count: int) -> None:
    """Take `count` pieces of a stack out of the world."""
    remove_item(world, take(world, item, count))


# Structures and sites


def footprint(x: int, y: int, w: int, h: int) -> list[tuple[int, int]]:
    """The cells of a footprint, row by row."""
    return [(cx, cy) for cy in range(y, y + h) for cx in range(x, x + w)]


def box_of(rows: Structures | Sites, row: int) -> tuple[int, int, int, int]:
    """North-west cell, width and height of a structure or site."""
    return int(rows.x[row]), int(rows.y[row]), int(rows.w[row]), int(rows.h[row])


def size_of(world: World, kind: int, turned: bool) -> tuple[int, int]:
    """Width and height of a structure as it is turned."""
    row = world.content.structures[kind]
    return (row.h, row.w) if turned else (row.w, row.h)


def add_structure(world: World, kind: int, x: int, y: int, turned: bool = False) -> int:
    """Put a finished structure on the map and return its id; a light or fire starts with full fuel."""
    state = world.state
    structure = _number(state, "structures")
    rows = _room(state, "structures", structure)
    world.scratch.caches.pop("places", None)
    w, h = size_of(world, kind, turned)
    row = world.content.structures[kind]
    rows.kind[structure] = kind
    rows.x[structure], rows.y[structure], rows.w[structure], rows.h[structure] = x, y, w, h
    rows.open[structure], rows.fuel[structure], rows.burning[structure] = 0, -1, False
    rows.room[structure] = rows.owner[structure] = rows.user[structure] = -1
    rows.keep[structure] = world.params.haul.barrel_keep if row.accepts == "chosen" else 0
    rows.size[structure] = 1
    rows.unbuild[structure] = rows.hunt[structure] = False
    for cx, cy in footprint(x, y, w, h):
        state.cells.structure[cy, cx] = structure
        refresh(world, cx, cy)
    world.scratch.rooms_changed = True
    if row.light_radius:
        refuel(world, structure)
    touch(world, "structure", structure)
    state.task_version += 1
    return structure


def remove_structure(world: World, structure: int) -> None:
    """Take a structure off the map; what it stores is laid on the floor about it."""
    state = world.state
    rows = state.structures
    x, y, w, h = box_of(rows, structure)
    rows.kind[structure] = -1
    rows.burning[structure] = False
    world.scratch.caches.pop("places", None)
    for cx, cy in footprint(x, y, w, h):
        if state.cells.structure[cy, cx] == structure:
            state.cells.structure[cy, cx] = -1
            refresh(world, cx, cy)
    for item in list(world.scratch.stored.get(structure, [])):
        put_down(world, item, x, y)
    state.filters.pop(structure, None)
    state.minimum.pop(structure, None)
    touch(world, "structure", structure)
    world.scratch.lights_changed.append(structure)
    world.scratch.rooms_changed = True
    state.task_version += 1


def refuel(world: World, structure: int) -> None:
    """Light a fire or light, with fuel for the hours of its row; one whose row names none burns for ever."""
    rows = world.state.structures
    hours = world.content.structures[rows.kind[structure]].fuel_hours
    rows.burning[structure] = True
    rows.fuel[structure] = -1
    if hours:
        tick = world.state.tick + hours * TICKS_PER_HOUR
        rows.fuel[structure] = tick
        early = world.params.sim.refuel_hours_left * TICKS_PER_HOUR
        add_timer(world, tick - early, "refuel", structure, tick)
        add_timer(world, tick, "fuel", structure, tick)
    touch(world, "structure", structure)
    world.scratch.lights_changed.append(structure)
    world.state.task_version += 1


def set_door(world: World, structure: int, is_open: bool) -> None:
    """Open or close a door for good."""
    rows = world.state.structures
    rows.open[structure] = is_open
    for cx, cy in footprint(*box_of(rows, structure)):
        refresh(world, cx, cy)


def add_site(world: World, kind: int, x: int, y: int, turned: bool = False) -> int:
    """Put a building site on the map and return its id."""
    state = world.state
    site = _number(state, "sites")
    rows = _room(state, "sites", site)
    w, h = size_of(world, kind, turned)
    rows.kind[site] = kind
    rows.x[site], rows.y[site], rows.w[site], rows.h[site] = x, y, w, h
    rows.work[site] = rows.stall[site] = 0
    rows.need[site] = world.content.structures[kind].work_minutes * TICKS_PER_MINUTE * 100
    rows.since[site], rows.builder[site] = state.tick, -1
    for cx, cy in footprint(x, y, w, h):
        state.cells.site[cy, cx] = site
    touch(world, "site", site)
    state.task_version += 1
    return site


def remove_site(world: World, site: int) -> None:
    """Take a building site off the map; what was delivered and not used is laid there."""
    state = world.state
    rows = state.sites
    x, y, w, h = box_of(rows, site)
    rows.kind[site] = -1
    for cx, cy in footprint(x, y, w, h):
        if state.cells.site[cy, cx] == site:
            state.cells.site[cy, cx] = -1
    for item in list(world.scratch.onsite.get(site, [])):
        put_down(world, item, x, y)
    touch(world, "site", site)
    state.task_version += 1


# Tasks and timers


def add_task(
    world: World, op: int, job: int, x: int, y: int, *, also: int = -1, a: int = -1, b: int = -1
) -> int:
    """Add work that waits and return its id."""
    state = world.state
    task = _free(world, "tasks")
    rows = state.tasks
    rows.kind[task], rows.job[task], rows.also[task] = op, job, also
    rows.x[task], rows.y[task], rows.a[task], rows.b[task] = x, y, a, b
    rows.since[task], rows.by[task] = state.tick, -1
    state.task_version += 1
    return task


def free_task(world: World, task: int) -> None:
    """End a reservation: the work waits again."""
    world.state.tasks.by[task] = -1
    world.state.task_version += 1


def drop_task(world: World, task: int) -> None:
    """Take work off the list."""
    world.state.tasks.kind[task] = -1
    world.state.tasks.by[task] = -1
    heap = world.scratch.caches.get("free", {}).get("tasks")
    if heap is not None:
        heapq.heappush(heap, task)


def add_timer(world: World, tick: int, kind: str, a: int = -1, b: int = -1) -> None:
    """Have `kind` of `systems.timers` happen at `tick`."""
    state = world.state
    heapq.heappush(state.timers, (int(tick), _number(state, "timers"), kind, int(a), int(b)))


# Cells


def is_walkable(world: World, x: int, y: int) -> bool:
    """True where the terrain and the structure of the cell let a body stand."""
    state = world.state
    structure = state.cells.structure[y, x]
    return bool(
        world.content.terrain[state.cells.terrain[y, x]].passable
        and (structure < 0 or world.content.structures[state.structures.kind[structure]].walkable)
    )


def is_opaque(world: World, x: int, y: int) -> bool:
    """True where the terrain, a wall or a closed door blocks sight."""
    state = world.state
    if world.content.terrain[state.cells.terrain[y, x]].opaque:
        return True
    structure = state.cells.structure[y, x]
    if structure < 0:
        return False
    sight = world.content.structures[state.structures.kind[structure]].sight
    return sight == "yes" or (sight == "closed" and state.structures.open[structure] == 0)


def refresh(world: World, x: int, y: int) -> None:
    """Bring what is derived of a cell up to date: walking, sight, region."""
    state, scratch = world.state, world.scratch
    cells = state.cells
    opaque = is_opaque(world, x, y)
    if opaque != cells.opaque[y, x]:
        cells.opaque[y, x] = opaque
        scratch.opaque_changed.append(y * state.width + x)
    walkable = is_walkable(world, x, y)
    if walkable == cells.walkable[y, x]:
        return
    cells.walkable[y, x] = walkable
    kernels.repair_steps(cells.walkable, scratch.steps, x, y)
    if walkable:
        kernels.open_cell(scratch.steps, cells.region, scratch.sizes, scratch.queue, x, y)
    else:
        kernels.close_cell(scratch.steps, cells.region, scratch.sizes, scratch.owner, scratch.link, x, y)
    state.map_version += 1


def set_terrain(world: World, x: int, y: int, terrain: int) -> None:
    """Change the ground of a cell; a growth or mark that no longer fits goes."""
    cells = world.state.cells
    cells.terrain[y, x] = terrain
    cells.work[y, x] = 0
    if not world.content.terrain[terrain].passable:
        cells.growth[y, x] = cells.stain[y, x] = -1
    refresh(world, x, y)
    touch(world, "cell", y * world.state.width + x)
    world.scratch.rooms_changed = True
    world.scratch.caches["terrain_lights"] = None


def set_growth(world: World, x: int, y: int, growth: int, regrow: int = -1) -> None:
    """Change what grows on a cell; with `regrow` the growth that was there comes back at that tick."""
    cells = world.state.cells
    if regrow >= 0 and cells.growth[y, x] >= 0:
        cells.grown[y, x], cells.regrow[y, x] = cells.growth[y, x], regrow
        add_timer(world, regrow, "regrow", y * world.state.width + x, regrow)
    cells.growth[y, x] = growth
    if growth >= 0:
        cells.grown[y, x] = cells.regrow[y, x] = -1
    touch(world, "cell", y * world.state.width + x)
    world.state.task_version += 1


def set_stain(world: World, x: int, y: int, stain: int) -> None:
    """Change the stain of a cell, -1 for clean."""
    world.state.cells.stain[y, x] = stain
    touch(world, "cell", y * world.state.width + x)
    world.state.task_version += 1


def set_territory(world: World, x: int, y: int, owned: bool) -> None:
    """Make a cell territory or not."""
    world.state.cells.territory[y, x] = owned
    touch(world, "cell", y * world.state.width + x)
    world.scratch.rooms_changed = True
    world.state.task_version += 1


def set_mark(world: World, x: int, y: int, mark: Mark | int) -> None:
    """Set the order bits of a cell."""
    world.state.cells.mark[y, x] = int(mark)
    touch(world, "cell", y * world.state.width + x)
    world.state.task_version += 1


def is_minion(state: State, actor: int) -> bool:
    """True for a living minion."""
    return bool(state.actors.alive[actor] and state.actors.side[actor] == Side.MINION)


OPS_OF_MARKS = {Mark.DIG: Op.DIG, Mark.GATHER: Op.GATHER, Mark.FISH: Op.FISH}
