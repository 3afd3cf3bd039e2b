"""The realm's own kernels are equal to their obvious versions."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from meikyu.books.keep import rooms
from meikyu.core import fov, rng
from meikyu.realm import kernels

maps = hnp.arrays(np.bool_, hnp.array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=12))


@given(maps)
def test_interior_into_equals_interior(cells: np.ndarray) -> None:
    inside = np.zeros_like(cells)
    kernels.interior_into(cells, inside)
    assert inside.tolist() == rooms.interior(cells.tolist())


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**31), st.integers(0, 2**31), st.integers(1, 40))
def test_draws_into_equals_below(seed: int, tick: int, actor: int, count: int) -> None:
    out = np.zeros(count, np.int64)
    with np.errstate(over="ignore"):
        kernels.draws_into(np.uint64(seed), 1, tick, actor, out)
    assert out.tolist() == [rng.below(65536, seed, 1, tick, actor, n) for n in range(count)]


@given(maps, st.data())
def test_look_is_the_union_of_what_its_cells_see(opaque: np.ndarray, data: st.DataObject) -> None:
    height, width = opaque.shape
    w, h = data.draw(st.integers(1, min(2, width))), data.draw(st.integers(1, min(2, height)))
    x, y = data.draw(st.integers(0, width - w)), data.draw(st.integers(0, height - h))
    radius = data.draw(st.integers(0, 6))
    mark, out = np.zeros(opaque.size, np.uint8), np.zeros(opaque.size, np.int32)
    count = kernels.look(opaque, (x, y, w, h), radius, mark, out)
    seen = {
        cell
        for cy in range(y, y + h)
        for cx in range(x, x + w)
        for cell in fov.visible(opaque, cx, cy, radius)
    }
    assert sorted(out[:count].tolist()) == sorted(cy * width + cx for cx, cy in seen)
    assert not mark.any()


@settings(max_examples=40)
@given(
    st.lists(st.lists(st.integers(0, 8), max_size=6, unique=True), min_size=1, max_size=6),
    st.integers(1, 100),
)
def test_gain_and_lose_count_sources_and_note_the_last(sources: list[list[int]], tick: int) -> None:
    viewers, lost = np.zeros((3, 3), np.int16), np.full((3, 3), -5, np.int32)
    inside, owned = np.zeros((3, 3), np.bool_), np.eye(3, dtype=np.bool_)
    for cells in sources:
        kernels.gain(viewers, np.array(cells, np.int32))
    assert viewers.sum() == sum(map(len, sources))
    for cells in sources[1:]:
        kernels.lose_sight(viewers, lost, inside, owned, np.array(cells, np.int32), tick)
    left, gone = set(sources[0]), {c for cells in sources[1:] for c in cells} - set(sources[0])
    assert set(np.flatnonzero(viewers).tolist()) == left
    assert set(np.flatnonzero(lost == tick).tolist()) == gone
    assert all(inside.flat[c] == owned.flat[c] for c in gone)
