"""Rooms: found anew in the tick in which walls, doors, floors, furniture or territory change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import rooms as book
from meikyu.core.areas import kernels as areas
from meikyu.core.ruling import rule
from meikyu.core.ways import kernels as ways
from meikyu.realm import kernels
from meikyu.realm.state import Room
from meikyu.realm.world import World

Flat = NDArray[np.int64]


@dataclass
class Plan:
    """The ground plan that rooms are found in, mended cell by cell.

    Attributes:
        inside: bool[H, W], the interior cells (KEP-ROOM-06). steps: uint8[H, W], straight steps between them.
        labels, sizes: int32[H, W] and int32[H * W], the piece of each and its cells, as regions are kept.
        link: int32[H * W], scratch.
        rooms: the room that each piece is, by label.
    """

    inside: NDArray[np.bool_]
    steps: NDArray[np.uint8]
    labels: NDArray[np.int32]
    sizes: NDArray[np.int32]
    link: NDArray[np.int32]
    rooms: dict[int, Room] = field(default_factory=dict)


@rule("KEP-ROOM-10")
def run(world: World) -> None:
    """Find the rooms anew where something that makes them has changed."""
    scratch, state = world.scratch, world.state
    cells, scratch.rooms_cells = sorted(set(scratch.rooms_cells)), []
    renamed, scratch.rooms_changed = scratch.rooms_changed, False
    plan: Plan | None = scratch.caches.get("plan")
    if plan is None:
        plan = scratch.caches["plan"] = _draw(world)
        old, pieces = list(state.rooms), _pieces(world, plan, set(plan.labels[plan.inside].tolist()))
        kept: dict[int, Room] = {}
    else:
        touched = _mend(world, plan, cells)
        if not touched and not renamed:
            return
        old = [room for label, room in plan.rooms.items() if label in touched]
        kept = {label: room for label, room in plan.rooms.items() if label not in touched}
        pieces = _pieces(world, plan, touched)
    names = _names(world, plan)
    before = {room.id: room.name for room in state.rooms}
    named = {label: room._replace(name=names(label)) for label, room in kept.items()} if renamed else kept
    for number, (label, piece) in zip(_heirs(world, old, list(pieces.values())), pieces.items(), strict=True):
        named[label] = Room(number, names(label), tuple(piece.tolist()))
    plan.rooms = named
    state.rooms = sorted(named.values())
    _index(world, old, [named[label] for label in pieces])
    _number_structures(world)
    for room in state.rooms:
        if before.get(room.id) != room.name:
            world.emit("room_found", "KEP-ROOM-08", room=room.id, name=room.name, cells=len(room.cells))
    for gone in sorted(before.keys() - {room.id for room in state.rooms}):
        world.emit("room_lost", "KEP-ROOM-10", room=gone, name=before[gone])


def _draw(world: World) -> Plan:
    """The ground plan from nothing."""
    cells = open_cells(world)
    inside = np.zeros_like(cells)
    kernels.interior_into(cells, inside)
    made = Plan(
        inside,
        np.zeros(cells.shape, np.uint8),
        np.zeros(cells.shape, np.int32),
        np.zeros(cells.size, np.int32),
        np.zeros(cells.size, np.int32),
    )
    ways.steps_into(inside, made.steps)
    areas.components_into(inside, made.steps, made.labels, made.sizes, np.zeros(cells.size, np.int32))
    return made


def _mend(world: World, plan: Plan, cells: list[int]) -> set[int]:
    """Bring the plan up to date where cells have changed; returns the labels of the pieces that did.

    What belongs to a 2x2 block of open cells, as rooms do, changes at most one cell away.
    """
    width = plan.inside.shape[1]
    touched: set[int] = set()
    for cell in cells:
        y, x = divmod(cell, width)
        top, left = max(y - 2, 0), max(x - 2, 0)
        part = open_cells(world, slice(top, y + 3), slice(left, x + 3))
        inside = np.zeros_like(part)
        kernels.interior_into(part, inside)
        near = (slice(max(y - 1, 0), y + 2), slice(max(x - 1, 0), x + 2))
        own = (slice(near[0].start - top, y + 2 - top), slice(near[1].start - left, x + 2 - left))
        for dy, dx in np.argwhere(inside[own] != plan.inside[near]).tolist():
            cy, cx = near[0].start + dy, near[1].start + dx
            about = (slice(max(cy - 1, 0), cy + 2), slice(max(cx - 1, 0), cx + 2))
            touched.update(plan.labels[about].reshape(-1).tolist())
            opens = plan.inside[cy, cx] = bool(inside[own][dy, dx])
            ways.repair_steps(plan.inside, plan.steps, cx, cy)
            if opens:
                areas.open_cell(plan.steps, plan.labels, plan.sizes, world.scratch.queue, cx, cy)
            else:
                areas.close_cell(plan.steps, plan.labels, plan.sizes, world.scratch.owner, plan.link, cx, cy)
            touched.update(plan.labels[about].reshape(-1).tolist())
    touched.discard(-1)
    return touched


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


def _pieces(world: World, plan: Plan, labels: set[int]) -> dict[int, Flat]:
    """Flat cells, ascending, of the pieces of these labels that may be rooms, by lowest cell."""
    flat = plan.labels.reshape(-1)
    found: dict[int, Flat] = {}
    for label in sorted(labels):
        if book.is_room(world.params.room, int(plan.sizes[label])):
            found[label] = np.flatnonzero(flat == label)
    return dict(sorted(found.items(), key=lambda piece: int(piece[1][0])))


def _heirs(world: World, old: list[Room], pieces: list[Flat]) -> list[int]:
    """The number of each piece: that of the old room of which it keeps more than half, else a new one.

    Where it keeps more than half of several, it takes the number of the one with most cells in it, the lowest
    of equal ones.
    """
    state = world.state
    claims: dict[int, tuple[int, int]] = {}
    if old and pieces:
        place = np.full(state.width * state.height, -1, np.int32)
        for n, piece in enumerate(pieces):
            place[piece] = n
        for room in old:
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


def _furniture(world: World) -> tuple[Flat, Flat]:
    """Flat cells of the structures that say what a room is, and the places of their tags in `_tags`."""
    rows = world.state.structures
    known: dict[str, Any] = world.scratch.caches.setdefault("places", {})
    if "furniture" not in known:  # gone when a structure comes or goes
        tags = _tags(world)
        of_kinds = [tags.index(row.room_tag) if row.room_tag else -1 for row in world.content.structures]
        places = np.where(rows.kind >= 0, np.array(of_kinds)[rows.kind], -1)
        ids = np.flatnonzero(places >= 0)
        cells = rows.y[ids].astype(np.int64) * world.state.width + rows.x[ids]
        known["furniture"] = cells, places[ids]
    return known["furniture"]


def _tags(world: World) -> list[str]:
    """The room tags of the structures table."""
    return sorted({row.room_tag for row in world.content.structures if row.room_tag})


def _names(world: World, plan: Plan) -> Callable[[int], str]:
    """What names the piece of a label by the furniture in it."""
    tags = _tags(world)
    cells, places = _furniture(world)
    labels = plan.labels.reshape(-1)[cells]

    def name(label: int) -> str:
        counts = np.bincount(places[labels == label], minlength=len(tags))
        return book.name(dict(zip(tags, counts.tolist(), strict=True)))

    return name


def _number_structures(world: World) -> None:
    """Write the room of each structure into its row."""
    state = world.state
    rows = state.structures
    here = np.flatnonzero(rows.kind >= 0)
    rows.room[here] = room_map(world)[rows.y[here], rows.x[here]]


def index_rooms(world: World) -> NDArray[np.int32]:
    """Make the map of room numbers a cell anew."""
    state = world.state
    rooms = world.scratch.caches["room_of"] = np.full((state.height, state.width), -1, np.int32)
    _index(world, [], state.rooms)
    return rooms


def _index(world: World, gone: list[Room], come: list[Room]) -> None:
    """Write rooms that are gone and that have come into the map of room numbers a cell."""
    flat = room_map(world).reshape(-1)
    for room in gone:
        flat[list(room.cells)] = -1
    for room in come:
        flat[list(room.cells)] = room.id


def room_map(world: World) -> NDArray[np.int32]:
    """Number of the room of each cell, -1 for none."""
    found = world.scratch.caches.get("room_of")
    return index_rooms(world) if found is None else found
