"""Work that waits: adding, freeing and dropping it."""

from __future__ import annotations

import heapq

from meikyu.realm.tables.rows import free_row
from meikyu.realm.world import World


def add_task(
    world: World, op: int, job: int, x: int, y: int, *, also: int = -1, a: int = -1, b: int = -1
) -> int:
    """Add work that waits and return its id."""
    state = world.state
    task = free_row(world, "tasks")
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
