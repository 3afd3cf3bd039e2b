"""Sight as the realm keeps it, from tick to tick, against looking anew from every eye."""

import random

import numpy as np
import pytest

from meikyu.core import fov
from meikyu.realm import start, tables
from meikyu.realm.systems import lights, sight
from meikyu.realm.world import World

TICKS = 120


@pytest.fixture
def world() -> World:
    return start.new(8, width=150, height=80)


def seen_by(world: World, actor: int) -> set[int]:
    """The flat cells that an actor sees, by the book's own way."""
    rows, width = world.state.actors, world.state.width
    if not rows.alive[actor] or rows.side[actor] not in sight.EYES or rows.sight[actor] < 0:
        return set()
    x, y = int(rows.x[actor]), int(rows.y[actor])
    return {cy * width + cx for cx, cy in fov.visible(world.state.cells.opaque, x, y, int(rows.sight[actor]))}


def disturb(world: World, chance: random.Random, ranges: list[int]) -> None:
    """Move actors by a step or anywhere, change ranges, kill and wake, dig and wall up."""
    state = world.state
    rows = state.actors
    for actor in range(len(state.names)):
        what = chance.random()
        x, y = int(rows.x[actor]), int(rows.y[actor])
        if what < 0.5:
            x += chance.choice((-1, 0, 1))
            y += chance.choice((-1, 0, 1))
            rows.x[actor] = min(max(x, 0), state.width - 1)
            rows.y[actor] = min(max(y, 0), state.height - 1)
        elif what < 0.56:
            rows.x[actor], rows.y[actor] = chance.randrange(state.width), chance.randrange(state.height)
        elif what < 0.62:
            rows.sight[actor] = chance.choice(ranges)
        elif what < 0.65:
            rows.alive[actor] = not rows.alive[actor]
    for _ in range(chance.choice((0, 0, 1, 2, 5))):
        actor = chance.randrange(len(state.names))
        x = min(max(int(rows.x[actor]) + chance.randrange(-6, 7), 0), state.width - 1)
        y = min(max(int(rows.y[actor]) + chance.randrange(-6, 7), 0), state.height - 1)
        state.cells.opaque[y, x] = not state.cells.opaque[y, x]
        world.scratch.opaque_changed.append(y * state.width + x)
    x, y = chance.randrange(state.width), chance.randrange(state.height)
    tables.set_territory(world, x, y, not state.cells.territory[y, x])


@pytest.mark.parametrize(
    "ranges",
    [
        pytest.param([-1, 0, 3, 9], id="near"),
        pytest.param([-1, 5, 17, 31], id="as wide as a window"),
        pytest.param([2, 12, 34], id="wider than a word"),
        pytest.param([7, 200], id="wider than the map"),
    ],
)
def test_viewers_and_lost_cells_are_those_of_looking_anew(world: World, ranges: list[int]) -> None:
    state = world.state
    cells = state.cells
    for n in range(12):
        tables.add_actor(
            world, 0, 0, 3 + 11 * n, 40, stats=(1, 1, 1, 1, 1), name=f"V{n}/V{n}", needs=(60_000,) * 3
        )
    sight.run(world)
    chance = random.Random(str(ranges))
    lost, inside = cells.lost.copy(), cells.lost_inside.copy()
    for _ in range(TICKS):
        state.tick += 1
        before = cells.viewers > 0
        disturb(world, chance, ranges)
        lights.run(world)
        sight.run(world)
        wanted = np.zeros(cells.viewers.size, np.int64)
        for actor in range(len(state.names)):
            wanted[sorted(seen_by(world, actor))] += 1
        for (_, source), lit in world.scratch.lit.items():
            if lights.clears(world, source):
                wanted[lit] += 1
        assert (cells.viewers.reshape(-1) == wanted).all()
        gone = before & (cells.viewers == 0)
        lost[gone], inside[gone] = state.tick, cells.territory[gone]
        assert (cells.lost == lost).all()
        assert (cells.lost_inside == inside).all()


def test_a_view_is_drawn_anew_after_more_changes_than_are_remembered(world: World) -> None:
    state = world.state
    rows, lord = state.actors, state.lord
    wall = int(rows.y[lord] + 2) * state.width + int(rows.x[lord])
    assert not state.cells.opaque.flat[wall]
    sight.run(world)
    rows.x[lord] += 1
    sight.run(world)
    far = state.cells.viewers.size - 1
    world.scratch.opaque_changed = [wall] + [far] * sight.KEPT_CHANGES
    state.cells.opaque.flat[wall] = True
    sight.run(world)
    rows.x[lord] -= 1
    sight.run(world)
    assert (sight.recount(world) == state.cells.viewers).all()
