"""Labels over dangers, and what a cell says of marks and goods that wait."""

from __future__ import annotations

import numpy as np
import pytest

from meikyu.core.log import Command
from meikyu.realm import inspect, start
from meikyu.realm.commands import execute
from meikyu.realm.inspect.work import why_unclaimed
from meikyu.realm.state import Op, Side
from meikyu.realm.step import step
from meikyu.realm.systems.plans import HELD_BACK
from meikyu.realm.world import World
from meikyu.web.map.dangers import NEAR, dangers


@pytest.fixture
def world() -> World:
    return start.new(7, "old_halls", "normal", 64, 64)


def test_a_quiet_dungeon_has_no_labels(world: World) -> None:
    assert dangers(world, "en") == []


def test_cracks_count_down_to_the_minute(world: World) -> None:
    world.state.cells.crack[10, 10:13] = world.state.tick + 1341  # 134.1 minutes
    world.state.cells.crack[20, 20] = world.state.tick + 10
    told = dangers(world, "en")
    assert [(d["x"], d["y"], d["text"]) for d in told] == [
        (20, 20, "falls in 0:01"),
        (11, 10, "falls in 2:15"),
    ]
    assert dangers(world, "ja")[1]["text"] == "崩落まで 2:15"


def test_enemies_near_one_another_share_a_label_and_fog_hides_them(world: World) -> None:
    rows = world.state.actors
    beasts = np.flatnonzero(rows.alive & (rows.side == Side.WILD))[:3]
    rows.side[beasts] = Side.ADVENTURER
    rows.x[beasts], rows.y[beasts] = (5, 7, 7 + 2 * NEAR), (6, 6, 6)
    world.state.cells.viewers[:] = 1
    assert [d["text"] for d in dangers(world, "en")] == ["Intruders: 2", "Intruders: 1"]
    world.state.cells.viewers[:] = 0
    world.state.cells.lost[:] = -(1 << 30)
    assert dangers(world, "en") == []


def test_a_rampage_has_its_label(world: World) -> None:
    minion = int(np.flatnonzero(world.state.actors.side == Side.MINION)[0])
    world.state.actors.rampage[minion] = 0
    assert dangers(world, "en")[0]["text"] == f"{world.name(minion).en}: Pester"


def test_a_mark_made_while_paused_says_that_the_clock_stands(world: World) -> None:
    state = world.state
    lord = state.lord
    x, y = int(state.actors.x[lord]), int(state.actors.y[lord])
    rock = next(
        (i, j)
        for j in range(y - 8, y + 9)
        for i in range(x - 8, x + 9)
        if world.content.terrain[state.cells.terrain[j, i]].dig_minutes
        and state.cells.walkable[j - 1 : j + 2, i - 1 : i + 2].any()
    )
    execute(world, Command("mark_dig", {"cells": [list(rock)]}))
    assert inspect.cell(world, *rock, "en")["verdict"]["text"].startswith("Marked")
    step(world)
    assert not inspect.cell(world, *rock, "en")["verdict"]["text"].startswith("Marked")


def test_goods_without_room_say_so(world: World) -> None:
    for _ in range(5):
        step(world)
    tasks = world.state.tasks
    haul = int(np.flatnonzero(tasks.kind == Op.PICK)[0])
    tasks.by[haul] = HELD_BACK
    mark, text, (reasons, actions) = why_unclaimed(world, haul, "en")
    assert (mark, text.en, actions) == ("warn", "Waits for room: haul", [])
    assert [r["rule"] for r in reasons] == ["KEP-HAUL-48"]
