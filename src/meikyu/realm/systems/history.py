"""What needs and grudges were over the last days, noted at even hours for the charts of minions' cards."""

from __future__ import annotations

from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.realm.state import PAST_HOURS
from meikyu.realm.tables import minions
from meikyu.realm.world import World

VALUES = 4


def run(world: World) -> None:
    """Note food, sleep, recreation and grudge of every minion, when it is time; the oldest note goes."""
    state = world.state
    if (state.opened + state.tick) % (PAST_HOURS * TICKS_PER_HOUR):
        return
    rows = state.actors
    band = minions(world)
    past = rows.past[band]
    past[:, :-VALUES] = past[:, VALUES:]
    per_point = world.params.need.units_per_point
    past[:, -VALUES:-1] = -(-rows.needs[band] // per_point)
    past[:, -1] = rows.grudge[band]
    rows.past[band] = past
