from __future__ import annotations

import asyncio
from typing import Any

import pytest

from meikyu.books import keep
from meikyu.web import dungeons

SMALL = {"seed": 3, "width": 48, "height": 48}


@pytest.fixture
def open_keep(house):
    """The house with a small, hard dungeon open."""
    house.create(dungeons.path_for("Test"), difficulty="hard", **SMALL)
    return house


async def facts(user, lang: str = "en") -> dict:
    answer = await user.http_client.get(f"/web/keep/manage?lang={lang}")
    assert answer.status_code == 200
    return answer.json()


async def order(user, kind: str, **args) -> dict:
    return (await user.http_client.post("/web/command?lang=en", json={"kind": kind, "args": args})).json()


async def test_the_meal_cap_and_its_sentence(user, open_keep) -> None:
    told = await facts(user)
    assert told["meal_cap"]["value"] == "none"
    sentences = {o["id"]: o["live"] for o in told["meal_cap"]["options"]}
    assert "large" in sentences["none"]
    assert "large" not in sentences["medium"]
    assert "medium" not in sentences["small"]
    for cap in ("small", "medium", "none"):
        assert (await order(user, "meal_cap", value=cap))["ok"] or cap == "none"
        told = await facts(user)
        assert told["meal_cap"]["value"] == cap
        assert told["meal_cap"]["live"] == next(
            o["live"] for o in told["meal_cap"]["options"] if o["id"] == cap
        )
    assert (await order(user, "meal_cap", value="huge"))["ok"] is False


async def test_stock_needs_and_the_clock(user, open_keep) -> None:
    told = await facts(user, "ja")
    assert told["clock"] == "1日目 06:00"
    assert all(row["pieces"] >= 0 for row in told["stock"])
    assert [n["pressing"] for n in told["needs"]] == [len(n["actors"]) for n in told["needs"]]
    assert len(told["needs"]) == 3


async def test_standing_orders(user, open_keep) -> None:
    assert (await order(user, "setting", name="auto_gather", value=False))["ok"]
    assert (await order(user, "setting", name="meals_per_minion", value=5))["ok"]
    values = {s["id"]: s["value"] for s in (await facts(user))["settings"]}
    assert values["auto_gather"] is False
    assert values["meals_per_minion"] == 5
    refused = await order(user, "setting", name="meals_per_minion", value=21)
    assert refused["ok"] is False
    assert "20" in refused["reasons"][0]["text"]


async def test_house_rules_in_force_are_what_differs_from_the_book(user, open_keep) -> None:
    rows = (await facts(user))["house"]
    changed = keep.BOOK.toml("difficulty")["hard"]
    assert {r["key"] for r in rows} == {
        f"keep.{section}.{key}"
        for section, cells in changed.items()
        if section not in ("name", "about")
        for key in cells
    }
    for row in rows:
        param = keep.BOOK.param_table[row["key"]]
        assert (row["was"], row["rule"], row["unit"]) == (param.value, param.rule, param.unit)
        assert row["now"] != row["was"]


async def test_every_kind_of_letter_is_listed(user, open_keep) -> None:
    rows = (await facts(user))["letters"]
    assert [r["id"] for r in rows] == [r["id"] for r in keep.BOOK.table("letters")]
    assert {r["urgency"] for r in rows} <= {"urgent", "warning", "notice"}


async def hunger(house: Any, speed: int) -> bool:
    """Let a minion starve in play at this speed; whether the clock stopped when the letter came."""
    session = house.session
    with session.lock:
        state = session.world.state
        who = next(a for a in range(len(state.names)) if a != state.lord and state.actors.alive[a])
        sent = len(state.letters)
        state.actors.needs[who, 0] = 1
        at = state.tick
    session.speed = speed
    for _ in range(6000):
        await asyncio.sleep(0.01)
        with session.lock:
            told = [letter.kind for letter in state.letters[sent:]]
            if "starving" in told and (session.speed == 0 or state.tick > at + 40):
                break
    assert "starving" in told
    stopped = session.speed == 0
    session.speed = 0
    with session.lock:
        state.letters.clear()
        session.world.scratch.caches.pop("letter_keys", None)
    return stopped


async def test_letters_stop_a_fast_clock_as_the_dungeon_says(user, open_keep) -> None:
    told = await facts(user)
    assert told["letters_pause"] is True
    assert {r["id"] for r in told["letters"] if r["pauses"]} == {
        r["id"] for r in told["letters"] if r["urgency"] == "urgent"
    }
    assert await hunger(open_keep, 10) is False
    assert (await order(user, "letter_pause", letter="starving", on=True))["ok"]
    assert await hunger(open_keep, 10) is True
    assert await hunger(open_keep, -1) is True
    assert await hunger(open_keep, 1) is False
    assert (await order(user, "letter_pause", letter="", on=False))["ok"]
    told = await facts(user)
    assert told["letters_pause"] is False
    assert next(r for r in told["letters"] if r["id"] == "starving")["pauses"] is True
    assert await hunger(open_keep, -1) is False
    refused = await order(user, "letter_pause", letter="love_letter", on=True)
    assert refused["ok"] is False
