"""Sight: which cells somebody sees in this tick, when the last one lost them. Who moved looks again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meikyu.core.ruling import rule
from meikyu.realm import kernels
from meikyu.realm.columns import columns
from meikyu.realm.sides import EYES
from meikyu.realm.systems import eyes
from meikyu.realm.systems.lights import clears
from meikyu.realm.world import World

SMALLEST = 64
"""Side of a window at least: the bits of a word."""

KEPT_BYTES = 1 << 24
"""Memory that the windows kept by cell may take."""

KEPT_CHANGES = 1024
"""Latest changes of opacity that are remembered, a power of two; what was drawn before them is drawn anew."""


class Eyes(NamedTuple):
    """The columns of actors that tell who sees how far from where."""

    alive: NDArray[np.bool_]
    side: NDArray[np.int8]
    sight: NDArray[np.int16]
    x: NDArray[np.int16]
    y: NDArray[np.int16]


class Windows(NamedTuple):
    """What each actor saw when it last looked, and what is seen from cells that were lately looked from.

    Attributes:
        at: int32[n, 3], x, y and range of each actor's last look; range -1 for one who does not see.
        seen: uint64[n, side, side // 64], each actor's window of the cells seen (`realm.kernels`).
        reach: int64[1], the range of the windows kept by cell; no viewer sees farther.
        facts: int64[m, 2], by place in the store: flat cell, -1 for none; changes that its window has stood.
        window: uint64[m, side, side // 64], the windows kept.
        changes: int32[KEPT_CHANGES, 3], x, y, and 1 where it blocks sight since, 0 where no longer.
        logged: int64[1], changes so far; the one of number k is in row k % KEPT_CHANGES.
    """

    at: NDArray[np.int32]
    seen: NDArray[np.uint64]
    reach: NDArray[np.int64]
    facts: NDArray[np.int64]
    window: NDArray[np.uint64]
    changes: NDArray[np.int32]
    logged: NDArray[np.int64]


def _windows(world: World, reach: int) -> Windows:
    """Windows for ranges up to `reach`, nothing seen or kept yet."""
    state = world.state
    side = SMALLEST
    while side < min(2 * reach + 2, max(state.width, state.height)):
        side *= 2
    shape = (side, side // SMALLEST)
    kept = 1
    while kept < state.width * state.height and 2 * kept * side * side // 8 <= KEPT_BYTES:
        kept *= 2
    actors = state.actors.alive.size
    return Windows(
        np.full((actors, 3), -1, np.int32),
        np.zeros((actors, *shape), np.uint64),
        np.array([reach]),
        np.full((kept, 2), -1),
        np.zeros((kept, *shape), np.uint64),
        np.zeros((KEPT_CHANGES, 3), np.int32),
        np.zeros(1, np.int64),
    )


def views(world: World, reach: int = 0) -> Windows:
    """The windows of this world for ranges up to `reach` at least.

    New ones start with nothing seen, and the counts of the state at zero.
    """
    found: Windows | None = world.scratch.caches.get("views")
    actors = world.state.actors.alive.size
    if found is not None and found.at.shape[0] >= actors and found.reach[0] >= reach:
        return found
    made = _windows(world, max(reach, 0 if found is None else int(found.reach[0])))
    if found is not None:
        made.at[: found.at.shape[0]] = found.at
        kernels.widen(found.at, found.seen, made.seen)
    world.scratch.caches["views"] = made
    return made


@rule("KEP-FOG-10", "KEP-FOG-22", "KEP-FOG-65")
def run(world: World) -> None:
    """Have everybody who moved, or whose surroundings changed, look again; the lights likewise."""
    state, scratch = world.state, world.scratch
    changed = np.array(scratch.opaque_changed, np.int32)
    scratch.opaque_changed = []
    dimmed = _lights(world)
    fog = (state.cells.opaque, state.cells.viewers, state.cells.lost, state.cells.lost_inside)
    spare = (scratch.owner, scratch.cells, scratch.link)
    wanted = 0
    while wanted >= 0:
        args = (columns(world, state.actors, Eyes), len(state.names), fog, state.cells.territory)
        wanted = int(kernels.look_again(*args, views(world, wanted), changed, state.tick, spare))
    for cells in dimmed:
        kernels.lose_sight(
            state.cells.viewers,
            state.cells.lost,
            state.cells.lost_inside,
            state.cells.territory,
            cells,
            state.tick,
        )


def _lights(world: World) -> list[NDArray[np.int32]]:
    """Count what lights clear of fog, where that changed; returns what they cleared before.

    Those told by the lights system are counted anew, and those whose cell came to the territory or left it.
    """
    state, scratch = world.state, world.scratch
    sources: set[int] = set(scratch.caches.pop("clearing", ()))
    for cell in scratch.caches.pop("territory_changed", ()):
        sources.add(int(state.cells.structure[cell // state.width, cell % state.width]))
    if not sources:
        return []
    clearing: dict[int, NDArray[np.int32]] = scratch.caches.setdefault("cleared", {})
    dimmed: list[NDArray[np.int32]] = []
    for source in sorted(sources):
        old = clearing.pop(source, None)
        new = scratch.lit.get((0, source)) if clears(world, source) else None
        if new is not None:
            clearing[source] = new
            kernels.gain(state.cells.viewers, new)
        if old is not None:
            dimmed.append(old)
    return dimmed


def recount(world: World) -> NDArray[np.int16]:
    """The viewers of every cell counted anew from all sources: the obvious way, for tests and for loading."""
    state = world.state
    counts = np.zeros_like(state.cells.viewers)
    scratch = world.scratch
    actors = state.actors
    for actor in range(len(state.names)):
        if actors.alive[actor] and int(actors.side[actor]) in EYES:
            box = (int(actors.x[actor]), int(actors.y[actor]), 1, 1)
            n = kernels.look(state.cells.opaque, box, int(actors.sight[actor]), scratch.owner, scratch.cells)
            kernels.gain(counts, scratch.cells[:n].copy())
    for (_, source), cells in sorted(scratch.lit.items()):
        if clears(world, source):
            kernels.gain(counts, cells)
    for cells in eyes.watched(world):
        kernels.gain(counts, cells)
    return counts
