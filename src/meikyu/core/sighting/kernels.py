"""Compiled twins of `core.fov`: what one viewer sees, and many."""

from __future__ import annotations

import numpy as np

from meikyu.core import fov
from meikyu.core.kernels import jit

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
