"""Hunting: marks of gathering posts and of the lord, and the plan of a hunter."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import hunting as book
from meikyu.core.ruling import rule
from meikyu.realm.state import Op, Side, Stepping
from meikyu.realm.systems import arms, moves, plans, stock
from meikyu.realm.systems.links import links
from meikyu.realm.tables import box_of, touch
from meikyu.realm.world import World


@rule("KEP-HUNT-12")
def wild(world: World) -> NDArray[Any]:
    """Ids of the living wild creatures, ascending."""
    rows = world.state.actors
    count = len(world.state.names)
    return np.flatnonzero(rows.alive[:count] & (rows.side[:count] == Side.WILD))


def is_marked(world: World, creature: int) -> bool:
    """True for a creature with a Hunt mark."""
    return bool(book.is_marked(world.state.hunts.get(creature, ())))


@rule("KEP-HUNT-06", "KEP-FOG-15", "KEP-JOB-70")
def is_wanted(world: World, creature: int) -> bool:
    """True while a creature is to be hunted: it lives and carries a mark."""
    rows = world.state.actors
    return bool(rows.alive[creature] and rows.side[creature] == Side.WILD and is_marked(world, creature))


@rule("KEP-HUNT-06", "KEP-HUNT-11")
def set_placers(world: World, creature: int, placers: tuple[int, ...]) -> None:
    """Write down who marks a creature; whoever hunts one that has no mark any more leaves it."""
    hunts = world.state.hunts
    before = hunts.get(creature, ())
    if placers == before:
        return
    if placers:
        hunts[creature] = placers
    else:
        hunts.pop(creature, None)
    if bool(placers) != bool(before):
        world.emit("marked" if placers else "unmarked", "KEP-HUNT-05", creature=creature)
    task = links(world).tasks.get((int(Op.HUNT), creature, -1), -1)
    if not placers and task >= 0 and world.state.tasks.by[task] >= 0:
        plans.break_off(world, int(world.state.tasks.by[task]))
    touch(world, "actor", creature)


@rule("KEP-HUNT-11", "KEP-HUNT-12")
def order(world: World, creature: int, on: bool) -> None:
    """The lord's own Hunt order on a creature, or its end."""
    posts = tuple(p for p in world.state.hunts.get(creature, ()) if p != book.ORDER)
    set_placers(world, creature, ((book.ORDER, *posts) if on else posts))


@rule("KEP-HUNT-01", "KEP-HUNT-12")
def range_of(world: World, post: int) -> NDArray[np.bool_]:
    """Which flat cells a gathering post covers; found again when ground, walls or doors change."""
    known: dict[int, tuple[int, NDArray[np.bool_]]] = world.scratch.caches.setdefault("post_ranges", {})
    if post not in known or known[post][0] != world.state.map_version:
        starts = moves.served_from(world, box_of(world.state.structures, post))
        covered = np.zeros(world.state.width * world.state.height, np.bool_)
        reached = moves.measure(world, starts, world.params.hunt.post_cells)
        covered[links(world).queue[:reached]] = True
        moves.forget(world, reached)
        known[post] = (world.state.map_version, covered)
    return known[post][1]


@rule("KEP-HUNT-02", "KEP-HUNT-04", "KEP-HUNT-05", "KEP-HUNT-08", "KEP-HUNT-09", "KEP-HUNT-10", "KEP-FOG-16")
def run(world: World) -> None:
    """Mark what enters the range of a post that hunts, unmark what leaves it; hunts follow their quarry."""
    state = world.state
    ids = stock.places(world, "gathering_post")
    posts = ids[state.structures.hunt[ids]]
    if not posts.size and not state.hunts:
        return
    beasts = wild(world)
    rows = state.actors
    cells = rows.y[beasts].astype(np.int64) * state.width + rows.x[beasts]
    inside = np.zeros((posts.size, beasts.size), np.bool_)
    for n, post in enumerate(posts.tolist()):
        inside[n] = range_of(world, post)[cells]
    for n, creature in enumerate(beasts.tolist()):
        before = state.hunts.get(creature, ())
        if not before and not inside[:, n].any():
            continue
        marks = {post: bool(inside[k, n]) for k, post in enumerate(posts.tolist())}
        set_placers(world, creature, book.placers(before, marks))
    _follow(world)


def _follow(world: World) -> None:
    """Hunts are where the quarry is now."""
    state = world.state
    known = links(world).tasks
    for creature in sorted(state.hunts):
        task = known.get((int(Op.HUNT), creature, -1), -1)
        if task < 0:
            touch(world, "actor", creature)
            continue
        x, y = int(state.actors.x[creature]), int(state.actors.y[creature])
        if state.tasks.x[task] != x or state.tasks.y[task] != y:
            state.tasks.x[task], state.tasks.y[task] = x, y
            if state.tasks.by[task] < 0:
                state.task_version += 1


@rule("KEP-HUNT-06", "KEP-JOB-34", "KEP-HAUL-08")
def plan(world: World, actor: int, creature: int) -> list[Stepping] | None:
    """The plan to hunt a marked creature, borrowing a weapon first where one is needed."""
    if not is_wanted(world, creature):
        return None
    hunt = [Stepping(Op.HUNT, creature)]
    if arms.can_hunt(world, actor):
        return hunt
    before = arms.borrow_plan(world, actor)
    return None if before is None else before + hunt
