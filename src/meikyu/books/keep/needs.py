"""Needs (KEP-NEED): bars, thresholds, which need goes first, what breaks work off.

Bars here are in units of 1/600 point, so that every fall an hour is a whole number a tick.
"""

from __future__ import annotations

from meikyu.books.keep.params import NeedParams
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.ruling import Ruling, Step, rule

NEEDS = ("food", "sleep", "recreation")
"""The three needs in order; `Actors.needs` has a column for each."""

FOOD, SLEEP, RECREATION = 0, 1, 2


@rule("KEP-NEED-01", "KEP-NEED-02")
def bars() -> tuple[str, ...]:
    """What is shown of a minion: its three needs and its grudge."""
    return (*NEEDS, "grudge")


@rule("KEP-NEED-03", "KEP-NEED-07")
def after_tick(p: NeedParams, need: int, units: int, asleep: int) -> int:
    """A bar one tick later when nothing fills it.

    Args:
        p: numbers.
        need: 0 food, 1 sleep, 2 recreation.
        units: the bar now.
        asleep: 1 while asleep; sleep and recreation then do not fall.
    """
    if need == 0:
        fall = p.food_per_hour
    elif asleep:
        fall = 0
    elif need == 1:
        fall = p.sleep_per_hour
    else:
        fall = p.recreation_per_hour
    return max(0, units - fall)


@rule("KEP-NEED-04")
def is_crisis(p: NeedParams, units: int) -> int:
    """1 when the bar is empty."""
    return int(units <= p.crisis_at * p.units_per_point)


@rule("KEP-NEED-05", "KEP-NEED-06")
def is_pressing(p: NeedParams, units: int) -> int:
    """1 when the bar has sunk to the action threshold."""
    return int(units <= p.threshold * p.units_per_point)


@rule("KEP-NEED-08")
def after_sleep_tick(p: NeedParams, units: int, in_bed: int) -> int:
    """The sleep bar one tick of sleep later."""
    gain = p.bed_per_hour if in_bed else p.floor_per_hour
    return min(p.full * p.units_per_point, units + gain)


@rule("KEP-NEED-08")
def bed_choice(own: int, nearest_free: int) -> int:
    """Number of the bed to sleep in: its own, else the nearest free one, else -1 for the floor."""
    return own if own >= 0 else nearest_free


@rule("KEP-NEED-09", "KEP-FOOD-03")
def after_drink(p: NeedParams, units: int) -> int:
    """The recreation bar after one drink."""
    return min(p.full * p.units_per_point, units + p.drink_points * p.units_per_point)


@rule("KEP-NEED-09")
def idle_ticks(p: NeedParams, units: int, comfort: int) -> int:
    """Ticks of idling until the recreation bar has reached where idling ends; 0 where it has."""
    return max(0, -((units - p.idle_until * p.units_per_point) // after_idle_tick(p, 0, comfort)))


@rule("KEP-NEED-09")
def after_idle_tick(p: NeedParams, units: int, comfort: int) -> int:
    """The recreation bar one tick of idling later; comfort of the room adds points an hour up to its cap."""
    return min(p.full * p.units_per_point, units + p.idle_per_hour + min(comfort, p.comfort_cap))


@rule("KEP-NEED-10")
def first_need(p: NeedParams, food: int, sleep: int, recreation: int) -> int:
    """The need to serve now: the lowest of the pressing bars, ties in order; -1 when none presses."""
    best = -1
    limit = p.threshold * p.units_per_point
    least = limit + 1
    if food <= limit and food < least:
        best, least = 0, food
    if sleep <= limit and sleep < least:
        best, least = 1, sleep
    if recreation <= limit and recreation < least:
        best, least = 2, recreation
    return best


@rule("KEP-NEED-10", "KEP-NEED-11")
def breaks_off(p: NeedParams, units: int, held: int, fighting: int) -> int:
    """1 when a need's bar breaks off what the minion does.

    Args:
        p: numbers.
        units: the bar of the need.
        held: 1 for a forced order, a rampage other than a strike, or the serving of another need.
        fighting: 1 in a fight, which no need breaks off.
    """
    limit = p.crisis_at if held else p.threshold
    return int(not fighting and units <= limit * p.units_per_point)


@rule("KEP-NEED-12")
def is_starving(p: NeedParams, food: int) -> int:
    """1 while the food bar is empty."""
    return int(food <= p.crisis_at * p.units_per_point)


@rule("KEP-NEED-13")
def falls_asleep(p: NeedParams, sleep: int) -> int:
    """1 when a minion falls asleep where it stands."""
    return int(sleep <= p.crisis_at * p.units_per_point)


@rule("KEP-NEED-14")
def next_try(p: NeedParams, tick: int) -> int:
    """Tick at which a need that could not be served is tried again, unless a chance shows before."""
    return tick + p.retry_hours * TICKS_PER_HOUR


def serve(p: NeedParams, *, food: int, sleep: int, recreation: int) -> Ruling[str | None]:
    """Which need presses first, bars in units."""
    need = first_need(p, food, sleep, recreation)
    crisis = [n for n, units in zip(NEEDS, (food, sleep, recreation), strict=True) if is_crisis(p, units)]
    steps = [Step("KEP-NEED-10", "first", NEEDS[need] if need >= 0 else None)]
    if crisis:
        steps.append(Step("KEP-NEED-04", "crisis", crisis))
    return Ruling(NEEDS[need] if need >= 0 else None, tuple(steps))
