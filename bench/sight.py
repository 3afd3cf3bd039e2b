"""Sight of 200 viewers on a cave map: our kernel against python-tcod's symmetric shadowcasting, same run.

tcod is called in two sensible ways, on the whole map and on the box around each viewer; the faster counts.
The libraries differ on some rim cells and exact halves (tcod drops cells exactly at the radius), which the
row reports as `differing_cells`. The rounds of all three are interleaved, so none profits from a processor
that has just learnt its branches.

Run it with `python -m bench.sight` or `python bench/sight.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import tcod.constants
import tcod.map

from meikyu.core.rng import below
from meikyu.core.sighting import kernels as sighting

SIDE = 128
VIEWERS = 200
ROUNDS = 40
SEED = 7


def cave(side: int = SIDE) -> np.ndarray:
    """bool[side, side], True for rock: noise smoothed five times, about a third rock."""
    rock = np.array([[below(100, SEED, 0, y, x, 0) < 45 for x in range(side)] for y in range(side)])
    for _ in range(5):
        wide = np.pad(rock, 1, constant_values=True)
        windows = [wide[dy : dy + side, dx : dx + side] for dy in range(3) for dx in range(3)]
        rock = np.sum(windows, axis=0) >= 5
    return rock


def viewers(rock: np.ndarray) -> np.ndarray:
    """int32[3, VIEWERS]: columns, rows and radii 9-13 of viewers on open cells, no cell twice."""
    ys, xs = np.nonzero(~rock)
    places = sorted(range(xs.size), key=lambda i: below(2**31, SEED, 1, 0, i, 0))[:VIEWERS]
    radii = [9 + below(5, SEED, 2, 0, i, 0) for i in places]
    return np.array([xs[places], ys[places], radii], np.int32)


def contenders(rock: np.ndarray, crowd: np.ndarray) -> dict[str, Callable[[], np.ndarray]]:
    """The same question three ways: which cells does anyone see?"""
    xs, ys, radii = crowd
    clear = np.ascontiguousarray(~rock)
    rows = crowd.T.tolist()
    method = tcod.constants.FOV_SYMMETRIC_SHADOWCAST

    def meikyu() -> np.ndarray:
        seen = np.zeros(rock.shape, np.bool_)
        sighting.visible_many(rock, xs, ys, radii, seen)
        return seen

    def tcod_map() -> np.ndarray:
        seen = np.zeros(rock.shape, np.bool_)
        for x, y, radius in rows:
            seen |= tcod.map.compute_fov(clear, (y, x), radius, True, method)
        return seen

    def tcod_box() -> np.ndarray:
        seen = np.zeros(rock.shape, np.bool_)
        for x, y, radius in rows:
            top, left = max(y - radius, 0), max(x - radius, 0)
            box = slice(top, y + radius + 1), slice(left, x + radius + 1)
            seen[box] |= tcod.map.compute_fov(clear[box], (y - top, x - left), radius, True, method)
        return seen

    return {"meikyu": meikyu, "tcod_map": tcod_map, "tcod_box": tcod_box}


def run() -> dict[str, object]:
    """The row of this bench: best times of the rounds in microseconds, and the ratio to the faster tcod."""
    rock = cave()
    ways = contenders(rock, viewers(rock))
    seen = {name: way() for name, way in ways.items()}  # also compiles and warms up
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            best[name] = min(best[name], time.perf_counter() - start)
    yardstick = min(best["tcod_map"], best["tcod_box"])
    return {
        "name": "sight",
        "what": f"{VIEWERS} viewers, radius 9-13, {SIDE}x{SIDE} cave, against python-tcod",
        "ours_us": round(best["meikyu"] * 1e6, 1),
        "tcod_map_us": round(best["tcod_map"] * 1e6, 1),
        "tcod_box_us": round(best["tcod_box"] * 1e6, 1),
        "ratio": round(yardstick / best["meikyu"], 2),
        "target": 7.0,
        "seen_cells": int(seen["meikyu"].sum()),
        "differing_cells": int((seen["meikyu"] != seen["tcod_map"]).sum()),
    }


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key:16} {value}")
