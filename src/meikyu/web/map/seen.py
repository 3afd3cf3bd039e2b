"""What a page may see of a dungeon: fog, who shows, cracked and shaky ceilings; from the book's own rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books import keep
from meikyu.core.ruling import rule
from meikyu.realm import inspect
from meikyu.realm.sides import SEEN
from meikyu.realm.state import Fact
from meikyu.realm.systems import bodies, ceilings, stock
from meikyu.realm.tables import box_of, footprint
from meikyu.realm.world import World

Bytes = NDArray[np.uint8]

FULL = 255
"""What whole fog and a whole figure count as."""


@lru_cache(maxsize=8)
def _levels(p: Any, inside: int) -> Bytes:
    """Fog by ticks since a cell was lost, up to complete fog."""
    ticks = keep.sight.fog_ticks(p, inside) + 1
    return np.array([keep.sight.fog_level(p, 0, t, inside, FULL) for t in range(ticks)], np.uint8)


def fog(world: World) -> Bytes:
    """Fog of each cell, 0 clear to 255 whole: the formula of KEP-FOG-54 looked up."""
    cells = world.state.cells
    since = world.state.tick - cells.lost.astype(np.int64)
    told = np.zeros(cells.lost.shape, np.uint8)
    for inside in (0, 1):
        levels = _levels(world.params.sight, inside)
        here = cells.lost_inside == bool(inside)
        told[here] = levels[np.clip(since[here], 0, levels.size - 1)]
    told[cells.viewers > 0] = 0
    return told


@rule("KEP-HAUL-02", "KEP-HAUL-04")
def piles(world: World) -> list[tuple[int, int, int]]:
    """The piles drawn in open storages: cell and kind of each, over the cells of the storage in turn."""
    rows, kinds = world.state.structures, world.state.items.kind
    found: list[tuple[int, int, int]] = []
    for structure, stacks in sorted(world.scratch.stored.items()):
        if not stacks or not keep.haul.shows_contents(stock.structure_row(world, structure).storage_kind):
            continue
        x, y, w, h = box_of(rows, structure)
        places = footprint(x, y, w, h)
        found += [(*cell, int(kinds[item])) for cell, item in zip(places, stacks, strict=False)]
    return found


@rule("KEP-FOG-07", "KEP-FOG-14", "KEP-FOG-19", "KEP-FOG-34", "KEP-HUNT-07", "KEP-HUNT-08")
def shown(world: World) -> Bytes:
    """How much of each actor shows: outsiders fade with the fog of their cell, but for hunted ones."""
    actors = world.state.actors
    told = np.full(actors.alive.shape, FULL, np.uint8)
    others = np.flatnonzero(actors.alive & ~np.isin(actors.side, SEEN))
    if others.size:
        veil = fog(world)
        for actor in others.tolist():
            level = min(int(veil[y, x]) for x, y in bodies.cells_of(world, actor))
            marked = int(actor in world.state.hunts or actors.facts[actor] & Fact.ALARMED > 0)
            told[actor] = keep.sight.opacity(level, FULL, marked)
    told[~actors.alive] = 0
    return told


def cracks(world: World) -> NDArray[np.bool_]:
    """Cells whose ceiling is cracked now."""
    return world.state.cells.crack >= 0


def shaky(world: World, marked: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cells that would leave an unsupported ceiling when dug, existing marks taken as dug too."""
    return ceilings.preview(world, marked)


def unstable(world: World) -> NDArray[np.bool_]:
    """Marked cells whose digging would leave an unsupported ceiling (KEP-ROOF-26)."""
    found = np.zeros(world.state.cells.mark.shape, np.bool_)
    for x, y in shaky(world, []):
        found[y, x] = True
    return found


def stalled(world: World) -> list[int]:
    """Building sites that any cause holds up."""
    return inspect.held_up(world)
