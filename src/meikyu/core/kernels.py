"""The door to numba: `jit`, and the compiled twins of the keyed draws; every other kernel is built on it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

_IMPORT = re.compile(r"^from (meikyu[\w.]*) import ([\w, ]+)", re.M)

_KEPT = 8
"""Cache folders of other sources that are left for versions that may still run."""

F = TypeVar("F", bound=Callable[..., Any])


def kernel_sources() -> list[Path]:
    """Every kernels.py of the package and every module of the package that one of them imports from."""
    root = Path(__file__).parent.parent
    found = set(root.rglob("kernels.py"))
    for path in sorted(found):
        for module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
            base = root.joinpath(*module.split(".")[1:])
            for name in [n.strip() for n in names.split(",")]:
                found |= {p for p in (base.with_suffix(".py"), base / f"{name}.py") if p.is_file()}
                found |= set((base / name).glob("*.py"))
    return sorted(found)


def source_digest() -> str:
    """Digest of the sources that kernels are made of.

    numba does not see an edit of a callee in another module; a cache folder named after the sources does.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in kernel_sources():
        digest.update(path.as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _prepare_cache() -> None:
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(base) / "meikyu" / "kernels" / source_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # used now: the folders that go are those unused for longest
        kept = sorted(folder.parent.iterdir(), key=lambda p: p.stat().st_mtime, reverse=True)
    except OSError:
        return  # a read-only home: numba falls back to its own place
    for old in kept[_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


_prepare_cache()

import numba  # noqa: E402  the cache folder must be named before numba reads it

from meikyu.core import fov  # noqa: E402  likewise


def jit(function: F) -> F:
    """The compiled twin of `function`: nogil, cached on disk, no fastmath, no parallel sums.

    With `NUMBA_DISABLE_JIT=1` the function itself comes back and runs as Python.
    """
    return numba.njit(nogil=True, cache=True)(function)


_U30, _U27, _U31, _U32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_GOLDEN, _M1, _M2 = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)


@jit
def mix(z):
    """Compiled twin of `rng.mix`, on uint64."""
    z = np.uint64(z) + _GOLDEN
    z = (z ^ (z >> _U30)) * _M1
    z = (z ^ (z >> _U27)) * _M2
    return z ^ (z >> _U31)


@jit
def draw(seed, stream, tick, actor, n):
    """Compiled twin of `rng.draw`; pass `seed` as uint64 where it may exceed 2**63 - 1."""
    z = mix(np.uint64(seed))
    z = mix(z ^ np.uint64(stream))
    z = mix(z ^ np.uint64(tick))
    z = mix(z ^ np.uint64(actor))
    return mix(z ^ np.uint64(n))


@jit
def below(limit, seed, stream, tick, actor, n):
    """Compiled twin of `rng.below`."""
    return np.int64(((draw(seed, stream, tick, actor, n) >> _U32) * np.uint64(limit)) >> _U32)


@jit
def die(sides, seed, stream, tick, actor, n):
    """Compiled twin of `rng.die`."""
    return below(sides, seed, stream, tick, actor, n) + 1


# Sight. Near ranges, which are nearly all, look up tables and take hardly a branch that depends on the map:
# such branches cost more than all else. Far ranges scan the slopes as `fov.visible` does. Both may leave out
# what lies beyond the disc or the map, because a line of sight that goes there never comes back.
#
# Flat cells are made unsigned before they index an array: numba then leaves out the test for negative ones.

_NEAR = 13
_LOOK, _KEEP = (table.reshape(-1) for table in fov.slope_bits(_NEAR))
_REACH = np.array([[fov.row_reach(r, min(d, r)) for d in range(_NEAR + 1)] for r in range(_NEAR + 1)])
_ALL = np.uint64(2**64 - 1)
_NONE = np.uint64(0)


@jit
def _look(opaque, at, down, along, reach, out, count):
    """List what one quadrant shows in a near range; the arguments are those of `_scan`."""
    radius, rows, west, east, corner = reach
    left, right = _ALL, _ALL
    for d in range(1, rows + 1):
        most = _REACH[radius, d]
        row = at + d * down
        first = 2 * (_NEAR + 1) * d
        entry = np.uint64(first + int(opaque[np.uint64(row)]))
        out[np.uint64(count)] = row
        count += ((left | right) & _LOOK[entry]) != _NONE
        left &= _KEEP[entry]
        right &= _KEEP[entry]
        inner = d - corner
        cell = row
        for c in range(1, min(most, west, inner) + 1):
            cell -= along
            entry = np.uint64(first + 2 * c + int(opaque[np.uint64(cell)]))
            out[np.uint64(count)] = cell
            count += (left & _LOOK[entry]) != _NONE
            left &= _KEEP[entry]
        cell = row
        for c in range(1, min(most, east, inner) + 1):
            cell += along
            entry = np.uint64(first + 2 * c + int(opaque[np.uint64(cell)]))
            out[np.uint64(count)] = cell
            count += (right & _LOOK[entry]) != _NONE
            right &= _KEEP[entry]
        if most > inner:
            if west >= d:
                left &= _KEEP[np.uint64(first + 2 * d + int(opaque[np.uint64(row - d * along)]))]
            if east >= d:
                right &= _KEEP[np.uint64(first + 2 * d + int(opaque[np.uint64(row + d * along)]))]
        if left | right == _NONE:
            break
    return count


@jit
def _scan(opaque, at, down, along, reach, spans, out, count):
    """List what one quadrant shows in a far range; returns the new count.

    The columns of a row run from west to east, or from north to south in the side quadrants, and are offset
    so that the first of depth d is 0: u = column + d. The slope at the west side of u is (2u - 1) / (2d).

    Args:
        opaque: bool[H * W].
        at: the viewer's flat cell.
        down: change of the flat cell from a row to the next.
        along: change of the flat cell from a column to the next.
        reach: radius, rows and columns to the west and to the east inside the map, and 1 for a quadrant that
            leaves its corner cells to its neighbours, else 0.
        spans: int64[2, n, 4], scratch: numerator and denominator of start and end of the open slopes, for
            this row and for the next.
        out: the flat cells listed.
        count: how many are listed so far.
    """
    radius, rows, west, east, corner = reach
    now, then = 0, 1
    spans[0, 0, 0], spans[0, 0, 1], spans[0, 0, 2], spans[0, 0, 3] = 0, 1, 2, 1
    n = 1
    half = radius
    for d in range(1, rows + 1):
        while d * d + half * half > radius * radius:
            half -= 1
        row = at + d * (down - along)
        told, tell = corner, 2 * d - corner  # blocking columns to list; two spans may touch the same one
        m = 0
        for i in range(n):
            s_n, s_d, e_n, e_d = spans[now, i, 0], spans[now, i, 1], spans[now, i, 2], spans[now, i, 3]
            first = max((2 * d * s_n + s_d) // (2 * s_d), d - min(half, west))
            final = min((2 * d * e_n + e_d - 1) // (2 * e_d), d + min(half, east))
            before = 0  # what the column before is: 1 open, 2 blocked, 0 none of the span
            for u in range(first, final + 1):
                cell = row + u * along
                if opaque[cell]:
                    if told <= u <= tell:
                        told = u + 1
                        out[count] = cell
                        count += 1
                    if before == 1:
                        spans[then, m, 0], spans[then, m, 1] = s_n, s_d
                        spans[then, m, 2], spans[then, m, 3] = 2 * u - 1, 2 * d
                        m += 1
                    before = 2
                else:
                    if before == 2:
                        s_n, s_d = 2 * u - 1, 2 * d
                    if corner <= u <= tell and d * s_n <= u * s_d and u * e_d <= d * e_n:
                        out[count] = cell
                        count += 1
                    before = 1
            if before == 1:
                spans[then, m, 0], spans[then, m, 1], spans[then, m, 2], spans[then, m, 3] = (
                    s_n,
                    s_d,
                    e_n,
                    e_d,
                )
                m += 1
        if m == 0:
            break
        n = m
        now, then = then, now
    return count


@jit
def _see(opaque, height, width, x, y, radius, spans, out):
    if radius < 0:
        return 0
    at = y * width + x
    out[0] = at
    count = 1
    n, s, w, e = min(y, radius), min(height - 1 - y, radius), min(x, radius), min(width - 1 - x, radius)
    if radius <= _NEAR:
        count = _look(opaque, at, -width, 1, (radius, n, w, e, 0), out, count)
        count = _look(opaque, at, 1, width, (radius, e, n, s, 1), out, count)
        count = _look(opaque, at, width, 1, (radius, s, w, e, 0), out, count)
        return _look(opaque, at, -1, width, (radius, w, n, s, 1), out, count)
    count = _scan(opaque, at, -width, 1, (radius, n, w, e, 0), spans, out, count)
    count = _scan(opaque, at, 1, width, (radius, e, n, s, 1), spans, out, count)
    count = _scan(opaque, at, width, 1, (radius, s, w, e, 0), spans, out, count)
    return _scan(opaque, at, -1, width, (radius, w, n, s, 1), spans, out, count)


@jit
def visible_into(opaque, x, y, radius, out):
    """Compiled twin of `fov.visible`: writes the flat cells seen, each once, and returns how many.

    Args:
        opaque: bool[H, W], C order.
        x: the viewer's column, inside the map.
        y: the viewer's row, inside the map.
        radius: range in cells; below 0 nothing is seen.
        out: int32[n], n at least (2 * radius + 1) ** 2 or H * W, whichever is less; in no sorted order.
    """
    height, width = opaque.shape
    spans = np.empty((2, radius + 2 if radius > _NEAR else 0, 4), np.int64)
    return _see(opaque.reshape(-1), height, width, x, y, radius, spans, out)


@jit
def visible_many(opaque, xs, ys, radii, mask):
    """Set `mask` where any viewer sees; cells that none sees keep what they hold.

    Args:
        opaque: bool[H, W], C order.
        xs: int[n], the viewers' columns.
        ys: int[n], the viewers' rows.
        radii: int[n], ranges in cells; below 0 for a viewer that sees nothing.
        mask: bool or uint8[H, W], C order.
    """
    if xs.size == 0:
        return
    height, width = opaque.shape
    most = max(radii.max(), 0)
    spans = np.empty((2, most + 2, 4), np.int64)
    out = np.empty(min((2 * most + 1) ** 2, height * width), np.int32)
    solid, seen = opaque.reshape(-1), mask.reshape(-1)
    for i in range(xs.size):
        for j in range(_see(solid, height, width, xs[i], ys[i], radii[i], spans, out)):
            seen[np.uint64(out[j])] = 1


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
    for y in range(height):
        for x in range(width):
            fits[y, x] = (
                y + 1 < height
                and x + 1 < width
                and walkable[y, x]
                and walkable[y, x + 1]
                and walkable[y + 1, x]
                and walkable[y + 1, x + 1]
            )


@jit
def repair_clearance(walkable, fits, x, y):
    """Bring `fits` up to date after `walkable[y, x]` has changed; repair its steps at the same four cells."""
    height, width = walkable.shape
    for ny in range(max(y - 1, 0), y + 1):
        for nx in range(max(x - 1, 0), x + 1):
            fits[ny, nx] = (
                ny + 1 < height
                and nx + 1 < width
                and walkable[ny, nx]
                and walkable[ny, nx + 1]
                and walkable[ny + 1, nx]
                and walkable[ny + 1, nx + 1]
            )


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


# Regions. `labels` names the region of each cell, -1 where nobody walks; `sizes[label]` counts its cells, 0
# for a name not in use. Without corner cutting two cells are joined by walking exactly when they are by
# straight steps, so floods look at the four lowest bits of `steps` only. Names mean nothing but same or not
# the same.


@jit
def components_into(walkable, steps, labels, sizes, queue):
    """Compiled twin of `paths.components`; returns how many regions there are.

    Args:
        walkable: bool[H, W], C order.
        steps: uint8[H, W], C order, made by `steps_into`.
        labels: int32[H, W], C order.
        sizes: int32[H * W].
        queue: int32[H * W], scratch.
    """
    height, width = walkable.shape
    floor, allowed, names = walkable.reshape(-1), steps.reshape(-1), labels.reshape(-1)
    names.fill(-1)
    sizes.fill(0)
    count = 0
    for first in range(height * width):
        if floor[first] and names[first] < 0:
            sizes[count] = _rename(allowed, width, names, first, count, queue)
            count += 1
    return count


@jit
def _rename(allowed, width, names, first, name, queue):
    """Give the region of `first`, as far as its old name goes, a new one; returns how many cells it has."""
    old = names[first]
    names[first] = name
    queue[0] = first
    head, tail = 0, 1
    while head < tail:
        at = queue[head]
        head += 1
        mask = allowed[at]
        if mask & 1 and names[at + 1] == old:
            names[at + 1] = name
            queue[tail] = at + 1
            tail += 1
        if mask & 2 and names[at + width] == old:
            names[at + width] = name
            queue[tail] = at + width
            tail += 1
        if mask & 4 and names[at - 1] == old:
            names[at - 1] = name
            queue[tail] = at - 1
            tail += 1
        if mask & 8 and names[at - width] == old:
            names[at - width] = name
            queue[tail] = at - width
            tail += 1
    return tail


@jit
def _free_name(sizes):
    name = 0
    while sizes[name] > 0:
        name += 1
    return name


@jit
def open_cell(steps, labels, sizes, queue, x, y):
    """Bring the regions up to date after (x, y) has become walkable and `steps` was repaired.

    The largest region beside the cell keeps its name (of equal ones the lowest name); the others take it.
    True where there were others.
    """
    joined = False
    width = steps.shape[1]
    allowed, names = steps.reshape(-1), labels.reshape(-1)
    at = y * width + x
    name = -1
    for k in range(4):
        if allowed[at] >> k & 1:
            other = names[at + _straight(k, width)]
            if name < 0 or sizes[other] > sizes[name] or (sizes[other] == sizes[name] and other < name):
                name = other
    if name < 0:
        name = _free_name(sizes)
    names[at] = name
    sizes[name] += 1
    for k in range(4):
        if allowed[at] >> k & 1:
            near = at + _straight(k, width)
            other = names[near]
            if other != name:
                sizes[name] += _rename(allowed, width, names, near, name, queue)
                sizes[other] = 0
                joined = True
    return joined


@jit
def _straight(k, width):
    """The change of the flat cell at the straight step k: E, S, W, N."""
    if k == 0:
        return 1
    if k == 1:
        return width
    return -1 if k == 2 else -width


@jit
def close_cell(steps, labels, sizes, owner, link, x, y):
    """Bring the regions up to date after (x, y) has ceased to be walkable and `steps` was repaired.

    Nothing is searched where the neighbours still hang together around the cell. Otherwise floods run from
    all of them in turn and stop as soon as all but one have met or are walled in: the cost is that of the
    smaller parts, not of the map.

    Args:
        steps: uint8[H, W], C order.
        labels: int32[H, W], C order.
        sizes: int32[H * W].
        owner: uint8[H * W], scratch that is 0 all over before and after.
        link: int32[H * W], scratch.
        x: the column of the cell.
        y: the row of the cell.

    Returns:
        How many regions the old one has become; 0 where it is gone.
    """
    height, width = steps.shape
    allowed, names = steps.reshape(-1), labels.reshape(-1)
    at = y * width + x
    name = names[at]
    names[at] = -1
    sizes[name] -= 1
    group = np.full(4, -1, np.int64)  # which floods hang together; -1 for a side where nobody walks
    first = np.empty(4, np.int64)
    groups = 0
    for k in range(4):
        inside = (x + 1 < width, y + 1 < height, x > 0, y > 0)[k]
        first[k] = at + _straight(k, width)
        if inside and names[first[k]] >= 0:
            group[k] = k
            groups += 1
    for k in range(4):  # neighbours joined through the corner cell between them
        side = (k + 1) % 4
        if group[k] >= 0 and group[side] >= 0 and group[k] != group[side]:
            ahead, back = allowed[first[k]] >> side & 1, allowed[first[side]] >> k & 1
            if ahead and back:
                _join(group, group[side], group[k])
                groups -= 1
    if groups < 2:
        return groups
    return _flood_apart(allowed, width, names, name, sizes, owner, link, first, group, groups)


@jit
def _join(group, old, new):
    for k in range(4):
        if group[k] == old:
            group[k] = new


@jit
def _flood_apart(allowed, width, names, name, sizes, owner, link, first, group, groups):
    """Flood from the starts `first` in turn; give a new name to each part that turns out to be cut off."""
    cursor, final = first.copy(), first.copy()
    started = group >= 0
    for k in range(4):
        if started[k]:
            owner[first[k]] = k + 1
            link[first[k]] = -1
    parts = 1
    while groups > 1:
        for k in range(4):
            if group[k] < 0 or cursor[k] < 0 or groups < 2:
                continue
            at = cursor[k]
            for j in range(4):
                if allowed[at] >> j & 1 == 0:
                    continue
                near = at + _straight(j, width)
                if owner[near] == 0:
                    owner[near] = k + 1
                    link[near] = -1
                    link[final[k]] = near
                    final[k] = near
                elif group[owner[near] - 1] != group[k]:
                    _join(group, group[owner[near] - 1], group[k])
                    groups -= 1
            cursor[k] = link[at]
            if groups > 1 and _is_spent(group, cursor, group[k]):
                _cut_off(names, name, sizes, link, first, group, group[k])
                groups -= 1
                parts += 1
    for k in range(4):
        if started[k]:
            at = first[k]
            while at >= 0:
                owner[at] = 0
                at = link[at]
    return parts


@jit
def _is_spent(group, cursor, which):
    """True when no flood of the group has a cell left to look at."""
    left = 0
    for k in range(4):
        if group[k] == which and cursor[k] >= 0:
            left += 1
    return left == 0


@jit
def _cut_off(names, name, sizes, link, first, group, which):
    """Give the cells flooded by the group a new name and end its floods."""
    fresh = _free_name(sizes)
    for k in range(4):
        if group[k] == which:
            at = first[k]
            while at >= 0:
                names[at] = fresh
                sizes[fresh] += 1
                sizes[name] -= 1
                at = link[at]
    for k in range(4):
        if group[k] == which:
            group[k] = -1
