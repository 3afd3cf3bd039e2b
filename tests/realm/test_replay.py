"""Replays come out as recorded, and a record that was tampered with names where it differs."""

import sqlite3
from pathlib import Path

import pytest

from meikyu.core.log import Command
from meikyu.errors import ReplayError, SaveError
from meikyu.realm import replay
from meikyu.realm.session import Session


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A save with a few commands and two snapshots."""
    path = tmp_path_factory.mktemp("records") / "a.meikyu"
    session = Session.new(path, seed=6, width=48, height=48)
    actors = session.world.state.actors
    cells = [[int(actors.x[0]) + 3, int(actors.y[0]) + n] for n in range(3)]
    session.submit(Command("mark_dig", {"cells": cells}))
    session.speed = -1
    while session.world.state.tick < 600:
        session.submit(Command("press_cell", {"actor": 1, "job": "haul", "button": "left"}))
    session.speed = 0
    session.close()
    return path


@pytest.fixture
def copy(record: Path, tmp_path: Path) -> Path:
    path = tmp_path / "copy.meikyu"
    path.write_bytes(record.read_bytes())
    return path


def spoil(path: Path, statement: str) -> None:
    link = sqlite3.connect(path)
    link.execute(statement)
    link.commit()
    link.close()


def test_a_save_comes_out_as_recorded(record: Path) -> None:
    told: list[tuple[int, int]] = []
    report = replay.verify(record, lambda done, whole: told.append((done, whole)))
    assert report["verified"] == report["digests"] >= 2
    assert report["commands"] >= 2
    assert report["ticks"] >= 600
    assert told


def test_a_text_replay_says_the_same(record: Path, tmp_path: Path) -> None:
    text = tmp_path / "a.jsonl"
    text.write_bytes(b"".join(replay.export(record)))
    report, other = replay.verify(text), replay.verify(record)
    assert report | {"file": "", "ticks": 0} == other | {"file": "", "ticks": 0}


def test_a_changed_digest_is_found_with_its_tick_and_part(copy: Path) -> None:
    spoil(
        copy,
        "UPDATE snapshots SET digest = 'f' || digest,"
        ' parts = replace(parts, \'"actors.x":"\', \'"actors.x":"0\')'
        " WHERE tick = (SELECT max(tick) FROM snapshots)",
    )
    with pytest.raises(ReplayError, match=r"actors\.x") as caught:
        replay.verify(copy)
    assert caught.value.tick >= 600


def test_a_changed_command_is_found(copy: Path) -> None:
    spoil(copy, "UPDATE commands SET args = replace(args, '\"left\"', '\"right\"') WHERE number = 1")
    with pytest.raises(ReplayError) as caught:
        replay.verify(copy)
    assert caught.value.tick > 0
    assert caught.value.say("ja")


def test_a_command_that_cannot_be_is_found(copy: Path) -> None:
    spoil(copy, "UPDATE commands SET kind = 'fly' WHERE number = 1")
    with pytest.raises(ReplayError, match="fly"):
        replay.verify(copy)


@pytest.mark.parametrize("text", [b"", b"not json\n", b'{"replay": {}}\n', b'{"tick": 1}\n'])
def test_texts_that_are_no_replays_are_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(text)
    with pytest.raises(ReplayError):
        replay.verify(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="no file"):
        replay.describe(tmp_path / "none.meikyu")


def test_another_version_is_refused(record: Path, tmp_path: Path) -> None:
    text = tmp_path / "a.jsonl"
    lines = b"".join(replay.export(record))
    text.write_bytes(lines.replace(b'"version":"', b'"version":"9.', 1))
    with pytest.raises(SaveError, match="cannot go on"):
        replay.verify(text)
