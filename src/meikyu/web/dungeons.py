"""The dungeons in the data folder as the pages list them; the save files are the realm's business."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from meikyu.books import keep
from meikyu.core.clock import clock_of
from meikyu.errors import InputError, SaveError, Text
from meikyu.web.state import HOUSE

NAME = Text("Keep", "魔殿")
COMPANIONS = ("-wal", "-shm", "")
"""What SQLite keeps beside a file (after a crash the first holds acknowledged orders); the file last."""

FAULTS = {
    "open": Text("Open in another Meikyu", "別の迷宮で開かれています"),
    "broken": Text("Broken: it cannot be read", "壊れていて読めません"),
    "other_version": Text(
        "Made by another version or under other rules; this version cannot go on with it",
        "別の版か別の規則で作られたもので、この版では続けられません",
    ),
}


class Saved(NamedTuple):
    """One dungeon of the list.

    Args:
        path: its file.
        name: what the player called it.
        clock: day and time in it.
        about: start, size, difficulty and seed, for the list.
        fault: why it cannot be opened, or None.
    """

    path: Path
    name: str
    clock: Text
    about: Text
    fault: Text | None


def listed() -> list[Saved]:
    """The dungeons of the folder, the open one first, then the last played first."""
    from meikyu.realm.save import listing

    rows = [_saved(row) for row in listing(HOUSE.data)]
    return sorted(rows, key=lambda saved: not _is_open(saved.path))


def _is_open(path: Path) -> bool:
    return HOUSE.session is not None and HOUSE.session.path == path


def _saved(row: dict[str, Any]) -> Saved:
    path, fault = Path(row["path"]), FAULTS.get(row["state"])
    tick, opened, start, difficulty, size, seed = (
        row["tick"],
        row["opened"],
        row["start"],
        row["difficulty"],
        row["size"],
        row["seed"],
    )
    if _is_open(path) and HOUSE.session is not None:
        state, fault = HOUSE.session.world.state, None
        tick, opened, start, difficulty = state.tick, state.opened, state.start, state.difficulty
        size, seed = f"{state.width}x{state.height}", state.seed
    clock = clock_of(tick, opened).text()
    names = {r["id"]: Text(r["name_en"], r["name_ja"]) for r in keep.BOOK.table("start")}
    hard = {k: Text(r["name"]["en"], r["name"]["ja"]) for k, r in keep.BOOK.toml("difficulty").items()}
    about = Text(
        "{clock} · {start} · {size} · {hard} · seed {seed}", "{clock}・{start}・{size}・{hard}・種 {seed}"
    )
    return Saved(
        path,
        row["name"],
        clock,
        about.fill(
            clock=clock,
            start=names.get(start, Text(start, start)),
            size=size,
            hard=hard.get(difficulty, Text(difficulty, difficulty)),
            seed=seed,
        ),
        fault,
    )


def free_name(stem: Text, lang: str = "") -> str:
    """A name that no dungeon has yet."""
    from meikyu.realm.save import path_of

    word = stem.say(lang or HOUSE.lang)
    number = 1
    while path_of(f"{word} {number}", HOUSE.data).exists():
        number += 1
    return f"{word} {number}"


def path_for(name: str) -> Path:
    """The file of a new dungeon of that name.

    Raises:
        InputError: a name no file may have, or one that is taken.
    """
    from meikyu.realm.save import path_of

    path = path_of(name.strip(), HOUSE.data)
    if path.exists():
        raise InputError(
            "not_allowed",
            "name",
            name,
            Text("a name that no keep has", "ほかの魔殿に無い名前"),
            Text(f'A keep "{name}" exists already', f"「{name}」という魔殿はもうあります"),
        )
    return path


def rename(saved: Saved, name: str) -> None:
    """Give a dungeon another name; the open one is saved and let go first.

    Raises:
        InputError: the name is not allowed or taken.
        SaveError: the file cannot be moved.
    """
    if name.strip() == saved.name:
        return
    path = path_for(name)
    if _is_open(saved.path):
        HOUSE.close()
    try:
        for suffix in COMPANIONS:
            if Path(f"{saved.path}{suffix}").exists():
                Path(f"{saved.path}{suffix}").rename(f"{path}{suffix}")
    except OSError as error:
        raise _cannot(saved, error) from error


def delete(saved: Saved) -> None:
    """Delete a dungeon for good.

    Raises:
        SaveError: the file cannot be deleted.
    """
    if _is_open(saved.path):
        HOUSE.close()
    try:
        for suffix in COMPANIONS:
            Path(f"{saved.path}{suffix}").unlink(missing_ok=True)
    except OSError as error:
        raise _cannot(saved, error) from error


def _cannot(saved: Saved, error: OSError) -> SaveError:
    return SaveError(
        Text(
            f"{saved.name} cannot be changed: {error.strerror}",
            f"{saved.name} を変えられません：{error.strerror}",
        )
    )
