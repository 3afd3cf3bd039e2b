"""Steps, distances, routes, regions and room for large bodies."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.core import geometry, grid, paths
from meikyu.core.rng import below


def ground(*rows):
    """The walkable cells of a drawn map; a letter marks a walkable cell, a capital one that is not."""
    return np.array([[glyph not in "#" and not glyph.isupper() for glyph in row] for row in rows], np.bool_)


@st.composite
def grounds(draw):
    height, width = draw(st.integers(1, 11)), draw(st.integers(1, 11))
    seed, share = draw(st.integers(0, 2**32)), draw(st.integers(20, 100))
    return np.array(
        [[below(100, seed, 0, y, x, 0) < share for x in range(width)] for y in range(height)], np.bool_
    )


@st.composite
def journeys(draw):
    walkable = draw(grounds())
    height, width = walkable.shape
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return walkable, draw(cells), draw(cells)


def test_open_ground_is_walked_like_a_king():
    assert paths.walking_distance(np.ones((6, 6), np.bool_), (0, 0), (3, 2)) == 3


def test_no_corner_is_cut():
    corner = ground(".#", "..")
    assert not paths.can_step(corner, (0, 0), (1, 1))
    assert paths.walking_distance(corner, (0, 0), (1, 1)) == 2
    assert list(paths.steps_from(corner, (0, 0))) == [(0, 1)]
    assert list(paths.steps_from(np.ones((3, 3), np.bool_), (1, 1))) == list(grid.neighbours((1, 1), 3, 3))


def test_distance_to_a_thing_in_a_wall_is_that_to_the_nearest_cell_beside_it():
    walkable = ground("......", "....##", "....#.")
    assert paths.approaches(walkable, (4, 1)) == [(3, 1), (4, 0), (5, 2), (3, 2), (3, 0), (5, 0)]
    assert paths.walking_distance(walkable, (0, 1), (4, 1)) == 3
    assert paths.walking_distance(walkable, (5, 2), (4, 1)) == 0  # it stands beside the thing already
    assert paths.walking_distance(walkable, (0, 1), (5, 2)) == -1
    assert paths.route(walkable, (0, 1), (4, 1)) == [(0, 1), (1, 1), (2, 1), (3, 1)]
    assert paths.route(walkable, (0, 1), (5, 2)) == []


def test_a_start_in_a_wall_leads_nowhere():
    assert paths.distances(ground(".#."), [(1, 0)]).tolist() == [[-1, 0, -1]]


def test_distances_from_several_starts_and_with_a_limit():
    walkable = np.ones((1, 8), np.bool_)
    assert paths.distances(walkable, [(0, 0), (7, 0)]).tolist() == [[0, 1, 2, 3, 3, 2, 1, 0]]
    assert paths.distances(walkable, [(0, 0)], 2).tolist() == [[0, 1, 2, -1, -1, -1, -1, -1]]
    assert paths.distances(walkable, [(0, 0)], 0).tolist() == [[0, -1, -1, -1, -1, -1, -1, -1]]
    assert (paths.distances(walkable, []) == -1).all()


def test_the_route_keeps_the_fixed_order():
    route = paths.route(np.ones((4, 7), np.bool_), (0, 0), (5, 2))
    assert route == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (5, 2)]


@given(journeys())
def test_a_route_is_as_long_as_the_distance_and_made_of_allowed_steps(journey):
    walkable, start, goal = journey
    route = paths.route(walkable, start, goal)
    assert len(route) == paths.walking_distance(walkable, start, goal) + 1
    for (x, y), (nx, ny) in pairwise(route):
        assert paths.can_step(walkable, (x, y), (nx - x, ny - y))
    if route:
        assert route[0] == start
        assert route[-1] in paths.approaches(walkable, goal)


@given(journeys())
def test_distance_is_mutual_and_never_below_the_open_one(journey):
    walkable, here, there = journey
    if walkable[here[1], here[0]] and walkable[there[1], there[0]]:
        way = paths.walking_distance(walkable, here, there)
        assert way == paths.walking_distance(walkable, there, here)
        assert way == -1 or way >= geometry.chebyshev(here[0] - there[0], here[1] - there[1])


@given(grounds())
def test_the_byte_map_says_what_can_step_says(walkable):
    steps = paths.steps(walkable)
    for y, x in np.ndindex(walkable.shape):
        allowed = [(x + dx, y + dy) for k, (dx, dy) in enumerate(grid.STEPS) if steps[y, x] >> k & 1]
        assert allowed == list(paths.steps_from(walkable, (x, y)))


@given(grounds())
def test_regions_are_those_of_straight_steps(walkable):
    """Without corner cutting, walking in eight directions joins exactly what four directions join."""
    labels = paths.components(walkable)
    height, width = walkable.shape
    assert np.array_equal(labels >= 0, walkable)
    left = {(x, y) for y, x in np.ndindex(walkable.shape) if walkable[y, x]}
    names = []
    while left:
        part = [left.pop()]
        for x, y in part:
            near = left.intersection(grid.neighbours((x, y), width, height))
            straight = {(nx, ny) for nx, ny in near if nx == x or ny == y}
            part.extend(straight)
            left -= straight
        assert len({labels[y, x] for x, y in part}) == 1
        names.append(int(labels[part[0][1], part[0][0]]))
    assert sorted(names) == list(range(len(names)))


def test_regions_are_numbered_by_their_first_cells():
    assert paths.components(ground(".#.", "##.", "..#")).tolist() == [[0, -1, 1], [-1, -1, 1], [2, 2, -1]]


NARROW = ground(
    "############", "#...####...#", "#...####...#", "#..........#", "#...####...#", "############"
)
WIDE = ground("############", "#...####...#", "#..........#", "#..........#", "#...####...#", "############")
STEP = ground("########", "#..#####", "#..#####", "##..####", "##..####", "########")


@pytest.mark.parametrize(
    ("walkable", "start", "goal", "small", "large"),
    [
        (NARROW, (1, 1), (8, 1), True, False),
        (WIDE, (1, 1), (8, 1), True, True),
        (STEP, (1, 1), (2, 3), True, False),
    ],
    ids=["narrow", "wide", "step"],
)
def test_passage_of_bodies(walkable, start, goal, small, large):
    """The worked example of KEP-LAIR-30."""
    assert paths.passes(walkable, start, goal, 1) is small
    assert paths.passes(walkable, start, goal, 2) is large


def test_a_body_must_fit_where_it_stands_and_goes():
    walkable = ground("..", "..")
    assert paths.passes(walkable, (0, 0), (0, 0), 2)
    assert not paths.passes(walkable, (1, 0), (0, 0), 2)
    assert not paths.passes(walkable, (0, 0), (0, 1), 2)


@given(grounds(), st.integers(1, 3))
def test_clearance_is_the_room_of_all_covered_cells(walkable, body):
    height, width = walkable.shape
    fits = paths.clearance(walkable, body)
    for y, x in np.ndindex(walkable.shape):
        room = [
            grid.is_inside(c, width, height) and walkable[c[1], c[0]] for c in geometry.block((x, y), body)
        ]
        assert fits[y, x] == all(room)
