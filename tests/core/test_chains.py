"""Absorbing chains: known courses, the slow twins, and what never ends."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.core.chains import Chain, markov
from meikyu.core.odds import Work
from meikyu.core.rng import KeyedDice, Stream
from meikyu.errors import InputError

HALF = Fraction(1, 2)


def walk(at: int) -> dict[int, Fraction]:
    return {at - 1: HALF, at + 1: HALF}


@pytest.mark.parametrize(("start", "top"), [(1, 2), (3, 10), (7, 20), (1, 50)])
def test_gamblers_ruin(start, top):
    found = markov(start, walk, lambda at: at in (0, top)).absorption()
    assert found.ends == {top: Fraction(start, top), 0: 1 - Fraction(start, top)}
    assert found.never == 0
    assert found.steps == start * (top - start)


def test_waiting_for_a_six_takes_six_throws():
    chain = markov("wait", lambda _: {"six": Fraction(1, 6), "wait": Fraction(5, 6)}, lambda s: s == "six")
    assert chain.absorption() == ({"six": 1}, 0, 6)
    assert chain.by_step(3) == [{"six": Fraction(1, 6)}, {"six": Fraction(5, 36)}, {"six": Fraction(25, 216)}]
    assert chain.after(2) == {"six": Fraction(11, 36), "wait": Fraction(25, 36)}
    assert chain.after(0) == {"wait": 1}


def test_a_sickness_by_day():
    """Level up on a failed save, down on a good one; 0 is cured, 6 is dead."""
    fail = Fraction(2, 5)
    chain = markov(1, lambda level: {level + 1: fail, level - 1: 1 - fail}, lambda level: level in (0, 6))
    found = chain.absorption()
    odds_ratio = fail / (1 - fail)
    dead = (1 - 1 / odds_ratio) / (1 - (1 / odds_ratio) ** 6)  # ruin with unequal chances, in closed form
    assert found.ends[6] == dead
    assert found.ends[0] == 1 - dead
    assert found.steps is not None
    days = chain.by_step(400)
    assert days[0] == {0: Fraction(3, 5)}
    assert days[1] == {}
    assert sum(day.get(6, 0) for day in days) == pytest.approx(float(dead), abs=1e-12)
    assert sum(n * sum(day.values()) for n, day in enumerate(days, 1)) == pytest.approx(
        float(found.steps), abs=1e-9
    )


def test_what_may_go_on_for_ever_has_no_expected_steps():
    rows = {"a": {"end": HALF, "b": HALF}, "b": {"c": Fraction(1)}, "c": {"b": Fraction(1)}}
    chain = markov("a", rows.__getitem__, lambda s: s == "end")
    assert chain.absorption() == ({"end": HALF}, HALF, None)
    still = markov(0, lambda s: {s: Fraction(1)}, lambda s: s == 1)
    assert still.absorption() == ({}, 1, None)
    ring = markov(0, lambda s: {(s + 1) % 3: Fraction(1)}, lambda s: s == 9)
    assert ring.absorption() == ({}, 1, None)


def test_an_end_at_the_start():
    chain = markov(0, walk, lambda at: at == 0)
    assert chain == Chain(0, {})
    assert chain.absorption() == ({0: 1}, 0, 0)
    assert chain.by_step(2) == [{}, {}]
    assert chain.after(3) == {0: 1}


@st.composite
def tables(draw):
    """Chains of a few states 0..n-1 that go on, and ends -1 and -2."""
    n = draw(st.integers(1, 6))
    targets = st.sampled_from([-1, -2, *range(n)])
    table = {}
    for state in range(n):
        parts = draw(st.dictionaries(targets, st.integers(1, 4), min_size=1, max_size=4))
        table[state] = {to: Fraction(part, sum(parts.values())) for to, part in parts.items()}
    return table


def solved(table: dict[int, dict[int, Fraction]]) -> tuple[dict[int, Fraction], Fraction | None]:
    """The slow twin: Gauss-Jordan on the equations of the states that can reach an end."""
    can = {-1, -2}
    for _ in table:
        can |= {state for state, row in table.items() if any(to in can for to in row)}
    live = [state for state in table if state in can]

    def solve(right: list[Fraction]) -> list[Fraction]:
        rows = [
            [Fraction(i == j) - table[i].get(j, 0) for j in live] + [r]
            for i, r in zip(live, right, strict=True)
        ]
        for k in range(len(live)):
            pivot = next(i for i in range(k, len(live)) if rows[i][k])
            rows[k], rows[pivot] = rows[pivot], rows[k]
            rows[k] = [x / rows[k][k] for x in rows[k]]
            for i in range(len(live)):
                if i != k and rows[i][k]:
                    rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
        return [row[-1] for row in rows]

    if 0 not in can:
        return {}, None
    at = live.index(0)
    ends = {end: solve([table[s].get(end, Fraction(0)) for s in live])[at] for end in (-1, -2)}
    ends = {end: chance for end, chance in ends.items() if chance}
    return ends, solve([Fraction(1)] * len(live))[at] if sum(ends.values()) == 1 else None


@given(tables())
def test_absorption_equals_solving_the_equations(table):
    chain = markov(0, table.__getitem__, lambda state: state < 0)
    found = chain.absorption()
    ends, steps = solved(table)
    assert found.ends == ends
    assert found.steps == steps
    assert found.never == 1 - sum(ends.values())


@given(tables(), st.integers(0, 8))
def test_steps_add_up(table, steps):
    chain = markov(0, table.__getitem__, lambda state: state < 0)
    now, days = chain.after(steps), chain.by_step(steps)
    assert sum(now.values()) == 1
    assert len(days) == steps
    for end in (-1, -2):
        assert sum(day.get(end, 0) for day in days) == now.get(end, 0)


def test_many_courses_come_near():
    dice = KeyedDice(11, Stream.TEST)
    steps, courses = 0, 2000
    for _ in range(courses):
        at = 3
        while 0 < at < 10:
            at += 1 if dice.below(2) else -1
            steps += 1
    assert steps / courses == pytest.approx(21, abs=1.5)


def test_too_many_states_and_too_much_work_are_refused_in_both_languages():
    def onward(at):
        return {at + 1: Fraction(1)}

    with pytest.raises(InputError) as caught:
        markov(0, onward, lambda at: at == 101, states=100)
    assert "101 states or more, 100 are allowed" in caught.value.say("en")
    assert "状態が101以上あります。上限は100です" in caught.value.say("ja")
    chain = markov(0, onward, lambda at: at == 100, states=100)
    assert chain.absorption() == ({100: 1}, 0, 100)
    for ask in (chain.absorption, lambda work: chain.after(90, work), lambda work: chain.by_step(90, work)):
        with pytest.raises(InputError, match="100 are allowed"):
            ask(Work(limit=100))


@pytest.mark.parametrize("row", [{1: HALF}, {1: Fraction(3, 2), 2: -HALF}, {}])
def test_chances_that_do_not_add_up_are_refused(row):
    with pytest.raises(ValueError, match="add up to 1"):
        markov(0, lambda _: row, lambda at: at > 0)
