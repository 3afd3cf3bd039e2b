"""Mood: moving a grudge for a cause, what still counts today, and who sees something happen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from meikyu.books.keep import ground
from meikyu.books.keep import grudges as book
from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Side
from meikyu.realm.systems import bodies, letters
from meikyu.realm.tables import touch
from meikyu.realm.world import World


class Entry(NamedTuple):
    """One line of a minion's ledger: when, for what cause, by how many points."""

    tick: int
    cause: str
    points: int


def today(world: World) -> int:
    """Number of the day from the day of opening, 0."""
    return ground.day_of(world.state.opened, world.state.tick)


def cause_of(world: World, cause: str) -> book.Cause:
    """The row of a cause."""
    known: tuple[book.Cause, ...] | None = world.scratch.caches.get("causes")
    if known is None:
        known = world.scratch.caches["causes"] = book.causes(world.params.grudge)
    return known[book.IDS.index(cause)]


@rule("KEP-GRDG-22")
def counts(world: World, actor: int, cause: str) -> bool:
    """True while a cause still counts today for a minion."""
    last = int(world.state.actors.counted[actor, book.IDS.index(cause)])
    return bool(book.counts_today(int(cause_of(world, cause).daily), last, today(world)))


def spend(world: World, actor: int, cause: str) -> None:
    """Have a cause count as used for today."""
    world.state.actors.counted[actor, book.IDS.index(cause)] = today(world)


@rule("KEP-GRDG-01", "KEP-GRDG-02", "KEP-GRDG-03", "KEP-GRDG-22", "KEP-GRDG-28")
def move(world: World, actor: int, cause: str, points: int | None = None) -> bool:
    """Move a minion's grudge for a cause, unless that has had its share today; True when it counted.

    Args:
        world: the dungeon.
        actor: whose; nobody but living minions bears grudges.
        cause: id of the cause.
        points: other than those of its row.
    """
    rows = world.state.actors
    if not rows.alive[actor] or rows.side[actor] != Side.MINION or not counts(world, actor, cause):
        return False
    spend(world, actor, cause)
    row = cause_of(world, cause)
    before = int(rows.grudge[actor])
    now = book.after(world.params.grudge, before, row.points if points is None else points)
    rows.grudge[actor] = now
    told = (*world.state.ledger.get(actor, ()), (world.state.tick, cause, now - before))
    world.state.ledger[actor] = told[-world.params.grudge.told :]
    world.emit("grudge", row.rule, actor=actor, cause=cause, points=now - before, grudge=now)
    if before < world.params.rampage.threshold <= now:
        x, y = int(rows.x[actor]), int(rows.y[actor])
        key = f"grudge_high:{actor}:{world.state.tick}"
        letters.send(world, "grudge_high", x, y, key, {"minion": actor})
    touch(world, "actor", actor)
    return True


def entries(world: World, actor: int) -> list[Entry]:
    """The ledger of a minion, the oldest entry first."""
    return [Entry(*row) for row in world.state.ledger.get(actor, ())]


@rule("KEP-GRDG-17", "KEP-GRDG-26", "KEP-FOG-03", "KEP-FOG-29")
def watchers(world: World, box: tuple[int, int, int, int], *, besides: tuple[int, ...] = ()) -> list[int]:
    """Minions awake who see any cell of a thing from near enough, ascending.

    Args:
        world: the dungeon.
        box: north-west cell, width and height of what is seen.
        besides: who does not count.
    """
    x, y, w, h = box
    state = world.state
    rows, p = state.actors, world.params.grudge
    count = len(state.names)
    xs, ys = rows.x[:count].astype(np.int64), rows.y[:count].astype(np.int64)
    dx, dy = xs - np.clip(xs, x, x + w - 1), ys - np.clip(ys, y, y + h - 1)
    near = dx * dx + dy * dy <= p.sight_cells * p.sight_cells
    near &= rows.alive[:count] & (rows.side[:count] == Side.MINION)
    found: list[int] = []
    for actor in np.flatnonzero(near).tolist():
        awake = int(rows.act[actor] != Act.SLEEP and rows.down[actor] < 0)
        if actor in besides or not book.may_see(p, int(dx[actor]), int(dy[actor]), awake):
            continue
        if bodies.sees(world, bodies.box(world, actor), box, p.sight_cells):
            found.append(actor)
    return found
