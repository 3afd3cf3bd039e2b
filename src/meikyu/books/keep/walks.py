"""Walks on a small map, for answers: distances between stops, and the fixed route to a job.

The realm walks by kernels; this is the slow, obvious version that the questions use.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from meikyu.core.ruling import rule

Cell = tuple[int, int]
Rows = Sequence[Sequence[bool]]


class Walks:
    """Walking distances on one map, remembered by stop.

    Args:
        walkable: rows of truth values, `[y][x]`.
    """

    def __init__(self, walkable: Rows) -> None:
        import numpy as np

        self.walkable = np.array(walkable, np.bool_)
        self._from = cache(self._distances)

    def _distances(self, cell: Cell) -> Any:
        from meikyu.core import paths

        return paths.distances(self.walkable, paths.approaches(self.walkable, cell))

    def least(self, far: Any, cell: Cell) -> int:
        """The distance that a distance map gives a stop, -1 for none."""
        from meikyu.core import paths

        found = [int(far[y, x]) for x, y in paths.approaches(self.walkable, cell) if far[y, x] >= 0]
        return min(found, default=-1)

    def between(self, a: Cell, b: Cell) -> int:
        """Walking cells between two stops, -1 where no way leads; what cannot be walked on counts beside."""
        first, second = min(a, b), max(a, b)
        return self.least(self._from(first), second)

    def near(self, route: Sequence[Cell], limit: int) -> Any:
        """A distance map from the cells of a route, as far as `limit`."""
        from meikyu.core import paths

        return paths.distances(self.walkable, route, limit)


@rule("KEP-SIM-04", "KEP-HAUL-38")
def walking_cells(walkable: Rows, start: Cell, goal: Cell) -> int:
    """Walking cells from a cell to a thing, -1 where no way leads."""
    return Walks(walkable).between(start, goal)


@rule("KEP-HAUL-36")
def fixed_route(walkable: Rows, start: Cell, job: Cell) -> list[Cell]:
    """The cells walked to a job: the first step, in the order E, S, W, N and so on, that brings it nearer."""
    import numpy as np

    from meikyu.core import paths

    return paths.route(np.array(walkable, np.bool_), start, job)
