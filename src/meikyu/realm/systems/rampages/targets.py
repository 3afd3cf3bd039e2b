"""What a rampage goes for: beings, structures, food, drink and gold, the nearest first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import ground
from meikyu.books.keep import rampages as book
from meikyu.core.ruling import rule
from meikyu.realm.content import Creature
from meikyu.realm.state import Act, Side
from meikyu.realm.systems import moves, stock, wounds
from meikyu.realm.systems.links import boxes_of_items, links
from meikyu.realm.systems.walking import kernels as walking
from meikyu.realm.world import World

Far = NDArray[np.int32]
KEPT = "none"
"""How a structure is built that only invaders can break: the heart."""


def distances(world: World, actor: int) -> Far:
    """Walking cells from an actor to every cell, -1 where no way leads."""
    reached = moves.measure(world, np.array([moves.flat_of(world, actor)]))
    far = links(world).far.copy()
    moves.forget(world, reached)
    return far


def nearest(world: World, far: Far, ids: NDArray[Any], boxes: NDArray[np.int32]) -> list[tuple[int, int]]:
    """(walk, id) of what can be reached, nearest first, ties by id."""
    if not ids.size:
        return []
    walks = np.empty(ids.size, np.int32)
    walking.reach_many(far, world.state.cells.walkable, np.ascontiguousarray(boxes, np.int32), walks)
    order = np.lexsort((ids, walks))
    order = order[walks[order] >= 0]
    return list(zip(walks[order].tolist(), ids[order].tolist(), strict=True))


def _beings(world: World, far: Far, ids: NDArray[Any]) -> list[tuple[int, int]]:
    rows = world.state.actors
    ones = np.ones(ids.size, np.int32)
    boxes = np.stack((rows.x[ids], rows.y[ids], ones, ones), axis=1)
    return nearest(world, far, ids, boxes.astype(np.int32))


def _standing(world: World, actor: int) -> NDArray[np.bool_]:
    rows = world.state.actors
    count = len(world.state.names)
    able = rows.alive[:count] & (rows.down[:count] < 0)
    able[actor] = False
    return able


@rule("KEP-RAMP-21")
def may_be_struck(world: World, target: int) -> bool:
    """True for everybody but envoys."""
    row = wounds.row_of(world, target)
    return bool(book.may_attack(row.id if isinstance(row, Creature) else ""))


@rule("KEP-RAMP-28")
def workers(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Minions at work."""
    rows = world.state.actors
    able = _standing(world, actor)
    count = able.size
    able &= (rows.side[:count] == Side.MINION) & (rows.act[:count] == Act.WORK) & (rows.job[:count] >= 0)
    return _beings(world, far, np.flatnonzero(able))


@rule("KEP-RAMP-31")
def fellows(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Other minions that stand."""
    able = _standing(world, actor)
    able &= world.state.actors.side[: able.size] == Side.MINION
    return _beings(world, far, np.flatnonzero(able))


@rule("KEP-RAMP-14", "KEP-RAMP-36")
def hated(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Hated minions that stand."""
    mine = set(world.state.hated.get(actor, ()))
    return [found for found in fellows(world, actor, far) if found[1] in mine]


@rule("KEP-RAMP-15", "KEP-RAMP-36")
def weak(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Creatures of the dungeon and prisoners."""
    able = _standing(world, actor)
    sides = world.state.actors.side[: able.size]
    return _beings(world, far, np.flatnonzero(able & ((sides == Side.ALLY) | (sides == Side.PRISONER))))


@rule("KEP-RAMP-21", "KEP-RAMP-38")
def anybody(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Beings of any side except envoys."""
    able = _standing(world, actor)
    rows = world.state.actors
    spared = [not book.may_attack(row.id) for row in world.content.creatures]
    others = (rows.side[: able.size] != Side.MINION) & (rows.side[: able.size] != Side.LORD)
    kinds = np.where(others, rows.species[: able.size], 0)
    able &= ~(others & np.array(spared)[kinds])
    return _beings(world, far, np.flatnonzero(able))


@rule("KEP-RAMP-38", "KEP-RAMP-21")
def close_by(world: World, actor: int) -> list[tuple[int, int]]:
    """(distance, id) of beings so near that havoc attacks them, nearest first."""
    rows = world.state.actors
    x, y = moves.here(world, actor)
    found: list[tuple[int, int]] = []
    for other in np.flatnonzero(_standing(world, actor)).tolist():
        apart = ground.apart(int(rows.x[other]) - x, int(rows.y[other]) - y)
        if book.havoc_attacks(world.params.rampage, apart) and may_be_struck(world, other):
            found.append((apart, other))
    return sorted(found)


def lord(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """The demon lord, where he stands and can be reached."""
    who = world.state.lord
    if who < 0 or not wounds.is_able(world, who):
        return []
    return _beings(world, far, np.array([who], np.int64))


@rule("KEP-RAMP-35", "KEP-RAMP-38")
def breakable(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Structures that may be broken: everything built, pillars and props too."""
    kinds = world.state.structures.kind
    built = np.array([*(row.job != KEPT for row in world.content.structures), False])
    ids = np.flatnonzero((kinds >= 0) & built[kinds])
    return nearest(world, far, ids, stock.boxes_of_places(world, ids))


@rule("KEP-RAMP-30")
def feast_places(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Tables and burning campfires."""
    fires = stock.places(world, "campfire")
    fires = fires[world.state.structures.burning[fires]]
    ids = np.sort(np.concatenate((stock.places(world, "table"), fires)))
    return nearest(world, far, ids, stock.boxes_of_places(world, ids))


def _stacks(world: World, far: Far, kinds: list[int]) -> list[tuple[int, int]]:
    ids = stock.usable(world, kinds)
    feeding = stock.places(world, "feeding_place")
    if feeding.size and ids.size:
        ids = ids[~np.isin(world.state.items.store[ids], feeding)]
    return nearest(world, far, ids, boxes_of_items(world, ids))


@rule("KEP-RAMP-29")
def foods(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Food, meals before raw; meat of humanoids only for carnivores."""
    items = world.content.items
    carnivore = world.content.species[world.state.actors.species[actor]].carnivore
    kinds = [n for n, r in enumerate(items) if r.food_kind and (carnivore or r.food_kind != "humanoid_meat")]
    held = world.state.items.kind
    found = _stacks(world, far, kinds)
    return sorted(found, key=lambda f: (not items[held[f[1]]].food_kind.startswith("meal"), *f))


@rule("KEP-RAMP-30")
def drinks(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Alcohol."""
    return _stacks(world, far, [n for n, row in enumerate(world.content.items) if row.category == "drink"])


@rule("KEP-RAMP-34")
def gold_stores(world: World, actor: int, far: Far) -> list[tuple[int, int]]:
    """Stores with gold in them."""
    ids = stock.usable(world, [world.content.item["gold_coin"]])
    stores = np.unique(world.state.items.store[ids])
    stores = stores[stores >= 0].astype(np.int64)
    return nearest(world, far, stores, stock.boxes_of_places(world, stores))


@rule("KEP-RAMP-37")
def edge(world: World, actor: int, far: Far) -> tuple[int, int]:
    """Walk to and flat cell of the nearest cell of the map's edge; -1 twice for none."""
    best, cell = -1, -1
    width = far.shape[1]
    ring = np.zeros(far.shape, np.bool_)
    ring[0], ring[-1], ring[:, 0], ring[:, -1] = True, True, True, True
    for flat in np.flatnonzero(ring.reshape(-1) & (far.reshape(-1) >= 0)).tolist():
        walk = int(far[flat // width, flat % width])
        if best < 0 or walk < best:
            best, cell = walk, flat
    return (best, cell) if book.may_desert(best) else (-1, -1)
