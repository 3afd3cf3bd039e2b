"""Bodies of one cell and of 2 x 2: where they stand and walk, how near others are, what is seen from them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.core.ruling import rule
from meikyu.core.ways import kernels as ways
from meikyu.realm import kernels as sights
from meikyu.realm.state import Act, Side
from meikyu.realm.systems import moves
from meikyu.realm.systems.moves import Box
from meikyu.realm.tables import footprint
from meikyu.realm.world import World

LARGE = 2
"""Cells a side of a large body; an actor's x and y are its north-west cell."""


def size_of(world: World, side: int, species: int) -> int:
    """Cells a side of a body of this kind."""
    table = world.content.species if side in (Side.MINION, Side.LORD) else world.content.creatures
    return table[species].body


def size(world: World, actor: int) -> int:
    """Cells a side of an actor's body."""
    rows = world.state.actors
    return size_of(world, int(rows.side[actor]), int(rows.species[actor]))


def box(world: World, actor: int) -> Box:
    """The cells that an actor stands on."""
    cells = size(world, actor)
    return (*moves.here(world, actor), cells, cells)


def cells_of(world: World, actor: int) -> list[tuple[int, int]]:
    """The cells that an actor stands on, one by one."""
    return footprint(*box(world, actor))


def sees(world: World, viewer: Box, box: Box, cells: int) -> bool:
    """True when nothing stands between a body and some cell of a thing within so many cells."""
    scratch = world.scratch
    count = sights.look(world.state.cells.opaque, viewer, cells, scratch.owner, scratch.cells)
    seen = scratch.cells[:count]
    return any((seen == y * world.state.width + x).any() for x, y in footprint(*box))


def apart(world: World, actor: int, other: int) -> tuple[int, int]:
    """The offset from the nearest cell of one body to that of another; (0, 0) where they overlap."""
    ax, ay, a, _ = box(world, actor)
    bx, by, b, _ = box(world, other)
    return _gap(ax, a, bx, b), _gap(ay, a, by, b)


def _gap(at: int, wide: int, there: int, width: int) -> int:
    if there >= at + wide:
        return there - (at + wide - 1)
    return min(there + width - 1 - at, 0)


@rule("KEP-LAIR-30")
def ground(world: World) -> tuple[NDArray[np.bool_], NDArray[np.uint8]]:
    """Where the north-west cell of a large body may be, and the steps from there; kept until ways change."""
    version = world.state.map_version
    known: tuple[int, NDArray[np.bool_], NDArray[np.uint8]] | None = world.scratch.caches.get("large")
    if known is None or known[0] != version:
        walkable = world.state.cells.walkable
        fits, steps = np.zeros_like(walkable), np.zeros_like(world.scratch.steps)
        ways.clearance_into(walkable, fits)
        ways.steps_into(fits, steps)
        known = world.scratch.caches["large"] = (version, fits, steps)
    return known[1], known[2]


def steps_for(world: World, cells: int) -> NDArray[np.uint8]:
    """The steps of a body of so many cells a side."""
    return ground(world)[1] if cells == LARGE else world.scratch.steps


def fits(world: World, cells: int) -> NDArray[Any]:
    """Where the north-west cell of a body of so many cells a side may be: bool[H, W]."""
    return ground(world)[0] if cells == LARGE else world.state.cells.walkable


@rule("KEP-LAIR-29", "KEP-LAIR-30")
def beside(world: World, actor: int, target: int) -> NDArray[Any]:
    """Flat cells where an actor stands to be beside another: for a large one those of its north-west cell."""
    x, y, w, h = box(world, target)
    mine = size(world, actor)
    if mine < LARGE:
        return moves.stands(world, (x, y, w, h), True)
    state = world.state
    free = fits(world, mine)
    found = [
        cy * state.width + cx
        for cx, cy in footprint(x - mine, y - mine, w + mine + 1, h + mine + 1)
        if 0 <= cx < state.width and 0 <= cy < state.height and free[cy, cx]
        if cx in (x - mine, x + w) or cy in (y - mine, y + h)
    ]
    return np.array(found, np.int32)


def set_off(world: World, actor: int, goals: NDArray[Any]) -> int:
    """`moves.set_off` for a body of any size."""
    return moves.set_off(world, actor, goals, steps_for(world, size(world, actor)))


@rule("KEP-LAIR-29")
def run(world: World) -> None:
    """When ways have changed, have large bodies that walk plan on from the next cell."""
    state = world.state
    if state.counters.get("large_ways") == state.map_version:
        return
    state.counters["large_ways"] = state.map_version
    rows = state.actors
    count = len(state.names)
    walking = rows.alive[:count] & (rows.act[:count] == Act.WALK) & (rows.side[:count] > Side.LORD)
    for actor in np.flatnonzero(walking).tolist():
        if size(world, actor) >= LARGE:
            rows.legs[actor] = rows.leg[actor]
