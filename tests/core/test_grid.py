"""Cells and map text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.core import grid
from meikyu.errors import InputError

GLYPHS = {"#": 0, ".": 1, "~": 7}


def test_order_of_steps():
    assert grid.STEPS == ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
    compass = {"E": (1, 0), "S": (0, 1), "W": (-1, 0), "N": (0, -1)}
    for name, step in zip(grid.STEP_NAMES, grid.STEPS, strict=True):
        assert step == tuple(sum(compass[letter][axis] for letter in name) for axis in (0, 1))


def test_neighbours_keep_the_order_and_the_map():
    assert list(grid.neighbours((1, 1), 3, 3)) == [(1 + dx, 1 + dy) for dx, dy in grid.STEPS]
    assert list(grid.neighbours((0, 0), 3, 3)) == [(1, 0), (0, 1), (1, 1)]
    assert list(grid.neighbours((2, 1), 3, 2)) == [(1, 1), (2, 0), (1, 0)]
    assert list(grid.neighbours((0, 0), 1, 1)) == []


def test_read_is_row_first():
    ground = grid.read(["#.~", "..#"], GLYPHS)
    assert ground.tolist() == [[0, 1, 7], [1, 1, 0]]
    assert ground[0, 2] == 7
    assert grid.read("#.~\n..#\n", GLYPHS).tolist() == ground.tolist()


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_write_reverses_read(width, height, data):
    rows = [data.draw(st.text("#.~", min_size=width, max_size=width)) for _ in range(height)]
    assert grid.write(grid.read(rows, GLYPHS), {v: k for k, v in GLYPHS.items()}) == rows


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 10**6))
def test_flat_cells(width, height, pick):
    index = pick % (width * height)
    cell = grid.unflat(index, width)
    assert grid.is_inside(cell, width, height)
    assert grid.flat(cell, width) == index


def test_masks():
    mask = grid.read_mask(["#x", ".#"], "#")
    assert mask.dtype == np.bool_
    assert mask.tolist() == [[True, False], [False, True]]
    assert grid.cells_of(mask) == [(0, 0), (1, 1)]
    assert grid.mask_of([(0, 0), (1, 1)], 2, 2).tolist() == mask.tolist()
    with pytest.raises(InputError):
        grid.read_mask(["#x", ".#"], "#", ".")


def test_unknown_glyph_names_row_column_glyph_and_allowed():
    with pytest.raises(InputError) as caught:
        grid.read(["...", ".?."], GLYPHS, "map")
    error = caught.value
    assert (error.kind, error.field, error.got, error.allowed) == (
        "not_allowed",
        "map[1]",
        "?",
        ["#", ".", "~"],
    )
    assert error.say("en") == "map: unknown map character '?' in row 1, column 1; allowed: # . ~"
    assert error.say("ja") == "map：行1列1の '?' は使えない地図文字です。使える文字：# . ~"


@pytest.mark.parametrize(
    ("rows", "kind", "field", "words"),
    [
        (["..", "."], "not_readable", "rows[1]", "row 1 has 1, row 0 has 2"),
        (["..", "..."], "not_readable", "rows[1]", "row 1 has 3, row 0 has 2"),
        ([""], "not_readable", "rows", "no rows"),
        ([], "not_readable", "rows", "no rows"),
        ("", "not_readable", "rows", "no rows"),
        (["", ""], "not_readable", "rows[0]", "the row is empty"),
        (["..", 5], "wrong_type", "rows[1]", "Wrong kind"),
        ([5], "wrong_type", "rows[0]", "Wrong kind"),
    ],
)
def test_bad_rows(rows, kind, field, words):
    with pytest.raises(InputError) as caught:
        grid.read(rows, GLYPHS)
    assert (caught.value.kind, caught.value.field) == (kind, field)
    assert words in caught.value.say("en")
    assert caught.value.say("ja") != caught.value.say("en")
