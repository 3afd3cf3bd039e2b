"""Stacks of items: laying, taking, holding, storing, using up; decay stops while a stack is stored."""

from __future__ import annotations

import heapq
from bisect import insort

import numpy as np

from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.ways import kernels as ways
from meikyu.realm.tables.rows import add_timer, free_row, touch
from meikyu.realm.world import World, place_of


def _into(world: World, item: int) -> None:
    index, key = place_of(world.state, world.scratch, item)
    insort(index.setdefault(key, []), item)
    touch(world, "item", item)
    _touch_site(world, item)
    if world.state.items.store[item] >= 0:
        world.scratch.room_log.append(int(world.state.items.store[item]))


def _out_of(world: World, item: int) -> None:
    index, key = place_of(world.state, world.scratch, item)
    ids = index[key]
    ids.remove(item)
    if not ids:
        del index[key]
    touch(world, "item", item)
    _touch_site(world, item)
    if world.state.items.store[item] >= 0:
        touch(world, "structure", int(world.state.items.store[item]))


def _touch_site(world: World, item: int) -> None:
    """Have a building site looked at that a stack comes to lie on or leaves."""
    rows = world.state.items
    if rows.holder[item] < 0 and rows.store[item] < 0 and rows.site[item] < 0:
        site = int(world.state.cells.site[rows.y[item], rows.x[item]])
        if site >= 0:
            touch(world, "site", site)


def _new_item(world: World, kind: int, count: int, quality: int) -> int:
    item = free_row(world, "items")
    rows = world.state.items
    rows.kind[item], rows.count[item], rows.quality[item] = kind, count, quality
    rows.x[item] = rows.y[item] = rows.holder[item] = rows.store[item] = rows.site[item] = -1
    rows.forbidden[item], rows.reserved[item] = False, 0
    rows.born[item], rows.body[item] = world.state.tick, -1
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
        count = ways.spread(scratch.steps, np.array([start]), -1, 24, scratch.dist, queue)
        ways.forget(scratch.dist, queue, count)
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
    fresh = free_row(world, "items")
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
            and world.content.items[rows.kind[item]].stack > 1
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
    fresh = free_row(world, "items")
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
