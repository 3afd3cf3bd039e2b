"""Minor rampages but the brawl: pestering, gorging, revelling, going on strike."""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import rampages as book
from meikyu.core.clock import TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Op, Stepping
from meikyu.realm.systems import acts, deeds, fights, haul, holds, moves, needs, plans, wounds
from meikyu.realm.systems.links import box_of_item
from meikyu.realm.systems.rampages import targets
from meikyu.realm.tables import box_of
from meikyu.realm.world import World

CALLED, SITTING = 1, 2
"""How far a feast has come: the guests were called; host and guests sit."""


def set_pace(world: World, worker: int) -> None:
    """Bring the work speed of one who is pestered, or no longer is, up to date."""
    rows = world.state.actors
    if worker >= 0 and rows.alive[worker] and rows.act[worker] == Act.WORK and rows.job[worker] >= 0:
        rows.speed[worker] = plans.speed_of(world, worker, int(rows.job[worker]))


@rule("KEP-RAMP-05", "KEP-RAMP-28")
def pester(world: World, actor: int) -> bool:
    """Stay beside one worker, whose work goes slower meanwhile; another when that one is out of it."""
    state = world.state
    rows = state.actors
    prey = int(rows.prey[actor])
    if prey < 0 or not wounds.is_able(world, prey) or rows.act[prey] == Act.SLEEP:
        found = targets.workers(world, actor, targets.distances(world, actor))
        before, prey = prey, found[0][1] if found else -1
        rows.prey[actor] = prey
        set_pace(world, before)
        if prey < 0:
            return False
    x, y = moves.here(world, prey)
    if deeds.gap_to(world, actor, (x, y, 1, 1)) > world.params.rampage.pester_cells:
        plans.take_up(world, actor, [Stepping(Op.ROAM, x, y)])
        goals = moves.stands(world, (x, y, 1, 1), True)
        if moves.set_off(world, actor, goals) > 0:
            rows.legs[actor] = min(int(rows.legs[actor]), 4)
            set_pace(world, prey)
            return True
        plans.break_off(world, actor)
    set_pace(world, prey)
    acts.start(world, actor, [Stepping(Op.LOITER, TICKS_PER_MINUTE // 2)])
    return True


@rule("KEP-RAMP-06", "KEP-RAMP-29")
def gorge(world: World, actor: int) -> bool:
    """Eat one food after another on the spot."""
    rows = world.state.actors
    p = world.params.rampage
    found = targets.foods(world, actor, targets.distances(world, actor))
    if not book.gorges_on(p, int(rows.feats[actor, 0]), int(bool(found))):
        return False
    item = found[0][1]
    kind = int(world.state.items.kind[item])
    steps = [
        haul.walk_to(world, box_of_item(world, item)),
        Stepping(Op.PICK, item, 1, kind),
        Stepping(Op.EAT, kind),
    ]
    acts.start(world, actor, steps)
    return True


@rule("KEP-RAMP-07", "KEP-RAMP-30")
def revel(world: World, actor: int) -> bool:
    """Hold a feast: go to a table or fire, call guests, drink, sit on for an hour."""
    state = world.state
    rows, p = state.actors, world.params.rampage
    place = int(rows.prey[actor])
    if place < 0 or state.structures.kind[place] < 0 or rows.feats[actor, 1] == SITTING:
        return False
    box = box_of(state.structures, place)
    if rows.feats[actor, 1] == 0:
        if deeds.gap_to(world, actor, box) > 1:
            acts.start(world, actor, [haul.beside(box)])
            return bool(state.plans[actor])
        rows.feats[actor, 1] = CALLED
        _invite(world, actor, place)
    found = targets.drinks(world, actor, targets.distances(world, actor))
    if found and book.drinks_on(p, int(rows.feats[actor, 0])):
        item = found[0][1]
        kind = int(state.items.kind[item])
        steps = [
            haul.walk_to(world, box_of_item(world, item)),
            Stepping(Op.PICK, item, 1, kind),
            haul.beside(box),
            Stepping(Op.DRINK, kind),
        ]
        acts.start(world, actor, steps)
        return True
    rows.feats[actor, 1] = SITTING
    acts.start(world, actor, [haul.beside(box), Stepping(Op.FEAST, place, p.revel_hours * TICKS_PER_HOUR)])
    return True


@rule("KEP-RAMP-30")
def _invite(world: World, actor: int, place: int) -> None:
    """Bored minions near by leave their work and join."""
    state = world.state
    rows, p = state.actors, world.params.rampage
    units = world.params.need.units_per_point
    offers: list[book.Guest] = []
    for walk, other in targets.fellows(world, actor, targets.distances(world, actor)):
        busy = rows.forced[other] or rows.rampage[other] >= 0 or rows.act[other] == Act.SLEEP
        if busy or fights.is_fighting(world, other) or needs.is_serving(world, other):
            continue
        if not holds.is_held(world, other):
            offers.append(book.Guest(other, walk, int(rows.needs[other, 2]) // units))
    box = box_of(state.structures, place)
    guests = book.guests(p, offers)
    for guest in guests:
        plans.break_off(world, guest)
        steps = [haul.beside(box), Stepping(Op.FEAST, place, p.revel_hours * TICKS_PER_HOUR)]
        acts.start(world, guest, steps)
    world.emit("feast", "KEP-RAMP-30", actor=actor, structure=place, guests=len(guests))


@rule("KEP-RAMP-09", "KEP-RAMP-32")
def strike(world: World, actor: int) -> bool:
    """Do nothing but serve one's needs, in the territory."""
    if needs.choose_need(world, actor):
        return True
    state = world.state
    flat = state.cells.territory.reshape(-1)
    steps = [Stepping(Op.LOITER, TICKS_PER_MINUTE * 10)]
    if not flat[moves.flat_of(world, actor)]:
        far = targets.distances(world, actor).reshape(-1)
        ours = np.flatnonzero(flat & (far >= 0))
        if ours.size:
            cell = int(ours[np.argmin(far[ours])])
            steps.insert(0, Stepping(Op.WALK, cell % state.width, cell // state.width, 1001))
    acts.start(world, actor, steps)
    return True
