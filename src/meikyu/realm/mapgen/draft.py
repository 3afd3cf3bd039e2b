"""A map in the making, and what all its stages share: noise, dice, walking distances."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.ways import kernels as ways
from meikyu.realm import kernels
from meikyu.realm.content import Content
from meikyu.realm.mapgen.wishes import Wishes

Grid = NDArray[np.int16]
Mask = NDArray[np.bool_]
Cell = tuple[int, int]

RIM = 2
"""Cells along the edge that nothing opens, cave mouths aside."""

STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
EIGHT = (*STRAIGHT, (1, 1), (-1, 1), (-1, -1), (1, -1))


@dataclass
class Draft:
    """One map in the making.

    Attributes:
        content: the tables. wishes: what the start wants of the map. seed: of every draw.
        number: of the try, part of every key. width, height: in cells.
        terrain, growth: int16[H, W], rows of the terrain table, -1 where nothing grows.
        closed: the hall and what must stay solid round it. caves: natural hollows, while they are made.
        hall: x, y, width, height of its floor. throne, gate: cells. way: cells from the hall to the caves.
        mouths: the cave mouths. stage: stages that have drawn dice so far.
    """

    content: Content
    wishes: Wishes
    seed: int
    number: int
    width: int
    height: int
    terrain: Grid
    growth: Grid
    closed: Mask
    caves: Mask
    hall: tuple[int, int, int, int] = (0, 0, 0, 0)
    throne: Cell = (0, 0)
    gate: Cell = (0, 0)
    way: list[Cell] = field(default_factory=list[Cell])
    mouths: list[Cell] = field(default_factory=list[Cell])
    stage: int = 0

    def dice(self) -> KeyedDice:
        """Dice for the next stage."""
        self.stage += 1
        return KeyedDice(self.seed, Stream.MAP, self.number, 1000 + self.stage)

    def ground(self, name: str) -> int:
        """Row of a terrain."""
        return self.content.ground[name]

    def share(self, name: str) -> int:
        """Cells of the map that a terrain takes by its row."""
        return self.content.terrain[self.ground(name)].share * self.width * self.height // 1000


def inside(draft: Draft) -> Mask:
    """The cells away from the edge."""
    mask = np.zeros(draft.terrain.shape, np.bool_)
    mask[RIM:-RIM, RIM:-RIM] = True
    return mask


def may_open(draft: Draft) -> Mask:
    """Cells that caves may take."""
    return inside(draft) & ~draft.closed


def is_rock(draft: Draft) -> Mask:
    """Cells of plain diggable rock."""
    kinds = np.array([row.kind == "rock" and row.dig_minutes > 0 for row in draft.content.terrain])
    return kinds[draft.terrain]


def noise(draft: Draft, channel: int, blur: int) -> NDArray[np.int64]:
    """Smooth noise: keyed draws a cell, averaged three times over squares of `blur` cells each way."""
    shape = draft.terrain.shape
    field = np.empty(shape[0] * shape[1], np.int64)
    kernels.draws_into(np.uint64(draft.seed), int(Stream.MAP), draft.number, channel, field)
    field = field.reshape(shape) << 8
    for _ in range(3 if blur else 0):
        for axis in (0, 1):
            pad = [(0, 0), (0, 0)]
            pad[axis] = (blur + 1, blur)
            total = np.cumsum(np.pad(field, pad, mode="reflect"), axis=axis)
            size = field.shape[axis]
            upper = np.take(total, np.arange(2 * blur + 1, 2 * blur + 1 + size), axis=axis)
            lower = np.take(total, np.arange(0, size), axis=axis)
            field = (upper - lower) // (2 * blur + 1)
    return field


def highest(field: NDArray[np.int64], among: Mask, count: int) -> Mask:
    """The `count` cells of highest value among those given; of equal ones the first."""
    cells = np.flatnonzero(among)
    order = np.argsort(-field.reshape(-1)[cells], kind="stable")
    chosen = np.zeros(field.size, np.bool_)
    chosen[cells[order[:count]]] = True
    return chosen.reshape(field.shape)


def neighbours_of(mask: Mask) -> NDArray[np.int8]:
    """How many of the eight neighbours of each cell are in the mask."""
    height, width = mask.shape
    wide = np.pad(mask.astype(np.int8), 1)
    total = np.zeros(mask.shape, np.int8)
    for dy in range(3):
        for dx in range(3):
            if (dx, dy) != (1, 1):
                total += wide[dy : dy + height, dx : dx + width]
    return total


def distances(draft: Draft) -> NDArray[np.int32]:
    """Walking distance of each cell from the throne; that of a solid cell is its nearest neighbour's."""
    passable = np.array([row.passable for row in draft.content.terrain])
    walkable = passable[draft.terrain]
    steps = np.zeros(walkable.shape, np.uint8)
    dist = np.full(walkable.shape, -1, np.int32)
    ways.steps_into(walkable, steps)
    at = np.array([draft.throne[1] * draft.width + draft.throne[0]])
    ways.spread(steps, at, -1, -1, dist, np.zeros(walkable.size, np.int32))
    wide = np.pad(dist, 1, constant_values=-1)
    none = np.iinfo(np.int32).max
    wide[wide < 0] = none
    height, width = draft.height, draft.width
    near = np.min(
        [wide[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)], axis=0
    ).astype(np.int32)
    near[near == none] = -1
    return np.where(walkable, dist, near)
