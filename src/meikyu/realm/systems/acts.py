"""Primitives: which function starts and ends each, and going on through a plan."""

from __future__ import annotations

from collections.abc import Callable

from meikyu.books.keep import needs
from meikyu.realm.state import Act, Op, Stepping
from meikyu.realm.systems import (
    arms,
    build,
    care,
    chores,
    cook,
    cremation,
    deeds,
    dig,
    eat,
    fights,
    haul,
    moves,
    plans,
    rest,
    rites,
    traps,
    visits,
)
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.world import World

DEEDS = (Op.SMASH, Op.FEAST, Op.LOITER, Op.PRANK, Op.LEAVE)
Handler = Callable[[World, int, Stepping], Outcome]


def _walk(world: World, actor: int, step: Stepping) -> Outcome:
    """Set off to a cell, or to beside a thing."""
    w, h = divmod(step.c, 1000) if step.c > 0 else (1, 1)
    steps = moves.go_to(world, actor, (step.a, step.b, w, h), step.op == Op.WALK_NEXT)
    return Outcome.STOP if steps < 0 else Outcome.ON


def _walked(world: World, actor: int, step: Stepping) -> Outcome:
    """The kept part of a route is walked: it is the goal, or the walk is planned on from here."""
    w, h = divmod(step.c, 1000) if step.c > 0 else (1, 1)
    there = moves.is_at(world, actor, (step.a, step.b, w, h), step.op == Op.WALK_NEXT)
    return Outcome.ON if there else Outcome.AGAIN


BEGIN: dict[int, Handler] = {
    Op.WALK: _walk,
    Op.WALK_NEXT: _walk,
    **dict.fromkeys((Op.PICK, Op.STORE, Op.GIVE, Op.DROP), haul.begin),
    **dict.fromkeys((Op.DIG, Op.GATHER, Op.FISH), dig.begin),
    **dict.fromkeys((Op.BUILD, Op.UNBUILD), build.begin),
    Op.CRAFT: cook.begin,
    **dict.fromkeys((Op.REFUEL, Op.CLEAN, Op.WATCH), chores.begin),
    Op.EAT: eat.begin,
    **dict.fromkeys((Op.SLEEP, Op.DRINK, Op.IDLE), rest.begin),
    **dict.fromkeys((Op.FIGHT, Op.HUNT), fights.begin),
    **dict.fromkeys((Op.FLEE, Op.ROAM), fights.begin_walk),
    **dict.fromkeys((Op.BORROW, Op.RETURN), arms.begin),
    **dict.fromkeys((Op.RESET, Op.UNLOCK), traps.begin),
    Op.RITE: rites.begin,
    Op.LIE: care.begin_lying,
    Op.TREAT: care.begin,
    **dict.fromkeys((Op.SUPERVISE, Op.WHIP), visits.begin),
    **dict.fromkeys((Op.LAY, Op.ATTEND), cremation.begin),
    **dict.fromkeys(DEEDS, deeds.begin),
}
DONE: dict[int, Handler] = {
    Op.WALK: _walked,
    Op.WALK_NEXT: _walked,
    **dict.fromkeys((Op.PICK, Op.STORE, Op.GIVE, Op.DROP), haul.done),
    **dict.fromkeys((Op.DIG, Op.GATHER, Op.FISH), dig.done),
    **dict.fromkeys((Op.BUILD, Op.UNBUILD), build.done),
    Op.CRAFT: cook.done,
    **dict.fromkeys((Op.REFUEL, Op.CLEAN, Op.WATCH), chores.done),
    Op.EAT: eat.done,
    **dict.fromkeys((Op.SLEEP, Op.DRINK, Op.IDLE), rest.done),
    **dict.fromkeys((Op.FIGHT, Op.HUNT), fights.done),
    **dict.fromkeys((Op.FLEE, Op.ROAM), fights.done_walk),
    **dict.fromkeys((Op.BORROW, Op.RETURN), arms.done),
    **dict.fromkeys((Op.RESET, Op.UNLOCK), traps.done),
    Op.RITE: rites.done,
    Op.LIE: care.done_lying,
    Op.TREAT: care.done,
    **dict.fromkeys((Op.SUPERVISE, Op.WHIP), visits.done),
    **dict.fromkeys((Op.LAY, Op.ATTEND), cremation.done),
    **dict.fromkeys(DEEDS, deeds.done),
}


NEED_OF: dict[int, int] = {
    Op.EAT: needs.FOOD,
    Op.SLEEP: needs.SLEEP,
    Op.DRINK: needs.RECREATION,
    Op.IDLE: needs.RECREATION,
}


def proceed(world: World, actor: int) -> None:
    """Start the next primitive; an actor that is there already goes straight on to the one after."""
    state = world.state
    rows = state.actors
    while state.plans[actor]:
        step = state.plans[actor][0]
        if BEGIN[step.op](world, actor, step) is Outcome.STOP:
            give_up(world, actor)
            return
        if step.op not in (Op.WALK, Op.WALK_NEXT) or rows.legs[actor] > 0:
            return
        plans.pop(world, actor)
    rest_now(world, actor)


def give_up(world: World, actor: int) -> None:
    """A primitive could not be started: the plan is broken off; the need it served waits for its next try."""
    rows = world.state.actors
    for step in world.state.plans[actor]:
        if step.op in NEED_OF:
            rows.retry[actor, NEED_OF[step.op]] = needs.next_try(world.params.need, world.state.tick)
    plans.break_off(world, actor)


def rest_now(world: World, actor: int) -> None:
    """The plan is over: the body is idle and what it was at is done."""
    rows = world.state.actors
    rows.act[actor], rows.timer[actor], rows.speed[actor] = Act.IDLE, 0, 0
    rows.done[actor] = rows.need[actor] = 0
    plans.end_task(world, actor, gone=False)
    rows.forced[actor] = False
    rows.looked[actor] = -1


def finish(world: World, actor: int) -> None:
    """The present primitive has ended: it takes effect, and the next one starts."""
    plan = world.state.plans[actor]
    if not plan:
        rest_now(world, actor)
        return
    rows = world.state.actors
    rows.timer[actor] = 0
    outcome = DONE[plan[0].op](world, actor, plan[0])
    if outcome is Outcome.STOP:
        plans.break_off(world, actor)
    elif outcome is Outcome.AGAIN:
        proceed(world, actor)
    elif outcome is Outcome.ON:
        plans.pop(world, actor)
        proceed(world, actor)


def start(
    world: World, actor: int, steps: list[Stepping], *, task: int = -1, job: int = -1, forced: bool = False
) -> None:
    """Take up a plan and start its first primitive."""
    plans.take_up(world, actor, steps, task=task, job=job, forced=forced)
    proceed(world, actor)
