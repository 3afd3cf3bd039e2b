"""Rooms: found anew in the tick in which walls, doors, floors, furniture or territory change."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import rooms as book
from meikyu.core import kernels as core
from meikyu.core.ruling import rule
from meikyu.realm import kernels
from meikyu.realm.state import Room
from meikyu.realm.world import World

Flat = NDArray[np.int64]


@rule("KEP-ROOM-10")
def run(world: World) -> None:
    """Find the rooms anew when something that makes them has changed."""
    scratch = world.scratch
    cells, scratch.rooms_cells = sorted(set(scratch.rooms_cells)), []
    if not scratch.rooms_changed and not any(_reshapes(world, cell) for cell in cells):
        return
    scratch.rooms_changed = False
    state = world.state
    pieces = find(world)
    ids = _heirs(world, pieces)
    tags = _furniture(world)
    named = [
        Room(number, _name(world, cells, tags), tuple(cells.tolist()))
        for number, cells in zip(ids, pieces, strict=True)
    ]
    if named == state.rooms:
        _number_structures(world)
        return
    before = {room.id: room.name for room in state.rooms}
    state.rooms = sorted(named)
    index_rooms(world)
    _number_structures(world)
    for room in state.rooms:
        if before.get(room.id) != room.name:
            world.emit("room_found", "KEP-ROOM-08", room=room.id, name=room.name, cells=len(room.cells))
    for gone in sorted(before.keys() - {room.id for room in state.rooms}):
        world.emit("room_lost", "KEP-ROOM-10", room=gone, name=before[gone])


def _reshapes(world: World, cell: int) -> bool:
    """True where a changed cell has changed what belongs to a 2x2 block of open cells, as rooms do."""
    known: NDArray[np.bool_] | None = world.scratch.caches.get("interior")
    if known is None:
        return True
    width = known.shape[1]
    y, x = divmod(cell, width)
    top, left = max(y - 2, 0), max(x - 2, 0)
    part = open_cells(world, slice(top, y + 3), slice(left, x + 3))
    inside = np.zeros_like(part)
    kernels.interior_into(part, inside)
    near = (slice(max(y - 1, 0), y + 2), slice(max(x - 1, 0), x + 2))
    own = (slice(near[0].start - top, y + 2 - top), slice(near[1].start - left, x + 2 - left))
    return not np.array_equal(inside[own], known[near])


def open_cells(world: World, ys: slice = slice(None), xs: slice = slice(None)) -> NDArray[np.bool_]:
    """The open cells of the territory (KEP-ROOM-05): floor, neither wall nor door; furniture is open."""
    state, caches = world.state, world.scratch.caches
    if "open_kinds" not in caches:
        floors = [row.kind in ("floor", "liquid") and row.passable for row in world.content.terrain]
        parts = [row.category in ("barrier", "door") for row in world.content.structures]
        caches["open_kinds"] = (np.array(floors), np.array(parts))
    floors, parts = caches["open_kinds"]
    structure = state.cells.structure[ys, xs]
    built = structure >= 0
    kinds = state.structures.kind[np.where(built, structure, 0)]
    bare = state.cells.territory[ys, xs] & floors[state.cells.terrain[ys, xs]]
    return np.ascontiguousarray(bare & ~(built & parts[np.where(built, kinds, 0)]))


def find(world: World) -> list[Flat]:
    """The rooms' flat cells, ascending, by lowest cell."""
    state = world.state
    cells = open_cells(world)
    interior = world.scratch.caches["interior"] = np.zeros_like(cells)
    ys, xs = np.nonzero(cells)
    if ys.size == 0:
        return []
    top, bottom, left, right = int(ys.min()), int(ys.max()) + 1, int(xs.min()), int(xs.max()) + 1
    part = np.ascontiguousarray(cells[top:bottom, left:right])
    inside = np.zeros_like(part)
    kernels.interior_into(part, inside)
    interior[top:bottom, left:right] = inside
    steps = np.zeros(part.shape, np.uint8)
    labels = np.zeros(part.shape, np.int32)
    sizes = np.zeros(part.size, np.int32)
    core.steps_into(inside, steps)
    count = core.components_into(inside, steps, labels, sizes, np.zeros(part.size, np.int32))
    order = np.argsort(labels.reshape(-1), kind="stable")
    ends = np.cumsum(sizes[:count]) + int(np.count_nonzero(~inside))
    found: list[Flat] = []
    for label in range(count):
        if not book.is_room(world.params.room, int(sizes[label])):
            continue
        local = order[int(ends[label]) - int(sizes[label]) : int(ends[label])]
        y, x = np.divmod(local, part.shape[1])
        found.append((y + top) * state.width + x + left)
    return sorted(found, key=lambda piece: int(piece[0]))


def _heirs(world: World, pieces: list[Flat]) -> list[int]:
    """The number of each piece: that of the old room of which it keeps more than half, else a new one.

    Where it keeps more than half of several, it takes the number of the one with most cells in it, the lowest
    of equal ones.
    """
    state = world.state
    claims: dict[int, tuple[int, int]] = {}
    if state.rooms:
        place = np.full(state.width * state.height, -1, np.int32)
        for n, piece in enumerate(pieces):
            place[piece] = n
        for room in state.rooms:
            held = place[np.array(room.cells)]
            counts = np.bincount(held[held >= 0], minlength=1)
            best = int(np.argmax(counts))
            if book.is_heir(int(counts[best]), len(room.cells)):
                mine = (-int(counts[best]), room.id)
                claims[best] = min(claims.get(best, mine), mine)
    ids: list[int] = []
    for n in range(len(pieces)):
        if n in claims:
            ids.append(claims[n][1])
        else:
            ids.append(state.counters.get("rooms", 0))
            state.counters["rooms"] = ids[-1] + 1
    return ids


def _furniture(world: World) -> list[tuple[int, str]]:
    """Flat cell and room tag of every structure that says what a room is."""
    state = world.state
    rows = state.structures
    known: dict[str, Any] = world.scratch.caches.setdefault(
        "places", {}
    )  # gone when a structure comes or goes
    if "furniture" in known:
        return known["furniture"]
    found: list[tuple[int, str]] = []
    for structure in np.flatnonzero(rows.kind >= 0).tolist():
        tag = world.content.structures[rows.kind[structure]].room_tag
        if tag:
            found.append((int(rows.y[structure]) * state.width + int(rows.x[structure]), tag))
    known["furniture"] = found
    return found


def _name(world: World, cells: Flat, tags: list[tuple[int, str]]) -> str:
    inside = set(cells.tolist())
    counts: dict[str, int] = {}
    for cell, tag in tags:
        if cell in inside:
            counts[tag] = counts.get(tag, 0) + 1
    return book.name(counts)


def _number_structures(world: World) -> None:
    """Write the room of each structure into its row."""
    state = world.state
    rows = state.structures
    here = np.flatnonzero(rows.kind >= 0)
    rows.room[here] = room_map(world)[rows.y[here], rows.x[here]]


def index_rooms(world: World) -> NDArray[np.int32]:
    """Make the map of room numbers a cell anew."""
    state = world.state
    rooms = np.full((state.height, state.width), -1, np.int32)
    for room in state.rooms:
        rooms.reshape(-1)[list(room.cells)] = room.id
    world.scratch.caches["room_of"] = rooms
    return rooms


def room_map(world: World) -> NDArray[np.int32]:
    """Number of the room of each cell, -1 for none."""
    found = world.scratch.caches.get("room_of")
    return index_rooms(world) if found is None else found
