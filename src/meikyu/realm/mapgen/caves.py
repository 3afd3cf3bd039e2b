"""Natural caves: hollows, tunnels between them, and their mouths on the edge."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meikyu.core.areas import kernels as areas
from meikyu.core.rng import KeyedDice
from meikyu.core.ways import kernels as ways
from meikyu.realm.mapgen.draft import (
    RIM,
    STRAIGHT,
    Cell,
    Draft,
    Mask,
    highest,
    may_open,
    neighbours_of,
    noise,
)


def open_caves(draft: Draft) -> None:
    """Natural caves: the hollows of smooth noise, smoothed once more as a cellular automaton."""
    field = noise(draft, 10, 2)
    field += noise(draft, 11, 1) // 3
    free = may_open(draft)
    caves = highest(field, free, draft.share("cave_floor") * 9 // 10)
    for _ in range(2):
        near = neighbours_of(caves)
        caves = ((near >= 5) | (caves & (near >= 4))) & free
    draft.caves = caves
    drop_small(draft, 9)
    home_cave(draft)


def regions(draft: Draft) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Regions of the caves: label a cell, and cells a label."""
    steps = np.zeros(draft.caves.shape, np.uint8)
    labels = np.zeros(draft.caves.shape, np.int32)
    sizes = np.zeros(draft.caves.size, np.int32)
    queue = np.zeros(draft.caves.size, np.int32)
    ways.steps_into(draft.caves, steps)
    count = areas.components_into(draft.caves, steps, labels, sizes, queue)
    return labels, sizes[:count]


def drop_small(draft: Draft, least: int) -> None:
    """Fill caves of fewer cells than `least`."""
    labels, sizes = regions(draft)
    if sizes.size:
        draft.caves &= sizes[np.maximum(labels, 0)] >= least


def home_cave(draft: Draft) -> None:
    """A cave before the hall, large enough for the wishes about cave floor near the throne."""
    dice = draft.dice()
    for cell in draft.way:
        draft.caves[cell[1], cell[0]] = True
    first = (draft.way[-1][0], draft.way[-1][1] + 1)
    wanted, reach = draft.wishes.home
    blob(draft, first, wanted, reach, dice)


def blob(draft: Draft, first: Cell, wanted: int, reach: int, dice: KeyedDice) -> None:
    """Open `wanted` cells that hang together with `first`, none farther than `reach` steps."""
    free = may_open(draft)
    edge, opened = [(first, 0)], {first}
    draft.caves[first[1], first[0]] = True
    count = 1
    while edge and count < wanted:
        number = dice.below(len(edge))
        (x, y), depth = edge[number]
        ahead = [(x + dx, y + dy) for dx, dy in STRAIGHT]
        fresh = [c for c in ahead if c not in opened and free[c[1], c[0]]]
        if not fresh or depth >= reach:
            edge[number] = edge[-1]
            edge.pop()
            continue
        cell = fresh[dice.below(len(fresh))]
        opened.add(cell)
        edge.append((cell, depth + 1))
        count += 1
        draft.caves[cell[1], cell[0]] = True


def join_caves(draft: Draft) -> None:
    """Dig natural tunnels from every larger cave to the one before the hall; small ones stay pockets."""
    dice = draft.dice()
    for _ in range(3):
        labels, sizes = regions(draft)
        home = int(labels[draft.way[0][1], draft.way[0][0]])
        order = np.argsort(-sizes, kind="stable").tolist()
        apart = [n for n in order if n != home and sizes[n] >= 30]
        if not apart:
            return
        main_y, main_x = np.nonzero(labels == home)
        for label in apart:
            cells = np.flatnonzero(labels == label)
            cells = cells[:: max(1, cells.size // 24)]
            ys, xs = cells // draft.width, cells % draft.width
            far = (main_x[None, :] - xs[:, None]) ** 2 + (main_y[None, :] - ys[:, None]) ** 2
            at = int(np.argmin(far))
            one, other = at // main_x.size, at % main_x.size
            goal = (int(main_x[other]), int(main_y[other]))
            dug = tunnel(draft, (int(xs[one]), int(ys[one])), goal, dice)
            main_x = np.concatenate([main_x, xs, np.array([c[0] for c in dug], main_x.dtype)])
            main_y = np.concatenate([main_y, ys, np.array([c[1] for c in dug], main_y.dtype)])


def tunnel(draft: Draft, start: Cell, goal: Cell, dice: KeyedDice) -> list[Cell]:
    """Dig a winding way, two cells wide, from one cell to the other; returns its cells."""
    free = may_open(draft)
    x, y = start
    dug = [start]
    draft.caves[y, x] = True
    for _ in range(12 * (draft.width + draft.height)):
        dx, dy = goal[0] - x, goal[1] - y
        if dx == 0 and dy == 0:
            return dug
        along = dice.below(abs(dx) + abs(dy)) < abs(dx)
        step = ((dx > 0) - (dx < 0), 0) if along else (0, (dy > 0) - (dy < 0))
        if dice.percent(35) or not _digs(draft, free, x + step[0], y + step[1]):
            step = STRAIGHT[dice.below(4)]
        if not _digs(draft, free, x + step[0], y + step[1]):
            continue
        x, y = x + step[0], y + step[1]
        dug.append((x, y))
        draft.caves[y, x] = True
        side = (x + abs(step[1]), y + abs(step[0]))
        if free[side[1], side[0]]:
            draft.caves[side[1], side[0]] = True
    return dug


def _digs(draft: Draft, free: Mask, x: int, y: int) -> bool:
    return bool(free[y, x] or draft.caves[y, x])


def open_mouths(draft: Draft) -> None:
    """Cave mouths on the edge, far from the throne and from each other, with tunnels to the caves."""
    dice = draft.dice()
    draft.mouths = []
    w, h = draft.width, draft.height
    edge = [(x, y) for x in range(6, w - 6) for y in (0, h - 1)]
    edge += [(x, y) for y in range(6, h - 6) for x in (0, w - 1)]
    tx, ty = draft.throne
    far = [c for c in edge if max(abs(c[0] - tx), abs(c[1] - ty)) >= draft.wishes.mouth_from]
    apart = (w + h) // (2 * draft.wishes.mouths)
    while len(draft.mouths) < draft.wishes.mouths:
        fits = [c for c in far if all(abs(c[0] - m[0]) + abs(c[1] - m[1]) >= apart for m in draft.mouths)]
        if not fits:
            apart = apart * 3 // 4
            continue
        draft.mouths.append(fits[dice.below(len(fits))])
    labels, _ = regions(draft)
    main = labels == labels[draft.way[0][1], draft.way[0][0]]
    main_y, main_x = np.nonzero(main)
    for x, y in draft.mouths:
        inner = (min(max(x, RIM), w - 1 - RIM), min(max(y, RIM), h - 1 - RIM))
        nearest = int(np.argmin((main_x - inner[0]) ** 2 + (main_y - inner[1]) ** 2))
        tunnel(draft, inner, (int(main_x[nearest]), int(main_y[nearest])), dice)
        for step in range(1, RIM):
            cx, cy = min(max(x, step), w - 1 - step), min(max(y, step), h - 1 - step)
            draft.caves[cy, cx] = True
    draft.terrain[draft.caves] = draft.ground("cave_floor")
    for x, y in draft.mouths:
        draft.terrain[y, x] = draft.ground("cave_mouth")
