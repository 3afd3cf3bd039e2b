"""The nearest food and bed as found in one look, against taking all in order of their distance."""

import random

import numpy as np
import pytest

from meikyu.realm import start, tables
from meikyu.realm.systems import moves, rest, stock
from meikyu.realm.systems.links import links
from meikyu.realm.world import World

SEEDS = range(12)


@pytest.fixture
def world() -> World:
    return start.new(8, width=64, height=64)


def floors(world: World) -> list[tuple[int, int]]:
    """Walkable cells without a structure."""
    cells = world.state.cells
    return [(int(x), int(y)) for y, x in np.argwhere(cells.walkable & (cells.structure < 0))]


def from_eyes_of(world: World, actor: int) -> int:
    return moves.measure(world, np.array([moves.flat_of(world, actor)]))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("starving", [False, True])
def test_the_nearest_of_each_kind_are_the_first_of_all_in_order(
    world: World, seed: int, starving: bool
) -> None:
    chance = random.Random(seed)
    state, items = world.state, world.content.item
    kinds = [items[name] for name in ("fungus", "meal_medium", "meal_small")]
    places = [
        tables.add_structure(world, world.content.structure[name], *chance.choice(floors(world)))
        for name in ("shelf", "feeding_place", "shelf")
    ]
    for _ in range(30):
        item = tables.add_item(world, chance.choice(kinds), 3, 0, *chance.choice(floors(world)))
        state.items.forbidden[item] = chance.random() < 0.2
        state.items.reserved[item] = chance.choice((0, 0, 2, 3))
        if chance.random() < 0.3:
            tables.store_item(world, item, chance.choice(places))
    reached = from_eyes_of(world, 1)
    wanted: dict[int, tuple[int, int]] = {}
    for walk, item in stock.nearest(world, stock.usable(world, kinds, starving=starving)):
        wanted.setdefault(int(state.items.kind[item]), (walk, item))
    found = stock.nearest_of_kinds(world, kinds, starving=starving)
    moves.forget(world, reached)
    assert found == sorted(wanted.values())
    assert found


@pytest.mark.parametrize("seed", SEEDS)
def test_the_bed_is_the_own_one_or_the_nearest_free_one(world: World, seed: int) -> None:
    chance = random.Random(seed)
    state = world.state
    rows = state.structures
    beds = [
        tables.add_structure(world, world.content.structure["bed"], *cell)
        for cell in chance.sample(floors(world), 12)
    ]
    for bed in beds:
        cell = int(rows.y[bed]) * state.width + int(rows.x[bed])
        rows.owner[bed] = chance.choice((-1, -1, 1, 2))
        if chance.random() < 0.5:
            links(world).spots[cell] = chance.choice((1, 3))
    for actor in (1, 2, 3):
        reached = from_eyes_of(world, actor)
        known = stock.places(world, "bedroom")
        walks = moves.reach_all(world, stock.boxes_of_places(world, known)).tolist()
        moves.forget(world, reached)
        free = [
            (int(rows.owner[bed]) != actor, walk, bed)
            for walk, bed in zip(walks, known.tolist(), strict=True)
            if walk >= 0
            and rows.owner[bed] in (-1, actor)
            and links(world).spots.get(int(rows.y[bed]) * state.width + int(rows.x[bed]), actor) == actor
        ]
        best = min(free, default=(True, 0, -1))
        assert rest.bed(world, actor) == (best[2], best[1])
