"""Joining: a minion that comes later, as itself: name, stats, jobs, what it wears."""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import BOOK, jobs
from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.ruling import rule
from meikyu.realm import tables
from meikyu.realm.state import Fact, Side
from meikyu.realm.systems import moves, stock, wild
from meikyu.realm.systems.chance import dice
from meikyu.realm.tables import box_of
from meikyu.realm.world import World


def draw_species(world: World, way: str, chance: KeyedDice) -> int:
    """The row of a species that joins in this way, drawn by its weight at the gate."""
    rows = world.content.species
    those = [(n, row.gate_weight) for n, row in enumerate(rows) if way in row.joins and row.gate_weight > 0]
    left = chance.below(sum(weight for _, weight in those))
    for number, weight in those:
        left -= weight
        if left < 0:
            return number
    return those[-1][0]


def free_name(world: World, species: int, chance: KeyedDice) -> str:
    """A name of the species that nobody bears, else one with a number."""
    known = [f"{en}/{ja}" for en, ja in BOOK.toml("names")[world.content.species[species].id]["names"]]
    free = [name for name in known if name not in world.state.names]
    if free:
        return free[chance.below(len(free))]
    number = 2
    while f"{known[0]} {number}" in world.state.names:
        number += 1
    return f"{known[0]} {number}"


def entrance(world: World, chance: KeyedDice) -> tuple[int, int]:
    """Where one comes who joins: before the gate, else at the rim of the territory, else at the throne."""
    state = world.state
    cells = state.cells
    outside = cells.walkable & ~cells.territory
    flat = outside.reshape(-1)
    for gate in stock.places(world, "gate").tolist():
        before = [c for c in moves.stands(world, box_of(state.structures, gate), True).tolist() if flat[c]]
        if before:
            return before[0] % state.width, before[0] // state.width
    near = np.zeros_like(outside)
    near[1:] |= cells.territory[:-1]
    near[:-1] |= cells.territory[1:]
    near[:, 1:] |= cells.territory[:, :-1]
    near[:, :-1] |= cells.territory[:, 1:]
    rim = np.flatnonzero((outside & near).reshape(-1))
    if not rim.size:
        rim = np.sort(wild.edge_cells(world))
    if not rim.size:
        return int(state.actors.x[state.lord]), int(state.actors.y[state.lord])
    cell = int(rim[chance.below(rim.size)])
    return cell % state.width, cell // state.width


@rule("KEP-JOB-50", "KEP-JOB-72", "KEP-SIM-08")
def join(world: World, species: int, x: int, y: int) -> int:
    """A minion of this species joins on a cell; its jobs are those of its highest stat, and are saved so."""
    state = world.state
    row = world.content.species[species]
    chance = dice(world, Stream.VISITOR, len(state.names))
    stats = [low + chance.below(high - low + 1) for low, high in row.stats]
    full = world.params.need.full * world.params.need.units_per_point
    actor = tables.add_actor(
        world,
        Side.MINION,
        species,
        x,
        y,
        stats=tuple(stats),
        name=free_name(world, species, chance),
        needs=(full, full, full),
        levels=tuple(jobs.joining_levels(stats)),
    )
    rows = state.actors
    for trait, percent in row.rare:
        if trait == "troll_blood" and chance.percent(percent):
            rows.facts[actor] |= int(Fact.TROLL_BLOOD)
    for name in row.start_gear:
        item = world.content.item[name]
        gear = world.content.items[item]
        column = rows.armour if gear.slot == "body" else rows.tool if gear.category == "tool" else rows.weapon
        column[actor] = item
    tables.set_sight(world, actor)
    state.task_version += 1
    world.emit("minion_joined", "KEP-JOB-50", actor=actor, species=species, x=x, y=y)
    return actor


def called(world: World, circle: int, _: int) -> None:
    """One who heard the rite of calling has come to the gate and joins."""
    chance = dice(world, Stream.VISITOR, circle)
    species = draw_species(world, "rite", chance)
    join(world, species, *entrance(world, chance))
