"""Needs: which one is served now, what it may interrupt, and trying again."""

from __future__ import annotations

from meikyu.books.keep import needs as book
from meikyu.books.keep import rampages
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Op, Side, Stepping
from meikyu.realm.systems import acts, care, eat, fights, holds, kernels, plans, rest, wounds
from meikyu.realm.world import World

FOOD, SLEEP, RECREATION = book.FOOD, book.SLEEP, book.RECREATION


AT_ONCE = 4
"""Minions whose needs are seen to in one tick, or a tenth of those due if more; the others wait."""


def run(world: World) -> None:
    """Let needs that came to their threshold, to nothing or to their next try interrupt what is done."""
    pressed = kernels.DUE_NEED | kernels.DUE_CRISIS
    due = [(actor, bits) for actor, bits in world.scratch.due if bits & pressed]
    left = max(AT_ONCE, len(due) // TICKS_PER_MINUTE)
    for actor, bits in due:
        if not wounds.is_able(world, actor):
            continue
        crisis = bool(bits & kernels.DUE_CRISIS)
        if crisis:
            _crisis(world, actor)
        if left > 0 or crisis:
            left -= interrupt(world, actor, crisis=crisis)
        else:
            for need in order(world, actor):
                world.state.actors.retry[actor, need] = world.state.tick + 1


@rule("KEP-NEED-12", "KEP-NEED-13")
def _crisis(world: World, actor: int) -> None:
    """A bar is empty: tell of it; at sleep 0 the minion falls asleep where it stands."""
    bars = world.state.actors.needs[actor]
    for need, name in enumerate(book.NEEDS):
        if book.is_crisis(world.params.need, int(bars[need])):
            world.state.actors.retry[actor, need] = world.state.tick  # what was refused before may do now
            world.emit("crisis", "KEP-NEED-04", actor=actor, need=name)
    if book.is_starving(world.params.need, int(bars[FOOD])):
        world.emit("starving", "KEP-NEED-12", actor=actor)
    tired = book.falls_asleep(world.params.need, int(bars[SLEEP])) and not fights.is_fighting(world, actor)
    if tired and world.state.actors.act[actor] != Act.SLEEP:
        plans.break_off(world, actor)
        acts.start(world, actor, [Stepping(Op.SLEEP)])


def is_serving(world: World, actor: int) -> bool:
    """True while the plan serves a need."""
    return any(step.op in plans.SERVING for step in world.state.plans[actor])


@rule("KEP-NEED-05", "KEP-NEED-10", "KEP-NEED-11", "KEP-NEED-15")
def interrupt(world: World, actor: int, *, crisis: bool = False) -> bool:
    """Have a pressing need break off the work, where it may and can be served; True when it was tried."""
    rows = world.state.actors
    if not wounds.is_able(world, actor) or rows.side[actor] != Side.MINION or holds.is_held(world, actor):
        return False
    serving = is_serving(world, actor)
    if serving and not crisis:
        return False
    rampage = rampages.holds(int(rows.rampage[actor]))
    held = int(serving or bool(rows.forced[actor]) or care.holds(world, actor) or rampage)
    fighting = int(fights.is_fighting(world, actor))
    p = world.params.need
    looked = False
    for need in order(world, actor):
        if serving and need == acts.NEED_OF.get(world.state.plans[actor][-1].op):
            break
        if not book.breaks_off(p, int(rows.needs[actor, need]), held, fighting):
            continue
        looked = True
        steps = serve(world, actor, need)
        if steps:
            plans.break_off(world, actor, keep_held=_eats_what_it_holds(steps))
            acts.start(world, actor, steps)
            break
    return looked


def _eats_what_it_holds(steps: list[Stepping]) -> bool:
    """True for a plan to eat food that is in hand, perhaps at a table."""
    return steps[-1].op == Op.EAT and all(step.op != Op.PICK for step in steps)


@rule("KEP-NEED-10", "KEP-NEED-14")
def order(world: World, actor: int) -> list[int]:
    """The pressing needs whose next try has come, lowest bar first, ties in their order."""
    state = world.state
    bars = state.actors.needs[actor].tolist()
    found: list[int] = []
    p = world.params.need
    out = p.full * p.units_per_point
    for _ in range(3):
        need = book.first_need(p, *bars)
        if need < 0:
            break
        if state.actors.retry[actor, need] <= state.tick:
            found.append(need)
        bars[need] = out
    return found


@rule("KEP-NEED-13", "KEP-NEED-14")
def serve(world: World, actor: int, need: int) -> list[Stepping] | None:
    """The plan that serves a need; None, and another try in an hour, when nothing can."""
    state = world.state
    if need == FOOD:
        steps = eat.plan(world, actor)
    elif need == SLEEP:
        spent = book.falls_asleep(world.params.need, int(state.actors.needs[actor, SLEEP]))
        steps = [Stepping(Op.SLEEP)] if spent else rest.sleep_plan(world, actor)
    else:
        steps = rest.pastime_plan(world, actor)
    if not steps:
        state.actors.retry[actor, need] = book.next_try(world.params.need, state.tick)
        world.emit("unserved", "KEP-NEED-14", actor=actor, need=book.NEEDS[need])
    return steps


def choose_need(world: World, actor: int) -> bool:
    """Serve a pressing need of a minion that has nothing to do; True when it has begun."""
    for need in order(world, actor):
        steps = serve(world, actor, need)
        if steps:
            if not _eats_what_it_holds(steps):
                plans.lay_down(world, actor)
            acts.start(world, actor, steps)
            return True
    return False
