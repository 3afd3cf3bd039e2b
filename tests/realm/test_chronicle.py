"""What each being did of late, in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from meikyu.core.log import Event
from meikyu.realm import chronicle, start
from meikyu.realm.chronicle import DID, SUFFERED, Chronicle
from meikyu.realm.step import step
from meikyu.realm.world import World


@pytest.fixture(scope="module")
def world() -> World:
    return start.new(7, "old_halls", "normal", 48, 48)


def test_a_played_dungeon_is_told_in_both_languages(world: World) -> None:
    kept = Chronicle()
    for _ in range(6000):
        kept.add(step(world))
    told = 0
    for being in range(len(world.state.names)):
        for lang in ("en", "ja"):
            lines = chronicle.told(world, kept, being, lang)
            assert all(line["text"] and "{" not in line["text"] for line in lines)
            assert [line["tick"] for line in lines] == sorted((n["tick"] for n in lines), reverse=True)
            told += len(lines)
    assert told >= 10


def test_only_the_last_events_are_kept(world: World) -> None:
    kept = Chronicle(most=3)
    kept.add(Event(n, "came_to", "KEP-WND-10", {"actor": 1}) for n in range(9))
    assert [e.tick for e in kept.of(1)] == [8, 7, 6]
    assert kept.of(2) == []


def test_one_event_is_told_from_both_sides(world: World) -> None:
    kept = Chronicle()
    kept.add([Event(5, "treated", "KEP-HEAL-04", {"actor": 1, "patient": 2, "part": 0, "bandaged": True})])
    one, two = (chronicle.told(world, kept, n, "en")[0]["text"] for n in (1, 2))
    assert one == f"treated {world.name(2).en}"
    assert two == f"was treated by {world.name(1).en}"
    kept.add(
        [Event(6, "blow", "KEP-WND-38", {"actor": 1, "target": 2, "margin": 1, "hit": False, "cause": ""})]
    )
    assert chronicle.told(world, kept, 1, "en")[0]["text"].startswith("missed")
    assert chronicle.told(world, kept, 2, "ja")[0]["text"].endswith("かわした")


def test_every_kind_that_is_told_is_one_the_realm_emits() -> None:
    source = "".join(p.read_text("utf-8") for p in Path(chronicle.__file__).parent.rglob("*.py"))
    emitted = set(re.findall(r'emit\(\s*\*?\(?\s*"(\w+)"', source))
    named = set(re.findall(r'"(\w+)"(?= if | else )|(?<=else )"(\w+)"', source))
    emitted |= {name for pair in named for name in pair}
    assert (set(DID) | set(SUFFERED)) - emitted == set()
