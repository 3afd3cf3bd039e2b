"""Clearing sites: what lies where something is to be built is carried away before the work begins."""

from __future__ import annotations

from meikyu.core.ruling import rule
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import haul, moves, stock
from meikyu.realm.systems.links import links
from meikyu.realm.tables import box_of, footprint
from meikyu.realm.world import World

NEAR = 24
"""Cells about a stack that are looked at first for a free one."""


def site_under(world: World, item: int) -> int:
    """The building site that a stack lies on, -1 for none."""
    rows = world.state.items
    if rows.holder[item] >= 0 or rows.store[item] >= 0 or rows.site[item] >= 0:
        return -1
    return int(world.state.cells.site[rows.y[item], rows.x[item]])


def lying_on(world: World, site: int) -> list[int]:
    """The stacks on the cells of a site, row by row."""
    width = world.state.width
    cells = footprint(*box_of(world.state.sites, site))
    return [item for x, y in cells for item in world.scratch.lying.get(y * width + x, ())]


@rule("KEP-BLD-22")
def is_clear(world: World, site: int) -> bool:
    """True for a site on which nothing lies that somebody might move; what is forbidden stalls it instead."""
    return all(world.state.items.forbidden[item] for item in lying_on(world, site))


@rule("KEP-BLD-22")
def is_wanted(world: World, item: int) -> bool:
    """True for a stack that is to be moved off a site; what the site still lacks is built in instead."""
    if world.state.items.kind[item] < 0 or not stock.is_loose(world, item):
        return False
    site = site_under(world, item)
    if site < 0:
        return False
    return int(world.state.items.kind[item]) not in haul.missing(world, site, coming=False)


@rule("KEP-BLD-22")
def plan(world: World, actor: int, item: int) -> list[Stepping] | None:
    """The plan that moves a stack off its site: to its storage, else to the nearest free cell."""
    if not is_wanted(world, item):
        return None
    rows = world.state.items
    kind = int(rows.kind[item])
    fits = stock.free_weight(world, actor) // stock.unit_weight(world, kind)
    if fits <= 0:
        return [Stepping(Op.DROP)]
    stored = haul.store_run(world, actor, item)
    if stored:
        return stored
    cell = free_cell(world, item)
    if cell < 0:
        return None
    x, y = int(rows.x[item]), int(rows.y[item])
    count = min(int(rows.count[item] - rows.reserved[item]), fits)
    return [
        haul.walk_to(world, (x, y, 1, 1)),
        Stepping(Op.PICK, item, count, kind),
        Stepping(Op.WALK, cell % world.state.width, cell // world.state.width, 1001),
        Stepping(Op.DROP),
    ]


@rule("KEP-BLD-22")
def free_cell(world: World, item: int) -> int:
    """The nearest flat cell on foot that is free: no site, no structure, nothing on it; -1 for none.

    Where no cell is free it is the nearest one that is no site.
    """
    state = world.state
    rows, cells = state.items, state.cells
    site, structure = cells.site.reshape(-1), cells.structure.reshape(-1)
    start = moves.served_from(world, (int(rows.x[item]), int(rows.y[item]), 1, 1))
    second = -1
    for limit in (NEAR, -1):
        reached = moves.measure(world, start, limit)
        found = links(world).queue[:reached].copy()
        moves.forget(world, reached)
        found = found[site[found] < 0]
        if second < 0 and found.size:
            second = int(found[0])
        for cell in found[structure[found] < 0].tolist():
            if not world.scratch.lying.get(cell):
                return cell
    return second
