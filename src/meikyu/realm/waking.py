"""Waking a saved state: everything that is derived from it, made anew."""

from __future__ import annotations

from meikyu.books.keep import KeepParams
from meikyu.realm.content import Content
from meikyu.realm.state import State
from meikyu.realm.systems import eyes, lights, sight
from meikyu.realm.world import World, derive


def wake(state: State, params: KeepParams, content: Content, changed: list[tuple[str, int]]) -> World:
    """A world from a state as it stood between two ticks.

    Lights and viewers are counted anew by having all look again; they come out as they were.
    """
    world = World(state, params, content, derive(state))
    rows = state.structures
    state.cells.lights.fill(0)
    state.cells.viewers.fill(0)
    world.scratch.lights_changed = [
        s for s in range(state.counters.get("structures", 0)) if rows.kind[s] >= 0 and rows.burning[s]
    ]
    lights.run(world)
    eyes.run(world)
    sight.run(world)
    world.scratch.changed = list(changed)
    return world
