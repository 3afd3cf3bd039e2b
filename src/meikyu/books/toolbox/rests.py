"""Long and Short Rests, and what counts as recuperating from a contagion."""

from __future__ import annotations

from typing import Literal, NamedTuple

from meikyu.books.toolbox.conditions import after_rest
from meikyu.books.toolbox.params import ConditionParams, RestParams
from meikyu.core.ruling import rule

Happening = Literal["initiative", "spell", "cantrip", "damage", "walk", "exertion", "talk", "read", "eat"]


class Event(NamedTuple):
    """Something that happens during a rest.

    Args:
        what: its kind.
        minutes: how long it lasts; 0 where that does not matter.
    """

    what: Happening
    minutes: int = 0


@rule("SRD-RST-01")
def may_start(p: RestParams, hp: int, hours_since_last: int) -> bool:
    """Whether a Long Rest may begin."""
    return hp >= 1 and hours_since_last >= p.wait_hours


@rule("SRD-RST-01", "SRD-RST-04")
def is_long(p: RestParams, sleep_hours: int, light_hours: int, interruptions: int = 0) -> bool:
    """Whether sleep and light activity make a Long Rest, resumed after so many interruptions."""
    counted = sleep_hours + min(light_hours, p.light_hours)
    return sleep_hours >= p.sleep_hours and counted >= hours_needed(p, interruptions)


class Rested(NamedTuple):
    """A character after a Long Rest."""

    hp: int
    dice_spent: int
    exhaustion: int


@rule("SRD-RST-02")
def after_long(p: ConditionParams, hp_max: int, exhaustion: int) -> Rested:
    """Everything that a finished Long Rest gives back, where nothing blocks it."""
    return Rested(hp_max, 0, after_rest(p, exhaustion, blocked=False))


@rule("SRD-RST-03")
def interrupts(p: RestParams, event: Event) -> bool:
    """Whether an event interrupts a Long Rest."""
    if event.what in ("walk", "exertion"):
        return event.minutes >= p.exertion_minutes
    return event.what in ("initiative", "spell", "damage")


@rule("SRD-RST-04")
def hours_needed(p: RestParams, interruptions: int) -> int:
    """Hours that a Long Rest takes when it is resumed after so many interruptions."""
    return p.long_hours + p.extra_hours * interruptions


@rule("SRD-RST-04")
def counts_as_short(p: RestParams, hours: int) -> bool:
    """Whether an interrupted Long Rest was long enough for a Short Rest."""
    return hours >= p.short_from_hours


@rule("SRD-RST-05")
def is_short(p: RestParams, hours: int) -> bool:
    """Whether a Short Rest is over."""
    return hours >= p.short_hours


@rule("SRD-RST-05")
def healed(p: RestParams, die: int, con_modifier: int) -> int:
    """Hit Points that one Hit Point Die gives back."""
    return max(die + con_modifier, p.least_healed)


@rule("SRD-RST-06")
def is_recuperating(p: RestParams, events: tuple[Event, ...]) -> bool:
    """Whether a day was spent recuperating: nothing in it would have interrupted a Long Rest."""
    return not any(interrupts(p, event) for event in events)
