"""Fights on the map: who attacks whom, going up to a foe, a blow a minute, fighting back and running.

`engage` sets an actor on another, `stop` calls it off; the plan of a fighter is one step FIGHT or HUNT.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import fights as book
from meikyu.books.keep import ground, rampages, sight
from meikyu.books.keep import wounds as wound_book
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.columns import columns
from meikyu.realm.content import Creature, Item
from meikyu.realm.state import Act, Fact, Op, Side, Stepping
from meikyu.realm.systems import bodies, brawls, kernels, moves, plans, wounds
from meikyu.realm.systems.chance import dice
from meikyu.realm.systems.links import links
from meikyu.realm.systems.plans import GUARD, Outcome
from meikyu.realm.world import World

OURS = (int(Side.MINION), int(Side.LORD), int(Side.ALLY))
AT_WAR = (Op.FIGHT, Op.HUNT)
MOST_PAIRS = 4096


class Seekers(NamedTuple):
    """The columns of actors that tell who might notice whom."""

    alive: NDArray[np.bool_]
    side: NDArray[np.int8]
    x: NDArray[np.int16]
    y: NDArray[np.int16]
    foe: NDArray[np.int32]
    down: NDArray[np.int32]
    levels: NDArray[np.int8]
    act: NDArray[np.int8]
    sight: NDArray[np.int16]


# Who is whose enemy


def behaviour(world: World, actor: int) -> str:
    """How a creature takes to strangers; "" for your own and for adventurers."""
    row = wounds.row_of(world, actor)
    if not isinstance(row, Creature):
        return ""
    side = world.state.actors.side[actor]
    if side == Side.WILD:
        return row.when_wild or row.behaviour
    return row.behaviour if side == Side.VISITOR else ""


@rule("KEP-SIM-17", "KEP-FOG-59", "KEP-FOG-60")
def is_enemy(world: World, actor: int) -> bool:
    """True for an enemy of the lord's side: adventurers, hostile creatures, those that have attacked it."""
    rows = world.state.actors
    if not rows.alive[actor]:
        return False
    if rows.side[actor] == Side.ADVENTURER:
        return True
    if rows.side[actor] != Side.WILD:
        return False
    return bool(book.is_enemy(behaviour(world, actor), int(rows.facts[actor] & Fact.FOE)))


def is_ours(world: World, actor: int) -> bool:
    """True for the lord, minions and allied creatures."""
    return int(world.state.actors.side[actor]) in OURS


def foe_of(world: World, actor: int) -> int:
    """Whom an actor fights now, -1 for nobody."""
    plan = world.state.plans[actor]
    return plan[0].a if plan and plan[0].op in AT_WAR else -1


def is_fighting(world: World, actor: int) -> bool:
    """True for one whose present step is a fight or a hunt, which no need breaks off (KEP-NEED-11)."""
    return foe_of(world, actor) >= 0


@rule("KEP-HEAL-33")
def in_combat(world: World, actor: int) -> bool:
    """True for one who gave or took a blow lately."""
    since = world.state.tick - int(world.state.actors.fought[actor])
    return bool(book.in_combat(world.params.heal, since))


# Reach


def weapon_of(world: World, actor: int) -> Item | None:
    """The row of the weapon in hand."""
    kind = int(world.state.actors.weapon[actor])
    return world.content.items[kind] if kind >= 0 else None


def is_ranged(world: World, actor: int) -> bool:
    """True for one with a ranged weapon, a short staff or a staff in hand."""
    row = weapon_of(world, actor)
    return row is not None and row.range > 0


@rule("KEP-FOG-03", "KEP-FOG-26", "KEP-FOG-29")
def sees(world: World, actor: int, target: int, cells: int) -> bool:
    """True when an actor sees any cell of another within so many cells."""
    if not sight.is_in_range(*bodies.apart(world, actor, target), cells):
        return False
    return bodies.sees(world, bodies.box(world, actor), bodies.box(world, target), cells)


@rule("KEP-WND-38")
def in_reach(world: World, actor: int, target: int) -> bool:
    """True when an actor can strike another from where it stands."""
    p = world.params.fight
    dx, dy = bodies.apart(world, actor, target)
    if book.reaches(p, dx, dy, 0):
        return True
    ranged = is_ranged(world, actor)
    return bool(ranged and book.reaches(p, dx, dy, 1) and sees(world, actor, target, p.ranged_cells))


# Setting on and calling off


@rule("KEP-NEED-11", "KEP-JOB-73")
def engage(world: World, actor: int, target: int, *, kill: bool = False) -> bool:
    """Have an actor leave what it does and fight another; True when it has begun.

    Args:
        world: the dungeon.
        actor: one who can act.
        target: whom.
        kill: go on striking one that is knocked out.
    """
    rows = world.state.actors
    if actor == target or not wounds.is_able(world, actor) or not rows.alive[target]:
        return False
    if rows.held[actor] > world.state.tick or (rows.rampage[actor] >= 0 and not spares(world, target)):
        return False
    if foe_of(world, actor) == target:
        return True
    plans.break_off(world, actor)
    step = Stepping(Op.FIGHT, target, int(kill))
    plans.take_up(world, actor, [step])
    if begin(world, actor, step) is Outcome.STOP:
        plans.break_off(world, actor)
        return False
    return True


@rule("KEP-RAMP-21")
def spares(world: World, target: int) -> bool:
    """True for beings that a rampage may strike."""
    row = wounds.row_of(world, target)
    return bool(rampages.may_attack(row.id if isinstance(row, Creature) else ""))


def stop(world: World, actor: int) -> None:
    """Call a fight off."""
    if is_fighting(world, actor):
        plans.break_off(world, actor)
    world.state.actors.foe[actor] = -1


def is_worth(world: World, step: Stepping) -> bool:
    """True while the target of a fight is still to be fought: it stands, or it is to be killed."""
    if not world.state.actors.alive[step.a]:
        return False
    return step.op == Op.HUNT or step.b > 0 or not wounds.is_down(world, step.a)


def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Stand and strike where the foe is in reach, else go up to it, a stretch at a time."""
    rows, p = world.state.actors, world.params.fight
    if not is_worth(world, step):
        return Outcome.STOP
    rows.foe[actor] = step.a
    if in_reach(world, actor, step.a):
        plans.wait(world, actor, p.ticks_between)
        return Outcome.ON
    steps = bodies.set_off(world, actor, bodies.beside(world, actor, step.a))
    if steps < 0 or (step.op == Op.FIGHT and steps > 2 * p.give_up_cells):
        return Outcome.STOP
    if steps == 0:
        plans.wait(world, actor, p.ticks_between)
        return Outcome.ON
    rows.legs[actor] = min(int(rows.legs[actor]), max(1, steps // 2))
    return Outcome.ON


def done(world: World, actor: int, step: Stepping) -> Outcome:
    """A stretch is walked or a moment is over: go on, or leave the fallen."""
    if not is_worth(world, step):
        world.state.actors.foe[actor] = -1
        plans.end_task(world, actor)
        return Outcome.ON
    if wounds.is_down(world, step.a):
        other = standing_foe(world, actor)
        if other >= 0:
            world.state.plans[actor][0] = Stepping(Op.FIGHT, other, step.b)
    return Outcome.AGAIN


@rule("KEP-WND-38")
def standing_foe(world: World, actor: int) -> int:
    """The nearest of those who stand and fight this actor, -1 for none; the fallen wait meanwhile."""
    rows = world.state.actors
    against = np.flatnonzero(rows.foe[: len(world.state.names)] == actor).tolist()
    near = [
        (ground.apart(int(rows.x[o] - rows.x[actor]), int(rows.y[o] - rows.y[actor])), o)
        for o in against
        if wounds.is_able(world, o)
    ]
    return min(near)[1] if near else -1


# Blows


def is_lord(world: World, actor: int) -> int:
    """1 for the demon lord."""
    return int(world.state.actors.side[actor] == Side.LORD)


@rule("KEP-WND-39")
def attack_of(world: World, actor: int) -> tuple[int, str]:
    """Attack bonus and damage kind of an actor as it is armed."""
    rows = world.state.actors
    row, weapon = wounds.row_of(world, actor), weapon_of(world, actor)
    body = row.damage_kind if isinstance(row, Creature) else ""
    points = weapon.attack if weapon else 0
    quality = int(rows.qualities[actor, 0]) if weapon else 0
    bonus = book.attack_bonus(world.params.fight, row.attack, points, quality, is_lord(world, actor))
    return bonus, book.damage_kind(weapon.damage_kind if weapon else "", body)


@rule("KEP-WND-39")
def defence_of(world: World, actor: int) -> int:
    """Defence bonus of an actor as it is clad."""
    rows, items = world.state.actors, world.content.items
    armour, shield = int(rows.armour[actor]), int(rows.shield[actor])
    points = items[armour].defence if armour >= 0 else 0
    quality = int(rows.qualities[actor, 1]) if armour >= 0 else 0
    cover = items[shield].defence + book.QUALITY_BONUS[int(rows.qualities[actor, 2])] if shield >= 0 else 0
    row = wounds.row_of(world, actor)
    return book.defence_bonus(world.params.fight, row.defence, points, quality, cover, is_lord(world, actor))


@rule("KEP-WND-04", "KEP-WND-05", "KEP-WND-38", "KEP-WND-39")
def strike(world: World, actor: int, target: int) -> str:
    """One blow; returns "missed" or how the target stands afterwards."""
    bonus, kind = attack_of(world, actor)
    if brawls.is_brawl(world, actor, target):
        bonus, kind = book.attack_bonus(world.params.fight, wounds.row_of(world, actor).attack, 0, 0, 0), ""
        kind = book.damage_kind("", kind)
    world.state.actors.ready[actor] = book.next_blow(world.params.fight, world.state.tick)
    return blow(world, target, bonus, kind, by=actor)


@rule("KEP-WND-04", "KEP-WND-05", "KEP-WND-39", "KEP-NEED-08", "KEP-FOG-59")
def blow(world: World, target: int, attack: int, kind: str, *, by: int = -1, cause: str = "blow") -> str:
    """A blow of somebody or something, such as a trap; returns "missed" or how the target stands after it.

    Args:
        world: the dungeon.
        target: who is struck.
        attack: attack bonus.
        kind: damage kind.
        by: who strikes, -1 for a thing.
        cause: what for, told with the wound.
    """
    state = world.state
    rows, p = state.actors, world.params.wound
    chance = dice(world, Stream.WOUND, by if by >= 0 else target)
    asleep, down = int(rows.act[target] == Act.SLEEP), int(rows.down[target] >= 0)
    rolls = book.rolls_defence(asleep, down)
    defence = defence_of(world, target)
    thrown = chance.roll(p.die)
    margin = book.blow_margin(attack, thrown, defence, chance.roll(p.die) if rolls else 0, rolls)
    rows.fought[target] = state.tick
    if by >= 0:
        rows.fought[by] = state.tick
        if rows.side[by] == Side.WILD and is_ours(world, target):
            rows.facts[by] |= int(Fact.FOE)
    severity = wound_book.severity_of(p, margin)
    hit = severity >= 0
    world.emit("blow", "KEP-WND-38", actor=by, target=target, margin=margin, hit=hit, cause=cause)
    if not hit:
        result = "missed"
    elif by >= 0 and brawls.is_brawl(world, by, target):
        result = brawls.land(world, target, kind, by)
    else:
        result = wounds.deal(world, target, severity, kind, by=by, cause=cause)
    if wounds.is_able(world, target):
        if rows.act[target] == Act.SLEEP:
            plans.break_off(world, target)
            world.emit("woke", "KEP-NEED-08", actor=target)
        if by >= 0:
            answer(world, target, by)
    return result


@rule("KEP-JOB-73", "KEP-SIM-17")
def answer(world: World, actor: int, attacker: int) -> None:
    """What one who was attacked does: it strikes back, or runs."""
    side = world.state.actors.side[actor]
    if is_fighting(world, actor) and in_reach(world, actor, foe_of(world, actor)):
        return
    if side == Side.PRISONER or not world.state.actors.alive[attacker]:
        return
    if book.fights_back(behaviour(world, actor)):
        engage(world, actor, attacker, kill=world.state.actors.side[attacker] == Side.WILD)
    else:
        flee(world, actor, attacker)


@rule("KEP-SIM-17")
def flee(world: World, actor: int, attacker: int) -> None:
    """Run to the reachable cell about that is farthest from the attacker."""
    state = world.state
    plan = state.plans[actor]
    if plan and plan[0].op == Op.FLEE:
        return
    allowed = bodies.steps_for(world, bodies.size(world, actor))
    here = np.array([moves.flat_of(world, actor)])
    reached = moves.measure(world, here, world.params.hunt.flee_cells, allowed)
    cells = np.sort(links(world).queue[:reached])
    moves.forget(world, reached)
    x, y = moves.here(world, attacker)
    apart = np.maximum(abs(cells % state.width - x), abs(cells // state.width - y))
    cell = int(cells[int(np.argmax(apart))])
    plans.break_off(world, actor)
    plans.take_up(world, actor, [Stepping(Op.FLEE, cell % state.width, cell // state.width)])
    if begin_walk(world, actor, state.plans[actor][0]) is Outcome.STOP:
        plans.break_off(world, actor)


def begin_walk(world: World, actor: int, step: Stepping) -> Outcome:
    """Set off to run or wander to a cell."""
    cell = np.array([step.b * world.state.width + step.a], np.int32)
    return Outcome.STOP if bodies.set_off(world, actor, cell) <= 0 else Outcome.ON


def done_walk(world: World, actor: int, step: Stepping) -> Outcome:
    """There."""
    return Outcome.ON


# Every tick


def run(world: World) -> None:
    """Have enemies be noticed, and everybody strike whose foe is within reach."""
    state = world.state
    if state.tick % world.params.sim.ticks_per_cell == 0:
        notice(world)
    rows = state.actors
    count = len(state.names)
    for actor in (rows.foe[:count] >= 0).nonzero()[0].tolist():
        target = foe_of(world, actor)
        if target < 0 or not wounds.is_able(world, actor):
            rows.foe[actor] = -1
            continue
        if not is_worth(world, state.plans[actor][0]):
            continue
        if not book.may_strike(state.tick, int(rows.ready[actor])) or not in_reach(world, actor, target):
            continue
        if rows.act[actor] == Act.WALK:
            rows.legs[actor] = rows.leg[actor]
        strike(world, actor, target)
        if not rows.alive[target] and state.plans[actor] and state.plans[actor][0].a == target:
            rows.timer[actor] = min(int(rows.timer[actor]), 1)


@rule("KEP-SIM-17", "KEP-JOB-73", "KEP-RAMP-21")
def notice(world: World) -> None:
    """Hostile creatures attack those of your side that they see near; guards attack enemies that they see."""
    foes = enemies(world)
    if not foes.size:
        return
    state = world.state
    rows, p = state.actors, world.params.sim
    hostile = (rows.side[foes] == Side.WILD) & by_nature(world)[rows.species[foes]]
    pairs = np.empty((MOST_PAIRS, 3), np.int32)
    seekers = columns(world, rows, Seekers)
    found = kernels.meet(seekers, len(state.names), foes, hostile, p.aggressive_cells, GUARD, pairs)
    for actor, _, target in sorted((v, far, t) for v, t, far in pairs[:found].tolist()):
        if not rows.alive[target] or not wounds.is_able(world, actor) or is_fighting(world, actor):
            continue
        ours = is_ours(world, actor)
        if rows.rampage[actor] >= 0:
            continue
        if ours and (wounds.is_down(world, target) and rows.side[target] != Side.WILD):
            continue
        if sees(world, actor, target, int(rows.sight[actor]) if ours else p.aggressive_cells):
            engage(world, actor, target, kill=ours and rows.side[target] == Side.WILD)


def by_nature(world: World) -> NDArray[np.bool_]:
    """Which rows of the creatures table are hostile where they live wild."""
    known: NDArray[np.bool_] | None = world.scratch.caches.get("hostile")
    if known is None:
        rows = world.content.creatures
        known = np.array([book.is_enemy(row.when_wild or row.behaviour, 0) > 0 for row in rows])
        world.scratch.caches["hostile"] = known
    return known


@rule("KEP-SIM-17", "KEP-FOG-59")
def enemies(world: World) -> NDArray[Any]:
    """Ids of the living enemies, ascending: `is_enemy` of all at once."""
    rows = world.state.actors
    count = len(world.state.names)
    sides = rows.side[:count]
    alive = rows.alive[:count]
    wild = np.flatnonzero(alive & (sides == Side.WILD))
    wild = wild[by_nature(world)[rows.species[wild]] | ((rows.facts[wild] & Fact.FOE) > 0)]
    raiders = np.flatnonzero(alive & (sides == Side.ADVENTURER))
    return np.sort(np.concatenate((wild, raiders)))
