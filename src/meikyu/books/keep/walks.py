"""Walks on a small map, for answers: distances between stops, and the fixed route to a job.

Plain lists, no arrays: questions ask for many distances on one map and load nothing else for it. Tests hold
these walks equal to `core.paths`; the realm walks by kernels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meikyu.core.ruling import rule

Cell = tuple[int, int]
Rows = Sequence[Sequence[bool]]

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""E, S, W, N, SE, SW, NW, NE: the order that settles ties (KEP-HAUL-36)."""


class Walks:
    """Walking distances on one map, remembered by stop.

    Cells are numbered on the map with a rim of one cell that nobody walks on.

    Args:
        walkable: rows of truth values, `[y][x]`.
    """

    def __init__(self, walkable: Rows) -> None:
        self.wide = len(walkable[0]) + 2
        rim = [False] * self.wide
        self.open = [*rim, *(c for row in walkable for c in (False, *row, False)), *rim]
        self.steps = [dy * self.wide + dx for dx, dy in STEPS]
        self._from: dict[Cell, list[int]] = {}
        self._ways: list[tuple[int, ...]] = []

    def number(self, cell: Cell) -> int:
        """The number of a cell."""
        return (cell[1] + 1) * self.wide + cell[0] + 1

    def cell(self, number: int) -> Cell:
        """The cell of a number."""
        return number % self.wide - 1, number // self.wide - 1

    def approaches(self, cell: Cell) -> list[int]:
        """Where one stands to be at a thing: on it, or, where nobody walks on it, beside it."""
        at = self.number(cell)
        if self.open[at]:
            return [at]
        return [at + step for step in self.steps if self.open[at + step]]

    def ways(self) -> list[tuple[int, ...]]:
        """The steps that lead on from every cell, none of which cuts a corner."""
        if not self._ways:
            is_open = self.open
            for at, here in enumerate(is_open):
                found: list[int] = []
                if here:
                    for (dx, dy), step in zip(STEPS, self.steps, strict=True):
                        if is_open[at + step] and is_open[at + dx] and is_open[at + dy * self.wide]:
                            found.append(at + step)
                self._ways.append(tuple(found))
        return self._ways

    def spread(self, starts: Iterable[int], limit: int = -1) -> list[int]:
        """Walking cells from the nearest of `starts` to every cell, -1 where no way leads or past `limit`."""
        ways = self.ways()
        far = [-1] * len(self.open)
        front = list(starts)
        for at in front:
            far[at] = 0
        distance = 0
        while front and distance != limit:
            distance += 1
            ahead: list[int] = []
            for at in front:
                for to in ways[at]:
                    if far[to] < 0:
                        far[to] = distance
                        ahead.append(to)
            front = ahead
        return far

    def least(self, far: list[int], cell: Cell) -> int:
        """The distance that `spread` gives a thing, -1 for none."""
        return min((far[at] for at in self.approaches(cell) if far[at] >= 0), default=-1)

    def between(self, a: Cell, b: Cell) -> int:
        """Walking cells between two things, -1 where no way leads."""
        first, second = min(a, b), max(a, b)
        if first not in self._from:
            self._from[first] = self.spread(self.approaches(first))
        return self.least(self._from[first], second)

    def near(self, route: Sequence[Cell], limit: int) -> list[int]:
        """`spread` from the cells of a route, as far as `limit`."""
        return self.spread([self.number(cell) for cell in route], limit)

    def route(self, start: Cell, job: Cell) -> list[Cell]:
        """The cells walked to a job, both ends included; empty where no way leads."""
        far = self.spread(self.approaches(job))
        at = self.number(start)
        if far[at] < 0:
            return []
        found = [at]
        ways = self.ways()
        while far[at] > 0:
            at = next(to for to in ways[at] if far[to] == far[at] - 1)
            found.append(at)
        return [self.cell(number) for number in found]


@rule("KEP-SIM-04", "KEP-HAUL-38")
def walking_cells(walkable: Rows, start: Cell, goal: Cell) -> int:
    """Walking cells from a cell to a thing, -1 where no way leads."""
    return Walks(walkable).between(start, goal)


@rule("KEP-HAUL-36")
def fixed_route(walkable: Rows, start: Cell, job: Cell) -> list[Cell]:
    """The cells walked to a job: the first step, in the order E, S, W, N and so on, that brings it nearer."""
    return Walks(walkable).route(start, job)
