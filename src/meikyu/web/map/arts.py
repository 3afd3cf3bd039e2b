"""Where the Dark Arts are read on the map: the structure that leads to them, or what is to be built first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from meikyu.errors import Text
from meikyu.realm.inspect.words import joined
from meikyu.realm.systems import arts, stock
from meikyu.realm.world import World

PLACES = ("bookshelf", "writing_desk", "ritual_circle")
"""Structures whose panel shows the Dark Arts, the first ones needed first."""

FIRST = ("bookshelf", "writing_desk")
"""What has to stand before anything can be learned."""

BUILD = Text(
    "Books on bookshelves teach the Dark Arts. To build first: {lacking}. "
    "Whoever has Scholarship on writes the books.",
    "暗黒術は本棚の書物で習得します。まず建てるもの：{lacking}。書物は「学識」がオンの者が書きます。",
)


def unlocked(world: World) -> list[str]:
    """Of what structures' rows name under `unlock`, all that lets them be built now."""
    return [
        name
        for name in dict.fromkeys(r.unlock for r in world.content.structures)
        if arts.is_usable(world, name)
    ]


def leading(world: World, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    """The nearest structure that shows the arts, else the nearest site of one, and what is still to be built.

    `what` is empty where neither is there; `search` names the structure that the build menu is to show.
    """
    at, state = (int(asked["x"]), int(asked["y"])), world.state
    kinds = {world.content.structure[name] for name in PLACES}
    there = [n for name in PLACES for n in stock.places(world, name).tolist()]
    planned = np.flatnonzero(np.isin(state.sites.kind, list(kinds))).tolist()
    have = {int(state.structures.kind[n]) for n in there} | {int(state.sites.kind[n]) for n in planned}
    wanted = [world.content.structure[name] for name in FIRST]
    lacking = [world.content.structures[kind].name.say(lang) for kind in wanted if kind not in have]
    told: dict[str, Any] = {"what": "", "search": "", "text": "", "rule": "KEP-RES-13"}
    if lacking:
        told |= {"search": lacking[0], "text": BUILD.say(lang).format(lacking=joined(lang, lacking))}
    for what, rows, ids in (("structure", state.structures, there), ("site", state.sites, planned)):
        if ids:
            return {**told, "what": what, **_nearest(rows, ids, at)}
    return told


def _nearest(rows: Any, ids: Iterable[int], at: tuple[int, int]) -> dict[str, int]:
    x, y = at
    best = min(ids, key=lambda n: (max(abs(int(rows.x[n]) - x), abs(int(rows.y[n]) - y)), n))
    return {"id": best, "x": int(rows.x[best]), "y": int(rows.y[best])}
