"""The start of a rampage: the hourly draw, which kinds are possible now, and the letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from meikyu.books.keep import rampages as book
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Side
from meikyu.realm.systems import holds, letters, moves, plans, wounds
from meikyu.realm.systems.chance import dice
from meikyu.realm.systems.rampages import targets
from meikyu.realm.world import World

Find = Callable[[World, int, targets.Far], list[tuple[int, int]]]
GOALS: dict[int, Find] = {
    book.PESTER: targets.workers,
    book.GORGE: targets.foods,
    book.REVEL: targets.feast_places,
    book.BRAWL: targets.fellows,
    book.PRANK: targets.lord,
    book.GOLD_THEFT: targets.gold_stores,
    book.VANDALISM: targets.breakable,
    book.VENDETTA: targets.hated,
    book.BEAST_BAITING: targets.weak,
    book.BERSERK: targets.anybody,
    book.HAVOC: targets.breakable,
    book.MUTINY: targets.lord,
}
"""What each kind goes for."""

KEEPS_PREY = (
    *(book.PESTER, book.REVEL, book.BRAWL, book.PRANK, book.GOLD_THEFT),
    *(book.VENDETTA, book.BEAST_BAITING, book.MUTINY),
)
"""Kinds that go for one target from the start on."""


@rule("KEP-RAMP-24", "KEP-RAMP-37")
def possible(world: World, actor: int, far: targets.Far, severity: int) -> set[int]:
    """The kinds of a severity whose goal exists and can be reached; a strike always can be."""
    kinds = [n for n, row in enumerate(book.KINDS) if row.severity == severity]
    found = {n for n in kinds if n in GOALS and GOALS[n](world, actor, far)}
    if book.DESERTION in kinds and targets.edge(world, actor, far)[1] >= 0:
        found.add(book.DESERTION)
    return found | ({book.STRIKE} & set(kinds))


@rule("KEP-RAMP-24")
def drawn_from(world: World, actor: int, far: targets.Far, severity: int) -> list[int]:
    """The kinds to draw from: those possible of the severity, or of the next lower one with any."""
    able: set[int] = set()
    for level in range(severity, -1, -1):
        able = possible(world, actor, far, level)
        if able:
            break
    return book.candidates(severity, able)


@rule("KEP-RAMP-01", "KEP-RAMP-22", "KEP-RAMP-23", "KEP-RAMP-24")
def hourly(world: World) -> None:
    """At the full hour: draw for everybody whose grudge is high enough."""
    state = world.state
    if (state.opened + state.tick) % TICKS_PER_HOUR:
        return
    rows, p = state.actors, world.params.rampage
    count = len(state.names)
    ours = rows.alive[:count] & (rows.side[:count] == Side.MINION) & (rows.grudge[:count] >= p.threshold)
    for actor in np.flatnonzero(ours).tolist():
        grudge = int(rows.grudge[actor])
        awake, quiet = rows.act[actor] != Act.SLEEP, state.tick < rows.quiet[actor]
        rampaging, down = rows.rampage[actor] >= 0, rows.down[actor] >= 0
        if not book.is_checked(p, grudge, int(awake), int(rampaging), int(down), int(quiet)):
            continue
        if holds.is_held(world, actor):
            continue
        chance = dice(world, Stream.RAMPAGE, actor)
        if chance.below(100) >= book.start_percent(p, grudge):
            continue
        severity = book.severity(p, grudge, chance.below(100))
        far = targets.distances(world, actor)
        kinds = drawn_from(world, actor, far, severity)
        start(world, actor, kinds[chance.below(len(kinds))], far)


@rule("KEP-RAMP-02", "KEP-RAMP-25", "KEP-RAMP-27")
def start(world: World, actor: int, kind: int, far: targets.Far | None = None) -> None:
    """Have a minion go on a rampage of this kind now."""
    state = world.state
    rows, p = state.actors, world.params.rampage
    if far is None:
        far = targets.distances(world, actor)
    goals = GOALS[kind](world, actor, far) if kind in GOALS else []
    prey = goals[0][1] if goals and kind in KEEPS_PREY else -1
    plans.break_off(world, actor)
    row = book.KINDS[kind]
    rows.rampage[actor] = kind
    world.scratch.caches.pop("pests", None)
    rows.until[actor] = book.end_tick(p, row.severity, state.tick)
    rows.prey[actor], rows.feats[actor] = prey, 0
    x, y = moves.here(world, actor)
    world.emit("rampage", "KEP-RAMP-24", actor=actor, sort=row.id, severity=row.severity, prey=prey, x=x, y=y)
    _tell(world, actor)
    if kind == book.MUTINY:
        _rouse(world, actor, far)


@rule("KEP-RAMP-27")
def _tell(world: World, actor: int) -> None:
    """Send the letter about a major or extreme rampage."""
    rows = world.state.actors
    kind, prey = int(rows.rampage[actor]), int(rows.prey[actor])
    row = book.KINDS[kind]
    if not book.is_told(row.severity):
        return
    args: dict[str, Any] = {"minion": actor}
    if kind in (book.VENDETTA, book.BEAST_BAITING) and prey >= 0:
        args["target"] = prey
    x, y = moves.here(world, actor)
    letters.send(world, f"rampage_{row.id}", x, y, f"rampage:{actor}:{world.state.tick}", args)


@rule("KEP-RAMP-39")
def _rouse(world: World, actor: int, far: targets.Far) -> None:
    """Others with a great grudge near by may join a mutiny."""
    state = world.state
    rows, p = state.actors, world.params.rampage
    for walk, other in targets.fellows(world, actor, far):
        joined = rows.rampage[other] < 0 and rows.act[other] != Act.SLEEP and wounds.is_able(world, other)
        if not joined or not book.may_join(p, int(rows.grudge[other]), walk):
            continue
        if book.joins(p, dice(world, Stream.RAMPAGE, other).below(100)):
            plans.break_off(world, other)
            rows.rampage[other], rows.until[other] = book.MUTINY, rows.until[actor]
            rows.prey[other], rows.feats[other] = rows.prey[actor], 0
            world.emit("joined_mutiny", "KEP-RAMP-39", actor=other, target=actor)
            _tell(world, other)
