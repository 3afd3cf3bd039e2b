"""Game time."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.core import clock
from meikyu.core.clock import Clock


def test_units():
    assert (clock.TICKS_PER_MINUTE, clock.TICKS_PER_HOUR, clock.TICKS_PER_DAY) == (10, 600, 14400)


@pytest.mark.parametrize(
    ("minutes", "ticks"),
    [
        (0, 0),
        (1, 10),
        (2.5, 25),
        (0.1, 1),
        (0.3, 3),
        (Fraction(1, 3), 4),
        (Fraction(1, 10**9), 1),
        (1440, 14400),
    ],
)
def test_minutes_round_up_to_whole_ticks(minutes, ticks):
    assert clock.ticks_of_minutes(minutes) == ticks


@given(st.fractions(min_value=0, max_value=10**6))
def test_no_tick_too_few_or_too_many(minutes):
    ticks = clock.ticks_of_minutes(minutes)
    assert ticks - 1 < minutes * 10 <= ticks


def test_hours():
    assert clock.ticks_of_hours(3) == 1800
    assert clock.ticks_of_hours(0.1) == 60
    assert clock.ticks_of_hours(Fraction(1, 7)) == 86


def test_clock_from_midnight():
    assert clock.clock_of(0) == (1, 0, 0)
    assert clock.clock_of(14399) == (1, 23, 59)
    assert clock.clock_of(14400) == (2, 0, 0)


def test_a_game_that_opens_at_six():
    six = clock.ticks_at(6)
    assert clock.clock_of(0, six) == (1, 6, 0)
    assert clock.clock_of(18 * 600 - 1, six) == (1, 23, 59)
    assert clock.clock_of(18 * 600, six) == (2, 0, 0)
    assert clock.next_midnight(0, six) == 18 * 600
    assert clock.next_midnight(18 * 600, six) == 18 * 600 + 14400


@given(st.integers(0, 10**9), st.integers(0, 14399))
def test_tick_of_gives_the_first_tick_of_the_minute(tick, start):
    moment = clock.clock_of(tick, start)
    first = clock.tick_of(moment, start)
    assert 0 <= tick - first < 10
    assert clock.clock_of(first, start) == moment
    assert clock.clock_of(first - 1, start) != moment


@given(st.integers(0, 10**9), st.integers(0, 14399))
def test_next_midnight_starts_the_next_day(tick, start):
    midnight = clock.next_midnight(tick, start)
    assert midnight > tick
    assert clock.clock_of(midnight, start) == (clock.clock_of(tick, start).day + 1, 0, 0)
    assert clock.clock_of(midnight - 1, start).day == clock.clock_of(tick, start).day


def test_texts():
    assert Clock(12, 18, 42).text() == ("Day 12 18:42", "12日目 18:42")
    assert Clock(1, 6, 5).text().say("ja") == "1日目 06:05"
    assert clock.duration(1) == ("1 min", "1分")
    assert clock.duration(650) == ("1 h 05 min", "1時間05分")
    assert clock.duration(2 * 14400 + 3 * 600 + 41) == ("2 d 3 h 05 min", "2日3時間05分")
