"""Field of view: symmetric shadowcasting with exact slopes, the obvious version.

Between two cells that do not block, sight is always mutual.

Source:
    Albert Ford, "Symmetric Shadowcasting", www.albertford.com/shadowcasting; own implementation.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, isqrt

import numpy as np
import numpy.typing as npt

from meikyu.core.geometry import is_within_round
from meikyu.core.grid import Cell, Mask, is_inside
from meikyu.errors import InputError, Text

_HALF = Fraction(1, 2)

# How row (depth) and column of a quadrant turn into an offset: dx and dy per depth, dx and dy per column.
# North, east, south, west.
_QUADRANTS = ((0, -1, 1, 0), (1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1))


def visible(opaque: Mask, x: int, y: int, radius: int) -> list[Cell]:
    """The cells seen from (x, y), row by row: the viewer's own cell and blocking cells included.

    Args:
        opaque: bool[H, W], True blocks sight; beyond the edge of the map everything blocks.
        x: the viewer's column.
        y: the viewer's row.
        radius: range in cells; the area is round, its rim included.

    Raises:
        InputError: the viewer stands outside the map, or the range is below 0.
    """
    height, width = opaque.shape
    if not is_inside((x, y), width, height):
        raise InputError("out_of_range", "viewer", [x, y], Text("a cell of the map", "地図の中のマス"))
    if radius < 0:
        raise InputError("out_of_range", "radius", radius, Text("0 or more", "0以上"))
    seen = {(x, y)}
    for quadrant in _QUADRANTS:
        seen |= _quadrant(opaque, x, y, radius, quadrant)
    near = [(cx, cy) for cx, cy in seen if is_within_round(cx - x, cy - y, radius)]
    return sorted(near, key=lambda cell: (cell[1], cell[0]))


def _quadrant(opaque: Mask, x: int, y: int, radius: int, quadrant: tuple[int, int, int, int]) -> set[Cell]:
    """The cells of one quadrant that the scan reveals."""
    height, width = opaque.shape
    down_x, down_y, along_x, along_y = quadrant
    seen: set[Cell] = set()
    rows = [(1, Fraction(-1), Fraction(1))]
    while rows:
        depth, start, end = rows.pop()
        if depth > radius:
            continue
        before: bool | None = None  # whether the column before this one blocks; None at the row's first
        for column in range(floor(depth * start + _HALF), ceil(depth * end - _HALF) + 1):
            cell = (x + depth * down_x + column * along_x, y + depth * down_y + column * along_y)
            inside = is_inside(cell, width, height)
            blocks = not inside or bool(opaque[cell[1], cell[0]])
            if inside and (blocks or depth * start <= column <= depth * end):
                seen.add(cell)
            edge = Fraction(2 * column - 1, 2 * depth)
            if before is True and not blocks:
                start = edge
            if before is False and blocks:
                rows.append((depth + 1, start, edge))
            before = blocks
        if before is False:
            rows.append((depth + 1, start, end))
    return seen


def is_seen(opaque: Mask, viewer: Cell, cell: Cell, radius: int) -> bool:
    """True when `viewer` sees `cell`."""
    return cell in visible(opaque, *viewer, radius)


def row_reach(radius: int, depth: int) -> int:
    """The farthest column of an eighth of the disc in the row `depth`, from 0 on the axis."""
    return min(depth, isqrt(radius * radius - depth * depth))


def slope_bits(radius: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """The same scan as bits, for one eighth of the disc, slopes 0 to 1; kernels look sight up in these.

    The sides of all cells cut the slopes into pieces, each open or blocked as a whole: bit j of a word says
    that piece j is still open. A cell is seen when any piece it looks at is open; a blocking one then shuts
    its own.

    Args:
        radius: range in cells, at most 13, since one word holds 64 pieces.

    Returns:
        `look` and `keep`, uint64[radius + 1, radius + 1, 2] by depth, column and whether the cell blocks: the
        pieces that show the cell, and the pieces that it leaves open.
    """
    cells = [(d, c) for d in range(1, radius + 1) for c in range(row_reach(radius, d) + 1)]
    sides = {Fraction(2 * c + 1, 2 * d) for d, c in cells if d < radius}
    ends = sorted({Fraction(0), Fraction(1)} | {side for side in sides if side < 1})
    pieces = list(pairwise(ends))
    look = np.zeros((radius + 1, radius + 1, 2), np.uint64)
    keep = np.full((radius + 1, radius + 1, 2), np.uint64(2**64 - 1))
    for d, c in cells:
        west, centre, east = Fraction(2 * c - 1, 2 * d), Fraction(c, d), Fraction(2 * c + 1, 2 * d)
        at_centre = sum(1 << j for j, (start, end) in enumerate(pieces) if start <= centre <= end)
        touched = sum(1 << j for j, (start, end) in enumerate(pieces) if start < east and west < end)
        look[d, c] = at_centre, touched
        keep[d, c, 1] = 2**64 - 1 - touched
    return look, keep
