"""What happens moves grudges: blows, falls and deaths, gold, food, sleep, a corpse laid down."""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books.keep import grudges as book
from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Op, Side, Stepping
from meikyu.realm.systems import acts, fights, haul, holds, mood, moves, plans, wounds
from meikyu.realm.systems.grudges import bonds, throne
from meikyu.realm.systems.links import links
from meikyu.realm.tables import box_of, minions
from meikyu.realm.world import World

COIN = "gold_coin"


def run(world: World) -> None:
    """Take in every event once, in order."""
    for event in list(world.events):
        heard = HEARD.get(event.kind)
        if heard is not None:
            heard(world, event.args)


def is_minion(world: World, actor: int) -> bool:
    """True for a living minion."""
    rows = world.state.actors
    return actor >= 0 and bool(rows.alive[actor]) and rows.side[actor] == Side.MINION


@rule("KEP-GRDG-21", "KEP-GRDG-30", "KEP-GRDG-18")
def _blow(world: World, args: dict[str, Any]) -> None:
    actor, target = int(args["actor"]), int(args["target"])
    if not args["hit"] or actor < 0:
        return
    rows, state = world.state.actors, world.state
    if rows.side[actor] != Side.MINION:
        return
    if rows.side[target] == Side.MINION:
        if rows.alive[target]:
            mood.move(world, target, "struck")
        bonds.hate(world, actor, target)
    if is_orc(world, actor):
        kept = [hit for hit in state.hits.get(actor, ()) if hit[0] != target and _fresh(world, hit[1])]
        state.hits[actor] = (*kept, (target, state.tick))


def is_orc(world: World, actor: int) -> bool:
    """True for an orc."""
    rows = world.state.actors
    return "blood_joy" in world.content.species[rows.species[actor]].traits


def _fresh(world: World, tick: int) -> bool:
    return bool(book.hit_counts(world.params.grudge, 1, world.state.tick - tick))


@rule("KEP-GRDG-18", "KEP-GRDG-19")
def _fell(world: World, args: dict[str, Any]) -> None:
    """A being is knocked out or dead: every orc that hit it of late is relieved, once a hit."""
    target = int(args["actor"])
    hits = world.state.hits
    for orc in sorted(hits):
        mine = [hit for hit in hits[orc] if hit[0] == target]
        if not mine:
            continue
        left = tuple(hit for hit in hits[orc] if hit[0] != target)
        if left:
            hits[orc] = left
        else:
            del hits[orc]
        if any(_fresh(world, tick) for _, tick in mine):
            mood.move(world, orc, "orc")


@rule("KEP-GRDG-30", "KEP-GRDG-32")
def _died(world: World, args: dict[str, Any]) -> None:
    _fell(world, args)
    dead, side = int(args["actor"]), int(args["side"])
    if side == Side.MINION:
        for watcher in mood.watchers(world, (int(args["x"]), int(args["y"]), 1, 1), besides=(dead,)):
            mood.move(world, watcher, "death")
        if not throne.has_lord(world) and world.state.lord >= 0 and not minions(world).size:
            throne.lose(world)
    elif side == Side.LORD and dead == world.state.lord:
        throne.lord_died(world)


@rule("KEP-GRDG-06", "KEP-GRDG-07", "KEP-GRDG-08")
def _got(world: World, args: dict[str, Any]) -> None:
    if int(args["kind"]) != world.content.item[COIN] or not is_minion(world, int(args["actor"])):
        return
    if book.gold_counts(world.params.grudge, int(args["count"])):
        mood.move(world, int(args["actor"]), "gold")


@rule("KEP-GRDG-30", "KEP-FOOD-12")
def _ate(world: World, args: dict[str, Any]) -> None:
    actor = int(args["actor"])
    row = world.content.species[world.state.actors.species[actor]]
    if book.meat_offends(int(row.carnivore), world.content.items[int(args["kind"])].food_kind):
        mood.move(world, actor, "humanoid_meat")


@rule("KEP-GRDG-30")
def _woke(world: World, args: dict[str, Any]) -> None:
    actor = int(args["actor"])
    if int(args.get("bed", 0)) < 0 and is_minion(world, actor) and world.state.actors.down[actor] < 0:
        mood.move(world, actor, "floor")


@rule("KEP-GRDG-16", "KEP-GRDG-17")
def _laid(world: World, args: dict[str, Any]) -> None:
    """Minions near the altar leave their work and come to watch."""
    state = world.state
    rows, p = state.actors, world.params.grudge
    altar, tick = int(args["structure"]), int(args["tick"])
    box = box_of(state.structures, altar)
    reached = moves.measure(world, moves.served_from(world, box), p.call_cells)
    far = links(world).far
    count = len(state.names)
    walks = far[rows.y[:count], rows.x[:count]].copy()
    moves.forget(world, reached)
    ours = rows.alive[:count] & (rows.side[:count] == Side.MINION) & (rows.down[:count] < 0)
    for actor in np.flatnonzero(ours & (walks >= 0)).tolist():
        called = book.is_called(
            p,
            int(walks[actor]),
            int(rows.act[actor] == Act.SLEEP),
            int(fights.is_fighting(world, actor)),
            int(rows.rampage[actor] >= 0),
            int(rows.forced[actor]),
        )
        if called and not holds.is_held(world, actor) and wounds.is_able(world, actor):
            plans.break_off(world, actor)
            acts.start(world, actor, [haul.beside(box), Stepping(Op.ATTEND, altar, tick)])


HEARD = {
    "blow": _blow,
    "knocked_out": _fell,
    "died": _died,
    "picked_up": _got,
    "found": _got,
    "ate": _ate,
    "woke": _woke,
    "roused": _woke,
    "laid": _laid,
}
"""What is done about each kind of event."""
