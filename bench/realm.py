"""Ticks a second of a busy dungeon at 100, 500 and 1,000 minions, beside mesa's walk of 1,000 agents.

The minions dig, gather, haul, cook, clean, hunt, treat, write, visit, guard, eat and sleep on a generated map
of 128 x 128 under all systems; one in twelve is wounded. Wild creatures are not counted. An hour in, when all
have set to work, the state is kept, and every turn plays the same two hours from it, so that none is lazier
than another; `at_work` is the share of minions in it that are not idle. Both sides run by turns in one
process; the best of the turns counts, as other work on the machine only slows. Times are of the processor.
One row times a ceiling's test after a dig. `python -m bench.realm crowd` plays 10,000 minions on 512 x 512.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from meikyu.core.ways import kernels as ways
from meikyu.realm import packing, start, tables
from meikyu.realm.content import JOBS
from meikyu.realm.state import Act, Mark, Side
from meikyu.realm.step import step
from meikyu.realm.systems import build, ceilings, tasks, wounds
from meikyu.realm.systems.walking import kernels as walking
from meikyu.realm.waking import wake
from meikyu.realm.world import World

SIZES: tuple[int, ...] = (100, 500, 1000)
TURNS = 3
TICKS = 1200
WARM = 600
CROWD = 10_000
CROWD_TICKS = 120
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


def crowd(count: int, seed: int = 7, side: int = 128) -> World:
    """A dungeon with `count` minions, much to do, and stores that feed them."""
    world = start.new(seed, width=side, height=side)
    state = world.state
    content = world.content
    dist = np.full((state.height, state.width), -1, np.int32)
    queue = np.zeros(dist.size, np.int32)
    reached = ways.spread(world.scratch.steps, build.throne_cells(world), -1, -1, dist, queue)
    cells = [(int(c) % state.width, int(c) // state.width) for c in queue[:reached]]
    for x, y in cells:
        tables.set_territory(world, x, y, True)
    furniture = ["shelf"] * (count // 4) + ["bed"] * (count // 2) + ["table"] * (count // 20)
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
            if free and clear and not walking.splits(state.cells.walkable, x, y, w, h):
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
        food, sleep, fun = (600 * (30 + (n * k) % 70) for k in (13, 29, 37))
        actor = tables.add_actor(
            world,
            Side.MINION,
            goblin if n % 2 else orc,
            x,
            y,
            stats=(3 + n % 5, 3 + n % 6, 2 + n % 5, 1, 1),
            name=f"M{n}/M{n}",
            needs=(food, sleep, fun),
            levels=tuple(levels),
        )
        if weapon:
            state.actors.weapon[actor] = content.item[weapon]
        if n % 12 == 0:
            wounds.deal(world, actor, n // 12 % 2, "slash", part=n % 6, bleeds=n % 24 == 0)
    for n in range(count):
        x, y = cells[(n * 11) % len(cells)]
        tables.add_item(world, content.item["meal_medium" if n % 3 else "fungus"], 5, 0, x, y)
    solid = np.array([row.dig_minutes > 0 for row in content.terrain])[state.cells.terrain]
    for y, x in np.argwhere(solid).tolist():
        tunnel = x % 6 == 3 or y % 6 == 3  # a grid of tunnels through the rock: enough to dig for hours
        if tunnel and 0 < x < state.width - 1 and 0 < y < state.height - 1:
            tables.set_mark(world, x, y, Mark.DIG)
    for x, y in cells:
        if state.cells.growth[y, x] >= 0 and content.terrain[state.cells.growth[y, x]].gather_minutes:
            tables.set_mark(world, x, y, Mark.GATHER)
    tasks.update(world)
    return world


def run_ticks(world: World, ticks: int) -> tuple[float, list[float]]:
    """Seconds that `ticks` ticks take, and those of each tick."""
    each: list[float] = []
    begin = time.thread_time()
    last = begin
    for _ in range(ticks):
        step(world)
        now = time.thread_time()
        each.append(now - last)
        last = now
    return last - begin, each


def kept(world: World) -> Callable[[], World]:
    """What wakes the world again as it is now."""
    blob = packing.compress(packing.pack(world.state, world.scratch.changed))

    def waken() -> World:
        state, changed = packing.unpack(blob)
        return wake(state, world.params, world.content, changed)

    return waken


def at_work(world: World) -> float:
    """Share of the minions that are not idle now."""
    rows = world.state.actors
    ours = rows.alive & (rows.side == Side.MINION)
    return float((rows.act[ours] != Act.IDLE).mean())


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
        begin = time.thread_time()
        ceilings.run(world)
        best = min(best, time.thread_time() - begin)
    return best


def mesa_walk(agents: int, ticks: int) -> float:
    """Seconds that mesa takes to let agents walk at random on a grid of 128 x 128."""
    import mesa

    grid = mesa.space.MultiGrid(128, 128, torus=False)

    class Walker(mesa.Agent):
        def step(self) -> None:
            here: Any = self.pos
            near = grid.get_neighborhood(here, moore=True, include_center=False)
            grid.move_agent(self, self.random.choice(near))

    class Walk(mesa.Model):
        def __init__(self) -> None:
            super().__init__(rng=1)
            for _ in range(agents):
                walker = Walker(self)
                grid.place_agent(walker, (self.random.randrange(128), self.random.randrange(128)))

        def step(self) -> None:
            self.agents.shuffle_do("step")

    model = Walk()
    model.step()
    begin = time.thread_time()
    for _ in range(ticks):
        model.step()
    return time.thread_time() - begin


def peak(size: int) -> int:
    """Megabytes at most of a fresh process that plays a dungeon of so many minions."""
    code = f"from bench.realm import *; w = crowd({size}); run_ticks(w, 200); print(memory())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout)


def memory() -> int:
    """Megabytes at most of this process since it began; what its parent took does not count."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def run() -> list[dict[str, Any]]:
    """A row for each size: ticks a second, the slowest hundredth, and the ratio to mesa's walk."""
    wakers: dict[int, Callable[[], World]] = {}
    for size in SIZES:
        world = crowd(size)
        run_ticks(world, WARM)
        wakers[size] = kept(world)
    best = dict.fromkeys(SIZES, float("inf"))
    slow = dict.fromkeys(SIZES, float("inf"))
    busy = dict.fromkeys(SIZES, 0.0)
    walk = float("inf")
    for _ in range(TURNS):
        walk = min(walk, mesa_walk(1000, 60) / 60)
        for size, waken in wakers.items():
            world = waken()
            took, each = 0.0, list[float]()
            busy[size] = 0.0
            for _ in range(10):
                more, times = run_ticks(world, TICKS // 10)
                took += more
                each += times
                busy[size] += at_work(world) / 10
            best[size] = min(best[size], took / TICKS)
            slow[size] = min(slow[size], float(np.percentile(each, 99)))
    rows: list[dict[str, Any]] = [
        {
            "name": f"realm {size}",
            "what": f"{size} minions on 128x128, all systems, one core",
            "ticks_per_second": round(1 / best[size]),
            "p99_ms": round(slow[size] * 1000, 2),
            "at_work": round(busy[size], 2),
            "mesa_1000_walk_ticks_per_second": round(1 / walk, 1),
            "times_mesa": round(walk / best[size], 1),
            "memory_mb": peak(size),
        }
        for size in SIZES
    ]
    rows.append(
        {
            "name": "ceiling",
            "what": "the test of a ceiling after a dig on 128x128, in a hall of 1,600 cells",
            "dig_ms": round(ceiling_test() * 1000, 4),
        }
    )
    return rows


def run_crowd() -> dict[str, Any]:
    """A row for 10,000 minions; apart, since their first choice, all at once, takes minutes."""
    world = crowd(CROWD, side=512)
    run_ticks(world, CROWD_TICKS * 2)
    took, each = run_ticks(world, CROWD_TICKS)
    return {
        "name": f"realm {CROWD}",
        "what": f"{CROWD} minions on 512x512, all systems, one core",
        "ticks_per_second": round(CROWD_TICKS / took, 1),
        "p99_ms": round(float(np.percentile(each, 99)) * 1000, 2),
        "at_work": round(at_work(world), 2),
    }


if __name__ == "__main__":
    for row in [run_crowd()] if sys.argv[1:] == ["crowd"] else run():
        print(row)
