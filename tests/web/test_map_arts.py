"""The way to the Dark Arts on the map, and what they unlock for building."""

from __future__ import annotations

import numpy as np
import pytest

from meikyu.core.log import Command
from meikyu.realm import start, tables
from meikyu.realm.commands import execute
from meikyu.realm.state import Side
from meikyu.realm.step import step
from meikyu.realm.world import World
from meikyu.web.map.facts import answer


@pytest.fixture
def world() -> World:
    return start.new(7, "old_halls", "normal", 64, 64)


def free_cells(world: World) -> list[tuple[int, int]]:
    """Open floor of the territory with nothing on it."""
    cells = world.state.cells
    free = cells.walkable & cells.territory & (cells.structure < 0) & (cells.site < 0)
    return [(x, y) for y, x in np.argwhere(free).tolist()]


def test_without_shelf_and_desk_it_says_what_to_build_first(world: World) -> None:
    told = answer(world, "arts", {"x": 0, "y": 0}, "en")
    assert told["what"] == ""
    assert "To build first: Bookshelf, Writing desk." in told["text"]
    assert told["search"] == "Bookshelf"
    assert "本棚、文机" in answer(world, "arts", {"x": 0, "y": 0}, "ja")["text"]


def test_a_site_is_shown_while_nothing_stands_and_a_shelf_without_a_desk_says_so(world: World) -> None:
    (x, y), *others = free_cells(world)
    execute(world, Command("place_site", {"structure": "bookshelf", "x": x, "y": y, "turned": False}))
    told = answer(world, "arts", {"x": 0, "y": 0}, "en")
    assert (told["what"], told["x"], told["y"]) == ("site", x, y)
    assert "To build first: Writing desk." in told["text"]
    x, y = others[-1]
    shelf = tables.add_structure(world, world.content.structure["bookshelf"], x, y)
    told = answer(world, "arts", {"x": 0, "y": 0}, "en")
    assert (told["what"], told["id"], told["x"], told["y"]) == ("structure", shelf, x, y)
    assert told["search"] == "Writing desk"


def test_the_nearest_of_several_is_led_to_wherever_one_looks(world: World) -> None:
    cells = free_cells(world)
    placed = {
        kind: tables.add_structure(world, world.content.structure[kind], *cell)
        for kind, cell in zip(("bookshelf", "writing_desk"), (cells[0], cells[-1]), strict=True)
    }
    for kind, (x, y) in (("bookshelf", cells[0]), ("writing_desk", cells[-1])):
        told = answer(world, "arts", {"x": x, "y": y}, "en")
        assert (told["id"], told["text"]) == (placed[kind], "")
    assert answer(world, "arts", {"x": -500, "y": 9999}, "en")["what"] == "structure"


def test_everlasting_lights_can_be_built_while_their_rite_is_usable(world: World) -> None:
    assert answer(world, "unlocked", {}, "en") == ["start"]
    for art, (x, y) in zip(("summoning", "rite_everlasting"), free_cells(world), strict=False):
        shelf = tables.add_structure(world, world.content.structure["bookshelf"], x, y)
        for _ in range(2):
            tables.store_item(world, tables.add_item(world, world.content.item["book"], 5, 0, x, y), shelf)
        world.state.arts[art] = shelf
    assert answer(world, "unlocked", {}, "en") == ["start", "rite_everlasting"]
    tables.remove_structure(world, shelf)
    assert answer(world, "unlocked", {}, "en") == ["start"]


def test_a_ghost_warns_of_what_would_hold_the_site_up(world: World) -> None:
    cells = world.state.cells
    plants = [[x, y] for y, x in np.argwhere(cells.growth >= 0).tolist()]
    execute(world, Command("mark_gather", {"cells": plants}))
    step(world)  # work is listed
    asked = [
        {"structure": "wall", "x": x, "y": y, "turned": False}
        for y, x in np.argwhere(cells.walkable).tolist()
    ]
    told = [(at, answer(world, "ghost", at, "en")) for at in asked]
    at, warned = next((at, t) for at, t in told if t["ok"] and t["warnings"])
    assert "the only way" in warned["warnings"][0]["text"]
    assert any(t["ok"] and not t["warnings"] for _, t in told)
    assert (
        answer(world, "ghost", at | {"structure": "pit_prop"}, "en")["warnings"] == []
    )  # can be walked through
    execute(world, Command("place_site", at))
    site = int(cells.site[at["y"], at["x"]])
    reasons = [r["text"] for r in answer(world, "site", {"id": site}, "en")["reasons"]]
    assert [w["text"] for w in warned["warnings"]] == [r for r in reasons if "only way" in r]


def test_a_ghost_warns_when_nobody_works_at_such_sites(world: World) -> None:
    x, y = free_cells(world)[0]
    asked = {"structure": "pit_prop", "x": x, "y": y, "turned": False}
    assert answer(world, "ghost", asked, "ja")["warnings"] == []
    rows = world.state.actors
    for minion in np.flatnonzero(rows.alive & (rows.side == Side.MINION)).tolist():
        execute(world, Command("set_level", {"actor": minion, "job": "build", "level": 0}))
    warned = answer(world, "ghost", asked, "ja")["warnings"]
    assert [w["rule"] for w in warned] == ["KEP-BLD-11"]
    assert "建築" in warned[0]["text"]
