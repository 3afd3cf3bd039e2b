"""New dungeons: the band holds what its start guarantees, has its jobs and gear, and the stock is there."""

import numpy as np
import pytest

from meikyu.books.keep import BOOK, jobs
from meikyu.errors import InputError
from meikyu.realm import content as rows
from meikyu.realm import run, start
from meikyu.realm.state import Side

CONTENT = rows.load()
STARTS = [row.id for row in CONTENT.starts]


@pytest.mark.parametrize("name", STARTS)
def test_the_band_is_what_the_start_says(name: str) -> None:
    row = CONTENT.starts[CONTENT.start[name]]
    for seed in range(8):
        world = start.new(seed, name, width=64, height=64)
        actors = world.state.actors
        count = len(world.state.names)
        band = np.flatnonzero(actors.side[:count] == Side.MINION)
        kinds = sorted(CONTENT.species[actors.species[a]].id for a in band)
        assert kinds == sorted(n for n, k in row.band for _ in range(k))
        for stat, least, wanted in row.guarantee:
            assert (actors.stats[band, rows.STATS.index(stat)] >= least).sum() >= wanted
        for actor in band:
            for value, (low, high) in zip(
                actors.stats[actor], CONTENT.species[actors.species[actor]].stats, strict=True
            ):
                assert low <= value <= high
        people = [world.state.names[a] for a in np.flatnonzero(actors.side[:count] != Side.WILD)]
        assert len(set(people)) == len(people)
        assert all("/" in name for name in world.state.names)


@pytest.mark.parametrize("name", STARTS)
def test_somebody_takes_what_a_dungeon_cannot_do_without(name: str) -> None:
    world = start.new(3, name, width=64, height=64)
    levels = world.state.actors.levels[1:7]
    for job in ("gather", "cook", "dig", "build", "haul", "chores"):
        assert levels[:, jobs.IDS.index(job)].any(), job
    assert (world.state.actors.saved[1:7] == levels).all()


def test_all_bodies_stand_on_their_own_floor_of_the_hall() -> None:
    world = start.new(5)
    actors, cells = world.state.actors, world.state.cells
    count = len(world.state.names)
    assert (actors.side[:count] == Side.WILD).sum() >= 10
    for x, y, side in zip(
        actors.x[:count].tolist(), actors.y[:count].tolist(), actors.side[:count].tolist(), strict=True
    ):
        assert cells.walkable[y, x]
        assert cells.territory[y, x] == (side != Side.WILD)


@pytest.mark.parametrize(
    ("difficulty", "percent"), [("gentle", 150), ("normal", 100), ("hard", 80), ("cruel", 60)]
)
def test_difficulty_changes_the_stock(difficulty: str, percent: int) -> None:
    world = start.new(2, "old_halls", difficulty)
    stock = run.stock(world)
    assert stock["wood"] == 60 * percent // 100
    assert stock["fungus"] == 20 * percent // 100


def test_food_lies_on_the_shelves() -> None:
    world = start.new(2)
    stored = [i for ids in world.scratch.stored.values() for i in ids]
    kinds = {CONTENT.items[world.state.items.kind[i]].id for i in stored}
    assert {"meal_medium", "raw_meat", "fungus"} <= kinds


def test_structures_stand_where_the_start_wants_them() -> None:
    for name in STARTS:
        world = start.new(1, name, width=64, height=64)
        row = CONTENT.starts[CONTENT.start[name]]
        kinds = world.state.structures.kind
        for structure, count in row.structures:
            assert np.count_nonzero(kinds == CONTENT.structure[structure]) == count
        assert [room.name for room in world.state.rooms] == ["demon_palace"]


def test_a_start_is_the_same_for_the_same_seed_only() -> None:
    assert start.new(4).digest() == start.new(4).digest()
    assert start.new(4).digest() != start.new(5).digest()


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"start": "castle"}, "start"),
        ({"difficulty": "easy"}, "difficulty"),
        ({"seed": -1}, "seed"),
        ({"width": 20}, "width"),
    ],
)
def test_bad_options_are_named(options: dict[str, object], field: str) -> None:
    with pytest.raises(InputError) as caught:
        start.new(**({"seed": 1} | options))  # type: ignore[arg-type]
    assert caught.value.field == field


def test_a_small_map_tells_what_it_eased() -> None:
    events = start.new(1, width=48, height=48).events
    assert [e.kind for e in events if e.kind == "wish_eased"] == ["wish_eased"]


def test_the_difficulties_overlay_only_known_numbers() -> None:
    assert list(start.difficulties()) == ["gentle", "normal", "hard", "cruel"]
    for name in start.difficulties():
        BOOK.params(start.house_of(name))


def test_names_are_written_in_both_scripts() -> None:
    for species, entry in BOOK.toml("names").items():
        assert species in CONTENT.race
        assert len({en for en, _ in entry["names"]}) == len(entry["names"]) >= 12
        assert all(en.isascii() and not ja.isascii() for en, ja in entry["names"])
