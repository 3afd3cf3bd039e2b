"""Traps: exact odds against enumeration and seeded samples, house rules in cards, and bad input."""

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.books import toolbox
from meikyu.books.toolbox import checks, harm, trap_odds, traps
from meikyu.core.asking import answer
from meikyu.core.params import House
from meikyu.core.rng import KeyedDice, Stream
from meikyu.errors import InputError

P = toolbox.BOOK.params()
ALL = [(trap, tier) for trap in traps.traps() for tier in traps.TIERS]


def enumerated(trap: str, bonus: int) -> tuple[Fraction, Fraction]:
    """Mean damage and chance to fail of a base-tier trap, every face of every die counted by hand."""
    record, found = traps.traps()[trap], traps.traps()[trap].tiers[0]
    faces: list[list[int]] = []
    for part in found.damage:
        size, sides = map(int, part.dice.split("d"))
        faces += [list(range(1, sides + 1))] * size
    sums = [sum(dice) for dice in itertools.product(*faces)]
    if not record.save:
        return Fraction(sum(sums), len(sums)), Fraction(1)
    whole = fails = Fraction(0)
    for die in range(1, 21):
        if die + bonus < found.dc:
            fails += Fraction(1, 20)
            whole += Fraction(1, 20) * Fraction(sum(sums), len(sums))
        elif record.on_success == "half":
            whole += Fraction(1, 20) * Fraction(sum(s // 2 for s in sums), len(sums))
    return whole, fails


@pytest.mark.parametrize("bonus", [-3, 0, 2, 7, 19])
@pytest.mark.parametrize(
    "trap",
    ["collapsing_roof", "falling_net", "fire_casting_statue", "hidden_pit", "poisoned_needle", "spiked_pit"],
)
def test_members_equal_enumeration(trap, bonus):
    found = trap_odds.member(P.check, trap, "1-4", bonus)
    assert (found.expected, found.fails) == enumerated(trap, bonus)


def test_darts_equal_enumeration():
    worst = Counter()
    for darts in (1, 2, 3):
        for dice in itertools.product(range(1, 7), repeat=darts):
            worst[sum(dice)] += Fraction(1, 3 * 6**darts)
    assert dict(trap_odds.blow("poisoned_darts", "1-4").failed) == worst


@given(st.lists(st.integers(-5, 20), min_size=1, max_size=6), st.sampled_from(ALL))
def test_failures_equal_enumeration(bonuses, which):
    fails = [trap_odds.member(P.check, *which, bonus).fails for bonus in bonuses]
    want: Counter[int] = Counter()
    for outcome in itertools.product((0, 1), repeat=len(fails)):
        chance = Fraction(1)
        for failed, p in zip(outcome, fails, strict=True):
            chance *= p if failed else 1 - p
        want[sum(outcome)] += chance
    found = trap_odds.failures(P.check, *which, tuple(bonuses))
    assert dict(found) == {n: chance for n, chance in want.items() if chance}


@pytest.mark.parametrize(("trap", "tier"), ALL)
def test_members_equal_a_seeded_sample(trap, tier):
    """Dice thrown one by one agree with the exact mean within five standard errors."""
    runs, bonus = 3_000, 3
    dice = KeyedDice(11, Stream.TEST)
    struck = [harm.strike(P.check, dice, trap=trap, tier=tier, bonus=bonus).value for _ in range(runs)]
    exact = trap_odds.member(P.check, trap, tier, bonus)
    error = 5 * (float(exact.damage.variance) / runs) ** 0.5
    assert abs(sum(s.damage for s in struck) / runs - exact.expected) <= error
    share = sum(not s.saved for s in struck) / runs
    assert abs(share - exact.fails) <= 5 * (float(exact.fails * (1 - exact.fails)) / runs) ** 0.5


@given(st.integers(1, 40), st.lists(st.integers(-5, 20), min_size=1, max_size=5), st.booleans())
def test_detection_equals_enumeration(dc, bonuses, advantage):
    missed = Fraction(1)
    for bonus in bonuses:
        dice = itertools.product(range(1, 21), repeat=2)
        seen = sum((max(a, b) if advantage else a) + bonus >= dc for a, b in dice)
        missed *= 1 - Fraction(seen, 400)
    assert trap_odds.detection(P.check, dc, tuple(bonuses), advantage) == 1 - missed


@given(st.sampled_from(ALL), st.integers(-5, 20), st.integers(1, 300))
def test_dropping_is_no_likelier_with_more_hit_points(which, bonus, hp):
    found = trap_odds.member(P.check, *which, bonus)
    assert trap_odds.drops(found, hp) >= trap_odds.drops(found, hp + 1)
    most = max(found.damage)
    assert trap_odds.drops(found, most + 1) == 0
    assert most == 0 or trap_odds.drops(found, most) > 0


@pytest.mark.parametrize(("trap", "tier"), ALL)
def test_cards_agree_with_the_odds_and_speak_both_languages(trap, tier):
    card = toolbox.ask("trap.card", trap=trap, tier=tier)
    value = card["value"]
    figures = traps.figures(trap, tier)
    assert [part["dice"] for part in value["damage"]] == [part.dice for part in figures.damage]
    assert [part["average"] for part in value["damage"]] == [checks.average(d.dice) for d in figures.damage]
    assert (value["save"] is None) == (trap in ("hidden_pit", "spiked_pit"))
    assert (value["severity"] is None) == bool(card["warnings"])
    texts = [
        value["name"],
        *(t for t in value["words"].values() if t),
        *(d["finds"] for d in value["detect"]),
    ]
    texts += [way["text"] for way in value["disarm"] + value["escape"]]
    for text in texts:
        assert text["en"].isascii()
        assert not text["ja"].isascii()
        assert "{" not in text["en"] + text["ja"]


def test_every_trap_can_be_named_in_both_languages():
    for code, trap in traps.traps().items():
        for name in (code, trap.name.en, trap.name.ja, trap.name.en.upper()):
            assert traps.register().find(name) == code


def test_a_house_changes_the_card_and_says_so():
    house = House("ours", {"toolbox.stone.slow_dc": 18, "toolbox.stone.hit_points": 60}, {})
    made = answer(toolbox.BOOK, "trap.card", {"trap": "rolling_stone", "tier": "11-16"}, house=house)
    assert made["house"]["name"] == "ours"
    assert made["value"]["escape"][0]["dc"] == 18
    assert "60 Hit Points" in made["value"]["escape"][1]["text"]["en"]


def test_a_house_may_print_the_misprint():
    house = House("as printed", {"toolbox.trap.printed_averages": True}, {})
    given = {"trap": "spiked_pit", "tier": "17-20"}
    plain, printed = (answer(toolbox.BOOK, "trap.card", given, house=h)["value"] for h in (None, house))
    assert [part["average"] for part in plain["damage"]] == [42, 58]
    assert [part["average"] for part in printed["damage"]] == [42, 57]


def test_a_roll_depends_on_the_seed_alone():
    given = {"trap": "poisoned_darts", "tier": "17-20", "saves": [0, 3, -1]}
    rolls = [toolbox.ask("trap.roll", **given, seed=seed)["value"] for seed in (1, 1, 2, 3, 4)]
    assert rolls[0] == rolls[1]
    assert len({str(r) for r in rolls}) > 1
    for roll in rolls:
        for member in roll["members"]:
            assert member["saved"] == (member["total"] >= 13)
            assert (member["damage"] == 0) == member["saved"]


@pytest.mark.parametrize(
    ("given", "kind", "field"),
    [
        ({"trap": "bear trap"}, "not_allowed", "trap"),
        ({"trap": 3}, "wrong_type", "trap"),
        ({"tier": "1-5"}, "not_allowed", "tier"),
        ({"tier": 1}, "wrong_type", "tier"),
        ({"saves": []}, "out_of_range", "saves"),
        ({"saves": [1.5]}, "wrong_type", "saves[0]"),
        ({"saves": [0, 999]}, "out_of_range", "saves[1]"),
        ({"hp": [3]}, "out_of_range", "hp"),
        ({"hp": [3, 0]}, "out_of_range", "hp[1]"),
        ({"level": 3}, "unknown_field", "level"),
    ],
)
def test_bad_input_is_named(given, kind, field):
    with pytest.raises(InputError) as caught:
        toolbox.ask("trap.odds", **({"trap": "hidden_pit", "tier": "1-4", "saves": [0, 1]} | given))
    assert (caught.value.kind, caught.value.field) == (kind, field)


SAMPLED = [(trap, "5-10") for trap in traps.traps()] + [("collapsing_roof", "17-20"), ("spiked_pit", "17-20")]


@pytest.mark.parametrize(("trap", "tier"), SAMPLED)
def test_members_equal_a_million_seeded_runs(trap, tier):
    """Another way to throw: whole arrays of dice, by numpy, read from the trap's own card."""
    runs, bonus = 1_000_000, 3
    rng = np.random.default_rng(5)
    card = toolbox.ask("trap.card", trap=trap, tier=tier)["value"]

    def thrown(dice):
        size, sides = map(int, dice.split("d"))
        return sum((rng.integers(1, sides, runs, endpoint=True) for _ in range(size)), np.zeros(runs, int))

    failed = np.ones(runs, bool)
    if card["save"]:
        failed = rng.integers(1, 20, runs, endpoint=True) + bonus < card["save"]["dc"]
    damage = np.zeros(runs, int)
    for part in card["damage"]:
        times = thrown(card["times"]) if card["times"] else np.ones(runs, int)
        rolled = sum((thrown(part["dice"]) * (times > n) for n in range(3)), np.zeros(runs, int))
        spared = rolled // 2 if part["on_success"] == "half" else 0
        damage += np.where(failed, rolled, spared)
    exact = trap_odds.member(P.check, trap, tier, bonus)
    assert abs(damage.mean() - exact.expected) <= 5 * (float(exact.damage.variance) / runs) ** 0.5
    assert abs(failed.mean() - exact.fails) <= 5 * (float(exact.fails * (1 - exact.fails)) / runs) ** 0.5
    median = exact.damage.quantile(Fraction(1, 2))
    share = exact.damage.chance(lambda value: value <= median)
    assert abs((damage <= median).mean() - share) <= 5 * (float(share * (1 - share)) / runs) ** 0.5
