"""Which storages still take what: by structure, looked at again where goods came, went or are due."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import haul
from meikyu.core.ruling import rule
from meikyu.realm.content import Structure
from meikyu.realm.systems.links import links
from meikyu.realm.world import World

QUALITIES = range(len(haul.QUALITIES))
CODES = 8
"""A code names a sort of goods: kind * 8 + quality."""

ANY = 99
"""Least quality of a storage that takes nothing."""


@dataclass
class Openings:
    """Derived from the state alone.

    Attributes:
        free: bool[S], by structure id: it takes one more stack (or piece) of whatever it accepts.
        takes: bool[K, S], by item kind: its nature and filter accept it.
        least: int8[S], the least quality that it takes.
        tight: codes that a storage without a free place still takes, for one of its stacks is not full.
        loose: the same the other way round: storages by code.
        rows: columns of `takes` by structure row and filter.
        of: the one of them that each structure has.
        wide: True where a storage opened or closed for all that it accepts since hauls were looked at.
        turned: codes for which a tight storage opened or closed since then.
    """

    free: NDArray[np.bool_]
    takes: NDArray[np.bool_]
    least: NDArray[np.int8]
    tight: dict[int, frozenset[int]] = field(default_factory=dict)
    loose: dict[int, set[int]] = field(default_factory=dict)
    rows: dict[Any, NDArray[np.bool_]] = field(default_factory=dict)
    of: dict[int, NDArray[np.bool_]] = field(default_factory=dict)
    wide: bool = True
    turned: set[int] = field(default_factory=set)

    def ids(self, kind: int, quality: int) -> NDArray[np.int64]:
        """The storages with room for such an item, ascending."""
        fits = self.free & self.takes[kind]
        if quality:
            fits &= self.least <= quality
        ids = fits.nonzero()[0]
        more = self.loose.get(kind * CODES + quality)
        return np.sort(np.concatenate((ids, list(more)))) if more else ids


def current(world: World) -> Openings:
    """The openings of this world, as they are now."""
    found: Openings | None = world.scratch.caches.get("openings")
    log = world.scratch.room_log
    if found is None or found.free.size != world.state.structures.kind.size:
        found = world.scratch.caches["openings"] = _derive(world, found)
    if log:
        for structure in sorted(set(log)):
            _look(world, found, structure)
        log.clear()
    return found


def have_turned(world: World) -> bool:
    """True where storages may have opened or closed since hauls were looked at."""
    found: Openings | None = world.scratch.caches.get("openings")
    return found is None or found.wide or bool(found.turned) or bool(world.scratch.room_log)


def _derive(world: World, before: Openings | None) -> Openings:
    """Anew, or wider where the table of structures has grown."""
    size = world.state.structures.kind.size
    kinds = len(world.content.items)
    made = Openings(np.zeros(size, np.bool_), np.zeros((kinds, size), np.bool_), np.full(size, ANY, np.int8))
    if before is None:
        world.scratch.room_log += np.flatnonzero(world.state.structures.kind >= 0).tolist()
        return made
    had = before.free.size
    made.free[:had], made.takes[:, :had], made.least[:had] = before.free, before.takes, before.least
    made.tight, made.loose, made.rows, made.of = before.tight, before.loose, before.rows, before.of
    made.wide, made.turned = before.wide, before.turned
    return made


def _look(world: World, made: Openings, structure: int) -> None:
    """Bring one structure up to date."""
    kind = int(world.state.structures.kind[structure])
    row = world.content.structures[kind] if kind >= 0 else None
    if row is None or not row.storage:
        if made.least[structure] != ANY:
            made.free[structure], made.takes[:, structure], made.least[structure] = False, False, ANY
            made.of.pop(structure, None)
            _set_tight(made, structure, frozenset())
            made.wide = True
        return
    key = _key(world, structure)
    takes = made.rows.get(key)
    if takes is None:
        takes = [accepts_kind(world, structure, k) for k in range(len(world.content.items))]
        takes = made.rows[key] = np.array(takes)
    least = world.state.minimum.get(structure, 1)
    free = _has_place(world, row, structure)
    known = made.of.get(structure)
    if free != made.free[structure] or least != made.least[structure] or known is not takes:
        made.free[structure], made.takes[:, structure], made.least[structure] = free, takes, least
        made.of[structure] = takes
        made.wide = True
    _set_tight(made, structure, frozenset() if free else _unfilled(world, row, structure, takes))


def _set_tight(made: Openings, structure: int, codes: frozenset[int]) -> None:
    before = made.tight.get(structure, frozenset())
    if codes == before:
        return
    for code in sorted(before - codes):
        made.loose[code].discard(structure)
    for code in sorted(codes - before):
        made.loose.setdefault(code, set()).add(structure)
    made.turned |= before ^ codes
    made.tight[structure] = codes


def _has_place(world: World, row: Structure, structure: int) -> bool:
    """True where one more stack, or one more piece of a storage that counts pieces, finds a place."""
    inside = world.scratch.stored.get(structure, ())
    coming = links(world).coming.get(structure)
    if storage_kind(row) == "barrel":
        chosen = world.state.filters.get(structure)
        return bool(chosen) and any(room(world, structure, kind, 0) > 0 for kind in chosen)
    if row.storage in ("book", "weapon", "item"):
        counts = world.state.items.count
        return row.capacity > sum(int(counts[i]) for i in inside) + sum((coming or {}).values())
    stacks = len(inside)
    if coming:
        for kind, count in coming.items():
            stacks -= -count // world.content.items[kind].stack
    return stacks < row.capacity


def _unfilled(world: World, row: Structure, structure: int, takes: NDArray[np.bool_]) -> frozenset[int]:
    """Codes that a storage without a free place takes: its stacks of them are not full."""
    if storage_kind(row) == "barrel" or row.storage in ("book", "weapon", "item"):
        return frozenset()
    kinds, counts, qualities = (world.state.items.kind, world.state.items.count, world.state.items.quality)
    coming = links(world).coming.get(structure)
    codes: set[int] = set()
    for item in world.scratch.stored.get(structure, ()):
        kind = int(kinds[item])
        if counts[item] < world.content.items[kind].stack and not (coming and kind in coming):
            codes.add(kind * CODES + int(qualities[item]))
    if coming:
        for kind in coming:
            some = QUALITIES if world.content.items[kind].has_quality and takes[kind] else (0,)
            codes |= {kind * CODES + q for q in some if _stacks_room(world, row, structure, kind, q) > 0}
    least = world.state.minimum.get(structure, 1)
    return frozenset(
        code for code in codes if takes[code // CODES] and haul.passes_quality(code % CODES, least)
    )


def _key(world: World, structure: int) -> Any:
    """What decides which kinds a storage accepts: its row and its filter."""
    return int(world.state.structures.kind[structure]), world.state.filters.get(structure)


def storage_kind(row: Structure) -> str:
    """What sort of storage a row is: open, barrel, weapon_rack, bookshelf, feeding, chest or stand."""
    return row.storage_kind


@rule("KEP-HAUL-11", "KEP-HAUL-19", "KEP-HAUL-20", "KEP-HAUL-21", "KEP-HAUL-49")
def accepts_kind(world: World, structure: int, kind: int) -> bool:
    """True when the storage's nature and filter let it take such an item of whatever quality."""
    row = world.content.structures[world.state.structures.kind[structure]]
    item = world.content.items[kind]
    chosen = world.state.filters.get(structure)
    sort = storage_kind(row)
    if sort == "barrel":
        return chosen is not None and kind in chosen
    if chosen is not None and kind not in chosen:
        return False
    if sort in ("chest", "stand"):
        return item.category in row.accepts.split(";")
    return haul.takes_at_all(sort, "/".join(item.groups))


@rule("KEP-HAUL-12")
def accepts(world: World, structure: int, kind: int, quality: int) -> bool:
    """True when the storage's nature, filter and minimum quality let it take such an item."""
    least = world.state.minimum.get(structure, 1)
    return accepts_kind(world, structure, kind) and bool(haul.passes_quality(quality, least))


@rule("KEP-HAUL-05", "KEP-HAUL-07", "KEP-HAUL-08", "KEP-HAUL-18", "KEP-HAUL-46")
def room(world: World, structure: int, kind: int, quality: int) -> int:
    """Pieces that a storage still takes, what is on its way counted as inside."""
    if not accepts(world, structure, kind, quality):
        return 0
    row = world.content.structures[world.state.structures.kind[structure]]
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
    return _stacks_room(world, row, structure, kind, quality)


@rule("KEP-HAUL-05", "KEP-HAUL-46")
def _stacks_room(world: World, row: Structure, structure: int, kind: int, quality: int) -> int:
    """Pieces that a storage of stacks has a place for, whatever it accepts."""
    rows = world.state.items
    inside = world.scratch.stored.get(structure, ())
    coming = links(world).coming.get(structure, {})
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
