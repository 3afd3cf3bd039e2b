"""Sight: which cells somebody sees in this tick, when the last one lost them. Who moved looks again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meikyu.core.ruling import rule
from meikyu.realm import kernels
from meikyu.realm.state import Side
from meikyu.realm.systems import eyes
from meikyu.realm.systems.lights import clears
from meikyu.realm.world import World

EYES = (int(Side.MINION), int(Side.LORD), int(Side.ALLY))
"""The sides whose eyes clear fog (KEP-FOG-10); visitors, prisoners and foes give none."""

ROOM = 1024
"""Cells kept of one viewer at first; doubled when a wider view turns up."""


class Views:
    """What each actor saw when it last looked: place, range and cells.

    Attributes:
        at: int32[n, 3], x, y and range at the last look; range -1 for one who does not see.
        cells: int32[n, ROOM] and count: int32[n], the flat cells seen.
        clearing: cells cleared by each light, by structure.
    """

    def __init__(self, actors: int, size: int) -> None:
        self.at = np.full((actors, 3), -1, np.int32)
        self.cells = np.zeros((actors, min(ROOM, size)), np.int32)
        self.count = np.zeros(actors, np.int32)
        self.clearing: dict[int, NDArray[np.int32]] = {}


def views(world: World) -> Views:
    """The views of this world; new ones start with nothing seen, and the counts of the state at zero."""
    found: Views | None = world.scratch.caches.get("views")
    actors = world.state.actors.alive.size
    if found is None:
        found = world.scratch.caches["views"] = Views(actors, world.state.width * world.state.height)
    elif found.count.size < actors:
        wider = Views(actors, found.cells.shape[1])
        wider.at[: found.count.size] = found.at
        wider.cells = np.zeros((actors, found.cells.shape[1]), np.int32)
        wider.cells[: found.count.size] = found.cells
        wider.count[: found.count.size] = found.count
        wider.clearing = found.clearing
        found = world.scratch.caches["views"] = wider
    return found


@rule("KEP-FOG-10", "KEP-FOG-22", "KEP-FOG-65")
def run(world: World) -> None:
    """Have everybody who moved, or whose surroundings changed, look again; the lights likewise."""
    state, scratch = world.state, world.scratch
    seen = views(world)
    actors = state.actors
    count = len(state.names)
    _widen(seen, actors.sight[:count], state.width * state.height)
    changed = np.array(scratch.opaque_changed, np.int32)
    scratch.opaque_changed = []
    dimmed = _lights(world, seen)
    kernels.look_again(
        actors,
        count,
        (state.cells.opaque, state.cells.viewers, state.cells.lost, state.cells.lost_inside),
        state.cells.territory,
        (seen.at, seen.cells, seen.count),
        changed,
        state.tick,
        scratch.cells,
    )
    for cells in dimmed:
        kernels.lose_sight(
            state.cells.viewers,
            state.cells.lost,
            state.cells.lost_inside,
            state.cells.territory,
            cells,
            state.tick,
        )


def _widen(seen: Views, ranges: NDArray[np.int16], size: int) -> None:
    """Make room for the widest view."""
    if ranges.size == 0:
        return
    radius = int(ranges.max())
    need = min((2 * radius + 1) ** 2, size)
    if need > seen.cells.shape[1]:
        wider = np.zeros((seen.cells.shape[0], need), np.int32)
        wider[:, : seen.cells.shape[1]] = seen.cells
        seen.cells = wider


def _lights(world: World, seen: Views) -> list[NDArray[np.int32]]:
    """Count what lights clear of fog, where that changed; returns what they cleared before.

    Those told by the lights system are counted anew and, when the territory changed, all.
    """
    state, scratch = world.state, world.scratch
    sources: set[int] = set(scratch.caches.get("clearing", ()))
    scratch.caches["clearing"] = []
    if scratch.caches.pop("territory_changed", False):
        sources.update(source for _, source in scratch.lit if source >= 0)  # the ground's glow clears no fog
    dimmed: list[NDArray[np.int32]] = []
    for source in sorted(sources):
        old = seen.clearing.pop(source, None)
        new = scratch.lit.get((0, source)) if clears(world, source) else None
        if new is not None:
            seen.clearing[source] = new
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
