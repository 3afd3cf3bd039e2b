"""A map from its seed: the stages in order, made anew until the wishes hold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from meikyu.errors import InputError, Text
from meikyu.realm.content import Content, Start
from meikyu.realm.mapgen import caves, growing, hall, mending, pools
from meikyu.realm.mapgen.draft import Cell, Draft, Grid
from meikyu.realm.mapgen.wishes import read_wishes

SMALLEST, LARGEST = 48, 512
USUAL = 128
TRIES = 8


class Made(NamedTuple):
    """A map as it is before anybody stands on it.

    Attributes:
        terrain: int16[H, W], rows of the terrain table. growth: likewise, or -1.
        hall: x, y, width, height of the hall's floor. throne: its cell. gate: the hall's cell at its way out.
        mouths: the cave mouths. unmet: wishes that this map does not meet. eased: wishes that its size made
        smaller.
        tries: maps made before this one.
    """

    terrain: Grid
    growth: Grid
    hall: tuple[int, int, int, int]
    throne: Cell
    gate: Cell
    mouths: tuple[Cell, ...]
    unmet: tuple[str, ...]
    eased: tuple[str, ...]
    tries: int


def check_size(width: int, height: int) -> None:
    """Raise InputError when a map may not have this size."""
    for field, value in (("width", width), ("height", height)):
        if not SMALLEST <= value <= LARGEST:
            allowed = Text(f"{SMALLEST} to {LARGEST} cells", f"{SMALLEST}〜{LARGEST}マス")
            raise InputError("out_of_range", field, value, allowed)


def make(content: Content, seed: int, start: Start, width: int, height: int) -> Made:
    """The map of a start: made anew, a bounded number of times, until its wishes hold.

    Raises:
        InputError: a size outside 48..512.
    """
    check_size(width, height)
    best: Made | None = None
    for number in range(TRIES):
        made = attempt(content, seed, start, width, height, number)
        if best is None or len(made.unmet) < len(best.unmet):
            best = made
        if not made.unmet:
            break
    assert best is not None
    return best


def attempt(content: Content, seed: int, start: Start, width: int, height: int, number: int) -> Made:
    """One try at a map: its stages in order."""
    shape = (height, width)
    draft = Draft(
        content,
        read_wishes(start.wishes, width, height),
        seed,
        number,
        width,
        height,
        np.full(shape, content.ground["rock"], np.int16),
        np.full(shape, -1, np.int16),
        np.zeros(shape, np.bool_),
        np.zeros(shape, np.bool_),
    )
    hall.place_hall(draft)
    hall.lay_rocks(draft)
    caves.open_caves(draft)
    caves.join_caves(draft)
    caves.open_mouths(draft)
    for kind in ("water", "mud", "lava"):
        pools.fill_pools(draft, kind)
    for kind in ("iron_vein", "gold_vein", "gem_pocket", "crystal_vein"):
        growing.grow_veins(draft, kind)
    growing.spread_fungus_floor(draft)
    growing.plant(draft)
    mending.repair(draft)
    unmet = tuple(wish.text for wish in draft.wishes.counted if not mending.holds(draft, wish))
    return Made(
        draft.terrain,
        draft.growth,
        draft.hall,
        draft.throne,
        draft.gate,
        tuple(draft.mouths),
        unmet,
        draft.wishes.eased,
        number,
    )
