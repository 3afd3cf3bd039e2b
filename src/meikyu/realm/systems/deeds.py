"""Deeds of rampages: smashing, feasting, hanging about, the prank, and leaving for good."""

from __future__ import annotations

from meikyu.books.keep import needs
from meikyu.books.keep import rampages as book
from meikyu.core.ruling import rule
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import holds, moves, plans, wounds
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import add_item, box_of, remove_item, remove_structure
from meikyu.realm.world import World


def gap_to(world: World, actor: int, box: tuple[int, int, int, int]) -> int:
    """Chebyshev distance of an actor from a box."""
    x, y = moves.here(world, actor)
    dx = max(box[0] - x, x - box[0] - box[2] + 1, 0)
    dy = max(box[1] - y, y - box[1] - box[3] + 1, 0)
    return max(dx, dy)


@rule("KEP-RAMP-30", "KEP-RAMP-32", "KEP-RAMP-35", "KEP-RAMP-38")
def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start a deed."""
    state = world.state
    p = world.params
    if step.op == Op.SMASH:
        if state.structures.kind[step.a] < 0 or gap_to(world, actor, box_of(state.structures, step.a)) > 1:
            return Outcome.STOP
        plans.wait(world, actor, book.breaking_ticks(p.rampage))
    elif step.op == Op.FEAST:
        plans.wait(world, actor, step.b, needs.after_idle_tick(p.need, 0, 0))
    elif step.op == Op.LOITER:
        plans.wait(world, actor, max(1, step.a))
    else:
        plans.wait(world, actor, 1)
    return Outcome.ON


def done(world: World, actor: int, step: Stepping) -> Outcome:
    """A deed is done."""
    if step.op == Op.SMASH:
        return _smashed(world, actor, step.a)
    if step.op == Op.PRANK:
        return _pranked(world, actor, step.a)
    if step.op == Op.LEAVE:
        _left(world, actor)
        return Outcome.STOP
    return Outcome.ON


@rule("KEP-RAMP-35", "KEP-RAMP-38", "KEP-RAMP-13", "KEP-RAMP-19")
def _smashed(world: World, actor: int, structure: int) -> Outcome:
    """The structure is broken; some scrap is left of it."""
    state = world.state
    if state.structures.kind[structure] < 0:
        return Outcome.STOP
    kind = int(state.structures.kind[structure])
    x, y = int(state.structures.x[structure]), int(state.structures.y[structure])
    remove_structure(world, structure)
    scrap = world.params.build.scrap_of_broken
    if scrap:
        add_item(world, world.content.item["scrap"], scrap, 0, x, y)
    state.actors.feats[actor, 0] += 1
    world.emit("smashed", "KEP-RAMP-35", actor=actor, structure=structure, kind=kind, x=x, y=y)
    return Outcome.ON


@rule("KEP-RAMP-33", "KEP-RAMP-11", "KEP-WND-06")
def _pranked(world: World, actor: int, lord: int) -> Outcome:
    """The lord is stunned and has a light wound of a bare fist."""
    rows = world.state.actors
    x, y = moves.here(world, lord)
    if not wounds.is_able(world, lord) or gap_to(world, actor, (x, y, 1, 1)) > 1:
        return Outcome.STOP
    holds.hold(world, lord, book.stun_ticks(world.params.rampage))
    world.emit("pranked", "KEP-RAMP-33", actor=actor, target=lord)
    wounds.deal(world, lord, 0, "bare_fist", by=actor, cause="prank")
    rows.feats[actor, 0] += 1
    return Outcome.ON


@rule("KEP-RAMP-17", "KEP-RAMP-37")
def _left(world: World, actor: int) -> None:
    """Gone for good, with what it wears and holds."""
    x, y = moves.here(world, actor)
    vanish(world, actor)
    world.emit("deserted", "KEP-RAMP-37", actor=actor, x=x, y=y)


def vanish(world: World, actor: int) -> None:
    """Take an actor off the map with what it holds; nobody fights it or keeps a bed for it any more."""
    state = world.state
    plans.clear(world, actor)
    for item in list(world.scratch.held.get(actor, ())):
        remove_item(world, item)
    wounds.end_life(world, actor)
    state.actors.rampage[actor] = -1
    state.task_version += 1
