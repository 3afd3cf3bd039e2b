"""Wild creatures: where they live at first, and how they come in again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import ground
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.ruling import rule
from meikyu.realm.state import Side
from meikyu.realm.systems import bodies, moves, roaming
from meikyu.realm.systems.chance import dice
from meikyu.realm.systems.links import links
from meikyu.realm.tables import add_actor, add_timer
from meikyu.realm.world import World

AWAY = 14
"""Cells straight from the territory within which no wild creature starts (design)."""


@rule("KEP-SIM-17")
def wanted(world: World, species: int) -> int:
    """How many of a wild species belong on this map."""
    state = world.state
    count = world.content.creatures[species].map_count
    count = ground.scaled_count(world.params.sim, count, state.width, state.height)
    return count * int(state.settings.get("wild_percent", 100)) // 100


def species_of_the_wild(world: World) -> list[int]:
    """Rows of the creatures that live wild on the map."""
    return [n for n, row in enumerate(world.content.creatures) if row.kind == "wild"]


def populate(world: World) -> None:
    """Put the wild creatures of a new dungeon on its natural ground, and have them renew from then on."""
    ground = _homes(world)
    for species in species_of_the_wild(world):
        row = world.content.creatures[species]
        chance = KeyedDice(world.state.seed, Stream.RENEWAL, 0, species)
        left = wanted(world, species)
        homes = _where_it_fits(world, species, ground)
        while left > 0 and homes.size:
            herd = min(left, row.herd[0] + chance.below(row.herd[1] - row.herd[0] + 1))
            add_herd(world, species, herd, int(homes[chance.below(homes.size)]))
            left -= herd
        add_timer(world, row.respawn_hours * TICKS_PER_HOUR, "renewal", species)


def _homes(world: World) -> NDArray[Any]:
    """Flat cells of natural ground away from the territory; any natural ground where there is no other."""
    state = world.state
    cells = state.cells
    free = cells.walkable & ~cells.territory & ~cells.dug & (cells.structure < 0)
    ys, xs = np.nonzero(cells.territory)
    if not ys.size:
        return np.flatnonzero(free.reshape(-1))
    far = free.copy()
    far[
        max(0, ys.min() - AWAY) : ys.max() + AWAY + 1,
        max(0, xs.min() - AWAY) : xs.max() + AWAY + 1,
    ] = False
    found = np.flatnonzero(far.reshape(-1))
    return found if found.size else np.flatnonzero(free.reshape(-1))


@rule("KEP-LAIR-30")
def _where_it_fits(world: World, species: int, cells: NDArray[Any]) -> NDArray[Any]:
    """Of flat cells those where a body of this species fits with its north-west cell."""
    free = bodies.fits(world, world.content.creatures[species].body)
    return cells[free.reshape(-1)[cells]]


def add_herd(world: World, species: int, count: int, cell: int) -> list[int]:
    """Put so many of a species about a flat cell; returns their ids."""
    allowed = bodies.steps_for(world, world.content.creatures[species].body)
    reached = moves.measure(world, np.array([cell]), 2, allowed)
    cells = links(world).queue[:reached].tolist()
    moves.forget(world, reached)
    return [add_creature(world, species, cells[n % len(cells)]) for n in range(count)]


def add_creature(world: World, species: int, cell: int, side: int = Side.WILD) -> int:
    """Put one creature on a flat cell; returns its id."""
    row = world.content.creatures[species]
    full = world.params.need.full * world.params.need.units_per_point
    actor = add_actor(
        world,
        side,
        species,
        cell % world.state.width,
        cell // world.state.width,
        stats=(row.hunting, 0, 0, 0, 0),
        name=f"{row.name.en}/{row.name.ja}",
        needs=(full, full, full),
    )
    if side == Side.WILD:
        roaming.roams_later(world, actor)
    return actor


@rule("KEP-SIM-17", "KEP-SIM-16")
def renew(world: World, species: int, _: int) -> None:
    """The respawn hours of a species are over: a herd comes in at the edge while too few are on the map."""
    state = world.state
    row = world.content.creatures[species]
    add_timer(world, state.tick + row.respawn_hours * TICKS_PER_HOUR, "renewal", species)
    rows = state.actors
    count = len(state.names)
    alive = rows.alive[:count] & (rows.side[:count] == Side.WILD) & (rows.species[:count] == species)
    lacking = wanted(world, species) - int(alive.sum())
    doors = edge_cells(world, row.body)
    if lacking <= 0 or not doors.size:
        return
    chance = dice(world, Stream.RENEWAL, species)
    herd = min(lacking, row.herd[0] + chance.below(row.herd[1] - row.herd[0] + 1))
    came = add_herd(world, species, herd, int(doors[chance.below(doors.size)]))
    world.emit("came_in", "KEP-SIM-17", species=species, count=herd, actor=came[0])


@rule("KEP-SIM-17")
def edge_cells(world: World, body: int = 1) -> NDArray[Any]:
    """Flat cells where wild creatures come in: the mouths of caves, else open cells nearest the edge.

    A body of more cells needs them all open; its north-west cell is told.
    """
    state = world.state
    open_to = bodies.fits(world, body) & ~state.cells.territory
    mouths = [y * state.width + x for x, y in state.settings.get("mouths", ()) if open_to[y, x]]
    if mouths:
        return np.array(mouths, np.int64)
    ys, xs = np.nonzero(open_to)
    if not ys.size:
        return ys
    edge = np.minimum.reduce((xs, ys, state.width - 1 - xs, state.height - 1 - ys))
    near = edge == edge.min()
    return ys[near] * state.width + xs[near]
