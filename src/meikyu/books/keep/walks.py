"""Walks on a small map, for answers: distances between stops, and the fixed route to a job.

Plain lists, no arrays: questions ask for a few distances on one map and load nothing else for them; where
very many are asked for, the core's kernel takes over. Tests hold these walks equal to `core.paths`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from meikyu.core.ruling import rule

Cell = tuple[int, int]
Rows = Sequence[Sequence[bool]]

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""E, S, W, N, SE, SW, NW, NE: the order that settles ties (KEP-HAUL-36)."""


PATIENCE = 1_000_000
"""Cells that are searched in plain lists before the kernels are loaded for the rest."""


def _kernel(is_open: list[bool], wide: int) -> Callable[[list[int]], list[int]]:
    """`Walks.spread` by the compiled search of the core."""
    import numpy as np

    from meikyu.core.ways import kernels

    compiled: Any = kernels
    walkable = np.array(is_open, np.bool_).reshape(-1, wide)
    steps = np.zeros(walkable.shape, np.uint8)
    compiled.steps_into(walkable, steps)
    dist, queue = np.zeros(walkable.shape, np.int32), np.zeros(walkable.size, np.int32)

    def spread(starts: list[int]) -> list[int]:
        compiled.distances_into(steps, np.array(starts, np.int32), -1, -1, dist, queue)
        return dist.reshape(-1).tolist()

    return spread


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
        self._fast: Callable[[list[int]], list[int]] | None = None
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
        if a not in self._from and b in self._from:
            a, b = b, a
        if a not in self._from:
            self._from[a] = self._all_from(self.approaches(a))
        return self.least(self._from[a], b)

    def _all_from(self, starts: list[int]) -> list[int]:
        """What `spread` gives; once many distances have been asked for, from the kernel."""
        if len(self._from) * len(self.open) < PATIENCE:
            return self.spread(starts)
        if self._fast is None:
            self._fast = _kernel(self.open, self.wide)
        return self._fast(starts)

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
