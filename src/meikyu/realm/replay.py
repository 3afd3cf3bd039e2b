"""Replays: a save or a text replay run again from its seed, and held to every digest on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from meikyu.core.log import Command, Head, Mark, read_replay, write_replay
from meikyu.errors import MeikyuError, ReplayError, SaveError, Text
from meikyu.realm import commands, start
from meikyu.realm.save import Save, check_head, house_in
from meikyu.realm.step import step
from meikyu.realm.world import World

Progress = Callable[[int, int], None]
MAGIC = b"SQLite format 3\0"


class Record(NamedTuple):
    """What a file holds of a game.

    Attributes:
        head: what it was played on. lines: commands by tick and marks in order. tick: how far it went.
        parts: digest a part of the state, by the tick of the mark; empty where the file has none.
    """

    head: Head
    lines: list[tuple[int, Command] | Mark]
    tick: int
    parts: dict[int, dict[str, str]]


def read(path: Path) -> Record:
    """The record in a save or a text replay.

    Raises:
        SaveError: there is no such file, or a save cannot be opened.
        ReplayError: a text replay cannot be read.
    """
    path = Path(path)
    if not path.is_file():
        raise SaveError(Text(f"There is no file {path}", f"{path} というファイルはありません"))
    with path.open("rb") as file:
        is_save = file.read(len(MAGIC)) == MAGIC
    if not is_save:
        with path.open("rb") as file:
            head, lines = read_replay(file)
        ticks = [line.tick if isinstance(line, Mark) else line[0] for line in lines]
        return Record(head, lines, max(ticks, default=0), {})
    save = Save.open(path)
    try:
        return _of_save(save)
    finally:
        save.close()


def _of_save(save: Save) -> Record:
    lines: list[tuple[int, Command] | Mark] = []
    parts: dict[int, dict[str, str]] = {}
    logged = save.commands()
    done = 0
    for taken in save.snapshots():
        while done < min(taken.commands, len(logged)):
            lines.append((logged[done].tick, logged[done].command))
            done += 1
        lines.append(Mark(taken.tick, taken.digest))
        parts[taken.tick] = msgspec.json.decode(taken.parts, type=dict[str, str])
    lines += [(entry.tick, entry.command) for entry in logged[done:]]
    return Record(save.head, lines, save.tick(), parts)


def export(path: Path) -> Iterator[bytes]:
    """A save as a text replay, line by line."""
    record = read(path)
    return write_replay(record.head, record.lines)


def describe(path: Path) -> dict[str, Any]:
    """What a record holds: versions, seed, options, ticks, commands and digests."""
    record = read(path)
    options = {key: value for key, value in record.head.options.items() if value is not None}
    given = [line for line in record.lines if not isinstance(line, Mark)]
    return {
        "file": str(path),
        "version": record.head.version,
        "seed": record.head.seed,
        **options,
        "ticks": record.tick,
        "commands": len(given),
        "digests": len(record.lines) - len(given),
    }


def verify(path: Path, progress: Progress | None = None) -> dict[str, Any]:
    """Run a record again from its seed and compare every digest.

    Args:
        path: a save or a text replay.
        progress: told ticks done and ticks in all.

    Returns:
        What `describe` tells, and `verified`, the number of digests that came out the same.

    Raises:
        ReplayError: the first digest that differs; the text names the tick and, where known, the part.
        SaveError: the file cannot be read or was made under other rules.
    """
    record = read(path)
    check_head(record.head, Path(path).name)
    head, options = record.head, record.head.options
    size = (options["width"], options["height"])
    world = start.new(head.seed, options["start"], options["difficulty"], *size, house_in(head))
    compared = 0
    for line in record.lines:
        if isinstance(line, Mark):
            _play_to(world, line.tick, record.tick, progress)
            _compare(world, line, record.parts.get(line.tick, {}))
            compared += 1
        else:
            _play_to(world, line[0], record.tick, progress)
            _carry_out(world, line[1])
    _play_to(world, record.tick, record.tick, progress)
    return {**describe(path), "verified": compared, "digest": world.digest()}


def _play_to(world: World, tick: int, last: int, progress: Progress | None) -> None:
    if tick < world.state.tick:
        text = Text(
            f"The record goes back in time at tick {tick}", f"{tick}ティックで記録の順序が逆になっています"
        )
        raise ReplayError(text, tick)
    while world.state.tick < tick:
        step(world)
        if progress is not None and world.state.tick % 500 == 0:
            progress(world.state.tick, last)


def _carry_out(world: World, command: Command) -> None:
    tick = world.state.tick
    try:
        commands.execute(world, command)
    except MeikyuError as error:
        text = Text(
            "At tick {tick} the command {kind} is refused now: {why}",
            "{tick}ティックの指示 {kind} は今は受け付けられません：{why}",
        )
        raise ReplayError(text.fill(tick=tick, kind=command.kind, why=error.text), tick) from error


def _compare(world: World, mark: Mark, parts: dict[str, str]) -> None:
    if world.digest() == mark.digest:
        return
    now = world.part_digests()
    part = next((name for name in now if name in parts and now[name] != parts[name]), "")
    text = Text(
        f"The game comes out differently by tick {mark.tick}" + (f": first in {part}" if part else ""),
        f"{mark.tick}ティックまでに記録と違う結果になります" + (f"（最初の違い：{part}）" if part else ""),
    )
    raise ReplayError(text, mark.tick)
