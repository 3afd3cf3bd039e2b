"""Thirty minions left alone for thirty days: no deadlock, and the log tells why whoever is idle is idle."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from tests.realm.idleness import idle_with_work, minions

from meikyu.books import keep
from meikyu.core.clock import TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.core.rng import KeyedDice, Stream
from meikyu.realm import inspect, start, tables
from meikyu.realm.state import Act, Op, Side
from meikyu.realm.step import step
from meikyu.realm.systems import cremation, wounds

SEEDS = (1, 2, 3, 4, 5)
DAYS = 30
BAND = 30
SIZE, GAP = 5, 6
ROOMS = 7
PROVISIONS = (("fungus", 70), ("raw_meat", 20), ("wood", 12), ("ale", 8))
"""What the lord's stewards bring in every morning."""


def settle(seed):
    """A dungeon with a wing of rooms beside its hall and thirty minions."""
    world = start.new(seed)
    ys, xs = np.nonzero(world.state.cells.territory)
    left, top = int(xs.min()), int(ys.min())
    rooms = [(left - GAP * (n + 1), top) for n in range(ROOMS)]
    for x, y in rooms:
        for cx in range(x, x + SIZE + 1):
            for cy in range(y, y + SIZE):
                if cx < x + SIZE or cy == y + SIZE // 2:
                    dig_out(world, cx, cy)
    furnish(world, rooms)
    for n in range(len(minions(world)), BAND):
        join(world, n, rooms[0])
    if seed % 2 == 0:  # nobody visits anybody: grudges grow, and rampages come
        world.state.actors.levels[: len(world.state.names), keep.jobs.IDS.index("supervise")] = 0
    return world, rooms


def dig_out(world, x, y):
    tables.set_terrain(world, x, y, world.content.ground["dug_floor"])
    tables.clear_growth(world, x, y)
    world.state.cells.dug[y, x] = True
    tables.set_territory(world, x, y, True)


def put(world, name, room, dx, dy):
    tables.add_structure(world, world.content.structure[name], room[0] + dx, room[1] + dy)


def furnish(world, rooms):
    """Beds in four rooms; then a kitchen, a store, an infirmary with an altar."""
    for room in rooms[:4]:
        for dx in range(SIZE):
            put(world, "bed", room, dx, 0)
            put(world, "bed", room, dx, SIZE - 1)
    kitchen, store, ward = rooms[4:7]
    for name, dx, dy in (
        *(
            ("cooking_table", 0, 0),
            ("cooking_table", 3, 0),
            ("table", 1, 4),
            ("stool", 0, 3),
            ("stool", 1, 3),
        ),
        *(("stool", 2, 3), ("torch", 4, 4)),
    ):
        put(world, name, kitchen, dx, dy)
    for dx in range(4):
        put(world, "shelf", store, dx, 0)
        put(world, "shelf", store, dx, 4)
    for name, dx, dy in (("bone_saw_table", 0, 0), ("bone_saw_table", 0, 4), ("cremation_altar", 3, 0)):
        put(world, name, ward, dx, dy)
    put(world, "treasure_stand", ward, 4, 4)


def join(world, n, room):
    """One more minion, with the jobs it joins with."""
    content = world.content
    species = ("goblin", "orc", "gnoll")[n % 3]
    dice = KeyedDice(world.state.seed, Stream.STATS, 1, n)
    row = content.species[content.race[species]]
    stats = tuple(low + dice.below(high - low + 1) for low, high in row.stats)
    levels = keep.jobs.joining_levels(stats)
    levels[keep.jobs.IDS.index(("gather", "cook", "supervise", "treat", "haul")[n % 5])] = 2
    needs = tuple(60_000 - dice.below(30_000) for _ in range(3))
    tables.add_actor(
        world,
        Side.MINION,
        content.race[species],
        room[0] + n % SIZE,
        room[1] + 2,
        stats=stats,
        name=f"Minion {n}/ミニオン{n}",
        needs=needs,
        levels=tuple(levels),
    )


def provide(world, store):
    for name, count in PROVISIONS:
        tables.add_item(world, world.content.item[name], count, 0, store[0] + 2, store[1] + 2)


def check_promises(world):
    """Reserved tasks belong to those who do them, reserved goods to plans that fetch them."""
    state = world.state
    rows = state.tasks
    for task in np.flatnonzero((rows.kind >= 0) & (rows.by >= 0)).tolist():
        worker = int(rows.by[task])
        assert state.actors.alive[worker]
        assert state.actors.task[worker] == task, Op(rows.kind[task])
    spoken = Counter()
    for plan in state.plans:
        for one in plan:
            if one.op == Op.PICK:
                spoken[one.a] += one.b
    for item in np.flatnonzero((state.items.kind >= 0) & (state.items.reserved > 0)).tolist():
        laid = int(cremation.on_altar(world, item))
        assert state.items.reserved[item] <= spoken[item] + laid, item


@pytest.fixture(scope="module")
def lives():
    """The dungeons of all seeds, lived in processes of their own, two at a time."""
    with pytest.MonkeyPatch.context() as patch, ProcessPoolExecutor(2, get_context("spawn")) as pool:
        patch.syspath_prepend(Path(__file__).parents[2])  # where the processes find this module by its name
        yield {seed: pool.submit(live, seed) for seed in SEEDS}


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_thirty_days(lives, seed):
    lives[seed].result()


def live(seed):
    """Thirty days of a dungeon; raises where one goes wrong."""
    world, rooms = settle(seed)
    state = world.state
    rows = state.actors
    seen, lately = Counter(), Counter()
    waits = Counter()
    rampaging = {}
    late = set()
    for tick in range(DAYS * TICKS_PER_DAY):
        if tick % TICKS_PER_DAY == 0:
            provide(world, rooms[5])
            lately.clear()
        for event in step(world):
            seen[event.kind] += 1
            lately[event.kind] += 1
        if late:  # work that came at the end of a tick is taken within a game minute (KEP-JOB-18)
            late &= set(idle_with_work(world))
            assert not late or tick % TICKS_PER_HOUR < TICKS_PER_MINUTE
        if tick % TICKS_PER_HOUR:
            continue
        check_promises(world)
        late = set(idle_with_work(world))
        for actor in minions(world):
            if rows.act[actor] == Act.IDLE:
                doing = inspect.actor(world, actor, "en")["doing"]
                assert doing["why"], (actor, doing)
                assert doing["rule"], (actor, doing)
            if wounds.is_able(world, actor):
                for need in (1, 2):
                    waits[actor, need] = waits[actor, need] + 1 if rows.needs[actor, need] == 0 else 0
                    assert waits[actor, need] < 10, (actor, need, state.plans[actor])
            on = rows.rampage[actor] >= 0
            rampaging[actor] = rampaging.get(actor, 0) + 1 if on else 0
            assert rampaging[actor] <= 7, "no rampage lasts longer than six hours"
    assert len(minions(world)) >= BAND // 2, seen
    for kind in ("ate", "woke", "made", "picked_up", "stored"):
        assert lately[kind] > 0, (kind, lately)
    assert seen["gathered"] > 0
    assert (seen["visited"] > 0) == (seed % 2 == 1)
    assert (seen["rampage"] > 0) or seed % 2 == 1
    assert seen["rampage"] == seen["rampage_over"] + sum(rows.rampage[a] >= 0 for a in minions(world)) + (
        seen["deserted"] - seen["joined_mutiny"]
    )
