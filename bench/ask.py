"""Cold start of `meikyu ask`: the whole process, against an interpreter that does nothing.

Run it with `python -m bench.ask`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

ROUNDS = 15
BUDGET = 0.35
QUESTION = [
    "ask",
    "keep.food.choose",
    "food_bar=20",
    'foods=[{"id":"shelf","kind":"meal_medium","walk":40},{"id":"hall","kind":"meal_small","walk":24}]',
    "--json",
]


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ | {"MEIKYU_LANG": "en"})
    return time.perf_counter() - start


def run() -> dict[str, object]:
    """Median seconds of asking, of doing nothing, and their ratio."""
    ask = [sys.executable, "-m", "meikyu.cli", *QUESTION]
    nothing = [sys.executable, "-c", "pass"]
    _seconds(ask)
    rounds = [(_seconds(ask), _seconds(nothing)) for _ in range(ROUNDS)]
    asked, idle = (statistics.median(column) for column in zip(*rounds, strict=True))
    return {
        "name": "ask",
        "what": "a cold process of meikyu ask, against python -c pass",
        "seconds": round(asked, 3),
        "python_pass_seconds": round(idle, 3),
        "ratio": round(asked / idle, 1),
        "target_seconds": BUDGET,
    }


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key:20} {value}")
