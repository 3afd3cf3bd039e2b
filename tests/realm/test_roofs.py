"""What a cracked cell tells: when it falls, what is unsupported, and where props hold it up."""

from __future__ import annotations

from tests.realm.test_ceilings import carve, free_block

from meikyu.core.log import Command
from meikyu.realm import start
from meikyu.realm.commands import execute, plan
from meikyu.realm.inspect.roofs import PROP, ceiling
from meikyu.realm.step import step
from meikyu.realm.systems import ceilings
from meikyu.realm.world import World
from meikyu.web.map.facts import answer


def hall(size: int) -> tuple[World, int, int]:
    """A dungeon with a square hall that has cracked, and the hall's corner."""
    world = start.new(5, width=64, height=64)
    step(world)
    left, top = free_block(world, size)
    for n in range(size * size):
        carve(world, left + n % size, top + n // size)
    ceilings.run(world)
    return world, left, top


def cracked(world: World, left: int, top: int, size: int) -> tuple[int, int]:
    crack = world.state.cells.crack
    return next((x, y) for y in range(top, top + size) for x in range(left, left + size) if crack[y, x] >= 0)


def test_props_at_the_best_spots_stop_the_fall() -> None:
    world, left, top = hall(9)
    x, y = cracked(world, left, top, 9)
    told = ceiling(world, x, y, "en")
    assert told is not None
    assert told["verdict"] == {"state": "bad", "text": "The ceiling falls in 3 h 00 min"}
    assert (told["reasons"][0]["n"], told["reasons"][0]["rule"]) == ("81", "KEP-ROOF-07")
    spots = told["spots"]
    assert 4 <= len(spots) < 9
    order = Command("place_site", {"structure": PROP, "cells": spots, "turned": False})
    assert plan(world, order).value
    execute(world, order)
    after = ceiling(world, x, y, "ja")
    assert after is not None
    assert after["spots"] == []
    assert after["reasons"][1]["n"] == "81"
    assert "崩落まで" in after["verdict"]["text"]


def test_the_tip_of_a_cracked_cell_speaks_of_it_first() -> None:
    world, left, top = hall(7)
    x, y = cracked(world, left, top, 7)
    told = answer(world, "cell", {"x": x, "y": y}, "en")
    assert told["verdict"]["state"] == "bad"
    assert told["ceiling"]["structure"] == PROP
    assert told["ceiling"]["spots"]
    sound = answer(world, "cell", {"x": 0, "y": 0}, "en")
    assert "ceiling" not in sound
    assert ceiling(world, 0, 0, "en") is None
