"""Cells: ground, growth, stains, territory and orders, and what is derived of them."""

from __future__ import annotations

from meikyu.books.keep import building, sight
from meikyu.core.areas import kernels as areas
from meikyu.core.ruling import rule
from meikyu.core.ways import kernels as ways
from meikyu.realm.state import Mark, Op
from meikyu.realm.tables.rows import add_timer, touch
from meikyu.realm.world import World

OPS_OF_MARKS = {Mark.DIG: Op.DIG, Mark.GATHER: Op.GATHER, Mark.FISH: Op.FISH}
"""The work that each order drawn on a cell calls for."""


@rule("KEP-BLD-24")
def is_walkable(world: World, x: int, y: int) -> bool:
    """True where the terrain and the structure of the cell let a body stand."""
    state = world.state
    structure = state.cells.structure[y, x]
    if not world.content.terrain[state.cells.terrain[y, x]].passable:
        return False
    if structure < 0:
        return True
    rows = state.structures
    barred = rows.locked[structure] and not rows.open[structure]
    return bool(
        building.is_walkable(int(world.content.structures[rows.kind[structure]].walkable), int(barred))
    )


def is_opaque(world: World, x: int, y: int) -> bool:
    """True where the terrain, a wall or a closed door blocks sight."""
    state = world.state
    structure = int(state.cells.structure[y, x])
    by_row = world.content.structures[state.structures.kind[structure]].sight if structure >= 0 else "no"
    return bool(
        sight.blocks_sight(
            int(world.content.terrain[state.cells.terrain[y, x]].opaque),
            int(by_row == "yes"),
            int(by_row == "closed" and state.structures.open[structure] == 0),
        )
    )


def refresh(world: World, x: int, y: int) -> None:
    """Bring what is derived of a cell up to date: walking, sight, region."""
    state, scratch = world.state, world.scratch
    cells = state.cells
    opaque = is_opaque(world, x, y)
    if opaque != cells.opaque[y, x]:
        cells.opaque[y, x] = opaque
        scratch.opaque_changed.append(y * state.width + x)
    walkable = is_walkable(world, x, y)
    if walkable == cells.walkable[y, x]:
        return
    cells.walkable[y, x] = walkable
    ways.repair_steps(cells.walkable, scratch.steps, x, y)
    if walkable:
        if areas.open_cell(scratch.steps, cells.region, scratch.sizes, scratch.queue, x, y):
            scratch.renamed = True
        scratch.opened.append(y * state.width + x)
    else:
        areas.close_cell(scratch.steps, cells.region, scratch.sizes, scratch.owner, scratch.link, x, y)
        scratch.renamed = True
    state.map_version += 1


def set_terrain(world: World, x: int, y: int, terrain: int) -> None:
    """Change the ground of a cell; a growth or mark that no longer fits goes."""
    cells = world.state.cells
    _glow_changes(world, int(cells.terrain[y, x]), terrain)
    cells.terrain[y, x] = terrain
    cells.work[y, x] = 0
    if not world.content.terrain[terrain].passable:
        clear_growth(world, x, y)
        cells.stain[y, x] = -1
    refresh(world, x, y)
    touch(world, "cell", y * world.state.width + x)
    world.scratch.roof_log.append(y * world.state.width + x)
    world.scratch.rooms_cells.append(y * world.state.width + x)


def _glow_changes(world: World, before: int, after: int) -> None:
    """Have the lights system look for glowing ground again where the old or the new row glows."""
    rows = world.content.terrain
    if any(row >= 0 and rows[row].light_radius for row in (before, after)):
        world.scratch.caches["terrain_lights"] = None


def set_growth(world: World, x: int, y: int, growth: int, regrow: int = -1) -> None:
    """Change what grows on a cell; with `regrow` the growth that was there comes back at that tick."""
    cells = world.state.cells
    if regrow >= 0 and cells.growth[y, x] >= 0:
        cells.grown[y, x], cells.regrow[y, x] = cells.growth[y, x], regrow
        add_timer(world, regrow, "regrow", y * world.state.width + x, regrow)
    _glow_changes(world, int(cells.growth[y, x]), growth)
    cells.growth[y, x] = growth
    if growth >= 0:
        cells.grown[y, x] = cells.regrow[y, x] = -1
    touch(world, "cell", y * world.state.width + x)
    world.state.task_version += 1


def set_stain(world: World, x: int, y: int, stain: int) -> None:
    """Change the stain of a cell, -1 for clean."""
    world.state.cells.stain[y, x] = stain
    touch(world, "cell", y * world.state.width + x)
    world.state.task_version += 1


def set_territory(world: World, x: int, y: int, owned: bool) -> None:
    """Make a cell territory or not."""
    world.state.cells.territory[y, x] = owned
    touch(world, "cell", y * world.state.width + x)
    world.scratch.rooms_cells.append(y * world.state.width + x)
    world.scratch.caches.setdefault("territory_changed", []).append(y * world.state.width + x)
    world.state.task_version += 1


def set_mark(world: World, x: int, y: int, mark: Mark | int) -> None:
    """Set the order bits of a cell."""
    world.state.cells.mark[y, x] = int(mark)
    touch(world, "cell", y * world.state.width + x)
    world.state.task_version += 1


def clear_growth(world: World, x: int, y: int) -> None:
    """Take away what grows on a cell, for good: something is built there. An order to gather it goes too."""
    cells = world.state.cells
    if cells.mark[y, x] & Mark.GATHER:
        cells.mark[y, x] &= ~int(Mark.GATHER)
        touch(world, "cell", y * world.state.width + x)
    _glow_changes(world, int(cells.growth[y, x]), -1)
    cells.growth[y, x] = cells.grown[y, x] = cells.regrow[y, x] = -1
