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


def _png(width: int, height: int, rgba: bytearray) -> bytes:
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


@cache
def atlas() -> Atlas:
    """All tiles in one picture, in the order of their names."""
    folder = files("meikyu.web") / "tiles"
    palette = read_palette((folder / "palette.txt").read_text("utf-8"))
    names = sorted(
        entry.name.removesuffix(".txt")
        for entry in folder.iterdir()
        if entry.name.endswith(".txt") and entry.name != "palette.txt"
    )
    width, height = COLUMNS * SIDE, -(-len(names) // COLUMNS) * SIDE
    rgba = bytearray(width * height * 4)
    for place, name in enumerate(names):
        colours = _PARTS if name.startswith("body_") else palette
        paint = {c: bytes.fromhex(h[1:]) + b"\xff" for c, h in colours.items()}
        left, top = place % COLUMNS * SIDE, place // COLUMNS * SIDE
        for y, line in enumerate(read_tile(name, (folder / f"{name}.txt").read_text("utf-8"), palette)):
            for x, char in enumerate(line):
                if char != ".":
                    at = ((top + y) * width + left + x) * 4
                    rgba[at : at + 4] = paint.get(char, b"\0\0\0\0")
    png = _png(width, height, rgba)
    return Atlas(png, tuple(names), palette, f"{zlib.crc32(png):08x}")
