"""Encounters: budgets, what a group is worth, its difficulty, and changes before and during play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Literal, NamedTuple

from meikyu.books.toolbox.conditions import Life, after_damage
from meikyu.books.toolbox.creatures import Creature, creature
from meikyu.books.toolbox.params import BudgetParams, EncounterParams
from meikyu.core.odds import Work
from meikyu.core.ruling import rule
from meikyu.errors import InputError, Text

Difficulty = Literal["low", "moderate", "high"]
Label = Literal["none", "low", "moderate", "high", "beyond_high"]

DIFFICULTIES: tuple[Difficulty, ...] = ("low", "moderate", "high")
NAMES = {
    "none": Text("none", "なし"),
    "low": Text("low", "低"),
    "moderate": Text("moderate", "中"),
    "high": Text("high", "高"),
    "beyond_high": Text("beyond high", "高超過"),
}

Group = tuple[tuple[Creature, int], ...]
"""Kinds of creatures and how many of each, in name order."""


@rule("SRD-ENC-05")
def difficulty(name: str) -> Difficulty:
    """The difficulty of that name, in either language.

    Raises:
        InputError: there is none.
    """
    for known in DIFFICULTIES:
        if name.strip().casefold() in (known, NAMES[known].ja):
            return known
    raise InputError("not_allowed", "difficulty", name, list(DIFFICULTIES))


@rule("SRD-BUD-24")
def check_levels(levels: Sequence[int]) -> None:
    """Hold a party to levels that exist.

    Raises:
        InputError: nobody is there, or a level is outside 1 to 20.
    """
    most = len(BudgetParams._fields)
    if not levels:
        raise InputError(
            "out_of_range", "levels", [], Text("at least one character", "1人以上のキャラクター")
        )
    for place, level in enumerate(levels):
        if not 1 <= level <= most:
            allowed = Text(f"levels 1 to {most}", f"レベル1〜{most}")
            raise InputError("out_of_range", f"levels[{place}]", level, allowed)


@rule("SRD-BUD-02")
def share(p: BudgetParams, level: int, difficulty: Difficulty) -> int:
    """XP budget of one character."""
    return p[level - 1][DIFFICULTIES.index(difficulty)]


@rule("SRD-BUD-02", "SRD-BUD-23")
def budget(p: BudgetParams, levels: Sequence[int], difficulty: Difficulty) -> int:
    """XP budget of a party: every character's own share."""
    check_levels(levels)
    return sum(share(p, level, difficulty) for level in levels)


def budgets(p: BudgetParams, levels: Sequence[int]) -> dict[Difficulty, int]:
    """The three budgets of a party."""
    return {d: budget(p, levels, d) for d in DIFFICULTIES}


def group_of(counts: Iterable[tuple[Creature, int]]) -> Group:
    """Creatures and counts as a group: equal kinds added up, in the order of English names."""
    found: dict[str, tuple[Creature, int]] = {}
    for kind, count in counts:
        found[kind.name.en] = (kind, found.get(kind.name.en, (kind, 0))[1] + count)
    return tuple(found[name] for name in sorted(found) if found[name][1])


def named_group(monsters: Iterable[tuple[str, int]]) -> Group:
    """A group from names and counts."""
    return group_of((creature(name), count) for name, count in monsters)


@rule("SRD-BUD-30")
def worth(kind: Creature, in_lair: bool) -> int:
    """XP of one creature; in its lair the higher number of its stat block, if it has one."""
    return kind.lair_xp if in_lair and kind.lair_xp else kind.xp


@rule("SRD-BUD-25", "SRD-BUD-27")
def xp_of_group(group: Group, in_lair: frozenset[str] = frozenset()) -> int:
    """XP of a group: each creature's own, with no multiplier for their number.

    Args:
        group: the creatures.
        in_lair: codes of those met in their lair.
    """
    return sum(worth(kind, kind.code in in_lair) * count for kind, count in group)


@rule("SRD-BUD-27", "SRD-BUD-30")
def total(monsters: tuple[tuple[str, int], ...], in_lair: tuple[str, ...] = ()) -> int:
    """XP of creatures given by name; `in_lair` names those met in their lair."""
    return xp_of_group(named_group(monsters), frozenset(creature(name).code for name in in_lair))


class Spent(NamedTuple):
    """How a budget stands: XP left (negative when over), and whether it is over."""

    left: int
    over: bool


@rule("SRD-BUD-25", "SRD-BUD-26")
def spent(budget: int, xp: int) -> Spent:
    """The budget after so much XP; a little may be left, none may be missing."""
    return Spent(budget - xp, xp > budget)


@rule("SRD-BUD-28")
def label(xp: int, low: int, moderate: int, high: int) -> Label:
    """The difficulty of a finished encounter: the least whose budget holds its XP."""
    if xp == 0:
        return "none"
    if xp > high:
        return "beyond_high"
    if xp > moderate:
        return "high"
    return "moderate" if xp > low else "low"


class Sheet(NamedTuple):
    """An encounter worked out: the budget, each kind's XP, the sum, what is left, the label."""

    budget: int
    xp_each: tuple[int, ...]
    xp: int
    left: int
    label: Label


@rule("SRD-EXS-01", "SRD-EXS-02", "SRD-EXS-03", "SRD-EXS-04", "SRD-EXS-05", "SRD-EXS-06")
def sheet(
    p: BudgetParams, levels: tuple[int, ...], difficulty: Difficulty, monsters: tuple[tuple[str, int], ...]
) -> Sheet:
    """An encounter worked out as the printed examples are."""
    whole, xp = budget(p, levels, difficulty), total(monsters)
    each = tuple(creature(name).xp for name, _ in monsters)
    return Sheet(whole, each, xp, spent(whole, xp).left, label(xp, *budgets(p, levels).values()))


class Guide(NamedTuple):
    """The rough guide for one monster, against the table."""

    xp: int
    low_budget: int
    label: Label


@rule("SRD-ENC-09")
def rough_guide(p: EncounterParams, budget_p: BudgetParams, level: int, xp: int) -> Guide:
    """What the table says of one monster worth `xp` for four characters of a level."""
    party = (level,) * p.guide_characters
    low, moderate, high = (budget(budget_p, party, d) for d in DIFFICULTIES)
    return Guide(xp, low, label(xp, low, moderate, high))


class Adjusted(NamedTuple):
    """An encounter after a change in play."""

    xp: int
    label: Label


@rule("SRD-TRB-06")
def adjusted(
    p: BudgetParams,
    levels: tuple[int, ...],
    xp: int,
    reinforce: tuple[tuple[str, int], ...] = (),
    flee: tuple[tuple[str, int], ...] = (),
) -> Adjusted:
    """XP and label when creatures come or go during play."""
    after = xp + total(reinforce) - total(flee)
    return Adjusted(after, label(after, *budgets(p, levels).values()))


class Removal(NamedTuple):
    """What to take out of an encounter so that it fits a smaller party.

    Args:
        budget: the smaller party's; over_by: XP above it, 0 for none.
        remove: names and counts to take out, in name order.
        xp: what is left.
    """

    budget: int
    over_by: int
    remove: tuple[tuple[str, int], ...]
    xp: int


@rule("SRD-TRB-05")
def removal(budget: int, group: Group, in_lair: frozenset[str] = frozenset()) -> Removal:
    """The removal that fits the budget and gives up the least XP, then the fewest creatures.

    What is still level goes to fewer kinds, then to name order. The sums that can be given up are found
    first, as bits of a whole number; then only ways to the least of them that is enough are followed.

    Args:
        budget: the smaller party's.
        group: the creatures.
        in_lair: codes of those met in their lair.
    """
    now = xp_of_group(group, in_lair)
    over = max(now - budget, 0)
    kinds = [(each, n, place) for place, (k, n) in enumerate(group) if (each := worth(k, k.code in in_lair))]
    kinds.sort(reverse=True)  # what is worth most first: fewest ways to follow
    unit = gcd(*(each for each, _, _ in kinds)) or 1
    need, most = -(-over // unit), max((each for each, _, _ in kinds), default=0) // unit
    work, reach = Work(), [1]
    for each, n, _ in reversed(kinds):
        work.spend((need + most) * (n.bit_length() + 1) // 64)
        reach.append(_sums(reach[-1], each // unit, n, (1 << need + most + 1) - 1))
    enough = reach[-1] >> need
    target = need + (enough & -enough).bit_length() - 1
    plans: dict[int, tuple[int, ...]] = {target: (0,) * len(group)}
    for (each, n, place), rest in zip(kinds, reversed(reach[:-1]), strict=True):
        grown = dict[int, tuple[int, ...]]()
        for left, plan in plans.items():
            top = min(n, left // (each // unit))
            work.spend(top + 1)
            for gone in range(top + 1):
                after = left - gone * (each // unit)
                if rest >> after & 1:
                    new = (*plan[:place], gone, *plan[place + 1 :])
                    old = grown.get(after)
                    if old is None or _rank(new) < _rank(old):
                        grown[after] = new
        plans = grown
    remove = tuple((k.name.en, n) for (k, _), n in zip(group, plans[0], strict=True) if n)
    return Removal(budget, over, remove, now - target * unit)


def _sums(sums: int, units: int, count: int, mask: int) -> int:
    """The sums with up to `count` more of something worth `units`; bit `s` says that `s` can be reached."""
    step = 1
    while count:
        taken = min(step, count)
        sums |= sums << taken * units & mask
        count, step = count - taken, step * 2
    return sums


def _rank(plan: tuple[int, ...]) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """Fewer creatures, fewer kinds, then kinds early in name order, then fewer of the early ones."""
    used = tuple(place for place, n in enumerate(plan) if n)
    return sum(plan), len(used), used, plan


@rule("SRD-TRB-05")
def absent(
    p: BudgetParams, levels: tuple[int, ...], difficulty: Difficulty, monsters: tuple[tuple[str, int], ...]
) -> Removal:
    """What to take out for the party that is there, so that the difficulty stays as it was meant."""
    return removal(budget(p, levels, difficulty), named_group(monsters))


@rule("SRD-TRB-11")
def after_blow(damage: int, hp: int, hp_max: int) -> Life:
    """A character after one blow of a powerful creature: even the first may kill outright."""
    return after_damage(hp, hp_max, damage)
