from __future__ import annotations

import pytest

from meikyu.books import keep
from meikyu.books.keep import jobs as book
from meikyu.core.log import Command
from meikyu.web import dungeons
from meikyu.web.pages import jobs

SMALL = {"seed": 3, "width": 48, "height": 48}


@pytest.mark.parametrize(
    ("sort", "clicked", "after"),
    [
        (("", 0), "dig", ("dig", 1)),
        (("dig", 1), "dig", ("dig", 2)),
        (("dig", 2), "dig", ("", 0)),
        (("dig", 2), "build", ("build", 1)),
        (("dig", 1), "", ("", 0)),
        (("", 0), "", ("", 0)),
    ],
)
def test_clicks_on_a_job_name(sort: tuple[str, int], clicked: str, after: tuple[str, int]) -> None:
    assert jobs.next_sort(sort, clicked) == after


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("dig:1", ("dig", 1)),
        ("dig:2", ("dig", 2)),
        ("dig:3", ("", 0)),
        ("dig", ("", 0)),
        (":1", ("", 0)),
        ("", ("", 0)),
    ],
)
def test_sorting_in_an_address(text: str, sort: tuple[str, int]) -> None:
    assert jobs.read_sort(text) == sort


@pytest.mark.parametrize(
    ("lang", "labels"), [("en", ["Select", "Go to", "Pin"]), ("ja", ["選択", "視点移動", "固定"])]
)
def test_the_menu_of_a_name(lang: str, labels: list[str]) -> None:
    acts = jobs.name_acts(300, lang)
    assert [entry["label"] for entry in acts["menu"]] == labels
    assert acts["double_ms"] == keep.BOOK.params().job.double_click_ms == 300


@pytest.fixture
def open_keep(house):
    """The house with a small dungeon open."""
    house.create(dungeons.path_for("Test"), **SMALL)
    return house


def cell(told, actor: int, job: str) -> dict:
    row = next(r for r in told["rows"] if r["actor"] == actor)
    return row["cells"][[c["id"] for c in told["columns"]].index(job)]


async def table(user, query: str = "") -> dict:
    answer = await user.http_client.get(f"/web/keep/jobs?lang=en{query}")
    assert answer.status_code == 200
    return answer.json()


async def order(user, kind: str, **args) -> dict:
    return (await user.http_client.post("/web/command?lang=en", json={"kind": kind, "args": args})).json()


async def test_the_table_has_all_jobs_and_bands(user, open_keep) -> None:
    told = await table(user)
    assert [c["id"] for c in told["columns"]] == list(book.IDS)
    assert [b["columns"] for b in told["bands"]] == [names for _, names in book.bands()]
    assert [r["name"] for r in told["rows"]] == sorted(r["name"] for r in told["rows"])
    assert told["saved"] is True
    assert told["unsaved"] == 0


async def test_clicks_orders_saving_and_restoring(user, open_keep) -> None:
    told = await table(user)
    actor = told["rows"][0]["actor"]
    before = cell(told, actor, "guard")["level"]
    assert (await order(user, "press_cell", actor=actor, job="guard", button="left"))["ok"]
    told = await table(user)
    assert cell(told, actor, "guard")["level"] == (before + 1) % 4
    assert (told["saved"], told["unsaved"]) == (False, 1)
    assert (await order(user, "restore_jobs"))["ok"]
    told = await table(user)
    assert cell(told, actor, "guard")["level"] == before
    assert told["saved"]
    refused = await order(user, "save_jobs")
    assert refused["ok"] is False
    assert refused["reasons"][0]["rule"] == "KEP-JOB-46"
    assert (await order(user, "all_off"))["ok"]
    told = await table(user)
    assert all(c["level"] == 0 for row in told["rows"] for c in row["cells"])
    assert (await order(user, "save_jobs"))["ok"]
    assert (await table(user))["saved"]


async def test_columns_are_pressed_for_all(user, open_keep) -> None:
    actor = (await table(user))["rows"][0]["actor"]
    await order(user, "set_level", actor=actor, job="guard", level=3)
    for button, level in (("left", 2), ("left", 3), ("left", 0), ("right", 3)):
        await order(user, "press_column", job="guard", button=button)
        told = await table(user)
        assert {cell(told, r["actor"], "guard")["level"] for r in told["rows"]} == {level}


async def test_sorting_by_three_clicks(user, open_keep) -> None:
    by_name = await table(user)
    high = await table(user, "&sort=&click=dig")
    assert high["sort"] == {"job": "dig", "clicks": 1}
    values = [cell(high, r["actor"], "dig")["value"] for r in high["rows"]]
    assert values == sorted(values, reverse=True)
    low = await table(user, "&sort=dig:1&click=dig")
    values = [cell(low, r["actor"], "dig")["value"] for r in low["rows"]]
    assert values == sorted(values)
    again = await table(user, "&sort=dig:2&click=dig")
    assert [r["actor"] for r in again["rows"]] == [r["actor"] for r in by_name["rows"]]
    heading = await table(user, "&sort=dig:1&click=")
    assert heading["sort"] == {"job": "", "clicks": 0}


async def test_bad_orders_are_refused_with_what_is_allowed(user, open_keep) -> None:
    actor = (await table(user))["rows"][0]["actor"]
    for args in (
        {"actor": actor, "job": "sing", "button": "left"},
        {"actor": 999, "job": "dig", "button": "left"},
        {"actor": actor, "job": "dig", "button": "middle"},
        {"actor": actor, "job": "dig"},
    ):
        answer = await user.http_client.post(
            "/web/command?lang=en", json={"kind": "press_cell", "args": args}
        )
        assert answer.json()["ok"] is False
        assert answer.json()["reasons"][0]["text"]
    unknown = await order(user, "dance")
    assert "all_off" in unknown["reasons"][0]["text"]


async def test_the_card_of_a_minion_and_its_title(user, open_keep) -> None:
    told = await table(user)
    for row in told["rows"]:
        facts = (await user.http_client.get(f"/web/keep/actor/{row['actor']}?lang=en")).json()
        assert facts["name"] == row["name"]
        assert facts["title"] == row["title"]
        assert [b["label"] for b in facts["bars"]] == ["Food", "Sleep", "Recreation"]
    switching = next(r["actor"] for r in told["rows"])
    await order(user, "set_level", actor=switching, job="guard", level=2)
    await order(user, "set_level", actor=switching, job="haul", level=2)
    first = (await user.http_client.get(f"/web/keep/actor/{switching}?lang=en")).json()
    assert first["can_switch_title"]
    await order(user, "next_title", actor=switching)
    second = (await user.http_client.get(f"/web/keep/actor/{switching}?lang=en")).json()
    assert second["title"] != first["title"]
    assert (await user.http_client.get("/web/keep/actor/9999?lang=en")).status_code == 404


async def test_without_a_dungeon_the_screens_say_so(user) -> None:
    for name in ("jobs", "manage"):
        answer = await user.http_client.get(f"/web/keep/{name}?lang=en")
        assert answer.status_code == 409
        assert answer.json() == {"error": "No dungeon is open"}
        await user.open(f"/keep/{name}?lang=en")


async def test_the_page_sees_what_the_dungeon_does(user, open_keep) -> None:
    told = await table(user)
    actor = told["rows"][0]["actor"]
    before = cell(told, actor, "fish")["level"]
    open_keep.session.submit(Command("set_level", {"actor": actor, "job": "fish", "level": (before + 1) % 4}))
    assert cell(await table(user), actor, "fish")["level"] == (before + 1) % 4
