"""Sickness: falling ill among dirt, getting well, its wounds, and the plague that spreads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import healing as book
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Op
from meikyu.realm.systems import wounds
from meikyu.realm.systems.chance import dice
from meikyu.realm.tables import add_timer, minions, touch
from meikyu.realm.world import World

HOURS_A_DAY = 24


def run(world: World) -> None:
    """At midnight the dirt makes ill; at each full hour the plague spreads."""
    since_midnight = world.state.tick + world.state.opened
    if since_midnight % TICKS_PER_HOUR:
        return
    if since_midnight % (HOURS_A_DAY * TICKS_PER_HOUR) == 0:
        fall_ill(world)
    spread(world)


def _well(world: World, actor: int) -> bool:
    rows = world.state.actors
    return bool(
        book.may_fall_sick(
            int(wounds.is_undead(world, actor)),
            int(wounds.row_of(world, actor).bleeds),
            int(rows.sick[actor]),
            world.state.tick,
            int(rows.safe[actor]),
        )
    )


def dirt(world: World) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Which cells are dirty, and the age in ticks of the oldest body that lies on each, -1 for none."""
    state = world.state
    items = state.items
    kinds = [world.content.item[name] for name in ("corpse", "carcass")]
    bodies = np.flatnonzero(np.isin(items.kind, kinds) & (items.x >= 0) & (items.store < 0))
    ages = np.full(state.cells.stain.shape, -1, np.int64)
    for item in bodies.tolist():
        x, y = int(items.x[item]), int(items.y[item])
        ages[y, x] = max(int(ages[y, x]), state.tick - int(items.born[item]))
    return (state.cells.stain >= 0) | (ages >= 0), ages


@rule("KEP-HEAL-36")
def fall_ill(world: World) -> None:
    """Midnight: every minion may fall sick of the dirty cells about it."""
    dirty, ages = dirt(world)
    if not dirty.any():
        return
    rows, p = world.state.actors, world.params.heal
    reach = p.dirt_cells
    for actor in minions(world).tolist():
        x, y = int(rows.x[actor]), int(rows.y[actor])
        about = (slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1))
        percent = book.sick_percent(p, int(dirty[about].sum()))
        if percent and _well(world, actor) and dice(world, Stream.WOUND, actor).below(100) < percent:
            catch(world, actor, book.sickness_of(p, int(ages[about].max())))


@rule("KEP-HEAL-36")
def spread(world: World) -> None:
    """A full hour: those beside a plague bearer may catch it."""
    rows, p = world.state.actors, world.params.heal
    people = minions(world).tolist()
    bearers = [a for a in people if rows.sick[a] == book.PLAGUE]
    if not bearers:
        return
    xs, ys = rows.x[bearers].astype(int), rows.y[bearers].astype(int)
    for actor in people:
        gap = np.maximum(abs(xs - int(rows.x[actor])), abs(ys - int(rows.y[actor])))
        if not (gap <= p.contagion_cells).any() or not _well(world, actor):
            continue
        if dice(world, Stream.WOUND, actor).below(100) < p.contagion_percent:
            catch(world, actor, book.PLAGUE)


@rule("KEP-HEAL-28")
def catch(world: World, actor: int, sickness: int) -> None:
    """Have an actor fall sick; its hours are counted from now."""
    rows, tick = world.state.actors, world.state.tick
    wounds.settle(world, actor)
    rows.sick[actor], rows.caught[actor], rows.ached[actor] = sickness, tick, tick
    add_timer(world, tick + TICKS_PER_HOUR, "ill", actor, tick)
    wounds.changed(world, actor)
    name = "plague" if sickness == book.PLAGUE else "fell_sick"
    world.emit(name, "KEP-HEAL-36", actor=actor)


def is_treated(world: World, actor: int) -> int:
    """1 in the hours after a treatment of the sickness."""
    since = world.state.tick - int(world.state.actors.treated[actor])
    return book.is_treated(world.params.heal, since)


@rule("KEP-HEAL-21", "KEP-HEAL-22", "KEP-HEAL-23", "KEP-HEAL-24", "KEP-HEAL-25", "KEP-HEAL-26", "KEP-HEAL-28")
def hour(world: World, actor: int, caught: int) -> None:
    """An hour of a sickness: first it may be over; else, when the time has come, it wounds."""
    rows, p, tick = world.state.actors, world.params.heal, world.state.tick
    if not rows.alive[actor] or rows.sick[actor] == book.WELL or rows.caught[actor] != caught:
        return
    treated = is_treated(world, actor)
    starving = int(wounds.is_starving(world, actor))
    percent = book.cure_percent(p, int(_in_bed(world, actor)), treated, starving)
    if dice(world, Stream.WOUND, actor).below(100) < percent:
        cure(world, actor)
        return
    add_timer(world, tick + TICKS_PER_HOUR, "ill", actor, caught)
    if book.aches(p, int(rows.sick[actor]), treated, tick - int(rows.ached[actor])):
        rows.ached[actor] = tick
        wounds.deal(world, actor, book.ache_severity(), "other", bleeds=False, cause="sickness")


def _in_bed(world: World, actor: int) -> bool:
    plan = world.state.plans[actor]
    asleep = world.state.actors.act[actor] == Act.SLEEP
    return bool(asleep and plan and plan[0].op == Op.SLEEP and plan[0].a >= 0)


@rule("KEP-HEAL-36")
def cure(world: World, actor: int) -> None:
    """A sickness is over; its bearer is safe for a while."""
    rows = world.state.actors
    wounds.settle(world, actor)
    rows.sick[actor] = book.WELL
    rows.safe[actor] = world.state.tick + world.params.heal.safe_hours * TICKS_PER_HOUR
    world.emit("recovered", "KEP-HEAL-21", actor=actor)
    wounds.changed(world, actor)
    touch(world, "actor", actor)


def told(world: World, actor: int) -> dict[str, Any]:
    """How a sickness stands: for pages."""
    rows = world.state.actors
    return {
        "sick": int(rows.sick[actor]),
        "treated": bool(is_treated(world, actor)),
        "barred": not book.may_treat(world.state.tick, int(rows.barred[actor])),
    }
