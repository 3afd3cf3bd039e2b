"""Save files: an SQLite file with the command log, snapshots and how far the game has come."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.pool import StaticPool

import meikyu
from meikyu.books.keep import BOOK
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.log import Command, Head, digest
from meikyu.core.params import House, overlay
from meikyu.errors import InputError, SaveError, Text
from meikyu.realm.start import house_of

SUFFIX = ".meikyu"
MAGIC = 0x4D45494B
FORMAT = 7
KEPT = 3
"""Snapshots kept with their bytes; of older ones only the digest stays."""

META = sa.MetaData()
HEAD = sa.Table("head", META, sa.Column("key", sa.Text, primary_key=True), sa.Column("value", sa.Text))
COMMANDS = sa.Table(
    "commands",
    META,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("tick", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("args", sa.Text, nullable=False),
)
SNAPSHOTS = sa.Table(
    "snapshots",
    META,
    sa.Column("tick", sa.Integer, primary_key=True),
    sa.Column("commands", sa.Integer, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("parts", sa.Text, nullable=False),
    sa.Column("blob", sa.LargeBinary),
)


class Logged(NamedTuple):
    """A command as it was logged: its number from 0, the tick before which it was carried out."""

    number: int
    tick: int
    command: Command


class Snapshot(NamedTuple):
    """A state as it was saved.

    Attributes:
        tick: of the state. commands: how many commands it holds. digest: of the whole state.
        parts: digest a part as JSON, by name. blob: the packed state where it is still kept.
    """

    tick: int
    commands: int
    digest: str
    parts: str
    blob: bytes | None


def folder(data: Path | None = None) -> Path:
    """Where dungeons lie: `data`, else the platform's own folder for programs' data."""
    if data is not None:
        return Path(data)
    if os.environ.get("XDG_DATA_HOME"):
        return Path(os.environ["XDG_DATA_HOME"]) / "meikyu"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "meikyu"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", str(Path.home()))) / "meikyu"
    return Path.home() / ".local" / "share" / "meikyu"


def ready_folder(data: Path | None = None) -> Path:
    """The folder where dungeons lie, made where it is not there yet.

    Raises:
        SaveError: it cannot be made or written to.
    """
    place = folder(data)
    try:
        place.mkdir(parents=True, exist_ok=True)
        if not os.access(place, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        text = Text(
            "Dungeons cannot be kept in {place}: {why}. Choose another folder: --data DIR",
            "{place} に魔殿を置けません：{why}。別のフォルダを指定してください：--data DIR",
        )
        raise SaveError(text.fill(place=place, why=error.strerror)) from error
    return place


def path_of(name: str, data: Path | None = None) -> Path:
    """The file of a dungeon by its name.

    Raises:
        InputError: a name that no file may have.
    """
    if (
        not name.strip()
        or re.search(r'[\\/:*?"<>|\x00-\x1f]', name)
        or name.startswith(".")
        or len(name) > 80
    ):
        allowed = Text(
            '1 to 80 characters, none of \\ / : * ? " < > |, no dot first',
            '1〜80文字。\\ / : * ? " < > | と先頭の「.」は使えません',
        )
        raise InputError("not_allowed", "name", name, allowed)
    return folder(data) / f"{name}{SUFFIX}"


def free_path(seed: int, data: Path | None = None) -> Path:
    """A file name for a new dungeon that no file has yet."""
    number = 1
    while True:
        path = path_of(f"dungeon-{seed}" if number == 1 else f"dungeon-{seed}-{number}", data)
        if not path.exists():
            return path
        number += 1


def head_of(seed: int, options: dict[str, Any], house: House | None = None) -> Head:
    """The head of a new save: version, digests of the tables and the numbers in force, seed, options."""
    table, _ = overlay(BOOK.param_table, house_of(options["difficulty"], house))
    params = digest([("params", {key: param.value for key, param in table.items()})])
    tables = [(p.name, p.read_text("utf-8")) for p in sorted((BOOK.folder / "tables").iterdir())]
    given = None if house is None else house._asdict()
    return Head(meikyu.__version__, {"keep": digest(tables)}, params, seed, {**options, "house": given})


def check_head(head: Head, where: str) -> None:
    """Raise SaveError when a record was made by another version or under other numbers or tables."""
    now = head_of(head.seed, {k: v for k, v in head.options.items() if k != "house"}, house_in(head))
    if head.version != now.version:
        text = Text(
            f"{where} was made by Meikyu {head.version}; this is {now.version}, which cannot go on with it",
            f"{where} は迷宮 {head.version} の記録です。この版（{now.version}）では続きを遊べません",
        )
        raise SaveError(text)
    if (head.editions, head.params) != (now.editions, now.params):
        text = Text(
            f"{where} was made under other rules (numbers or tables of the keep have changed since)",
            f"{where} は別の規則（数値や表が今と違うもの）で作られています",
        )
        raise SaveError(text)


def house_in(head: Head) -> House | None:
    """The house rules that a record was made under."""
    given = head.options.get("house")
    return None if given is None else House(given["name"], given["changes"], given["units"])


class Save:
    """An open save file; no other process can open it meanwhile.

    Args:
        path: the file.
        engine: connected to it.
        head: what the dungeon was begun with.
    """

    def __init__(self, path: Path, engine: sa.Engine, head: Head) -> None:
        self.path = path
        self.head = head
        self._engine = engine
        self.turn = threading.Lock()
        with self._reading() as link:
            self.count: int = link.execute(sa.select(sa.func.count()).select_from(COMMANDS)).scalar_one()

    @classmethod
    def create(cls, path: Path, head: Head) -> Save:
        """A new save file.

        Raises:
            SaveError: there is one already, or the folder cannot be written.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                raise SaveError(Text(f"{path.name} exists already", f"{path.name} はもうあります"))
            engine = _engine(path)
            with engine.begin() as link:
                link.exec_driver_sql(f"PRAGMA application_id = {MAGIC}")
                link.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")
                META.create_all(link)
                rows = {"head": msgspec.json.encode(head._asdict()).decode(), "tick": "0"}
                link.execute(HEAD.insert(), [{"key": k, "value": v} for k, v in rows.items()])
        except (OSError, exc.DBAPIError) as error:
            raise _cannot(path, error) from error
        return cls(path, engine, head)

    @classmethod
    def open(cls, path: Path) -> Save:
        """An existing save file, checked.

        Raises:
            SaveError: it is missing, no save, broken, of another version, or open elsewhere.
        """
        if not path.is_file():
            raise SaveError(Text(f"There is no dungeon {path.name}", f"{path.name} という魔殿はありません"))
        engine = _engine(path)
        try:
            with engine.begin() as link:
                head = _read_head(path, link)
                link.execute(HEAD.update().where(HEAD.c.key == "tick").values(value=HEAD.c.value))
        except exc.DBAPIError as error:
            engine.dispose()
            raise _cannot(path, error) from error
        except SaveError:
            engine.dispose()
            raise
        try:
            check_head(head, path.name)
            return cls(path, engine, head)
        except SaveError:
            engine.dispose()
            raise

    def add_commands(self, rows: list[tuple[int, Command]]) -> None:
        """Log commands with their ticks; they are on the disk when this returns."""
        values = [
            {
                "number": self.count + n,
                "tick": tick,
                "kind": command.kind,
                "args": msgspec.json.encode(command.args).decode(),
            }
            for n, (tick, command) in enumerate(rows)
        ]
        with self._writing() as link:
            link.execute(COMMANDS.insert(), values)
            link.execute(HEAD.update().where(HEAD.c.key == "tick").values(value=str(rows[-1][0])))
        self.count += len(rows)

    def reach(self, tick: int) -> None:
        """Note how far the game has come."""
        with self._writing() as link:
            link.execute(HEAD.update().where(HEAD.c.key == "tick").values(value=str(tick)))

    def add_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot; the bytes of all but the newest few are let go, their digests stay."""
        with self._writing() as link:
            link.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.tick == snapshot.tick))
            link.execute(SNAPSHOTS.insert(), [snapshot._asdict()])
            link.execute(HEAD.update().where(HEAD.c.key == "tick").values(value=str(snapshot.tick)))
            newest = sa.select(SNAPSHOTS.c.tick).order_by(SNAPSHOTS.c.tick.desc()).limit(KEPT)
            link.execute(SNAPSHOTS.update().where(SNAPSHOTS.c.tick.not_in(newest)).values(blob=None))

    def tick(self) -> int:
        """How far the game had come when it was last noted."""
        with self._reading() as link:
            return int(link.execute(sa.select(HEAD.c.value).where(HEAD.c.key == "tick")).scalar_one())

    def commands(self, first: int = 0) -> list[Logged]:
        """The commands from number `first` on, in order."""
        query = sa.select(COMMANDS).where(COMMANDS.c.number >= first).order_by(COMMANDS.c.number)
        with self._reading() as link:
            return [
                Logged(row.number, row.tick, Command(row.kind, msgspec.json.decode(row.args)))
                for row in link.execute(query)
            ]

    def snapshots(self) -> list[Snapshot]:
        """All snapshots, oldest first."""
        with self._reading() as link:
            return [Snapshot(*row) for row in link.execute(sa.select(SNAPSHOTS).order_by(SNAPSHOTS.c.tick))]

    def close(self) -> None:
        """Let the file go."""
        self._engine.dispose()

    def _writing(self) -> _Guard:
        return _Guard(self, self._engine.begin)

    def _reading(self) -> _Guard:
        return _Guard(self, self._engine.connect)


class _Guard:
    """The file's one connection, for one thread at a time; its errors are told as SaveError."""

    def __init__(self, save: Save, take: Callable[[], Any]) -> None:
        self.save, self.take = save, take

    def __enter__(self) -> sa.Connection:
        self.save.turn.acquire()
        try:
            self.link = self.take()
            return self.link.__enter__()
        except exc.DBAPIError as fault:
            self.save.turn.release()
            raise _cannot(self.save.path, fault) from fault

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            self.link.__exit__(kind, error, trace)
        except exc.DBAPIError as fault:
            raise _cannot(self.save.path, fault) from fault
        finally:
            self.save.turn.release()
        if isinstance(error, (exc.DBAPIError, msgspec.DecodeError)):
            raise _cannot(self.save.path, error) from error


def _engine(path: Path) -> sa.Engine:
    engine = sa.create_engine(
        f"sqlite:///{path}",
        poolclass=StaticPool,
        connect_args={"check_same_thread": False, "timeout": 0.5},
    )

    @event.listens_for(engine, "connect")
    def prepare(link: Any, _: Any) -> None:
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            link.execute(f"PRAGMA {pragma}").fetchall()

    return engine


def _read_head(path: Path, link: sa.Connection) -> Head:
    magic = link.exec_driver_sql("PRAGMA application_id").scalar_one()
    version = link.exec_driver_sql("PRAGMA user_version").scalar_one()
    if magic != MAGIC:
        raise SaveError(
            Text(f"{path.name} is no dungeon of Meikyu", f"{path.name} は迷宮の保存ファイルではありません")
        )
    if version != FORMAT:
        text = Text(
            f"{path.name} has save format {version}; this version reads format {FORMAT}",
            f"{path.name} の保存形式は {version} です。この版が読めるのは {FORMAT} です",
        )
        raise SaveError(text)
    sound = link.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if sound != "ok":
        raise _broken(path, sound)
    try:
        row = link.execute(sa.select(HEAD.c.value).where(HEAD.c.key == "head")).scalar_one()
        return _to_head(row)
    except (exc.NoResultFound, msgspec.MsgspecError, TypeError) as error:
        raise _broken(path, str(error)) from error


def _to_head(row: str) -> Head:
    return Head(**msgspec.json.decode(row, type=dict[str, Any]))


def _broken(path: Path, why: str) -> SaveError:
    return SaveError(
        Text(f"{path.name} is broken and cannot be read: {why}", f"{path.name} は壊れていて読めません：{why}")
    )


def _cannot(path: Path, error: Exception) -> SaveError:
    """What a fault of the file or the database means for the player."""
    cause = getattr(error, "orig", error)
    why = str(cause)
    if isinstance(cause, sqlite3.OperationalError) and ("locked" in why or "busy" in why):
        text = Text(f"{path.name} is open in another Meikyu", f"{path.name} は別の迷宮で開かれています")
        return SaveError(text)
    if isinstance(cause, sqlite3.DatabaseError) and not isinstance(cause, sqlite3.OperationalError):
        return _broken(path, why)
    if isinstance(error, msgspec.DecodeError) or "no such table" in why:
        return _broken(path, why)
    text = Text(f"{path.name} cannot be written or read: {why}", f"{path.name} を読み書きできません：{why}")
    return SaveError(text)


def listing(data: Path | None = None) -> list[dict[str, Any]]:
    """The dungeons of the folder, the last played first.

    Each is a dict of name, path, state ("ok", "open" where another process has it, "broken",
    "other_version"), tick, opened (game ticks of its day at tick 0), seed, start, difficulty, size and played
    (seconds since 1970 of the last change).
    """
    place = folder(data)
    if not place.is_dir():
        return []
    found = [_glance(path) for path in place.glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda row: (-row["played"], row["name"]))


def _played(path: Path) -> int:
    """When a dungeon was last written to; what was played before a kill lies beside it, not yet taken in."""
    beside = Path(f"{path}-wal")
    return int(max(p.stat().st_mtime for p in (path, beside) if p.exists()))


def _glance(path: Path) -> dict[str, Any]:
    """What the list says of one dungeon, read without holding it."""
    row: dict[str, Any] = {"name": path.stem, "path": str(path), "state": "ok", "tick": 0, "seed": 0}
    row |= {"opened": 0, "start": "", "difficulty": "", "size": "", "played": _played(path)}
    try:
        link = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=0.1)
        try:
            if link.execute("PRAGMA application_id").fetchone()[0] != MAGIC:
                return row | {"state": "broken"}
            cells = dict(link.execute("SELECT key, value FROM head").fetchall())
        finally:
            link.close()
        head = _to_head(cells["head"])
        options = head.options
        row |= {"tick": int(cells["tick"]), "seed": head.seed, "start": options["start"]}
        row |= {"difficulty": options["difficulty"], "size": f"{options['width']}x{options['height']}"}
        check_head(head, path.name)
        params = BOOK.params(house_of(options["difficulty"], house_in(head)))
        row["opened"] = params.sim.opening_hour * TICKS_PER_HOUR
    except sqlite3.OperationalError as error:
        row["state"] = "open" if "locked" in str(error) else "broken"
    except SaveError:
        row["state"] = "other_version"
    except (sqlite3.DatabaseError, msgspec.MsgspecError, KeyError, ValueError, TypeError, InputError):
        row["state"] = "broken"
    return row
