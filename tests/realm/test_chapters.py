"""Chapters from start to end that no short scenario holds: five days of meals, a job table across a save."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from meikyu.core.log import Command
from meikyu.realm.content import JOBS
from meikyu.realm.session import Session
from meikyu.realm.state import Side
from meikyu.realm.step import step

spec = importlib.util.spec_from_file_location("scenario", Path(__file__).with_name("scenario.py"))
assert spec is not None
assert spec.loader is not None
scenario = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scenario)

DAY = 24 * 600
KITCHEN = [
    "##################",
    "#..............m.#",
    "#.k..c.t.c...s...#",
    "#....c...c.......#",
    "#.1.2.3.4.5......#",
    "#.6.7.8.9.0......#",
    "#................#",
    "#.A.B.C.D.E......#",
    "#.F.G.H.I.J......#",
    "##################",
]
BEDS = "ABCDEFGHIJ"


def kitchen():
    """Ten minions with beds, one kitchen, a table with four chairs, a shelf, heaps of fungus, six pillars."""
    chairs = [{"kind": "chair", "at": at} for at in ([5, 2], [5, 3], [9, 2], [9, 3])]
    return {
        "map": KITCHEN,
        "fumble": "book",
        "settings": {"auto_gather": False},
        "structures": [
            {"kind": "cooking_table", "at": "k"},
            {"kind": "table", "at": "t"},
            {"kind": "shelf", "at": "s"},
            *chairs,
            *({"kind": "pillar", "at": [x, y]} for y in (4, 6) for x in (3, 9, 15)),
            *({"kind": "bed", "at": bed} for bed in BEDS),
        ],
        "actors": {
            str(n): {"species": "goblin", "levels": {"cook": "high", "haul": "low", "chores": "low"}}
            if n in (1, 2)
            else {"species": "orc", "levels": {"haul": "normal"}}
            for n in range(10)
        },
        "items": [
            {"kind": "fungus", "count": 50, "at": [(12, 13, 14, 16)[n % 4], 4 + n // 4]} for n in range(16)
        ],
        "ticks": 5 * DAY,
    }


@pytest.mark.slow
def test_a_kitchen_feeds_ten_minions_for_five_days():
    played = scenario.Scenario(kitchen())
    world = played.world
    hungry = cooked = eaten = 0
    for _ in range(5 * DAY):
        for event in step(world):
            cooked += 2 * (event.kind == "made")
            eaten += event.kind == "ate"
            hungry += event.kind == "starving"
    rows = world.state.actors
    minions = np.flatnonzero(rows.alive & (rows.side == Side.MINION))
    assert minions.size == 10
    assert hungry == 0
    assert cooked >= 50
    assert eaten >= 50
    assert (rows.needs[minions, 0] > 0).all()
    assert int((world.state.cells.stain >= 0).sum()) < 20  # what is spilt is cleaned


def test_a_job_table_is_saved_and_restored_across_a_save_file(tmp_path: Path):
    path = tmp_path / "jobs.meikyu"
    session = Session.new(path, seed=5, width=48, height=48)
    try:
        rows = session.world.state.actors
        count = len(session.world.state.names)
        minions = np.flatnonzero(rows.side[:count] == Side.MINION).tolist()
        first, dig = minions[0], JOBS.index("dig")
        assert session.submit(Command("set_level", {"actor": first, "job": "dig", "level": 3})).value
        assert session.submit(Command("save_jobs", {})).value
        wanted = rows.levels[minions].copy()
        assert wanted[0, dig] == 3
        assert session.submit(Command("all_off", {})).value
        assert not rows.levels[minions].any()
    finally:
        session.close()
    again = Session.open(path)
    try:
        rows = again.world.state.actors
        assert not rows.levels[minions].any()
        assert again.submit(Command("restore_jobs", {})).value
        assert (rows.levels[minions] == wanted).all()
    finally:
        again.close()


def test_work_round_a_corner_of_rock_is_held_back_until_a_way_opens(monkeypatch):
    from meikyu.realm import tables
    from meikyu.realm.systems import choose

    played = scenario.Scenario(
        {
            "map": ["#######", "#1..###", "####o##", "#######"],
            "actors": {"1": {"levels": {"chores": "normal"}}},
            "ticks": 100,
        }
    )
    world = played.world
    tried = []
    real = choose.plan_for
    monkeypatch.setattr(choose, "plan_for", lambda *args: tried.append(args) or real(*args))
    played.run()
    assert len(tried) <= 1
    assert world.state.cells.stain[2, 4] >= 0
    tables.set_terrain(world, 4, 1, world.content.ground["dug_floor"])
    played.run()
    assert world.state.cells.stain[2, 4] < 0
