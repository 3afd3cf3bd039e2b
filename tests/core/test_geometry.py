"""Distances and shapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.core import geometry

OFFSETS = st.integers(-50, 50)


@given(OFFSETS, OFFSETS)
def test_chebyshev_counts_steps_of_a_king(dx, dy):
    x, y, steps = 0, 0, 0
    while (x, y) != (dx, dy):
        x += (dx > x) - (dx < x)
        y += (dy > y) - (dy < y)
        steps += 1
    assert geometry.chebyshev(dx, dy) == steps


@pytest.mark.parametrize(("dx", "dy", "within"), [(3, 0, True), (2, 2, True), (3, 1, False), (-3, 0, True)])
def test_round_area_includes_its_rim(dx, dy, within):
    assert geometry.is_within_round(dx, dy, 3) is within


@pytest.mark.parametrize(
    ("radius", "cells"),
    [(-1, 0), (0, 1), (2, 13), (3, 29), (4, 49), (5, 81), (6, 113), (7, 149), (8, 197), (9, 253), (13, 529)],
)
def test_disc_sizes(radius, cells):
    disc = geometry.disc(radius)
    assert len(disc) == len(set(disc)) == cells
    assert list(disc) == sorted(disc, key=lambda cell: (cell[1], cell[0]))


@given(OFFSETS, OFFSETS, st.integers(-2, 12))
def test_shapes_hold_what_the_tests_accept(dx, dy, radius):
    assert ((dx, dy) in geometry.disc(radius)) == geometry.is_within_round(dx, dy, radius)
    assert ((dx, dy) in geometry.square(radius)) == geometry.is_within_square(dx, dy, radius)
    assert geometry.distance_squared(dx, dy) == dx**2 + dy**2


def test_block():
    assert geometry.block((4, 7), 1) == [(4, 7)]
    assert geometry.block((4, 7), 2) == [(4, 7), (5, 7), (4, 8), (5, 8)]
