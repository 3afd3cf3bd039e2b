"""A state as bytes and back, for snapshots: arrays as they are, all else typed."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import numpy as np

from meikyu.errors import SaveError, Text
from meikyu.realm import state as shapes
from meikyu.realm.state import Letter, Room, State, Stepping

TABLES: dict[str, Any] = {
    "cells": shapes.Cells,
    "actors": shapes.Actors,
    "items": shapes.Items,
    "structures": shapes.Structures,
    "sites": shapes.Sites,
    "tasks": shapes.Tasks,
}


class Packed(msgspec.Struct):
    """What a snapshot holds: the arrays of each table as (type, shape, bytes), and the other fields of State.

    `changed` is what the tables have told the tasks system and it has not yet taken in.
    """

    arrays: dict[str, list[tuple[str, tuple[int, ...], bytes]]]
    tick: int
    seed: int
    start: str
    difficulty: str
    width: int
    height: int
    opened: int
    lord: int
    names: list[str]
    plans: list[list[Stepping]]
    filters: dict[int, tuple[int, ...]]
    minimum: dict[int, int]
    hunts: dict[int, tuple[int, ...]]
    buried: dict[int, tuple[tuple[int, ...], ...]]
    allies: dict[int, tuple[int, ...]]
    hated: dict[int, tuple[int, ...]]
    ledger: dict[int, tuple[tuple[int, str, int], ...]]
    hits: dict[int, tuple[tuple[int, int], ...]]
    arts: dict[str, int]
    rites: dict[int, tuple[int, int]]
    eyes: dict[int, tuple[int, ...]]
    skipped: dict[int, tuple[tuple[int, int], ...]]
    timers: list[tuple[int, int, str, int, int]]
    letters: list[Letter]
    rooms: list[Room]
    meal_cap: int
    settings: dict[str, Any]
    counters: dict[str, int]
    map_version: int
    task_version: int
    changed: list[tuple[str, int]]


FIELDS = [name for name in Packed.__struct_fields__ if name not in ("arrays", "changed")]


def pack(state: State, changed: list[tuple[str, int]]) -> bytes:
    """The state as bytes, not yet compressed, so that a lock need not be held for long."""
    arrays = {
        name: [(a.dtype.str, a.shape, np.ascontiguousarray(a).tobytes()) for a in getattr(state, name)]
        for name in TABLES
    }
    rest = {name: getattr(state, name) for name in FIELDS}
    return msgspec.msgpack.encode(Packed(arrays=arrays, changed=changed, **rest))


def compress(data: bytes) -> bytes:
    """Packed bytes made smaller, quickly."""
    return zlib.compress(data, 1)


def unpack(blob: bytes) -> tuple[State, list[tuple[str, int]]]:
    """The state of a compressed snapshot, and what the tasks system had not yet taken in.

    Raises:
        SaveError: the bytes are no whole snapshot of this version.
    """
    try:
        packed = msgspec.msgpack.decode(zlib.decompress(blob), type=Packed)
        tables = {name: _table(shape, packed.arrays[name]) for name, shape in TABLES.items()}
    except (zlib.error, msgspec.MsgspecError, ValueError, KeyError, TypeError) as error:
        text = Text(f"A snapshot cannot be read: {error}", f"保存時点の記録を読めません：{error}")
        raise SaveError(text) from error
    return State(**tables, **{name: getattr(packed, name) for name in FIELDS}), packed.changed


def _table(shape: Any, arrays: list[tuple[str, tuple[int, ...], bytes]]) -> Any:
    made = [np.frombuffer(data, np.dtype(kind)).reshape(size).copy() for kind, size, data in arrays]
    return shape(*made)
