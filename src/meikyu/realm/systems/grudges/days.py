"""Rises with time: midnight, and needs that have stayed empty for an hour."""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import grudges as book
from meikyu.core.clock import TICKS_PER_DAY, TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.systems import mood
from meikyu.realm.tables import minions
from meikyu.realm.world import World

COMPLAINTS = [book.IDS.index(cause) for cause in book.COMPLAINTS]


def begin(world: World) -> None:
    """At midnight count the day that ends, before anything of the new day is."""
    if (world.state.opened + world.state.tick) % TICKS_PER_DAY == 0:
        midnight(world)


def run(world: World) -> None:
    """Once a minute the empty bars."""
    if (world.state.opened + world.state.tick) % TICKS_PER_MINUTE == 0:
        _empty(world)


@rule("KEP-GRDG-29")
def _empty(world: World) -> None:
    state = world.state
    rows = state.actors
    count = len(state.names)
    long = rows.emptied[:count] >= 0
    if not long.any():
        return
    for actor, need in np.argwhere(long).tolist():
        ticks = state.tick - int(rows.emptied[actor, need])
        cause = book.OF_NEEDS[need]
        if (
            rows.alive[actor]
            and book.empty_long(world.params.grudge, ticks)
            and mood.counts(world, actor, cause)
        ):
            mood.move(world, actor, cause)


@rule("KEP-GRDG-27")
def midnight(world: World) -> None:
    """The day that ends weighs on everybody: each day with a complaint, else every second day of a stay."""
    state = world.state
    rows = state.actors
    count = len(state.names)
    today = mood.today(world)
    complained = (rows.counted[:count, COMPLAINTS] == today - 1).any(axis=1)
    for actor in minions(world).tolist():
        midnights = today - (state.opened + int(rows.born[actor])) // TICKS_PER_DAY
        points = book.midnight_points(world.params.grudge, int(complained[actor]), midnights)
        if points:
            mood.move(world, actor, "midnight", points)
