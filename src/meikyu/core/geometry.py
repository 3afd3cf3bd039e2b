"""Distances and shapes on the square grid, on plain integers."""

from __future__ import annotations

from functools import lru_cache

from meikyu.core.grid import Cell


def chebyshev(dx: int, dy: int) -> int:
    """Steps between two cells when walls are ignored and a diagonal counts 1."""
    return max(abs(dx), abs(dy))


def distance_squared(dx: int, dy: int) -> int:
    """Square of the straight distance between two cell centres."""
    return dx * dx + dy * dy


def is_within_round(dx: int, dy: int, radius: int) -> bool:
    """True when (dx, dy) lies in the disc of `radius` cells, its rim included."""
    return radius >= 0 and dx * dx + dy * dy <= radius * radius


def is_within_square(dx: int, dy: int, radius: int) -> bool:
    """True when (dx, dy) lies at most `radius` cells away, diagonals counting 1."""
    return chebyshev(dx, dy) <= radius


@lru_cache(maxsize=64)
def disc(radius: int) -> tuple[Cell, ...]:
    """The offsets (dx, dy) of the disc of `radius` cells, row by row; none below 0."""
    span = range(-radius, radius + 1)
    return tuple((dx, dy) for dy in span for dx in span if is_within_round(dx, dy, radius))


@lru_cache(maxsize=64)
def square(radius: int) -> tuple[Cell, ...]:
    """The offsets (dx, dy) at most `radius` away with diagonals counting 1, row by row; none below 0."""
    span = range(-radius, radius + 1)
    return tuple((dx, dy) for dy in span for dx in span)


def block(cell: Cell, body: int) -> list[Cell]:
    """The cells a body of `body` x `body` covers when its north-west cell is `cell`, row by row."""
    return [(cell[0] + dx, cell[1] + dy) for dy in range(body) for dx in range(body)]
