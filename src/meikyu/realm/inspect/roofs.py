"""Facts of a cracked ceiling: when it falls, what is unsupported, and where supports would hold it up."""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books.keep import roof
from meikyu.core.clock import duration
from meikyu.errors import Text
from meikyu.realm.inspect.words import reason, verdict
from meikyu.realm.systems.ceilings.spaces import cells_of, near, spaces
from meikyu.realm.world import World

PROP = "pit_prop"
"""What the best spots are meant for: quick to build, and it can be walked through."""

Cell = tuple[int, int]


def ceiling(world: World, x: int, y: int, lang: str) -> dict[str, Any] | None:
    """Facts of the ceiling over a cell, None where it is not cracked.

    `spots` are cells where props would hold up all that neither a support nor a support's site holds up;
    `structure` is what to build there.
    """
    state = world.state
    falls = int(state.cells.crack[y, x])
    made = spaces(world)
    numbers = near(made, x, y, 0)
    if falls < 0 or not numbers:
        return None
    width = state.width
    flat = cells_of(made, numbers[0])
    held = made.held.reshape(-1)[flat] > 0
    bare = [(int(c) % width, int(c) // width) for c in flat[~held]]
    planned = _planned(world)
    reach = world.params.roof.support_cells
    left = [c for c in bare if not any(max(abs(c[0] - i), abs(c[1] - j)) <= reach for i, j in planned)]
    time = duration(max(0, falls - state.tick))
    reasons = [_unsupported(len(bare), lang)]
    if planned and len(left) < len(bare):
        held_up = Text("will be held up once the planned supports stand", "計画中の支えが建てば支えられる")
        reasons.append(reason(lang, held_up, "KEP-ROOF-10", len(bare) - len(left), "ok"))
    return {
        "verdict": verdict(
            lang, "bad", Text("The ceiling falls in {time}", "崩落まで{time}").fill(time=time)
        ),
        "reasons": reasons,
        "spots": _spots(world, [(int(c) % width, int(c) // width) for c in flat], left),
        "structure": PROP,
    }


def _unsupported(count: int, lang: str) -> dict[str, Any]:
    text = Text("cells of this space have no support", "このひと続きで、支えのないマス")
    return reason(lang, text, "KEP-ROOF-07", count, "bad")


def _planned(world: World) -> list[Cell]:
    """Where sites of supports are."""
    sites = world.state.sites
    supports = [n for n, row in enumerate(world.content.structures) if row.category == "support"]
    found = np.flatnonzero(np.isin(sites.kind, supports))
    return [(int(sites.x[n]), int(sites.y[n])) for n in found]


def _spots(world: World, space: list[Cell], left: list[Cell]) -> list[Cell]:
    """The best cells for supports among those where one may be placed."""
    p, cells = world.params.roof, world.state.cells
    free = [c for c in space if cells.structure[c[1], c[0]] < 0 and cells.site[c[1], c[0]] < 0]
    near_free = np.zeros(cells.terrain.shape, np.bool_)
    r = p.support_cells
    for x, y in free:
        near_free[max(y - r, 0) : y + r + 1, max(x - r, 0) : x + r + 1] = True
    return roof.best_supports(p, free, [c for c in left if near_free[c[1], c[0]]])
