"""The fall of a cracked ceiling: who is under it, what it buries, and digging that out again."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from meikyu.books.keep import roof
from meikyu.books.keep import wounds as wound_book
from meikyu.core.ruling import rule
from meikyu.realm.state import Mark, Op
from meikyu.realm.systems import plans, wounds
from meikyu.realm.systems.letters import send
from meikyu.realm.tables import (
    add_item,
    move_actor,
    remove_item,
    remove_site,
    remove_structure,
    set_mark,
    set_terrain,
    touch,
)
from meikyu.realm.world import World

ROCK = "fallen_rock"


@rule("KEP-ROOF-12", "KEP-ROOF-13", "KEP-ROOF-25")
def fall(world: World, due: int, _: int = -1) -> None:
    """Let the ceiling fall over all cells whose cracks are due at this tick."""
    state = world.state
    flat = np.flatnonzero(state.cells.crack.reshape(-1) == due).tolist()
    if not flat:
        return
    width = state.width
    cells = [(c % width, c // width) for c in flat]
    _break_down(world, cells)
    under = _under(world, set(flat))
    for actor in under:
        _strike(world, actor)
    for cell in flat:
        _bury(world, cell, world.scratch.lying.get(cell, ()))
    for x, y in cells:
        state.cells.crack[y, x] = -1
        state.cells.dug[y, x] = False
        set_terrain(world, x, y, world.content.ground[ROCK])
        if state.cells.mark[y, x]:
            set_mark(world, x, y, int(state.cells.mark[y, x]) & Mark.DIG)
    for actor in under:
        if state.actors.alive[actor]:
            _push_out(world, actor)
    x, y = cells[0]
    world.emit("ceiling_fell", "KEP-ROOF-12", cells=len(cells), under=len(under), x=x, y=y)
    send(world, "ceiling_fell", x, y, f"ceiling_fell:{due}:{flat[0]}", {"n": len(under)})


def _break_down(world: World, cells: list[tuple[int, int]]) -> None:
    """Destroy the structures on the cells and give up the building sites there; what they hold is buried."""
    state = world.state
    scratch = world.scratch
    width = state.width
    for x, y in cells:
        structure, site = int(state.cells.structure[y, x]), int(state.cells.site[y, x])
        if structure >= 0:
            _bury(world, y * width + x, scratch.stored.get(structure, ()))
            kind = int(state.structures.kind[structure])
            sx, sy = int(state.structures.x[structure]), int(state.structures.y[structure])
            remove_structure(world, structure)
            world.emit("destroyed", "KEP-ROOF-25", structure=structure, kind=kind, x=sx, y=sy, cause="roof")
        if site >= 0:
            _bury(world, y * width + x, scratch.onsite.get(site, ()))
            remove_site(world, site)


def _under(world: World, flat: set[int]) -> list[int]:
    """The living of every side who stand or lie on the cells, ascending."""
    rows = world.state.actors
    count = len(world.state.names)
    places = rows.y[:count].astype(np.int64) * world.state.width + rows.x[:count]
    on = rows.alive[:count] & np.isin(places, sorted(flat))
    return np.flatnonzero(on).tolist()


@rule("KEP-ROOF-14", "KEP-ROOF-15", "KEP-ROOF-16", "KEP-ROOF-24")
def _strike(world: World, actor: int) -> None:
    """Wound the trunk of one who is under the fall, or kill who had a severe wound already."""
    severity = roof.fall_wound(wounds.worst(world, actor) + 1)
    if not wounds.is_down(world, actor):
        plans.break_off(world, actor)
    if severity > 3:
        wounds.die(world, actor, cause="roof")
        return
    trunk = wound_book.trunk(wounds.row_of(world, actor).shape)
    wounds.deal(world, actor, severity - 1, "blunt", part=trunk, bleeds=True, cause="roof")


@rule("KEP-ROOF-25")
def _push_out(world: World, actor: int) -> None:
    """Move a survivor to the nearest open cell, the upper row first, then the left; without one it dies."""
    rows = world.state.actors
    x, y = int(rows.x[actor]), int(rows.y[actor])
    open_cells = np.argwhere(world.state.cells.walkable)
    if not open_cells.size:
        wounds.die(world, actor, cause="roof")
        return
    far = (open_cells[:, 0] - y) ** 2 + (open_cells[:, 1] - x) ** 2
    ny, nx = open_cells[int(np.argmin(far))].tolist()
    move_actor(world, actor, nx, ny)
    rows.came_x[actor], rows.came_y[actor] = nx, ny
    rows.timer[actor] = rows.legs[actor] = 0


@rule("KEP-ROOF-25")
def _bury(world: World, cell: int, stacks: Iterable[int]) -> None:
    """Bury stacks in a cell; whoever was to fetch one looks for other work."""
    state = world.state
    kept: list[tuple[int, ...]] = []
    for item in list(stacks):
        if state.items.reserved[item] > 0:
            _nobody_fetches(world, item)
        rows = state.items
        kept.append(
            (int(rows.kind[item]), int(rows.count[item]), int(rows.quality[item]), int(rows.body[item]))
        )
        remove_item(world, item)
    if kept:
        state.buried[cell] = (*state.buried.get(cell, ()), *kept)


def _nobody_fetches(world: World, item: int) -> None:
    for actor, plan in enumerate(world.state.plans):
        if any(step.op in (Op.PICK, Op.BORROW) and step.a == item for step in plan):
            plans.break_off(world, actor)


@rule("KEP-ROOF-25")
def unbury(world: World, cell: int) -> None:
    """What was buried in a cell that is open again lies on its floor."""
    state = world.state
    x, y = cell % state.width, cell // state.width
    if cell not in state.buried or not state.cells.walkable[y, x]:
        return
    for kind, count, quality, body in state.buried.pop(cell):
        item = add_item(world, kind, count, quality, x, y)
        state.items.body[item] = body
        touch(world, "item", item)
    world.emit("unburied", "KEP-ROOF-25", x=x, y=y)
