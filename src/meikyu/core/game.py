"""The shape of a game: a book's turn-based course of play over immutable states."""

from __future__ import annotations

from typing import Any, Protocol

from meikyu.core.log import Event


class Dice(Protocol):
    """Anything that throws dice: KeyedDice in play, ScriptedDice in cases."""

    def roll(self, sides: int) -> int:
        """The next die, 1..sides."""
        ...

    def below(self, limit: int) -> int:
        """The next whole number in 0..limit-1."""
        ...

    def percent(self, chance: int) -> bool:
        """True with `chance` percent."""
        ...


class Game(Protocol):
    """A turn-based game; every book that has one offers these five functions as a module or object.

    States are immutable and JSON-like NamedTuples or frozen structs; moves are JSON-like values.
    """

    def start(self, params: Any, options: dict[str, Any], dice: Dice) -> Any:
        """The first state."""
        ...

    def legal(self, state: Any) -> list[Any]:
        """All moves that `apply` takes in this state, in a fixed order; empty when the game is over."""
        ...

    def plan(self, state: Any, move: Any) -> Any:
        """A Ruling: may this move be made, and why not (value True or False)."""
        ...

    def apply(self, state: Any, move: Any, dice: Dice) -> tuple[Any, tuple[Event, ...]]:
        """The next state and what happened.

        Raises:
            IllegalCommandError: the move is not legal here.
        """
        ...

    def outcome(self, state: Any) -> dict[str, Any] | None:
        """How the game ended, or None while it goes on."""
        ...
