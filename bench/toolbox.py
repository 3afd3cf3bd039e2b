"""The toolbox: every question at its example and at large inputs, warm, and the encounter search over all.

Run it with `python -m bench.toolbox`.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

from meikyu.books import toolbox
from meikyu.core.asking import answer

ROUNDS = 15
PARTY = [5, 4, 3, 2, 1, 0]

LARGE: list[tuple[str, dict[str, Any]]] = [
    ("travel.march", {"hours": 24, "con_saves": PARTY}),
    ("hazard.odds", {"hazard": "extreme_heat", "hours": 24, "con_save": 0}),
    ("contagion.odds", {"contagion": "sewer_plague", "con_save": 0, "within_days": 60}),
    ("contagion.odds", {"contagion": "cackle_fever", "con_save": 0, "within_days": 60}),
    ("poison.odds", {"poison": "Purple Worm Poison", "con_save": 0}),
    *(("trap.odds", {"trap": t, "tier": "17-20", "saves": PARTY}) for t in ("falling_net", "rolling_stone")),
    *(
        ("trap.odds", {"trap": t, "tier": "17-20", "saves": PARTY})
        for t in ("poisoned_darts", "fire_casting_statue")
    ),
    (
        "encounter.judge",
        {
            "levels": [5] * 6,
            "monsters": [["Skeleton", 40], ["Ogre", 12], ["Wight", 9], ["Mage", 5], ["Lich", 1]],
            "advice": True,
        },
    ),
]
"""Larger inputs than a table brings."""

SEARCHES = [
    {"levels": [level] * 6, "difficulty": difficulty, **more}
    for level in (1, 3, 5, 11, 20)
    for difficulty in ("low", "moderate", "high")
    for more in ({}, {"seed": 7}, {"max_creatures": 60})
]
"""Six characters, all 330 creatures: the best answer, a drawn one, and up to 60 creatures."""


def _median_ms(question: str, inputs: dict[str, Any]) -> float:
    answer(toolbox.BOOK, question, inputs)
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        answer(toolbox.BOOK, question, inputs)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def _slowest(asked: list[tuple[str, dict[str, Any]]]) -> tuple[str, float]:
    timed = [(question, _median_ms(question, inputs)) for question, inputs in asked]
    return max(timed, key=lambda pair: pair[1])


def run() -> dict[str, Any]:
    """Figures: milliseconds of the slowest question, by kind of input, and of the slowest search."""
    examples = [(name, question.example) for name, question in toolbox.BOOK.questions.items()]
    at_example, large = _slowest(examples), _slowest(LARGE)
    searches = [_median_ms("encounter.build", inputs) for inputs in SEARCHES]
    return {
        "name": "toolbox",
        "what": "questions, warm (budget 20 ms); search over 330, six characters (budget 200 ms)",
        "questions at their examples": len(examples),
        "slowest of them": at_example[0],
        "its median ms": at_example[1],
        "slowest at large inputs": large[0],
        "its median ms, large": large[1],
        "encounter searches": len(searches),
        "slowest search, median ms": max(searches),
    }


if __name__ == "__main__":
    print(run())
