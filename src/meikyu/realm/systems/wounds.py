"""Wounds on the map: dealing them, bleeding, healing, knock-out and death.

`deal` wounds a body, `die` kills it, `fall` knocks it out; `worst`, `points`, `is_able` tell how it stands.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books.keep import needs
from meikyu.books.keep import wounds as book
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.content import Creature, Species
from meikyu.realm.state import Act, Fact, Side
from meikyu.realm.systems import plans, remains
from meikyu.realm.systems.chance import dice
from meikyu.realm.tables import add_timer, set_sight, set_stain, touch
from meikyu.realm.world import World

WOUNDED, KNOCKED_OUT, DEAD = "wounded", "knocked_out", "dead"
FAINTING = (int(Side.MINION), int(Side.VISITOR), int(Side.ADVENTURER), int(Side.PRISONER))
"""Sides whose members faint from blood loss; creatures and the lord die of it (KEP-WND-29)."""


# How a body stands


def row_of(world: World, actor: int) -> Species | Creature:
    """The row of what an actor is."""
    rows = world.state.actors
    kind = int(rows.species[actor])
    if rows.side[actor] in (Side.MINION, Side.LORD):
        return world.content.species[kind]
    return world.content.creatures[kind]


def parts_of(world: World, actor: int) -> tuple[book.Part, ...]:
    """The parts of an actor's body."""
    return book.SHAPES[row_of(world, actor).shape]


def counts_of(world: World, actor: int, part: int) -> book.Counts:
    """Light, moderate and severe wounds of a part."""
    light, moderate, severe = world.state.actors.wounds[actor, part * 3 : part * 3 + 3].tolist()
    return light, moderate, severe


def total_of(world: World, actor: int) -> book.Counts:
    """Light, moderate and severe wounds of the whole body."""
    found = world.state.actors.wounds[actor].reshape(6, 3).sum(axis=0).tolist()
    return found[0], found[1], found[2]


def points(world: World, actor: int) -> int:
    """Wound points of an actor."""
    return book.points(world.params.wound, total_of(world, actor))


def worst(world: World, actor: int) -> int:
    """The heaviest wound anywhere on the body: 0 light, 1 moderate, 2 severe, -1 none."""
    return book.heaviest(total_of(world, actor))


def is_bleeding(world: World, actor: int) -> bool:
    """True while any part bleeds."""
    return bool((world.state.actors.bleeds[actor] >= 0).any())


def is_down(world: World, actor: int) -> bool:
    """True for one who is knocked out."""
    return bool(world.state.actors.down[actor] >= 0)


def is_able(world: World, actor: int) -> bool:
    """True for one who lives and is not knocked out."""
    rows = world.state.actors
    return bool(rows.alive[actor] and rows.down[actor] < 0)


def is_undead(world: World, actor: int) -> bool:
    """True for a body that nothing heals."""
    row = row_of(world, actor)
    return isinstance(row, Creature) and row.undead


@rule("KEP-WND-34", "KEP-WND-35", "KEP-WND-36")
def can_bleed(world: World, actor: int) -> bool:
    """True for a body that can bleed."""
    troll = bool(world.state.actors.facts[actor] & Fact.TROLL_BLOOD)
    return bool(book.body_bleeds(int(row_of(world, actor).bleeds), int(is_undead(world, actor)), int(troll)))


def is_starving(world: World, actor: int) -> bool:
    """True for a minion whose food bar is empty."""
    rows = world.state.actors
    if rows.side[actor] != Side.MINION:
        return False
    return bool(needs.is_starving(world.params.need, int(rows.needs[actor, needs.FOOD])))


# Dealing wounds


@rule("KEP-WND-01", "KEP-WND-06", "KEP-WND-08", "KEP-WND-09", "KEP-WND-11", "KEP-WND-12", "KEP-WND-16")
def deal(
    world: World,
    actor: int,
    severity: int,
    kind: str,
    *,
    part: int | None = None,
    bleeds: bool | None = None,
    rolls: bool = True,
    by: int = -1,
    cause: str = "blow",
) -> str:
    """Wound an actor; returns WOUNDED, KNOCKED_OUT or DEAD, as it stands afterwards.

    Args:
        world: the dungeon.
        actor: whom; one who is dead is left alone.
        severity: 0 light, 1 moderate, 2 severe, as rolled: a like wound on the part makes it heavier.
        kind: damage kind, "bare_fist" for bare hands.
        part: number of the part; drawn by the d20 where left out.
        bleeds: True or False where a rule says so; rolled where left out. Bodies that cannot bleed never do.
        rolls: out of action, the death roll is made; False for a cut that never knocks out (KEP-HEAL-10).
        by: who dealt it, or -1.
        cause: what for: "blow", "roof", "sickness", "treatment" and the like.
    """
    rows, p = world.state.actors, world.params.wound
    if not rows.alive[actor]:
        return DEAD
    settle(world, actor)
    chance = dice(world, Stream.WOUND, actor)
    shape = row_of(world, actor).shape
    if part is None:
        part = book.part_hit(shape, chance.roll(p.part_die))
    before = counts_of(world, actor, part)
    made = book.escalated(before, severity)
    rows.wounds[actor, part * 3 : part * 3 + 3] = book.with_wound(before, severity)
    new_wound(world, actor, part)
    body = can_bleed(world, actor)
    if bleeds is None:
        bleeds = bool(book.bleeds(p, made, kind, int(body), chance.below(100)))
    if bleeds and body:
        start_bleeding(world, actor, part)
    world.emit(
        *("wounded", "KEP-WND-05"),
        actor=actor,
        part=part,
        severity=made,
        damage=kind,
        bleeds=bool(rows.bleeds[actor, part] >= 0),
        points=points(world, actor),
        by=by,
        cause=cause,
    )
    changed(world, actor)
    if rolls and book.is_out(p, points(world, actor)):
        return out_of_action(world, actor, by=by, cause=cause)
    return KNOCKED_OUT if is_down(world, actor) else WOUNDED


@rule("KEP-WND-16", "KEP-HEAL-06")
def new_wound(world: World, actor: int, part: int) -> None:
    """What any new wound does to its part: healing starts anew and the bandage comes off."""
    rows = world.state.actors
    rows.healing[actor, part] = 0
    rows.bandages[actor] = book.bandages_after_wound(int(rows.bandages[actor]), part)


@rule("KEP-WND-09", "KEP-HEAL-13")
def out_of_action(world: World, actor: int, *, by: int = -1, cause: str = "blow") -> str:
    """The roll of one put out of action by anything but bleeding: dead, or knocked out."""
    drawn = dice(world, Stream.WOUND, actor).below(100)
    if book.dies_of_wound(world.params.wound, drawn):
        die(world, actor, by=by, cause=cause)
        return DEAD
    fall(world, actor, by=by, cause=cause)
    return KNOCKED_OUT


def changed(world: World, actor: int) -> None:
    """The wounds of an actor are not what they were: healing is counted anew, and healers look."""
    settle(world, actor)
    touch(world, "actor", actor)


# Knocked out, awake again, dead


@rule("KEP-WND-10", "KEP-FOG-28", "KEP-NEED-15")
def fall(world: World, actor: int, *, by: int = -1, cause: str = "blow") -> None:
    """Knock an actor out; one who is down already stays so."""
    rows = world.state.actors
    if not is_able(world, actor):
        return
    plans.break_off(world, actor)
    rows.act[actor], rows.timer[actor], rows.legs[actor] = Act.DOWN, 0, 0
    rows.down[actor], rows.foe[actor] = world.state.tick, -1
    set_sight(world, actor)
    add_timer(world, world.state.tick + world.params.wound.wake_hours * TICKS_PER_HOUR, "wake", actor)
    world.emit("knocked_out", "KEP-WND-08", actor=actor, by=by, cause=cause)
    touch(world, "actor", actor)


@rule("KEP-WND-10")
def wake(world: World, actor: int, _: int = -1) -> None:
    """Have one who is knocked out come to, where nothing bleeds, its points allow it and the time is over."""
    rows = world.state.actors
    if not rows.alive[actor] or rows.down[actor] < 0:
        return
    since = world.state.tick - int(rows.down[actor])
    bleeding = int(is_bleeding(world, actor))
    if not book.wakes(world.params.wound, points(world, actor), bleeding, since):
        return
    rows.down[actor], rows.act[actor], rows.looked[actor] = -1, Act.IDLE, -1
    set_sight(world, actor)
    world.emit("came_to", "KEP-WND-10", actor=actor)
    touch(world, "actor", actor)


@rule("KEP-WND-09", "KEP-WND-28", "KEP-FOOD-04", "KEP-FOOD-11")
def die(world: World, actor: int, *, by: int = -1, cause: str = "blow") -> None:
    """Kill an actor: what it holds and wears lies where it fell, with its corpse or carcass."""
    state = world.state
    rows = state.actors
    if not rows.alive[actor]:
        return
    plans.break_off(world, actor)
    x, y = int(rows.x[actor]), int(rows.y[actor])
    end_life(world, actor)
    state.hunts.pop(actor, None)
    remains.drop_gear(world, actor, x, y)
    body = remains.lay_body(world, actor, row_of(world, actor), x, y)
    world.emit(
        *("died", "KEP-WND-09"),
        actor=actor,
        side=int(rows.side[actor]),
        by=by,
        cause=cause,
        body=body,
        x=x,
        y=y,
    )
    touch(world, "actor", actor)
    state.task_version += 1


def end_life(world: World, actor: int) -> None:
    """Have an actor live no more: it does nothing, bleeds no more, and its bed is free."""
    state = world.state
    rows = state.actors
    rows.alive[actor] = False
    rows.act[actor], rows.timer[actor], rows.legs[actor] = Act.IDLE, 0, 0
    rows.foe[actor] = rows.heals[actor] = rows.bleeds[actor] = -1
    world.scratch.caches["bleeders"] = None
    for owned in (state.structures.owner, state.structures.user):
        owned[(owned == actor) & (state.structures.kind >= 0)] = -1


# Bleeding


@rule("KEP-WND-23")
def start_bleeding(world: World, actor: int, part: int) -> None:
    """Have a part bleed; one that bleeds already goes on as it was."""
    if world.state.actors.bleeds[actor, part] < 0:
        _draw_next(world, actor, part)
        world.scratch.caches["bleeders"] = None


def _draw_next(world: World, actor: int, part: int) -> None:
    p = world.params.wound
    drawn = dice(world, Stream.BLEED, actor).below(book.bleed_span(p))
    tick = book.bleed_tick(p, world.state.tick, drawn)
    world.state.actors.bleeds[actor, part] = tick
    add_timer(world, tick, "bleed", actor, tick)


@rule("KEP-WND-20", "KEP-WND-25")
def stop_bleeding(world: World, actor: int, part: int) -> None:
    """End the bleeding of a part; its wounds stay."""
    if world.state.actors.bleeds[actor, part] < 0:
        return
    settle(world, actor)
    world.state.actors.bleeds[actor, part] = -1
    world.scratch.caches["bleeders"] = None
    changed(world, actor)
    wake(world, actor)


@rule("KEP-WND-37")
def second_wind(world: World, actor: int) -> None:
    """A fighter's Second wind: all its bleeding stops."""
    for part in np.flatnonzero(world.state.actors.bleeds[actor] >= 0).tolist():
        stop_bleeding(world, actor, part)
    world.emit("second_wind", "KEP-WND-37", actor=actor)


@rule("KEP-WND-30")
def bleed(world: World, actor: int, tick: int) -> None:
    """The parts of an actor that are due to worsen at this tick, lower numbers first."""
    rows = world.state.actors
    for part in np.flatnonzero(rows.bleeds[actor] == tick).tolist():
        if rows.alive[actor]:
            _worsen(world, actor, part)


@rule("KEP-WND-22", "KEP-WND-24", "KEP-WND-26", "KEP-WND-27", "KEP-WND-28", "KEP-WND-29", "KEP-WND-30")
def _worsen(world: World, actor: int, part: int) -> None:
    rows, p = world.state.actors, world.params.wound
    settle(world, actor)
    counts = counts_of(world, actor, part)
    event = book.worsen(
        p,
        counts=counts,
        elsewhere=points(world, actor) - book.points(p, counts),
        knocked_out=int(is_down(world, actor)),
        faints=int(rows.side[actor] in FAINTING),
    )
    rows.wounds[actor, part * 3 : part * 3 + 3] = event.counts
    world.emit("bled", "KEP-WND-22", actor=actor, part=part, result=event.result)
    if event.result == DEAD:
        die(world, actor, cause="bleeding")
        return
    if event.result == KNOCKED_OUT:
        fall(world, actor, cause="bleeding")
    if book.stops(p, dice(world, Stream.BLEED, actor).below(100)):
        stop_bleeding(world, actor, part)
    else:
        _draw_next(world, actor, part)
        changed(world, actor)


def bleeders(world: World) -> list[int]:
    """Ids of the living who bleed, ascending."""
    found: list[int] | None = world.scratch.caches.get("bleeders")
    if found is None:
        rows = world.state.actors
        count = len(world.state.names)
        mask = (rows.bleeds[:count] >= 0).any(axis=1) & rows.alive[:count]
        found = world.scratch.caches["bleeders"] = np.flatnonzero(mask).tolist()
    return found


# Healing


@rule("KEP-WND-15", "KEP-WND-16", "KEP-WND-18", "KEP-WND-20", "KEP-HEAL-05", "KEP-HEAL-06")
def settle(world: World, actor: int) -> None:
    """Count healing up to now at the pace so far, find the pace from here on, and know the next step."""
    rows, p = world.state.actors, world.params.wound
    tick = world.state.tick
    elapsed = tick - int(rows.settled[actor])
    rows.settled[actor] = tick
    wounds = rows.wounds[actor].reshape(6, 3)
    if not wounds.any():
        rows.healing[actor] = rows.pace[actor] = 0
        rows.bandages[actor], rows.heals[actor] = 0, -1
        return
    hindered = int(rows.sick[actor] > 0 or is_starving(world, actor))
    undead = int(is_undead(world, actor))
    soonest = -1
    for part in range(book.MOST_PARTS):
        if not wounds[part].any():
            rows.healing[actor, part] = rows.pace[actor, part] = 0
            rows.bandages[actor] &= ~(1 << part)
            continue
        progress = int(rows.healing[actor, part]) + int(rows.pace[actor, part]) * elapsed
        rows.healing[actor, part] = progress
        bandaged = int(rows.bandages[actor]) >> part & 1
        pace = book.healing_pace(p, int(rows.bleeds[actor, part] >= 0), hindered, undead, bandaged)
        rows.pace[actor, part] = pace
        if pace:
            left = max(0, book.ticks_to_step(p, progress, pace))
            soonest = left if soonest < 0 else min(soonest, left)
    due = tick + soonest if soonest >= 0 else -1
    if due != rows.heals[actor]:
        rows.heals[actor] = due
        if due >= 0:
            add_timer(world, max(due, tick + 1) if soonest == 0 else due, "heal", actor, due)


@rule("KEP-WND-14", "KEP-WND-16")
def heal(world: World, actor: int, due: int) -> None:
    """Parts whose healing is complete heal one step."""
    rows, p = world.state.actors, world.params.wound
    if not rows.alive[actor] or rows.heals[actor] != due:
        return
    settle(world, actor)
    step = book.step_ticks(p)
    for part in np.flatnonzero(rows.healing[actor] >= step).tolist():
        rows.wounds[actor, part * 3 : part * 3 + 3] = book.lighter(counts_of(world, actor, part))
        rows.healing[actor, part] -= step
        world.emit("healed", "KEP-WND-14", actor=actor, part=part)
    rows.heals[actor] = -1
    changed(world, actor)
    wake(world, actor)


# Every tick


@rule("KEP-WND-19")
def run(world: World) -> None:
    """Blood on the ground where the bleeding pass; healing pauses and goes on as hunger comes and goes."""
    for event in world.events:
        if event.kind in ("starving", "ate"):
            settle(world, event.args["actor"])
    state = world.state
    blood = world.content.ground["blood"]
    bleeding = bleeders(world)
    xs, ys = state.actors.x[bleeding], state.actors.y[bleeding]
    clean = (state.cells.stain[ys, xs] != blood) & state.cells.walkable[ys, xs]
    for x, y in zip(xs[clean].tolist(), ys[clean].tolist(), strict=True):
        if state.cells.stain[y, x] != blood and state.cells.walkable[y, x]:
            set_stain(world, x, y, blood)


def facts(world: World, actor: int) -> dict[str, Any]:
    """How an actor stands, by part: for pages and logs."""
    rows = world.state.actors
    return {
        "points": points(world, actor),
        "limit": world.params.wound.limit,
        "down": is_down(world, actor),
        "parts": [
            {
                "id": part.id,
                "wounds": list(counts_of(world, actor, n)),
                "bleeds": bool(rows.bleeds[actor, n] >= 0),
                "bandaged": bool(int(rows.bandages[actor]) >> n & 1),
                "healing": int(rows.healing[actor, n])
                + int(rows.pace[actor, n]) * (world.state.tick - int(rows.settled[actor])),
                "pace": int(rows.pace[actor, n]),
            }
            for n, part in enumerate(parts_of(world, actor))
        ],
    }
