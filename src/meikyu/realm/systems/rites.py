"""Rites: what is to be held at a ritual circle, bringing what goes into it, holding it, what comes of it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from meikyu.books.keep import research as book
from meikyu.core.clock import TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.content import JOBS, Amounts, Art, arts
from meikyu.realm.state import Op, Side, Stepping
from meikyu.realm.systems import allies, eyes, haul, plans, sickness, stock
from meikyu.realm.systems import arts as dark
from meikyu.realm.systems.chance import dice
from meikyu.realm.systems.letters import send
from meikyu.realm.systems.links import links
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import add_timer, box_of, touch, use_up
from meikyu.realm.world import World

RITUAL = JOBS.index("ritual")
CIRCLE = "ritual_circle"
CLEANSED_CELLS = 8


def order_of(world: World, circle: int) -> tuple[Art, int] | None:
    """The rite that is to be held at a circle, and its creature or cell; None for none."""
    found = world.state.rites.get(circle)
    return None if found is None else (arts()[found[0]], found[1])


@rule("KEP-CRTR-03", "KEP-CRTR-04")
def cost(world: World, art: Art, about: int) -> Amounts:
    """What goes into a rite; what a creature costs stands in its row."""
    return world.content.creatures[about].summon_cost if art.costs_creature else art.items


def creatures(world: World) -> list[int]:
    """Rows of the creatures that a rite can call, in the order of the table."""
    return [n for n, row in enumerate(world.content.creatures) if row.summon_cost]


@rule("KEP-RES-06")
def can_hold(world: World, art: Art) -> bool:
    """True for a rite that is learned and usable."""
    known = dark.learned(world)
    return bool(art.is_rite and art.id in known and book.can_perform(known[art.id].state))


def free_altar(world: World) -> int:
    """The first altar that holds no boon, -1 for none."""
    found = (a for a in stock.places(world, "altar").tolist() if eyes.holder_of(world, a) < 0)
    return next(found, -1)


def lacks(world: World, circle: int) -> Amounts:
    """What does not lie ready for the rite of a circle, with the pieces that are wanting."""
    order = order_of(world, circle)
    if order is None:
        return ()
    found: list[tuple[str, int]] = []
    for name, count in cost(world, *order):
        have = stock.free_pieces(world, stock.usable(world, stock.kinds_of(world, name)))
        if have < count:
            found.append((name, count - have))
    return tuple(found)


@rule("KEP-RES-06", "KEP-JOB-70")
def is_wanted(world: World, circle: int) -> bool:
    """True while a rite is ordered at a circle, can be held, and all that goes into it lies ready."""
    return _to_be_held(world, circle) is not None and not lacks(world, circle)


def _to_be_held(world: World, circle: int) -> tuple[Art, int] | None:
    """The rite ordered at a circle where it can be held but for what goes into it."""
    order = order_of(world, circle)
    if order is None or world.state.structures.kind[circle] < 0 or not can_hold(world, order[0]):
        return None
    return None if order[0].id == "rite_watching" and free_altar(world) < 0 else order


def run(world: World) -> None:
    """Once a minute: offer and withdraw the rites that are ordered."""
    state = world.state
    if not state.rites or state.tick % TICKS_PER_MINUTE:
        return
    known = links(world).tasks
    for circle in sorted(state.rites):
        if state.structures.kind[circle] < 0:
            del state.rites[circle]
        elif is_wanted(world, circle) != ((int(Op.RITE), circle, -1) in known):
            touch(world, "structure", circle)


def plan(world: World, circle: int, free: int) -> list[Stepping] | None:
    """The plan to hold the rite of a circle: fetch what goes into it, then stand there.

    Args:
        world: the dungeon.
        circle: where.
        free: weight that the ritualist may still take up.
    """
    order = order_of(world, circle)
    if order is None or not is_wanted(world, circle):
        return None
    box = box_of(world.state.structures, circle)
    steps = haul.fetch_all(world, cost(world, *order), box, free)
    if steps is None:
        return None
    return [*steps, haul.walk_to(world, box), Stepping(Op.RITE, circle)]


def _held(world: World, actor: int, name: str) -> list[int]:
    kinds = stock.kinds_of(world, name)
    return [i for i in world.scratch.held.get(actor, ()) if world.state.items.kind[i] in kinds]


def _has_all(world: World, actor: int, circle: int) -> bool:
    """True when the ritualist holds what the rite needs, and the rite can still be held."""
    order = _to_be_held(world, circle)
    if order is None:
        return False
    count = world.state.items.count
    return all(sum(count[_held(world, actor, n)].tolist()) >= many for n, many in cost(world, *order))


@rule("KEP-SIM-11", "KEP-JOB-70", "KEP-RES-06")
def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start the rite with all that goes into it in hand."""
    if not _has_all(world, actor, step.a):
        return Outcome.STOP
    plans.work(world, actor, world.params.minutes.ritual, RITUAL)
    return Outcome.ON


@rule("KEP-SIM-12", "KEP-JOB-70", "KEP-RES-06")
def done(world: World, actor: int, step: Stepping) -> Outcome:
    """The rite is over: what went into it is gone and its work is done; a fumble only loses the time."""
    state = world.state
    order = order_of(world, step.a)
    if order is None or not _has_all(world, actor, step.a):
        return Outcome.STOP
    art, about = order
    x, y = _middle(world, step.a)
    if plans.fumbles(world, actor, RITUAL, x, y):
        return Outcome.AGAIN
    for name, count in cost(world, art, about):
        left = count
        for item in _held(world, actor, name):
            part = min(left, int(state.items.count[item]))
            if part > 0:
                use_up(world, item, part)
                left -= part
    del state.rites[step.a]
    world.emit("rite_held", "KEP-RES-06", actor=actor, structure=step.a, item=art.id, x=x, y=y)
    EFFECTS[art.id](world, step.a, art, about)
    told = {"rite": art.name._asdict(), "minion": actor}
    send(world, "rite_held", x, y, f"rite:{step.a}:{state.tick}", told)
    touch(world, "structure", step.a)
    plans.end_task(world, actor)
    return Outcome.ON


def _middle(world: World, circle: int) -> tuple[int, int]:
    x, y, w, h = box_of(world.state.structures, circle)
    return x + w // 2, y + h // 2


# What comes of each rite


@rule("KEP-CRTR-02")
def _summons(world: World, circle: int, _: Art, species: int) -> None:
    """The creature appears in the middle of the circle."""
    x, y = _middle(world, circle)
    allies.call(world, species, y * world.state.width + x)


def _watches(world: World, circle: int, art: Art, cell: int) -> None:
    """A ghost eye stands on the chosen cell while its altar holds the boon."""
    state = world.state
    until = state.tick + art.lasts_hours * TICKS_PER_HOUR
    eyes.open_eye(world, eyes.GHOST, cell % state.width, cell // state.width, until, free_altar(world))


def _calls(world: World, circle: int, *_: object) -> None:
    """Within a day somebody comes to the gate and joins."""
    wait = 1 + dice(world, Stream.VISITOR, circle).below(TICKS_PER_DAY)
    add_timer(world, world.state.tick + wait, "called", circle)


def _unveils(world: World, circle: int, art: Art, _: int) -> None:
    """The fog clears over the territory and about it."""
    x, y = _middle(world, circle)
    eyes.open_eye(world, eyes.UNVEILED, x, y, world.state.tick + art.lasts_hours * TICKS_PER_HOUR)


def _cleanses(world: World, circle: int, *_: object) -> None:
    """Every sick minion near the circle gets well."""
    rows = world.state.actors
    count = len(world.state.names)
    x, y, w, h = box_of(world.state.structures, circle)
    dx = np.maximum(np.maximum(x - rows.x[:count], rows.x[:count] - x - w + 1), 0)
    dy = np.maximum(np.maximum(y - rows.y[:count], rows.y[:count] - y - h + 1), 0)
    near = np.maximum(dx, dy) <= CLEANSED_CELLS
    ill = rows.alive[:count] & (rows.side[:count] == Side.MINION) & (rows.sick[:count] > 0) & near
    for actor in np.flatnonzero(ill).tolist():
        sickness.cure(world, actor)


EFFECTS: dict[str, Callable[[World, int, Art, int], None]] = {
    "summoning": _summons,
    "rite_watching": _watches,
    "rite_calling": _calls,
    "rite_unveiling": _unveils,
    "rite_cleansing": _cleanses,
}
