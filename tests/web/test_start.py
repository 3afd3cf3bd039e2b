from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from meikyu.errors import InputError
from meikyu.web import dungeons, encyclopaedia
from meikyu.web.pages import newkeep

SMALL = {"seed": 3, "width": 48, "height": 48}


async def until(true, seconds: float = 300.0) -> None:
    for _ in range(int(seconds / 0.05)):
        if true():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not come to pass")


@pytest.mark.parametrize("text", ["", "x", "1.5", "47", "513", "-1"])
def test_a_size_that_does_not_fit_names_its_field(text: str) -> None:
    with pytest.raises(InputError) as told:
        newkeep.whole_number("width", text, 48, 512)
    assert told.value.field == "width"
    assert "48" in told.value.text.en
    assert "512" in told.value.text.ja


@pytest.mark.parametrize(("text", "value"), [("48", 48), (" 512 ", 512)])
def test_sizes_at_the_limits_fit(text: str, value: int) -> None:
    assert newkeep.whole_number("width", text, 48, 512) == value


async def test_the_first_page_of_a_new_house(user) -> None:
    await user.open("/?lang=en")
    await user.should_see("New keep")
    await user.should_see("Learn in 5 minutes")
    await user.should_not_see("Continue")
    await user.should_see(f"{encyclopaedia.total_rules():,} rules with source and worked example.")


async def test_a_wrong_seed_is_told_at_its_field_and_kept(user) -> None:
    await user.open("/?lang=en")
    user.find(marker="new-keep").click()
    await user.should_see("Begin")
    user.find(marker="field-seed").type("many")
    user.find(marker="begin").click()
    await user.should_see('"many" does not fit')
    field = next(iter(user.find(marker="field-seed").elements))
    assert field.value == "many"


async def test_a_taken_name_is_told_at_its_field(user, house) -> None:
    house.create(dungeons.path_for("Keep 1"), **SMALL)
    await user.open("/?lang=en")
    user.find(marker="new-keep").click()
    await user.should_see("Begin")
    field = next(iter(user.find(marker="field-name").elements))
    assert field.value == "Keep 2"
    field.value = "Keep 1"
    user.find(marker="begin").click()
    await user.should_see('A keep "Keep 1" exists already')


@pytest.mark.parametrize("name", ["", "   ", "a/b", ".hidden", "x" * 81])
def test_names_that_no_file_may_have(house, name: str) -> None:
    with pytest.raises(InputError) as told:
        dungeons.path_for(name)
    assert told.value.field == "name"


async def test_a_new_keep_is_begun_with_what_was_chosen(user, house) -> None:
    await user.open("/?lang=en")
    user.find(marker="new-keep").click()
    await user.should_see("Begin")
    user.find(marker="start-ember_deep").click()
    user.find(marker="choose-hard").click()
    user.find(marker="choose-own").click()
    for name, text in (("width", "48"), ("height", "50"), ("seed", "11")):
        next(iter(user.find(marker=f"field-{name}").elements)).value = text
    user.find(marker="begin").click()
    await until(lambda: house.session is not None)
    state = house.session.world.state
    assert (state.start, state.difficulty, state.width, state.height, state.seed) == (
        "ember_deep",
        "hard",
        48,
        50,
        11,
    )
    assert house.session.path == house.data / "Keep 1.meikyu"


async def test_dungeons_are_listed_renamed_and_deleted(user, house) -> None:
    house.create(dungeons.path_for("First"), **SMALL)
    house.create(dungeons.path_for("Second"), **SMALL)
    assert [s.name for s in dungeons.listed()] == ["Second", "First"]
    await user.open("/?lang=en")
    await user.should_see("Continue")
    user.find(marker="all-keeps").click()
    await user.should_see("First")
    first = next(s for s in dungeons.listed() if s.name == "First")
    dungeons.rename(first, "Third")
    assert {s.name for s in dungeons.listed()} == {"Second", "Third"}
    with pytest.raises(InputError):
        dungeons.rename(dungeons.listed()[0], "Third")
    for saved in dungeons.listed():
        dungeons.delete(saved)
    assert dungeons.listed() == []
    assert house.session is None
    assert list(house.data.iterdir()) == []


async def test_continue_opens_the_dungeon_played_last(user, house) -> None:
    house.create(dungeons.path_for("Only"), **SMALL)
    house.close()
    await user.open("/?lang=en")
    user.find(marker="continue").click()
    await until(lambda: house.session is not None)
    assert house.session.path.stem == "Only"


async def test_a_broken_dungeon_is_listed_with_its_fault_and_cannot_be_continued(user, house) -> None:
    house.data.mkdir(parents=True)
    Path(house.data / "Wreck.meikyu").write_bytes(b"not a dungeon" * 100)
    (saved,) = dungeons.listed()
    assert saved.fault == dungeons.FAULTS["broken"]
    await user.open("/?lang=en")
    await user.should_not_see("Continue")
    user.find(marker="all-keeps").click()
    await user.should_see("Broken: it cannot be read")


async def test_the_first_start_names_its_step(user, house) -> None:
    from meikyu.errors import Text

    house.step = Text("Preparing", "準備中")
    assert (await user.http_client.get("/web/ready?lang=ja")).json() == {"step": "準備中"}
    house.step = None
    assert (await user.http_client.get("/web/ready?lang=ja")).json() == {"step": ""}


async def test_what_a_crash_left_beside_the_file_moves_with_it(house) -> None:
    house.create(dungeons.path_for("Crashed"), **SMALL)
    house.close()
    (house.data / "Crashed.meikyu-wal").write_bytes(b"")
    (saved,) = dungeons.listed()
    dungeons.rename(saved, "Mended")
    assert not [p for p in house.data.iterdir() if p.name.startswith("Crashed")]
    assert [s.name for s in dungeons.listed()] == ["Mended"]


def test_simulated_readers_leave_our_packages_whole() -> None:
    import meikyu.realm.session

    assert meikyu.realm.session is sys.modules["meikyu.realm.session"]
