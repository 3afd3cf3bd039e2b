"""Labels over the map's dangers: ceilings about to fall with their countdown, enemies in sight, rampages."""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books.keep import rampages
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.errors import Text
from meikyu.realm.inspect.cells import FULL, fog_of
from meikyu.realm.state import Side
from meikyu.realm.world import World

NEAR = 8
"""Cells within which enemies share a label."""


def dangers(world: World, lang: str) -> list[dict[str, Any]]:
    """A label each: its cell (fractions of cells allowed), words and state."""
    found = [*_ceilings(world), *_enemies(world), *_rampages(world)]
    return [{"x": x, "y": y, "text": text.say(lang), "state": state} for x, y, text, state in found]


Label = tuple[float, float, Text, str]


def _ceilings(world: World) -> list[Label]:
    """One label for all cracks that fall at the same tick, over their middle cell."""
    crack = world.state.cells.crack
    found: list[Label] = []
    for falls in np.unique(crack[crack >= 0]).tolist():
        ys, xs = np.nonzero(crack == falls)
        middle = int((np.abs(xs - xs.mean()) + np.abs(ys - ys.mean())).argmin())
        minutes = -(-max(0, falls - world.state.tick) // TICKS_PER_MINUTE)
        left = f"{minutes // 60}:{minutes % 60:02d}"
        text = Text(f"falls in {left}", f"崩落まで {left}")
        found.append((float(xs[middle]), float(ys[middle]), text, "bad"))
    return found


def _enemies(world: World) -> list[Label]:
    """Adventurers in sight, those near one another under one label."""
    rows = world.state.actors
    groups: list[list[tuple[int, int]]] = []
    for actor in np.flatnonzero(rows.alive & (rows.side == Side.ADVENTURER)).tolist():
        x, y = int(rows.x[actor]), int(rows.y[actor])
        if fog_of(world, x, y) >= FULL:
            continue
        near = next((g for g in groups if max(abs(g[0][0] - x), abs(g[0][1] - y)) <= NEAR), None)
        if near is None:
            groups.append(near := [])
        near.append((x, y))
    return [
        (
            sum(x for x, _ in group) / len(group),
            float(min(y for _, y in group)),
            Text(f"Intruders: {len(group)}", f"侵攻 {len(group)}人"),
            "bad",
        )
        for group in groups
    ]


def _rampages(world: World) -> list[Label]:
    """Minions that rampage."""
    rows = world.state.actors
    found: list[Label] = []
    for actor in np.flatnonzero(rows.alive & (rows.rampage >= 0)).tolist():
        kind = rampages.KINDS[int(rows.rampage[actor])].name
        text = Text("{name}: {kind}", "{name}：{kind}").fill(name=world.name(actor), kind=kind)
        found.append((float(rows.x[actor]), float(rows.y[actor]), text, "warn"))
    return found
