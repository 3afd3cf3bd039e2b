"""The systems' kernels against their obvious versions."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.books.keep import BOOK, jobs, needs
from meikyu.core import paths
from meikyu.core.areas.kernels import components_into
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.ways.kernels import steps_into
from meikyu.realm.state import ROUTE_CELLS, Act, Actors, Op, Side, Tasks
from meikyu.realm.systems import kernels
from meikyu.realm.systems.advance import Pace
from meikyu.realm.systems.offers import kernels as offer_loops
from meikyu.realm.systems.search import kernels as search
from meikyu.realm.systems.walking import kernels as walking

SIDE = 9
NO_SKIPS = np.zeros((0, 2), np.int64)
PACE = Pace(4, 5, 4, 25 * 600, 60_000, 5)
WIDE = {"stats": 5, "needs": 3, "retry": 3, "levels": 15, "since": 15, "joined": 15, "saved": 15}
WIDE["route"] = ROUTE_CELLS


def rows_of(shape, size, wide):
    made = []
    for name in shape._fields:
        boolean = name in ("alive", "joined", "forced")
        extent = (size, wide[name]) if name in wide else (size,)
        made.append(np.zeros(extent, np.bool_ if boolean else np.int32))
    return shape(*made)


maps = st.lists(st.lists(st.booleans(), min_size=SIDE, max_size=SIDE), min_size=SIDE, max_size=SIDE).map(
    lambda rows: np.array(rows, np.bool_)
)
bars = st.sampled_from([0, 1, 4, 5, 14_999, 15_000, 15_003, 15_004, 15_005, 15_006, 59_990, 60_000])
bodies = st.lists(
    st.tuples(
        bars, bars, bars, st.sampled_from(list(Act)), st.integers(0, 4), st.integers(0, 20), st.booleans()
    ),
    min_size=1,
    max_size=8,
)


@settings(deadline=None)
@given(bodies)
def test_a_tick_of_needs_and_work_is_that_of_the_book(crowd):
    p = BOOK.params().need
    rows = rows_of(Actors, len(crowd), WIDE)
    for i, (food, sleep, recreation, act, timer, speed, minion) in enumerate(crowd):
        rows.alive[i] = True
        rows.side[i] = Side.MINION if minion else Side.WILD
        rows.needs[i] = food, sleep, recreation
        rows.act[i], rows.timer[i], rows.speed[i], rows.need[i] = act, timer, speed, 30
        rows.done[i] = 15
    before = rows.needs.copy()
    floor = np.ones((3, 3), np.bool_)
    steps = np.zeros((3, 3), np.uint8)
    steps_into(floor, steps)
    due, bits = np.zeros(8, np.int32), np.zeros(8, np.int32)
    count = kernels.advance_all(rows, len(crowd), steps, 7, PACE, due, bits)
    told = dict(zip(due[:count].tolist(), bits[:count].tolist(), strict=True))
    for i, (food, sleep, recreation, act, timer, speed, minion) in enumerate(crowd):
        asleep = int(act == Act.SLEEP)
        wanted = [needs.after_tick(p, k, bar, asleep) for k, bar in enumerate((food, sleep, recreation))]
        if asleep:
            wanted[1] = min(60_000, sleep + speed)
        if act == Act.WAIT and speed > 0:
            wanted[2] = min(60_000, recreation + speed)
        if not minion:
            wanted = [food, sleep, recreation]
        assert rows.needs[i].tolist() == wanted
        fell = [k for k in range(3) if wanted[k] < before[i, k]]
        crosses = [
            k for k in fell if needs.is_pressing(p, wanted[k]) and not needs.is_pressing(p, before[i, k])
        ]
        assert bool(told.get(i, 0) & kernels.DUE_NEED) == bool(crosses)
        empties = [k for k in fell if needs.is_crisis(p, wanted[k])]
        assert bool(told.get(i, 0) & kernels.DUE_CRISIS) == bool(empties)
        ends = (act == Act.WAIT and timer <= 1) or (act == Act.WORK and 15 + speed >= 30)
        assert bool(told.get(i, 0) & kernels.DUE_DONE) == ends
        assert bool(told.get(i, 0) & kernels.DUE_WOKE) == bool(minion and asleep and wanted[1] >= 60_000)


@settings(deadline=None)
@given(maps, st.data())
def test_a_walk_goes_its_route_five_ticks_a_cell(floor, data):
    cells = [(x, y) for y in range(SIDE) for x in range(SIDE) if floor[y, x]]
    if not cells:
        return
    start, goal = data.draw(st.sampled_from(cells)), data.draw(st.sampled_from(cells))
    steps = np.zeros((SIDE, SIDE), np.uint8)
    steps_into(floor, steps)
    far, queue = np.full((SIDE, SIDE), -1, np.int32), np.zeros(SIDE * SIDE, np.int32)
    out = np.zeros(SIDE * SIDE, np.int32)
    goals = np.array([goal[1] * SIDE + goal[0]])
    length = walking.route_to(steps, goals, start[1] * SIDE + start[0], far, queue, out)
    assert (far == -1).all()
    wanted = paths.route(floor, start, goal)
    assert [(int(c) % SIDE, int(c) // SIDE) for c in out[:length]] == wanted
    if length < 2:
        return
    rows = rows_of(Actors, 1, WIDE)
    rows.alive[0], rows.side[0], rows.act[0] = True, Side.WILD, Act.WALK
    rows.x[0], rows.y[0] = start
    rows.route[0, : length - 1] = out[1:length]
    rows.legs[0], rows.timer[0] = length - 1, 0
    due, bits = np.zeros(1, np.int32), np.zeros(1, np.int32)
    seen = [start]
    for tick in range(1, 5 * length + 5):
        count = kernels.advance_all(rows, 1, steps, tick, PACE, due, bits)
        if (int(rows.x[0]), int(rows.y[0])) != seen[-1]:
            seen.append((int(rows.x[0]), int(rows.y[0])))
        if count:
            break
    assert seen == wanted
    assert bits[0] == kernels.DUE_ARRIVED
    assert tick == 1 + 5 * (length - 1)


@given(maps, st.integers(0, SIDE - 3), st.integers(0, SIDE - 3), st.integers(1, 3), st.integers(1, 3))
@settings(deadline=None)
def test_reach_is_the_nearest_cell_of_a_thing_or_beside_it(floor, x, y, w, h):
    dist = np.where(floor, np.arange(SIDE * SIDE).reshape(SIDE, SIDE) % 17, -1).astype(np.int32)

    def least(cells):
        found = [
            int(dist[cy, cx]) for cx, cy in cells if 0 <= cx < SIDE and 0 <= cy < SIDE and dist[cy, cx] >= 0
        ]
        return min(found, default=-1)

    inside = least([(cx, cy) for cx in range(x, x + w) for cy in range(y, y + h)])
    ring = least([(cx, cy) for cx in range(x - 1, x + w + 1) for cy in range(y - 1, y + h + 1)])
    walks_on = floor[y : y + h, x : x + w].any()
    assert walking.reach(dist, floor, x, y, w, h) == (inside if walks_on else ring)
    dist[:] = np.where(np.arange(SIDE) % 2, dist, -1)  # ways to some of the floor only
    inside = least([(cx, cy) for cx in range(x, x + w) for cy in range(y, y + h)])
    ring = least([(cx, cy) for cx in range(x - 1, x + w + 1) for cy in range(y - 1, y + h + 1)])
    assert walking.reach(dist, floor, x, y, w, h) == (inside if walks_on else ring)


def offers(side):
    cell = st.integers(0, side - 1)
    op = st.sampled_from([Op.DIG, Op.CRAFT])
    return st.lists(
        st.tuples(st.integers(0, 14), cell, cell, st.integers(0, 4000), st.booleans(), op), max_size=12
    )


def wanted_walk(floor, dist, x, y, stands_on):
    """The plain reading: onto the cell where it is floor; else, or for work from beside, round it."""
    if floor[y, x] and (stands_on or dist[y, x] >= 0):
        return None if dist[y, x] < 0 else int(dist[y, x])
    ring = dist[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
    return int(ring[ring >= 0].min()) if (ring >= 0).any() else None


def check_search(floor, start, given_offers, levels):
    width = floor.shape[1]
    x, y = start
    dist = paths.distances(floor, [start]) if floor[y, x] else np.full(floor.shape, -1, np.int32)
    dist[y, x] = 0
    tasks = rows_of(Tasks, 16, {})
    tasks.kind[:] = -1
    tasks.also[:] = tasks.by[:] = -1
    boxes = np.ones((16, 2), np.int16)
    book_offers = []
    for t, (job, tx, ty, since, taken, op) in enumerate(given_offers):
        tasks.kind[t], tasks.job[t], tasks.x[t], tasks.y[t] = op, job, tx, ty
        tasks.since[t], tasks.by[t] = since, 3 if taken else -1
        if not taken:
            walk = wanted_walk(floor, dist, tx, ty, op == Op.DIG)
            book_offers.append(jobs.Offer(t, jobs.IDS[job], walk, (4000 - since) / 10))
    steps, region = np.zeros(floor.shape, np.uint8), np.zeros(floor.shape, np.int32)
    steps_into(floor, steps)
    components_into(floor, steps, region, np.zeros(floor.size, np.int32), np.zeros(floor.size, np.int32))
    among, where = np.zeros((2, 16), np.int32)
    fresh = ((np.zeros(0, np.int64), np.zeros(floor.size, np.uint8)), np.full(16, -3, np.int32))
    count = offer_loops.exposed(tasks, boxes, region, *fresh, among, where)
    offers = (boxes, among[:count], where[:count])
    far, queue = np.full(floor.shape, -1, np.int32), np.zeros(floor.size, np.int32)
    at = np.array([y * width + x], np.int32)
    now, priorities = (4000, TICKS_PER_HOUR), np.array(levels, np.int8)
    found = search.best_task(tasks, offers, priorities, now, (steps, region), at, far, queue, NO_SKIPS)
    assert (far == -1).all()
    named = dict(zip(jobs.IDS, levels, strict=True))
    wanted = jobs.next_task(BOOK.params().job, named, book_offers).value
    if floor[y, x]:
        assert found == (-1 if wanted is None else wanted.number)
        many = np.tile(priorities, (3, 1))
        many[0] = 0
        idle = (np.array([0, 1, 2]), np.zeros(3, np.bool_), 0)
        places = (np.full(3, x, np.int16), np.full(3, y, np.int16))
        spare = (far, queue, np.zeros(floor.size, np.int32))
        by_turns = (tasks, offers, idle, many, places, now, (steps, region), spare)
        out = np.zeros((3, 2), np.int64)

        def named(skips=NO_SKIPS):
            return out[: search.next_workers(*by_turns, skips, out)].tolist()

        both = named()
        assert both[:1] == ([[1, found]] if found >= 0 else [])
        tasks.by[found] = 1  # the second takes what it would if the first had set to work
        second = search.best_task(tasks, offers, many[2], now, (steps, region), at, far, queue, NO_SKIPS)
        tasks.by[found] = -1
        if found >= 0:
            assert both[1:] == ([[2, second]] if second >= 0 else [])
            assert all(place != 1 or task != found for place, task in named(np.array([[1, found]])))


priorities = st.lists(st.integers(0, 3), min_size=15, max_size=15)


@settings(deadline=None)
@given(maps, offers(SIDE), priorities)
def test_the_search_takes_what_the_book_takes(floor, given_offers, levels):
    check_search(floor, (4, 4), given_offers, levels)


@settings(deadline=None)
@given(st.sets(st.integers(0, 39), max_size=12), offers(40), priorities)
def test_an_early_end_of_the_search_changes_nothing(doors, given_offers, levels):
    floor = np.ones((40, 40), np.bool_)
    floor[3::4] = False
    for n, row in enumerate(range(3, 40, 4)):
        floor[row, sorted(doors)[n % len(doors)] if doors else 39 * (n % 2)] = True
    check_search(floor, (2, 1), given_offers, levels)


boxes_in = st.lists(
    st.tuples(st.integers(0, SIDE - 3), st.integers(0, SIDE - 3), st.integers(1, 3), st.integers(1, 3)),
    max_size=5,
)


@settings(deadline=None)
@given(maps, boxes_in, st.integers(-1, 30))
def test_the_nearest_thing_is_found_by_any_search(floor, boxes, limit):
    steps = np.zeros(floor.shape, np.uint8)
    steps_into(floor, steps)
    dist = paths.distances(floor, [(4, 4)])
    far, queue = np.full(floor.shape, -1, np.int32), np.zeros(floor.size, np.int32)
    table = np.array(boxes, np.int32).reshape(-1, 4)
    walks = [walking.reach(dist, floor, *box) for box in boxes]
    near = [(walk, n) for n, walk in enumerate(walks) if walk >= 0 and (limit < 0 or walk <= limit)]
    found = walking.nearest_box(floor, steps, np.array([4 * SIDE + 4]), table, limit, far, queue)
    assert found == ((min(near)[1], min(near)[0]) if near else (-1, -1))
    assert (far == -1).all()
    between = np.zeros((len(boxes), len(boxes)), np.int32)
    walking.walks_between(floor, steps, table, 60, far, queue, between)
    for n, (x, y, w, h) in enumerate(boxes):
        ring = [(cx, cy) for cy in range(max(y - 1, 0), y + h + 1) for cx in range(max(x - 1, 0), x + w + 1)]
        inside = [(cx, cy) for cx, cy in ring if x <= cx < x + w and y <= cy < y + h and floor[cy, cx]]
        starts = inside or [(cx, cy) for cx, cy in ring if cx < SIDE and cy < SIDE and floor[cy, cx]]
        far_off = paths.distances(floor, starts) if starts else np.full(floor.shape, -1)
        assert between[n].tolist() == [walking.reach(far_off, floor, *box) for box in boxes]
    assert (far == -1).all()


codes = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=5, max_size=5)


@settings(deadline=None)
@given(maps, boxes_in, boxes_in, codes, st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_stacks_are_hauled_where_a_region_serves_them_and_a_storage(floor, storages, stacks, sorts, least):
    """Storage n takes items of kind n % 3 of its least quality on; the last is full but for one sort."""
    region = paths.components(floor).astype(np.int32)

    def serving(x, y, w, h):
        inside = {int(n) for n in region[y : y + h, x : x + w].reshape(-1)} - {-1}
        around = region[max(y - 1, 0) : y + h + 1, max(x - 1, 0) : x + w + 1]
        return inside or {int(n) for n in around.reshape(-1)} - {-1}

    count = len(storages)
    free = np.arange(count) < count - 1
    takes = np.array([[n % 3 == kind for n in range(count)] for kind in range(3)], np.bool_).reshape(3, count)
    tight = np.array([(2 * 8 + 3, count - 1)] if count else [], np.int64).reshape(-1, 2)
    wanted = []
    for box, (kind, quality) in zip(stacks, sorts, strict=False):
        fits = [
            (free[n] and takes[kind, n] and (not quality or least[n] <= quality))
            or (n == count - 1 and (kind, quality) == (2, 3))
            for n in range(count)
        ]
        served = {label for n, other in enumerate(storages) if fits[n] for label in serving(*other)}
        wanted.append(bool(serving(*box) & served))
    out, marks = np.zeros(len(stacks), np.bool_), np.zeros(SIDE * SIDE, np.uint8)
    numbers = np.array([kind * 8 + quality for kind, quality in sorts[: len(stacks)]], np.int64)
    places, boxes = (np.array(some, np.int32).reshape(-1, 4) for some in (storages, stacks))
    offer_loops.have_room(
        (numbers, boxes, np.argsort(numbers, kind="stable")),
        (np.flatnonzero(free), places),
        (free, takes, np.array(least[:count], np.int8)),
        tight,
        region,
        marks,
        out,
    )
    assert out.tolist() == wanted
    assert not marks.any()


@settings(deadline=None)
@given(maps, st.integers(1, SIDE - 4), st.integers(1, SIDE - 4), st.integers(1, 3), st.integers(1, 3))
def test_a_box_that_is_said_not_to_split_does_not_split(floor, x, y, w, h):
    closed = floor.copy()
    closed[y : y + h, x : x + w] = False
    before, after = paths.components(floor), paths.components(closed)
    ring = {
        (cx, cy)
        for cx in range(x - 1, x + w + 1)
        for cy in range(y - 1, y + h + 1)
        if closed[cy, cx] and (x - 1 < cx < x + w or y - 1 < cy < y + h)
    }
    if not walking.splits(floor, x, y, w, h):
        by_old = {}
        for cx, cy in ring:
            by_old.setdefault(int(before[cy, cx]), set()).add(int(after[cy, cx]))
        assert all(len(parts) == 1 for parts in by_old.values())


@settings(deadline=None)
@given(maps, st.integers(0, SIDE - 2), st.integers(0, SIDE - 2), st.data())
def test_a_flood_round_a_closed_box_is_that_of_the_closed_map(floor, x, y, data):
    steps = np.zeros((SIDE, SIDE), np.uint8)
    steps_into(floor, steps)
    cells = [(cx, cy) for cy in range(SIDE) for cx in range(SIDE) if floor[cy, cx]]
    starts = data.draw(st.lists(st.sampled_from(cells), max_size=3)) if cells else []
    far, queue = np.full((SIDE, SIDE), -1, np.int32), np.zeros(SIDE * SIDE, np.int32)
    was, was_steps = floor.copy(), steps.copy()
    flat = np.array([cy * SIDE + cx for cx, cy in starts], np.int32)
    walking.flood_closed(floor, steps, (x, y, 2, 2), flat, far, queue)
    assert (floor == was).all()
    assert (steps == was_steps).all()
    closed = floor.copy()
    closed[y : y + 2, x : x + 2] = False
    inside = [c for c in starts if closed[c[1], c[0]]]
    assert (far == paths.distances(closed, inside)).all()
