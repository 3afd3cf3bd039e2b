"""Whether a map meets its wishes, and adding or taking away what is wrong."""

from __future__ import annotations

import numpy as np

from meikyu.realm.mapgen.draft import Draft, Mask, distances, is_rock, may_open
from meikyu.realm.mapgen.growing import soil
from meikyu.realm.mapgen.pools import pool, shore
from meikyu.realm.mapgen.wishes import Wish


def within(draft: Draft, wish: Wish) -> Mask:
    """The cells that count for a wish."""
    row = draft.ground(wish.kind)
    solid = draft.content.terrain[row].kind in ("rock", "ore")
    found = (draft.growth if draft.content.terrain[row].kind == "growth" else draft.terrain) == row
    if solid:
        ys, xs = np.indices(draft.terrain.shape)
        near = np.maximum(np.abs(xs - draft.throne[0]), np.abs(ys - draft.throne[1])) <= wish.reach
    else:
        far = distances(draft)
        near = (far >= 0) & (far <= wish.reach)
    return found & near


def holds(draft: Draft, wish: Wish) -> bool:
    """True when the map meets a wish."""
    count = int(np.count_nonzero(within(draft, wish)))
    return count >= wish.cells if wish.at_least else count <= wish.cells


def repair(draft: Draft) -> None:
    """Add or take away what the wishes still lack; a few rounds are enough."""
    for _ in range(4):
        broken = [wish for wish in draft.wishes.counted if not holds(draft, wish)]
        if not broken:
            return
        for wish in broken:
            mend(draft, wish)


def mend(draft: Draft, wish: Wish) -> None:
    """Bring one wish about, as far as one round goes."""
    dice = draft.dice()
    row = draft.ground(wish.kind)
    kind = draft.content.terrain[row].kind
    short = wish.cells - int(np.count_nonzero(within(draft, wish)))
    if not wish.at_least:
        cells = np.argwhere(within(draft, wish)).tolist()
        for _ in range(-short):
            y, x = cells.pop(dice.below(len(cells)))
            draft.growth[y, x] = -1
        return
    if kind == "growth":
        far = distances(draft)
        cells = np.argwhere(soil(draft) & (far >= 0) & (far <= wish.reach)).tolist()
        for _ in range(min(short, len(cells))):
            y, x = cells.pop(dice.below(len(cells)))
            draft.growth[y, x] = row
    elif kind == "liquid":
        for _ in range(6):
            short -= pool(draft, wish.kind, short, shore(draft, wish.reach), dice) if short > 0 else 0
    elif kind == "floor":
        far = distances(draft)
        around = (far >= 0) & (far < wish.reach) & may_open(draft) & is_rock(draft)
        cells = np.argwhere(around).tolist()
        for _ in range(min(short, len(cells))):
            y, x = cells.pop(dice.below(len(cells)))
            draft.terrain[y, x] = row
