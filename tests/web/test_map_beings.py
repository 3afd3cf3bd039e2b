"""Orders about beings on the map: attacks, hunting marks, jobs of several at once."""

from __future__ import annotations

import numpy as np
import pytest

from meikyu.core.log import Command
from meikyu.realm import start
from meikyu.realm.commands import execute
from meikyu.realm.state import Act, Op, Side, Stepping
from meikyu.realm.world import World
from meikyu.web.map import seen
from meikyu.web.map.facts import answer
from meikyu.web.map.frames import MARKS, Frames


@pytest.fixture
def world() -> World:
    """A dungeon with a hare beside its lord."""
    made = start.new(7, "old_halls", "normal", 64, 64)
    rows = made.state.actors
    beast = int(np.flatnonzero(rows.alive & (rows.side == Side.WILD))[0])
    lord = made.state.lord
    made.state.cells.viewers[rows.y[lord], rows.x[lord]] = 1
    rows.x[beast], rows.y[beast] = rows.x[lord], rows.y[lord]
    return made


def beast_of(world: World) -> tuple[int, int, int]:
    rows = world.state.actors
    beast = int(np.flatnonzero(rows.alive & (rows.side == Side.WILD))[0])
    return beast, int(rows.x[beast]), int(rows.y[beast])


def minions(world: World) -> list[int]:
    rows = world.state.actors
    return np.flatnonzero(rows.alive & (rows.side == Side.MINION)).tolist()


def test_the_menu_offers_an_attack_by_all_who_are_selected(world: World) -> None:
    beast, x, y = beast_of(world)
    who = minions(world)[:3]
    told = answer(world, "menu", {"ids": [*who, beast], "x": x, "y": y}, "en")
    attack = [e for e in told["entries"] if e["command"]["kind"] == "attack"]
    assert len(attack) == 1
    assert attack[0]["label"].startswith("All 3: attack")
    given = [attack[0]["command"], *attack[0]["more"]]
    assert [c["args"] for c in given] == [{"actor": a, "target": beast} for a in who]
    alone = answer(world, "menu", {"ids": who[:1], "x": x, "y": y}, "en")
    assert any(e["label"].startswith(world.name(who[0]).en) for e in alone["entries"])
    none = answer(world, "menu", {"ids": [], "x": x, "y": y}, "en")
    assert "attack" not in [e["command"]["kind"] for e in none["entries"]]


def test_the_hunt_tool_marks_and_the_frame_shows_it(world: World) -> None:
    beast, x, y = beast_of(world)
    first = answer(world, "prey", {"x": x, "y": y}, "en")
    assert [e["command"]["args"] for e in first] == [{"creature": beast, "on": True}]
    execute(world, Command(first[0]["command"]["kind"], first[0]["command"]["args"]))
    again = answer(world, "prey", {"x": x, "y": y}, "ja")
    assert again[0]["command"]["args"] == {"creature": beast, "on": False}
    frames = Frames(seen)
    frames.update(world, 0)
    bits = dict(zip(frames.sprites["id"].tolist(), frames.sprites["marks"].tolist(), strict=True))
    hunted = 1 << MARKS.index("hunt")
    assert [a for a in bits if bits[a] & hunted] == [beast]


def test_the_frame_tells_the_button_of_a_gathering_post(world: World) -> None:
    frames = Frames(seen)
    frames.update(world, 0)
    structure = next(iter(frames.structures))
    before = frames.structures[structure][6]
    world.state.structures.hunt[structure] = True
    frames.update(world, 0)
    assert frames.structures[structure][6] == before | 16


def test_several_are_told_together(world: World) -> None:
    who = minions(world)[:2]
    told = answer(world, "crowd", {"ids": [*who, 999, world.state.lord]}, "en")
    assert [m["id"] for m in told["members"]] == sorted([*who, world.state.lord])
    assert told["minions"] == who
    haul = next(j for j in told["jobs"] if j["id"] == "haul")
    for actor in who:
        execute(world, Command("set_level", {"actor": actor, "job": "haul", "level": 3}))
    after = answer(world, "crowd", {"ids": who}, "ja")["jobs"]
    assert next(j for j in after if j["id"] == "haul")["levels"] == [3, 3] != haul["levels"]
    assert answer(world, "crowd", {"ids": [999]}, "en") == {"gone": True}


def test_who_eats_is_told_with_what_it_eats(world: World) -> None:
    actor = minions(world)[0]
    for n, op in enumerate((Op.EAT, Op.DRINK)):
        food = ("meal_small", "ale")[n]
        world.state.plans[actor] = [Stepping(op, world.content.item[food])]
        world.state.actors.act[actor] = Act.WORK
        told = answer(world, "actor", {"id": actor}, "en")["doing"]["text"]
        assert world.content.items[world.content.item[food]].name.en in told
