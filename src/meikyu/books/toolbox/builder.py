"""The builder: the best group of creatures inside a budget, found exactly, and others worth as much.

Sets of sums are whole numbers whose bit `s` says that `s` units can be reached; a unit is what all the XP
values have as a common divisor. One set a number of creatures and of kinds answers the whole question.
"""

from __future__ import annotations

from functools import cached_property
from math import gcd
from typing import NamedTuple

from meikyu.books.toolbox.creatures import Creature
from meikyu.books.toolbox.encounters import Group, group_of, named_group, xp_of_group
from meikyu.core.game import Dice
from meikyu.core.ruling import rule


class Pool:
    """Creatures to choose from, up to a number of them and a budget.

    Args:
        creatures: those allowed; what is worth nothing is left out.
        budget: XP that may be spent.
        most: creatures that may be chosen.
    """

    def __init__(self, creatures: list[Creature], budget: int, most: int) -> None:
        self.kinds: dict[int, list[Creature]] = {}
        for kind in sorted(creatures, key=lambda c: c.name.en):
            if 0 < kind.xp <= budget:
                self.kinds.setdefault(kind.xp, []).append(kind)
        self.values = list(self.kinds)  # in the order of each value's first name
        self.unit = gcd(*self.values) or 1
        self.units = [value // self.unit for value in self.values]
        self.room = budget // self.unit
        self.most = most
        self.mask = (1 << self.room + 1) - 1

    @cached_property
    def by_count(self) -> list[int]:
        """For each number of creatures the set of sums that fit the budget; ends where the budget is met."""
        rows = [1]
        while len(rows) <= self.most and rows[-1] and not rows[-1] >> self.room:
            row = 0
            for units in self.units:
                row |= rows[-1] << units
            rows.append(row & self.mask)
        return rows

    @property
    def best(self) -> int:
        """Most units that can be spent."""
        return max(row.bit_length() - 1 for row in self.by_count if row)

    @property
    def fewest(self) -> int:
        """Fewest creatures that spend the most."""
        return next(n for n, row in enumerate(self.by_count) if row >> self.best & 1)


class Reach:
    """Which sums a number of creatures of a number of kinds reach, from each place in name order on.

    Args:
        pool: what there is to choose from.
        most: creatures at most.
        target: units to be reached.
    """

    def __init__(self, pool: Pool, most: int, target: int) -> None:
        self.units, self.most, self.mask = pool.units, most, (1 << target + 1) - 1
        nothing = [1, *[0] * most]
        self.layers: list[list[list[int]]] = [[nothing for _ in range(len(self.units) + 1)]]

    def layer(self, kinds: int) -> list[list[int]]:
        """For each place and number of creatures the sums of exactly so many kinds from that place on."""
        while len(self.layers) <= kinds:
            fewer = self.layers[-1]
            rows = [[0] * (self.most + 1)]
            for place in reversed(range(len(self.units))):
                rows.append(self._row(rows[-1], fewer[place + 1], self.units[place]))
            self.layers.append(rows[::-1])
        return self.layers[kinds]

    def _row(self, without: list[int], fewer: list[int], units: int) -> list[int]:
        row, with_one = [0], 0
        for n in range(1, self.most + 1):
            with_one = (with_one | fewer[n - 1]) << units & self.mask
            row.append(without[n] | with_one)
        return row

    def holds(self, kinds: int, place: int, count: int, units: int) -> bool:
        """Whether `count` creatures of `kinds` kinds from `place` on make exactly `units`."""
        return count >= 0 and units >= 0 and bool(self.layer(kinds)[place][count] >> units & 1)


class Choice(NamedTuple):
    """What was chosen from a pool."""

    group: Group
    xp: int


@rule("SRD-SIM-08", "SRD-BUD-26")
def best(pool: Pool) -> Choice:
    """The group that spends the most; then fewer creatures, fewer kinds, and names early in name order."""
    if not pool.values:
        return Choice((), 0)
    target, count = pool.best, pool.fewest
    reach = Reach(pool, count, target)
    kinds = next(k for k in range(count + 1) if reach.holds(k, 0, count, target))
    places = _first_places(reach, kinds, count, target)
    counts = _first_counts([pool.units[place] for place in places], count, target)
    chosen = [(pool.kinds[pool.values[place]][0], n) for place, n in zip(places, counts, strict=True)]
    return Choice(group_of(chosen), target * pool.unit)


def _first_places(reach: Reach, kinds: int, count: int, target: int) -> list[int]:
    """The earliest places, in order, that together can make the target."""
    states = {(count, target)}
    found: list[int] = []
    place = 0
    for left in range(kinds, 0, -1):
        while True:
            units = reach.units[place]
            after = {
                (c - n, t - n * units)
                for c, t in states
                for n in range(1, c + 1)
                if reach.holds(left - 1, place + 1, c - n, t - n * units)
            }
            place += 1
            if after:
                break
        found.append(place - 1)
        states = after
    return found


def _first_counts(units: list[int], count: int, target: int) -> tuple[int, ...]:
    """How many of each value make the target with so many in all; the earliest answer in number order."""
    if len(units) <= 1:
        return (count,) * len(units)
    head, *rest = units
    for n in range(1, count - len(rest) + 1):
        if _fits(rest, count - n, target - n * head):
            return (n, *_first_counts(rest, count - n, target - n * head))
    raise AssertionError("the places were chosen so that counts exist")


def _fits(units: list[int], count: int, target: int) -> bool:
    if len(units) == 1:
        return count >= 1 and count * units[0] == target
    head, *rest = units
    return any(_fits(rest, count - n, target - n * head) for n in range(1, count - len(rest) + 1))


@rule("SRD-SIM-08", "SRD-BUD-26")
def other(pool: Pool, dice: Dice, kinds: int) -> Choice:
    """One of the groups that spend as much as the best, drawn by dice.

    Args:
        pool: what there is to choose from.
        dice: what draws.
        kinds: groups of at most so many kinds are drawn from, where there are any.
    """
    if not pool.values:
        return Choice((), 0)
    target = pool.best
    reach = Reach(pool, pool.most, target)
    ways = _ways(reach, target, kinds) or [_fewest_kinds(reach, target)]
    left_kinds, count = ways[dice.below(len(ways))]
    chosen: list[tuple[Creature, int]] = []
    place, left = 0, target
    while left_kinds:
        steps = [
            (at, n)
            for at in range(place, len(reach.units))
            for n in range(1, count + 1)
            if reach.holds(left_kinds - 1, at + 1, count - n, left - n * reach.units[at])
        ]
        at, n = steps[dice.below(len(steps))]
        names = pool.kinds[pool.values[at]]
        chosen.append((names[dice.below(len(names))], n))
        left_kinds, count, left, place = left_kinds - 1, count - n, left - n * reach.units[at], at + 1
    return Choice(group_of(chosen), target * pool.unit)


def _ways(reach: Reach, target: int, kinds: int) -> list[tuple[int, int]]:
    return [(k, n) for k in range(kinds + 1) for n in range(reach.most + 1) if reach.holds(k, 0, n, target)]


def _fewest_kinds(reach: Reach, target: int) -> tuple[int, int]:
    kinds = next(k for k in range(reach.most + 1) if _ways(reach, target, k))
    return _ways(reach, target, kinds)[0]


@rule("SRD-SIM-08")
def search(budget: int, allowed: tuple[str, ...], max_creatures: int) -> Choice:
    """The best group of the creatures named, inside a budget and a number of creatures."""
    kinds = [kind for kind, _ in named_group((name, 1) for name in allowed)]
    return best(Pool(kinds, budget, max_creatures))


def joined(choice: Choice, locked: Group, in_lair: frozenset[str] = frozenset()) -> Choice:
    """A choice with the creatures that were there before; `in_lair` holds codes as for `xp_of_group`."""
    return Choice(group_of((*choice.group, *locked)), choice.xp + xp_of_group(locked, in_lair))
