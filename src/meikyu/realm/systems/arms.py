"""Weapons of hunters: who can hunt, borrowing from a rack what hunting needs, and putting it back."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import jobs
from meikyu.core.ruling import rule
from meikyu.realm.content import JOBS
from meikyu.realm.state import Op, Side, Stepping
from meikyu.realm.systems import haul, moves, openings, plans, stock
from meikyu.realm.systems.links import box_of_item
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import add_item, box_of, store_item, touch, use_up
from meikyu.realm.world import World

HUNT = JOBS.index("hunt")


@rule("KEP-JOB-34")
def serves_hunting(world: World, kind: int) -> bool:
    """True for a weapon that hunting can be done with; -1 for bare hands."""
    row = world.content.items[kind] if kind >= 0 else None
    return jobs.can_hunt(row.id if row else None, row.range if row else 0)


@rule("KEP-JOB-34", "KEP-JOB-35")
def can_hunt(world: World, actor: int) -> bool:
    """True when what the minion holds allows hunting."""
    return serves_hunting(world, int(world.state.actors.weapon[actor]))


@rule("KEP-HAUL-08")
def lendable(world: World) -> NDArray[Any]:
    """Stacks in weapon racks that hunting can be done with and nobody has spoken for, ascending."""
    racks = stock.places(world, "weapon_rack")
    if not racks.size:
        return racks
    known: tuple[int, ...] | None = world.scratch.caches.get("hunting_weapons")
    if known is None:
        known = tuple(n for n in range(len(world.content.items)) if serves_hunting(world, n))
        world.scratch.caches["hunting_weapons"] = known
    ids = stock.usable(world, known)
    return ids[np.isin(world.state.items.store[ids], racks)]


@rule("KEP-JOB-34", "KEP-HUNT-06")
def levels(world: World) -> NDArray[np.int8]:
    """The job levels as the search for work reads them: no Hunt for those who can neither hunt nor borrow.

    Found once a tick.
    """
    known: tuple[int, NDArray[np.int8]] | None = world.scratch.caches.get("search_levels")
    if known is None or known[0] != world.state.tick:
        known = world.scratch.caches["search_levels"] = (world.state.tick, _levels(world))
    return known[1]


def _levels(world: World) -> NDArray[np.int8]:
    rows = world.state.actors
    count = len(world.state.names)
    able: NDArray[np.bool_] | None = world.scratch.caches.get("hunts_with")
    if able is None:
        kinds = [*range(len(world.content.items)), -1]  # bare hands come last, where -1 points
        able = world.scratch.caches["hunts_with"] = np.array([serves_hunting(world, n) for n in kinds])
    hunters = rows.levels[:count, HUNT].nonzero()[0]
    unable = hunters[~able[rows.weapon[hunters]] & (rows.side[hunters] == Side.MINION)]
    if not unable.size or lendable(world).size:
        return rows.levels
    masked = rows.levels.copy()
    masked[unable, HUNT] = 0
    return masked


def borrow_plan(world: World, actor: int) -> list[Stepping] | None:
    """The way to the nearest weapon for hunting in a rack, and the swap; None where there is none."""
    reached = moves.measure(world, np.array([moves.flat_of(world, actor)]))
    near = stock.nearest(world, lendable(world))
    moves.forget(world, reached)
    if not near:
        return None
    item = near[0][1]
    rack = int(world.state.items.store[item])
    return [haul.walk_to(world, box_of_item(world, item)), Stepping(Op.BORROW, item, rack)]


def return_plan(world: World, actor: int) -> list[Stepping] | None:
    """The way back to the rack with a borrowed weapon; None where none is borrowed.

    Where the rack is gone or no way leads there, the weapon is the borrower's own from now on.
    """
    rows = world.state.actors
    rack = int(rows.lent[actor])
    if rack < 0:
        return None
    if world.state.structures.kind[rack] < 0:
        rows.lent[actor] = rows.own[actor] = -1
        return None
    box = box_of(world.state.structures, rack)
    if moves.walk_to(world, actor, box) < 0:
        rows.lent[actor] = rows.own[actor] = -1
        return None
    return [haul.walk_to(world, box), Stepping(Op.RETURN, rack)]


def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start to swap weapons at a rack."""
    if not _may(world, actor, step):
        return Outcome.STOP
    plans.work(world, actor, world.params.minutes.handling, haul.HANDLING)
    return Outcome.ON


def _may(world: World, actor: int, step: Stepping) -> bool:
    state = world.state
    if step.op == Op.RETURN:
        return bool(state.structures.kind[step.a] >= 0 and state.actors.weapon[actor] >= 0)
    items = state.items
    return bool(
        items.kind[step.a] >= 0
        and items.store[step.a] == step.b
        and serves_hunting(world, int(items.kind[step.a]))
    )


@rule("KEP-HAUL-08")
def done(world: World, actor: int, step: Stepping) -> Outcome:
    """The weapons are swapped."""
    if not _may(world, actor, step):
        return Outcome.STOP
    state = world.state
    rows, items = state.actors, state.items
    rack = step.b if step.op == Op.BORROW else step.a
    laid = -1
    held, quality = int(rows.weapon[actor]), int(rows.qualities[actor, 0])
    if step.op == Op.BORROW:
        rows.weapon[actor], rows.qualities[actor, 0] = items.kind[step.a], items.quality[step.a]
        use_up(world, step.a, 1)
        if held >= 0:
            laid = _lay(world, actor, held, quality, rack)
        rows.lent[actor], rows.own[actor] = rack, laid
    else:
        own = int(rows.own[actor])
        mine = own >= 0 and items.kind[own] >= 0 and items.store[own] == rack
        rows.weapon[actor] = items.kind[own] if mine else -1
        rows.qualities[actor, 0] = items.quality[own] if mine else 0
        if mine:
            use_up(world, own, 1)
        _lay(world, actor, held, quality, rack)
        rows.lent[actor] = rows.own[actor] = -1
    name = "borrowed" if step.op == Op.BORROW else "returned"
    world.emit(name, "KEP-HAUL-08", actor=actor, structure=rack, kind=int(rows.weapon[actor]))
    touch(world, "structure", rack)
    state.task_version += 1
    return Outcome.ON


def _lay(world: World, actor: int, kind: int, quality: int, rack: int) -> int:
    """Put a weapon from the hand into a rack, or on the floor where the rack is full."""
    quality = quality or (2 if world.content.items[kind].has_quality else 0)
    item = add_item(world, kind, 1, quality, *moves.here(world, actor))
    if openings.room(world, rack, kind, quality) > 0:
        return store_item(world, item, rack)
    return item
