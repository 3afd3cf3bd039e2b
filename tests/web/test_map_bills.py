"""The orders of a workplace on the map's line."""

from __future__ import annotations

import pytest

from meikyu.core.log import Command
from meikyu.errors import InputError
from meikyu.realm import start
from meikyu.realm.commands import execute, plan
from meikyu.realm.world import World
from meikyu.web.map.bills import bills
from meikyu.web.map.facts import answer


@pytest.fixture
def world() -> World:
    return start.new(7, "old_halls", "normal", 48, 48)


def standing(world: World, kind: str) -> int:
    kinds = world.state.structures.kind
    return int((kinds == world.content.structure[kind]).argmax())


def test_a_fire_offers_what_is_made_there_and_takes_orders(world: World) -> None:
    fire = standing(world, "campfire")
    rows = {row["id"]: row for row in bills(world, fire, "en") or []}
    assert set(rows) == {"cook_small", "cook_medium", "cook_large", "render_tallow"}
    assert rows["cook_small"]["needs"][0]["label"] == "Raw food"
    assert rows["cook_small"]["left"] == 0
    execute(world, Command("bill", {"structure": fire, "recipe": "cook_small", "count": -1}))
    told = answer(world, "structure", {"id": fire}, "ja")["bills"]
    assert [row["left"] for row in told if row["id"] == "cook_small"] == [-1]


def test_a_bed_has_no_orders(world: World) -> None:
    bed = standing(world, "bed")
    assert bills(world, bed, "en") is None
    refused = plan(world, Command("bill", {"structure": bed, "recipe": "cook_small", "count": 1}))
    assert not refused.value
    with pytest.raises(InputError):
        plan(world, Command("bill", {"structure": bed, "recipe": "cook_small", "count": 1001}))
