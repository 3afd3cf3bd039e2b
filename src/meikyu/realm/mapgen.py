"""Making the map: rocks, caves, pools, veins, growths and the hall, by keyed draws on whole numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meikyu.core import kernels as core
from meikyu.core.rng import KeyedDice, Stream
from meikyu.errors import InputError, Text
from meikyu.realm import kernels
from meikyu.realm.content import Content, Start
from meikyu.realm.wishes import Wish, read_wishes

SMALLEST, LARGEST = 48, 512
USUAL = 128
TRIES = 8
HALL_MARGIN = 3
RIM = 2

Grid = NDArray[np.int16]
Mask = NDArray[np.bool_]
Cell = tuple[int, int]


class Made(NamedTuple):
    """A map as it is before anybody stands on it.

    Attributes:
        terrain: int16[H, W], rows of the terrain table. growth: likewise, or -1.
        hall: x, y, width, height of the hall's floor. throne: its cell. gate: the cell of the hall at its way out.
        mouths: the cave mouths. unmet: wishes that this map does not meet. eased: wishes made smaller for the size.
        tries: maps made before this one.
    """

    terrain: Grid
    growth: Grid
    hall: tuple[int, int, int, int]
    throne: Cell
    gate: Cell
    mouths: tuple[Cell, ...]
    unmet: tuple[str, ...]
    eased: tuple[str, ...]
    tries: int


def check_size(width: int, height: int) -> None:
    """Raise InputError when a map may not have this size."""
    for field, value in (("width", width), ("height", height)):
        if not SMALLEST <= value <= LARGEST:
            allowed = Text(f"{SMALLEST} to {LARGEST} cells", f"{SMALLEST}〜{LARGEST}マス")
            raise InputError("out_of_range", field, value, allowed)


def make(content: Content, seed: int, start: Start, width: int, height: int) -> Made:
    """The map of a start: made anew, a bounded number of times, until its wishes hold.

    Raises:
        InputError: a size outside 48..512.
    """
    check_size(width, height)
    best: Made | None = None
    for number in range(TRIES):
        made = Maker(content, seed, start, width, height, number).run()
        if best is None or len(made.unmet) < len(best.unmet):
            best = made
        if not made.unmet:
            break
    assert best is not None
    return best


def noise(seed: int, number: int, channel: int, shape: tuple[int, int], blur: int) -> NDArray[np.int64]:
    """Smooth noise: white noise of keyed draws, averaged three times over squares of `blur` cells each way."""
    field = np.empty(shape[0] * shape[1], np.int64)
    kernels.draws_into(np.uint64(seed & 0xFFFFFFFFFFFFFFFF), int(Stream.MAP), number, channel, field)
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


class Maker:
    """One map in the making.

    Args:
        content: the tables.
        seed: of every draw.
        start: whose wishes the map meets.
        width: in cells.
        height: in cells.
        number: of the try; part of every key.
    """

    def __init__(
        self, content: Content, seed: int, start: Start, width: int, height: int, number: int
    ) -> None:
        self.content = content
        self.seed = seed
        self.width, self.height = width, height
        self.number = number
        self.wishes = read_wishes(start.wishes, width, height)
        self.terrain: Grid = np.full((height, width), content.ground["rock"], np.int16)
        self.growth: Grid = np.full((height, width), -1, np.int16)
        self.inside = np.zeros((height, width), np.bool_)
        self.inside[RIM:-RIM, RIM:-RIM] = True
        self.closed = np.zeros((height, width), np.bool_)
        self.stage = 0

    def run(self) -> Made:
        """Make the map in its stages and check the wishes."""
        self.place_hall()
        self.lay_rocks()
        self.open_caves()
        self.join_caves()
        self.open_mouths()
        for kind in ("water", "mud", "lava"):
            self.fill_pools(kind)
        for kind in ("iron_vein", "gold_vein", "gem_pocket", "crystal_vein"):
            self.grow_veins(kind)
        self.spread_fungus_floor()
        self.plant()
        self.repair()
        unmet = tuple(wish.text for wish in self.wishes.counted if not self.holds(wish))
        mouths = tuple(self.mouths)
        return Made(
            self.terrain,
            self.growth,
            self.hall,
            self.throne,
            self.gate,
            mouths,
            unmet,
            self.wishes.eased,
            self.number,
        )

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

    # Hall and rocks

    def place_hall(self) -> None:
        """Put the hall near the middle, the throne at its north wall and the way out to the south."""
        dice = self.dice()
        size_x, size_y = self.wishes.hall
        jitter = self.wishes.jitter
        x = (self.width - size_x) // 2 + dice.below(2 * jitter + 1) - jitter
        y = (self.height - size_y) // 2 + dice.below(2 * jitter + 1) - jitter
        self.hall = (x, y, size_x, size_y)
        self.throne = (x + size_x // 2, y)
        self.gate = (x + size_x // 2, y + size_y - 1)
        m = HALL_MARGIN
        self.closed[y - m : y + size_y + m, x - m : x + size_x + m] = True
        self.terrain[y : y + size_y, x : x + size_x] = self.ground("dug_floor")
        self.way = [(self.gate[0], self.gate[1] + step) for step in range(1, m + 1)]

    def lay_rocks(self) -> None:
        """Lay the kinds of rock in bands and lenses, each its share of the map, and bedrock round the edge."""
        solid = self.terrain == self.ground("rock")
        kinds = [row for row in self.content.terrain if row.kind == "rock"]
        whole = sum(row.share for row in kinds)
        for channel, (kind, blur) in enumerate(
            (("granite", 5), ("dirt", 6), ("rooted_earth", 3), ("bone_bed", 1)), 1
        ):
            field = noise(self.seed, self.number, channel, solid.shape, blur)
            chosen = highest(field, solid, self.share(kind) * 1000 // whole)
            self.terrain[chosen] = self.ground(kind)
            solid &= ~chosen
        rim = np.ones(solid.shape, np.bool_)
        rim[1:-1, 1:-1] = False
        self.terrain[rim] = self.ground("bedrock")

    def may_open(self) -> Mask:
        """Cells that caves may take."""
        return self.inside & ~self.closed

    # Caves

    def open_caves(self) -> None:
        """Natural caves: the hollows of smooth noise, smoothed once more as a cellular automaton."""
        field = noise(self.seed, self.number, 10, self.terrain.shape, 2)
        field += noise(self.seed, self.number, 11, self.terrain.shape, 1) // 3
        free = self.may_open()
        caves = highest(field, free, self.share("cave_floor") * 9 // 10)
        for _ in range(2):
            near = neighbours_of(caves)
            caves = ((near >= 5) | (caves & (near >= 4))) & free
        self.caves = caves
        self.drop_small(9)
        self.home_cave()

    def labels(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Regions of the caves: label a cell, and cells a label."""
        steps = np.zeros(self.caves.shape, np.uint8)
        labels = np.zeros(self.caves.shape, np.int32)
        sizes = np.zeros(self.caves.size, np.int32)
        queue = np.zeros(self.caves.size, np.int32)
        core.steps_into(self.caves, steps)
        count = core.components_into(self.caves, steps, labels, sizes, queue)
        return labels, sizes[:count]

    def drop_small(self, least: int) -> None:
        """Fill caves of fewer cells than `least`."""
        labels, sizes = self.labels()
        if sizes.size:
            self.caves &= sizes[np.maximum(labels, 0)] >= least

    def home_cave(self) -> None:
        """A cave before the hall, large enough for the wishes about cave floor near the throne."""
        dice = self.dice()
        for cell in self.way:
            self.caves[cell[1], cell[0]] = True
        first = (self.way[-1][0], self.way[-1][1] + 1)
        wanted, reach = self.wishes.home
        self.blob(first, wanted, reach, dice)

    def blob(self, first: Cell, wanted: int, reach: int, dice: KeyedDice) -> None:
        """Open `wanted` cells that hang together with `first`, none farther than `reach` steps."""
        free = self.may_open()
        edge, opened = [(first, 0)], {first}
        self.caves[first[1], first[0]] = True
        count = 1
        while edge and count < wanted:
            number = dice.below(len(edge))
            (x, y), depth = edge[number]
            ahead = [(x + dx, y + dy) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))]
            fresh = [c for c in ahead if c not in opened and free[c[1], c[0]]]
            if not fresh or depth >= reach:
                edge[number] = edge[-1]
                edge.pop()
                continue
            cell = fresh[dice.below(len(fresh))]
            opened.add(cell)
            edge.append((cell, depth + 1))
            count += 1
            self.caves[cell[1], cell[0]] = True

    def join_caves(self) -> None:
        """Dig natural tunnels from every larger cave to the one before the hall; small ones stay pockets."""
        dice = self.dice()
        for _ in range(3):
            labels, sizes = self.labels()
            home = int(labels[self.way[0][1], self.way[0][0]])
            order = np.argsort(-sizes, kind="stable").tolist()
            apart = [n for n in order if n != home and sizes[n] >= 30]
            if not apart:
                return
            main_y, main_x = np.nonzero(labels == home)
            for label in apart:
                cells = np.flatnonzero(labels == label)
                cells = cells[:: max(1, cells.size // 24)]
                ys, xs = cells // self.width, cells % self.width
                far = (main_x[None, :] - xs[:, None]) ** 2 + (main_y[None, :] - ys[:, None]) ** 2
                at = int(np.argmin(far))
                one, other = at // main_x.size, at % main_x.size
                goal = (int(main_x[other]), int(main_y[other]))
                dug = self.tunnel((int(xs[one]), int(ys[one])), goal, dice)
                main_x = np.concatenate([main_x, xs, np.array([c[0] for c in dug], main_x.dtype)])
                main_y = np.concatenate([main_y, ys, np.array([c[1] for c in dug], main_y.dtype)])

    def tunnel(self, start: Cell, goal: Cell, dice: KeyedDice) -> list[Cell]:
        """Dig a winding way, two cells wide, from one cell to the other; returns its cells."""
        free = self.may_open()
        x, y = start
        dug = [start]
        self.caves[y, x] = True
        for _ in range(12 * (self.width + self.height)):
            dx, dy = goal[0] - x, goal[1] - y
            if dx == 0 and dy == 0:
                return dug
            along = dice.below(abs(dx) + abs(dy)) < abs(dx)
            step = ((dx > 0) - (dx < 0), 0) if along else (0, (dy > 0) - (dy < 0))
            if dice.percent(35) or not self._digs(free, x + step[0], y + step[1]):
                step = ((1, 0), (0, 1), (-1, 0), (0, -1))[dice.below(4)]
            if not self._digs(free, x + step[0], y + step[1]):
                continue
            x, y = x + step[0], y + step[1]
            dug.append((x, y))
            self.caves[y, x] = True
            side = (x + abs(step[1]), y + abs(step[0]))
            if free[side[1], side[0]]:
                self.caves[side[1], side[0]] = True
        return dug

    def _digs(self, free: Mask, x: int, y: int) -> bool:
        return bool(free[y, x] or self.caves[y, x])

    def open_mouths(self) -> None:
        """Cave mouths on the edge, far from the throne and from each other, with tunnels to the caves."""
        dice = self.dice()
        self.mouths: list[Cell] = []
        w, h = self.width, self.height
        edge = [(x, y) for x in range(6, w - 6) for y in (0, h - 1)]
        edge += [(x, y) for y in range(6, h - 6) for x in (0, w - 1)]
        tx, ty = self.throne
        far = [c for c in edge if max(abs(c[0] - tx), abs(c[1] - ty)) >= self.wishes.mouth_from]
        apart = (w + h) // (2 * self.wishes.mouths)
        while len(self.mouths) < self.wishes.mouths:
            fits = [c for c in far if all(abs(c[0] - m[0]) + abs(c[1] - m[1]) >= apart for m in self.mouths)]
            if not fits:
                apart = apart * 3 // 4
                continue
            self.mouths.append(fits[dice.below(len(fits))])
        labels, _ = self.labels()
        main = labels == labels[self.way[0][1], self.way[0][0]]
        main_y, main_x = np.nonzero(main)
        for x, y in self.mouths:
            inner = (min(max(x, RIM), w - 1 - RIM), min(max(y, RIM), h - 1 - RIM))
            nearest = int(np.argmin((main_x - inner[0]) ** 2 + (main_y - inner[1]) ** 2))
            self.tunnel(inner, (int(main_x[nearest]), int(main_y[nearest])), dice)
            for step in range(1, RIM):
                cx, cy = min(max(x, step), w - 1 - step), min(max(y, step), h - 1 - step)
                self.caves[cy, cx] = True
        self.terrain[self.caves] = self.ground("cave_floor")
        for x, y in self.mouths:
            self.terrain[y, x] = self.ground("cave_mouth")

    # Pools, veins, plants

    def far(self) -> NDArray[np.int32]:
        """Walking distance of each cell from the throne; that of a solid cell is its nearest neighbour's."""
        passable = np.array([row.passable for row in self.content.terrain])
        walkable = passable[self.terrain]
        steps = np.zeros(walkable.shape, np.uint8)
        dist = np.full(walkable.shape, -1, np.int32)
        core.steps_into(walkable, steps)
        at = np.array([self.throne[1] * self.width + self.throne[0]])
        core.spread(steps, at, -1, -1, dist, np.zeros(walkable.size, np.int32))
        wide = np.pad(dist, 1, constant_values=-1)
        none = np.iinfo(np.int32).max
        wide[wide < 0] = none
        height, width = dist.shape
        near = np.min(
            [wide[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)], axis=0
        ).astype(np.int32)
        near[near == none] = -1
        return np.where(walkable, dist, near)

    def shore(self, reach: int) -> list[Cell]:
        """Rock cells beside caves where a pool may begin, at most `reach` walking cells off (-1: anywhere)."""
        floor = self.terrain == self.ground("cave_floor")
        near = neighbours_of(floor)
        far = self.far()
        fits = (near >= 1) & (near <= 4) & self.is_rock() & self.may_open() & (far >= 0)
        if reach >= 0:
            fits &= far <= max(reach - 2, 1)
        return [(int(x), int(y)) for y, x in zip(*np.nonzero(fits), strict=True)]

    def is_rock(self) -> Mask:
        """Cells of plain diggable rock."""
        kinds = np.array([row.kind == "rock" and row.dig_minutes > 0 for row in self.content.terrain])
        return kinds[self.terrain]

    def fill_pools(self, kind: str) -> None:
        """Pools that eat into the rock beside caves, so that they never cut a way; deep water in the middle."""
        dice = self.dice()
        total = self.share(kind) + (self.share("deep_water") if kind == "water" else 0)
        wish = self.wishes.of(kind)
        if wish is not None and wish.at_least:
            self.pool(kind, wish.count + 2 + dice.below(4), self.shore(wish.reach), dice)
        left = total - int(np.count_nonzero(self.terrain == self.ground(kind)))
        places = self.shore(-1)
        while left > 0 and places:
            want = min(left, 10 + dice.below(22))
            left -= max(1, self.pool(kind, want, places, dice))
        if kind == "water":
            self.deepen(self.share("deep_water"))

    def pool(self, kind: str, want: int, places: list[Cell], dice: KeyedDice) -> int:
        """Fill up to `want` cells from one of the places on; returns how many."""
        if not places:
            return 0
        row, rock, free = self.ground(kind), self.is_rock(), self.may_open()
        first = places[dice.below(len(places))]
        if not rock[first[1], first[0]]:
            return 0
        edge, count = [first], 1
        self.terrain[first[1], first[0]] = row
        rock[first[1], first[0]] = False
        while edge and count < want:
            number = dice.below(len(edge))
            x, y = edge[number]
            fresh = [
                (x + dx, y + dy)
                for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
                if rock[y + dy, x + dx] and free[y + dy, x + dx]
            ]
            if not fresh:
                edge[number] = edge[-1]
                edge.pop()
                continue
            cell = fresh[dice.below(len(fresh))]
            self.terrain[cell[1], cell[0]] = row
            rock[cell[1], cell[0]] = False
            edge.append(cell)
            count += 1
        return count

    def deepen(self, count: int) -> None:
        """Make the innermost water cells deep; a cell with floor beside it stays shallow."""
        water = self.terrain == self.ground("water")
        floors = np.array([row.kind == "floor" for row in self.content.terrain])[self.terrain]
        inner = water & (neighbours_of(floors) == 0)
        field = neighbours_of(water).astype(np.int64)
        chosen = highest(field, inner, min(count, int(np.count_nonzero(water)) * 2 // 3))
        self.terrain[chosen] = self.ground("deep_water")

    def grow_veins(self, kind: str) -> None:
        """Veins of ore: short crooked walks through plain rock."""
        dice = self.dice()
        wish = self.wishes.of(kind)
        row = self.ground(kind)
        if wish is not None and wish.at_least:
            x, y = self.throne
            near = self.is_rock() & self.inside
            near[: max(y - wish.reach, 0)] = near[y + wish.reach + 1 :] = False
            near[:, : max(x - wish.reach, 0)] = near[:, x + wish.reach + 1 :] = False
            left = wish.count + 1
            places = np.flatnonzero(near)
            while left > 0 and places.size:
                left -= self.vein(row, min(left, 4), int(places[dice.below(places.size)]), near, dice)
        rock = self.is_rock() & self.inside
        places = np.flatnonzero(rock)
        left = self.share(kind) - int(np.count_nonzero(self.terrain == row))
        for _ in range(4 * max(left, 0)):
            if left <= 0:
                break
            at = int(places[dice.below(places.size)])
            left -= self.vein(row, min(left, 3 + dice.below(5)), at, rock, dice)

    def vein(self, row: int, want: int, at: int, rock: Mask, dice: KeyedDice) -> int:
        """Lay up to `want` cells of ore from the flat cell `at` on; returns how many."""
        x, y = at % self.width, at // self.width
        count = 0
        for _ in range(3 * want):
            if rock[y, x]:
                self.terrain[y, x] = row
                rock[y, x] = False
                count += 1
                if count == want:
                    break
            dx, dy = one_step(dice)
            if self.inside[y + dy, x + dx]:
                x, y = x + dx, y + dy
        return count

    def spread_fungus_floor(self) -> None:
        """Beds of fungus floor on the cave floor, away from the hall where cave floor is wished for."""
        floor = self.terrain == self.ground("cave_floor")
        far = self.far()
        floor &= (far < 0) | (far > self.wishes.home[1] + HALL_MARGIN + 6)
        field = noise(self.seed, self.number, 20, floor.shape, 2)
        self.terrain[highest(field, floor, self.share("fungus_floor"))] = self.ground("fungus_floor")

    def soil(self) -> Mask:
        """Floor cells where something may grow."""
        kinds = [self.ground("cave_floor"), self.ground("fungus_floor")]
        return np.isin(self.terrain, kinds) & (self.growth < 0) & ~self.closed

    def plant(self) -> None:
        """Growths by the counts of their rows, scaled with the area, in loose groups."""
        area = self.width * self.height
        for channel, (kind, blur) in enumerate(
            (
                ("fungus_patch", 2),
                ("flower_bed", 2),
                ("vine_curtain", 3),
                ("giant_mushroom", 2),
                ("glow_fungus", 0),
            ),
            30,
        ):
            count = self.content.terrain[self.ground(kind)].map_count * area // (USUAL * USUAL)
            field = noise(self.seed, self.number, channel, self.terrain.shape, blur)
            field += noise(self.seed, self.number, channel + 10, self.terrain.shape, 0) >> 3
            if kind == "fungus_patch":
                field += (self.terrain == self.ground("fungus_floor")).astype(np.int64) << 21
            self.growth[highest(field, self.soil(), count)] = self.ground(kind)

    # Wishes

    def within(self, wish: Wish) -> Mask:
        """The cells that count for a wish."""
        row = self.ground(wish.kind)
        solid = self.content.terrain[row].kind in ("rock", "ore")
        found = (self.growth if self.content.terrain[row].kind == "growth" else self.terrain) == row
        if solid:
            ys, xs = np.indices(self.terrain.shape)
            near = np.maximum(np.abs(xs - self.throne[0]), np.abs(ys - self.throne[1])) <= wish.reach
        else:
            far = self.far()
            near = (far >= 0) & (far <= wish.reach)
        return found & near

    def holds(self, wish: Wish) -> bool:
        """True when the map meets a wish."""
        count = int(np.count_nonzero(self.within(wish)))
        return count >= wish.count if wish.at_least else count <= wish.count

    def repair(self) -> None:
        """Add or take away what the wishes still lack; a few rounds are enough."""
        for _ in range(4):
            broken = [wish for wish in self.wishes.counted if not self.holds(wish)]
            if not broken:
                return
            for wish in broken:
                self.mend(wish)

    def mend(self, wish: Wish) -> None:
        """Bring one wish about, as far as one round goes."""
        dice = self.dice()
        row = self.ground(wish.kind)
        kind = self.content.terrain[row].kind
        short = wish.count - int(np.count_nonzero(self.within(wish)))
        if not wish.at_least:
            cells = np.argwhere(self.within(wish)).tolist()
            for _ in range(-short):
                y, x = cells.pop(dice.below(len(cells)))
                self.growth[y, x] = -1
            return
        if kind == "growth":
            far = self.far()
            cells = np.argwhere(self.soil() & (far >= 0) & (far <= wish.reach)).tolist()
            for _ in range(min(short, len(cells))):
                y, x = cells.pop(dice.below(len(cells)))
                self.growth[y, x] = row
        elif kind == "liquid":
            for _ in range(6):
                short -= self.pool(wish.kind, short, self.shore(wish.reach), dice) if short > 0 else 0
        elif kind == "floor":
            far = self.far()
            around = (far >= 0) & (far < wish.reach) & self.may_open() & self.is_rock()
            cells = np.argwhere(around).tolist()
            for _ in range(min(short, len(cells))):
                y, x = cells.pop(dice.below(len(cells)))
                self.terrain[y, x] = row


def one_step(dice: KeyedDice) -> Cell:
    """One of the eight steps."""
    number = dice.below(8)
    return ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))[number]
