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

Pairs = NDArray[np.int64]


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
    thrown: dict[int, list[Pairs]] = {book.ALLY: [], book.HATED: []}
    for actor in range(known, count):
        others = np.flatnonzero(ours[:actor])
        if ours[actor] and others.size:
            marks = _meet(world, actor, others)
            for mark, pairs in thrown.items():
                met = others[marks == mark]
                pairs.append(np.stack((np.full_like(met, actor), met), axis=1))
    state.counters["met"] = count
    for table, mark in ((state.allies, book.ALLY), (state.hated, book.HATED)):
        if thrown[mark]:
            share(table, np.concatenate(thrown[mark]))


@rule("KEP-GRDG-21")
def _meet(world: World, actor: int, others: NDArray[np.int64]) -> NDArray[np.int8]:
    """What a newcomer is to each of the others; nothing new where they share a mark already."""
    state = world.state
    marks = np.zeros(others.size, np.int8)
    key = (np.uint64(state.seed), int(Stream.GRUDGE), state.tick, actor)
    kernels.bonds_all(world.params.grudge, key, others, marks)
    shared = (*state.allies.get(actor, ()), *state.hated.get(actor, ()))
    if shared:
        marks[np.isin(others, shared)] = book.NEITHER
    return marks


def share(table: dict[int, tuple[int, ...]], pairs: Pairs) -> None:
    """Put marks that pairs of minions share into a table, each pair on both sides.

    Args:
        table: by minion, the ids of those with whom it shares the mark, ascending.
        pairs: int64[n, 2].
    """
    if not pairs.size:
        return
    size = int(pairs.max()) + 1
    both = np.sort(np.concatenate((pairs[:, 0] * size + pairs[:, 1], pairs[:, 1] * size + pairs[:, 0])))
    actors, starts = np.unique(both // size, return_index=True)
    numbers = np.arange(size).astype(object)  # one int an id, however many marks name it
    for actor, found in zip(actors.tolist(), np.split(both % size, starts[1:]), strict=True):
        more = numbers[found].tolist()
        table[actor] = tuple(sorted({*table[actor], *more})) if actor in table else tuple(more)


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
    share(state.hated, np.array([[one, other]]))
    world.emit("hates", "KEP-GRDG-21", actor=one, target=other)
