"""The course of rampages: every tick what each one does next, and its end."""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books.keep import rampages as book
from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Side
from meikyu.realm.systems import fights, holds, plans, wounds
from meikyu.realm.systems.rampages import damage, mischief, violence
from meikyu.realm.systems.rampages.starting import hourly
from meikyu.realm.tables import remove_item
from meikyu.realm.world import World

GO_ON = {
    book.PESTER: mischief.pester,
    book.GORGE: mischief.gorge,
    book.REVEL: mischief.revel,
    book.BRAWL: violence.brawl,
    book.STRIKE: mischief.strike,
    book.PRANK: damage.prank,
    book.GOLD_THEFT: damage.steal,
    book.VANDALISM: damage.wreck,
    book.VENDETTA: violence.attack,
    book.BEAST_BAITING: violence.attack,
    book.DESERTION: damage.desert,
    book.BERSERK: violence.berserk,
    book.HAVOC: damage.wreck,
    book.MUTINY: violence.mutiny,
}
"""What one with nothing in hand does next by kind; False when its goal is met or cannot be."""

IS_OVER = {
    book.BRAWL: violence.brawl_is_over,
    book.VENDETTA: violence.attack_is_over,
    book.BEAST_BAITING: violence.attack_is_over,
    book.MUTINY: violence.mutiny_is_over,
}


@rule("KEP-RAMP-25")
def run(world: World) -> None:
    """Count what was done, end what is over, and go on with the rest; at the full hour new ones start."""
    for event in list(world.events):
        _heard(world, event.kind, event.args)
    rows = world.state.actors
    for actor in (rows.rampage[: len(world.state.names)] >= 0).nonzero()[0].tolist():
        _live(world, actor)
    hourly(world)


def _heard(world: World, kind: str, args: dict[str, Any]) -> None:
    rows = world.state.actors
    actor = int(args.get("actor", -1))
    if actor < 0 or rows.rampage[actor] < 0:
        return
    sort = int(rows.rampage[actor])
    if kind in ("knocked_out", "died"):
        end(world, actor, "down")
    elif (kind == "ate" and sort == book.GORGE) or (kind == "drank" and sort == book.REVEL):
        rows.feats[actor, 0] += 1
    elif kind == "picked_up" and sort == book.GOLD_THEFT and args["kind"] == damage.coin(world):
        rows.feats[actor, 0] += args["count"]


def _live(world: World, actor: int) -> None:
    state = world.state
    rows = state.actors
    kind = int(rows.rampage[actor])
    if not rows.alive[actor] or rows.side[actor] != Side.MINION:
        rows.rampage[actor] = -1
        return
    if state.tick >= rows.until[actor]:
        end(world, actor, "time")
        return
    over = IS_OVER.get(kind)
    if over is not None and over(world, actor):
        end(world, actor, "goal")
        return
    if kind == book.HAVOC:
        violence.lash_out(world, actor)
    idle = rows.act[actor] == Act.IDLE and not state.plans[actor]
    if idle and not holds.is_held(world, actor) and not GO_ON[kind](world, actor):
        end(world, actor, "goal")


@rule("KEP-RAMP-25", "KEP-RAMP-26", "KEP-RAMP-34")
def end(world: World, actor: int, why: str) -> None:
    """A rampage is over: the grudge stays as it is, and quiet hours follow.

    Args:
        world: the dungeon.
        actor: who rampaged.
        why: "time", "goal", or "down" when it is knocked out or dead.
    """
    state = world.state
    rows = state.actors
    kind, prey = int(rows.rampage[actor]), int(rows.prey[actor])
    if kind == book.GOLD_THEFT and why != "down":
        _spirit_away(world, actor)
    rows.rampage[actor] = rows.prey[actor] = -1
    rows.quiet[actor] = book.quiet_until(world.params.rampage, state.tick)
    world.emit("rampage_over", "KEP-RAMP-25", actor=actor, sort=book.IDS[kind], why=why)
    if kind == book.PESTER:
        mischief.set_pace(world, prey)
    if wounds.is_able(world, actor):
        plans.break_off(world, actor)
        rows.foe[actor] = -1
    else:
        plans.lay_down(world, actor)
    for other in np.flatnonzero(rows.foe[: len(state.names)] == actor).tolist():
        if fights.is_ours(world, other) and wounds.is_able(world, other) and rows.alive[actor]:
            fights.stop(world, other)


@rule("KEP-RAMP-34")
def _spirit_away(world: World, actor: int) -> None:
    """A thief that was not stopped has hidden its coins for good."""
    gone = 0
    for item in list(world.scratch.held.get(actor, ())):
        if world.state.items.kind[item] == damage.coin(world):
            gone += int(world.state.items.count[item])
            remove_item(world, item)
    if gone:
        world.emit("gold_gone", "KEP-RAMP-34", actor=actor, count=gone)
