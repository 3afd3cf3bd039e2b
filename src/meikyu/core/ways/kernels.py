"""Compiled twins of `core.paths`: steps, clearance, distances and routes."""

from __future__ import annotations

import numpy as np

from meikyu.core.kernels import jit

# Walking. `steps` is the map of `paths.steps`: bit k of a cell allows the step STEPS[k] of E, S, W, N, SE,
# SW, NW, NE. It is made once for a map and repaired where a cell changes, so that a search looks up one byte
# a cell.


@jit
def _steps_at(walkable, x, y):
    height, width = walkable.shape
    if not walkable[y, x]:
        return 0
    e = x + 1 < width and walkable[y, x + 1]
    s = y + 1 < height and walkable[y + 1, x]
    w = x > 0 and walkable[y, x - 1]
    n = y > 0 and walkable[y - 1, x]
    mask = e * 1 + s * 2 + w * 4 + n * 8
    if s and e and walkable[y + 1, x + 1]:
        mask += 16
    if s and w and walkable[y + 1, x - 1]:
        mask += 32
    if n and w and walkable[y - 1, x - 1]:
        mask += 64
    if n and e and walkable[y - 1, x + 1]:
        mask += 128
    return mask


@jit
def steps_into(walkable, steps):
    """Compiled twin of `paths.steps`: fills uint8[H, W] for bool[H, W]."""
    height, width = walkable.shape
    for y in range(height):
        for x in range(width):
            steps[y, x] = _steps_at(walkable, x, y)


@jit
def repair_steps(walkable, steps, x, y):
    """Bring `steps` up to date after `walkable[y, x]` has changed."""
    height, width = walkable.shape
    for ny in range(max(y - 1, 0), min(y + 2, height)):
        for nx in range(max(x - 1, 0), min(x + 2, width)):
            steps[ny, nx] = _steps_at(walkable, nx, ny)


@jit
def clearance_into(walkable, fits):
    """Compiled twin of `paths.clearance` for a body of 2 x 2: fills bool[H, W]."""
    height, width = walkable.shape
    fits[:] = False
    for y in range(height - 1):
        for x in range(width - 1):
            open_above = walkable[y, x] & walkable[y, x + 1]
            fits[y, x] = open_above & walkable[y + 1, x] & walkable[y + 1, x + 1]


@jit
def _reach(far, queue, tail, near, d):
    """Give the flat cell `near` the distance d if it has none yet; returns the end of the queue."""
    i = np.uint64(near)
    if far[i] >= 0:
        return tail
    far[i] = d
    queue[np.uint64(tail)] = near
    return tail + 1


@jit
def spread(steps, starts, goal, limit, dist, queue):
    """Distances from `starts` into a `dist` that is -1 all over; returns how many cells were reached.

    Args:
        steps: uint8[H, W], C order, made by `steps_into`.
        starts: int[n], flat cells.
        goal: flat cell where the search may stop, -1 for none; every cell nearer than it is then known.
        limit: farthest distance, -1 for none.
        dist: int32[H, W], C order.
        queue: int32[H * W]; gets the flat cells reached, nearest first.
    """
    width = steps.shape[1]
    allowed, far = steps.reshape(-1), dist.reshape(-1)
    head, tail = 0, 0
    for i in range(starts.size):
        if far[starts[i]] < 0:
            far[starts[i]] = 0
            queue[tail] = starts[i]
            tail += 1
    if goal >= 0 and far[goal] >= 0:
        return tail
    while head < tail:
        at = queue[head]
        head += 1
        d = far[at] + 1
        if 0 <= limit < d:
            break
        mask = allowed[at]
        if mask & 1:
            tail = _reach(far, queue, tail, at + 1, d)
        if mask & 2:
            tail = _reach(far, queue, tail, at + width, d)
        if mask & 4:
            tail = _reach(far, queue, tail, at - 1, d)
        if mask & 8:
            tail = _reach(far, queue, tail, at - width, d)
        if mask & 16:
            tail = _reach(far, queue, tail, at + width + 1, d)
        if mask & 32:
            tail = _reach(far, queue, tail, at + width - 1, d)
        if mask & 64:
            tail = _reach(far, queue, tail, at - width - 1, d)
        if mask & 128:
            tail = _reach(far, queue, tail, at - width + 1, d)
        if goal >= 0 and far[goal] >= 0:
            break
    return tail


@jit
def forget(dist, queue, count):
    """Set the `count` cells that `spread` reached back to -1: cheap where a search stayed near."""
    far = dist.reshape(-1)
    for i in range(count):
        far[queue[i]] = -1


@jit
def distances_into(steps, starts, goal, limit, dist, queue):
    """Compiled twin of `paths.distances`; takes the arguments of `spread`, whatever `dist` holds before."""
    dist.fill(-1)
    return spread(steps, starts, goal, limit, dist, queue)


@jit
def route_into(steps, dist, start, out):
    """Compiled twin of `paths.descend`: writes the route's flat cells, returns how many, 0 for no way.

    Args:
        steps: uint8[H, W], C order.
        dist: int32[H, W], C order: distances from the goal; those below the start's are enough.
        start: flat cell of the walker, which is the first cell written.
        out: int32[n], n above the distance at `start`.
    """
    width = steps.shape[1]
    allowed, far = steps.reshape(-1), dist.reshape(-1)
    left = far[start]
    if left < 0:
        return 0
    at = start
    out[0] = at
    count = 1
    while left > 0:
        left -= 1
        at = next_step(allowed, far, width, at, left)
        out[count] = at
        count += 1
    return count


@jit
def next_step(allowed, far, width, at, left):
    """The first flat cell, in the fixed order, one step from `at` with distance `left`; or -1."""
    mask = allowed[at]
    if mask & 1 and far[at + 1] == left:
        return at + 1
    if mask & 2 and far[at + width] == left:
        return at + width
    if mask & 4 and far[at - 1] == left:
        return at - 1
    if mask & 8 and far[at - width] == left:
        return at - width
    if mask & 16 and far[at + width + 1] == left:
        return at + width + 1
    if mask & 32 and far[at + width - 1] == left:
        return at + width - 1
    if mask & 64 and far[at - width - 1] == left:
        return at - width - 1
    if mask & 128 and far[at - width + 1] == left:
        return at - width + 1
    return -1
