"""Keyed draws: a draw is a hash of (seed, stream, tick, actor, n), so the order of asking never matters.

The mixer is the finaliser of SplitMix64 chained over the key's parts.

Source:
    G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; mixing
    constants of variant 13 by D. Stafford.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

_MASK = 0xFFFFFFFFFFFFFFFF


class Stream(IntEnum):
    """What a draw is for. Each use of chance has its own member; numbers are never used again."""

    TEST = 0
    MAP = 1
    NAME = 2
    STATS = 3
    FUMBLE = 4
    QUALITY = 5
    WANDER = 6
    RENEWAL = 7
    VISITOR = 8
    COLLAPSE = 9
    TRAIT = 10
    LOOK = 11
    WATCH = 12
    WOUND = 13
    BLEED = 14
    GRUDGE = 15
    RAMPAGE = 16
    INVASION = 17
    LAIR = 18
    DICE = 19
    SAMPLE = 20
    BOMB = 21
    JOURNEY = 22
    ENCOUNTER = 23
    PRISON = 24
    TABLE = 25


class Key(NamedTuple):
    """Where a draw stands: plain integers, so that it passes into kernels as it is."""

    seed: int
    stream: int
    tick: int
    actor: int


def mix(z: int) -> int:
    """One 64-bit mixing of `z` (taken modulo 2**64)."""
    z = (z + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def draw(seed: int, stream: int, tick: int, actor: int, n: int) -> int:
    """The 64-bit draw number `n` of this key, in 0..2**64-1."""
    z = mix(seed & _MASK)
    z = mix(z ^ (stream & _MASK))
    z = mix(z ^ (tick & _MASK))
    z = mix(z ^ (actor & _MASK))
    return mix(z ^ (n & _MASK))


def below(limit: int, seed: int, stream: int, tick: int, actor: int, n: int) -> int:
    """A whole number in 0..limit-1, `limit` in 1..2**32.

    The upper 32 bits are scaled down; the bias is under limit / 2**32.
    """
    return ((draw(seed, stream, tick, actor, n) >> 32) * limit) >> 32


def die(sides: int, seed: int, stream: int, tick: int, actor: int, n: int) -> int:
    """The face shown by a die of `sides` sides, 1..sides."""
    return below(sides, seed, stream, tick, actor, n) + 1


class KeyedDice:
    """Dice for one actor at one tick; every throw takes the next draw of its key.

    Args:
        seed: the world's seed.
        stream: what the dice are for.
        tick: game tick.
        actor: who throws.
    """

    def __init__(self, seed: int, stream: int, tick: int = 0, actor: int = 0) -> None:
        self.key = Key(seed, int(stream), tick, actor)
        self.thrown = 0

    def roll(self, sides: int) -> int:
        """The next die, 1..sides."""
        return self.below(sides) + 1

    def below(self, limit: int) -> int:
        """The next whole number in 0..limit-1."""
        n, self.thrown = self.thrown, self.thrown + 1
        return below(limit, *self.key, n)

    def percent(self, chance: int) -> bool:
        """True with `chance` percent: a number 0-99 below it."""
        return self.below(100) < chance


class ScriptedDice:
    """Dice that fall as written, for cases: each throw names its sides and must match.

    Args:
        script: pairs (sides, value); for `below(limit)` and `percent` the value is the number drawn, from 0.
    """

    def __init__(self, script: list[tuple[int, int]]) -> None:
        self.script = list(script)
        self.thrown = 0

    def _next(self, sides: int) -> int:
        if self.thrown >= len(self.script):
            raise AssertionError(f"a die of {sides} was thrown, but the script is over")
        want, value = self.script[self.thrown]
        if want != sides:
            raise AssertionError(f"throw {self.thrown}: a die of {sides}, the script has one of {want}")
        self.thrown += 1
        return value

    def roll(self, sides: int) -> int:
        """The next die as scripted, 1..sides."""
        return self._next(sides)

    def below(self, limit: int) -> int:
        """The next number as scripted, 0..limit-1."""
        return self._next(limit)

    def percent(self, chance: int) -> bool:
        """True when the scripted number 0-99 is below `chance`."""
        return self._next(100) < chance

    def done(self) -> None:
        """Raise AssertionError when scripted dice were left unused."""
        if self.thrown != len(self.script):
            raise AssertionError(f"{len(self.script) - self.thrown} scripted dice were not thrown")
