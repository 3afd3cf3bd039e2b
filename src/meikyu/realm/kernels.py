"""Compiled loops of the realm itself: the noise of map making, and counts of viewers and lights."""

import numpy as np

from meikyu.core.kernels import below, jit, visible_into


@jit
def draws_into(seed, stream, tick, actor, out):
    """Fill int64[n] with draws 0..65535 of the key, the place in `out` being the number of the draw."""
    for i in range(out.size):
        out[i] = below(65536, seed, stream, tick, actor, i)


@jit
def look(opaque, box, radius, mark, out):
    """The flat cells seen from any cell of a box, each once; returns how many.

    Args:
        opaque: bool[H, W], C order.
        box: x, y, width, height of the viewer; one cell for most.
        radius: range in cells.
        mark: uint8[H * W], scratch that is 0 all over before and after.
        out: int32[H * W].
    """
    x, y, w, h = box
    if w == 1 and h == 1:
        return visible_into(opaque, x, y, radius, out)
    part = np.empty(out.size, np.int32)
    count = 0
    for cy in range(y, y + h):
        for cx in range(x, x + w):
            for i in range(visible_into(opaque, cx, cy, radius, part)):
                if mark[part[i]] == 0:
                    mark[part[i]] = 1
                    out[count] = part[i]
                    count += 1
    for i in range(count):
        mark[out[i]] = 0
    return count


@jit
def gain(viewers, cells):
    """Count one more source on each of the flat cells."""
    flat = viewers.reshape(-1)
    for i in range(cells.size):
        flat[cells[i]] += 1


@jit
def lose(viewers, cells):
    """Count one source fewer on each of the flat cells."""
    flat = viewers.reshape(-1)
    for i in range(cells.size):
        flat[cells[i]] -= 1


@jit
def lose_sight(viewers, lost, inside, territory, cells, tick):
    """Count one source fewer on each of the flat cells; those that nobody sees now are lost at this tick."""
    flat, when, where, owned = (
        viewers.reshape(-1),
        lost.reshape(-1),
        inside.reshape(-1),
        territory.reshape(-1),
    )
    for i in range(cells.size):
        cell = cells[i]
        flat[cell] -= 1
        if flat[cell] == 0:
            when[cell] = tick
            where[cell] = owned[cell]


@jit
def _looks_again(actors, i, at, changed, width):
    """The range with which actor i looks again, -1 where it sees no more, -2 where nothing changed."""
    radius = np.int64(actors.sight[i]) if actors.alive[i] and actors.side[i] <= 2 else -1
    if at[i, 2] != radius:
        return radius
    if radius < 0:
        return -2
    x, y = np.int64(actors.x[i]), np.int64(actors.y[i])
    if at[i, 0] != x or at[i, 1] != y:
        return radius
    for k in range(changed.size):
        dx, dy = changed[k] % width - x, changed[k] // width - y
        if dx * dx + dy * dy <= radius * radius:
            return radius
    return -2


@jit
def look_again(actors, count, fog, territory, seen, changed, tick, out):
    """Have every viewer that moved, changed, or has a changed cell in range look again.

    All that is newly seen is counted before anything is lost: a cell is lost only when nobody sees it.

    Args:
        actors: the table of actors.
        count: how many actors there are.
        fog: opaque, viewers, lost, lost_inside of the cells.
        territory: bool[H, W].
        seen: at int32[n, 3], cells int32[n, m], count int32[n] of the last look.
        changed: int32[c], flat cells whose opacity has changed.
        tick: now.
        out: int32[H * W], scratch.
    """
    opaque, viewers, lost, inside = fog
    at, cells, counts = seen
    width = opaque.shape[1]
    flat = viewers.reshape(-1)
    total = 0
    for i in range(count):
        if _looks_again(actors, i, at, changed, width) > -2:
            total += counts[i]
    gone = np.empty(total, np.int32)
    n = 0
    for i in range(count):
        radius = _looks_again(actors, i, at, changed, width)
        if radius == -2:
            continue
        for k in range(counts[i]):
            gone[n] = cells[i, k]
            n += 1
        x, y = np.int64(actors.x[i]), np.int64(actors.y[i])
        fresh = visible_into(opaque, x, y, radius, out) if radius >= 0 else 0
        for k in range(fresh):
            flat[out[k]] += 1
            cells[i, k] = out[k]
        counts[i] = fresh
        at[i, 0], at[i, 1], at[i, 2] = x, y, radius
    lose_sight(viewers, lost, inside, territory, gone, tick)


@jit
def interior_into(cells, inside):
    """Compiled twin of `rooms.interior`: fills bool[H, W] with the cells that belong to a 2x2 block."""
    height, width = cells.shape
    inside.fill(False)
    for y in range(height - 1):
        for x in range(width - 1):
            if cells[y, x] and cells[y, x + 1] and cells[y + 1, x] and cells[y + 1, x + 1]:
                inside[y, x] = inside[y, x + 1] = inside[y + 1, x] = inside[y + 1, x + 1] = True
