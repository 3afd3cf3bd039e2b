"""All that the realm compiles, compiled ahead: a small dungeon is begun, built in, undermined and let go.

Nobody plays it; after it nothing has to be compiled in the middle of a game.
"""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import needs, roof
from meikyu.core.log import Command
from meikyu.realm import commands, start, tables
from meikyu.realm.content import JOBS
from meikyu.realm.state import Fact, Side
from meikyu.realm.step import step
from meikyu.realm.systems import build
from meikyu.realm.world import World

SEED, SIZE = 1, 48
HALL = 8
"""Cells along a hall that no ceiling spans without support."""

WORK_TICKS = 400


def warm() -> World:
    """Play the small dungeon, and return it as it was let go."""
    world = start.new(SEED, width=SIZE, height=SIZE)
    _run(world, 20)
    _order(world)
    _disturb(world)
    _run(world, WORK_TICKS)
    _undermine(world)
    _run(world, roof.fall_ticks(world.params.roof) + 2)
    return world


def _run(world: World, ticks: int) -> None:
    for _ in range(ticks):
        step(world)


def _order(world: World) -> None:
    """Have something dug, built and carried near the lord."""
    state = world.state
    lord = state.lord
    x, y = int(state.actors.x[lord]), int(state.actors.y[lord])
    near = [[i, j] for j in range(y - 6, y + 7) for i in range(x - 6, x + 7)]
    given = [Command("mark_dig", {"cells": [cell]}) for cell in near]
    given += [
        Command("place_site", {"structure": kind, "x": i, "y": j, "turned": False})
        for kind in ("wall", "shelf")
        for i, j in near[::7]
    ]
    for command in given:
        if commands.plan(world, command).value:
            commands.execute(world, command)
    for site in np.flatnonzero(state.sites.kind >= 0).tolist():
        build.closes(world, site)
    home = np.argwhere(state.cells.region == state.cells.region[y, x])
    for n, kind in enumerate(("stone", "wood", "fungus", "bone", "hide")):
        j, i = home[n * len(home) // 5].tolist()
        tables.add_item(world, world.content.item[kind], 5, 0, i, j)


def _disturb(world: World) -> None:
    """Have one hungry, one tired, haulers with stores to carry to, a torch, and a foe in sight."""
    state, content = world.state, world.content
    rows, lord = state.actors, state.lord
    x, y = int(rows.x[lord]), int(rows.y[lord])
    bare = (state.cells.structure < 0) & (state.cells.region == state.cells.region[y, x])
    spots = [(int(i), int(j)) for j, i in np.argwhere(bare)]
    for n, kind in enumerate(("shelf", "shelf", "torch", "pit_prop")):
        tables.add_structure(world, content.structure[kind], *spots[n * len(spots) // 5])
    for n, kind in enumerate(("fungus", "club", "club", "wood", "wood", "stone")):
        tables.add_item(world, content.item[kind], 3, 0, *spots[(2 * n + 1) * len(spots) // 13])
    band = [n for n in range(len(state.names)) if rows.side[n] == Side.MINION]
    rows.needs[band[0], needs.FOOD] = rows.needs[band[1], needs.SLEEP] = 600
    for hauler in band[2:]:
        rows.levels[hauler] = 0
        rows.levels[hauler, JOBS.index("haul")] = 3
    beast = next(n for n in range(len(state.names)) if rows.side[n] == Side.WILD)
    rows.facts[beast] |= Fact.FOE
    tables.move_actor(world, beast, *spots[-1])


def _undermine(world: World) -> None:
    """Dig a hall out of whole rock, with a wall in it for a while: it cracks and falls."""
    rock = ~world.state.cells.walkable
    corners = np.argwhere(np.lib.stride_tricks.sliding_window_view(rock, (HALL + 2, HALL + 2)).all((2, 3)))
    if not corners.size:
        return
    top, left = (int(n) + 1 for n in corners[0])
    for n in range(HALL * HALL):
        x, y = left + n % HALL, top + n // HALL
        tables.set_terrain(world, x, y, world.content.ground["dug_floor"])
        world.state.cells.dug[y, x] = True
    step(world)
    wall = tables.add_structure(world, world.content.structure["wall"], left + 2, top + 2, turned=False)
    step(world)
    tables.remove_structure(world, wall)
    for kind in ("torch", "pit_prop"):
        standing = world.state.structures.kind == world.content.structure[kind]
        for structure in np.flatnonzero(standing).tolist():
            tables.remove_structure(world, structure)
