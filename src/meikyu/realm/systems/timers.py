"""Timers: what happens at a known time. Whoever sets a timer finds its kind in HANDLERS."""

from __future__ import annotations

import heapq
from collections.abc import Callable

from meikyu.books.keep import ground
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.ruling import rule
from meikyu.realm import tables
from meikyu.realm.systems import (
    allies,
    ceilings,
    cremation,
    grudges,
    joining,
    roaming,
    sickness,
    wild,
    wounds,
)
from meikyu.realm.world import World


def run(world: World) -> None:
    """Have everything happen that is due at this tick, in the order in which it was set for the same tick."""
    state = world.state
    while state.timers and state.timers[0][0] <= state.tick:
        _, _, kind, a, b = heapq.heappop(state.timers)
        HANDLERS[kind](world, a, b)


@rule("KEP-SIM-14", "KEP-FOG-43")
def _goes_out(world: World, structure: int, tick: int) -> None:
    """A fire or light whose fuel is used up goes out; one that was refuelled meanwhile burns on."""
    rows = world.state.structures
    if (
        rows.kind[structure] < 0
        or ground.is_burning(tick, int(rows.fuel[structure]))
        or not rows.burning[structure]
    ):
        return
    rows.burning[structure] = False
    world.scratch.lights_changed.append(structure)
    tables.touch(world, "structure", structure)
    world.state.task_version += 1
    x, y = int(rows.x[structure]), int(rows.y[structure])
    world.emit("went_out", "KEP-SIM-14", structure=structure, x=x, y=y)


@rule("KEP-SIM-14", "KEP-FOG-44")
def _wants_fuel(world: World, structure: int, tick: int) -> None:
    """Little fuel is left: the tasks system offers the refuelling."""
    rows = world.state.structures
    if rows.kind[structure] >= 0 and rows.fuel[structure] == tick:
        tables.touch(world, "structure", structure)
        world.state.task_version += 1


@rule("KEP-SIM-17")
def _regrows(world: World, cell: int, tick: int) -> None:
    """A plant comes back; where something was dug or built meanwhile, the tables have forgotten it."""
    state = world.state
    x, y = cell % state.width, cell // state.width
    cells = state.cells
    if cells.regrow[y, x] != tick or cells.grown[y, x] < 0:
        return
    growth = int(cells.grown[y, x])
    tables.set_growth(world, x, y, growth)
    world.emit("regrew", "KEP-SIM-17", x=x, y=y, growth=world.content.terrain[growth].id)


def _decays(world: World, item: int, tick: int) -> None:
    """A stack that lay about too long is gone, or becomes what its row says; in use it keeps an hour."""
    state = world.state
    rows = state.items
    if rows.kind[item] < 0 or rows.decays[item] != tick:
        return
    if rows.reserved[item] > 0 or rows.holder[item] >= 0 or rows.site[item] >= 0:
        later = tick + TICKS_PER_HOUR
        rows.decays[item] = later
        tables.add_timer(world, later, "decay", item, later)
        return
    row = world.content.items[rows.kind[item]]
    x, y, count = int(rows.x[item]), int(rows.y[item]), int(rows.count[item])
    tables.remove_item(world, item)
    for name, pieces in row.decays_into:
        tables.add_item(world, world.content.item[name], pieces * count, 0, x, y)
    state.task_version += 1
    world.emit("decayed", "KEP-SIM-16", item=row.id, count=count, x=x, y=y)


HANDLERS: dict[str, Callable[[World, int, int], None]] = {
    "fuel": _goes_out,
    "refuel": _wants_fuel,
    "regrow": _regrows,
    "decay": _decays,
    "ceiling": ceilings.fall,
    "bleed": wounds.bleed,
    "heal": wounds.heal,
    "wake": wounds.wake,
    "renewal": wild.renew,
    "roam": roaming.roam,
    "ill": sickness.hour,
    "burn": cremation.burn,
    "succession": grudges.throne.succeed,
    "ally_roams": roaming.roam,
    "ally_leaves": allies.leave,
    "called": joining.called,
}
