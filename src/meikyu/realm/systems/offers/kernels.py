"""Compiled loops of offers: tasks within reach, the jobs open in each region, stacks that a storage takes."""

import numpy as np

from meikyu.core.kernels import jit

SUPERVISE, HUNT, TREAT, WHIP = 19, 21, 25, 48  # of Op


@jit
def is_on(op):
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
            known[t] = _region_of(region, (x, y, w, h), is_on(kind))
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
        if w == 1 and h == 1 and region[y, x] >= 0 and is_on(kinds[t]):
            jobs[region[y, x]] |= mask
            continue
        for cy in range(max(y - 1, 0), min(y + h + 1, height)):
            for cx in range(max(x - 1, 0), min(x + w + 1, width)):
                if region[cy, cx] >= 0:
                    jobs[region[cy, cx]] |= mask
