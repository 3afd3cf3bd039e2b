"""The search on the map."""

from __future__ import annotations

import numpy as np
import pytest

from meikyu.realm import start
from meikyu.realm.state import Side
from meikyu.realm.world import World
from meikyu.web.map.facts import answer


@pytest.fixture(scope="module")
def world() -> World:
    return start.new(7, "old_halls", "normal", 64, 64)


def test_a_minion_is_found_by_its_name_in_either_language(world: World) -> None:
    minion = int(np.flatnonzero(world.state.actors.side == Side.MINION)[0])
    for words in (world.name(minion).en.upper(), world.name(minion).ja):
        hits = answer(world, "find", {"q": words}, "en")
        assert minion in [hit.get("actor") for hit in hits]
        place = [int(world.state.actors.x[minion]), int(world.state.actors.y[minion])]
        assert place in [hit["cell"] for hit in hits]


def test_places_and_things_are_found_with_their_amounts(world: World) -> None:
    items = world.state.items
    wood = int(items.count[(items.kind == world.content.item["wood"]) & (items.x >= 0)].sum())
    hits = answer(world, "find", {"q": "wood"}, "en")
    assert f"Wood {wood}" in [hit["label"] for hit in hits if hit["group"] == "Item"]
    shelves = answer(world, "find", {"q": "campfire"}, "ja")
    assert [hit["group"] for hit in shelves] == ["建造物"]


def test_what_hides_in_fog_is_not_found(world: World) -> None:
    rows = world.state.actors
    wild = np.flatnonzero(rows.alive & (rows.side == Side.WILD)).tolist()
    kinds = {world.content.creatures[int(rows.species[a])].name.en for a in wild}
    shown = [hit.get("actor") for kind in kinds for hit in answer(world, "find", {"q": kind}, "en")]
    hidden = [a for a in wild if world.state.cells.viewers[rows.y[a], rows.x[a]] == 0]
    assert hidden
    assert not set(hidden) & set(shown)


def test_nothing_and_no_words_find_nothing(world: World) -> None:
    assert answer(world, "find", {"q": "zzzz"}, "en") == []
    assert answer(world, "find", {"q": "   "}, "en") == []
    assert answer(world, "find", {}, "en") == []
