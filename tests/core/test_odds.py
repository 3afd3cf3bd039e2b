"""Exact odds against counting out every way the dice can fall, and against many throws."""

from fractions import Fraction
from itertools import product

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests import strategies

from meikyu.core import odds
from meikyu.core.dice import Expr, Keep, Pool, parse, range_of, roll
from meikyu.core.odds import Distribution, of_expr
from meikyu.core.rng import KeyedDice, Stream
from meikyu.errors import InputError

HALF = Fraction(1, 2)
weights = st.dictionaries(st.integers(-9, 9), st.integers(0, 9), min_size=1).filter(lambda w: any(w.values()))
distributions = st.builds(odds.of_weights, weights)


class EveryWay:
    """Dice that fall as a path says; past its end they show 1, and the path grows."""

    def __init__(self, path: list[list[int]]) -> None:
        self.path = path
        self.thrown = 0

    def roll(self, sides: int) -> int:
        if self.thrown == len(self.path):
            self.path.append([sides, 1])
        assert self.path[self.thrown][0] == sides
        self.thrown += 1
        return self.path[self.thrown - 1][1]


def counted_out(expr: Expr, limit: int = 3000) -> dict[int, Fraction]:
    """The brute-force twin of `of_expr`: the chances of totals, by throwing `roll` every way there is."""
    chances: dict[int, Fraction] = {}
    path: list[list[int]] = []
    for _ in range(limit):
        total = roll(expr, EveryWay(path)).total
        chance = Fraction(1)
        for sides, _ in path:
            chance /= sides
        chances[total] = chances.get(total, Fraction(0)) + chance
        while path and path[-1][0] == path[-1][1]:
            path.pop()
        if not path:
            return chances
        path[-1][1] += 1
    assume(False)
    raise AssertionError


@given(strategies.pools(size=3, sides=4))
def test_pools_equal_counting_out(pool):
    assert dict(of_expr(pool)) == counted_out(pool, limit=20_000)


@given(strategies.exprs(strategies.pools(size=2, sides=4, explode=1), size=3))
def test_expressions_equal_counting_out(expr):
    assert dict(of_expr(expr)) == counted_out(expr)


@given(strategies.exprs())
def test_support_stays_in_the_range(expr):
    found = of_expr(expr)
    low, high = range_of(expr)
    assert low <= min(found)
    assert max(found) <= high
    if "==" not in str(expr):
        assert (low, high) == (min(found), max(found))


@given(strategies.exprs())
def test_mean_equals_the_mean_of_the_distribution(expr):
    assert odds.mean(expr) == of_expr(expr).mean


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("2d6", 1),
        ("4d6kh3", 2),
        ("2d20kl1+5", 3),
        ("3d6!2", 4),
        ("4d6r<=2", 5),
        ("18d10", 6),
        ("max(d8,2d4)*d3", 7),
    ],
)
def test_many_throws_come_near(text, seed):
    expr, throws = parse(text), 4000
    dice = KeyedDice(seed, Stream.TEST)
    total = sum(roll(expr, dice).total for _ in range(throws))
    found = of_expr(expr)
    error = abs(Fraction(total, throws) - found.mean)
    assert error**2 < 9 * found.variance / throws  # three standard errors, at these seeds


@pytest.mark.parametrize(
    ("text", "value", "chance"),
    [("2d6", 7, "1/6"), ("4d6kh3", 18, "7/432"), ("2d20kh1>=15", 1, "51/100"), ("d20r<=1", 1, "1/400"),
     ("d6!10", 66, "1/362797056"), ("18d10", 18, "1/1000000000000000000"),
     ("d6//2", 0, "1/6"), ("d6", 7, "0"), ("2d1!3", 8, "1")],
)  # fmt: skip
def test_known_chances(text, value, chance):
    assert of_expr(parse(text))[value] == Fraction(chance)


def test_big_pools_are_quick_and_exact():
    found = of_expr(parse("1000d6"))
    assert (len(found), found.mean, found.variance) == (5001, 3500, Fraction(1000 * 35, 12))
    found = of_expr(parse("100d100"))
    assert (len(found), found.mean, found.variance) == (9901, 5050, Fraction(100 * 9999, 12))
    assert of_expr(parse("2d10000kh1"))[10_000] == Fraction(19_999, 100_000_000)


def test_mean_of_very_many_dice():
    assert odds.mean(parse("90d10000*90d10000-d6")) == Fraction(90 * 10_001, 2) ** 2 - Fraction(7, 2)


@pytest.mark.parametrize(
    "text",
    [
        "1000d10000",
        "d10000>=d10000",
        "1000d6r<=1",
        "3d1000kh2",
        "500d20kh250",
        "300d6dh2",
        "+".join(["d2000*d2000"] * 3),
    ],
)
def test_too_much_work_is_refused_in_both_languages(text):
    with pytest.raises(InputError) as caught:
        of_expr(parse(text))
    error = caught.value
    assert error.kind == "out_of_range"
    for lang, known in (("en", "allowed"), ("ja", "上限は")):
        assert known in error.say(lang)
        assert f"{error.got:,}" in error.say(lang)
        assert f"{int(str(error.allowed)[3:]):,}" in error.say(lang)


def test_work_adds_up_over_one_computation():
    work = odds.Work(limit=100)
    odds.combine(max, odds.die(8), odds.die(8), work)
    with pytest.raises(InputError):
        odds.combine(max, odds.die(8), odds.die(8), work)


@given(distributions, distributions)
def test_convolve_and_combine_equal_counting(a, b):
    def counted(function):
        chances: dict[int, Fraction] = {}
        for (x, p), (y, q) in product(a.items(), b.items()):
            chances[function(x, y)] = chances.get(function(x, y), Fraction(0)) + p * q
        return chances

    assert dict(odds.convolve(a, b)) == counted(lambda x, y: x + y)
    assert dict(odds.combine(max, a, b)) == counted(max)
    assert odds.convolve(a, b) == odds.convolve(b, a)
    assert odds.convolve() == odds.constant(0)


@given(distributions)
def test_a_distribution_is_a_mapping_that_sums_to_one(a):
    assert sum(a.values()) == 1
    assert list(a) == sorted(a)
    assert a == odds.of_chances(dict(a))
    assert hash(a) == hash(odds.of_chances(dict(a)))
    assert a[99] == 0
    assert 99 not in a
    assert all(value in a for value in a)
    assert a.mean == sum(value * chance for value, chance in a.items())
    assert a.variance == sum((value - a.mean) ** 2 * chance for value, chance in a.items())
    assert a.chance(lambda value: value > 0) == sum(chance for value, chance in a.items() if value > 0)


@given(distributions, strategies.chances)
def test_quantile_is_the_least_value_that_reaches_the_share(a, share):
    found = a.quantile(share)
    assert a.chance(lambda value: value <= found) >= share
    assert found == min(a) or a.chance(lambda value: value < found) < share


def test_quantile_ends():
    assert [odds.die(6).quantile(share) for share in (0, Fraction(1, 6), HALF, Fraction(51, 100), 1)] == [
        1,
        1,
        3,
        4,
        6,
    ]
    with pytest.raises(ValueError, match="share"):
        odds.die(6).quantile(2)


@given(distributions)
def test_map_gathers_what_falls_together(a):
    assert a.map(abs)[3] == (a[3] + a[-3])
    assert a.map(lambda value: value + 1).mean == a.mean + 1


def test_a_distribution_cannot_be_changed():
    with pytest.raises(AttributeError):
        odds.die(6).total = 5  # pyright: ignore
    with pytest.raises(TypeError):
        odds.die(6)[1] = HALF  # pyright: ignore


@given(strategies.chances, distributions, distributions)
def test_mixture(chance, a, b):
    mixed = odds.mixture([(chance, a), (1 - chance, b)])
    for value in {*a, *b}:
        assert mixed[value] == chance * a[value] + (1 - chance) * b[value]


def test_half_damage_rounds_down_for_each_roll():
    save = Fraction(2, 5)
    damage = of_expr(parse("2d10"))
    mixed = odds.mixture([(1 - save, damage), (save, damage.map(lambda value: value // 2))])
    assert mixed.mean == Fraction(3, 5) * 11 + Fraction(2, 5) * Fraction(21, 4)


@given(st.lists(strategies.chances, max_size=6))
def test_successes_equal_counting_every_outcome(chances):
    counted: dict[int, Fraction] = {}
    for outcome in product((0, 1), repeat=len(chances)):
        chance = Fraction(1)
        for hit, p in zip(outcome, chances, strict=True):
            chance *= p if hit else 1 - p
        counted[sum(outcome)] = counted.get(sum(outcome), Fraction(0)) + chance
    assert dict(odds.successes(chances)) == {n: p for n, p in counted.items() if p}


@pytest.mark.parametrize(
    "bad",
    [
        lambda: odds.of_weights({}),
        lambda: odds.of_weights({1: 0}),
        lambda: odds.of_weights({1: 2, 2: -1}),
        lambda: odds.of_chances({1: HALF}),
        lambda: odds.of_chances({1: Fraction(3, 2), 2: -HALF}),
        lambda: odds.event(Fraction(3, 2)),
        lambda: odds.mixture([(HALF, odds.die(6))]),
        lambda: odds.successes([Fraction(-1, 2)]),
    ],
)
def test_what_is_no_distribution_is_refused(bad):
    with pytest.raises(ValueError, match="must be"):
        bad()


@pytest.mark.parametrize(
    ("number", "text", "value"),
    [(Fraction(9, 40), "9/40", 0.225), (Fraction(18, 80), "9/40", 0.225), (Fraction(4), "4", 4.0),
     (0, "0", 0.0), (1, "1", 1.0), (Fraction(-1, 3), "-1/3", -1 / 3),
     (Fraction(10**400, 10**400 + 1), None, 1.0)],
)  # fmt: skip
def test_exact_numbers_as_answers_print_them(number, text, value):
    assert odds.exact(number) == {"fraction": text or str(number), "value": value}
    assert msgspec.json.decode(msgspec.json.encode(odds.exact(number)))["value"] == value
    assert odds.fraction_text(number) == odds.exact(number)["fraction"]


def test_advantage_is_the_best_of_two():
    best = of_expr(Pool(2, 20, keep=Keep("kh", 1)))
    assert isinstance(best, Distribution)
    assert best == odds.combine(max, odds.die(20), odds.die(20))
