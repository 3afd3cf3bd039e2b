"""What a page may see of a dungeon: fog, who shows, cracked and shaky ceilings; from the book's own rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books import keep
from meikyu.core.ruling import rule
from meikyu.realm.state import Side, State
from meikyu.realm.world import World

Bytes = NDArray[np.uint8]

FULL = 255
"""What whole fog and a whole figure count as."""

OWN = (Side.MINION, Side.LORD, Side.ALLY, Side.PRISONER)
"""Sides that fog never hides (KEP-FOG-08)."""


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


@rule("KEP-FOG-07")
def shown(world: World) -> Bytes:
    """How much of each actor shows: outsiders fade with the fog of their cell."""
    actors = world.state.actors
    told = np.full(actors.alive.shape, FULL, np.uint8)
    others = np.flatnonzero(actors.alive & ~np.isin(actors.side, OWN))
    if others.size:
        veil = fog(world)
        for actor in others.tolist():
            level = int(veil[actors.y[actor], actors.x[actor]])
            told[actor] = keep.sight.opacity(level, FULL, 0)
    told[~actors.alive] = 0
    return told


def cracks(world: World) -> NDArray[np.bool_]:
    """Cells whose ceiling is cracked now."""
    found = np.zeros(world.state.cells.dug.shape, np.bool_)
    for cell in world.scratch.caches.get("cracks", ()):
        found.flat[cell] = True
    return found


def _supports(state: State, world: World) -> list[tuple[int, int]]:
    rows = state.structures
    kinds = [n for n, row in enumerate(world.content.structures) if row.category == "support"]
    held = np.flatnonzero(np.isin(rows.kind, kinds))
    return [(int(rows.x[s]), int(rows.y[s])) for s in held]


def ceiling(world: World, dug_too: Sequence[tuple[int, int]], props: Sequence[tuple[int, int]] = ()) -> Any:
    """The part of the map round these cells as the roof rules take it, and where it begins.

    Only dug cells that hang together with `dug_too` can share a space with them, so only their block is told.

    Returns:
        (rows of dug-open cells, supports, column and row of the block's corner).
    """
    state = world.state
    cells = state.cells
    solid = np.zeros(cells.dug.shape, np.bool_)
    walls = [n for n, row in enumerate(world.content.structures) if row.category == "barrier"]
    built = cells.structure >= 0
    solid[built] = np.isin(state.structures.kind[cells.structure[built]], walls)
    open_now = cells.dug & ~solid
    xs, ys = [c[0] for c in dug_too], [c[1] for c in dug_too]
    reach = 64
    x0, x1 = max(min(xs) - reach, 0), min(max(xs) + reach + 1, state.width)
    y0, y1 = max(min(ys) - reach, 0), min(max(ys) + reach + 1, state.height)
    held = [(x - x0, y - y0) for x, y in (*_supports(state, world), *props)]
    return open_now[y0:y1, x0:x1].tolist(), held, x0, y0


def shaky(world: World, marked: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cells that would leave an unsupported ceiling when dug, existing marks taken as dug too."""
    ys, xs = np.nonzero(world.state.cells.mark & 1)
    terrain = world.content.terrain
    ground = world.state.cells.terrain
    every = [
        c
        for c in {*zip(xs.tolist(), ys.tolist(), strict=True), *marked}
        if terrain[ground[c[1], c[0]]].kind in ("rock", "ore")
    ]
    if not every:
        return []
    dug, held, x0, y0 = ceiling(world, every)
    inside = sorted((x - x0, y - y0) for x, y in every)
    return [(x + x0, y + y0) for x, y in keep.roof.unstable(world.params.roof, dug, held, inside)]


def unstable(world: World) -> NDArray[np.bool_]:
    """Marked cells whose digging would leave an unsupported ceiling (KEP-ROOF-26)."""
    found = np.zeros(world.state.cells.mark.shape, np.bool_)
    for x, y in shaky(world, []):
        found[y, x] = True
    return found
