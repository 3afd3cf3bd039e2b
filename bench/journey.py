"""The toolbox's journey game: a thousand days on the way, and the forecast of a month.

Run it with `python -m bench.journey`.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

from meikyu.books import toolbox
from meikyu.core.asking import answer
from meikyu.core.rng import KeyedDice, Stream

DAYS = 1000
ROUNDS = 5
BUDGET = 0.5


def options() -> dict[str, Any]:
    """A thousand days of forest for four travelers."""
    example = toolbox.BOOK.questions["travel.route"].example
    return {"stages": [{"terrain": "forest", "days": DAYS}], "party": example["party"]}


def journey(params: Any, game: Any, seed: int) -> Any:
    """Played to the end: every third day is a forced march."""
    state = game.start(params, options(), None)
    turn = 0
    while not state.over:
        move = ("march", "slow", 9 if turn % 3 == 0 else 8, False)
        state, _ = game.apply(state, move, KeyedDice(seed, Stream.JOURNEY, turn))
        turn += 1
    return state


def _seconds(call: Any) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def run() -> dict[str, Any]:
    """Figures: seconds a thousand days, milliseconds a forecast of forty days."""
    book = toolbox.BOOK
    params, game = book.params(), book.game()  # pyright: ignore[reportOptionalCall]
    times = [_seconds(lambda seed=seed: journey(params, game, seed)) for seed in range(ROUNDS)]
    inputs = options() | {"pace": "slow", "hours": 9}
    answer(book, "travel.route", inputs)
    asked = [_seconds(lambda: answer(book, "travel.route", inputs)) for _ in range(ROUNDS)]
    return {
        "name": "journey",
        "what": "a thousand days, four travelers, every third a forced march (budget 0.5 s)",
        "1,000 days, median s": statistics.median(times),
        "share of the budget": statistics.median(times) / BUDGET,
        "forecast of 40 days, median ms": statistics.median(asked) * 1000,
    }


if __name__ == "__main__":
    print(run())
