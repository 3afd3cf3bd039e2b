"""Commands, events, digests and replays: what went in, what came out, and the proof that it repeats."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from meikyu.errors import ReplayError, Text


class Command(NamedTuple):
    """What a person (or a program) asked for.

    Args:
        kind: snake_case name, such as "mark_dig".
        args: its JSON-like arguments by name.
    """

    kind: str
    args: dict[str, Any]


class Event(NamedTuple):
    """A fact of the course of play.

    Args:
        tick: when (a game's turn number in turn-based games).
        kind: snake_case name.
        rule: id of the rule behind it.
        args: JSON-like facts by name: actor ids, cells, amounts.
    """

    tick: int
    kind: str
    rule: str
    args: dict[str, Any]


def digest(parts: Iterable[tuple[str, Any]]) -> str:
    """Hex digest of named parts (arrays or JSON-like values) in the order given."""
    h = hashlib.blake2b(digest_size=16)
    for name, part in parts:
        h.update(name.encode())
        if hasattr(part, "dtype"):  # an array; numpy is not imported for those who only name commands
            h.update(f"{part.dtype.str}{part.shape}".encode())
            h.update(part.tobytes())
        else:
            h.update(msgspec.json.encode(part, order="deterministic"))
    return h.hexdigest()


class Head(NamedTuple):
    """First line of a replay: what it was played on."""

    version: str
    editions: dict[str, str]
    params: str
    seed: int
    options: dict[str, Any]


class Mark(NamedTuple):
    """A digest of the state after so many ticks."""

    tick: int
    digest: str


def write_replay(head: Head, lines: Iterable[tuple[int, Command] | Mark]) -> Iterator[bytes]:
    """A replay as JSON lines: the head, then commands by tick and marks, in the order of play."""
    yield msgspec.json.encode({"replay": head._asdict()}) + b"\n"
    for line in lines:
        if isinstance(line, Mark):
            yield msgspec.json.encode({"tick": line.tick, "digest": line.digest}) + b"\n"
        else:
            tick, command = line
            yield msgspec.json.encode({"tick": tick, "command": command.kind, "args": command.args}) + b"\n"


def read_replay(lines: Iterable[bytes]) -> tuple[Head, list[tuple[int, Command] | Mark]]:
    """What `write_replay` wrote.

    Raises:
        ReplayError: a line is not of the format; the text names its number.
    """
    head: Head | None = None
    found: list[tuple[int, Command] | Mark] = []
    for number, line in enumerate(lines, 1):
        try:
            row = msgspec.json.decode(line)
            if head is None:
                head = Head(**row["replay"])
            elif "digest" in row:
                found.append(Mark(row["tick"], row["digest"]))
            else:
                found.append((row["tick"], Command(row["command"], row["args"])))
        except (msgspec.DecodeError, KeyError, TypeError) as error:
            raise ReplayError(
                Text(
                    f"Line {number} is not a replay line: {error}",
                    f"{number}行目は再生記録として読めません：{error}",
                )
            ) from error
    if head is None:
        raise ReplayError(Text("The replay is empty", "再生記録が空です"))
    return head, found
