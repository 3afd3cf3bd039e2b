"""Symmetric shadowcasting with exact slopes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.core import fov, geometry, grid
from meikyu.core.rng import below
from meikyu.errors import InputError

# The worked examples of KEP-FOG-29..33: map, viewer, range, what is seen.
EXAMPLES = {
    "a wall before the viewer": (
        [".......", ".......", "...#...", ".......", ".......", ".......", "......."],
        (3, 4),
        3,
        ["0000000", "0000000", "0111110", "0111110", "1111111", "0111110", "0111110"],
        27,
    ),
    "pillar": (
        [*["........."] * 3, "....#....", *["........."] * 5],
        (4, 6),
        6,
        ["000000000", "011101110", "111101111", *["111111111"] * 6],
        68,
    ),
    "doorway": (
        ["#########", "#...#...#", "#...#...#", "#.......#", "#...#...#", "#...#...#", "#########"],
        (2, 2),
        5,
        ["111110000", "111110000", "111110000", "111111100", "111111100", "111110100", "111110000"],
        40,
    ),
    "bent corridor": (
        ["##########", "#......###", "######.###", "######.###", "######...#", "##########"],
        (1, 1),
        13,
        ["1111111100", "1111111100", "1111110100", "0000000000", "0000000000", "0000000000"],
        23,
    ),
    "diagonal gap": (
        [".....", "..#..", ".#...", ".....", "....."],
        (1, 1),
        5,
        ["11110", "11100", "11110", "10111", "00011"],
        17,
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name):
    rows, (x, y), radius, seen, count = EXAMPLES[name]
    cells = fov.visible(grid.read_mask(rows, "#", "."), x, y, radius)
    assert grid.write(grid.mask_of(cells, len(rows[0]), len(rows)), {0: "0", 1: "1"}) == seen
    assert len(cells) == count


@st.composite
def mazes(draw):
    """A map that blocks here and there, and two of its cells."""
    height, width = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    seed, share = draw(st.integers(0, 2**32)), draw(st.integers(0, 70))
    opaque = grid.mask_of([], width, height)
    for y in range(height):
        for x in range(width):
            opaque[y, x] = below(100, seed, 0, y, x, 0) < share
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return opaque, draw(cells), draw(cells)


@given(mazes(), st.integers(0, 17))
def test_sight_between_floor_cells_is_mutual(maze, radius):
    opaque, here, there = maze
    opaque[here[1], here[0]] = opaque[there[1], there[0]] = False
    assert fov.is_seen(opaque, here, there, radius) == fov.is_seen(opaque, there, here, radius)


@given(mazes(), st.integers(0, 17))
def test_seen_cells_are_sorted_near_and_include_the_viewer(maze, radius):
    opaque, (x, y), _ = maze
    cells = fov.visible(opaque, x, y, radius)
    assert (x, y) in cells
    assert cells == sorted(set(cells), key=lambda cell: (cell[1], cell[0]))
    assert all(geometry.is_within_round(cx - x, cy - y, radius) for cx, cy in cells)


@given(mazes(), st.integers(0, 12), st.integers(0, 12))
def test_a_longer_range_only_adds_cells(maze, radius, more):
    opaque, (x, y), _ = maze
    short, long = fov.visible(opaque, x, y, radius), fov.visible(opaque, x, y, radius + more)
    assert short == [(cx, cy) for cx, cy in long if geometry.is_within_round(cx - x, cy - y, radius)]


@pytest.mark.parametrize("radius", range(10))
def test_open_ground_shows_the_whole_disc(radius):
    opaque = grid.mask_of([], 21, 21)
    assert fov.visible(opaque, 10, 10, radius) == [(10 + dx, 10 + dy) for dx, dy in geometry.disc(radius)]


@given(mazes(), st.integers(0, 17), st.integers(0, 7))
def test_sight_turns_with_the_map(maze, radius, turn):
    opaque, (x, y), _ = maze
    height, width = opaque.shape
    cells = set(fov.visible(opaque, x, y, radius))
    if turn & 1:
        opaque, x, cells = opaque[:, ::-1], width - 1 - x, {(width - 1 - cx, cy) for cx, cy in cells}
    if turn & 2:
        opaque, y, cells = opaque[::-1], height - 1 - y, {(cx, height - 1 - cy) for cx, cy in cells}
    if turn & 4:
        opaque, x, y, cells = opaque.T, y, x, {(cy, cx) for cx, cy in cells}
    assert set(fov.visible(opaque, x, y, radius)) == cells


def test_a_viewer_walled_in_sees_the_walls():
    opaque = grid.read_mask(["#####", "##.##", "#####"], "#")
    assert len(fov.visible(opaque, 2, 1, 9)) == 9


@pytest.mark.parametrize(
    ("x", "y", "radius", "field"), [(-1, 0, 3, "viewer"), (0, 2, 3, "viewer"), (0, 0, -1, "radius")]
)
def test_bad_input_is_refused(x, y, radius, field):
    with pytest.raises(InputError) as caught:
        fov.visible(grid.mask_of([], 2, 2), x, y, radius)
    assert (caught.value.kind, caught.value.field) == ("out_of_range", field)


def test_the_tables_of_near_sight():
    look, keep = fov.slope_bits(2)
    # Sides of the cells (1, 0), (1, 1): 1/2, 3/2; so the pieces are 0 to 1/2 and 1/2 to 1.
    assert look[1, 0].tolist() == [0b01, 0b01]  # the centre on the axis starts the first piece
    assert look[1, 1].tolist() == [0b10, 0b10]  # the centre on the diagonal ends the last
    assert keep[1, 1].tolist() == [2**64 - 1, 2**64 - 1 - 0b10]
    assert look[2, 0].tolist() == [0b01, 0b01]
    assert look[2, 2].tolist() == [0, 0]  # beyond the disc
    assert [fov.row_reach(2, depth) for depth in range(3)] == [0, 1, 0]


def test_one_word_holds_the_slopes_of_radius_13_and_no_more():
    assert int(fov.slope_bits(13)[0].max()).bit_length() == 55
    with pytest.raises(OverflowError):
        fov.slope_bits(14)
