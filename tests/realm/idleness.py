"""Who stands about though there is work: found the plain way, beside the search that the realm uses."""

import numpy as np

from meikyu.realm.state import Act, Op, Side
from meikyu.realm.systems import moves
from meikyu.realm.systems.links import links
from meikyu.realm.world import World


def minions(world: World) -> list[int]:
    """Ids of the living minions."""
    rows = world.state.actors
    count = len(world.state.names)
    return np.flatnonzero(rows.alive[:count] & (rows.side[:count] == Side.MINION)).tolist()


def has_work(world: World, actor: int) -> bool:
    """True when free work of a job that is on can be reached on foot; nobody visits or whips itself."""
    state, made = world.state, links(world)
    rows, levels = state.tasks, state.actors.levels[actor]
    reached = moves.measure(world, np.array([moves.flat_of(world, actor)]))
    found = False
    for task in np.flatnonzero((rows.kind >= 0) & (rows.by == -1)).tolist():
        is_on = levels[rows.job[task]] > 0 or (rows.also[task] >= 0 and levels[rows.also[task]] > 0)
        own = rows.kind[task] in (Op.SUPERVISE, Op.WHIP) and rows.a[task] == actor
        box = (int(rows.x[task]), int(rows.y[task]), *made.boxes[task].tolist())
        if is_on and not own and moves.reach(world, box) >= 0:
            found = True
            break
    moves.forget(world, reached)
    return found


def idle_with_work(world: World) -> list[int]:
    """Ids of the idle minions, those on a rampage left out, that could be at work."""
    rows = world.state.actors
    idle = [a for a in minions(world) if rows.act[a] == Act.IDLE and rows.rampage[a] < 0]
    return [actor for actor in idle if has_work(world, actor)]
