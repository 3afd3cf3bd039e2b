"""Rows and cells change in one place only, and every index stays true whatever is done in whatever order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.core import paths
from meikyu.realm import content as rows
from meikyu.realm import start, tables
from meikyu.realm.world import World, derive

CONTENT = rows.load()
WOOD, FUNGUS, CLUB = CONTENT.item["wood"], CONTENT.item["fungus"], CONTENT.item["club"]


def fresh() -> World:
    return start.new(8, width=48, height=48)


def home(world: World) -> tuple[int, int]:
    """A free cell in the middle of natural floor."""
    cells = world.state.cells
    for y, x in np.argwhere(
        cells.walkable
        & ~cells.territory
        & (cells.region == cells.region[world.state.actors.y[0], world.state.actors.x[0]])
    ).tolist():
        near = cells.walkable[y - 1 : y + 2, x - 1 : x + 2]
        if (
            near.size == 9
            and near.all()
            and not any(y * 48 + x + d in world.scratch.lying for d in range(-98, 99))
        ):
            return x, y
    raise AssertionError("no room on the map")


def check_indexes(world: World) -> None:
    """Every index is what it would be if it were made anew."""
    anew = derive(world.state)
    for name in ("lying", "held", "stored", "onsite"):
        assert getattr(world.scratch, name) == getattr(anew, name), name
    assert (world.scratch.steps == anew.steps).all()
    assert (world.scratch.sizes == anew.sizes).all()


def same_parting(labels: np.ndarray, other: np.ndarray) -> bool:
    pairs = {*zip(labels.ravel().tolist(), other.ravel().tolist(), strict=True)}
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def test_pieces_join_a_stack_and_spill_to_the_next_cell() -> None:
    world = fresh()
    x, y = home(world)
    first = tables.add_item(world, FUNGUS, 7, 0, x, y)
    again = tables.add_item(world, FUNGUS, 7, 0, x, y)
    assert again == first
    assert world.state.items.count[first] == 10
    here = world.scratch.lying[y * 48 + x]
    assert here == [first]
    fungus = [i for ids in world.scratch.lying.values() for i in ids if world.state.items.kind[i] == FUNGUS]
    assert sorted(int(world.state.items.count[i]) for i in fungus) == [4, 10]
    check_indexes(world)


def test_reserved_and_forbidden_stacks_are_not_joined() -> None:
    world = fresh()
    x, y = home(world)
    for field, value in (("reserved", 1), ("forbidden", True)):
        first = tables.add_item(world, WOOD, 3, 0, x, y)
        getattr(world.state.items, field)[first] = value
        second = tables.add_item(world, WOOD, 3, 0, x, y)
        assert second != first
    check_indexes(world)


def test_taking_parts_a_stack_and_leaves_the_rest_reserved_for_others() -> None:
    world = fresh()
    item = tables.add_item(world, WOOD, 12, 0, *home(world))
    world.state.items.reserved[item] = 9
    part = tables.take(world, item, 5)
    rows_ = world.state.items
    assert (rows_.count[part], rows_.count[item], rows_.reserved[item], rows_.reserved[part]) == (5, 7, 4, 0)
    assert tables.take(world, item, 7) == item
    check_indexes(world)


def test_what_is_stored_does_not_decay() -> None:
    world = fresh()
    shelf = int(np.flatnonzero(world.state.structures.kind == CONTENT.structure["shelf"])[0])
    item = tables.add_item(world, FUNGUS, 4, 0, *home(world))
    due = int(world.state.items.decays[item])
    assert due == 120 * 600
    world.state.tick += 1000
    kept = tables.store_item(world, item, shelf)
    world.state.tick += 50_000
    taken = tables.take(world, kept, 100)
    held = tables.hold(world, taken, 1)
    assert world.state.items.decays[held] > due
    check_indexes(world)


def test_a_removed_storage_lays_its_goods_down() -> None:
    world = fresh()
    shelf = int(np.flatnonzero(world.state.structures.kind == CONTENT.structure["shelf"])[0])
    before = sum(int(world.state.items.count[i]) for i in world.scratch.stored[shelf])
    lying = sum(int(world.state.items.count[i]) for ids in world.scratch.lying.values() for i in ids)
    tables.remove_structure(world, shelf)
    now = sum(int(world.state.items.count[i]) for ids in world.scratch.lying.values() for i in ids)
    assert now == lying + before
    assert shelf not in world.scratch.stored
    check_indexes(world)


def test_tables_grow_and_keep_their_rows() -> None:
    world = fresh()
    x, y = home(world)
    club = tables.add_item(world, CLUB, 1, 3, x, y)
    for _ in range(300):
        tables.add_item(world, CLUB, 1, 2, x, y)
    assert world.state.items.kind.size >= 300
    assert world.state.items.quality[club] == 3
    for n in range(40):
        tables.add_actor(world, 0, 0, x, y, stats=(1, 2, 3, 4, 5), name=f"a{n}/a", needs=(1, 2, 3))
    assert world.state.actors.stats[len(world.state.names) - 1].tolist() == [1, 2, 3, 4, 5]
    check_indexes(world)


def test_free_rows_are_used_again_lowest_first() -> None:
    world = fresh()
    x, y = home(world)
    ids = [tables.add_item(world, CLUB, 1, 2, x, y) for _ in range(6)]
    for item in (ids[4], ids[1], ids[2]):
        tables.remove_item(world, item)
    assert [tables.add_item(world, CLUB, 1, 2, x, y) for _ in range(3)] == sorted((ids[4], ids[1], ids[2]))


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["add", "take", "hold", "down", "store", "use"]),
        st.integers(0, 50),
        st.integers(1, 9),
    ),
    max_size=25,
)


@settings(max_examples=40)
@given(MOVES)
def test_no_piece_is_lost_or_made_and_every_index_is_true(moves: list[tuple[str, int, int]]) -> None:
    world = fresh()
    shelf = int(np.flatnonzero(world.state.structures.kind == CONTENT.structure["shelf"])[0])
    x, y = home(world)
    total = int(world.state.items.count[world.state.items.kind == WOOD].sum())
    for move, place, count in moves:
        stacks = np.flatnonzero(world.state.items.kind == WOOD).tolist()
        item = stacks[place % len(stacks)] if stacks else -1
        if move == "add" or item < 0:
            tables.add_item(world, WOOD, count, 0, x, y)
            total += count
        elif move == "take":
            tables.take(world, item, count)
        elif move == "hold":
            tables.hold(world, tables.take(world, item, count), 1 + place % 6)
        elif move == "down":
            tables.put_down(world, item, x, y)
        elif move == "store":
            tables.store_item(world, tables.take(world, item, count), shelf)
        else:
            used = min(count, int(world.state.items.count[item]))
            tables.use_up(world, item, used)
            total -= used
        assert int(world.state.items.count[world.state.items.kind == WOOD].sum()) == total
        check_indexes(world)


@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(10, 37), st.integers(10, 37), st.booleans()), max_size=30))
def test_regions_are_kept_while_cells_open_and_close(edits: list[tuple[int, int, bool]]) -> None:
    world = fresh()
    rock, floor = CONTENT.ground["rock"], CONTENT.ground["dug_floor"]
    for x, y, opens in edits:
        if world.state.cells.structure[y, x] < 0:
            tables.set_terrain(world, x, y, floor if opens else rock)
    cells = world.state.cells
    assert same_parting(cells.region, paths.components(cells.walkable))
    check_indexes(world)


@pytest.mark.parametrize(
    ("kind", "walkable", "opaque"), [("wall", False, True), ("pillar", False, False), ("door", True, True)]
)
def test_structures_change_walking_and_sight(kind: str, walkable: bool, opaque: bool) -> None:
    world = fresh()
    x, y = home(world)
    before = world.state.map_version
    made = tables.add_structure(world, CONTENT.structure[kind], x, y)
    assert world.state.cells.walkable[y, x] == walkable
    assert world.state.cells.opaque[y, x] == opaque
    assert (world.state.map_version > before) == (not walkable)
    if kind == "door":
        tables.set_door(world, made, True)
        assert not world.state.cells.opaque[y, x]
    tables.remove_structure(world, made)
    assert world.state.cells.walkable[y, x]
    assert not world.state.cells.opaque[y, x]
    check_indexes(world)
