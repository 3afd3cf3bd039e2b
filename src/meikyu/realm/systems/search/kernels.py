"""Compiled loops of the search for work: offers, who takes which task, stacks by the way."""

import numpy as np

from meikyu.books.keep.jobs import IDS as JOBS
from meikyu.core.kernels import jit
from meikyu.core.ways.kernels import forget, route_into, spread
from meikyu.realm.systems.walking.kernels import reach, served_from

IDLE = 0  # of Act
VISITS = 1 << JOBS.index("supervise")
PICK, SUPERVISE, HUNT, TREAT, WHIP = 2, 19, 21, 25, 48  # of Op


@jit
def _is_on(op):
    """True for work that one stands on where it can be walked on.

    The Ops PICK, DIG, GATHER, FISH, CLEAN, CLEAR.
    """
    return op == 2 or (6 <= op <= 8) or op == 13 or op == 28


@jit
def exposed(tasks, boxes, region, opened, known, out, where):
    """Ids of the free tasks that can be reached from any region, ascending; returns how many are in `out`.

    Args:
        tasks: Tasks.
        boxes: int16[n, 2], width and height of what each task is done at.
        region: int32[H, W] of labels.
        opened: int64[k], flat cells that became walkable since the last time; uint8[H * W] scratch that is
            0 all over before and after.
        known: int32[n], kept between calls: the label of the only region that a task is reached from, -2 for
            several, -1 for none, -3 where it is to be looked at.
        out: int32[n], gets the ids.
        where: int32[n], gets what is known of each.
    """
    width = region.shape[1]
    cells, marks = opened
    _mark_about(region, cells, marks, 1)
    left, top, right, bottom = _bounds(cells, width)
    kinds, by, xs, ys = tasks.kind, tasks.by, tasks.x, tasks.y
    count = 0
    for t in range(kinds.size):
        kind = kinds[t]
        if kind < 0:
            continue
        x, y, w, h = np.int64(xs[t]), np.int64(ys[t]), np.int64(boxes[t, 0]), np.int64(boxes[t, 1])
        if x <= right and x + w > left and y <= bottom and y + h > top:
            for cy in range(y, y + h):
                for cx in range(x, x + w):
                    if marks[cy * width + cx]:
                        known[t] = -3
        if by[t] != -1 or known[t] == -1:
            continue
        if kind in (SUPERVISE, HUNT, TREAT, WHIP):
            known[t] = -2  # it walks about
        elif known[t] == -3:
            known[t] = _region_of(region, (x, y, w, h), _is_on(kind))
        if known[t] != -1:
            out[count], where[count] = t, known[t]
            count += 1
    _mark_about(region, cells, marks, 0)
    return count


@jit
def _bounds(cells, width):
    """First and last column and row of flat cells and of those round them; none where there are no cells."""
    left, top, right, bottom = width, width * width, -1, -1
    for i in range(cells.size):
        x, y = cells[i] % width, cells[i] // width
        left, right, top, bottom = min(left, x - 1), max(right, x + 1), min(top, y - 1), max(bottom, y + 1)
    return left, top, right, bottom


@jit
def _mark_about(region, cells, marks, value):
    """Set the marks of flat cells and of those round them."""
    height, width = region.shape
    for i in range(cells.size):
        x, y = cells[i] % width, cells[i] // width
        for cy in range(max(y - 1, 0), min(y + 2, height)):
            for cx in range(max(x - 1, 0), min(x + 2, width)):
                marks[cy * width + cx] = value


@jit
def _region_of(region, box, on):
    """The label of the only region that work at a box (x, y, w, h) touches, -1 for none, -2 for several."""
    height, width = region.shape
    x, y, w, h = box
    if on and w == 1 and h == 1 and region[y, x] >= 0:
        return region[y, x]
    label = -1
    for cy in range(max(y - 1, 0), min(y + h + 1, height)):
        for cx in range(max(x - 1, 0), min(x + w + 1, width)):
            if region[cy, cx] >= 0 and region[cy, cx] != label:
                label = region[cy, cx] if label == -1 else -2
    return label


@jit
def _mark_regions(box, region, marks, value):
    """Mark the regions that a thing is reached from: onto it, or beside it where nobody walks on it.

    With a value below 0 nothing is marked; True when one of them is marked already.
    """
    height, width = region.shape
    x, y, w, h = box
    for grow in range(2):
        floor, known = False, False
        for cy in range(max(y - grow, 0), min(y + h + grow, height)):
            for cx in range(max(x - grow, 0), min(x + w + grow, width)):
                label = region[cy, cx]
                if label >= 0:
                    floor = True
                    known |= marks[label] > 0
                    if value >= 0:
                        marks[label] = value
        if floor:
            return known
    return False


@jit
def have_room(stacks, storages, takes, tight, region, marks, out):
    """For which stacks a way leads to a storage with room for them.

    Args:
        stacks: int64[m] codes (kind * 8 + quality), int32[m, 4] boxes, and int64[m] their order by code.
        storages: int64[k] structure ids and int32[S, 4] the boxes of all structures.
        takes: by structure id, bool[S] takes another stack, bool[K, S] of these kinds, int8[S] least quality.
        tight: int64[n, 2] codes that a full storage still takes, and its id.
        region: int32[H, W] of labels.
        marks: uint8[H * W], scratch that is 0 all over before and after.
        out: bool[m].
    """
    codes, boxes, order = stacks
    ids, places = storages
    free, kinds, least = takes
    begin = 0
    while begin < order.size:
        code = codes[order[begin]]
        kind, quality = code // 8, code % 8
        end = begin
        while end < order.size and codes[order[end]] == code:
            end += 1
        for value in (1, 0):
            for i in range(ids.size):
                s = ids[i]
                if free[s] and kinds[kind, s] and (quality == 0 or least[s] <= quality):
                    box = (places[s, 0], places[s, 1], places[s, 2], places[s, 3])
                    _mark_regions(box, region, marks, value)
            for n in range(tight.shape[0]):
                if tight[n, 0] == code:
                    s = tight[n, 1]
                    box = (places[s, 0], places[s, 1], places[s, 2], places[s, 3])
                    _mark_regions(box, region, marks, value)
            if value == 1:
                for n in range(begin, end):
                    i = order[n]
                    box = (boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3])
                    out[i] = _mark_regions(box, region, marks, -1)
        begin = end


@jit
def open_jobs(tasks, boxes, region, jobs, among, where):
    """For each region the bits of the jobs that have free work there: fills int32[H * W] by region label.

    Args:
        tasks: Tasks.
        boxes: int16[n, 2], width and height of what each task is done at.
        region: int32[H, W] of labels.
        jobs: int32[H * W].
        among: int32[m], the tasks to look at.
        where: int32[m] of `exposed`.
    """
    height, width = region.shape
    kinds, by, job, also, xs, ys = tasks.kind, tasks.by, tasks.job, tasks.also, tasks.x, tasks.y
    jobs.fill(0)
    for n in range(among.size):
        t = among[n]
        if kinds[t] < 0 or by[t] != -1:
            continue
        mask = 1 << job[t]
        if also[t] >= 0:
            mask |= 1 << also[t]
        if where[n] >= 0:
            jobs[where[n]] |= mask
            continue
        x, y, w, h = np.int64(xs[t]), np.int64(ys[t]), np.int64(boxes[t, 0]), np.int64(boxes[t, 1])
        if w == 1 and h == 1 and region[y, x] >= 0 and _is_on(kinds[t]):
            jobs[region[y, x]] |= mask
            continue
        for cy in range(max(y - 1, 0), min(y + h + 1, height)):
            for cx in range(max(x - 1, 0), min(x + w + 1, width)):
                if region[cy, cx] >= 0:
                    jobs[region[cy, cx]] |= mask


@jit
def _bits(levels, actor):
    """The bits of the jobs that an actor has on."""
    bits = 0
    for j in range(levels.shape[1]):
        if levels[actor, j] > 0:
            bits |= 1 << j
    return bits


@jit
def idle_ones(alive, side, act, rampage, out):
    """Ids of the minions that have nothing to do and are on no rampage, ascending; returns how many."""
    found = 0
    for i in range(out.size):
        if alive[i] and side[i] == 0 and act[i] == IDLE and rampage[i] < 0:
            out[found] = i
            found += 1
    return found


@jit
def _joins(region, label, on, box):
    """True where a way leads from the region `label` to a thing: onto it, or beside it.

    Beside it only where nobody walks on it, or where the work is done from there.
    """
    height, width = region.shape
    x, y, w, h = box
    for grow in range(2):
        floor = False
        for cy in range(max(y - grow, 0), min(y + h + grow, height)):
            for cx in range(max(x - grow, 0), min(x + w + grow, width)):
                if region[cy, cx] == label:
                    return True
                floor |= region[cy, cx] >= 0
        if on and floor:
            return False
    return False


@jit
def _walk(dist, region, label, box):
    """Walk to a thing that the region `label` joins; -1 where it is longer than was searched."""
    height, width = dist.shape
    x, y, w, h = box
    best = -1
    for grow in range(2):
        joined = False
        for cy in range(max(y - grow, 0), min(y + h + grow, height)):
            for cx in range(max(x - grow, 0), min(x + w + grow, width)):
                d = dist[cy, cx]
                joined |= d >= 0 or region[cy, cx] == label
                if d >= 0 and (best < 0 or d < best):
                    best = d
        if joined:
            return best
    return -1


@jit
def next_workers(tasks, offers, idle, levels, places, now, ground, spare, skips, out):
    """The first of the idle that may set to work, and the task that each takes, as if each had taken its own.

    Args:
        tasks: Tasks; nothing of it is changed in the end.
        offers: int16[n, 2], width and height of what each task is done at; int32[m], the tasks to look at,
            and int32[m], where they are, both of `exposed`.
        idle: int64[k], the actors by turns; bool[k], those that are named even where no task is for them; and
            the place in it to begin at.
        levels: int8[n, 15], priorities.
        places: x and y of the actors.
        now: the present tick, and ticks of an hour.
        ground: uint8[H, W] of the core's `steps_into` and int32[H, W] of region labels.
        spare: scratch: int32[H, W] that is -1 all over, before and after, int32[H * W] and int32[H * W].
        skips: int64[n, 2], who leaves which task alone.
        out: int64[j, 2], gets the place among the idle of each and its task, -1 for none.

    Returns:
        How many are in `out`; fewer than fit where nobody is left.
    """
    boxes, among, where = offers
    ids, always, first = idle
    dist, queue, jobs = spare
    xs, ys = places
    by, region = tasks.by, ground[1]
    open_jobs(tasks, boxes, region, jobs, among, where)  # what is known soon says too much, never too little
    start = np.empty(1, np.int32)
    count = 0
    for place in range(first, ids.size):
        if count == out.shape[0]:
            break
        actor = ids[place]
        x, y = np.int64(xs[actor]), np.int64(ys[actor])
        label = region[y, x]
        task = -1
        mine = _bits(levels, actor)
        if label >= 0 and mine & jobs[label]:
            start[0] = y * region.shape[1] + x
            task = best_task(tasks, offers, levels[actor], now, ground, start, dist, queue, skips, actor)
            if task < 0 and skips.size == 0:  # nor is there any for others, but visits to this one
                jobs[label] &= ~mine | VISITS
        if task >= 0 or always[place]:
            out[count, 0], out[count, 1] = place, task
            count += 1
            if task >= 0:
                by[task] = actor
    for n in range(count):
        if out[n, 1] >= 0:
            by[out[n, 1]] = -1
    return count


@jit
def _skips(skips, who, task):
    """True where the actor leaves the task alone for now."""
    found = False
    for n in range(skips.shape[0]):
        found |= skips[n, 0] == who and skips[n, 1] == task
    return found


@jit
def best_task(tasks, offers, levels, now, ground, start, dist, queue, skips, who=-1):
    """The free task that a minion takes (KEP-JOB-04, -16), or -1, from as small a search as is enough.

    A task farther away than was searched cannot win once one of the highest level is found whose score no age
    there could make up for.

    Args:
        tasks: Tasks.
        offers: as for `next_worker`.
        levels: int8[15], the minion's priorities.
        now: the present tick, and ticks of an hour.
        ground: uint8[H, W] of the core's `steps_into` and int32[H, W] of region labels.
        start: int32[1], flat cell of the minion.
        dist: int32[H, W] that is -1 all over, before and after.
        queue: int32[H * W], scratch.
        skips: int64[n, 2], who leaves which task alone.
        who: the minion; it neither visits nor whips itself.
    """
    kinds, by, jobs, alsos, since = tasks.kind, tasks.by, tasks.job, tasks.also, tasks.since
    xs, ys = tasks.x, tasks.y
    boxes, among, where = offers
    tick, hour = now
    steps, region = ground
    width = steps.shape[1]
    x, y = start[0] % width, start[0] // width
    label = region[y, x] if region[y, x] >= 0 else -9
    open_ones = np.empty(among.size, np.int32)
    count, top, oldest, near = 0, 0, tick, 0
    for n in range(among.size):
        t = among[n]
        if kinds[t] < 0 or by[t] != -1 or (tasks.a[t] == who and (kinds[t] == SUPERVISE or kinds[t] == WHIP)):
            continue
        own = np.int64(levels[jobs[t]])
        if alsos[t] >= 0:
            own = max(own, np.int64(levels[alsos[t]]))
        if own <= 0 or (label >= 0 and where[n] >= 0 and where[n] != label):
            continue
        if label >= 0 and where[n] < 0:
            box = (np.int64(xs[t]), np.int64(ys[t]), np.int64(boxes[t, 0]), np.int64(boxes[t, 1]))
            if not _joins(region, label, _is_on(kinds[t]), box):
                continue
        if skips.size and _skips(skips, who, t):
            continue
        open_ones[count] = t
        count += 1
        tx, ty, w, h = np.int64(xs[t]), np.int64(ys[t]), np.int64(boxes[t, 0]), np.int64(boxes[t, 1])
        gap = max(tx - x, x - tx - w + 1, ty - y, y - ty - h + 1)
        if own > top:
            top, oldest, near = own, since[t], gap
        elif own == top:
            oldest, near = min(oldest, since[t]), min(near, gap)
    if count == 0:
        return -1
    limit = 2 * near + 6  # no walk is shorter than the gap, and most are not twice as long
    while True:
        if label < 0:
            limit = -1
        reached = spread(steps, start, -1, limit, dist, queue)
        whole = limit < 0 or dist[queue[reached - 1] // width, queue[reached - 1] % width] < limit
        best, level, score, column, first = -1, 0, 0, 0, 0
        for n in range(count):
            t = open_ones[n]
            job, also = np.int64(jobs[t]), np.int64(alsos[t])
            if also >= 0 and (levels[also] > levels[job] or (levels[also] == levels[job] and also < job)):
                job = also
            own = np.int64(levels[job])
            if own < level:
                continue
            tx, ty, w, h = np.int64(xs[t]), np.int64(ys[t]), np.int64(boxes[t, 0]), np.int64(boxes[t, 1])
            if not whole and max(tx - x, x - tx - w + 1, ty - y, y - ty - h + 1) > limit + 1:
                continue
            walk = np.int64(_walk(dist, region, label, (tx, ty, w, h)))
            if walk < 0:
                continue
            age = np.int64(since[t])
            mine = walk - (tick - age) // hour
            if (
                own > level
                or mine < score
                or (mine == score and (job < column or (job == column and age < first)))
            ):
                best, level, score, column, first = t, own, mine, job, age
        forget(dist, queue, reached)
        if whole or (best >= 0 and level == top and score <= limit - (tick - oldest) // hour):
            return best
        limit *= 2


@jit
def _any_free(tasks, among, kind):
    """True when one of the tasks `among` is of the kind and free."""
    found = False
    for t in among:
        found |= tasks.kind[t] == kind and tasks.by[t] == -1
    return found


@jit
def stacks_by_the_way(work, tour, near, storages, ground, out):
    """Stacks with free hauls near a walk that also passes near a storage (KEP-HAUL-35).

    Args:
        work: Tasks, int16[n, 2] width and height of what each is done at, and int32[m], the tasks to look at.
        tour: cell (x, y) of the start; int32[n, 4], the things that it leads to one after another.
        near: cells from the route that count as near, and cells by which a thing may reach beyond its own.
        storages: int32[k, 4], boxes.
        ground: bool[H, W] walkable; uint8[H, W] of the core's `steps_into`; int32[H, W] that is -1 all over,
            before and after; int32[H * W] scratch; int32[H * W] scratch that gets the route.
        out: int32[n], gets the stacks as the tasks are in order.

    Returns:
        How many stacks are in `out`, and the steps of the route.
    """
    tasks, boxes, among = work
    (x, y), stops = tour
    walkable, steps, dist, queue, route = ground
    if not _any_free(tasks, among, PICK):
        return 0, 0
    width = steps.shape[1]
    length, at = 1, y * width + x
    route[0] = at
    for n in range(stops.shape[0]):
        goals = served_from(walkable, (stops[n, 0], stops[n, 1], stops[n, 2], stops[n, 3]))
        reached = spread(steps, goals, at, -1, dist, queue)
        walked = route_into(steps, dist, at, route[length - 1 :])
        forget(dist, queue, reached)
        if walked == 0:
            return 0, 0
        length += walked - 1
        at = route[length - 1]
    left, top, right, bottom = x, y, x, y
    for i in range(length):
        cx, cy = route[i] % width, route[i] // width
        left, right, top, bottom = min(left, cx), max(right, cx), min(top, cy), max(bottom, cy)
    about = near[0] + near[1]
    count = 0
    for t in among:
        if tasks.kind[t] != PICK or tasks.by[t] != -1:
            continue
        tx, ty = tasks.x[t], tasks.y[t]
        if left - about <= tx <= right + about and top - about <= ty <= bottom + about:
            out[count] = t
            count += 1
    if count == 0:
        return 0, length - 1
    reached = spread(steps, route[:length], -1, near[0], dist, queue)
    kept = 0
    for i in range(count):
        t = out[i]
        if reach(dist, walkable, tasks.x[t], tasks.y[t], boxes[t, 0], boxes[t, 1]) >= 0:
            out[kept] = tasks.a[t]
            kept += 1
    served = False
    for i in range(storages.shape[0]):
        if kept == 0 or served:
            break
        served = reach(dist, walkable, storages[i, 0], storages[i, 1], storages[i, 2], storages[i, 3]) >= 0
    forget(dist, queue, reached)
    return (kept if served else 0), length - 1
