"""The test of ceilings: cracks that come where a dug space lacks support, and vanish when it has it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meikyu.books.keep import roof
from meikyu.core.ruling import rule
from meikyu.realm.state import Mark
from meikyu.realm.systems.ceilings import kernels
from meikyu.realm.systems.ceilings.falling import unbury
from meikyu.realm.systems.ceilings.spaces import Spaces, cells_of, copy_of, near, spaces, update
from meikyu.realm.systems.letters import send
from meikyu.realm.tables import add_timer
from meikyu.realm.world import World

Cell = tuple[int, int]
NONE = -1


@rule("KEP-ROOF-22", "KEP-ROOF-03")
def run(world: World) -> None:
    """Test the spaces that touch what was dug, built or lost in this tick."""
    log = world.scratch.roof_log
    if not log:
        return
    world.scratch.roof_log = []
    changed = sorted(set(log))
    touched = update(world, changed)
    made = spaces(world)
    for cell in changed:
        unbury(world, cell)
    _forget_outside(world, made)
    alive = [number for number in touched if made.facts[number, kernels.CELLS]]
    for number in sorted(alive, key=lambda n: int(cells_of(made, n)[0])):
        _test(world, made, number)


@rule("KEP-ROOF-10", "KEP-ROOF-22", "KEP-ROOF-23")
def _test(world: World, made: Spaces, number: int) -> None:
    """Let the cracks of a space vanish, come, or stay pending."""
    bare, pending = int(made.facts[number, kernels.BARE]), int(made.facts[number, kernels.CRACKS])
    if pending and not bare:
        _mend(world, made, number)
    elif bare and roof.is_tested(1, pending):
        _crack(world, made, number)


def _mend(world: World, made: Spaces, number: int) -> None:
    state = world.state
    cells = cells_of(made, number)
    crack = state.cells.crack.reshape(-1)
    marked = cells[crack[cells] >= 0]
    crack[marked] = NONE
    made.facts[number, kernels.CRACKS] = 0
    _told_gone(world, marked.tolist())


def _told_gone(world: World, cells: Sequence[int]) -> None:
    x, y = cells[0] % world.state.width, cells[0] // world.state.width
    world.emit("cracks_gone", "KEP-ROOF-10", cells=len(cells), x=x, y=y)


@rule("KEP-ROOF-23")
def _forget_outside(world: World, made: Spaces) -> None:
    """Cracks over which no window qualifies any more vanish too."""
    crack = world.state.cells.crack
    outside = np.flatnonzero((crack >= 0) & (made.label < 0))
    if outside.size:
        crack.reshape(-1)[outside] = NONE
        _told_gone(world, outside.tolist())


@rule("KEP-ROOF-07", "KEP-ROOF-08", "KEP-ROOF-09", "KEP-ROOF-12", "KEP-ROOF-20", "KEP-ROOF-21", "KEP-SIM-13")
def _crack(world: World, made: Spaces, number: int) -> None:
    state, p = world.state, world.params.roof
    width = state.width
    flat = cells_of(made, number)
    held = made.held.reshape(-1)[flat] > 0
    space = [(int(c) % width, int(c) // width) for c in flat]
    bare = [cell for cell, has in zip(space, held.tolist(), strict=True) if not has]
    cracks = roof.crack_order(space, bare)[: roof.crack_count(p, len(bare))]
    if not cracks:  # a house may have less crack than half a cell
        return
    falls = state.tick + roof.fall_ticks(p)
    for x, y in cracks:
        state.cells.crack[y, x] = falls
    made.facts[number, kernels.CRACKS] = len(cracks)
    x, y = cracks[0]
    add_timer(world, falls, "ceiling", falls)
    world.emit("cracked", "KEP-ROOF-07", cells=len(cracks), space=len(space), bare=len(bare), x=x, y=y)
    send(world, "ceiling_cracks", x, y, f"ceiling_cracks:{state.tick}:{flat[0]}", {"n": len(cracks)})


@rule("KEP-ROOF-11", "KEP-ROOF-26")
def preview(world: World, dragged: Sequence[Cell]) -> list[Cell]:
    """The marked and dragged cells whose digging would leave a space with an unsupported cell, row by row."""
    state = world.state
    made = copy_of(spaces(world))
    marks = {(int(x), int(y)) for y, x in np.argwhere((state.cells.mark & Mark.DIG) != 0)}
    for x, y in dragged:
        if world.content.terrain[state.cells.terrain[y, x]].dig_minutes:
            marks.add((x, y))
    cells = sorted(marks, key=lambda c: (c[1], c[0]))
    for x, y in cells:
        if not made.open[y, x]:
            kernels.open_one(made, world.params.roof, state.cells.crack, x, y)
    shaky: list[Cell] = []
    for x, y in cells:
        label = int(made.label[y, x])
        if label >= 0 and made.facts[kernels.root(made.parent, label), kernels.BARE] > 0:
            shaky.append((x, y))
    return shaky


@rule("KEP-ROOF-06", "KEP-ROOF-10")
def left_bare(world: World, x: int, y: int) -> list[Cell]:
    """The cells of the spaces near a planned support that would still have none, row by row."""
    p, width = world.params.roof, world.state.width
    made = copy_of(spaces(world))
    kernels.support(made, p, x, y, 1)
    held = made.held.reshape(-1)
    bare: list[int] = []
    for number in near(made, x, y, p.support_cells):
        cells = cells_of(made, number)
        bare += cells[held[cells] == 0].tolist()
    return [(cell % width, cell // width) for cell in sorted(bare)]


def is_held(world: World, x: int, y: int) -> bool | None:
    """True where a support holds up a cell of a space, False where none does; None outside every space."""
    made = spaces(world)
    return bool(made.held[y, x] > 0) if made.label[y, x] >= 0 else None
