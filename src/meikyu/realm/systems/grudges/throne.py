"""The throne: where the lord sits, the way back to it, and who follows when the lord is dead."""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import grudges as book
from meikyu.core.clock import TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.content import STATS
from meikyu.realm.state import Act, Op, Side, Stepping
from meikyu.realm.systems import acts, holds, letters, mood, moves, plans, stock, wounds
from meikyu.realm.tables import add_timer, minions, set_sight
from meikyu.realm.world import World

HEART = "demon_heart"
THRONE = "throne"
IDLE, MINION = int(Act.IDLE), int(Side.MINION)


def has_lord(world: World) -> bool:
    """True while a lord lives."""
    state = world.state
    return state.lord >= 0 and bool(state.actors.alive[state.lord])


@rule("KEP-GRDG-31")
def seated(world: World) -> int:
    """The flat cell of the throne on which the lord sits now, -1 while he does not."""
    state = world.state
    if not has_lord(world):
        return -1
    lord = state.lord
    rows = state.actors
    busy = bool(state.plans[lord]) or rows.act[lord] != IDLE or holds.is_held(world, lord)
    if busy:
        return -1
    cell = moves.flat_of(world, lord)
    structure = int(state.cells.structure.reshape(-1)[cell])
    on = structure >= 0 and state.structures.kind[structure] == world.content.structure[THRONE]
    return cell if book.is_seated(int(on), int(busy)) else -1


@rule("KEP-GRDG-31")
def run(world: World) -> None:
    """A lord with nothing to do goes to the nearest throne and sits down."""
    state = world.state
    if state.tick % TICKS_PER_MINUTE or not has_lord(world):
        return
    lord = state.lord
    if not wounds.is_able(world, lord) or state.plans[lord] or state.actors.act[lord] != IDLE:
        return
    ids = stock.places(world, THRONE)
    if not ids.size or seated(world) >= 0:
        return
    walks = moves.walks_to(world, lord, stock.boxes_of_places(world, ids))
    order = [n for n in np.lexsort((ids, walks)).tolist() if walks[n] >= 0]
    if order:
        throne = int(ids[order[0]])
        x, y = int(state.structures.x[throne]), int(state.structures.y[throne])
        acts.start(world, lord, [Stepping(Op.WALK, x, y, 1001)])


def heart_stands(world: World) -> bool:
    """True while the heart of the demon lord stands."""
    return bool(stock.places(world, HEART).size)


@rule("KEP-GRDG-32")
def lord_died(world: World) -> None:
    """The throne is empty: in an hour somebody follows, or the dungeon is lost now."""
    state = world.state
    if book.outcome(int(heart_stands(world)), minions(world).size) == "lost":
        lose(world)
        return
    add_timer(
        world, state.tick + world.params.grudge.succession_hours * TICKS_PER_HOUR, "succession", state.lord
    )


@rule("KEP-GRDG-32")
def lose(world: World) -> None:
    """The dungeon is lost."""
    state = world.state
    if state.counters.get("lost"):
        return
    state.counters["lost"] = state.tick + 1
    x, y = moves.here(world, state.lord) if state.lord >= 0 else (0, 0)
    world.emit("lost", "KEP-GRDG-32", actor=state.lord, x=x, y=y)


@rule("KEP-GRDG-20", "KEP-GRDG-32")
def succeed(world: World, dead: int, _: int = -1) -> None:
    """An hour after the lord's death the heir takes the throne, where the heart still stands."""
    state = world.state
    rows = state.actors
    if state.lord != dead or has_lord(world):
        return
    band = minions(world).tolist()
    if book.outcome(int(heart_stands(world)), len(band)) == "lost":
        lose(world)
        return
    cruelty, arcana = STATS.index("cruelty"), STATS.index("arcana")
    heirs = [
        book.Heir(a, int(rows.born[a]), int(rows.stats[a, cruelty]), int(rows.stats[a, arcana])) for a in band
    ]
    new = book.heir(heirs)
    if rows.down[new] < 0:
        plans.break_off(world, new)
    rows.side[new] = Side.LORD
    rows.levels[new] = 0
    rows.grudge[new], rows.rampage[new] = 0, -1
    rows.title[new] = -1
    state.lord = new
    set_sight(world, new)
    world.scratch.caches.pop("levels", None)
    x, y = moves.here(world, new)
    world.emit("new_lord", "KEP-GRDG-32", actor=new, x=x, y=y)
    letters.send(world, "new_lord", x, y, f"new_lord:{new}", {"minion": new})
    state.task_version += 1
    for ally in state.allies.get(new, ()):
        mood.move(world, ally, "new_lord", book.new_lord_points(world.params.grudge, 1))
