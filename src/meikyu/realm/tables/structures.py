"""Structures and building sites: putting them on the map and taking them off, fuel, doors."""

from __future__ import annotations

from meikyu.books.keep import food, ground, sight
from meikyu.core.clock import TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.realm.state import Sites, Structures
from meikyu.realm.tables.cells import clear_growth, refresh
from meikyu.realm.tables.items import put_down
from meikyu.realm.tables.rows import add_timer, number, room, touch
from meikyu.realm.world import World


def footprint(x: int, y: int, w: int, h: int) -> list[tuple[int, int]]:
    """The cells of a footprint, row by row."""
    return [(cx, cy) for cy in range(y, y + h) for cx in range(x, x + w)]


def box_of(rows: Structures | Sites, row: int) -> tuple[int, int, int, int]:
    """North-west cell, width and height of a structure or site."""
    return int(rows.x[row]), int(rows.y[row]), int(rows.w[row]), int(rows.h[row])


def size_of(world: World, kind: int, turned: bool) -> tuple[int, int]:
    """Width and height of a structure as it is turned."""
    row = world.content.structures[kind]
    return (row.h, row.w) if turned else (row.w, row.h)


def add_structure(world: World, kind: int, x: int, y: int, turned: bool = False) -> int:
    """Put a finished structure on the map and return its id; a light or fire starts with full fuel."""
    state = world.state
    structure = number(state, "structures")
    rows = room(state, "structures", structure)
    world.scratch.caches.pop("places", None)
    w, h = size_of(world, kind, turned)
    row = world.content.structures[kind]
    rows.kind[structure] = kind
    rows.x[structure], rows.y[structure], rows.w[structure], rows.h[structure] = x, y, w, h
    rows.open[structure], rows.fuel[structure], rows.burning[structure] = 0, -1, False
    rows.room[structure] = rows.owner[structure] = rows.user[structure] = -1
    rows.keep[structure] = world.params.haul.barrel_keep if row.accepts == "chosen" else 0
    rows.size[structure] = food.SIZES.index(world.params.food.kitchen_size)
    rows.unbuild[structure] = rows.hunt[structure] = False
    rows.locked[structure] = rows.unlock[structure] = rows.sprung[structure] = False
    for cx, cy in footprint(x, y, w, h):
        state.cells.structure[cy, cx] = structure
        clear_growth(world, cx, cy)
        refresh(world, cx, cy)
        world.scratch.roof_log.append(cy * state.width + cx)
        world.scratch.rooms_cells.append(cy * state.width + cx)
    world.scratch.rooms_changed = True
    if row.light_radius:
        refuel(world, structure)
    touch(world, "structure", structure)
    state.task_version += 1
    return structure


def remove_structure(world: World, structure: int) -> None:
    """Take a structure off the map; what it stores is laid on the floor about it."""
    state = world.state
    rows = state.structures
    x, y, w, h = box_of(rows, structure)
    rows.kind[structure] = -1
    rows.burning[structure] = False
    world.scratch.caches.pop("places", None)
    for cx, cy in footprint(x, y, w, h):
        if state.cells.structure[cy, cx] == structure:
            state.cells.structure[cy, cx] = -1
            refresh(world, cx, cy)
            world.scratch.roof_log.append(cy * state.width + cx)
            world.scratch.rooms_cells.append(cy * state.width + cx)
    for item in list(world.scratch.stored.get(structure, [])):
        put_down(world, item, x, y)
    state.filters.pop(structure, None)
    state.minimum.pop(structure, None)
    touch(world, "structure", structure)
    world.scratch.lights_changed.append(structure)
    world.scratch.rooms_changed = True
    state.task_version += 1


def refuel(world: World, structure: int) -> None:
    """Light a fire or light, with fuel for the hours of its row; one whose row names none burns for ever."""
    rows = world.state.structures
    hours = world.content.structures[rows.kind[structure]].fuel_hours
    rows.burning[structure] = True
    rows.fuel[structure] = -1
    if sight.burns_out(hours):
        tick = world.state.tick + ground.fuel_ticks(world.params.sim, hours)
        rows.fuel[structure] = tick
        early = world.params.sim.refuel_hours_left * TICKS_PER_HOUR
        add_timer(world, tick - early, "refuel", structure, tick)
        add_timer(world, tick, "fuel", structure, tick)
    touch(world, "structure", structure)
    world.scratch.lights_changed.append(structure)
    world.state.task_version += 1


def set_lock(world: World, structure: int, is_locked: bool) -> None:
    """Put a padlock on a door, or take it off; a closed door with one lets nobody through."""
    rows = world.state.structures
    rows.locked[structure], rows.unlock[structure] = is_locked, False
    for cx, cy in footprint(*box_of(rows, structure)):
        refresh(world, cx, cy)
    touch(world, "structure", structure)
    world.state.task_version += 1


def set_door(world: World, structure: int, is_open: bool) -> None:
    """Open or close a door for good."""
    rows = world.state.structures
    rows.open[structure] = is_open
    for cx, cy in footprint(*box_of(rows, structure)):
        refresh(world, cx, cy)


def add_site(world: World, kind: int, x: int, y: int, turned: bool = False) -> int:
    """Put a building site on the map and return its id."""
    state = world.state
    site = number(state, "sites")
    rows = room(state, "sites", site)
    w, h = size_of(world, kind, turned)
    rows.kind[site] = kind
    rows.x[site], rows.y[site], rows.w[site], rows.h[site] = x, y, w, h
    rows.work[site] = rows.stall[site] = 0
    rows.need[site] = world.content.structures[kind].work_minutes * TICKS_PER_MINUTE * 100
    rows.since[site], rows.builder[site] = state.tick, -1
    for cx, cy in footprint(x, y, w, h):
        state.cells.site[cy, cx] = site
    touch(world, "site", site)
    state.task_version += 1
    return site


def remove_site(world: World, site: int) -> None:
    """Take a building site off the map; what was delivered and not used is laid there."""
    state = world.state
    rows = state.sites
    x, y, w, h = box_of(rows, site)
    rows.kind[site] = -1
    for cx, cy in footprint(x, y, w, h):
        if state.cells.site[cy, cx] == site:
            state.cells.site[cy, cx] = -1
    for item in list(world.scratch.onsite.get(site, [])):
        put_down(world, item, x, y)
    touch(world, "site", site)
    state.task_version += 1
