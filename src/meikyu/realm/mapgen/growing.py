"""Veins of ore in the rock, beds of fungus floor, and what grows on the ground."""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import ground
from meikyu.core.rng import KeyedDice
from meikyu.realm.mapgen.draft import EIGHT, Draft, Mask, distances, highest, inside, is_rock, noise
from meikyu.realm.mapgen.hall import HALL_MARGIN


def grow_veins(draft: Draft, kind: str) -> None:
    """Veins of ore: short crooked walks through plain rock."""
    dice = draft.dice()
    wish = draft.wishes.of(kind)
    row = draft.ground(kind)
    if wish is not None and wish.at_least:
        x, y = draft.throne
        near = is_rock(draft) & inside(draft)
        near[: max(y - wish.reach, 0)] = near[y + wish.reach + 1 :] = False
        near[:, : max(x - wish.reach, 0)] = near[:, x + wish.reach + 1 :] = False
        left = wish.cells + 1
        places = np.flatnonzero(near)
        while left > 0 and places.size:
            left -= vein(draft, row, min(left, 4), int(places[dice.below(places.size)]), near, dice)
    rock = is_rock(draft) & inside(draft)
    places = np.flatnonzero(rock)
    left = draft.share(kind) - int(np.count_nonzero(draft.terrain == row))
    for _ in range(4 * max(left, 0)):
        if left <= 0:
            break
        at = int(places[dice.below(places.size)])
        left -= vein(draft, row, min(left, 3 + dice.below(5)), at, rock, dice)


def vein(draft: Draft, row: int, want: int, at: int, rock: Mask, dice: KeyedDice) -> int:
    """Lay up to `want` cells of ore from the flat cell `at` on; returns how many."""
    x, y = at % draft.width, at // draft.width
    room = inside(draft)
    count = 0
    for _ in range(3 * want):
        if rock[y, x]:
            draft.terrain[y, x] = row
            rock[y, x] = False
            count += 1
            if count == want:
                break
        dx, dy = EIGHT[dice.below(len(EIGHT))]
        if room[y + dy, x + dx]:
            x, y = x + dx, y + dy
    return count


def spread_fungus_floor(draft: Draft) -> None:
    """Beds of fungus floor on the cave floor, away from the hall where cave floor is wished for."""
    floor = draft.terrain == draft.ground("cave_floor")
    far = distances(draft)
    floor &= (far < 0) | (far > draft.wishes.home[1] + HALL_MARGIN + 6)
    field = noise(draft, 20, 2)
    draft.terrain[highest(field, floor, draft.share("fungus_floor"))] = draft.ground("fungus_floor")


def soil(draft: Draft) -> Mask:
    """Floor cells where something may grow."""
    kinds = [draft.ground("cave_floor"), draft.ground("fungus_floor")]
    return np.isin(draft.terrain, kinds) & (draft.growth < 0) & ~draft.closed


def plant(draft: Draft) -> None:
    """Growths by the counts of their rows, scaled with the area, in loose groups."""
    sim = draft.content.params.sim
    for channel, (kind, blur) in enumerate(
        (
            ("fungus_patch", 2),
            ("flower_bed", 2),
            ("vine_curtain", 3),
            ("giant_mushroom", 2),
            ("glow_fungus", 0),
        ),
        30,
    ):
        usual = draft.content.terrain[draft.ground(kind)].map_count
        count = ground.scaled_count(sim, usual, draft.width, draft.height)
        field = noise(draft, channel, blur)
        field += noise(draft, channel + 10, 0) >> 3
        if kind == "fungus_patch":
            field += (draft.terrain == draft.ground("fungus_floor")).astype(np.int64) << 21
        draft.growth[highest(field, soil(draft), count)] = draft.ground(kind)
