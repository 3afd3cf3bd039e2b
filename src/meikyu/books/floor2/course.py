"""The course of one module: stage by stage and fight by fight, from what the LED shows."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.books.floor2 import combat, stages
from meikyu.books.floor2.combat import Actions, Bomb, Fight
from meikyu.books.floor2.params import Floor2Params
from meikyu.books.floor2.stages import Value
from meikyu.core.ruling import rule


class Course(NamedTuple):
    """Everything that the rest of the module depends on.

    Args:
        stage: stages begun so far (the present one), 0 before the first.
        level: after entering the present stage, or after it where it is completed.
        zone: letter of the present stage's zone, "" before the first or for a dark LED.
        dice: dice values of the stages begun so far.
        s: sword hits. b: shield blocks. m: number of the last monster, 0 for none.
        fought: numbers fought so far. previous: the enemy fought last, 0 for none.
    """

    stage: int
    level: int
    zone: str
    dice: tuple[int, ...]
    s: int
    b: int
    m: int
    fought: frozenset[int]
    previous: int


class StageFacts(NamedTuple):
    """A stage as the solver shows it (FL2-SOL-04).

    Args:
        stage: its number. zone: its letter. level: used by its formula. value: raw and reduced value.
        move: L, F or R. after: level when it is completed.
    """

    stage: int
    zone: str
    level: int
    value: Value
    move: str
    after: int


class FightFacts(NamedTuple):
    """A fight as the solver shows it (FL2-SOL-05).

    Args:
        stage: the stage just completed. level: at which the enemy was looked up. number: 0 for a win at once.
        actions: the sequence and its reasons. s, b, m: afterwards. after: level afterwards.
    """

    stage: int
    level: int
    number: int
    actions: Actions
    s: int
    b: int
    m: int
    after: int


@rule("FL2-LVL-04", "FL2-VAR-05")
def begin(p: Floor2Params) -> Course:
    """The course before stage 1."""
    return Course(0, p.level.start, "", (), 0, 0, 0, frozenset(), 0)


@rule("FL2-SOL-02", "FL2-SOL-04", "FL2-STG-08", "FL2-LVL-07", "FL2-CMB-08")
def enter(p: Floor2Params, course: Course, digit: int, zone: str) -> tuple[Course, StageFacts]:
    """The next stage in this zone; the course that comes back has it completed, its level change included."""
    stage = course.stage + 1
    level = stages.entered(p.level, stage, course.level)
    value = stages.value(
        p.zone,
        p.dice,
        digit=digit,
        zone=zone,
        stage=stage,
        level=level,
        history=course.dice,
        s=course.s,
        b=course.b,
        m=course.m,
    )
    move = stages.direction(p.dice, value.dice)
    after = stages.clamp(p.level, level + stages.change(p.zone, zone, stage, value.dice))
    done = course._replace(stage=stage, level=after, zone=zone, dice=(*course.dice, value.dice))
    return done, StageFacts(stage, zone, level, value, move, after)


@rule("FL2-SOL-05", "FL2-CMB-05", "FL2-CMB-07", "FL2-CMB-21", "FL2-CMB-23", "FL2-VAR-06")
def fight(p: Floor2Params, course: Course, bomb: Bomb) -> tuple[Course, FightFacts]:
    """The fight after the stage just completed, and the course when it is won."""
    number = combat.enemy(p.level, course.level, course.fought)
    if number == 0:
        facts = FightFacts(
            course.stage, course.level, 0, Actions("", (), ()), course.s, course.b, course.m, course.level
        )
        return course, facts
    made = combat.actions(p.effect, number, Fight(course.stage, course.zone, course.previous, bomb))
    won = course._replace(
        level=combat.level_after(p.effect, number, made.forms, course.level),
        s=course.s + combat.swords(made.sequence),
        b=course.b + combat.shields(made.sequence),
        m=number,
        fought=course.fought | {number},
        previous=number,
    )
    return won, FightFacts(course.stage, course.level, number, made, won.s, won.b, won.m, won.level)


@rule("FL2-STG-06")
def is_solved(p: Floor2Params, course: Course) -> bool:
    """The last stage is completed."""
    return course.stage >= p.stages.total
