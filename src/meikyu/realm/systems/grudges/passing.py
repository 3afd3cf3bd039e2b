"""Relief in passing: stepping near a treasure outside the palace, or near the throne while the lord sits."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import grudges as book
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.columns import columns
from meikyu.realm.systems import mood
from meikyu.realm.systems.chance import dice
from meikyu.realm.systems.grudges import kernels, throne
from meikyu.realm.systems.rooms import room_map
from meikyu.realm.world import World

PALACE = "demon_palace"


class Passers(NamedTuple):
    """The columns of actors that tell who stands where, and whose needs are empty since when."""

    alive: NDArray[np.bool_]
    side: NDArray[np.int8]
    x: NDArray[np.int16]
    y: NDArray[np.int16]
    stood: NDArray[np.int32]
    needs: NDArray[np.int32]
    emptied: NDArray[np.int32]


class Zones(NamedTuple):
    """Places that relieve, found anew when they change.

    Attributes:
        sign: what they were found from. places: cause, column and row. near: bool[H * W], within any radius.
        by_cell: the places near each such flat cell, in their order.
    """

    sign: tuple[Any, ...]
    places: list[tuple[str, int, int]]
    near: NDArray[np.bool_]
    by_cell: dict[int, list[tuple[str, int, int]]]


def run(world: World) -> None:
    """Roll for every minion that steps into a radius."""
    state = world.state
    count = len(state.names)
    about = zones(world)
    out: NDArray[np.int32] | None = world.scratch.caches.get("stepped")
    if out is None or out.shape[0] < count:
        out = world.scratch.caches["stepped"] = np.zeros((state.actors.alive.size, 2), np.int32)
    found = kernels.look(
        columns(world, state.actors, Passers), count, state.width, about.near, state.tick, out
    )
    for actor, before in out[:found].tolist():
        if before >= 0:
            _step(world, about, actor, before)


@rule("KEP-GRDG-09", "KEP-GRDG-10", "KEP-GRDG-11", "KEP-GRDG-12", "KEP-GRDG-13", "KEP-GRDG-14")
def _step(world: World, about: Zones, actor: int, before: int) -> None:
    state = world.state
    rows, p = state.actors, world.params.grudge
    x, y = int(rows.x[actor]), int(rows.y[actor])
    bx, by = before % state.width, before // state.width
    for cause, px, py in about.by_cell[y * state.width + x]:
        was, now = book.is_near(p, px - bx, py - by), book.is_near(p, px - x, py - y)
        if not book.rolls(was, now) or not mood.counts(world, actor, cause):
            continue
        if book.relieved(p, dice(world, Stream.GRUDGE, actor).below(100)):
            mood.move(world, actor, cause)


def zones(world: World) -> Zones:
    """The places that relieve in passing now."""
    state = world.state
    items = state.items
    caches = world.scratch.caches
    known: Zones | None = caches.get("zones")
    mask: NDArray[np.bool_] | None = caches.get("treasures")
    if mask is None:
        rows = world.content.items
        mask = caches["treasures"] = np.array([*(r.category == "treasure" for r in rows), False])
    found: NDArray[np.int32] | None = caches.get("loose")
    if found is None or found.size < items.kind.size:
        found = caches["loose"] = np.zeros(items.kind.size, np.int32)
    ids = found[: kernels.loose_of(items.kind, items.holder, mask, found)]
    seat = throne.seated(world)
    rooms = room_map(world)
    sign = (items.x[ids].tobytes(), items.y[ids].tobytes(), seat)
    if known is not None and known.sign == sign and caches.get("zones_of") is state.rooms:
        return known
    caches["zones_of"] = state.rooms
    palaces = {room.id for room in state.rooms if room.name == PALACE}
    places: list[tuple[str, int, int]] = []
    for item in ids.tolist():
        x, y = int(items.x[item]), int(items.y[item])
        if book.treasure_works(int(int(rooms[y, x]) in palaces)):
            places.append(("treasure", x, y))
    if seat >= 0:
        places.append(("throne", seat % state.width, seat // state.width))
    near = np.zeros(state.width * state.height, np.bool_)
    by_cell: dict[int, list[tuple[str, int, int]]] = {}
    r = world.params.grudge.radius
    for place in places:
        _, x, y = place
        for cy in range(max(0, y - r), min(y + r + 1, state.height)):
            for cx in range(max(0, x - r), min(x + r + 1, state.width)):
                by_cell.setdefault(cy * state.width + cx, []).append(place)
    near[list(by_cell)] = True
    made = caches["zones"] = Zones(sign, places, near, by_cell)
    return made
