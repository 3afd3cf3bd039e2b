"""Sessions: real time, commands that are durable when told, files that survive what happens to them."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from meikyu.core.log import Command
from meikyu.errors import InputError, SaveError
from meikyu.realm import packing, start
from meikyu.realm import save as saves
from meikyu.realm.save import Save, listing
from meikyu.realm.session import Session
from meikyu.realm.step import step
from meikyu.realm.systems import letters

SMALL = {"seed": 5, "width": 48, "height": 48}


def new(path: Path, **options: object) -> Session:
    return Session.new(path, **({**SMALL, **options}))  # type: ignore[arg-type]


def wait_for(what: str, done: object, seconds: float = 300.0) -> None:
    end = time.monotonic() + seconds
    while not done():  # type: ignore[operator]
        assert time.monotonic() < end, what
        time.sleep(0.01)


def rock_by_the_hall(session: Session) -> list[list[int]]:
    actors = session.world.state.actors
    return [[int(actors.x[0]) + 3, int(actors.y[0]) + n] for n in range(3)]


def test_a_dungeon_is_found_as_it_was(tmp_path: Path) -> None:
    session = new(tmp_path / "a.meikyu")
    assert session.submit(Command("mark_dig", {"cells": rock_by_the_hall(session)})).value
    session.speed = -1
    wait_for("ticks", lambda: session.world.state.tick > 300)
    session.speed = 0
    session.submit(Command("meal_cap", {"value": "medium"}))
    with session.lock:
        tick, digest = session.world.state.tick, session.world.digest()
    session.close()
    again = Session.open(tmp_path / "a.meikyu")
    assert (again.world.state.tick, again.world.digest()) == (tick, digest)
    again.close()


def test_refusals_and_faults_are_answered_and_not_logged(tmp_path: Path) -> None:
    session = new(tmp_path / "a.meikyu")
    told = session.submit(Command("mark_dig", {"cells": [[0, 0]]}))
    assert not told.value
    assert told.steps[0].rule == "KEP-SIM-11"
    with pytest.raises(InputError):
        session.submit(Command("fly", {}))
    assert session.submit(Command("meal_cap", {"value": "small"})).value
    session.close()
    save = Save.open(tmp_path / "a.meikyu")
    assert [entry.command.kind for entry in save.commands()] == ["meal_cap"]
    save.close()


class Clock:
    """The time that a session paces its ticks by, moved by hand: a busy machine has no say in it."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


def test_paused_it_stands_and_at_speed_it_keeps_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("meikyu.realm.session.time", clock)
    session = new(tmp_path / "a.meikyu")

    def passes(seconds: float, ticks: int) -> None:
        wanted = session.world.state.tick + ticks
        clock.now += seconds
        wait_for(f"{ticks} ticks", lambda: session.world.state.tick >= wanted)
        session.submit(Command("meal_cap", {"value": "small"}))  # the thread has gone round since
        assert session.world.state.tick == wanted

    passes(0.25, 0)
    for speed, quarters in ((1, (2, 3, 2, 3)), (3, (7, 8, 7, 8)), (10, (25, 25, 25, 25))):
        session.speed = speed
        for ticks in quarters:
            passes(0.25, ticks)
    passes(5.0, 1)  # what it could not keep up with, it lets go
    passes(0.25, 24)
    with pytest.raises(InputError):
        session.speed = 2
    session.close()


def test_listeners_hear_of_events_until_they_end(tmp_path: Path) -> None:
    session = new(tmp_path / "a.meikyu")
    heard: list[str] = []
    end = session.listen(lambda events: heard.extend(event.kind for event in events))
    session.speed = -1
    wait_for("an event", lambda: heard)
    end()
    session.speed = 0
    session.close()
    count = len(heard)
    assert count
    assert len(heard) == count


def test_a_dungeon_can_be_played_without_a_file() -> None:
    session = Session(None, start.new(1, width=48, height=48))
    assert session.submit(Command("meal_cap", {"value": "small"})).value
    session.close()
    with pytest.raises(SaveError):
        session.submit(Command("meal_cap", {"value": "none"}))


CHILD = """
import sys
from pathlib import Path
from meikyu.core.log import Command
from meikyu.realm.session import Session
from meikyu.realm.step import step
from meikyu.realm.systems import letters
path = Path(sys.argv[1])
session = Session.open(path) if path.exists() else Session.new(path, seed=5, width=48, height=48)
session.speed = -1
for number in range(10_000):
    actor, job = 1 + number % 6, ("dig", "haul", "cook")[number % 3]
    session.submit(Command("press_cell", {"actor": actor, "job": job, "button": "left"}))
    print(number, session.world.state.tick, flush=True)
"""


@pytest.mark.parametrize("after", [3, 40])
def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path, after: int) -> None:
    path = tmp_path / "killed.meikyu"
    acknowledged = 0
    for _ in range(2):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True, env=os.environ.copy()
        )
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(after)]
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read().splitlines(keepends=True)
        child.wait()
        child.stdout.close()
        acknowledged += sum(line.endswith("\n") for line in [*told, *rest])
    save = Save.open(path)
    logged = save.commands()
    save.close()
    assert acknowledged >= 2 * after
    assert len(logged) >= acknowledged
    session = Session.open(path)
    assert session.world.state.tick >= logged[-1].tick
    assert session.submit(Command("meal_cap", {"value": "small"})).value
    session.close()
    from meikyu.realm import replay

    assert replay.verify(path)["verified"] >= 1


def test_opened_twice_is_refused(tmp_path: Path) -> None:
    session = new(tmp_path / "a.meikyu")
    with pytest.raises(SaveError, match="open in another"):
        Session.open(tmp_path / "a.meikyu")
    assert listing(tmp_path)[0]["state"] == "open"
    assert session.submit(Command("meal_cap", {"value": "small"})).value
    session.close()
    assert listing(tmp_path)[0]["state"] == "ok"


def test_a_file_is_not_begun_over(tmp_path: Path) -> None:
    new(tmp_path / "a.meikyu").close()
    before = (tmp_path / "a.meikyu").read_bytes()
    with pytest.raises(SaveError, match="exists"):
        new(tmp_path / "a.meikyu")
    assert (tmp_path / "a.meikyu").read_bytes() == before


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "a.meikyu"
    session = new(path)
    session.submit(Command("meal_cap", {"value": "small"}))
    session.close()
    return path


def spoil(path: Path, statement: str) -> None:
    link = sqlite3.connect(path)
    link.execute(statement)
    link.commit()
    link.close()


def test_files_that_are_no_saves_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="no dungeon"):
        Session.open(tmp_path / "none.meikyu")
    text = tmp_path / "text.meikyu"
    text.write_bytes(b"a diary, not a dungeon" * 400)
    other = tmp_path / "other.meikyu"
    spoil(other, "CREATE TABLE cats (name TEXT)")
    empty = tmp_path / "empty.meikyu"
    empty.touch()
    for path in (text, other, empty):
        with pytest.raises(SaveError) as caught:
            Session.open(path)
        assert path.name in caught.value.say("en")
        assert path.name in caught.value.say("ja")
    assert {row["state"] for row in listing(tmp_path)} == {"broken"}


def test_a_cut_off_file_is_refused(saved: Path) -> None:
    data = saved.read_bytes()
    saved.write_bytes(data[: len(data) // 2])
    with pytest.raises(SaveError):
        Session.open(saved)


def test_other_versions_and_other_rules_are_refused(saved: Path) -> None:
    spoil(
        saved,
        "UPDATE head SET value = replace(value, '\"version\":\"', '\"version\":\"9.') WHERE key = 'head'",
    )
    with pytest.raises(SaveError, match="cannot go on"):
        Session.open(saved)
    assert listing(saved.parent)[0]["state"] == "other_version"
    spoil(
        saved,
        "UPDATE head SET value = replace(value, '\"version\":\"9.', '\"version\":\"') WHERE key = 'head'",
    )
    spoil(
        saved, "UPDATE head SET value = replace(value, '\"params\":\"', '\"params\":\"f') WHERE key = 'head'"
    )
    with pytest.raises(SaveError, match="other rules"):
        Session.open(saved)
    spoil(saved, "PRAGMA user_version = 99")
    with pytest.raises(SaveError, match="format 99"):
        Session.open(saved)


def test_a_spoilt_snapshot_is_passed_over(saved: Path) -> None:
    session = Session.open(saved)
    digest = session.world.digest()
    session.close()
    spoil(saved, "UPDATE snapshots SET blob = zeroblob(100)")
    session = Session.open(saved)
    assert session.world.digest() == digest
    session.close()


def test_a_dungeon_without_its_table_is_refused(saved: Path) -> None:
    spoil(saved, "DROP TABLE commands")
    with pytest.raises(SaveError, match="broken"):
        Session.open(saved)


def test_names_and_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert saves.folder() == tmp_path / "meikyu"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert saves.folder().name == "meikyu"
    assert saves.folder(tmp_path) == tmp_path
    assert saves.path_of("北の迷宮", tmp_path).name == "北の迷宮.meikyu"
    for name in ("", "a/b", "..", "a\\b", "x" * 81, "a\0"):
        with pytest.raises(InputError):
            saves.path_of(name, tmp_path)


def test_what_was_played_before_a_kill_counts_as_played(tmp_path: Path) -> None:
    for name, whole, beside in (("a", 2_000, 1_000), ("b", 1_000, 3_000)):
        for path, when in ((f"{name}.meikyu", whole), (f"{name}.meikyu-wal", beside)):
            (tmp_path / path).write_bytes(b"")
            os.utime(tmp_path / path, (when, when))
    assert [(row["name"], row["played"]) for row in listing(tmp_path)] == [("b", 3_000), ("a", 2_000)]


def test_several_dungeons_are_listed_by_name(tmp_path: Path) -> None:
    assert listing(tmp_path / "nowhere") == []
    for name in ("north", "south"):
        Session.new(name=name, data=tmp_path, **SMALL).close()  # type: ignore[arg-type]
    unnamed = Session.new(data=tmp_path, **SMALL)  # type: ignore[arg-type]
    unnamed.close()
    found = {row["name"]: row for row in listing(tmp_path)}
    assert sorted(found) == ["dungeon-5", "north", "south"]
    assert found["north"] | {"path": "", "played": 0, "tick": 0} == {
        "name": "north",
        "path": "",
        "state": "ok",
        "tick": 0,
        "opened": 3600,
        "seed": 5,
        "start": "old_halls",
        "difficulty": "normal",
        "size": "48x48",
        "played": 0,
    }


def test_house_rules_are_kept_with_the_dungeon(tmp_path: Path) -> None:
    from meikyu.core.params import House

    changes = {"keep.sim.ticks_per_cell": 7, "keep.minutes.dig": 10, "keep.sim.opening_hour": 9}
    house = House("slow", changes, {})
    Session.new(tmp_path / "a.meikyu", house=house, **SMALL).close()  # type: ignore[arg-type]
    assert [row["opened"] for row in listing(tmp_path)] == [5400]
    session = Session.open(tmp_path / "a.meikyu")
    assert session.world.params.sim.ticks_per_cell == 7
    assert session.world.content.terrain[session.world.content.ground["rock"]].dig_minutes == 10
    session.close()


def test_a_fault_of_the_simulation_stops_it_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new(tmp_path / "a.meikyu")

    def broken(world: object) -> list[object]:
        raise RuntimeError("a rule went wrong")

    monkeypatch.setattr("meikyu.realm.session.step", broken)
    session.speed = 1
    wait_for("the failure", lambda: session.failure is not None)
    with pytest.raises(SaveError, match="a rule went wrong"):
        session.submit(Command("meal_cap", {"value": "small"}))
    monkeypatch.undo()
    session.close()
    Session.open(tmp_path / "a.meikyu").close()


def test_a_snapshot_holds_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever changes the dungeon under the lock waits for a snapshot that has begun."""
    pack, began, go_on = packing.pack, threading.Event(), threading.Event()

    def slow(*args: Any) -> Any:
        packed = pack(*args)
        if not began.is_set():
            began.set()
            go_on.wait(1.0)
        return packed

    monkeypatch.setattr(packing, "pack", slow)
    session = new(tmp_path / "a.meikyu")
    began.wait(30)
    with session.lock:
        assert letters.send(session.world, "minion_joined", 9, 12, "one", {"minion": 1, "species": 0})
        step(session.world)
    session.snapshot()
    go_on.set()
    session.close()
    again = Session.open(tmp_path / "a.meikyu")
    assert [letter.kind for letter in again.world.state.letters if letter.kind == "minion_joined"]
    again.close()
