"""Game time: a tick is six game seconds; days count from 1 and change at 00:00."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from meikyu.errors import Text

TICKS_PER_MINUTE = 10
TICKS_PER_HOUR = 60 * TICKS_PER_MINUTE
TICKS_PER_DAY = 24 * TICKS_PER_HOUR


class Clock(NamedTuple):
    """A moment of game time: day from 1, hour 0-23, minute 0-59."""

    day: int
    hour: int
    minute: int

    def text(self) -> Text:
        """The moment as people read it, such as "Day 12 18:42"."""
        time = f"{self.hour:02d}:{self.minute:02d}"
        return Text(f"Day {self.day} {time}", f"{self.day}日目 {time}")


def ticks_of_minutes(minutes: int | float | Fraction) -> int:
    """The ticks that `minutes` game minutes take, a part of a tick rounded up.

    A float is taken as the decimal number it is written as: 0.1 is one tenth, one tick.
    """
    exact = Fraction(repr(minutes)) if isinstance(minutes, float) else Fraction(minutes)
    return -(-exact.numerator * TICKS_PER_MINUTE // exact.denominator)


def ticks_of_hours(hours: int | float | Fraction) -> int:
    """The ticks that `hours` game hours take, a part of a tick rounded up."""
    exact = Fraction(repr(hours)) if isinstance(hours, float) else Fraction(hours)
    return ticks_of_minutes(exact * 60)


def ticks_at(hour: int, minute: int = 0) -> int:
    """The ticks from 00:00 to this time of day."""
    return hour * TICKS_PER_HOUR + minute * TICKS_PER_MINUTE


def clock_of(tick: int, start_ticks: int = 0) -> Clock:
    """The clock at `tick`, for a game whose tick 0 is `start_ticks` after the first midnight."""
    day, rest = divmod(tick + start_ticks, TICKS_PER_DAY)
    hour, rest = divmod(rest, TICKS_PER_HOUR)
    return Clock(day + 1, hour, rest // TICKS_PER_MINUTE)


def tick_of(clock: Clock, start_ticks: int = 0) -> int:
    """The first tick of this minute; the reverse of `clock_of`."""
    return (clock.day - 1) * TICKS_PER_DAY + ticks_at(clock.hour, clock.minute) - start_ticks


def next_midnight(tick: int, start_ticks: int = 0) -> int:
    """The first tick of the day after the one that `tick` lies in."""
    return tick + TICKS_PER_DAY - (tick + start_ticks) % TICKS_PER_DAY


def duration(ticks: int) -> Text:
    """A span of time as people read it, such as "2 d 3 h 05 min"; a part of a minute is rounded up."""
    minutes = -(-ticks // TICKS_PER_MINUTE)
    days, rest = divmod(minutes, 24 * 60)
    hours, left = divmod(rest, 60)
    if days:
        return Text(f"{days} d {hours} h {left:02d} min", f"{days}日{hours}時間{left:02d}分")
    if hours:
        return Text(f"{hours} h {left:02d} min", f"{hours}時間{left:02d}分")
    return Text(f"{left} min", f"{left}分")
