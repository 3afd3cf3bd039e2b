"""Dice that keep a record of what they showed, so that each of them can be told."""

from __future__ import annotations

from meikyu.core.game import Dice
from meikyu.core.ruling import rule


class Recorded:
    """Dice that throw as others do and remember every face.

    Args:
        dice: the dice that are thrown.
    """

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.faces: list[tuple[int, int]] = []

    @rule("SRD-COR-13")
    def roll(self, sides: int) -> int:
        """The next die, 1..sides; its sides and face are kept in `faces`."""
        face = self.dice.roll(sides)
        self.faces.append((sides, face))
        return face

    def below(self, limit: int) -> int:
        """The next whole number in 0..limit-1."""
        return self.dice.below(limit)

    def percent(self, chance: int) -> bool:
        """True with `chance` percent."""
        return self.dice.percent(chance)
