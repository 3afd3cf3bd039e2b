"""A dungeon being played: a thread that steps it in real time, takes commands and keeps it on the disk.

A command is carried out between two ticks, written to the file and only then acknowledged. The file also
notes each second how far the game has come, and from time to time the whole state; opening it takes the last
good snapshot and plays the rest again.
"""

from __future__ import annotations

import queue
import secrets
import threading
import time  # noqa: TID251  only paces the ticks against the wall clock; nothing of the state depends on it
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from meikyu.books.keep import BOOK, ground
from meikyu.core.log import Command, Event
from meikyu.core.params import House
from meikyu.core.ruling import Ruling
from meikyu.errors import InputError, MeikyuError, SaveError, Text
from meikyu.realm import commands, content, packing, start
from meikyu.realm.chronicle import Chronicle
from meikyu.realm.mapgen import USUAL
from meikyu.realm.save import Save, Snapshot, free_path, head_of, house_in, path_of
from meikyu.realm.step import step
from meikyu.realm.waking import wake
from meikyu.realm.world import World

Listener = Callable[[list[Event]], None]

SPEEDS = (0, 1, 3, 10, -1)
"""Pause, normal, faster, fastest in real time, and as fast as it goes."""

HELD = 0.004
"""Seconds for which the lock is held at most, a single long tick aside."""

BREATH = 0.001
"""Seconds left to the pages between two batches."""

LAG = 0.3
"""Seconds that the game may fall behind before it lets them go."""

NOTE = 1.0
SNAPSHOT_TICKS = 2000
SNAPSHOT_SECONDS = 5.0


class _Asked:
    """A command on its way: the answer, or the error, once it is there."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.answer: Ruling[bool] | None = None
        self.error: Exception | None = None
        self.there = threading.Event()


class Session:
    """A running dungeon.

    Args:
        path: its save file, None for one that is not kept.
        world: the dungeon.
        save: the open save file.

    Attributes:
        lock: held while the world is stepped; hold it to read the world.
        failure: the error that stopped the dungeon, or None.
        chronicle: what each being did since the dungeon was opened; read it under the lock.
    """

    def __init__(self, path: Path | None, world: World, save: Save | None = None) -> None:
        self.path = path
        self.world = world
        self.lock = threading.RLock()
        self.failure: Exception | None = None
        self.chronicle = Chronicle()
        self._save = save
        self._listeners: list[Listener] = []
        self._asked: queue.SimpleQueue[_Asked] = queue.SimpleQueue()
        self._wakes = threading.Event()
        self._closing = False
        self._speed = 0
        self._anchor = (time.monotonic(), world.state.tick)
        self._noted = (time.monotonic(), world.state.tick)
        self._kept = (time.monotonic(), world.state.tick)
        self._clean = True
        self._thread = threading.Thread(target=self._run, name="meikyu-realm", daemon=True)
        self._thread.start()

    @classmethod
    def new(
        cls,
        path: Path | None = None,
        *,
        seed: int | None = None,
        start: str = "old_halls",
        width: int = USUAL,
        height: int = USUAL,
        difficulty: str = "normal",
        name: str | None = None,
        data: Path | None = None,
        house: House | None = None,
    ) -> Session:
        """Begin a dungeon in a new save file.

        Args:
            path: the file; by `name` in the folder `data` where left out.
            seed: of the map and all chance; drawn where left out.
            start: id of the start.
            width: of the map.
            height: of the map.
            difficulty: its id.
            name: of the file where no path is given; after the seed where left out.
            data: folder of the file where no path is given; the platform's own where left out.
            house: a table's own rules.

        Raises:
            InputError: an option that is not allowed.
            SaveError: the file exists or cannot be written.
        """
        seed = secrets.randbits(31) if seed is None else seed
        world = _begin(seed, start, difficulty, width, height, house)
        if path is None:
            path = free_path(seed, data) if name is None else path_of(name, data)
        options = {"start": start, "difficulty": difficulty, "width": width, "height": height}
        save = Save.create(Path(path), head_of(seed, options, house))
        return cls(Path(path), world, save)

    @classmethod
    def open(cls, path: Path) -> Session:
        """Go on with a saved dungeon where it was.

        Raises:
            SaveError: the file is missing, broken, of another version, or open elsewhere.
        """
        save = Save.open(Path(path))
        try:
            world = restore(save)
        except MeikyuError:
            save.close()
            raise
        return cls(Path(path), world, save)

    # What a page does

    @property
    def speed(self) -> int:
        """0 paused, 1, 3, 10, or -1 for as fast as it goes."""
        return self._speed

    @speed.setter
    def speed(self, value: int) -> None:
        if value not in SPEEDS or isinstance(value, bool):
            raise InputError("not_allowed", "speed", value, list(SPEEDS))
        with self.lock:
            self._speed = value
            self._anchor = (time.monotonic(), self.world.state.tick)
        self._wakes.set()

    def submit(self, command: Command, timeout: float = 30.0) -> Ruling[bool]:
        """Have a command carried out; returns when it is on the disk, or with the reasons against it.

        Raises:
            InputError: the command cannot be read.
            SaveError: it could not be written, or the dungeon has stopped.
        """
        if threading.current_thread() is self._thread:
            raise RuntimeError("a listener may not submit commands")
        if self.failure is not None or not self._thread.is_alive():
            raise _stopped(self.failure)
        asked = _Asked(command)
        self._asked.put(asked)
        self._wakes.set()
        if not asked.there.wait(timeout):
            raise SaveError(Text("The dungeon does not answer", "魔殿が応答しません"))
        if asked.error is not None:
            raise asked.error
        assert asked.answer is not None
        return asked.answer

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Have `callback` told the events of each batch of ticks; returns what ends it.

        It is called on the dungeon's thread and should only hand on.
        """
        self._listeners.append(callback)

        def end() -> None:
            if callback in self._listeners:
                self._listeners.remove(callback)

        return end

    def snapshot(self) -> None:
        """Keep the whole state in the file now, where no command has come in since the last tick."""
        self._snapshot()

    def close(self) -> None:
        """Stop, keep the state and let the file go."""
        if self._closing:
            return
        self._closing = True
        self._wakes.set()
        self._thread.join()
        if self._save is not None:
            try:
                if self.failure is None and self._kept[1] != self.world.state.tick:
                    self._snapshot()
                if self.failure is None:
                    self._save.reach(self.world.state.tick)
            finally:
                self._save.close()

    # The dungeon's thread: the only one that changes the world, so that it reads without the lock

    def _run(self) -> None:
        try:
            if self.world.state.tick == 0:
                self._snapshot()
            while not self._closing:
                self._wakes.clear()
                self._serve()
                pause = self._step_batch()
                self._keep()
                self._wakes.wait(pause)
            self._serve()
        except Exception as error:  # the page must hear of it, whatever it was
            self.failure = error
            self._speed = 0
            self._refuse_all()

    def _snapshot(self) -> None:
        """Keep the whole state, where no command has come in since the last tick.

        Bytes, digests and tick are taken under the lock, so that they are those of one moment.
        """
        with self.lock:
            if self._save is None or not self._clean:
                return
            state = self.world.state
            self._kept = (time.monotonic(), state.tick)
            packed = packing.pack(state, self.world.scratch.changed)
            parts = msgspec.json.encode(self.world.part_digests()).decode()
            taken = Snapshot(state.tick, self._save.count, self.world.digest(), parts, None)
        self._save.add_snapshot(taken._replace(blob=packing.compress(packed)))

    def _serve(self) -> None:
        """Carry out what was asked, log it, then answer."""
        waiting: list[_Asked] = []
        rows: list[tuple[int, Command]] = []
        with self.lock:
            while not self._asked.empty():
                asked = self._asked.get()
                waiting.append(asked)
                try:
                    asked.answer = commands.plan(self.world, asked.command)
                    if asked.answer.value:
                        commands.execute(self.world, asked.command)
                        rows.append((self.world.state.tick, asked.command))
                        self._clean = False
                except MeikyuError as error:
                    asked.error = error
        try:
            if rows and self._save is not None:
                self._save.add_commands(rows)
                self._noted = (time.monotonic(), rows[-1][0])
        except SaveError as error:
            for asked in waiting:
                asked.error = asked.error or error
            raise
        finally:
            for asked in waiting:
                asked.there.set()

    def _refuse_all(self) -> None:
        while not self._asked.empty():
            asked = self._asked.get()
            asked.error = _stopped(self.failure)
            asked.there.set()

    def _owed(self) -> int:
        """Ticks that real time is ahead of the game."""
        if self._speed <= 0:
            return 0 if self._speed == 0 else 1 << 30
        began, first = self._anchor
        rate = ground.ticks_a_second(self.world.params.sim, self._speed)
        owed = int((time.monotonic() - began) * rate) - (self.world.state.tick - first)
        if owed > LAG * rate + 1:
            self._anchor = (time.monotonic(), self.world.state.tick)
            return 1
        return owed

    def _step_batch(self) -> float:
        """Step for a few milliseconds at most, or until an order waits; returns for how long to wait."""
        events: list[Event] = []
        with self.lock:
            owed = self._owed()
            end = time.monotonic() + HELD
            while owed > 0 and not self._closing:
                events += step(self.world)
                self._clean = True
                owed -= 1
                if not self._asked.empty() or time.monotonic() >= end:
                    break
            self.chronicle.add(events)
        if events:
            for listener in list(self._listeners):
                listener(events)
        if self._speed == 0:
            return 0.25
        return BREATH if owed > 0 else 1 / (2 * ground.ticks_a_second(self.world.params.sim, self._speed))

    def _keep(self) -> None:
        """Note how far the game has come, and keep a snapshot when one is due."""
        if self._save is None:
            return
        now, tick = time.monotonic(), self.world.state.tick
        if self._clean and now - self._kept[0] >= SNAPSHOT_SECONDS and tick - self._kept[1] >= SNAPSHOT_TICKS:
            self._snapshot()
            self._noted = (now, tick)
        elif tick != self._noted[1] and now - self._noted[0] >= NOTE:
            self._save.reach(tick)
            self._noted = (now, tick)


def _stopped(failure: Exception | None) -> SaveError:
    why = failure.text if isinstance(failure, MeikyuError) else Text(repr(failure), repr(failure))
    text = Text("The dungeon has stopped: {why}", "魔殿が止まりました：{why}").fill(why=why)
    return SaveError(text)


def _begin(seed: int, name: str, difficulty: str, width: int, height: int, house: House | None) -> World:
    return start.new(seed, name, difficulty, width, height, house)


def restore(save: Save, progress: Callable[[int, int], None] | None = None) -> World:
    """The dungeon of a save as it was last: its newest good snapshot, and from there on played again.

    Raises:
        SaveError: a logged command is refused now, so that the file does not belong to this program.
    """
    world, done = _from_snapshot(save)
    last = save.tick()
    logged = save.commands(done)
    first = world.state.tick
    try:
        for entry in logged:
            _play_to(world, entry.tick, first, last, progress)
            commands.execute(world, entry.command)
    except (InputError, MeikyuError) as error:
        raise SaveError(
            Text(
                f"{save.path.name} does not play on: {error}",
                f"{save.path.name} の続きを再現できません：{error}",
            )
        ) from error
    _play_to(world, last, first, last, progress)
    return world


def _play_to(world: World, tick: int, first: int, last: int, progress: Any) -> None:
    while world.state.tick < tick:
        step(world)
        if progress is not None and world.state.tick % 200 == 0:
            progress(world.state.tick - first, last - first)


def _from_snapshot(save: Save) -> tuple[World, int]:
    """The newest whole snapshot, and how many commands it holds; the beginning where there is none."""
    head, house = save.head, house_in(save.head)
    for taken in reversed(save.snapshots()):
        if taken.blob is None:
            continue
        try:
            state, changed = packing.unpack(taken.blob)
        except SaveError:
            continue
        params = BOOK.params(start.house_of(state.difficulty, house))
        world = wake(state, params, content.load(params), changed)
        if world.digest() == taken.digest:
            return world, taken.commands
    options = head.options
    size = (options["width"], options["height"])
    return start.new(head.seed, options["start"], options["difficulty"], *size, house), 0
