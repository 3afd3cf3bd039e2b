"""Compiled loops of the realm itself: the noise of map making, and counts of viewers and lights."""

import numpy as np

from meikyu.core.kernels import below, jit
from meikyu.core.sighting.kernels import visible_into


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


# Windows. What is seen from a cell is kept as bits of a square that rolls over the map: the cell (x, y) has
# bit x & 63 of word (x & side - 1) >> 6 in row y & side - 1 of uint64[side, side // 64]. `side` is a power of
# two, at least 64, and wider than any view or as wide as the map, so that no two cells of a view share a bit
# and two views that overlap can be compared bit by bit, wherever they are.

_ONE, _FULL = np.uint64(1), np.uint64(2**64 - 1)
_NUMBER = np.zeros(67, np.int64)
_NUMBER[[2**n % 67 for n in range(64)]] = np.arange(64)  # 2 ** n differ modulo 67, all of them


@jit
def _draw_window(opaque, x, y, radius, out, window):
    """Fill a window with the cells seen from (x, y); `out` is scratch, int32[H * W]."""
    width, last = opaque.shape[1], window.shape[0] - 1
    window.fill(0)
    for i in range(visible_into(opaque, x, y, radius, out)):
        cy = np.int64(np.uint32(out[i]) // np.uint32(width))
        cx = out[i] - cy * width
        window[cy & last, (cx & last) >> 6] |= _ONE << np.uint64(cx & 63)


@jit
def _lowest(count):
    """The word whose `count` lowest bits are set."""
    return _FULL if count > 63 else (_ONE << np.uint64(count)) - _ONE


@jit
def _columns(first, count, word, side):
    """The bits of a word of a window's row that stand for `count` columns from `first` on."""
    start = (first - 64 * word) & (side - 1)
    bits = np.uint64(0)
    if start < 64:
        bits = _lowest(start + count) & ~_lowest(start)
    if start + count > side:
        bits |= _lowest(start + count - side)
    return bits


@jit
def _cut_window(wide, x, y, radius, height, window):
    """Fill a window with what a wider one about the same cell holds within a range."""
    side, words = window.shape
    window.fill(0)
    half = radius
    for d in range(radius + 1):
        while d * d + half * half > radius * radius:
            half -= 1
        for word in range(words):
            bits = _columns(x - half, min(2 * half + 1, side), word, side)
            if y + d < height:
                row = (y + d) & (side - 1)
                window[row, word] = wide[row, word] & bits
            if y >= d:
                row = (y - d) & (side - 1)
                window[row, word] = wide[row, word] & bits


@jit
def _is_outdated(window, x, y, radius, changes, since, until):
    """True where a change of opacity from number `since` on can change what a viewer at (x, y) sees.

    What no longer blocks was seen before, or no line of sight came to it.

    Args:
        window: the viewer's window before the changes.
        x: the viewer's column.
        y: the viewer's row.
        radius: its range.
        changes: int32[n, 3], n a power of two: x, y and whether it blocks now; number k is in row k modulo n.
        since: the first change to look at.
        until: how many changes there are.
    """
    if until - since > changes.shape[0]:
        return True
    last = window.shape[0] - 1
    for k in range(since, until):
        n = k & (changes.shape[0] - 1)
        cx, cy = changes[n, 0], changes[n, 1]
        if (cx - x) * (cx - x) + (cy - y) * (cy - y) > radius * radius:
            continue
        if changes[n, 2] or window[cy & last, (cx & last) >> 6] >> np.uint64(cx & 63) & _ONE:
            return True
    return False


@jit
def _kept_place(opaque, x, y, reach, store, log, out):
    """The place in the store that holds what is seen from (x, y) now; drawn anew where it is out of date.

    Args:
        opaque: bool[H, W].
        x: the viewer's column.
        y: the viewer's row.
        reach: the range of all that is kept.
        store: facts int64[m, 2], window uint64[m, side, words], as in `Windows`.
        log: changes int32[n, 3] likewise, and how many there were.
        out: int32[H * W], scratch.
    """
    facts, kept = store
    changes, logged = log
    width = opaque.shape[1]
    cell = y * width + x
    place = cell & (facts.shape[0] - 1)
    stale = facts[place, 0] != cell
    if stale or _is_outdated(kept[place], x, y, reach, changes, facts[place, 1], logged):
        _draw_window(opaque, x, y, reach, out, kept[place])
        facts[place, 0] = cell
    facts[place, 1] = logged
    return place


@jit
def _count_change(flat, width, old, was, new, now, mark, gone, n):
    """Make an old window into a new one, count the viewers of the cells that differ, note those without.

    Args:
        flat: int16[H * W], viewers of each cell.
        width: of the map.
        old: a window, becomes equal to the new one.
        was: x, y and range it was drawn for.
        new: another window, that overlaps it.
        now: x, y and range it was drawn for.
        mark: uint8[H * W], 1 for the cells noted.
        gone: int32[H * W], the cells noted.
        n: how many are noted so far.

    Returns:
        How many cells are noted.
    """
    last, words = old.shape[0] - 1, old.shape[1]
    left, top = max(min(was[0] - was[2], now[0] - now[2]), 0), max(min(was[1] - was[2], now[1] - now[2]), 0)
    bottom = min(max(was[1] + was[2], now[1] + now[2]), flat.size // width - 1)
    for y in range(top, bottom + 1):
        row = y & last
        for word in range(words):
            after = new[row, word]
            bits = old[row, word] ^ after
            old[row, word] = after
            while bits != 0:
                rest = bits & (bits - _ONE)
                low = bits ^ rest
                column = 64 * word + _NUMBER[low % np.uint64(67)]
                cell = np.uint64(y * width + left + ((column - left) & last))
                flat[cell] += 1 if after & low else -1
                if flat[cell] == 0 and mark[cell] == 0:
                    mark[cell] = 1
                    gone[n] = cell
                    n += 1
                bits = rest
    return n


@jit
def _overlap(was, now, side, axis, extent):
    """True where two views fit into one window along an axis: 0 for columns, 1 for rows."""
    low = max(min(was[axis] - was[2], now[axis] - now[2]), 0)
    high = min(max(was[axis] + was[2], now[axis] + now[2]), extent - 1)
    return high - low < side


@jit
def look_again(eyes, count, fog, territory, views, changed, tick, scratch):
    """Have every viewer that moved, changed, or may see a changed cell otherwise look again.

    A cell is lost only when nobody sees it after all have looked.

    Args:
        eyes: columns of the table of actors, `sight.Eyes`.
        count: how many actors there are.
        fog: opaque, viewers, lost, lost_inside of the cells.
        territory: bool[H, W].
        views: the last looks, `sight.Windows`.
        changed: int32[c], flat cells whose opacity has changed.
        tick: now.
        scratch: mark uint8[H * W], 0 all over before and after; out, gone int32[H * W].

    Returns:
        The range that the views must be made wider for, and nothing is done; -1 when all have looked.
    """
    opaque, viewers, lost, inside = fog
    mark, out, gone = scratch
    alive, sides, sight, xs, ys = eyes.alive, eyes.side, eyes.sight, eyes.x, eyes.y
    at, seen, changes, logged = views.at, views.seen, views.changes, views.logged
    store, reach = (views.facts, views.window), views.reach[0]
    for i in range(count):
        if sight[i] > reach and alive[i] and sides[i] <= 2:
            return np.int64(sight[i])
    height, width = opaque.shape
    solid, flat = opaque.reshape(-1), viewers.reshape(-1)
    before, total = logged[0], logged[0] + changed.size
    for k in range(changed.size):
        n = (before + k) & (changes.shape[0] - 1)
        changes[n, 0], changes[n, 1] = changed[k] % width, changed[k] // width
        changes[n, 2] = solid[changed[k]]
    logged[0] = total
    side = seen.shape[1]
    fresh, empty = np.zeros_like(seen[0]), np.zeros_like(seen[0])
    n = 0
    for i in range(count):
        radius = np.int64(sight[i]) if alive[i] and sides[i] <= 2 else -1
        x, y = np.int64(xs[i]), np.int64(ys[i])
        stays = at[i, 2] == radius and (radius < 0 or (at[i, 0] == x and at[i, 1] == y))
        if stays and (radius < 0 or total == before):
            continue
        if stays and not _is_outdated(seen[i], x, y, radius, changes, before, total):
            continue
        was, now = (np.int64(at[i, 0]), np.int64(at[i, 1]), np.int64(at[i, 2])), (x, y, radius)
        if radius >= 0:
            place = _kept_place(opaque, x, y, reach, store, (changes, total), out)
            _cut_window(views.window[place], x, y, radius, height, fresh)
        else:
            fresh.fill(0)
        if not (_overlap(was, now, side, 0, width) and _overlap(was, now, side, 1, height)):
            n = _count_change(flat, width, seen[i], was, empty, was, mark, gone, n)
            was = now
        n = _count_change(flat, width, seen[i], was, fresh, now, mark, gone, n)
        at[i, 0], at[i, 1], at[i, 2] = now
    when, where, owned = lost.reshape(-1), inside.reshape(-1), territory.reshape(-1)
    for k in range(n):
        cell = gone[k]
        mark[cell] = 0
        if flat[cell] == 0:
            when[cell] = tick
            where[cell] = owned[cell]
    return -1


@jit
def widen(at, old, new):
    """Draw the windows of viewers into windows of another side: uint64[n, side, words] each."""
    last, wide = old.shape[1] - 1, new.shape[1] - 1
    for i in range(at.shape[0]):
        left, top = max(at[i, 0] - at[i, 2], 0), max(at[i, 1] - at[i, 2], 0)
        for row in range(old.shape[1]):
            y = top + ((row - top) & last)
            for column in range(old.shape[1]):
                if old[i, row, column >> 6] >> np.uint64(column & 63) & _ONE:
                    x = left + ((column - left) & last)
                    new[i, y & wide, (x & wide) >> 6] |= _ONE << np.uint64(x & 63)


@jit
def interior_into(cells, inside):
    """Compiled twin of `rooms.interior`: fills bool[H, W] with the cells that belong to a 2x2 block."""
    height, width = cells.shape
    inside.fill(False)
    for y in range(height - 1):
        for x in range(width - 1):
            if cells[y, x] and cells[y, x + 1] and cells[y + 1, x] and cells[y + 1, x + 1]:
                inside[y, x] = inside[y, x + 1] = inside[y + 1, x] = inside[y + 1, x + 1] = True
