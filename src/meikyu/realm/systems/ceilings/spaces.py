"""The spaces under a ceiling, derived from the state and kept current cell by cell."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import roof
from meikyu.core.ruling import rule
from meikyu.realm.systems.ceilings import kernels
from meikyu.realm.world import World

SOLID = "wall"
"""The structure that counts as rock."""
SPARE = 4096


class Spaces(NamedTuple):
    """What is known of the ceiling of every cell.

    Attributes:
        open: uint8[H, W], dug-open. props: uint8[H, W], a finished support stands here.
        held: int16[H, W], supports that hold the cell up.
        counts: int16[H, W], dug-open cells of the window with its north-west cell here.
        label: int32[H, W], number of the space, -1 for none. parent: by number, what it was joined to.
        facts: int64[n, 5] by number: cells, sum of x, sum of y, cells without support, cracked cells.
        used: int32[1], numbers given out.
    """

    open: NDArray[np.uint8]
    props: NDArray[np.uint8]
    held: NDArray[np.int16]
    counts: NDArray[np.int16]
    label: NDArray[np.int32]
    parent: NDArray[np.int32]
    facts: NDArray[np.int64]
    used: NDArray[np.int32]


@rule("KEP-ROOF-17", "KEP-ROOF-18")
def is_open(world: World, x: int, y: int) -> int:
    """1 for a cell made open by digging that holds no rock or wall."""
    state = world.state
    kind = structure_kind(world, x, y)
    solid = not world.content.terrain[state.cells.terrain[y, x]].passable
    wall = kind >= 0 and world.content.structures[kind].id == SOLID
    return roof.is_dug_open(int(state.cells.dug[y, x]), int(solid or wall))


@rule("KEP-ROOF-27")
def is_support(world: World, x: int, y: int) -> int:
    """1 where a finished pillar or pit prop stands."""
    kind = structure_kind(world, x, y)
    return int(kind >= 0 and world.content.structures[kind].category == "support")


def structure_kind(world: World, x: int, y: int) -> int:
    """Row of the finished structure on a cell, or -1."""
    structure = int(world.state.cells.structure[y, x])
    return int(world.state.structures.kind[structure]) if structure >= 0 else -1


def spaces(world: World) -> Spaces:
    """The spaces of this world; found anew when first asked for, or when the numbers run out."""
    made = known(world)
    if made is None:
        made = world.scratch.caches["ceilings"] = find(world)
    return made


def known(world: World) -> Spaces | None:
    """The spaces that are kept current, None where they must be found anew."""
    made: Spaces | None = world.scratch.caches.get("ceilings")
    return None if made is None or int(made.used[0]) > made.parent.size - SPARE else made


def find(world: World) -> Spaces:
    """All spaces from scratch."""
    state = world.state
    shape = state.cells.dug.shape
    numbers = state.cells.dug.size + 2 * SPARE
    made = Spaces(
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.int16),
        np.zeros(shape, np.int16),
        np.full(shape, -1, np.int32),
        np.zeros(numbers, np.int32),
        np.zeros((numbers, kernels.FACTS), np.int64),
        np.zeros(1, np.int32),
    )
    for y, x in np.argwhere(state.cells.dug).tolist():
        made.open[y, x] = is_open(world, x, y)
    for structure in np.flatnonzero(state.structures.kind >= 0).tolist():
        if world.content.structures[state.structures.kind[structure]].category == "support":
            x, y = int(state.structures.x[structure]), int(state.structures.y[structure])
            kernels.support(made, world.params.roof, x, y, 1)
    kernels.build(made, world.params.roof, state.cells.crack)
    return made


def copy_of(made: Spaces) -> Spaces:
    """A copy to try things on."""
    return made._make(array.copy() for array in made)


def near(made: Spaces, x: int, y: int, reach: int) -> list[int]:
    """Numbers of the spaces with a cell within `reach` of a cell."""
    out = np.empty((2 * reach + 1) ** 2, np.int32)
    return out[: kernels.spaces_near(made, x, y, reach, out)].tolist()


def cells_of(made: Spaces, number: int) -> NDArray[Any]:
    """Flat cells of a space, ascending."""
    out = np.empty(int(made.facts[number, kernels.CELLS]), np.int32)
    return out[: kernels.cells_of(made, number, out)]


def update(world: World, flat: list[int]) -> list[int]:
    """Take in cells that have changed; returns the numbers of the spaces that touch them, as they are then.

    Where the spaces had to be found anew all those near the cells are returned: one that has not changed is
    either held up or cracked already, and its test finds nothing new.
    """
    made = known(world)
    if made is None:
        made, width = spaces(world), world.state.width
        reach = world.params.roof.square
        return sorted({n for cell in flat for n in near(made, cell % width, cell // width, reach)})
    return _take_in(world, made, flat)


def _take_in(world: World, made: Spaces, flat: list[int]) -> list[int]:
    p, crack = world.params.roof, world.state.cells.crack
    width = world.state.width
    closed: set[int] = set()
    looked: list[tuple[int, int, int]] = []
    for cell in flat:
        x, y = cell % width, cell // width
        reach = -1
        opened, prop = is_open(world, x, y), is_support(world, x, y)
        if prop != made.props[y, x]:
            kernels.support(made, p, x, y, 1 if prop else -1)
            reach = p.support_cells
        if opened and not made.open[y, x]:
            kernels.open_one(made, p, crack, x, y)
            reach = max(reach, 0)
        elif not opened and made.open[y, x]:
            if made.label[y, x] >= 0:
                closed.add(int(kernels.root(made.parent, made.label[y, x])))
            kernels.close_one(made, p, x, y)
            reach = p.square
        if reach >= 0:
            looked.append((x, y, reach))
    for number in sorted({int(kernels.root(made.parent, n)) for n in closed}):
        kernels.rebuild(made, p, crack, number)
    return sorted({number for x, y, reach in looked for number in near(made, x, y, reach)})
