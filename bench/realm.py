"""Ticks a second of a busy dungeon at 100, 500 and 1,000 minions, beside mesa's walk of 1,000 agents.

The minions dig, gather, haul, cook, clean, hunt, treat, write, visit, guard, eat and sleep on a generated map
of 128 x 128 under all systems; one in twelve is wounded. Both sides run in turns in one process; the best of
the turns counts, as other work on the machine only slows. One more row times a ceiling's test after a dig.
"""

from __future__ import annotations

import resource
import time
from typing import Any

import numpy as np

from meikyu.core import kernels as core
from meikyu.realm import start, tables
from meikyu.realm.content import JOBS
from meikyu.realm.state import Mark, Side
from meikyu.realm.step import step
from meikyu.realm.systems import build, ceilings, kernels, tasks, wounds
from meikyu.realm.world import World

SIZES = (100, 500, 1000)
TURNS = 3
TICKS = 1200
WARM = 1200
KINDS = (
    {"dig": 2, "haul": 1},
    {"dig": 2, "build": 2},
    {"gather": 2, "haul": 2},
    {"haul": 3, "chores": 1},
    {"cook": 3, "chores": 2, "haul": 1},
    {"hunt": 2, "butcher": 2, "guard": 1},
    {"treat": 3, "scholarship": 2, "haul": 1},
    {"supervise": 2, "trap": 2, "dig": 1},
)
"""The job levels of the bench's minions, in turn."""


def crowd(count: int, seed: int = 7) -> World:
    """A dungeon with `count` minions, much to do, and stores that feed them."""
    world = start.new(seed)
    state = world.state
    content = world.content
    dist = np.full((state.height, state.width), -1, np.int32)
    queue = np.zeros(dist.size, np.int32)
    reached = core.spread(world.scratch.steps, build.throne_cells(world), -1, -1, dist, queue)
    cells = [(int(c) % state.width, int(c) // state.width) for c in queue[:reached]]
    for x, y in cells:
        tables.set_territory(world, x, y, True)
    furniture = ["shelf"] * (count // 8) + ["bed"] * (count // 2) + ["table"] * (count // 20)
    furniture += ["cooking_table"] * max(2, count // 40) + ["torch"] * (count // 20)
    furniture += ["bone_saw_table", "writing_desk", "bookshelf", "butcher_block", "watchpost"] * (
        count // 100
    )
    furniture += ["pit_prop"] * (count // 10)
    spots = iter(cells[40::3])
    for name in furniture:
        kind = content.structure[name]
        for x, y in spots:
            free = state.cells.structure[y, x] < 0 and (x, y) not in world.scratch.lying
            w, h = tables.size_of(world, kind, False)
            clear = all(
                cx < state.width
                and cy < state.height
                and state.cells.walkable[cy, cx]
                and state.cells.structure[cy, cx] < 0
                for cx, cy in tables.footprint(x, y, w, h)
            )
            if free and clear and not kernels.splits(state.cells.walkable, x, y, w, h):
                tables.add_structure(world, kind, x, y)
                break
    floor = [(x, y) for x, y in cells if state.cells.walkable[y, x]]
    heads = len(state.names)
    goblin, orc = content.race["goblin"], content.race["orc"]
    for n in range(count - (heads - 1)):
        levels = [0] * 15
        for job, level in KINDS[n % len(KINDS)].items():
            levels[JOBS.index(job)] = level
        x, y = floor[(n * 7) % len(floor)]
        weapon = ("bow", "club", "spear", "")[n % 4]
        needs = tuple(600 * (30 + (n * k) % 70) for k in (13, 29, 37))
        actor = tables.add_actor(
            world,
            Side.MINION,
            goblin if n % 2 else orc,
            x,
            y,
            stats=(3 + n % 5, 3 + n % 6, 2 + n % 5, 1, 1),
            name=f"M{n}/M{n}",
            needs=needs,
            levels=tuple(levels),
        )
        if weapon:
            state.actors.weapon[actor] = content.item[weapon]
        if n % 12 == 0:
            wounds.deal(world, actor, n // 12 % 2, "slash", part=n % 6, bleeds=n % 24 == 0)
    for n in range(count):
        x, y = cells[(n * 11) % len(cells)]
        tables.add_item(world, content.item["meal_medium" if n % 3 else "fungus"], 5, 0, x, y)
    marks = 0
    for x, y in cells:
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1), (2, 0), (0, 2), (-2, 0), (0, -2)):
            cx, cy = x + dx, y + dy
            if not (0 < cx < state.width - 1 and 0 < cy < state.height - 1) or marks >= 12 * count:
                continue
            row = content.terrain[state.cells.terrain[cy, cx]]
            if row.dig_minutes and not state.cells.mark[cy, cx]:
                tables.set_mark(world, cx, cy, Mark.DIG)
                marks += 1
        if state.cells.growth[y, x] >= 0 and content.terrain[state.cells.growth[y, x]].gather_minutes:
            tables.set_mark(world, x, y, Mark.GATHER)
    tasks.update(world)
    return world


def run_ticks(world: World, ticks: int) -> tuple[float, list[float]]:
    """Seconds that `ticks` ticks take, and those of each tick."""
    each: list[float] = []
    begin = time.perf_counter()
    last = begin
    for _ in range(ticks):
        step(world)
        now = time.perf_counter()
        each.append(now - last)
        last = now
    return last - begin, each


def ceiling_test(digs: int = 60) -> float:
    """Seconds of the best test of the ceiling after a dig, at the edge of a hall of 40 x 40 on pillars."""
    world = start.new(7)
    cells = [(20 + n % 40, 20 + n // 40) for n in range(40 * 40)]
    ground, pillar = world.content.ground["dug_floor"], world.content.structure["pillar"]

    def carve(x: int, y: int) -> None:
        tables.set_terrain(world, x, y, ground)
        world.state.cells.dug[y, x] = True

    for x, y in cells:
        carve(x, y)
    for n in range(49):
        tables.add_structure(world, pillar, 21 + n % 7 * 6, 21 + n // 7 * 6)
    ceilings.run(world)
    best = float("inf")
    for n in range(digs):
        carve(20 + n % 40, 60 + n // 40)
        begin = time.perf_counter()
        ceilings.run(world)
        best = min(best, time.perf_counter() - begin)
    return best


def mesa_walk(agents: int, ticks: int) -> float:
    """Seconds that mesa takes to let agents walk at random on a grid of 128 x 128."""
    import mesa

    class Walker(mesa.Agent):
        def step(self) -> None:
            near = self.model.grid.get_neighborhood(self.pos, moore=True, include_center=False)
            self.model.grid.move_agent(self, self.random.choice(near))

    class Walk(mesa.Model):
        def __init__(self) -> None:
            super().__init__(rng=1)
            self.grid = mesa.space.MultiGrid(128, 128, torus=False)
            for _ in range(agents):
                walker = Walker(self)
                self.grid.place_agent(walker, (self.random.randrange(128), self.random.randrange(128)))

        def step(self) -> None:
            self.agents.shuffle_do("step")

    model = Walk()
    model.step()
    begin = time.perf_counter()
    for _ in range(ticks):
        model.step()
    return time.perf_counter() - begin


def run() -> list[dict[str, Any]]:
    """A row for each size: ticks a second, the slowest hundredth, and the ratio to mesa's walk."""
    worlds = {size: crowd(size) for size in SIZES}
    for world in worlds.values():
        run_ticks(world, WARM)
    best = dict.fromkeys(SIZES, float("inf"))
    slow = dict.fromkeys(SIZES, float("inf"))
    walk = float("inf")
    for _ in range(TURNS):
        walk = min(walk, mesa_walk(1000, 60) / 60)
        for size, world in worlds.items():
            took, each = run_ticks(world, TICKS)
            best[size] = min(best[size], took / TICKS)
            slow[size] = min(slow[size], float(np.percentile(each, 99)))
    return [
        {
            "name": f"realm {size}",
            "what": f"{size} minions on 128x128, all systems, one core",
            "ticks_per_second": round(1 / best[size]),
            "p99_ms": round(slow[size] * 1000, 2),
            "mesa_1000_walk_ticks_per_second": round(1 / walk, 1),
            "times_mesa": round(walk / best[size], 1),
            "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        }
        for size in SIZES
    ] + [
        {
            "name": "ceiling",
            "what": "the test of a ceiling after a dig on 128x128, in a hall of 1,600 cells",
            "dig_ms": round(ceiling_test() * 1000, 4),
        }
    ]


if __name__ == "__main__":
    for row in run():
        print(row)
