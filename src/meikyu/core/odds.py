"""Exact odds: distributions of whole numbers, in fractions throughout; courses of chance are in `chains`.

Weights are whole numbers over one total, so sums and products stay exact and quick; fractions appear where
somebody looks. Steps are counted against `WORK` before they are taken; what would take too long is refused.
icepool is imported only for dice of which some are kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import gcd, lcm
from operator import add
from typing import Any, TypedDict, cast

from meikyu.core.dice import Binary, Expr, Extreme, Minus, Number, Pool, apply_sign
from meikyu.errors import InputError, Text

WORK = 5_000_000  # steps of one computation: a second or two
KEPT_FACES = 200  # values of one die where some of several are kept: icepool goes a call deeper for each

_TOO_MUCH = Text(
    "The exact odds would take {got} steps or more, {limit} are allowed; ask for something smaller",
    "正確な確率を求めるのに{got}段階以上かかります。上限は{limit}です。もっと小さな条件にしてください",
)
_TOO_MANY_FACES = Text(
    "A die has {got} values; where some dice are kept and others not, {limit} are allowed",
    "ダイスの値が{got}通りあります。一部だけを残すときの上限は{limit}通りです",
)


class Exact(TypedDict):
    """An exact number as the answers of questions print it."""

    fraction: str
    value: float


def fraction_text(number: Fraction | int) -> str:
    """The number in lowest terms, without a denominator where it is whole: "9/40", "4"."""
    return str(Fraction(number))


def exact(number: Fraction | int) -> Exact:
    """The number as answers print it: {"fraction": "9/40", "value": 0.225}."""
    return {"fraction": fraction_text(number), "value": float(number)}


class Work:
    """Counts the steps of one computation.

    Args:
        limit: steps allowed.
    """

    def __init__(self, limit: int = WORK) -> None:
        self.limit = limit
        self.spent = 0

    def spend(self, steps: int) -> None:
        """Count steps about to be taken.

        Raises:
            InputError: they pass the limit.
        """
        self.spent += steps
        hold(self.spent, self.limit, _TOO_MUCH)


def hold(got: int, limit: int, text: Text) -> None:
    """Refuse what passes a limit, with a text that has places for `got` and `limit`.

    Raises:
        InputError: `got` is greater than `limit`.
    """
    if got > limit:
        said = text.fill(got=f"{got:,}", limit=f"{limit:,}")
        raise InputError("out_of_range", "", got, f"0..{limit}", said)


def check_sum(chances: Iterable[Fraction | int]) -> None:
    """Hold that chances are all there.

    Raises:
        ValueError: they do not add up to 1, or one is negative.
    """
    chances = list(chances)
    if sum(chances) != 1 or min(chances) < 0:
        raise ValueError(f"chances must be 0 or more and add up to 1, got {[str(c) for c in chances]}")


@dataclass(frozen=True, slots=True)
class Distribution(Mapping[int, Fraction]):
    """How likely each whole number is: a mapping from the possible values, rising, to their chances.

    Build one with the functions below. Equal distributions compare and hash equal. As in a Counter, what is
    not in it has 0.

    Args:
        cases: pairs (value, weight); values rising, weights positive and without a common divisor.
        total: the sum of the weights.
    """

    cases: tuple[tuple[int, int], ...]
    total: int

    def __getitem__(self, value: int) -> Fraction:
        place = bisect_left(self.cases, (value,))
        found = place < len(self.cases) and self.cases[place][0] == value
        return Fraction(self.cases[place][1] if found else 0, self.total)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self[value] > 0

    def __iter__(self) -> Iterator[int]:
        return (value for value, _ in self.cases)

    def __len__(self) -> int:
        return len(self.cases)

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(value * weight for value, weight in self.cases), self.total)

    @property
    def variance(self) -> Fraction:
        """The expected square of the distance from the mean."""
        squares = Fraction(sum(value * value * weight for value, weight in self.cases), self.total)
        return squares - self.mean**2

    def chance(self, holds: Callable[[int], bool]) -> Fraction:
        """The chance of a value for which `holds` is true."""
        return Fraction(sum(weight for value, weight in self.cases if holds(value)), self.total)

    def quantile(self, share: Fraction | int) -> int:
        """The least value which, or less than which, comes with a chance of at least `share`.

        Fraction(1, 2) gives the lower median, 0 the least and 1 the greatest value.

        Raises:
            ValueError: `share` is not in 0..1.
        """
        if not 0 <= share <= 1:
            raise ValueError(f"share must be in 0..1, got {share}")
        sums = accumulate(weight for _, weight in self.cases)
        return next(value for value, below in zip(self, sums, strict=True) if below >= share * self.total)

    def map(self, function: Callable[[int], int]) -> Distribution:
        """The distribution of `function` of the value."""
        weights: dict[int, int] = {}
        for value, weight in self.cases:
            image = function(value)
            weights[image] = weights.get(image, 0) + weight
        return of_weights(weights)


def of_weights(weights: Mapping[int, int]) -> Distribution:
    """The distribution in which each value is as likely as its weight among all.

    Raises:
        ValueError: a weight is negative, or none is positive.
    """
    cases = sorted((value, weight) for value, weight in weights.items() if weight)
    if not cases or min(weight for _, weight in cases) < 0:
        raise ValueError("weights must be 0 or more, and one of them positive")
    common = gcd(*(weight for _, weight in cases))
    reduced = tuple((value, weight // common) for value, weight in cases)
    return Distribution(reduced, sum(weight for _, weight in reduced))


def of_chances(chances: Mapping[int, Fraction]) -> Distribution:
    """The distribution with these chances.

    Raises:
        ValueError: they do not add up to 1, or one is negative.
    """
    check_sum(chances.values())
    total = lcm(*(chance.denominator for chance in chances.values()))
    return of_weights({value: int(chance * total) for value, chance in chances.items()})


def constant(value: int) -> Distribution:
    """The distribution of what is certain."""
    return Distribution(((value, 1),), 1)


def die(sides: int) -> Distribution:
    """One die: 1..sides, all alike."""
    return of_weights(dict.fromkeys(range(1, sides + 1), 1))


def event(chance: Fraction | int) -> Distribution:
    """1 with this chance, else 0."""
    return of_chances({0: Fraction(1 - chance), 1: Fraction(chance)})


def combine(
    function: Callable[[int, int], int], a: Distribution, b: Distribution, work: Work | None = None
) -> Distribution:
    """The distribution of `function(x, y)` for independent x of `a` and y of `b`.

    Raises:
        InputError: it would take too long.
    """
    (work or Work()).spend(len(a) * len(b))
    weights: dict[int, int] = {}
    for x, first in a.cases:
        for y, second in b.cases:
            image = function(x, y)
            weights[image] = weights.get(image, 0) + first * second
    return of_weights(weights)


def convolve(*parts: Distribution, work: Work | None = None) -> Distribution:
    """The distribution of the sum of independent parts; of none, the constant 0.

    Raises:
        InputError: it would take too long.
    """
    work = work or Work()
    return reduce(lambda a, b: combine(add, a, b, work), parts, constant(0))


def mixture(parts: Iterable[tuple[Fraction | int, Distribution]]) -> Distribution:
    """The distribution where one part is chosen with its chance, then its value counts.

    Args:
        parts: pairs (chance, distribution).

    Raises:
        ValueError: the chances do not add up to 1, or one is negative.
    """
    parts = list(parts)
    check_sum(chance for chance, _ in parts)
    total = lcm(*(chance.denominator * part.total for chance, part in parts))
    weights: dict[int, int] = {}
    for chance, part in parts:
        scale = int(chance * total) // part.total
        for value, weight in part.cases:
            weights[value] = weights.get(value, 0) + scale * weight
    return of_weights(weights)


def successes(chances: Iterable[Fraction | int], work: Work | None = None) -> Distribution:
    """How many of several independent trials succeed, each with its own chance (Poisson binomial).

    Raises:
        InputError: it would take too long.
        ValueError: a chance is not in 0..1.
    """
    return convolve(*(event(chance) for chance in chances), work=work)


def of_expr(expr: Expr, work: Work | None = None) -> Distribution:
    """The distribution of a dice expression.

    Raises:
        InputError: it would take too long.
    """
    work = work or Work()
    match expr:
        case Number(value):
            return constant(value)
        case Pool():
            return _pool(expr, work)
        case Minus(of):
            return of_expr(of, work).map(lambda value: -value)
        case Extreme(which, items):
            pick: Callable[[int, int], int] = min if which == "min" else max
            return reduce(lambda a, b: combine(pick, a, b, work), (of_expr(item, work) for item in items))
        case Binary(left, sign, right):
            first, second = of_expr(left, work), of_expr(right, work)
            return combine(lambda x, y: apply_sign(sign, x, y), first, second, work)


def mean(expr: Expr) -> Fraction:
    """The exact mean of a dice expression.

    Sums, differences and products of means need no distribution, so thousands of dice are no trouble there.

    Raises:
        InputError: some other part of it would take too long.
    """
    match expr:
        case Pool(size, keep=None):
            return size * _one(expr, Work()).mean
        case Minus(of):
            return -mean(of)
        case Binary(left, "+", right):
            return mean(left) + mean(right)
        case Binary(left, "-", right):
            return mean(left) - mean(right)
        case Binary(left, "*", right):
            return mean(left) * mean(right)
        case _:
            return of_expr(expr).mean


def _one(pool: Pool, work: Work) -> Distribution:
    """One die of a pool with its further throws."""
    sides, more = pool.sides, pool.explode
    work.spend(sides * (1 + more))
    first = {face: sides * (face > pool.reroll) + pool.reroll for face in range(1, sides + 1)}
    if not more:
        return of_weights(first)
    top = first.pop(sides)
    weights = {face: weight * sides**more for face, weight in first.items()}
    for n in range(1, more + 1):
        weights |= dict.fromkeys(range(sides * n + 1, sides * (n + 1)), top * sides ** (more - n))
    return of_weights(weights | {sides * (more + 1): top})


def _pool(pool: Pool, work: Work) -> Distribution:
    one = _one(pool, work)
    if pool.kept == pool.size:
        plain = not (pool.reroll or pool.explode)
        return _plain_sum(pool.size, pool.sides, work) if plain else _sum(pool.size, one, work)
    if pool.kept > 1:
        hold(len(one), KEPT_FACES, _TOO_MANY_FACES)
    deep = max(pool.size, 2 * pool.kept)  # icepool takes longer where nearly all dice are kept
    work.spend(pool.size * len(one) if pool.kept == 1 else deep * len(one) * pool.kept * max(one))
    import icepool  # pyright: ignore[reportMissingTypeStubs]  it ships none

    thrown = cast(Any, icepool).Die(dict(one.cases))
    best = pool.keep is not None and pool.keep.which == "kh"
    total = thrown.highest(pool.size, pool.kept) if best else thrown.lowest(pool.size, pool.kept)
    return of_weights(dict(total.items()))


def _plain_sum(size: int, sides: int, work: Work) -> Distribution:
    """The sum of plain dice: each die replaces every weight by the sum of those up to `sides` below it."""
    work.spend(sides * size * (size + 1) // 2)
    row = [1]
    for _ in range(size):
        upto = [0, *accumulate(row + [0] * (sides - 1))]
        row = [upto[i + 1] - upto[max(i + 1 - sides, 0)] for i in range(len(row) + sides - 1)]
    return of_weights(dict(enumerate(row, start=size)))


def _sum(size: int, one: Distribution, work: Work) -> Distribution:
    """The sum of `size` dice alike, by doubling."""
    if size == 1:
        return one
    half = _sum(size // 2, one, work)
    both = combine(add, half, half, work)
    return combine(add, both, one, work) if size % 2 else both
