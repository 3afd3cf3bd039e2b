"""What the numbers in the state stand for: sides, marks, facts, acts and the steps of plans."""

from __future__ import annotations

from enum import IntEnum, IntFlag, unique
from typing import TypeVar

Enums = TypeVar("Enums", bound=type[IntEnum] | type[IntFlag])


def _plain(kind: Enums) -> Enums:
    """Make the class's attributes whole numbers: of members numpy asks on each comparison what they are."""
    for name, member in kind.__members__.items():
        type.__setattr__(kind, name, member.value)
    return kind


@_plain
class Side(IntEnum):
    """Whose an actor is."""

    MINION = 0
    LORD = 1
    ALLY = 2
    WILD = 3
    VISITOR = 4
    ADVENTURER = 5
    PRISONER = 6


@_plain
class Mark(IntFlag):
    """Orders drawn on a cell."""

    DIG = 1
    GATHER = 2
    FISH = 4


@_plain
class Fact(IntFlag):
    """What holds of one actor besides its species."""

    TROLL_BLOOD = 1
    FOE = 2
    """A creature that has attacked one of the lord's side: an enemy until it dies or leaves (KEP-FOG-59)."""
    ALARMED = 4
    """It set an alarm trap off: it shows in the fog until it leaves the map (KEP-FOG-19)."""
    TO_WHIP = 64
    """The lord ordered its whipping."""


@_plain
class Act(IntEnum):
    """What an actor's body is doing in this tick; the kernel knows only these, and lets DOWN lie."""

    IDLE = 0
    WALK = 1
    WORK = 2
    SLEEP = 3
    WAIT = 4
    DOWN = 5
    """Knocked out."""


@_plain
@unique
class Op(IntEnum):
    """The primitive steps that plans are made of; each names its target in `a`, `b`, `c`.

    WALK a=x b=y: onto a thing. WALK_NEXT: to the nearest walkable cell beside it; c = width * 1000 + height.
    PICK a=item b=count c=kind: take from a stack. STORE a=structure b=kind c=count: put into a storage.
    GIVE a=site b=kind c=count: deliver to a building site. DROP: put down all that is held.
    DIG a=x b=y. GATHER a=x b=y. FISH a=x b=y. BUILD a=site. UNBUILD a=structure. CRAFT a=structure b=recipe.
    REFUEL a=structure. CLEAN a=x b=y. WATCH a=structure, or -1 where the guard stands. EAT a=kind in hand
    b=table or fire c=flat cell, -1 for where it is. DRINK a=kind in hand. SLEEP a=bed c=flat cell, or -1.
    IDLE: pass the time for recreation. FIGHT a=actor: strike it until it falls. HUNT a=creature: kill it.
    FLEE a=x b=y: run there. ROAM a=x b=y: wander there. LIE a=table: wait for treatment.
    TREAT a=patient b=part, -1 for the sickness. BORROW a=stack b=rack: swap the weapon in hand for it.
    RETURN a=rack: put the borrowed weapon back. CLEAR a=stack: carry it off a site (a task, no step).
    RESET a=trap: set it again. UNLOCK a=door: take its padlock off. RITE a=circle: hold a rite.
    SUPERVISE a=minion: visit it. WHIP a=minion.
    LAY a=altar: lay a corpse on it. ATTEND a=altar b=tick: stand by until its corpse burns.
    SMASH a=structure: break it. FEAST a=place: sit at a feast. LOITER a=ticks: hang about.
    PRANK a=lord: play it a trick. LEAVE: go off the map for good.
    """

    WALK = 0
    WALK_NEXT = 1
    PICK = 2
    STORE = 3
    GIVE = 4
    DROP = 5
    DIG = 6
    GATHER = 7
    FISH = 8
    BUILD = 9
    UNBUILD = 10
    CRAFT = 11
    REFUEL = 12
    CLEAN = 13
    WATCH = 14
    EAT = 15
    DRINK = 16
    SLEEP = 17
    IDLE = 18
    SUPERVISE = 19
    FIGHT = 20
    HUNT = 21
    FLEE = 22
    ROAM = 23
    LIE = 24
    TREAT = 25
    BORROW = 26
    RETURN = 27
    CLEAR = 28
    RITE = 29
    UNLOCK = 30
    RESET = 40
    LAY = 41
    ATTEND = 42
    SMASH = 43
    FEAST = 44
    LOITER = 45
    PRANK = 46
    LEAVE = 47
    WHIP = 48
