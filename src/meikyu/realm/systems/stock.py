"""Goods: what lies free, what a body carries, which storage takes what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import haul
from meikyu.core.ruling import rule
from meikyu.realm.content import Item, Structure
from meikyu.realm.systems import moves, openings
from meikyu.realm.systems.links import boxes_of_items, links
from meikyu.realm.systems.walking import kernels as walking
from meikyu.realm.world import World


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


@rule("KEP-HAUL-49", "KEP-HAUL-50", "KEP-BLD-08")
def usable(world: World, kinds: Sequence[int], *, starving: bool = False) -> NDArray[Any]:
    """Ids of the stacks of these kinds that have unreserved pieces and may be fetched, ascending.

    Only the starving take what is forbidden or lies in a feeding place.
    """
    rows = world.state.items
    mask = rows.count > rows.reserved
    mask &= (rows.holder < 0) & (rows.site < 0)
    if not starving:
        mask &= ~rows.forbidden
    wanted = rows.kind == kinds[0]
    for kind in kinds[1:]:
        wanted |= rows.kind == kind
    found = np.flatnonzero(mask & wanted)
    feeding = places(world, "feeding_place")
    if feeding.size and found.size and not starving:
        found = found[~np.isin(rows.store[found], feeding)]
    return found


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


def nearest_of_kinds(world: World, kinds: Sequence[int], *, starving: bool = False) -> list[tuple[int, int]]:
    """(walk, id) of the nearest `usable` stack of each kind that `Links.far` reaches, nearest first."""
    state = world.state
    rows, built = state.items, state.structures
    wanted = np.zeros(len(world.content.items), np.bool_)
    wanted[list(kinds)] = True
    shunned = np.zeros(built.kind.size, np.bool_)
    if not starving:
        shunned[places(world, "feeding_place")] = True
    walks = np.full(wanted.size, -1, np.int32)
    found = np.full(wanted.size, -1, np.int32)
    walking.nearest_of_kinds(
        links(world).far,
        state.cells.walkable,
        (rows.kind, rows.count, rows.reserved, rows.holder, rows.site, rows.forbidden, rows.store),
        (rows.x, rows.y, built.w, built.h),
        wanted,
        shunned,
        starving,
        walks,
        found,
    )
    return sorted((int(walks[k]), int(found[k])) for k in kinds if found[k] >= 0)


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


def boxes_of_storages(world: World) -> NDArray[np.int32]:
    """The boxes of all storages, as int32[n, 4]."""
    known: dict[str, NDArray[Any]] = world.scratch.caches.setdefault("places", {})
    if "storage boxes" not in known:
        known["storage boxes"] = boxes_of_structures(world)[places(world, "storage")]
    return known["storage boxes"]


def boxes_of_structures(world: World) -> NDArray[np.int32]:
    """The boxes of all structures by id, as int32[S, 4]."""
    known: dict[str, NDArray[Any]] = world.scratch.caches.setdefault("places", {})
    size = world.state.structures.kind.size
    if "boxes" not in known or known["boxes"].shape[0] != size:
        known["boxes"] = boxes_of_places(world, np.arange(size))
    return known["boxes"]


def has_room(world: World, kind: int, quality: int) -> bool:
    """True when some storage has room for such an item."""
    return bool(openings.current(world).ids(kind, quality).size)


class Target(NamedTuple):
    """A storage that goods may go to: its structure, the pieces that it takes, and the walk to it."""

    structure: int
    room: int
    walk: int


@rule("KEP-HAUL-45")
def target(
    world: World, starts: NDArray[Any], kind: int, quality: int, *, besides: int = -1, limit: int = -1
) -> Target | None:
    """The storage nearest on foot that has room for such an item; None where there is none.

    Args:
        world: the dungeon.
        starts: flat cells where the walk begins.
        kind: the item.
        quality: its quality.
        besides: a storage that does not count, as the item is in it.
        limit: the longest walk, -1 for any.
    """
    ids = openings.current(world).ids(kind, quality)
    if besides >= 0:
        ids = ids[ids != besides]
    if not ids.size:
        return None
    boxes = boxes_of_structures(world)[ids]
    made = links(world)
    ground = (world.state.cells.walkable, world.scratch.steps)
    found, walk = walking.nearest_box(*ground, starts, boxes, limit, made.far, made.queue)
    if found < 0:
        return None
    nearest = int(ids[found])
    room = openings.room(world, nearest, kind, quality)
    return None if haul.target([haul.Storage(nearest, walk, room)]) is None else Target(nearest, room, walk)


@rule("KEP-HAUL-01", "KEP-HAUL-22", "KEP-HAUL-44")
def is_loose(world: World, item: int) -> bool:
    """True for a stack that is not stored as it should be and may be hauled."""
    rows = world.state.items
    if rows.kind[item] < 0 or rows.holder[item] >= 0 or rows.site[item] >= 0 or rows.forbidden[item]:
        return False
    if rows.count[item] <= rows.reserved[item]:
        return False
    store = int(rows.store[item])
    return store < 0 or not openings.accepts(world, store, int(rows.kind[item]), int(rows.quality[item]))
