"""Workplaces: where things are made, and what work is offered there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meikyu.core.ruling import rule
from meikyu.realm.content import JOBS
from meikyu.realm.state import Op
from meikyu.realm.systems import cook, stock
from meikyu.realm.systems.links import links
from meikyu.realm.systems.plans import want
from meikyu.realm.world import World


def _ids(world: World) -> list[int]:
    known: dict[str, list[int]] = world.scratch.caches.setdefault("places", {})
    if "makers" not in known:  # gone when a structure comes or goes
        sorts = [stock.places(world, what) for what in ("kitchen", "workshop", "library")]
        known["makers"] = np.sort(np.concatenate(sorts)).tolist()
    return known["makers"]


def is_one(world: World, structure: int) -> bool:
    """True for a place where things are made."""
    kind = world.state.structures.kind[structure]
    return kind >= 0 and structure in _ids(world)


@rule("KEP-FOOD-39", "KEP-FOOD-40")
def offer(world: World, among: Sequence[int] | None = None) -> None:
    """Offer what is to be made at workplaces, all where none are named: one piece of work at a time."""
    state = world.state
    made = links(world)
    need = cook.need(world)
    for structure in _ids(world) if among is None else among:
        if state.structures.kind[structure] < 0:
            continue
        number = cook.wanted(world, structure, need)
        x, y = int(state.structures.x[structure]), int(state.structures.y[structure])
        busy = False
        for key in made.keys((Op.CRAFT,), structure):
            busy = busy or state.tasks.by[made.tasks[key]] >= 0
            if key[2] != number:
                want(world, key, False, 0, x, y)
        if number >= 0 and not busy:
            job = JOBS.index(world.content.recipes[number].job)
            want(world, (Op.CRAFT, structure, number), True, job, x, y)
