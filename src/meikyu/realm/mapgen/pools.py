"""Water, mud and lava."""

from __future__ import annotations

import numpy as np

from meikyu.core.rng import KeyedDice
from meikyu.realm.mapgen.draft import (
    STRAIGHT,
    Cell,
    Draft,
    distances,
    highest,
    is_rock,
    may_open,
    neighbours_of,
)


def shore(draft: Draft, reach: int) -> list[Cell]:
    """Rock cells beside caves where a pool may begin, at most `reach` walking cells off (or -1)."""
    floor = draft.terrain == draft.ground("cave_floor")
    near = neighbours_of(floor)
    far = distances(draft)
    fits = (near >= 1) & (near <= 4) & is_rock(draft) & may_open(draft) & (far >= 0)
    if reach >= 0:
        fits &= far <= max(reach - 2, 1)
    return [(int(x), int(y)) for y, x in zip(*np.nonzero(fits), strict=True)]


def fill_pools(draft: Draft, kind: str) -> None:
    """Pools that eat into the rock beside caves, so that they never cut a way; deep in the middle."""
    dice = draft.dice()
    total = draft.share(kind) + (draft.share("deep_water") if kind == "water" else 0)
    wish = draft.wishes.of(kind)
    if wish is not None and wish.at_least:
        pool(draft, kind, wish.cells + 2 + dice.below(4), shore(draft, wish.reach), dice)
    left = total - int(np.count_nonzero(draft.terrain == draft.ground(kind)))
    places = shore(draft, -1)
    while left > 0 and places:
        want = min(left, 10 + dice.below(22))
        left -= max(1, pool(draft, kind, want, places, dice))
    if kind == "water":
        deepen(draft, draft.share("deep_water"))


def pool(draft: Draft, kind: str, want: int, places: list[Cell], dice: KeyedDice) -> int:
    """Fill up to `want` cells from one of the places on; returns how many."""
    if not places:
        return 0
    row, rock, free = draft.ground(kind), is_rock(draft), may_open(draft)
    first = places[dice.below(len(places))]
    if not rock[first[1], first[0]]:
        return 0
    edge, count = [first], 1
    draft.terrain[first[1], first[0]] = row
    rock[first[1], first[0]] = False
    while edge and count < want:
        number = dice.below(len(edge))
        x, y = edge[number]
        fresh = [(x + dx, y + dy) for dx, dy in STRAIGHT if rock[y + dy, x + dx] and free[y + dy, x + dx]]
        if not fresh:
            edge[number] = edge[-1]
            edge.pop()
            continue
        cell = fresh[dice.below(len(fresh))]
        draft.terrain[cell[1], cell[0]] = row
        rock[cell[1], cell[0]] = False
        edge.append(cell)
        count += 1
    return count


def deepen(draft: Draft, count: int) -> None:
    """Make the innermost water cells deep; a cell with floor beside it stays shallow."""
    water = draft.terrain == draft.ground("water")
    floors = np.array([row.kind == "floor" for row in draft.content.terrain])[draft.terrain]
    inner = water & (neighbours_of(floors) == 0)
    field = neighbours_of(water).astype(np.int64)
    chosen = highest(field, inner, min(count, int(np.count_nonzero(water)) * 2 // 3))
    draft.terrain[chosen] = draft.ground("deep_water")
