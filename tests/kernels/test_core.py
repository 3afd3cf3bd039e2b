"""The compiled twins of core equal the reference."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.core import fov, kernels, paths, rng
from meikyu.core.areas import kernels as areas
from meikyu.core.grid import flat
from meikyu.core.sighting import kernels as sighting
from meikyu.core.ways import kernels as ways


@st.composite
def grounds(draw, smallest=1, most=14):
    """A bool map of chosen density."""
    height, width = draw(st.integers(smallest, most)), draw(st.integers(smallest, most))
    seed, share = draw(st.integers(0, 2**32)), draw(st.integers(0, 100))
    return np.array(
        [[rng.below(100, seed, 0, y, x, 0) < share for x in range(width)] for y in range(height)], np.bool_
    )


@st.composite
def standing(draw, smallest=1, most=14):
    """A map and one of its cells."""
    ground = draw(grounds(smallest, most))
    height, width = ground.shape
    return ground, (draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1)))


def steps_of(walkable):
    steps = np.full(walkable.shape, 99, np.uint8)
    ways.steps_into(walkable, steps)
    return steps


def scratch(walkable):
    return np.full(walkable.shape, 7, np.int32), np.full(walkable.size, 7, np.int32)


def partition(labels):
    """The regions as sets of flat cells, whatever their names."""
    parts = {}
    for index, name in enumerate(labels.reshape(-1).tolist()):
        if name >= 0:
            parts.setdefault(name, set()).add(index)
    return sorted(map(sorted, parts.values()))


@given(
    st.integers(0, 2**64 - 1),
    st.integers(0, 99),
    st.integers(0, 10**9),
    st.integers(0, 10**6),
    st.integers(1, 2**31),
)
@settings(deadline=None)
def test_draws_equal(seed, stream, tick, actor, limit):
    key = (np.uint64(seed), stream, tick, actor, 3)
    with np.errstate(over="ignore"):
        assert int(kernels.draw(*key)) == rng.draw(seed, stream, tick, actor, 3)
        assert kernels.below(limit, *key) == rng.below(limit, seed, stream, tick, actor, 3)
        assert kernels.die(6, *key) == rng.die(6, seed, stream, tick, actor, 3)


@given(standing(), st.integers(0, 20))
@settings(deadline=None, max_examples=400)
def test_visible_into_equals_visible(place, radius):
    opaque, (x, y) = place
    width = opaque.shape[1]
    out = np.empty(min((2 * radius + 1) ** 2, opaque.size), np.int32)
    count = sighting.visible_into(opaque, x, y, radius, out)
    assert sorted(out[:count].tolist()) == [flat(c, width) for c in fov.visible(opaque, x, y, radius)]


@given(grounds(20, 45), st.integers(0, 2**30), st.integers(9, 26))
@settings(deadline=None, max_examples=40)
def test_visible_into_equals_visible_on_wide_maps(opaque, where, radius):
    height, width = opaque.shape
    x, y = where % width, where // width % height
    out = np.empty(opaque.size, np.int32)
    count = sighting.visible_into(opaque, x, y, radius, out)
    assert sorted(out[:count].tolist()) == [flat(c, width) for c in fov.visible(opaque, x, y, radius)]


def test_visible_into_sees_nothing_below_radius_0():
    assert sighting.visible_into(np.zeros((3, 3), np.bool_), 1, 1, -1, np.empty(9, np.int32)) == 0


@given(grounds(), st.lists(st.tuples(st.integers(0, 2**20), st.integers(-1, 9)), max_size=6), st.booleans())
@settings(deadline=None)
def test_visible_many_is_the_union(opaque, viewers, before):
    height, width = opaque.shape
    xs = np.array([w % width for w, _ in viewers], np.int32)
    ys = np.array([w // width % height for w, _ in viewers], np.int32)
    radii = np.array([r for _, r in viewers], np.int32)
    mask = np.full(opaque.shape, before, np.bool_)
    sighting.visible_many(opaque, xs, ys, radii, mask)
    expected = np.full(opaque.shape, before, np.bool_)
    for x, y, r in zip(xs.tolist(), ys.tolist(), radii.tolist(), strict=True):
        for cx, cy in fov.visible(opaque, x, y, r) if r >= 0 else ():
            expected[cy, cx] = True
    assert np.array_equal(mask, expected)


@given(grounds())
@settings(deadline=None)
def test_steps_into_equals_steps(walkable):
    assert np.array_equal(steps_of(walkable), paths.steps(walkable))


@given(grounds())
@settings(deadline=None)
def test_clearance_into_equals_clearance(walkable):
    fits = np.empty(walkable.shape, np.bool_)
    ways.clearance_into(walkable, fits)
    assert np.array_equal(fits, paths.clearance(walkable, 2))


@given(standing())
@settings(deadline=None)
def test_repairs_equal_making_anew(place):
    walkable, (x, y) = place
    steps = steps_of(walkable)
    walkable[y, x] = not walkable[y, x]
    ways.repair_steps(walkable, steps, x, y)
    assert np.array_equal(steps, paths.steps(walkable))


@given(standing(), st.integers(0, 2**20), st.none() | st.integers(0, 12))
@settings(deadline=None)
def test_distances_into_equals_distances(place, second, limit):
    walkable, start = place
    height, width = walkable.shape
    starts = [start, (second % width, second // width % height)]
    dist, queue = scratch(walkable)
    flats = np.array([flat(c, width) for c in starts], np.int32)
    top = -1 if limit is None else limit
    count = ways.distances_into(steps_of(walkable), flats, -1, top, dist, queue)
    assert np.array_equal(dist, paths.distances(walkable, starts, limit))
    reached = dist.reshape(-1)[queue[:count]].tolist()
    assert reached == sorted(reached)
    assert count == (dist >= 0).sum()
    ways.forget(dist, queue, count)
    assert (dist == -1).all()


@given(standing(), st.integers(0, 2**20))
@settings(deadline=None)
def test_route_into_equals_route_with_early_exit(place, second):
    walkable, start = place
    height, width = walkable.shape
    goal = (second % width, second // width % height)
    steps = steps_of(walkable)
    dist, queue = scratch(walkable)
    beside = np.array([flat(c, width) for c in paths.approaches(walkable, goal)], np.int32)
    ways.distances_into(steps, beside, flat(start, width), -1, dist, queue)
    out = np.empty(walkable.size, np.int32)
    count = ways.route_into(steps, dist, flat(start, width), out)
    assert out[:count].tolist() == [flat(c, width) for c in paths.route(walkable, start, goal)]


@given(grounds())
@settings(deadline=None)
def test_components_into_equals_components(walkable):
    labels, queue = scratch(walkable)
    sizes = np.empty(walkable.size, np.int32)
    count = areas.components_into(walkable, steps_of(walkable), labels, sizes, queue)
    assert np.array_equal(labels, paths.components(walkable))
    assert sizes[:count].tolist() == np.bincount(labels[labels >= 0], minlength=count).tolist()
    assert not sizes[count:].any()


@pytest.mark.parametrize("most", [4, 9, 20])
@given(data=st.data())
@settings(deadline=None)
def test_label_repair_equals_labels_made_anew(most, data):
    walkable = data.draw(grounds(1, most))
    width = walkable.shape[1]
    steps = steps_of(walkable)
    labels, queue = scratch(walkable)
    sizes = np.empty(walkable.size, np.int32)
    owner, link = np.zeros(walkable.size, np.uint8), np.empty(walkable.size, np.int32)
    areas.components_into(walkable, steps, labels, sizes, queue)
    for index in data.draw(st.lists(st.integers(0, walkable.size - 1), max_size=40)):
        x, y = index % width, index // width
        walkable[y, x] = not walkable[y, x]
        ways.repair_steps(walkable, steps, x, y)
        before = len(partition(labels))
        if walkable[y, x]:
            areas.open_cell(steps, labels, sizes, queue, x, y)
        else:
            parts = areas.close_cell(steps, labels, sizes, owner, link, x, y)
            assert len(partition(labels)) == before - 1 + parts
        assert partition(labels) == partition(paths.components(walkable))
        counts = np.bincount(labels[labels >= 0], minlength=walkable.size)
        assert np.array_equal(counts, sizes)
        assert not owner.any()
