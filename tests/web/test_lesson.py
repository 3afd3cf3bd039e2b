from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from meikyu.core.log import Command
from meikyu.realm.state import Side
from meikyu.realm.step import step as tick
from meikyu.web import dungeons
from meikyu.web.pages import lesson

SMALL = {"seed": 3, "width": 64, "height": 64}
IDS = [step.id for step in lesson.STEPS]


@pytest.fixture
def session(house: Any) -> Any:
    """A small dungeon, paused."""
    return house.create(dungeons.path_for("Test"), **SMALL)


def done(session: Any, name: str, was: dict[str, Any]) -> bool:
    return lesson.check(IDS.index(name), was, lesson.facts(session))


def hall_rock(world: Any) -> list[list[int]]:
    """Rock cells beside open ones."""
    cells = world.state.cells
    found = []
    for y, x in np.argwhere(cells.territory).tolist():
        for nx, ny in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if world.content.terrain[cells.terrain[ny, nx]].kind == "rock":
                found.append([nx, ny])
    return found


def test_the_lesson_has_eight_to_ten_steps_in_both_languages() -> None:
    assert 8 <= len(lesson.STEPS) <= 10
    for lang in ("en", "ja"):
        told = lesson.lesson(lang)
        assert [step["id"] for step in told] == IDS
        assert all(step["title"] and step["text"] for step in told)


def test_each_step_is_ticked_by_the_dungeon_itself(session: Any) -> None:
    world = session.world
    submit = lambda kind, **args: session.submit(Command(kind, args))  # noqa: E731 - a word for the steps below

    was = lesson.facts(session)
    assert not any(lesson.check(n, was, was) for n, name in enumerate(IDS) if name not in ("pause", "save"))

    was = lesson.facts(session)
    cell = hall_rock(world)[0]
    assert submit("mark_dig", cells=[cell]).value
    assert done(session, "mark", was)

    was = lesson.facts(session)
    assert not done(session, "run", was)
    for _ in range(20):
        with session.lock:
            for _ in range(300):
                tick(world)
        if done(session, "run", was):
            break
    assert done(session, "run", was)

    session.speed = 1
    assert not done(session, "pause", was)
    session.speed = 0
    assert done(session, "pause", was)

    was = lesson.facts(session)
    free = (world.state.cells.structure < 0) & (world.state.cells.site < 0) & world.state.cells.walkable
    placed = any(
        submit("place_site", structure="shelf", x=x, y=y, turned=False).value
        for y, x in np.argwhere(free & world.state.cells.territory).tolist()
    )
    assert placed
    assert done(session, "shelf", was)
    assert not done(session, "built", lesson.facts(session))

    was = lesson.facts(session)
    rows = world.state.actors
    minion = int(np.flatnonzero(rows.alive & (rows.side == Side.MINION))[0])
    level = int(rows.levels[minion, 14])
    assert submit("set_level", actor=minion, job="guard", level=(level + 1) % 4).value
    assert done(session, "jobs", was)
    assert not done(session, "save", was)
    assert submit("save_jobs").value
    assert done(session, "save", was)

    was = lesson.facts(session)
    assert submit("meal_cap", value="small").value
    assert done(session, "meals", was)

    was = lesson.facts(session) | {"letters": 1}
    assert lesson.check(IDS.index("letters"), was, was) is False
    assert lesson.check(IDS.index("letters"), was, was | {"dismissed": was["dismissed"] + 1})

    was = lesson.facts(session)
    assert lesson.check(IDS.index("built"), was, was | {"shelves": was["shelves"] + 1})


@pytest.mark.parametrize("step", [-1, len(IDS), 999])
def test_no_step_beyond_the_last(step: int) -> None:
    assert lesson.check(step, {}, {}) is False


async def test_the_way_in_begins_one_dungeon_and_comes_back_to_it(user, house) -> None:
    answer = await user.http_client.get("/lesson", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/keep?lesson=1"
    path = house.session.path
    house.close()
    await user.http_client.get("/lesson", follow_redirects=False)
    assert house.session.path == path
    assert len(dungeons.listed()) == 1
    told = (await user.http_client.get("/web/lesson?lang=en")).json()
    assert [s["id"] for s in told["steps"]] == IDS
    assert told["dungeon"] == path.name
    looked = (await user.http_client.post("/web/lesson/0", json={})).json()
    assert looked["done"] is False
    assert looked["now"]["speed"] == 0
    assert (await user.http_client.post("/web/lesson/0", content=b"junk")).status_code == 200


async def test_the_checks_need_a_dungeon(user) -> None:
    assert (await user.http_client.post("/web/lesson/0", json={})).status_code == 409
