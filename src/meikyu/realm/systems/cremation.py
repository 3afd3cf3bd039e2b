"""Cremation: corpses of minions and lords are laid on an altar, burn, and relieve who sees it."""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import grudges as book
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.state import Op, Side, Stepping
from meikyu.realm.systems import haul, mood, moves, plans, stock
from meikyu.realm.systems.links import box_of_item, links
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import add_timer, box_of, remove_item, store_item, touch
from meikyu.realm.world import World

ALTAR = "cremation_altar"
CORPSE = "corpse"


@rule("KEP-GRDG-15")
def moves_hearts(world: World, item: int) -> bool:
    """True for the corpse of a minion or of a demon lord."""
    rows = world.state.items
    body = int(rows.body[item])
    if rows.kind[item] != world.content.item[CORPSE] or body < 0:
        return False
    return bool(book.cremation_moves(Side(int(world.state.actors.side[body])).name.lower()))


def is_wanted(world: World, item: int) -> bool:
    """True for a corpse that is to be brought to an altar."""
    rows = world.state.items
    if rows.kind[item] < 0 or not moves_hearts(world, item):
        return False
    if rows.holder[item] >= 0 or rows.site[item] >= 0 or rows.forbidden[item] or on_altar(world, item):
        return False
    return bool(free_altars(world))


def on_altar(world: World, item: int) -> bool:
    """True for a corpse that lies on an altar."""
    store = int(world.state.items.store[item])
    return store >= 0 and stock.structure_row(world, store).id == ALTAR


def free_altars(world: World) -> list[int]:
    """Altars on which nothing lies or is about to."""
    made = links(world)
    state = world.state
    taken = {
        step.a
        for key, task in sorted(made.tasks.items())
        if key[0] == Op.LAY and state.tasks.by[task] >= 0
        for step in state.plans[int(state.tasks.by[task])]
        if step.op == Op.LAY
    }
    found = stock.places(world, ALTAR).tolist()
    return [altar for altar in found if altar not in taken and not world.scratch.stored.get(altar)]


def run(world: World) -> None:
    """Once a minute: have corpses looked at where altars stand."""
    state = world.state
    if state.tick % TICKS_PER_MINUTE or not stock.places(world, ALTAR).size:
        return
    rows = state.items
    known = links(world).tasks
    for item in np.flatnonzero((rows.kind == world.content.item[CORPSE]) & (rows.holder < 0)).tolist():
        if is_wanted(world, item) != ((int(Op.LAY), item, -1) in known):
            touch(world, "item", item)


def plan(world: World, actor: int, item: int) -> list[Stepping] | None:
    """The plan to lay a corpse on the nearest free altar."""
    state = world.state
    if not is_wanted(world, item) or state.items.reserved[item]:
        return None
    altars = np.array(free_altars(world), np.int64)
    walks = moves.walks_to(world, actor, stock.boxes_of_places(world, altars))
    order = [n for n in np.lexsort((altars, walks)).tolist() if walks[n] >= 0]
    if not order:
        return None
    altar = int(altars[order[0]])
    kind = int(state.items.kind[item])
    return [
        haul.walk_to(world, box_of_item(world, item)),
        Stepping(Op.PICK, item, 1, kind),
        haul.beside(box_of(state.structures, altar)),
        Stepping(Op.LAY, altar),
    ]


def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start to lay the corpse down, or to stand by."""
    if step.op == Op.ATTEND:
        plans.wait(world, actor, max(1, step.b - world.state.tick + 1))
        return Outcome.ON
    if world.state.structures.kind[step.a] < 0:
        return Outcome.STOP
    plans.work(world, actor, world.params.minutes.handling, haul.HANDLING)
    return Outcome.ON


@rule("KEP-GRDG-17")
def done(world: World, actor: int, step: Stepping) -> Outcome:
    """The corpse lies on the altar: it burns ten minutes later."""
    if step.op == Op.ATTEND:
        return Outcome.ON
    state = world.state
    held = [i for i in world.scratch.held.get(actor, ()) if moves_hearts(world, i)]
    if state.structures.kind[step.a] < 0 or not held:
        return Outcome.STOP
    item = store_item(world, held[0], step.a)
    state.items.reserved[item] = 1
    tick = book.burning_tick(world.params.grudge, state.tick)
    add_timer(world, tick, "burn", step.a, item)
    x, y = int(state.structures.x[step.a]), int(state.structures.y[step.a])
    world.emit("laid", "KEP-GRDG-17", actor=actor, structure=step.a, tick=tick, x=x, y=y)
    plans.end_task(world, actor)
    return Outcome.ON


@rule("KEP-GRDG-15", "KEP-GRDG-17")
def burn(world: World, altar: int, item: int) -> None:
    """The corpse on the altar catches fire; who sees it is relieved."""
    state = world.state
    rows = state.items
    if rows.kind[item] < 0 or rows.store[item] != altar or state.structures.kind[altar] < 0:
        return
    body = int(rows.body[item])
    remove_item(world, item)
    box = box_of(state.structures, altar)
    x, y = box[:2]
    seen = mood.watchers(world, box)
    world.emit("burned", "KEP-GRDG-15", structure=altar, body=body, watchers=len(seen), x=x, y=y)
    for watcher in seen:
        mood.move(world, watcher, "cremation")
