"""Rampages that cost something: the prank, theft, breaking structures, running away."""

from __future__ import annotations

from meikyu.books.keep import rampages as book
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import acts, haul
from meikyu.realm.systems.rampages import pursuit, targets
from meikyu.realm.tables import box_of
from meikyu.realm.world import World


def coin(world: World) -> int:
    """Row of gold coins in the items table."""
    return world.content.item["gold_coin"]


@rule("KEP-RAMP-10", "KEP-RAMP-11", "KEP-RAMP-33")
def prank(world: World, actor: int) -> bool:
    """Walk up to the lord and play him a trick, once."""
    rows = world.state.actors
    if rows.feats[actor, 0]:
        return False
    found = targets.lord(world, actor, targets.distances(world, actor))
    if not found:
        return False
    lord = found[0][1]
    if pursuit.is_beside(world, actor, lord):
        acts.start(world, actor, [Stepping(Op.PRANK, lord)])
        return True
    return pursuit.walk_after(world, actor, lord)


@rule("KEP-RAMP-12", "KEP-RAMP-34")
def steal(world: World, actor: int) -> bool:
    """Take coins from the store and keep out of the way until the time is up."""
    state = world.state
    rows, p = state.actors, world.params.rampage
    store = int(rows.prey[actor])
    if rows.feats[actor, 0] > 0:
        left = int(rows.until[actor]) - state.tick
        acts.start(world, actor, [Stepping(Op.LOITER, max(1, left))])
        return True
    if rows.feats[actor, 1] or store < 0 or state.structures.kind[store] < 0:
        return False
    rows.feats[actor, 1] = 1
    items = state.items
    held = [i for i in world.scratch.stored.get(store, ()) if items.kind[i] == coin(world)]
    free = {i: int(items.count[i] - items.reserved[i]) for i in held}
    left = book.stolen(p, sum(free.values()))
    steps = [haul.walk_to(world, box_of(state.structures, store))]
    for item in held:
        part = min(left, free[item])
        if part > 0:
            steps.append(Stepping(Op.PICK, item, part, coin(world)))
            left -= part
    if len(steps) == 1:
        return False
    acts.start(world, actor, steps)
    return True


@rule("KEP-RAMP-13", "KEP-RAMP-19", "KEP-RAMP-35", "KEP-RAMP-38")
def wreck(world: World, actor: int) -> bool:
    """Break the nearest structure: a vandal three in all, havoc without limit."""
    rows, p = world.state.actors, world.params.rampage
    kind = int(rows.rampage[actor])
    if not book.breaks_on(p, kind, int(rows.feats[actor, 0])):
        return False
    found = targets.breakable(world, actor, targets.distances(world, actor))
    if found:
        structure = found[0][1]
        box = box_of(world.state.structures, structure)
        acts.start(world, actor, [haul.beside(box), Stepping(Op.SMASH, structure)])
        if world.state.plans[actor]:
            return True
    if kind != book.HAVOC:
        return False
    acts.start(world, actor, [Stepping(Op.LOITER, TICKS_PER_MINUTE)])
    return True


@rule("KEP-RAMP-16", "KEP-RAMP-17", "KEP-RAMP-37")
def desert(world: World, actor: int) -> bool:
    """Walk to the nearest edge of the map and be gone."""
    _, cell = targets.edge(world, actor, targets.distances(world, actor))
    if cell < 0:
        return False
    width = world.state.width
    acts.start(world, actor, [Stepping(Op.WALK, cell % width, cell // width, 1001), Stepping(Op.LEAVE)])
    return True
