"""Exact courses of the toolbox against enumeration and against seeded samples."""

from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.books.toolbox import BOOK, ask, courses, environment, poisons
from meikyu.books.toolbox.checks import chance

P = BOOK.params()
FACES = range(1, 21)
RUNS = 1_000_000
SIGMAS = 5

bonuses = st.integers(-12, 14)
modes = st.sampled_from(["flat", "advantage", "disadvantage"])


def faces_of(mode):
    """Every way a d20 can fall in a mode, as the die that counts."""
    if mode == "flat":
        return list(FACES)
    pick = max if mode == "advantage" else min
    return [pick(pair) for pair in product(FACES, FACES)]


def thrown(rng, mode="flat", size=RUNS):
    dice = rng.integers(1, 21, (2, size))
    if mode == "flat":
        return dice[0]
    return dice.max(0) if mode == "advantage" else dice.min(0)


def near(share, sampled, runs=RUNS):
    """Whether a sampled share is within five standard deviations of the exact one."""
    p = float(share)
    return abs(sampled - p) <= SIGMAS * sqrt(max(p * (1 - p), 1e-12) / runs) + 1e-9


@given(bonuses, st.integers(1, 30), modes)
def test_chance_is_the_share_of_faces(bonus, dc, mode):
    dice = faces_of(mode)
    counted = Fraction(sum(die + bonus >= dc for die in dice), len(dice))
    assert chance(P.check, bonus, dc, mode) == counted


def enumerated(con_save, dcs, mode, level):
    """Levels after saves, by walking every fall of every die."""
    dice = faces_of(mode)
    found = {}

    def walk(at, rest, share):
        if at == 6 or not rest:
            found[at] = found.get(at, 0) + share
            return
        passes = sum(die + con_save - 2 * at >= rest[0] for die in dice)
        for after, count in ((at, passes), (at + 1, len(dice) - passes)):
            if count:
                walk(after, rest[1:], share * Fraction(count, len(dice)))

    walk(level, tuple(dcs), Fraction(1))
    return found


@given(bonuses, st.lists(st.integers(1, 25), max_size=7), modes, st.integers(0, 6))
def test_levels_equal_enumeration(con_save, dcs, mode, level):
    assert courses.levels_after(P, con_save, dcs, mode, level) == enumerated(con_save, dcs, mode, level)


@given(bonuses, st.lists(st.integers(1, 25), max_size=40), modes)
def test_levels_add_up_and_a_better_save_never_harms(con_save, dcs, mode):
    worse, better = (courses.levels_after(P, con_save + more, dcs, mode) for more in (0, 1))
    assert sum(worse.values()) == 1
    assert list(worse) == sorted(worse)
    assert all(worse.values())
    for level in range(6):
        at_most = [sum(c for at, c in found.items() if at <= level) for found in (worse, better)]
        assert at_most[0] <= at_most[1]


@pytest.mark.parametrize(
    ("hazard", "facts", "dcs", "mode"),
    [
        ("march", {"hours": 13}, [11, 12, 13, 14, 15], "flat"),
        ("extreme_cold", {"hours": 5}, [10] * 5, "flat"),
        ("extreme_heat", {"hours": 6, "armor": "heavy"}, [5, 6, 7, 8, 9, 10], "disadvantage"),
        ("deep_water", {"hours": 4.75}, [10] * 4, "flat"),
        ("frigid_water", {"minutes": 20, "con_score": 13}, [10] * 7, "flat"),
    ],
)
def test_hazards_equal_a_million_runs(hazard, facts, dcs, mode):
    if hazard == "march":
        value = ask("travel.march", con_saves=[2], **facts)["value"]["members"][0]
    else:
        value = ask("hazard.odds", hazard=hazard, con_save=2, **facts)["value"]
    told = {int(level): Fraction(share["fraction"]) for level, share in value["levels"].items()}
    rng = np.random.default_rng(5)
    level = np.zeros(RUNS, np.int64)
    for dc in dcs:
        missed = thrown(rng, mode) + 2 - 2 * level < dc
        level = np.minimum(level + missed, 6)
    counts = np.bincount(level, minlength=7) / RUNS
    assert sum(told.values()) == 1
    for at in range(7):
        assert near(told.get(at, 0), counts[at]), at


def test_thin_ice_equals_enumeration():
    sums = [sum(dice) for dice in product(range(1, 11), repeat=3)]
    for weight in (0, 29, 30, 31, 155, 160, 165, 300, 301, 160.5):
        counted = Fraction(sum(weight > total * 10 for total in sums), len(sums))
        assert environment.p_breaks(P.environment, Fraction(repr(weight))) == counted
        assert ask("hazard.odds", hazard="thin_ice", weight=weight)["value"]["p_breaks"]["fraction"] == str(
            counted
        )


def plague_by_hand(con_save, level, days):
    """Chances to end on each day, by walking every branch."""
    found = {}

    def walk(at, day, share):
        if day > days:
            return
        passes = sum(die + con_save - 2 * at >= 11 for die in FACES)
        for after, count in ((at - 1, passes), (at + 1, 20 - passes)):
            if not count:
                continue
            part = share * Fraction(count, 20)
            if after in (0, 6):
                cured, dead = found.get(day, (Fraction(0), Fraction(0)))
                found[day] = (cured + part, dead) if after == 0 else (cured, dead + part)
            else:
                walk(after, day + 1, part)

    walk(level, 1, Fraction(1))
    return found


@pytest.mark.parametrize(("con_save", "level"), [(0, 1), (3, 2), (-4, 3), (9, 5), (20, 4), (-20, 1)])
def test_plague_equals_enumeration(con_save, level):
    course = courses.contagion_course(P, "sewer_plague", con_save, level, 9, limited=True)
    by_hand = plague_by_hand(con_save, level, 9)
    assert course.by_day == by_hand
    assert course.p_cured == sum(c for c, _ in by_hand.values())
    assert course.p_dead == sum(d for _, d in by_hand.values())


def test_plague_equals_a_million_runs():
    course = courses.contagion_course(P, "sewer_plague", 2, 2, 30, limited=False)
    rng = np.random.default_rng(7)
    level, days = np.full(RUNS, 2), np.zeros(RUNS, np.int64)
    going = np.ones(RUNS, bool)
    while going.any():
        size = int(going.sum())
        saved = thrown(rng, size=size) + 2 - 2 * level[going] >= 11
        level[going] += np.where(saved, -1, 1)
        days[going] += 1
        going &= (level > 0) & (level < 6)
    assert course.p_cured + course.p_dead == 1
    assert near(course.p_cured, (level == 0).mean())
    assert abs(days.mean() - float(course.expected_days)) <= SIGMAS * days.std() / sqrt(RUNS)
    for day in range(1, 13):
        cured, dead = course.by_day.get(day, (0, 0))
        assert near(cured, ((days == day) & (level == 0)).mean())
        assert near(dead, ((days == day) & (level == 6)).mean())


def test_fever_equals_a_million_runs():
    course = courses.contagion_course(P, "cackle_fever", 1, 4, 30, limited=False)
    rng = np.random.default_rng(11)
    level, successes, days = np.full(RUNS, 4), np.zeros(RUNS, np.int64), np.zeros(RUNS, np.int64)
    going = np.ones(RUNS, bool)
    while going.any():
        size = int(going.sum())
        successes[going] += thrown(rng, size=size) + 1 - 2 * level[going] >= 13
        level[going] = np.maximum(level[going] - 1, 1)
        days[going] += 1
        going &= successes < 3
    assert (course.p_cured, course.p_dead) == (1, 0)
    assert abs(days.mean() - float(course.expected_days)) <= SIGMAS * days.std() / sqrt(RUNS)
    for day in range(1, 31):
        assert near(course.by_day.get(day, (0, 0))[0], (days == day).mean())


def dice_sum(rng, text, size):
    number, _, sides = text.partition("d")
    return rng.integers(1, int(sides) + 1, (int(number), size)).sum(0)


@pytest.mark.parametrize("poison", list(poisons.poisons()))
def test_poisons_equal_a_million_runs(poison):
    row = poisons.poisons()[poison]
    found = courses.poison_course(P.check, poison, 3)
    rng = np.random.default_rng(13)
    failed = thrown(rng) + 3 < row.dc
    damage = np.zeros(RUNS)
    if row.dice:
        rolled = dice_sum(rng, row.dice, RUNS)
        damage += np.where(failed, rolled, rolled // 2 if row.half else 0)
    if row.repeat_dice:
        successes = np.where(failed, 0, row.successes)
        while (successes < row.successes).any():
            going = successes < row.successes
            size = int(going.sum())
            saved = thrown(rng, size=size) + 3 >= row.dc
            damage[going] += np.where(saved, 0, dice_sum(rng, row.repeat_dice, size))
            successes[going] += saved
    assert near(found.p_fail, failed.mean())
    assert found.p_condition == (found.p_fail if row.condition else 0)
    spread = max(damage.std(), 1e-9)
    assert abs(damage.mean() - float(found.expected_damage)) <= SIGMAS * spread / sqrt(RUNS)


@given(bonuses, st.sampled_from(list(poisons.poisons())))
def test_poisons_without_later_saves_equal_enumeration(con_save, poison):
    row = poisons.poisons()[poison]
    found = courses.poison_course(P.check, poison, con_save)
    fails = Fraction(sum(die + con_save < row.dc for die in FACES), 20)
    assert found.p_fail == fails
    if row.repeat_dice:
        assert (found.expected_damage is None) == (fails == 1)
        return
    number, _, sides = row.dice.partition("d") if row.dice else ("0", "", "1")
    weights = {0: 1}
    for _ in range(int(number)):
        following = {}
        for total, weight in weights.items():
            for face in range(1, int(sides) + 1):
                following[total + face] = following.get(total + face, 0) + weight
        weights = following
    cases = sum(weights.values())
    whole = Fraction(sum(t * w for t, w in weights.items()), cases)
    half = Fraction(sum(t // 2 * w for t, w in weights.items()), cases) if row.half else 0
    assert found.expected_damage == fails * whole + (1 - fails) * half


@given(bonuses, st.integers(1, 25), st.integers(1, 12))
def test_turns_add_up(bonus, dc, cap):
    ends = courses.turns_until_success(P.check, bonus, dc, cap)
    assert sum(ends.values()) == 1
    assert max(ends) <= cap
    assert all(ends.values())
    for turns in range(1, cap):
        later = sum(share for turn, share in ends.items() if turn > turns)
        assert later == courses.still_on(P.check, bonus, dc, turns)


@pytest.mark.parametrize(("contagion", "dc"), [("sewer_plague", 11), ("cackle_fever", 13)])
def test_recuperating_equals_a_million_runs(contagion, dc):
    course = courses.cared_course(P, contagion, 1, 2)
    rng = np.random.default_rng(17)
    level, successes, days = np.full(RUNS, 2), np.zeros(RUNS, np.int64), np.zeros(RUNS, np.int64)
    helped, going, day = np.zeros(RUNS, bool), np.ones(RUNS, bool), 0
    while going.any():
        day += 1
        size = int(going.sum())
        die = np.where(helped[going], thrown(rng, "advantage", size), thrown(rng, "flat", size))
        saved = die + 1 - 2 * level[going] >= dc
        days[going] += 1
        if contagion == "sewer_plague":
            level[going] += np.where(saved, -1, 1)
            going &= (level > 0) & (level < 6)
        else:
            successes[going] += saved
            level[going] = np.maximum(level[going] - 1, 1)
            going &= successes < 3
        helped[:] = (day % 3 == 0) & (thrown(rng) + 1 - 2 * level >= 15)
    cured = level == 0 if contagion == "sewer_plague" else successes == 3
    assert near(course.p_cured, cured.mean())
    assert near(course.p_dead, 1 - cured.mean())
    assert abs(days.mean() - float(course.expected_days)) <= SIGMAS * days.std() / sqrt(RUNS)


@given(bonuses, st.integers(1, 5), st.sampled_from(["sewer_plague", "cackle_fever"]))
def test_recuperating_never_harms(con_save, level, contagion):
    resting = courses.cared_course(P, contagion, con_save, level)
    plain = courses.contagion_course(P, contagion, con_save, level, 0, limited=False)
    assert resting.p_cured >= plain.p_cured
    assert resting.p_cured + resting.p_dead == plain.p_cured + plain.p_dead


@given(modes, st.integers(1, 20))
def test_waking_die_is_the_share_of_faces(mode, face):
    dice = faces_of(mode)
    possession = P.possession._replace(trigger_die=face)
    assert courses.p_wakes(P.check, possession, mode) == Fraction(dice.count(face), len(dice))
