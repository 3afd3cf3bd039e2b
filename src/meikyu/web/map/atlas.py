"""The one picture of all tiles, made from the text files in `web/tiles` when it is first asked for."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from meikyu.errors import BookError, Text

SIDE = 16
"""Pixels along the side of a tile."""

COLUMNS = 32
"""Tiles in one row of the picture."""


class Atlas(NamedTuple):
    """The picture and where each tile is in it.

    Args:
        png: the picture, a PNG file.
        names: tile names; the place in the list is the place in the picture, row by row.
        palette: colour by character, such as "#0a0810".
        key: changes with the picture, for caches.
    """

    png: bytes
    names: tuple[str, ...]
    palette: dict[str, str]
    key: str


def read_palette(text: str) -> dict[str, str]:
    """Colour by character from the lines of a palette file."""
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("# ")]
    return {row[0]: row[1] for row in rows}


def read_tile(name: str, text: str, palette: dict[str, str]) -> list[str]:
    """The sixteen lines of a tile.

    Raises:
        BookError: a line or a character does not fit.
    """
    lines = text.splitlines()
    wide = [i + 1 for i, line in enumerate(lines) if len(line) != SIDE]
    if len(lines) != SIDE or wide:
        raise BookError(
            Text(
                f"tile {name}: {SIDE} lines of {SIDE} characters are wanted (lines {len(lines)}, odd {wide})",
                f"タイル{name}：{SIDE}文字の行が{SIDE}行必要です（{len(lines)}行、不正な行{wide}）",
            )
        )
    strange = sorted(set("".join(lines)) - set(palette) - {"."})
    if strange and not name.startswith("body_"):
        raise BookError(
            Text(f"tile {name}: no such colours: {strange}", f"タイル{name}：色にない文字：{strange}")
        )
    return lines


def picture(width: int, height: int, rgba: bytearray) -> bytes:
    """RGBA bytes as a PNG file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = width * 4
    raw = b"".join(b"\0" + rgba[y * row : (y + 1) * row] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(raw, 9))
        + chunk(b"IEND", b"")
    )


# The six parts of a body, where a tile has digits (KEP-WND-06 fixes their order).
_PARTS = {"1": "#f4cf52", "2": "#7fb8f0", "3": "#ff8a65", "4": "#5fc9a5", "5": "#c45bc0", "6": "#c9985c"}


_FOLDER = files("meikyu.web") / "tiles"


@cache
def colours() -> dict[str, str]:
    """Colour by character of all tiles."""
    return read_palette((_FOLDER / "palette.txt").read_text("utf-8"))


@cache
def tile_names() -> tuple[str, ...]:
    """The names of all tiles, in order."""
    names = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(n.removesuffix(".txt") for n in names if n.endswith(".txt") and n != "palette.txt"))


@cache
def tile_rows(name: str) -> list[str]:
    """The sixteen lines of a tile, checked."""
    return read_tile(name, (_FOLDER / f"{name}.txt").read_text("utf-8"), colours())


def paint(rgba: bytearray, width: int, name: str, left: int, top: int) -> None:
    """Paint a tile into RGBA bytes that are `width` pixels wide, its corner at (left, top)."""
    ink = _PARTS if name.startswith("body_") else colours()
    paints = {c: bytes.fromhex(h[1:]) + b"\xff" for c, h in ink.items()}
    for y, line in enumerate(tile_rows(name)):
        for x, char in enumerate(line):
            if char != ".":
                at = ((top + y) * width + left + x) * 4
                rgba[at : at + 4] = paints.get(char, b"\0\0\0\0")


@cache
def atlas() -> Atlas:
    """All tiles in one picture, in the order of their names."""
    names = tile_names()
    width, height = COLUMNS * SIDE, -(-len(names) // COLUMNS) * SIDE
    rgba = bytearray(width * height * 4)
    for place, name in enumerate(names):
        paint(rgba, width, name, place % COLUMNS * SIDE, place // COLUMNS * SIDE)
    png = picture(width, height, rgba)
    return Atlas(png, names, colours(), f"{zlib.crc32(png):08x}")
