"""Ceilings (KEP-ROOF): which dug spaces need support, what is supported, which cells crack.

Maps are rows of truth values, `[y][x]`; cells are (x, y).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heapreplace
from typing import NamedTuple

from meikyu.books.keep.params import RoofParams
from meikyu.core.ruling import Ruling, Step, rule

Cell = tuple[int, int]
Rows = Sequence[Sequence[bool]]


@rule("KEP-ROOF-17", "KEP-ROOF-18")
def is_dug_open(dug: int, solid: int) -> int:
    """1 for a cell made open by digging that holds no rock or wall; natural caves were not dug."""
    return int(dug and not solid)


@rule("KEP-ROOF-01", "KEP-ROOF-02", "KEP-ROOF-04", "KEP-ROOF-05", "KEP-ROOF-18")
def qualifies(p: RoofParams, dug_open: int) -> int:
    """1 for a square window with so many dug-open cells: it counts as fitting the space."""
    return int(dug_open >= p.square * p.square - p.tolerated)


def windows(p: RoofParams, dug: Rows) -> list[Cell]:
    """North-west cells of the qualifying windows, row by row; windows lie wholly on the map."""
    height, width = len(dug), len(dug[0])
    size = p.square
    sums = [[0] * (width + 1)]
    for row in dug:
        line = [0]
        for x, cell in enumerate(row):
            line.append(line[-1] + (1 if cell else 0) + sums[-1][x + 1] - sums[-1][x])
        sums.append(line)
    found: list[Cell] = []
    for y in range(height - size + 1):
        top, low = sums[y], sums[y + size]
        found += [
            (x, y)
            for x in range(width - size + 1)
            if qualifies(p, low[x + size] - low[x] - top[x + size] + top[x])
        ]
    return found


@rule("KEP-ROOF-03", "KEP-ROOF-19")
def spaces(p: RoofParams, dug: Rows) -> list[list[Cell]]:
    """The spaces that need support: unions of windows that share dug-open cells, in row order."""
    owner: dict[Cell, int] = {}
    parent: list[int] = []
    number: dict[Cell, int] = {}

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    def join(i: int, k: int) -> None:
        a, b = root(i), root(k)
        parent[max(a, b)] = min(a, b)

    far = p.square - 1
    for x, y in windows(p, dug):
        left, above = number.get((x - 1, y), -1), number.get((x, y - 1), -1)
        if left < 0 and above < 0:
            parent.append(len(parent))
        mine = left if left >= 0 else above if above >= 0 else len(parent) - 1
        number[x, y] = mine
        if left >= 0 and above >= 0:
            join(left, above)
        # what the window to the left and the one above cover is known; they share cells with this one
        for cy in range(y + far if above >= 0 else y, y + p.square):
            for cx in range(x + far if left >= 0 else x, x + p.square):
                if dug[cy][cx]:
                    other = owner.setdefault((cx, cy), mine)
                    if other != mine:
                        join(other, mine)
    groups: dict[int, list[Cell]] = {}
    for cell, window in owner.items():
        groups.setdefault(root(window), []).append(cell)
    found = [sorted(cells, key=lambda c: (c[1], c[0])) for cells in groups.values()]
    return sorted(found, key=lambda cells: (cells[0][1], cells[0][0]))


@rule("KEP-ROOF-06", "KEP-ROOF-27")
def holds_up(p: RoofParams, dx: int, dy: int) -> int:
    """1 when a finished pillar or prop at that offset holds up a cell's ceiling."""
    return int(max(abs(dx), abs(dy)) <= p.support_cells)


def unsupported(p: RoofParams, space: Iterable[Cell], supports: Iterable[Cell]) -> list[Cell]:
    """The cells of a space that no support holds up, in its order."""
    near = _near(p)
    held = {(x + dx, y + dy) for x, y in supports for dx, dy in near}
    return [cell for cell in space if cell not in held]


def _near(p: RoofParams) -> list[Cell]:
    """The offsets of the cells that a support holds up."""
    reach = range(-p.support_cells, p.support_cells + 1)
    return [(dx, dy) for dy in reach for dx in reach if holds_up(p, dx, dy)]


@rule("KEP-ROOF-07", "KEP-ROOF-20")
def crack_count(p: RoofParams, cells: int) -> int:
    """How many of so many unsupported cells crack: the percentage, halves rounded up."""
    return (2 * p.crack_percent * cells + 100) // 200


@rule("KEP-ROOF-08", "KEP-ROOF-21")
def crack_order(space: Sequence[Cell], bare: Iterable[Cell]) -> list[Cell]:
    """Unsupported cells in the order in which they crack: nearest the centroid, upper row, then left."""
    n = len(space)
    sum_x, sum_y = sum(x for x, _ in space), sum(y for _, y in space)
    return sorted(bare, key=lambda c: ((n * c[0] - sum_x) ** 2 + (n * c[1] - sum_y) ** 2, c[1], c[0]))


class Space(NamedTuple):
    """One space and its ceiling.

    Args:
        cells: its cells, row by row.
        bare: those without support.
        cracks: those that crack, in order.
    """

    cells: list[Cell]
    bare: list[Cell]
    cracks: list[Cell]


def judge(p: RoofParams, dug: Rows, supports: Iterable[Cell]) -> Ruling[list[Space]]:
    """Every space of a map and what of its ceiling cracks."""
    props = set(supports)
    found: list[Space] = []
    steps: list[Step] = []
    for cells in spaces(p, dug):
        bare = unsupported(p, cells, props)
        cracks = crack_order(cells, bare)[: crack_count(p, len(bare))]
        found.append(Space(cells, bare, cracks))
        steps.append(Step("KEP-ROOF-19", "space_cells", len(cells)))
        steps.append(Step("KEP-ROOF-06", "unsupported", len(bare)))
        steps.append(Step("KEP-ROOF-20", "cracked", len(cracks)))
    if not found:
        steps.append(Step("KEP-ROOF-01", "spaces", 0))
    return Ruling(found, tuple(steps))


@rule("KEP-ROOF-11", "KEP-ROOF-26")
def unstable(p: RoofParams, dug: Rows, supports: Iterable[Cell], marked: Sequence[Cell]) -> list[Cell]:
    """The marked or dragged cells whose digging would leave a space with an unsupported cell.

    Args:
        p: numbers.
        dug: the map now.
        supports: cells of finished pillars and props.
        marked: cells marked for digging, those being dragged included; natural ground is never marked.
    """
    then = [list(row) for row in dug]
    for x, y in marked:
        then[y][x] = True
    shaky: set[Cell] = set()
    props = set(supports)
    for cells in spaces(p, then):
        if unsupported(p, cells, props):
            shaky.update(cells)
    return [cell for cell in marked if cell in shaky]


@rule("KEP-ROOF-12")
def fall_ticks(p: RoofParams) -> int:
    """Ticks from the letter to the fall."""
    return p.fall_hours * 600


@rule("KEP-ROOF-22")
def is_tested(touches: int, pending: int) -> int:
    """1 when a space is tested for new cracks: the change touches it and no cracks are pending there."""
    return int(touches and not pending)


@rule("KEP-ROOF-14", "KEP-ROOF-15", "KEP-ROOF-16")
def fall_wound(worst: int) -> int:
    """Severity of the wound that a falling ceiling deals: 2 moderate, 3 severe, 4 death.

    Args:
        worst: severity of the worst wound before: 0 none, 1 light, 2 moderate, 3 severe.
    """
    return 2 if worst <= 1 else worst + 1


def best_supports(p: RoofParams, space: Sequence[Cell], bare: Sequence[Cell]) -> list[Cell]:
    """Cells of a space whose supports hold up all that is bare: greedily the one that holds up the most.

    Ties go to the upper row, then left. The count is small, not proven least.
    """
    wide = max((x for x, _ in space), default=0) + 1 + 2 * p.support_cells
    steps = [dy * wide + dx for dx, dy in _near(p)]

    def number(cell: Cell) -> int:
        return (cell[1] + p.support_cells) * wide + cell[0] + p.support_cells

    left = {number(cell) for cell in bare}
    gain = [0] * ((max((y for _, y in space), default=0) + 1 + 2 * p.support_cells) * wide)
    for at in left:
        for step in steps:
            gain[at + step] += 1
    queue = [(-gain[at], at) for at in map(number, space)]
    heapify(queue)
    chosen: list[Cell] = []
    while left:
        held, best = queue[0]
        if gain[best] != -held:  # it holds up less by now
            heapreplace(queue, (-gain[best], best))
            continue
        heappop(queue)
        chosen.append((best % wide - p.support_cells, best // wide - p.support_cells))
        for at in [best + step for step in steps if best + step in left]:
            left.discard(at)
            for step in steps:
                gain[at + step] -= 1
    return chosen
