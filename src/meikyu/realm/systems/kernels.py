"""Compiled loops of the systems: bodies that live a tick, the search for work, what a closed cell cuts."""

import numpy as np

from meikyu.books.keep.jobs import IDS as JOBS
from meikyu.core.grid import STEPS
from meikyu.core.kernels import forget, jit, repair_steps, route_into, spread

IDLE, WALK, WORK, SLEEP, WAIT = 0, 1, 2, 3, 4
VISITS = 1 << JOBS.index("supervise")
PICK, SUPERVISE, HUNT, TREAT, WHIP = 2, 19, 21, 25, 48  # of Op
DUE_DONE, DUE_ARRIVED, DUE_BLOCKED, DUE_NEED, DUE_WOKE, DUE_CRISIS = 1, 2, 4, 8, 16, 32

_DX = np.array([step[0] for step in STEPS], np.int64)
_DY = np.array([step[1] for step in STEPS], np.int64)


@jit
def _fall(before, by, pace):
    """A bar after it has sunk a little, and the bits of what is due at the threshold or at 0."""
    after = max(before - by, 0)
    bits = 0
    if before > pace.threshold >= after:
        bits |= DUE_NEED
    if before > 0 and after == 0:
        bits |= DUE_CRISIS
    return after, bits


@jit
def _heading(dx, dy, mask):
    """Number of the step (dx, dy) where the mask of allowed steps has it, else -1."""
    for k in range(8):
        if _DX[k] == dx and _DY[k] == dy:
            return k if mask >> k & 1 else -1
    return -1


@jit
def advance_all(actors, count, steps, tick, pace, due, bits):
    """Let every body live one tick; writes who is due for what and returns how many.

    Args:
        actors: Actors.
        count: rows in use.
        steps: uint8[H, W] of the core's `steps_into`.
        tick: the tick that is being lived.
        pace: ints `food`, `sleep`, `recreation` a tick, `threshold`, `full`, `step` ticks a cell.
        due: int32[n], gets actor ids, ascending.
        bits: int32[n], gets the DUE bits beside them.
    """
    # The columns are taken out once: a tuple of arrays handed to a helper costs a count of every array in it.
    alive, side, acts, needs, retry = actors.alive, actors.side, actors.act, actors.needs, actors.retry
    timer, done, need, speed = actors.timer, actors.done, actors.need, actors.speed
    xs, ys, came_x, came_y, heading = actors.x, actors.y, actors.came_x, actors.came_y, actors.heading
    leg, legs, route = actors.leg, actors.legs, actors.route
    width = steps.shape[1]
    found = 0
    for i in range(count):
        if not alive[i]:
            continue
        mask = 0
        act = acts[i]
        if side[i] == 0:
            needs[i, 0], mask = _fall(needs[i, 0], pace.food, pace)
            if act == SLEEP:
                rested = min(needs[i, 1] + speed[i], pace.full)
                needs[i, 1] = rested
                if rested >= pace.full:
                    mask |= DUE_WOKE
            else:
                needs[i, 1], more = _fall(needs[i, 1], pace.sleep, pace)
                mask |= more
                if act == WAIT and speed[i] > 0:
                    needs[i, 2] = min(needs[i, 2] + speed[i], pace.full)
                else:
                    needs[i, 2], more = _fall(needs[i, 2], pace.recreation, pace)
                    mask |= more
            if tick > 0 and (retry[i, 0] == tick or retry[i, 1] == tick or retry[i, 2] == tick):
                mask |= DUE_NEED
        if act == WALK:
            timer[i] -= 1
            if timer[i] <= 0:
                k = leg[i]
                if k >= legs[i]:
                    mask |= DUE_ARRIVED
                else:
                    x, y = np.int64(xs[i]), np.int64(ys[i])
                    to = np.int64(route[i, k])
                    turn = _heading(to % width - x, to // width - y, np.int64(steps[y, x]))
                    if turn < 0:
                        mask |= DUE_BLOCKED
                    else:
                        came_x[i], came_y[i] = x, y
                        xs[i], ys[i] = to % width, to // width
                        heading[i] = turn
                        leg[i] = k + 1
                        timer[i] = pace.step
        elif act == WORK:
            done[i] += speed[i]
            if done[i] >= need[i]:
                mask |= DUE_DONE
        elif act == WAIT:
            timer[i] -= 1
            if timer[i] <= 0:
                mask |= DUE_DONE
        if mask:
            due[found] = i
            bits[found] = mask
            found += 1
    return found


@jit
def reach(dist, walkable, x, y, w, h):
    """Walking distance to a thing of w x h cells: to it, or, where it bars the way, to beside it; or -1."""
    height, width = dist.shape
    best, floor = -1, False
    for cy in range(max(y, 0), min(y + h, height)):
        for cx in range(max(x, 0), min(x + w, width)):
            floor |= walkable[cy, cx]
            d = dist[cy, cx]
            if d >= 0 and (best < 0 or d < best):
                best = d
    if best >= 0 or floor:
        return best
    for cy in range(max(y - 1, 0), min(y + h + 1, height)):
        for cx in range(max(x - 1, 0), min(x + w + 1, width)):
            d = dist[cy, cx]
            if d >= 0 and (best < 0 or d < best):
                best = d
    return best


@jit
def reach_many(dist, walkable, boxes, out):
    """`reach` of many things: boxes int32[n, 4] of x, y, w, h; fills int32[n]."""
    for i in range(boxes.shape[0]):
        out[i] = reach(dist, walkable, boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3])


@jit
def nearest_box(walkable, steps, starts, boxes, limit, dist, queue):
    """The nearest thing on foot from `starts`, by as small a search as is enough; of several the first.

    Args:
        walkable: bool[H, W].
        steps: uint8[H, W] of the core's `steps_into`.
        starts: int32[n], flat cells.
        boxes: int32[m, 4] of x, y, w, h.
        limit: the longest walk, -1 for any.
        dist: int32[H, W] that is -1 all over, before and after.
        queue: int32[H * W], scratch.

    Returns:
        Its place among the boxes and the walk; -1 and -1 where no way leads to any.
    """
    width = steps.shape[1]
    cells = 8
    while True:
        last = cells > 64 or 0 <= limit < cells
        radius = cells if not last else -1 if limit < 0 else limit + 1
        reached = spread(steps, starts, -1, radius, dist, queue)
        last |= reached == 0 or dist[queue[reached - 1] // width, queue[reached - 1] % width] < radius
        found, best = -1, -1
        for i in range(boxes.shape[0]):
            walk = reach(dist, walkable, boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3])
            if walk >= 0 and (found < 0 or walk < best):
                found, best = i, walk
        forget(dist, queue, reached)
        if last or (found >= 0 and best < radius):  # at the rim one may be beside a thing that is walked onto
            return (found, best) if limit < 0 or best <= limit else (-1, -1)
        cells *= 2


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
    kinds, by, xs, ys = tasks.kind, tasks.by, tasks.x, tasks.y
    count = 0
    for t in range(kinds.size):
        if kinds[t] < 0:
            continue
        x, y, w, h = np.int64(xs[t]), np.int64(ys[t]), np.int64(boxes[t, 0]), np.int64(boxes[t, 1])
        for cy in range(y, y + h):
            for cx in range(x, x + w):
                if marks[cy * width + cx]:
                    known[t] = -3
        if by[t] != -1:
            continue
        if kinds[t] == SUPERVISE or kinds[t] == HUNT or kinds[t] == TREAT or kinds[t] == WHIP:
            known[t] = -2  # it walks about
        elif known[t] == -3:
            known[t] = _region_of(region, (x, y, w, h), _is_on(kinds[t]))
        if known[t] != -1:
            out[count], where[count] = t, known[t]
            count += 1
    _mark_about(region, cells, marks, 0)
    return count


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
def joined(targets, boxes, region, marks, out):
    """Which things a way leads from to any of the targets.

    Args:
        targets: int32[n, 4] of x, y, w, h.
        boxes: int32[m, 4] likewise.
        region: int32[H, W] of labels.
        marks: uint8[H * W], scratch that is 0 all over before and after.
        out: bool[m].
    """
    for i in range(targets.shape[0]):
        _mark_regions((targets[i, 0], targets[i, 1], targets[i, 2], targets[i, 3]), region, marks, 1)
    for i in range(boxes.shape[0]):
        out[i] = _mark_regions((boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3]), region, marks, -1)
    for i in range(targets.shape[0]):
        _mark_regions((targets[i, 0], targets[i, 1], targets[i, 2], targets[i, 3]), region, marks, 0)


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
def next_worker(tasks, offers, idle, levels, places, now, ground, dist, queue, jobs, skips):
    """The first of the idle that may set to work, and the task it takes.

    Args:
        tasks: Tasks.
        offers: int16[n, 2], width and height of what each task is done at; int32[m], the tasks to look at,
            and int32[m], where they are, both of `exposed`.
        idle: int64[k], the actors by turns; bool[k], those that are named even where no task is for them; and
            the place in it to begin at.
        levels: int8[n, 15], priorities.
        places: x and y of the actors.
        now: the present tick, and ticks of an hour.
        ground: uint8[H, W] of the core's `steps_into` and int32[H, W] of region labels.
        dist: int32[H, W] that is -1 all over, before and after.
        queue: int32[H * W], scratch.
        jobs: int32[H * W], scratch.
        skips: int64[n, 2], who leaves which task alone.

    Returns:
        The place among the idle, -1 where nobody is left, and its task, -1 for none.
    """
    boxes, among, where = offers
    ids, always, first = idle
    xs, ys = places
    region = ground[1]
    if first == 0:  # while they choose work only goes: what is known says too much, never too little
        open_jobs(tasks, boxes, region, jobs, among, where)
    start = np.empty(1, np.int32)
    for place in range(first, ids.size):
        actor = ids[place]
        x, y = np.int64(xs[actor]), np.int64(ys[actor])
        label = region[y, x]
        task = -1
        if label >= 0 and _bits(levels, actor) & jobs[label]:
            start[0] = y * region.shape[1] + x
            task = best_task(tasks, offers, levels[actor], now, ground, start, dist, queue, skips, actor)
            if (
                task < 0 and skips.size == 0
            ):  # nor is there any for others, but the visits that it gets itself
                jobs[label] &= ~_bits(levels, actor) | VISITS
        if task >= 0 or always[place]:
            return place, task
    return -1, -1


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
    count, top, oldest = 0, 0, tick
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
        if own > top:
            top, oldest = own, since[t]
        elif own == top:
            oldest = min(oldest, since[t])
    if count == 0:
        return -1
    limit = 12
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
        limit = 48 if limit == 12 else -1


@jit
def walk_starts(walkable, box, beside, starts):
    """The walkable cells of a box (x, y, w, h), or of the ring round it; returns how many are in `starts`."""
    height, width = walkable.shape
    x, y, w, h = box
    grow = 1 if beside else 0
    count = 0
    for cy in range(max(y - grow, 0), min(y + h + grow, height)):
        for cx in range(max(x - grow, 0), min(x + w + grow, width)):
            inside = x <= cx < x + w and y <= cy < y + h
            if walkable[cy, cx] and inside != beside:
                starts[count] = cy * width + cx
                count += 1
    return count


@jit
def _served_from(walkable, box):
    """Flat cells from which a thing (x, y, w, h) is reached: its walkable ones, else those round it."""
    starts = np.empty((box[2] + 2) * (box[3] + 2), np.int32)
    count = walk_starts(walkable, box, False, starts)
    if count == 0:
        count = walk_starts(walkable, box, True, starts)
    return starts[:count]


@jit
def walks_between(walkable, steps, boxes, limit, dist, queue, out):
    """Walks from each thing to each other.

    Args:
        walkable: bool[H, W].
        steps: uint8[H, W] of the core's `steps_into`.
        boxes: int32[n, 4] of x, y, w, h.
        limit: the longest walk looked for.
        dist: int32[H, W] that is -1 all over, before and after.
        queue: int32[H * W], scratch.
        out: int32[n, n], gets the walk from row to column, -1 for none within the limit.
    """
    for i in range(boxes.shape[0]):
        starts = _served_from(walkable, (boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3]))
        reached = spread(steps, starts, -1, limit, dist, queue)
        reach_many(dist, walkable, boxes, out[i])
        forget(dist, queue, reached)


@jit
def route_to_thing(walkable, steps, thing, start, dist, queue, out):
    """`route_to` a thing: its box (x, y, w, h) and whether one goes beside it rather than onto it."""
    box, beside = thing
    goals = np.empty((box[2] + 2) * (box[3] + 2), np.int32)
    count = walk_starts(walkable, box, beside, goals)
    if count == 0:
        return 0
    return route_to(steps, goals[:count], start, dist, queue, out)


@jit
def route_to(steps, starts, start, dist, queue, out):
    """Write the route from the flat cell `start` to the nearest of `starts`; returns its cells, 0 for none.

    Args:
        steps: uint8[H, W].
        starts: int32[n], flat cells where the walk may end.
        start: where the walker stands; the first cell written.
        dist: int32[H, W] that is -1 all over, before and after.
        queue: int32[H * W], scratch.
        out: int32[H * W], scratch that gets the route.
    """
    reached = spread(steps, starts, start, -1, dist, queue)
    length = route_into(steps, dist, start, out)
    forget(dist, queue, reached)
    return length


@jit
def stacks_by_the_way(work, tour, near, storages, ground, out):
    """Stacks with free hauls near a walk that also passes near a storage (KEP-HAUL-35).

    Args:
        work: Tasks, and int16[n, 2] width and height of what each is done at.
        tour: cell (x, y) of the start; int32[n, 4], the things that it leads to one after another.
        near: cells from the route that count as near, and cells by which a thing may reach beyond its own.
        storages: int32[k, 4], boxes.
        ground: bool[H, W] walkable; uint8[H, W] of the core's `steps_into`; int32[H, W] that is -1 all over,
            before and after; int32[H * W] scratch; int32[H * W] scratch that gets the route.
        out: int32[n], gets the stacks as the tasks are in order.

    Returns:
        How many stacks are in `out`, and the steps of the route.
    """
    tasks, boxes = work
    (x, y), stops = tour
    walkable, steps, dist, queue, route = ground
    width = steps.shape[1]
    length, at = 1, y * width + x
    route[0] = at
    for n in range(stops.shape[0]):
        goals = _served_from(walkable, (stops[n, 0], stops[n, 1], stops[n, 2], stops[n, 3]))
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
    for t in range(tasks.kind.size):
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


@jit
def splits(walkable, x, y, w, h):
    """False where closing a box surely parts nothing: the walkable cells round it hang together."""
    height, width = walkable.shape
    ring = 2 * (w + h) + 4
    cells = np.zeros(ring, np.bool_)
    n = 0
    for cx in range(x - 1, x + w + 1):
        cells[n] = _open(walkable, cx, y - 1, width, height)
        n += 1
    for cy in range(y, y + h):
        cells[n] = _open(walkable, x + w, cy, width, height)
        n += 1
    for cx in range(x + w, x - 2, -1):
        cells[n] = _open(walkable, cx, y + h, width, height)
        n += 1
    for cy in range(y + h - 1, y - 1, -1):
        cells[n] = _open(walkable, x - 1, cy, width, height)
        n += 1
    corners = (0, w + 1, w + h + 2, 2 * w + h + 3)
    runs = 0
    for i in range(ring):
        if cells[i] and not cells[i - 1]:
            runs += 1
    if runs == 0:
        return False
    # A run that is only a corner cell touches no side of the box and is not joined through it.
    single = 0
    for c in corners:
        if cells[c] and not cells[c - 1] and not cells[(c + 1) % ring]:
            single += 1
    return runs - single > 1


@jit
def _open(walkable, x, y, width, height):
    return 0 <= x < width and 0 <= y < height and walkable[y, x]


@jit
def flood_closed(walkable, steps, box, starts, dist, queue):
    """Distances from `starts` as if the box (x, y, w, h) were solid; `dist` gets them; returns cells reached.

    Args:
        walkable: bool[H, W]; changed and put back.
        steps: uint8[H, W]; changed and put back.
        box: the cells that count as solid.
        starts: int32[n], flat cells; those inside the box are not counted.
        dist: int32[H, W] that is -1 all over; the caller forgets it.
        queue: int32[H * W], scratch.
    """
    width = walkable.shape[1]
    x, y, w, h = box
    was = np.zeros((h, w), np.bool_)
    for cy in range(h):
        for cx in range(w):
            was[cy, cx] = walkable[y + cy, x + cx]
            walkable[y + cy, x + cx] = False
    for cy in range(h):
        for cx in range(w):
            repair_steps(walkable, steps, x + cx, y + cy)
    kept = np.empty(starts.size, np.int32)
    n = 0
    for i in range(starts.size):
        sx, sy = starts[i] % width, starts[i] // width
        if walkable[sy, sx]:
            kept[n] = starts[i]
            n += 1
    reached = spread(steps, kept[:n], -1, -1, dist, queue)
    for cy in range(h):
        for cx in range(w):
            walkable[y + cy, x + cx] = was[cy, cx]
    for cy in range(h):
        for cx in range(w):
            repair_steps(walkable, steps, x + cx, y + cy)
    return reached


@jit
def meet(actors, count, foes, hostile, cells, guard, out):
    """Who might notice whom: pairs (viewer, target) by distance alone; returns how many are in `out`.

    Args:
        actors: Actors.
        count: rows in use.
        foes: int64[n], enemies.
        hostile: bool[n], which of them attack on sight.
        cells: how far those notice.
        guard: column of the job Guard.
        out: int32[m, 3], gets viewer, target and the squared distance; what does not fit is left out.
    """
    found = 0
    for n in range(foes.size):
        f = foes[n]
        x, y = np.int64(actors.x[f]), np.int64(actors.y[f])
        looks = hostile[n] and actors.foe[f] < 0 and actors.down[f] < 0
        for i in range(count):
            if actors.side[i] > 2 or not actors.alive[i]:
                continue
            dx, dy = actors.x[i] - x, actors.y[i] - y
            far = dx * dx + dy * dy
            if looks and far <= cells * cells and actors.down[i] < 0 and found < out.shape[0]:
                out[found, 0], out[found, 1], out[found, 2] = f, i, far
                found += 1
            watches = actors.side[i] == 0 and actors.levels[i, guard] > 0 and actors.foe[i] < 0
            awake = watches and actors.act[i] != SLEEP
            sight = np.int64(actors.sight[i])
            if awake and sight > 0 and far <= sight * sight and found < out.shape[0]:
                out[found, 0], out[found, 1], out[found, 2] = i, f, far
                found += 1
    return found
