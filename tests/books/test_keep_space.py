"""Space rules of the keep against slower or other ways of finding the same."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.books import keep
from meikyu.books.keep import haul, passage, roof, walks
from meikyu.core import paths

P = keep.BOOK.params()


@st.composite
def grids(draw, least=1, most=14, weight=0.75):
    width, height = draw(st.integers(least, most)), draw(st.integers(least, most))
    seed = draw(st.integers(0, 2**32 - 1))
    return (np.random.default_rng(seed).random((height, width)) < weight).tolist()


def a_cell(data, grid):
    return data.draw(st.tuples(st.integers(0, len(grid[0]) - 1), st.integers(0, len(grid) - 1)))


@given(grids(), st.data())
def test_walks_are_those_of_the_core(grid, data):
    walkable = np.array(grid, np.bool_)
    a, b = a_cell(data, grid), a_cell(data, grid)
    if walkable[a[1], a[0]]:
        assert walks.walking_cells(grid, a, b) == paths.walking_distance(walkable, a, b)
        assert walks.fixed_route(grid, a, b) == paths.route(walkable, a, b)
    limit = data.draw(st.integers(0, 8))
    made = walks.Walks(grid)
    far = paths.distances(walkable, [a], limit) if walkable[a[1], a[0]] else None
    if far is not None:
        mine = made.near([a], limit)
        assert [
            [mine[made.number((x, y))] for x in range(len(grid[0]))] for y in range(len(grid))
        ] == far.tolist()


@given(grids(), st.data())
def test_many_walks_by_the_kernel_are_those_by_lists(grid, data):
    plain, patient = walks.Walks(grid), walks.PATIENCE
    pairs = [(a_cell(data, grid), a_cell(data, grid)) for _ in range(6)]
    try:
        walks.PATIENCE = 2 * len(plain.open)
        fast = walks.Walks(grid)
        assert [fast.between(*pair) for pair in pairs] == [plain.between(*p) for p in pairs]
    finally:
        walks.PATIENCE = patient


def plain_insertion(route, stack, walk):
    """The shortest route with the stack and its storage put in, every place tried."""
    found = []
    for i in range(1, len(route)):
        for j in range(i, len(route)):
            through = [*route[:i], stack.cell, *route[i:j], stack.storage, *route[j:]]
            found.append((sum(walk(a, b) for a, b in pairwise(through)), i, j, through))
    return min(found)


@given(st.data())
def test_the_cheapest_insertion_is_that_of_all_tried(data):
    spot = st.tuples(st.integers(0, 6), st.integers(0, 6))

    def walk(a, b):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    route = data.draw(st.lists(spot, min_size=2, max_size=6))
    stack = haul.Stack(1, data.draw(spot), 1, 1, data.draw(spot))
    legs = [walk(a, b) for a, b in pairwise(route)]
    offer = haul.Offer(
        stack,
        [walk(a, stack.cell) for a in route],
        [walk(a, stack.storage) for a in route],
        walk(stack.cell, stack.storage),
    )
    total, i, j, _ = plain_insertion(route, stack, walk)
    assert haul.cheapest_insertion(legs, offer) == (total - sum(legs), i - 1, j - 1)


@given(grids(), st.data(), st.sampled_from([1, 2]))
def test_passage_is_that_of_the_core(grid, data, body):
    a, b = a_cell(data, grid), a_cell(data, grid)
    assert passage.passes(grid, a, b, body) == paths.passes(np.array(grid, np.bool_), a, b, body)


def plain_supports(space, bare):
    """The greedy choice, counted anew for every cell each time."""
    left, chosen = set(bare), []

    def held(cell):
        return sum(max(abs(cell[0] - x), abs(cell[1] - y)) <= P.roof.support_cells for x, y in left)

    while left:
        x, y = min(space, key=lambda c: (-held(c), c[1], c[0]))
        chosen.append((x, y))
        left -= {c for c in left if max(abs(c[0] - x), abs(c[1] - y)) <= P.roof.support_cells}
    return chosen


@settings(max_examples=30)
@given(grids(least=6, most=14, weight=0.97))
def test_best_supports_are_those_of_the_plain_choice(dug):
    for space in roof.judge(P.roof, dug, []).value:
        assert roof.best_supports(P.roof, space.cells, space.bare) == plain_supports(space.cells, space.bare)


def plain_spaces(dug):
    """Unions of windows that share dug-open cells, cell by cell."""
    pieces = []
    for x, y in roof.windows(P.roof, dug):
        cells = {(cx, cy) for cy in range(y, y + 6) for cx in range(x, x + 6) if dug[cy][cx]}
        touching = [piece for piece in pieces if piece & cells]
        pieces = [piece for piece in pieces if not piece & cells] + [cells.union(*touching)]
    found = [sorted(piece, key=lambda c: (c[1], c[0])) for piece in pieces]
    return sorted(found, key=lambda cells: (cells[0][1], cells[0][0]))


@settings(max_examples=200)
@given(grids(least=5, most=20, weight=0.93))
def test_spaces_are_unions_of_windows(dug):
    assert roof.spaces(P.roof, dug) == plain_spaces(dug)


@settings(max_examples=100)
@given(grids(least=5, most=20, weight=0.97), st.data())
def test_cracks_lie_in_bare_cells_and_best_supports_leave_none(dug, data):
    open_cells = [(x, y) for y, row in enumerate(dug) for x, c in enumerate(row) if c]
    props = data.draw(st.lists(st.sampled_from(open_cells), max_size=4)) if open_cells else []
    for space in roof.judge(P.roof, dug, props).value:
        assert set(space.cracks) <= set(space.bare) <= set(space.cells)
        assert len(space.cracks) == (7 * len(space.bare) + 5) // 10
        more = roof.best_supports(P.roof, space.cells, space.bare)
        assert set(more) <= set(space.cells)
        assert roof.unsupported(P.roof, space.cells, [*props, *more]) == []


@given(st.lists(st.integers(0, 3), max_size=30), st.booleans())
def test_a_column_is_level_after_a_press(levels, raised):
    after = keep.jobs.column_pressed(levels, int(raised))
    assert len(after) == len(levels)
    assert len(set(after)) <= 1


@given(st.fractions(0, 100))
def test_sizes_rank_by_what_they_fill(bar):
    order = keep.food.size_order(P.food, bar)
    after = [bar + points for points in ({"small": 50, "medium": 75, "large": 100}[s] for s in order)]
    fits = [a for a in after if a <= 100]
    assert after == sorted(fits, reverse=True) + sorted(a for a in after if a > 100)
