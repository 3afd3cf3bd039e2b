"""Compiled loops of walking: distances to things, routes, and what a closed cell cuts."""

import numpy as np

from meikyu.core.kernels import jit
from meikyu.core.ways.kernels import forget, repair_steps, route_into, spread


@jit
def reach(dist, walkable, x, y, w, h):
    """Walking distance to a thing of w x h cells: to it, or, where it bars the way, to beside it; or -1."""
    height, width = dist.shape
    best, floor = -1, False
    for cy in range(max(y, 0), min(y + h, height)):
        for cx in range(max(x, 0), min(x + w, width)):
            floor |= walkable[cy, cx]
            d = dist[cy, cx]
            if d >= 0 and (best < 0 or d < best):
                best = d
    if best >= 0 or floor:
        return best
    for cy in range(max(y - 1, 0), min(y + h + 1, height)):
        for cx in range(max(x - 1, 0), min(x + w + 1, width)):
            d = dist[cy, cx]
            if d >= 0 and (best < 0 or d < best):
                best = d
    return best


@jit
def reach_many(dist, walkable, boxes, out):
    """`reach` of many things: boxes int32[n, 4] of x, y, w, h; fills int32[n]."""
    for i in range(boxes.shape[0]):
        out[i] = reach(dist, walkable, boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3])


@jit
def nearest_of_kinds(dist, walkable, goods, places, wanted, shunned, starving, walks, found):
    """The nearest stack of each wanted kind with free pieces that may be fetched, of equal ones the lowest.

    Args:
        dist: int32[H, W], distances from the seeker, -1 where no way leads.
        walkable: bool[H, W].
        goods: kind, count, reserved, holder, site, forbidden and store of the table of items.
        places: x and y of the items, w and h of the structures.
        wanted: bool[k], by row of the items table.
        shunned: bool[s], storages that nothing is taken from.
        starving: what is forbidden may be taken too.
        walks: int32[k], -1 all over; gets the distance of the stack found.
        found: int32[k], -1 all over; gets the stack.
    """
    kinds, counts, reserved, holders, sites, forbidden, stores = goods
    xs, ys, ws, hs = places
    for i in range(kinds.size):
        kind, store = kinds[i], stores[i]
        if kind < 0 or not wanted[kind] or counts[i] <= reserved[i] or holders[i] >= 0 or sites[i] >= 0:
            continue
        if (forbidden[i] and not starving) or (store >= 0 and shunned[store]):
            continue
        w, h = (np.int64(ws[store]), np.int64(hs[store])) if store >= 0 else (1, 1)
        walk = reach(dist, walkable, np.int64(xs[i]), np.int64(ys[i]), w, h)
        if walk >= 0 and (found[kind] < 0 or walk < walks[kind]):
            walks[kind], found[kind] = walk, i


@jit
def nearest_box(walkable, steps, starts, boxes, limit, dist, queue):
    """The nearest thing on foot from `starts`, by as small a search as is enough; of several the first.

    Args:
        walkable: bool[H, W].
        steps: uint8[H, W] of the core's `steps_into`.
        starts: int32[n], flat cells.
        boxes: int32[m, 4] of x, y, w, h.
        limit: the longest walk, -1 for any.
        dist: int32[H, W] that is -1 all over, before and after.
        queue: int32[H * W], scratch.

    Returns:
        Its place among the boxes and the walk; -1 and -1 where no way leads to any.
    """
    width = steps.shape[1]
    cells = 8
    while True:
        last = cells > 64 or 0 <= limit < cells
        radius = cells if not last else -1 if limit < 0 else limit + 1
        reached = spread(steps, starts, -1, radius, dist, queue)
        last |= reached == 0 or dist[queue[reached - 1] // width, queue[reached - 1] % width] < radius
        found, best = -1, -1
        for i in range(boxes.shape[0]):
            walk = reach(dist, walkable, boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3])
            if walk >= 0 and (found < 0 or walk < best):
                found, best = i, walk
        forget(dist, queue, reached)
        if last or (found >= 0 and best < radius):  # at the rim one may be beside a thing that is walked onto
            return (found, best) if limit < 0 or best <= limit else (-1, -1)
        cells *= 2


@jit
def walk_starts(walkable, box, beside, starts):
    """The walkable cells of a box (x, y, w, h), or of the ring round it; returns how many are in `starts`."""
    height, width = walkable.shape
    x, y, w, h = box
    grow = 1 if beside else 0
    count = 0
    for cy in range(max(y - grow, 0), min(y + h + grow, height)):
        for cx in range(max(x - grow, 0), min(x + w + grow, width)):
            inside = x <= cx < x + w and y <= cy < y + h
            if walkable[cy, cx] and inside != beside:
                starts[count] = cy * width + cx
                count += 1
    return count


@jit
def served_from(walkable, box):
    """Flat cells from which a thing (x, y, w, h) is reached: its walkable ones, else those round it."""
    starts = np.empty((box[2] + 2) * (box[3] + 2), np.int32)
    count = walk_starts(walkable, box, False, starts)
    if count == 0:
        count = walk_starts(walkable, box, True, starts)
    return starts[:count]


@jit
def walks_between(walkable, steps, boxes, limit, dist, queue, out):
    """Walks from each thing to each other.

    Args:
        walkable: bool[H, W].
        steps: uint8[H, W] of the core's `steps_into`.
        boxes: int32[n, 4] of x, y, w, h.
        limit: the longest walk looked for.
        dist: int32[H, W] that is -1 all over, before and after.
        queue: int32[H * W], scratch.
        out: int32[n, n], gets the walk from row to column, -1 for none within the limit.
    """
    for i in range(boxes.shape[0]):
        starts = served_from(walkable, (boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3]))
        reached = spread(steps, starts, -1, limit, dist, queue)
        reach_many(dist, walkable, boxes, out[i])
        forget(dist, queue, reached)


@jit
def route_to_thing(walkable, steps, thing, start, dist, queue, out):
    """`route_to` a thing: its box (x, y, w, h) and whether one goes beside it rather than onto it."""
    box, beside = thing
    goals = np.empty((box[2] + 2) * (box[3] + 2), np.int32)
    count = walk_starts(walkable, box, beside, goals)
    if count == 0:
        return 0
    return route_to(steps, goals[:count], start, dist, queue, out)


@jit
def route_to(steps, starts, start, dist, queue, out):
    """Write the route from the flat cell `start` to the nearest of `starts`; returns its cells, 0 for none.

    Args:
        steps: uint8[H, W].
        starts: int32[n], flat cells where the walk may end.
        start: where the walker stands; the first cell written.
        dist: int32[H, W] that is -1 all over, before and after.
        queue: int32[H * W], scratch.
        out: int32[H * W], scratch that gets the route.
    """
    reached = spread(steps, starts, start, -1, dist, queue)
    length = route_into(steps, dist, start, out)
    forget(dist, queue, reached)
    return length


@jit
def splits(walkable, x, y, w, h):
    """False where closing a box surely parts nothing: the walkable cells round it hang together."""
    height, width = walkable.shape
    ring = 2 * (w + h) + 4
    cells = np.zeros(ring, np.bool_)
    n = 0
    for cx in range(x - 1, x + w + 1):
        cells[n] = _open(walkable, cx, y - 1, width, height)
        n += 1
    for cy in range(y, y + h):
        cells[n] = _open(walkable, x + w, cy, width, height)
        n += 1
    for cx in range(x + w, x - 2, -1):
        cells[n] = _open(walkable, cx, y + h, width, height)
        n += 1
    for cy in range(y + h - 1, y - 1, -1):
        cells[n] = _open(walkable, x - 1, cy, width, height)
        n += 1
    corners = (0, w + 1, w + h + 2, 2 * w + h + 3)
    runs = 0
    for i in range(ring):
        if cells[i] and not cells[i - 1]:
            runs += 1
    if runs == 0:
        return False
    # A run that is only a corner cell touches no side of the box and is not joined through it.
    single = 0
    for c in corners:
        if cells[c] and not cells[c - 1] and not cells[(c + 1) % ring]:
            single += 1
    return runs - single > 1


@jit
def _open(walkable, x, y, width, height):
    return 0 <= x < width and 0 <= y < height and walkable[y, x]


@jit
def flood_closed(walkable, steps, box, starts, dist, queue):
    """Distances from `starts` as if the box (x, y, w, h) were solid; `dist` gets them; returns cells reached.

    Args:
        walkable: bool[H, W]; changed and put back.
        steps: uint8[H, W]; changed and put back.
        box: the cells that count as solid.
        starts: int32[n], flat cells; those inside the box are not counted.
        dist: int32[H, W] that is -1 all over; the caller forgets it.
        queue: int32[H * W], scratch.
    """
    width = walkable.shape[1]
    x, y, w, h = box
    was = np.zeros((h, w), np.bool_)
    for cy in range(h):
        for cx in range(w):
            was[cy, cx] = walkable[y + cy, x + cx]
            walkable[y + cy, x + cx] = False
    for cy in range(h):
        for cx in range(w):
            repair_steps(walkable, steps, x + cx, y + cy)
    kept = np.empty(starts.size, np.int32)
    n = 0
    for i in range(starts.size):
        sx, sy = starts[i] % width, starts[i] // width
        if walkable[sy, sx]:
            kept[n] = starts[i]
            n += 1
    reached = spread(steps, kept[:n], -1, -1, dist, queue)
    for cy in range(h):
        for cx in range(w):
            walkable[y + cy, x + cx] = was[cy, cx]
    for cy in range(h):
        for cx in range(w):
            repair_steps(walkable, steps, x + cx, y + cy)
    return reached
