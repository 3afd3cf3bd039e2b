"""A crowd under a lord who changes his mind: what is derived and spoken for stays as the plans say."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from meikyu.books import keep
from meikyu.core.log import Command
from meikyu.errors import InputError
from meikyu.realm import commands, packing, start, tables
from meikyu.realm import content as rows
from meikyu.realm.state import Op, Side
from meikyu.realm.step import step
from meikyu.realm.systems import rampages, wounds
from meikyu.realm.systems.links import _derive, links
from meikyu.realm.waking import wake
from meikyu.realm.world import World

TICKS, CHECKED, WOKEN = 2000, 20, 170
SPECIES = ("goblin", "orc", "gnoll", "kobold", "imp")
GOODS = ("fungus", "raw_meat", "flower", "wood", "stone", "vine", "ale")


def crowd(seed: int, random: Random) -> World:
    """A new dungeon with two dozen minions, most of them hungry, some with full hands, and goods about."""
    world = start.new(seed, width=64, height=64)
    x, y = int(world.state.actors.x[0]), int(world.state.actors.y[0])
    cells = world.state.cells
    free = np.argwhere(cells.walkable & cells.territory & (cells.structure < 0)).tolist()
    for name in ("shelf", "table", "shelf"):
        fy, fx = free.pop(random.randrange(len(free)))
        tables.add_structure(world, world.content.structure[name], fx, fy)
    for _ in range(30):
        kind = world.content.item[random.choice(GOODS)]
        tables.add_item(world, kind, random.randint(1, 10), 0, x, y + 2)
    for n in range(18):
        stats = tuple(random.randint(0, 9) for _ in range(5))
        who = tables.add_actor(
            world,
            Side.MINION,
            world.content.race[SPECIES[n % len(SPECIES)]],
            x + n % 3 - 1,
            y + 2,
            stats=stats,
            name=f"M{n}/名{n}",
            needs=(random.randint(0, 40000), random.randint(9000, 60000), random.randint(9000, 60000)),
            levels=tuple(keep.jobs.joining_levels(stats)),
        )
        for name in random.sample(("wood", "stone", "bone", "vine"), n % 4):
            item = tables.add_item(world, world.content.item[name], 2, 0, x, y + 2)
            tables.hold(world, tables.take(world, item, 2), who)
    step(world)
    return world


def minions(world: World) -> list[int]:
    rows_ = world.state.actors
    return np.flatnonzero(rows_.alive & (rows_.side == Side.MINION))[: len(world.state.names)].tolist()


def order(world: World, random: Random) -> Command | None:
    """Some order that may be given now, or None."""
    state = world.state
    x = min(60, max(1, int(state.actors.x[0]) + random.randint(-14, 14)))
    y = min(60, max(1, int(state.actors.y[0]) + random.randint(-14, 14)))
    who = random.choice(minions(world))
    block = [[x + i, y + j] for i in range(3) for j in range(2)]
    items = np.flatnonzero(state.items.kind >= 0).tolist()
    tasks = np.flatnonzero(state.tasks.kind >= 0).tolist()
    sites = np.flatnonzero(state.sites.kind >= 0).tolist()
    built = [r.id for r in world.content.structures if r.job in ("build", "trap") and r.unlock == "start"]
    made: list[tuple[str, dict[str, Any]]] = [
        ("mark_dig", {"cells": block}),
        ("place_site", {"structure": random.choice(built), "x": x, "y": y}),
        ("place_site", {"structure": "shelf", "x": x, "y": y}),
        ("set_level", {"actor": who, "job": random.choice(keep.jobs.IDS), "level": random.randint(0, 3)}),
        ("forbid", {"items": [random.choice(items)]}),
        ("allow", {"items": items}),
        ("unmark", {"cells": block}),
        ("move_lord", {"x": x, "y": y}),
        ("force", {"actor": who, "task": random.choice(tasks)} if tasks else {"actor": who, "task": 0}),
        ("cancel_site", {"site": random.choice(sites)} if sites else {"site": 0}),
    ]
    command = Command(*random.choice(made))
    try:
        return command if commands.plan(world, command).value else None
    except InputError:
        return None


def woken(world: World) -> World:
    state, changed = packing.unpack(packing.compress(packing.pack(world.state, world.scratch.changed)))
    return wake(state, world.params, rows.load(), changed)


def check(world: World) -> None:
    """Compare what is kept with what the plans say."""
    state = world.state
    kept, fresh = links(world), _derive(world)
    for name in ("coming", "giving", "spots", "tasks"):
        assert getattr(kept, name) == getattr(fresh, name), (state.tick, name)
    spoken = Counter[int]()
    for plan in state.plans:
        spoken.update({s.a: s.b for s in plan if s.op == Op.PICK})
    items = state.items
    for item in np.flatnonzero(items.kind >= 0).tolist():
        assert items.count[item] > 0
        if items.store[item] < 0 or items.reserved[item] != 1:  # a corpse on an altar waits for its fire
            assert items.reserved[item] == spoken[item], (state.tick, item)
    for task in np.flatnonzero(state.tasks.by >= 0).tolist():
        assert state.actors.task[state.tasks.by[task]] == task
    for site in np.flatnonzero((state.sites.kind >= 0) & (state.sites.builder >= 0)).tolist():
        assert state.plans[state.sites.builder[site]][0][:2] == (Op.BUILD, site)


@pytest.mark.parametrize("seed", [4, 5])
def test_nothing_is_spoken_for_in_vain_and_waking_changes_nothing(seed: int) -> None:
    random = Random(seed)
    one = crowd(seed, random)
    two = woken(one)
    for tick in range(TICKS):
        given = order(one, random) if tick % 11 == 0 else None
        if tick % 350 == 349:
            who, kind = random.choice(minions(one)), random.choice([0, 1, 2, 3, 4, 7, 12])
            for world in (one, two):
                if wounds.is_able(world, who) and world.state.actors.rampage[who] < 0:
                    rampages.start(world, who, kind)
        if tick % 410 == 409:
            who = random.choice(minions(one))
            for world in (one, two):
                wounds.deal(world, who, 1, "slash")
        if tick % WOKEN == 0:
            two = woken(two)
        commands_ = [given] if given else []
        assert step(one, commands_) == step(two, commands_)
        if tick % CHECKED == 0:
            check(one)
            assert one.part_digests() == two.part_digests()
