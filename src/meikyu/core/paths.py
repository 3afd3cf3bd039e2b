"""Walking: steps, distances, routes, regions and the room a large body needs; the obvious version.

A step goes to one of the eight neighbours and costs 1; a diagonal one needs both straight cells between to be
walkable, so nobody cuts a corner.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from meikyu.core.grid import STEPS, Cell, Mask, is_inside, neighbours

Distances = npt.NDArray[np.int32]
Labels = npt.NDArray[np.int32]


def can_step(walkable: Mask, cell: Cell, step: Cell) -> bool:
    """True when the step (dx, dy) from `cell` is allowed."""
    (x, y), (dx, dy) = cell, step
    height, width = walkable.shape

    def open_at(px: int, py: int) -> bool:
        return is_inside((px, py), width, height) and bool(walkable[py, px])

    return open_at(x, y) and open_at(x + dx, y + dy) and open_at(x + dx, y) and open_at(x, y + dy)


def steps_from(walkable: Mask, cell: Cell) -> Iterator[Cell]:
    """The cells one step away, in the fixed order of `grid.STEPS`."""
    for step in STEPS:
        if can_step(walkable, cell, step):
            yield cell[0] + step[0], cell[1] + step[1]


def steps(walkable: Mask) -> npt.NDArray[np.uint8]:
    """The allowed steps of every cell, as uint8[H, W]: bit k stands for `grid.STEPS[k]`.

    The kernels walk on this map; nothing leads out of or into a cell that is not walkable.
    """
    height, width = walkable.shape
    result = np.zeros((height, width), np.uint8)
    for y in range(height):
        for x in range(width):
            result[y, x] = sum(1 << k for k, step in enumerate(STEPS) if can_step(walkable, (x, y), step))
    return result


def approaches(walkable: Mask, cell: Cell) -> list[Cell]:
    """Where one stands to be at `cell`: on it, or, if it is not walkable, on its walkable neighbours."""
    height, width = walkable.shape
    if walkable[cell[1], cell[0]]:
        return [cell]
    return [(x, y) for x, y in neighbours(cell, width, height) if walkable[y, x]]


def distances(walkable: Mask, starts: Iterable[Cell], limit: int | None = None) -> Distances:
    """The steps from the nearest of `starts` to every cell, as int32[H, W]; -1 where none leads.

    Args:
        walkable: bool[H, W].
        starts: where the walk may begin. A start counts 0 even where it is not walkable, but then nothing
            leads on from it; take `approaches` of a thing that stands in a wall.
        limit: cells farther than this many steps stay -1; None sets no limit.
    """
    result = np.full(walkable.shape, -1, np.int32)
    queue: deque[Cell] = deque()
    for x, y in starts:
        if result[y, x] < 0:
            result[y, x] = 0
            queue.append((x, y))
    while queue:
        cell = queue.popleft()
        far = int(result[cell[1], cell[0]]) + 1
        if limit is not None and far > limit:
            break
        for x, y in steps_from(walkable, cell):
            if result[y, x] < 0:
                result[y, x] = far
                queue.append((x, y))
    return result


def walking_distance(walkable: Mask, start: Cell, goal: Cell) -> int:
    """The steps from `start` to `goal`, or to beside a goal that is not walkable; -1 where no way leads."""
    return int(distances(walkable, approaches(walkable, goal))[start[1], start[0]])


def route(walkable: Mask, start: Cell, goal: Cell) -> list[Cell]:
    """The cells walked from `start` to `goal`, both included; empty where no way leads.

    From each cell the walk takes the first step, in the fixed order, that lessens the distance by one.
    A goal that is not walkable is reached on the nearest walkable cell beside it.
    """
    return descend(walkable, distances(walkable, approaches(walkable, goal)), start)


def descend(walkable: Mask, dist: Distances, start: Cell) -> list[Cell]:
    """The route from `start` down a distance map made by `distances`; empty where the map is -1."""
    left = int(dist[start[1], start[0]])
    if left < 0:
        return []
    cells = [start]
    while left > 0:
        left -= 1
        cells.append(next(c for c in steps_from(walkable, cells[-1]) if dist[c[1], c[0]] == left))
    return cells


def components(walkable: Mask) -> Labels:
    """The region of every cell, as int32[H, W]: numbered by first cells from 0; -1 if not walkable.

    Two cells have the same number exactly when one can walk between them.
    """
    labels = np.full(walkable.shape, -1, np.int32)
    count = 0
    for y in range(walkable.shape[0]):
        for x in range(walkable.shape[1]):
            if walkable[y, x] and labels[y, x] < 0:
                labels[distances(walkable, [(x, y)]) >= 0] = count
                count += 1
    return labels


def clearance(walkable: Mask, body: int) -> Mask:
    """Where a body of `body` x `body` fits, at its north-west cell: all the cells it covers are walkable.

    The steps of such a body are those of `steps(clearance(walkable, body))`.
    """
    height, width = walkable.shape
    fits = np.zeros((height, width), np.bool_)
    for y in range(height - body + 1):
        for x in range(width - body + 1):
            fits[y, x] = bool(walkable[y : y + body, x : x + body].all())
    return fits


def passes(walkable: Mask, start: Cell, goal: Cell, body: int = 1) -> bool:
    """True when a body of `body` x `body` can walk from `start` to `goal`; both are north-west cells."""
    fits = clearance(walkable, body)
    if not (fits[start[1], start[0]] and fits[goal[1], goal[0]]):
        return False
    return bool(distances(fits, [start])[goal[1], goal[0]] >= 0)
