"""Compiled loops of the search for work: who takes which task, stacks by the way."""

import numpy as np

from meikyu.books.keep.jobs import IDS as JOBS
from meikyu.core.kernels import jit
from meikyu.core.ways.kernels import forget, route_into, spread
from meikyu.realm.systems.offers.kernels import SUPERVISE, WHIP, is_on, open_jobs
from meikyu.realm.systems.walking.kernels import reach, served_from

IDLE = 0  # of Act
VISITS = 1 << JOBS.index("supervise")
PICK = 2  # of Op


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
            and int32[m], where they are, both of `offers.exposed`.
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
        offers: as for `next_workers`.
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
            if not _joins(region, label, is_on(kinds[t]), box):
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
