"""Regions: named at once, and mended where one cell opens or closes."""

from __future__ import annotations

import numpy as np

from meikyu.core.kernels import jit

# Regions. `labels` names the region of each cell, -1 where nobody walks; `sizes[label]` counts its cells, 0
# for a name not in use. Without corner cutting two cells are joined by walking exactly when they are by
# straight steps, so floods look at the four lowest bits of `steps` only. Names mean nothing but same or not
# the same.


@jit
def components_into(walkable, steps, labels, sizes, queue):
    """Compiled twin of `paths.components`; returns how many regions there are.

    Args:
        walkable: bool[H, W], C order.
        steps: uint8[H, W], C order, made by `steps_into`.
        labels: int32[H, W], C order.
        sizes: int32[H * W].
        queue: int32[H * W], scratch.
    """
    height, width = walkable.shape
    floor, allowed, names = walkable.reshape(-1), steps.reshape(-1), labels.reshape(-1)
    names.fill(-1)
    sizes.fill(0)
    count = 0
    for first in range(height * width):
        if floor[first] and names[first] < 0:
            sizes[count] = _rename(allowed, width, names, first, count, queue)
            count += 1
    return count


@jit
def _rename(allowed, width, names, first, name, queue):
    """Give the region of `first`, as far as its old name goes, a new one; returns how many cells it has."""
    old = names[first]
    names[first] = name
    queue[0] = first
    head, tail = 0, 1
    while head < tail:
        at = queue[head]
        head += 1
        mask = allowed[at]
        if mask & 1 and names[at + 1] == old:
            names[at + 1] = name
            queue[tail] = at + 1
            tail += 1
        if mask & 2 and names[at + width] == old:
            names[at + width] = name
            queue[tail] = at + width
            tail += 1
        if mask & 4 and names[at - 1] == old:
            names[at - 1] = name
            queue[tail] = at - 1
            tail += 1
        if mask & 8 and names[at - width] == old:
            names[at - width] = name
            queue[tail] = at - width
            tail += 1
    return tail


@jit
def _free_name(sizes):
    name = 0
    while sizes[name] > 0:
        name += 1
    return name


@jit
def open_cell(steps, labels, sizes, queue, x, y):
    """Bring the regions up to date after (x, y) has become walkable and `steps` was repaired.

    The largest region beside the cell keeps its name (of equal ones the lowest name); the others take it.
    True where there were others.
    """
    joined = False
    width = steps.shape[1]
    allowed, names = steps.reshape(-1), labels.reshape(-1)
    at = y * width + x
    name = -1
    for k in range(4):
        if allowed[at] >> k & 1:
            other = names[at + _straight(k, width)]
            if name < 0 or sizes[other] > sizes[name] or (sizes[other] == sizes[name] and other < name):
                name = other
    if name < 0:
        name = _free_name(sizes)
    names[at] = name
    sizes[name] += 1
    for k in range(4):
        if allowed[at] >> k & 1:
            near = at + _straight(k, width)
            other = names[near]
            if other != name:
                sizes[name] += _rename(allowed, width, names, near, name, queue)
                sizes[other] = 0
                joined = True
    return joined


@jit
def _straight(k, width):
    """The change of the flat cell at the straight step k: E, S, W, N."""
    if k == 0:
        return 1
    if k == 1:
        return width
    return -1 if k == 2 else -width


@jit
def close_cell(steps, labels, sizes, owner, link, x, y):
    """Bring the regions up to date after (x, y) has ceased to be walkable and `steps` was repaired.

    Nothing is searched where the neighbours still hang together around the cell. Otherwise floods run from
    all of them in turn and stop as soon as all but one have met or are walled in: the cost is that of the
    smaller parts, not of the map.

    Args:
        steps: uint8[H, W], C order.
        labels: int32[H, W], C order.
        sizes: int32[H * W].
        owner: uint8[H * W], scratch that is 0 all over before and after.
        link: int32[H * W], scratch.
        x: the column of the cell.
        y: the row of the cell.

    Returns:
        How many regions the old one has become; 0 where it is gone.
    """
    height, width = steps.shape
    allowed, names = steps.reshape(-1), labels.reshape(-1)
    at = y * width + x
    name = names[at]
    names[at] = -1
    sizes[name] -= 1
    group = np.full(4, -1, np.int64)  # which floods hang together; -1 for a side where nobody walks
    first = np.empty(4, np.int64)
    groups = 0
    for k in range(4):
        inside = (x + 1 < width, y + 1 < height, x > 0, y > 0)[k]
        first[k] = at + _straight(k, width)
        if inside and names[first[k]] >= 0:
            group[k] = k
            groups += 1
    for k in range(4):  # neighbours joined through the corner cell between them
        side = (k + 1) % 4
        if group[k] >= 0 and group[side] >= 0 and group[k] != group[side]:
            ahead, back = allowed[first[k]] >> side & 1, allowed[first[side]] >> k & 1
            if ahead and back:
                _join(group, group[side], group[k])
                groups -= 1
    if groups < 2:
        return groups
    return _flood_apart(allowed, width, names, name, sizes, owner, link, first, group, groups)


@jit
def _join(group, old, new):
    for k in range(4):
        if group[k] == old:
            group[k] = new


@jit
def _flood_apart(allowed, width, names, name, sizes, owner, link, first, group, groups):
    """Flood from the starts `first` in turn; give a new name to each part that turns out to be cut off."""
    cursor, final = first.copy(), first.copy()
    started = group >= 0
    for k in range(4):
        if started[k]:
            owner[first[k]] = k + 1
            link[first[k]] = -1
    parts = 1
    while groups > 1:
        for k in range(4):
            if group[k] < 0 or cursor[k] < 0 or groups < 2:
                continue
            at = cursor[k]
            for j in range(4):
                if allowed[at] >> j & 1 == 0:
                    continue
                near = at + _straight(j, width)
                if owner[near] == 0:
                    owner[near] = k + 1
                    link[near] = -1
                    link[final[k]] = near
                    final[k] = near
                elif group[owner[near] - 1] != group[k]:
                    _join(group, group[owner[near] - 1], group[k])
                    groups -= 1
            cursor[k] = link[at]
            if groups > 1 and _is_spent(group, cursor, group[k]):
                _cut_off(names, name, sizes, link, first, group, group[k])
                groups -= 1
                parts += 1
    for k in range(4):
        if started[k]:
            at = first[k]
            while at >= 0:
                owner[at] = 0
                at = link[at]
    return parts


@jit
def _is_spent(group, cursor, which):
    """True when no flood of the group has a cell left to look at."""
    left = 0
    for k in range(4):
        if group[k] == which and cursor[k] >= 0:
            left += 1
    return left == 0


@jit
def _cut_off(names, name, sizes, link, first, group, which):
    """Give the cells flooded by the group a new name and end its floods."""
    fresh = _free_name(sizes)
    for k in range(4):
        if group[k] == which:
            at = first[k]
            while at >= 0:
                names[at] = fresh
                sizes[fresh] += 1
                sizes[name] -= 1
                at = link[at]
    for k in range(4):
        if group[k] == which:
            group[k] = -1
