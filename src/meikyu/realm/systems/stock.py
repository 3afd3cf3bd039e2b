"""Goods: what lies free, what a body carries, which storage takes what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import haul
from meikyu.core.ruling import rule
from meikyu.realm.content import Item, Structure
from meikyu.realm.systems import kernels, moves
from meikyu.realm.systems.links import boxes_of_items, links
from meikyu.realm.world import World

NO_IDS = np.zeros(0, np.int64)


def item_row(world: World, item: int) -> Item:
    """The content row of a stack."""
    return world.content.items[world.state.items.kind[item]]


def structure_row(world: World, structure: int) -> Structure:
    """The content row of a structure."""
    return world.content.structures[world.state.structures.kind[structure]]


def unit_weight(world: World, kind: int) -> int:
    """Weight of one piece."""
    return haul.unit_weight(world.params.haul, world.content.items[kind].stack)


def load(world: World, actor: int) -> int:
    """Weight that an actor holds."""
    rows = world.state.items
    held = world.scratch.held.get(actor, ())
    return sum(int(rows.count[i]) * unit_weight(world, int(rows.kind[i])) for i in held)


def free_weight(world: World, actor: int) -> int:
    """Weight that an actor may still take up."""
    armour = int(world.state.actors.armour[actor])
    garb = armour >= 0 and any(name == "carry" for name, _ in world.content.items[armour].bonus)
    return haul.capacity(world.params.haul, int(garb)) - load(world, actor)


@rule("KEP-HAUL-50", "KEP-BLD-08")
def usable(world: World, kinds: Sequence[int], *, forbidden: bool = False) -> NDArray[Any]:
    """Ids of the stacks of these kinds that have unreserved pieces and may be fetched, ascending."""
    rows = world.state.items
    mask = rows.count > rows.reserved
    mask &= (rows.holder < 0) & (rows.site < 0)
    if not forbidden:
        mask &= ~rows.forbidden
    wanted = rows.kind == kinds[0]
    for kind in kinds[1:]:
        wanted |= rows.kind == kind
    return np.flatnonzero(mask & wanted)


def free_pieces(world: World, ids: NDArray[Any]) -> int:
    """Unreserved pieces of stacks."""
    rows = world.state.items
    return int((rows.count[ids] - rows.reserved[ids]).sum())


def kinds_of(world: World, wanted: str) -> tuple[int, ...]:
    """Item kinds that an input stands for: an item, or a group such as `raw_food` without humanoid meat."""
    known: dict[str, tuple[int, ...]] = world.scratch.caches.setdefault("kinds_of", {})
    if wanted not in known:
        if wanted in world.content.item:
            known[wanted] = (world.content.item[wanted],)
        else:
            known[wanted] = tuple(
                number
                for number, row in enumerate(world.content.items)
                if wanted in row.groups and row.food_kind != "humanoid_meat"
            )
    return known[wanted]


def nearest(world: World, ids: NDArray[Any]) -> list[tuple[int, int]]:
    """(walk, id) of the stacks that `Links.far` reaches, nearest first, ties by id."""
    if not ids.size:
        return []
    walks = moves.reach_all(world, boxes_of_items(world, ids))
    order = np.lexsort((ids, walks))
    return [(int(walks[i]), int(ids[i])) for i in order.tolist() if walks[i] >= 0]


def nearest_of_kinds(world: World, ids: NDArray[Any]) -> list[tuple[int, int]]:
    """Of `nearest` the first stack of each item kind."""
    if not ids.size:
        return []
    walks = moves.reach_all(world, boxes_of_items(world, ids))
    order = np.lexsort((ids, walks))
    order = order[walks[order] >= 0]
    _, first = np.unique(world.state.items.kind[ids[order]], return_index=True)
    return [(int(walks[i]), int(ids[i])) for i in order[np.sort(first)].tolist()]


def places(world: World, what: str) -> NDArray[Any]:
    """Ids of the finished structures of a sort, ascending: "storage", "fuelled", a category or an id."""
    known: dict[str, NDArray[Any]] = world.scratch.caches.setdefault("places", {})
    found = known.get(what)
    if found is None:
        rows = world.content.structures
        fits = [what in (r.category, r.id, r.storage and "storage", r.fuel_hours and "fuelled") for r in rows]
        kinds = world.state.structures.kind
        found = known[what] = np.flatnonzero((kinds >= 0) & np.array([*fits, False])[kinds])
    return found


def boxes_of_places(world: World, ids: NDArray[Any]) -> NDArray[np.int32]:
    """The boxes of structures, as int32[n, 4]."""
    rows = world.state.structures
    return np.stack((rows.x[ids], rows.y[ids], rows.w[ids], rows.h[ids]), axis=1).astype(np.int32)


def storage_kind(row: Structure) -> str:
    """What sort of storage a row is: open, barrel, weapon_rack, bookshelf, feeding, chest or stand."""
    return _SORTS.get(row.id, "open")


_SORTS = {
    "barrel": "barrel",
    "weapon_rack": "weapon_rack",
    "bookshelf": "bookshelf",
    "feeding_place": "feeding",
    "treasure_chest": "chest",
    "treasure_stand": "stand",
}


@rule("KEP-HAUL-11", "KEP-HAUL-12", "KEP-HAUL-19", "KEP-HAUL-20", "KEP-HAUL-21", "KEP-HAUL-49")
def accepts(world: World, structure: int, kind: int, quality: int) -> bool:
    """True when the storage's nature, filter and minimum quality let it take such an item."""
    row, item = structure_row(world, structure), world.content.items[kind]
    chosen = world.state.filters.get(structure)
    sort = storage_kind(row)
    if sort == "barrel":
        return chosen is not None and kind in chosen
    if chosen is not None and kind not in chosen:
        return False
    if sort in ("chest", "stand"):
        if item.category not in row.accepts.split(";"):
            return False
    elif not haul.takes_at_all(sort, "/".join(item.groups)):
        return False
    return bool(haul.passes_quality(quality, world.state.minimum.get(structure, 1)))


@rule("KEP-HAUL-05", "KEP-HAUL-07", "KEP-HAUL-08", "KEP-HAUL-18", "KEP-HAUL-46")
def room(world: World, structure: int, kind: int, quality: int) -> int:
    """Pieces that a storage still takes, what is on its way counted as inside."""
    if not accepts(world, structure, kind, quality):
        return 0
    row = structure_row(world, structure)
    rows = world.state.items
    inside = world.scratch.stored.get(structure, ())
    coming = links(world).coming.get(structure, {})
    if storage_kind(row) == "barrel":
        same = sum(int(rows.count[i]) for i in inside if rows.kind[i] == kind) + coming.get(kind, 0)
        others = sum(int(rows.count[i]) for i in inside if rows.kind[i] != kind)
        keep = int(world.state.structures.keep[structure])
        return haul.barrel_room(world.params.haul, kind, kind, keep, same, others)
    if row.storage in ("book", "weapon", "item"):
        pieces = sum(int(rows.count[i]) for i in inside) + sum(coming.values())
        return max(0, row.capacity - pieces)
    stack = world.content.items[kind].stack
    stacks = len(inside)
    loose = sum(
        stack - int(rows.count[i]) for i in inside if rows.kind[i] == kind and rows.quality[i] == quality
    )
    for other, count in coming.items():
        most = world.content.items[other].stack
        if other == kind:
            fits = min(loose, count)
            loose -= fits
            count -= fits
        full = -(-count // most)
        stacks += full
        if other == kind:
            loose += full * most - count
    return haul.stacks_room(row.capacity, stacks, stack, max(loose, 0))


def rooms(world: World, kind: int, quality: int) -> dict[int, int]:
    """The storages that have room for such an item, with their room; mended where storages changed."""
    log = world.scratch.room_log
    known: dict[tuple[int, int], tuple[int, dict[int, int]]] = world.scratch.caches.setdefault("rooms", {})
    if len(log) > 20_000:
        log.clear()
        known.clear()
    since, found = known.get((kind, quality), (-1, {}))
    if since < 0:
        found = {s: r for s in places(world, "storage").tolist() if (r := room(world, s, kind, quality)) > 0}
    elif since < len(log):
        for structure in sorted(set(log[since:])):
            fits = 0
            if world.state.structures.kind[structure] >= 0 and structure_row(world, structure).storage:
                fits = room(world, structure, kind, quality)
            if fits > 0:
                found[structure] = fits
            else:
                found.pop(structure, None)
    known[kind, quality] = (len(log), found)
    return found


def has_room(world: World, kind: int, quality: int) -> bool:
    """True when some storage has room for such an item; one whose room did not change is enough."""
    known = world.scratch.caches.get("rooms", {}).get((kind, quality))
    if known is not None and known[0] <= len(world.scratch.room_log) < known[0] + 64:
        changed = set(world.scratch.room_log[known[0] :])
        if any(structure not in changed for structure in known[1]):
            return True
    return bool(rooms(world, kind, quality))


def have_room_in_reach(world: World, kind: int, quality: int, boxes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """From which of the boxes a way leads to a storage with room for goods of this kind and quality."""
    ids = np.array(list(rooms(world, kind, quality)), np.int64)
    found = np.zeros(boxes.shape[0], np.bool_)
    targets = boxes_of_places(world, ids)
    kernels.joined(targets, boxes, world.state.cells.region, world.scratch.owner, found)
    return found


@rule("KEP-HAUL-45")
def target(world: World, kind: int, quality: int, besides: int = -1) -> tuple[int, int]:
    """Storage that `Links.far` reaches first and its room for such an item; (-1, 0) where there is none."""
    open_ones = rooms(world, kind, quality)
    ids = np.array(sorted(s for s in open_ones if s != besides), np.int64)
    if not ids.size:
        return -1, 0
    walks = moves.reach_all(world, boxes_of_places(world, ids))
    order = np.lexsort((ids, np.where(walks < 0, 1 << 30, walks)))[:1].tolist()
    chosen = haul.target([haul.Storage(int(ids[n]), int(walks[n]), open_ones[int(ids[n])]) for n in order])
    return (-1, 0) if chosen is None else (chosen, open_ones[chosen])


@rule("KEP-HAUL-01", "KEP-HAUL-22", "KEP-HAUL-44")
def is_loose(world: World, item: int) -> bool:
    """True for a stack that is not stored as it should be and may be hauled."""
    rows = world.state.items
    if rows.kind[item] < 0 or rows.holder[item] >= 0 or rows.site[item] >= 0 or rows.forbidden[item]:
        return False
    if rows.count[item] <= rows.reserved[item]:
        return False
    store = int(rows.store[item])
    return store < 0 or not accepts(world, store, int(rows.kind[item]), int(rows.quality[item]))
