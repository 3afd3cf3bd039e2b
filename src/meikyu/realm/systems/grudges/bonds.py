"""Allies and hated minions: marks that two share, thrown when the later one joins or made by a blow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import grudges as book
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.state import Side
from meikyu.realm.systems.grudges import kernels
from meikyu.realm.world import World


@rule("KEP-GRDG-21")
def run(world: World) -> None:
    """Throw the marks of minions that have come since the last time."""
    state = world.state
    count = len(state.names)
    known = state.counters.get("met", 0)
    if known == count:
        return
    rows = state.actors
    ours = rows.alive[:count] & (rows.side[:count] == Side.MINION)
    thrown: dict[int, list[tuple[int, int]]] = {book.ALLY: [], book.HATED: []}
    for actor in range(known, count):
        if ours[actor]:
            _meet(world, actor, np.flatnonzero(ours[:actor]), thrown)
    state.counters["met"] = count
    share(state.allies, thrown[book.ALLY])
    share(state.hated, thrown[book.HATED])


@rule("KEP-GRDG-21")
def _meet(
    world: World, actor: int, others: NDArray[np.int64], thrown: dict[int, list[tuple[int, int]]]
) -> None:
    if not others.size:
        return
    state = world.state
    marks = np.zeros(others.size, np.int8)
    key = (np.uint64(state.seed), int(Stream.GRUDGE), state.tick, actor)
    kernels.bonds_all(world.params.grudge, key, others, marks)
    for mark, pairs in thrown.items():
        pairs += [
            (actor, other)
            for other in others[marks == mark].tolist()
            if other not in state.allies.get(actor, ()) and other not in state.hated.get(actor, ())
        ]


def share(table: dict[int, tuple[int, ...]], pairs: list[tuple[int, int]]) -> None:
    """Put marks that pairs of minions share into a table, each pair on both sides."""
    more: dict[int, list[int]] = {}
    for one, other in pairs:
        more.setdefault(one, []).append(other)
        more.setdefault(other, []).append(one)
    for actor in sorted(more):
        table[actor] = tuple(sorted({*table.get(actor, ()), *more[actor]}))


def _part(table: dict[int, tuple[int, ...]], one: int, other: int) -> None:
    for a, b in ((one, other), (other, one)):
        left = tuple(n for n in table.get(a, ()) if n != b)
        if left:
            table[a] = left
        else:
            table.pop(a, None)


@rule("KEP-GRDG-21")
def hate(world: World, one: int, other: int) -> None:
    """Two minions hate each other from now on."""
    state = world.state
    if other in state.hated.get(one, ()):
        return
    _part(state.allies, one, other)
    share(state.hated, [(one, other)])
    world.emit("hates", "KEP-GRDG-21", actor=one, target=other)
