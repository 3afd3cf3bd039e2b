"""A dungeon without a page: so many days as fast as they go, and how they went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from meikyu.core.clock import TICKS_PER_DAY
from meikyu.core.params import House
from meikyu.realm import start as starts
from meikyu.realm.mapgen import USUAL
from meikyu.realm.step import step
from meikyu.realm.tables import minions
from meikyu.realm.world import World

NEEDS = ("food", "sleep", "recreation")
TOLD_EVERY = 600


def run(
    seed: int = 1,
    days: int = 1,
    start: str = "old_halls",
    width: int = USUAL,
    height: int = USUAL,
    difficulty: str = "normal",
    progress: Callable[[int, int], None] | None = None,
    house: House | None = None,
) -> dict[str, Any]:
    """How a dungeon left alone goes.

    Args:
        seed: of the map and all chance.
        days: game days.
        start: id of the start.
        width: of the map.
        height: of the map.
        difficulty: its id.
        progress: told ticks done and ticks in all.
        house: a table's own rules.

    Returns:
        Seed, ticks, digest, minions, lowest bar of each need ever, food left, events by kind, letters.

    Raises:
        InputError: an option that is not allowed.
    """
    world = starts.new(seed, start, difficulty, width, height, house)
    last = days * TICKS_PER_DAY
    lowest = np.full(len(NEEDS), world.params.need.full, np.int64)
    seen: Counter[str] = Counter(event.kind for event in world.events)
    while world.state.tick < last:
        seen.update(event.kind for event in step(world))
        if world.state.tick % TOLD_EVERY == 0:
            lowest = np.minimum(lowest, _bars(world).min(axis=0, initial=world.params.need.full))
            if progress is not None:
                progress(world.state.tick, last)
    return {
        "seed": seed,
        "start": start,
        "difficulty": difficulty,
        "size": f"{width}x{height}",
        "ticks": world.state.tick,
        "minions": int(_bars(world).shape[0]),
        "lowest": dict(zip(NEEDS, lowest.tolist(), strict=True)),
        "stock": stock(world),
        "rooms": [room.name for room in world.state.rooms],
        "events": dict(sorted(seen.items())),
        "letters": len(world.state.letters),
        "digest": world.digest(),
    }


def _bars(world: World) -> Any:
    """Needs of the living minions in whole points."""
    return world.state.actors.needs[minions(world)] // world.params.need.units_per_point


def stock(world: World) -> dict[str, int]:
    """Pieces of each kind of item in the dungeon, by id."""
    rows = world.state.items
    pieces: Counter[str] = Counter()
    for item in np.flatnonzero(rows.kind >= 0).tolist():
        pieces[world.content.items[rows.kind[item]].id] += int(rows.count[item])
    return dict(sorted(pieces.items()))
