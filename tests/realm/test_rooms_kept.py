"""Rooms kept up cell by cell are those of a fresh look at the whole map."""

import random

import numpy as np

from meikyu.realm import start, tables
from meikyu.realm.systems import rooms


def test_local_changes_leave_the_rooms_of_a_fresh_look():
    world = start.new(3)
    state = world.state
    chance = random.Random(5)
    floor, rock = world.content.ground["dug_floor"], int(state.cells.terrain[0, 0])
    found = 0
    for _ in range(600):
        x, y = chance.randrange(40, 56), chance.randrange(40, 52)
        if state.cells.structure[y, x] < 0:
            tables.set_terrain(world, x, y, floor if chance.random() < 0.7 else rock)
            tables.set_territory(world, x, y, chance.random() < 0.85)
            if chance.random() < 0.2 and state.cells.walkable[y, x]:
                tables.add_structure(world, world.content.structure[chance.choice(("wall", "table"))], x, y)
        elif chance.random() < 0.5:
            tables.remove_structure(world, int(state.cells.structure[y, x]))
        rooms.run(world)
        kept, plan, numbers = (
            list(state.rooms),
            world.scratch.caches.pop("plan"),
            rooms.room_map(world).copy(),
        )
        rooms.run(world)
        assert state.rooms == kept
        world.scratch.caches["plan"] = plan
        assert (rooms.index_rooms(world) == numbers).all()
        inside = {cell for room in kept for cell in room.cells}
        found = max(found, len(inside))
        assert np.count_nonzero(rooms.room_map(world) >= 0) == len(inside)
    assert found > 20
