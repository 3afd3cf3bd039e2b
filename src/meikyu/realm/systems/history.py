"""What needs and grudges were over the last days, noted at even hours for the charts of minions' cards."""

from __future__ import annotations

import numpy as np

from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.realm.state import PAST_HOURS, Side
from meikyu.realm.world import World

VALUES = 4


def run(world: World) -> None:
    """Note food, sleep, recreation and grudge of every minion, when it is time; the oldest note goes."""
    state = world.state
    if (state.opened + state.tick) % (PAST_HOURS * TICKS_PER_HOUR):
        return
    rows = state.actors
    count = len(state.names)
    minions = np.flatnonzero(rows.alive[:count] & (rows.side[:count] == Side.MINION))
    past = rows.past[minions]
    past[:, :-VALUES] = past[:, VALUES:]
    per_point = world.params.need.units_per_point
    past[:, -VALUES:-1] = -(-rows.needs[minions] // per_point)
    past[:, -1] = rows.grudge[minions]
    rows.past[minions] = past
