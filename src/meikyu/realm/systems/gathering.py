"""The standing order to gather: what grows near the throne is marked when stores run low."""

from __future__ import annotations

import numpy as np

from meikyu.realm.state import Mark
from meikyu.realm.systems import build, cook, moves, stock
from meikyu.realm.systems.links import links
from meikyu.realm.tables import minions, set_mark
from meikyu.realm.world import World

FORAGE_CELLS = 40
RAW_A_MINION = 6
WOOD_LEAST = 30


def forage(world: World) -> None:
    """The standing order `auto_gather` (our design): when stores run low, mark what grows near the throne.

    Off by the setting of that name. Food is marked while raw food and what is marked come to less than six
    portions a minion, wood likewise below thirty; the nearest on foot first, up to forty cells away.
    """
    state = world.state
    if not state.settings.get("auto_gather", True):
        return
    heads = minions(world).size
    cells = state.cells
    marked = (cells.mark & Mark.GATHER) != 0
    rows = world.content.terrain
    starts = build.throne_cells(world)
    if not starts.size:
        ours = minions(world)[:1]
        starts = (state.actors.y[ours].astype(np.int32) * state.width + state.actors.x[ours]).astype(np.int32)
    reached = moves.measure(world, starts, FORAGE_CELLS)
    far = links(world).far.copy()
    moves.forget(world, reached)
    for group, have, least in (
        ("raw_food", cook.pieces(world, "raw_food"), heads * RAW_A_MINION),
        ("wood", cook.pieces(world, "wood"), WOOD_LEAST),
    ):
        kinds = set(stock.kinds_of(world, group))
        gives = np.array(
            [sum(n for name, n in row.gather_yield if world.content.item[name] in kinds) for row in rows]
            + [0]
        )
        worth = np.where(cells.growth >= 0, gives[cells.growth], 0)
        have += int(worth[marked].sum())
        if have >= least:
            continue
        open_to = np.flatnonzero(((worth > 0) & ~marked & (far >= 0)).reshape(-1))
        for cell in open_to[np.lexsort((open_to, far.reshape(-1)[open_to]))].tolist():
            if have >= least:
                break
            x, y = cell % state.width, cell // state.width
            set_mark(world, x, y, int(cells.mark[y, x]) | Mark.GATHER)
            have += int(worth[y, x])
