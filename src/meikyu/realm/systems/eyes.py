"""Eyes without a body: the alarm of a trap, a ghost eye on its cell, the hour after the rite of unveiling."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import sight as book
from meikyu.core.ruling import rule
from meikyu.realm import kernels
from meikyu.realm.world import World

ALARM, GHOST, UNVEILED = range(3)
"""Kinds of eyes: an alarm trap that went off, a ghost eye held by an altar, the whole territory unveiled."""

Flat = NDArray[np.int32]


def open_eye(world: World, kind: int, x: int, y: int, until: int, altar: int = -1) -> int:
    """Have something see from a cell until a tick; returns its number."""
    number = world.state.counters.get("eyes", 0)
    world.state.counters["eyes"] = number + 1
    world.state.eyes[number] = (kind, x, y, until, altar)
    return number


@rule("KEP-FOG-46", "KEP-FOG-48")
def raise_alarm(world: World, x: int, y: int) -> None:
    """A trap has gone off: the fog about it clears for its minutes; the same trap starts them anew."""
    state, p = world.state, world.params
    for number, eye in sorted(state.eyes.items()):
        if eye[:3] == (ALARM, x, y):
            del state.eyes[number]
    open_eye(world, ALARM, x, y, state.tick + p.sight.alarm_minutes * p.sim.ticks_per_minute)


def holder_of(world: World, altar: int) -> int:
    """The number of the eye that an altar holds, -1 for none."""
    return next((n for n, eye in sorted(world.state.eyes.items()) if eye[4] == altar), -1)


def is_open(world: World, eye: tuple[int, ...]) -> bool:
    """True while an eye sees: its time is not over and the altar that holds it stands."""
    stands = eye[4] < 0 or world.state.structures.kind[eye[4]] >= 0
    return bool(world.state.tick < eye[3] and stands)


def cells_of(world: World, eye: tuple[int, ...]) -> Flat:
    """The flat cells that an eye sees now."""
    kind, x, y = eye[:3]
    p = world.params.sight
    if kind == UNVEILED:
        return _about_territory(world, p.alarm_cells)
    scratch = world.scratch
    radius = p.ghost_eye_cells if kind == GHOST else p.alarm_cells
    count = kernels.look(world.state.cells.opaque, (x, y, 1, 1), radius, scratch.owner, scratch.cells)
    return scratch.cells[:count].copy()


def _about_territory(world: World, cells: int) -> Flat:
    """The territory and every cell within so many cells of it, by the measure of what is seen."""
    territory = world.state.cells.territory
    height, width = territory.shape
    found = territory.copy()
    for dy in range(-cells, cells + 1):
        for dx in range(-cells, cells + 1):
            if book.is_in_range(dx, dy, cells) and abs(dx) < width and abs(dy) < height:
                here = (slice(max(0, dy), height + min(0, dy)), slice(max(0, dx), width + min(0, dx)))
                there = (slice(max(0, -dy), height + min(0, -dy)), slice(max(0, -dx), width + min(0, -dx)))
                found[here] |= territory[there]
    return np.flatnonzero(found.reshape(-1)).astype(np.int32)


@rule("KEP-FOG-10", "KEP-FOG-46", "KEP-FOG-47", "KEP-FOG-48")
def run(world: World) -> None:
    """Count what the eyes see, where that changed, and close those whose time is over.

    What is newly seen is counted before anything is lost.
    """
    state, scratch = world.state, world.scratch
    known: dict[int, tuple[Any, Flat]] = scratch.caches.setdefault("eyes", {})
    if not state.eyes and not known:
        return
    for number, eye in sorted(state.eyes.items()):
        if not is_open(world, eye):
            del state.eyes[number]
            world.emit("eye_closed", "KEP-FOG-48", kind=eye[0], x=eye[1], y=eye[2])
    gone: list[Flat] = []
    for number in sorted(known.keys() | state.eyes.keys()):
        eye = state.eyes.get(number)
        before = known.get(number)
        if eye is not None and before is not None and not _changed(world, eye, before):
            continue
        if eye is not None:
            cells = cells_of(world, eye)
            known[number] = (state.cells.territory.copy() if eye[0] == UNVEILED else None, cells)
            kernels.gain(state.cells.viewers, cells)
        else:
            del known[number]
        if before is not None:
            gone.append(before[1])
    cells_ = state.cells
    for cells in gone:
        kernels.lose_sight(
            cells_.viewers, cells_.lost, cells_.lost_inside, cells_.territory, cells, state.tick
        )


def _changed(world: World, eye: tuple[int, ...], before: tuple[Any, Flat]) -> bool:
    """True when an eye has to look again: walls in its range or the territory have changed."""
    if eye[0] == UNVEILED:
        return not np.array_equal(before[0], world.state.cells.territory)
    p = world.params.sight
    radius = p.ghost_eye_cells if eye[0] == GHOST else p.alarm_cells
    width = world.state.width
    return any(
        book.is_in_range(cell % width - eye[1], cell // width - eye[2], radius)
        for cell in world.scratch.opaque_changed
    )


def watched(world: World) -> list[Flat]:
    """What each eye sees, counted anew: the obvious way, for tests."""
    return [cells_of(world, eye) for _, eye in sorted(world.state.eyes.items())]
