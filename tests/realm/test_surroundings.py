"""Lights, rooms, timers and letters as the realm keeps them, beyond what the scenario cases tell."""

import numpy as np
import pytest

from meikyu.books.keep import rooms as book
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.realm import content as rows
from meikyu.realm import start, tables
from meikyu.realm.step import step
from meikyu.realm.systems import letters, lights, rooms, sight, timers
from meikyu.realm.world import World

CONTENT = rows.load()


@pytest.fixture
def world() -> World:
    return start.new(8, width=64, height=64)


def cave(world: World) -> tuple[int, int]:
    """A natural floor cell with floor all about it."""
    cells = world.state.cells
    for y, x in np.argwhere(cells.terrain == CONTENT.ground["cave_floor"]).tolist():
        if cells.walkable[y - 2 : y + 3, x - 2 : x + 3].sum() == 25:
            return x, y
    raise AssertionError("no cave on the map")


def settle(world: World) -> None:
    for system in (lights, rooms, sight):
        system.run(world)


def recounted_lights(world: World) -> np.ndarray:
    """How many lights reach each cell, counted anew from all that glows and burns."""
    state = world.state
    counts = np.zeros_like(state.cells.lights)
    from meikyu.core import fov

    def shine(x: int, y: int, radius: int) -> None:
        for cx, cy in fov.visible(state.cells.opaque, x, y, radius):
            counts[cy, cx] += 1

    for structure in np.flatnonzero(state.structures.kind >= 0).tolist():
        if state.structures.burning[structure]:
            assert (state.structures.w[structure], state.structures.h[structure]) == (1, 1)
            radius = lights.bright(world, int(state.structures.kind[structure]))
            shine(int(state.structures.x[structure]), int(state.structures.y[structure]), radius)
    for y in range(state.height):
        for x in range(state.width):
            layers = (state.cells.terrain[y, x], state.cells.growth[y, x])
            radius = max(CONTENT.terrain[row].light_radius if row >= 0 else 0 for row in layers)
            if radius:
                shine(x, y, radius)
    return counts


def test_lights_are_what_they_would_be_counted_anew(world: World) -> None:
    assert (recounted_lights(world) == world.state.cells.lights).all()
    x, y = cave(world)
    torch = tables.add_structure(world, CONTENT.structure["torch"], x, y)
    settle(world)
    assert (recounted_lights(world) == world.state.cells.lights).all()
    tables.add_structure(world, CONTENT.structure["wall"], x + 1, y)
    settle(world)
    assert (recounted_lights(world) == world.state.cells.lights).all()
    tables.remove_structure(world, torch)
    glow = np.argwhere(world.state.cells.growth == CONTENT.ground["glow_fungus"])[0].tolist()
    tables.set_growth(world, glow[1], glow[0], -1)
    settle(world)
    assert (recounted_lights(world) == world.state.cells.lights).all()
    assert (sight.recount(world) == world.state.cells.viewers).all()


def test_a_claimed_torch_clears_the_fog_from_then_on(world: World) -> None:
    x, y = cave(world)
    tables.add_structure(world, CONTENT.structure["torch"], x, y)
    settle(world)
    before = int(world.state.cells.viewers[y, x])
    tables.set_territory(world, x, y, True)
    settle(world)
    assert world.state.cells.viewers[y, x] == before + 1
    tables.set_territory(world, x, y, False)
    settle(world)
    assert world.state.cells.viewers[y, x] == before


def test_rooms_are_those_of_the_book(world: World) -> None:
    x, y = cave(world)
    for cy in range(y - 2, y + 3):
        for cx in range(x - 2, x + 3):
            tables.set_territory(world, cx, cy, True)
    tables.add_structure(world, CONTENT.structure["door"], x, y)
    settle(world)
    wanted = book.rooms(world.params.room, rooms.open_cells(world).tolist())
    found = [sorted(room.cells) for room in sorted(world.state.rooms, key=lambda room: room.cells[0])]
    assert found == [sorted(cy * 64 + cx for cx, cy in piece) for piece in wanted]
    assert len(found) == 2


def test_a_room_keeps_its_number_while_most_of_it_stays(world: World) -> None:
    x, y = cave(world)
    for cx in range(x - 2, x + 3):
        for cy in range(y - 1, y + 2):
            tables.set_territory(world, cx, cy, True)
    settle(world)
    room = next(r for r in world.state.rooms if y * 64 + x in r.cells)
    tables.set_territory(world, x + 2, y - 1, False)
    settle(world)
    assert next(r for r in world.state.rooms if y * 64 + x in r.cells).id == room.id
    for cx in (x - 1, x, x + 1):
        for cy in range(y - 1, y + 2):
            tables.set_territory(world, cx, cy, False)
    settle(world)
    assert room.id not in [r.id for r in world.state.rooms]


def test_structures_know_their_room(world: World) -> None:
    throne = int(np.flatnonzero(world.state.structures.kind == CONTENT.structure["throne"])[0])
    palace = world.state.rooms[0]
    assert palace.name == "demon_palace"
    assert world.state.structures.room[throne] == palace.id
    made = tables.add_structure(world, CONTENT.structure["torch"], *cave(world))
    settle(world)
    assert world.state.structures.room[made] == -1


def run_timers_until(world: World, tick: int) -> None:
    """Only time passes: nobody acts."""
    world.state.tick = tick
    world.events = []
    timers.run(world)


def test_what_lies_about_decays_in_its_hours(world: World) -> None:
    carcass = tables.add_item(world, CONTENT.item["carcass"], 1, 0, *cave(world))
    due = 48 * TICKS_PER_HOUR
    run_timers_until(world, due - 1)
    assert world.state.items.kind[carcass] == CONTENT.item["carcass"]
    run_timers_until(world, due)
    assert not (world.state.items.kind == CONTENT.item["carcass"]).any()
    told = [e.args for e in world.events if e.kind == "decayed"]
    assert {"item": "carcass", "count": 1} in [{k: a[k] for k in ("item", "count")} for a in told]


def test_what_is_in_use_keeps_an_hour_more(world: World) -> None:
    item = tables.add_item(world, CONTENT.item["fungus"], 3, 0, *cave(world))
    world.state.items.reserved[item] = 1
    due = int(world.state.items.decays[item])
    run_timers_until(world, due)
    assert world.state.items.kind[item] == CONTENT.item["fungus"]
    world.state.items.reserved[item] = 0
    run_timers_until(world, due + TICKS_PER_HOUR)
    assert world.state.items.kind[item] == -1


def test_an_old_fuel_timer_does_not_put_out_a_refuelled_fire(world: World) -> None:
    fire = int(np.flatnonzero(world.state.structures.kind == CONTENT.structure["campfire"])[0])
    first = int(world.state.structures.fuel[fire])
    world.state.tick = first - 100
    tables.refuel(world, fire)
    run_timers_until(world, first)
    assert world.state.structures.burning[fire]
    run_timers_until(world, first - 100 + 12 * TICKS_PER_HOUR)
    assert not world.state.structures.burning[fire]


def test_a_plant_comes_back_unless_something_was_built_in_its_place(world: World) -> None:
    cells = world.state.cells
    y, x = np.argwhere(cells.growth == CONTENT.ground["fungus_patch"])[0].tolist()
    tables.set_growth(world, x, y, -1, 1000)
    run_timers_until(world, 999)
    assert cells.growth[y, x] == -1
    run_timers_until(world, 1000)
    assert cells.growth[y, x] == CONTENT.ground["fungus_patch"]
    tables.set_growth(world, x, y, -1, 2000)
    tables.add_structure(world, CONTENT.structure["wall"], x, y)
    run_timers_until(world, 2000)
    assert cells.growth[y, x] == -1
    assert cells.grown[y, x] == -1


@pytest.mark.parametrize("row", CONTENT.letters, ids=lambda row: row.id)
def test_every_letter_can_be_said(world: World, row: rows.LetterKind) -> None:
    import re

    plain = {"en": "a dig mark", "ja": "採掘の印"}
    known = {"minion": 1, "target": 2, "item": 3, "site": 4, "species": 1, "n": 2}
    args = {name: known.get(name, plain) for name in re.findall(r"{(\w+)}", row.title.en)}
    assert letters.send(world, row.id, 3, 4, f"{row.id}:1", args)
    assert not letters.send(world, row.id, 3, 4, f"{row.id}:1", args)
    said = letters.said(world, world.state.letters[-1])
    assert "{" not in said.en + said.ja
    assert said.en != said.ja
    told = [e for e in world.events if e.kind == "letter"]
    assert told[-1].args["letter"] == world.state.letters[-1].id


def test_events_and_timers_come_in_order(world: World) -> None:
    seen: list[int] = []
    for _ in range(700):
        seen += [event.tick for event in step(world)]
    assert seen == sorted(seen)
    assert all(world.state.timers[0] <= timer for timer in world.state.timers)
    assert world.state.timers[0][0] > world.state.tick - 1
