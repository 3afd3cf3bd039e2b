"""The hall and the rock about it."""

from __future__ import annotations

import numpy as np

from meikyu.realm.mapgen.draft import Draft, highest, noise

HALL_MARGIN = 3
"""Cells of rock that stay round the hall."""


def place_hall(draft: Draft) -> None:
    """Put the hall near the middle, the throne at its north wall and the way out to the south."""
    dice = draft.dice()
    size_x, size_y = draft.wishes.hall
    jitter = draft.wishes.jitter
    x = (draft.width - size_x) // 2 + dice.below(2 * jitter + 1) - jitter
    y = (draft.height - size_y) // 2 + dice.below(2 * jitter + 1) - jitter
    draft.hall = (x, y, size_x, size_y)
    draft.throne = (x + size_x // 2, y)
    draft.gate = (x + size_x // 2, y + size_y - 1)
    m = HALL_MARGIN
    draft.closed[y - m : y + size_y + m, x - m : x + size_x + m] = True
    draft.terrain[y : y + size_y, x : x + size_x] = draft.ground("dug_floor")
    draft.way = [(draft.gate[0], draft.gate[1] + step) for step in range(1, m + 1)]


def lay_rocks(draft: Draft) -> None:
    """Lay the kinds of rock in bands and lenses, each its share, and bedrock round the edge."""
    solid = draft.terrain == draft.ground("rock")
    kinds = [row for row in draft.content.terrain if row.kind == "rock"]
    whole = sum(row.share for row in kinds)
    for channel, (kind, blur) in enumerate(
        (("granite", 5), ("dirt", 6), ("rooted_earth", 3), ("bone_bed", 1)), 1
    ):
        field = noise(draft, channel, blur)
        chosen = highest(field, solid, draft.share(kind) * 1000 // whole)
        draft.terrain[chosen] = draft.ground(kind)
        solid &= ~chosen
    rim = np.ones(solid.shape, np.bool_)
    rim[1:-1, 1:-1] = False
    draft.terrain[rim] = draft.ground("bedrock")
