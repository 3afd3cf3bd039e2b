"""Dice that go on within a tick: whoever throws again for the same purpose gets the next draws of its key."""

from __future__ import annotations

from meikyu.core.rng import KeyedDice
from meikyu.realm.world import World


def dice(world: World, stream: int, actor: int) -> KeyedDice:
    """Dice of `actor` for this purpose, the same ones all through the running tick."""
    tick, thrown = world.scratch.caches.get("dice", (-1, {}))
    if tick != world.state.tick:
        thrown = {}
        world.scratch.caches["dice"] = (world.state.tick, thrown)
    found: KeyedDice | None = thrown.get((stream, actor))
    if found is None:
        found = thrown[stream, actor] = world.dice(stream, actor)
    return found
