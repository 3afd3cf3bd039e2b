"""Actors: adding and moving them, how far they see, and who are minions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import jobs, sight, wounds
from meikyu.realm.state import Side
from meikyu.realm.tables.rows import room
from meikyu.realm.world import World

GUARD = jobs.IDS.index("guard")
LONG_AGO = -(1 << 30)
NOTHING = (
    *("title", "task", "job", "looked", "weapon", "armour", "tool"),
    *("bleeds", "heals", "down", "foe", "shield", "lent", "own"),
    *("counted", "emptied", "stood", "rampage", "prey"),
)
"""Columns of an actor that hold -1 for none."""


def minions(world: World) -> NDArray[np.int64]:
    """Ids of the living minions, ascending."""
    rows = world.state.actors
    count = len(world.state.names)
    return np.flatnonzero(rows.alive[:count] & (rows.side[:count] == Side.MINION))


def add_actor(
    world: World,
    side: int,
    species: int,
    x: int,
    y: int,
    *,
    stats: tuple[int, ...],
    name: str,
    needs: tuple[int, int, int],
    levels: tuple[int, ...] | None = None,
) -> int:
    """Add an actor and return its id.

    Args:
        world: the dungeon.
        side: of `Side`.
        species: row of the species table, or of the creatures table for others than minions and the lord.
        x: column.
        y: row.
        stats: the five stats.
        name: "English/Japanese".
        needs: food, sleep, recreation in 1/600 points.
        levels: the fifteen job levels; all off where left out.
    """
    state = world.state
    actor = len(state.names)
    rows = room(state, "actors", actor)
    for field in rows._fields:
        getattr(rows, field)[actor] = 0
    for field in NOTHING:
        getattr(rows, field)[actor] = -1
    rows.alive[actor] = True
    rows.side[actor] = side
    rows.species[actor] = species
    rows.x[actor] = rows.came_x[actor] = x
    rows.y[actor] = rows.came_y[actor] = y
    rows.stats[actor] = stats
    rows.needs[actor] = needs
    rows.levels[actor] = levels or (0,) * 15
    rows.saved[actor] = rows.levels[actor]
    rows.since[actor] = state.tick
    rows.joined[actor] = True
    rows.born[actor] = state.tick
    rows.past[actor] = -1
    rows.speed[actor] = 100
    rows.heading[actor] = 1
    rows.fought[actor] = rows.treated[actor] = rows.barred[actor] = LONG_AGO
    rows.ask[actor] = wounds.SEVERITIES.index(world.params.heal.ask)
    rows.settled[actor] = state.tick
    set_sight(world, actor)
    state.names.append(name)
    state.plans.append([])
    return actor


def set_sight(world: World, actor: int) -> None:
    """Bring an actor's range of sight up to date with its hunting and its job Guard; -1 knocked out."""
    rows = world.state.actors
    if not sight.has_eyes(int(rows.down[actor] >= 0), 0, 0):
        rows.sight[actor] = -1
        return
    guard = int(rows.levels[actor, GUARD] > 0)
    rows.sight[actor] = sight.sight_range(world.params.sight, int(rows.stats[actor, 0]), guard)


def move_actor(world: World, actor: int, x: int, y: int) -> None:
    """Put an actor on a cell, as a step of a walk does; what it holds goes with it."""
    rows = world.state.actors
    rows.came_x[actor], rows.came_y[actor] = rows.x[actor], rows.y[actor]
    rows.x[actor], rows.y[actor] = x, y
