"""Field of view: symmetric shadowcasting with exact slopes, the obvious version.

Between two cells that do not block, sight is always mutual.

Source:
    Albert Ford, "Symmetric Shadowcasting", www.albertford.com/shadowcasting; own implementation.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

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
