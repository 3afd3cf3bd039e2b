"""Every body lives one tick: needs fall, walkers walk, workers work. One kernel; it tells who is due."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import needs
from meikyu.core.ruling import rule
from meikyu.realm.columns import columns
from meikyu.realm.systems import kernels
from meikyu.realm.systems.links import links
from meikyu.realm.world import World


class Bodies(NamedTuple):
    """The columns of actors that a tick of life reads and moves."""

    alive: NDArray[np.bool_]
    side: NDArray[np.int8]
    act: NDArray[np.int8]
    needs: NDArray[np.int32]
    retry: NDArray[np.int32]
    timer: NDArray[np.int32]
    done: NDArray[np.int32]
    need: NDArray[np.int32]
    speed: NDArray[np.int16]
    x: NDArray[np.int16]
    y: NDArray[np.int16]
    came_x: NDArray[np.int16]
    came_y: NDArray[np.int16]
    heading: NDArray[np.int8]
    leg: NDArray[np.int16]
    legs: NDArray[np.int16]
    route: NDArray[np.int32]


class Pace(NamedTuple):
    """What a tick does to a body, in the units of the state.

    Args:
        food: fall of the food bar. sleep: of the sleep bar awake. recreation: of the recreation bar awake.
        threshold: at or below this a need presses. full: of a bar. step: ticks a cell.
    """

    food: int
    sleep: int
    recreation: int
    threshold: int
    full: int
    step: int


@rule("KEP-NEED-03", "KEP-NEED-07")
def pace(world: World) -> Pace:
    """The pace of this dungeon; each fall is that of the book's formula on a full bar."""
    p = world.params.need
    full = p.full * p.units_per_point
    food, sleep, recreation = (full - needs.after_tick(p, need, full, 0) for need in range(3))
    return Pace(
        food, sleep, recreation, p.threshold * p.units_per_point, full, world.params.sim.ticks_per_cell
    )


@rule("KEP-NEED-05", "KEP-SIM-06")
def run(world: World) -> None:
    """Advance every body; `Scratch.due` gets (actor, bits) of those whose primitive or need is due."""
    state = world.state
    made = links(world)
    known = world.scratch.caches.get("pace")
    if known is None:
        known = world.scratch.caches["pace"] = pace(world)
    if made.due.size < state.actors.alive.size:
        made.due = np.zeros(state.actors.alive.size, np.int32)
        made.bits = np.zeros(state.actors.alive.size, np.int32)
    bodies = columns(world, state.actors, Bodies)
    count = kernels.advance_all(
        bodies, len(state.names), world.scratch.steps, state.tick, known, made.due, made.bits
    )
    world.scratch.due = list(zip(made.due[:count].tolist(), made.bits[:count].tolist(), strict=True))
