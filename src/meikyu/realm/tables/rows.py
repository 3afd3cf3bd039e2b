"""Rows of any table: growing it, free rows, counters, timers, and telling what has changed."""

from __future__ import annotations

import heapq
from typing import Any, TypeVar

import numpy as np

from meikyu.realm.state import State
from meikyu.realm.world import World

Rows = TypeVar("Rows", bound=Any)


def grown(rows: Rows, size: int) -> Rows:
    """The same rows in arrays of `size` rows; the new ones are free and -1 or 0 all over."""
    wider: list[Any] = []
    for array in rows:
        fresh = np.full((size, *array.shape[1:]), -1 if array.dtype.kind == "i" else 0, array.dtype)
        fresh[: array.shape[0]] = array
        wider.append(fresh)
    return type(rows)(*wider)


def room(state: State, table: str, row: int) -> Any:
    """The table, doubled when `row` does not fit."""
    rows = getattr(state, table)
    size = rows[0].shape[0]
    if row >= size:
        while row >= size:
            size *= 2
        rows = grown(rows, size)
        setattr(state, table, rows)
    return rows


def free_row(world: World, table: str) -> int:
    """The lowest free row of a table whose rows are used again."""
    heaps: dict[str, list[int]] = world.scratch.caches.setdefault("free", {})
    if table not in heaps:
        kinds = getattr(world.state, table).kind
        heaps[table] = np.flatnonzero(kinds < 0).tolist()
    heap = heaps[table]
    if heap:
        return heapq.heappop(heap)
    size = getattr(world.state, table)[0].shape[0]
    room(world.state, table, size)
    heaps[table] = list(range(size + 1, size * 2))
    return size


def number(state: State, name: str) -> int:
    """The next number of a counter."""
    found = state.counters.get(name, 0)
    state.counters[name] = found + 1
    return found


def touch(world: World, what: str, row: int) -> None:
    """Tell the tasks system that an "item", "site", "structure" or "cell" (flat number) has changed."""
    world.scratch.changed.append((what, row))
    if what == "structure":
        world.scratch.room_log.append(row)


def add_timer(world: World, tick: int, kind: str, a: int = -1, b: int = -1) -> None:
    """Have `kind` of `systems.timers` happen at `tick`."""
    state = world.state
    heapq.heappush(state.timers, (int(tick), number(state, "timers"), kind, int(a), int(b)))
