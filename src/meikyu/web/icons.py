"""Tiles as small PNG pictures for pages: one route gives any tile of `tiles/*.txt` by name."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import HTTPException, Response

TILES = Path(__file__).parent / "tiles"
SIDE = 16


@cache
def palette() -> dict[str, bytes]:
    """RGBA bytes by palette character; the dot is transparent."""
    colours = {".": b"\0\0\0\0"}
    for line in (TILES / "palette.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("# "):
            letter, colour = line.split(" ")[:2]
            colours[letter] = bytes.fromhex(colour.removeprefix("#")) + b"\xff"
    return colours


@cache
def png(name: str) -> bytes | None:
    """The tile as a 16x16 PNG, or None where there is no such tile."""
    path = TILES / f"{name}.txt"
    if not name.replace("_", "").isalnum() or not path.is_file():
        return None
    rows = path.read_text(encoding="utf-8").splitlines()[:SIDE]
    raw = b"".join(
        b"\0" + b"".join(palette().get(c, b"\0\0\0\0") for c in row.ljust(SIDE, ".")) for row in rows
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")
    )


@cache
def everything() -> dict[str, dict[str, str]]:
    """All tiles as 256 characters each, and the palette as colours."""
    tiles = {
        p.stem: "".join(
            line.ljust(SIDE, ".")[:SIDE] for line in p.read_text(encoding="utf-8").splitlines()[:SIDE]
        )
        for p in sorted(TILES.glob("*.txt"))
        if p.stem != "palette"
    }
    colours = {letter: f"#{rgba[:3].hex()}" for letter, rgba in palette().items() if letter != "."}
    return {"tiles": tiles, "palette": colours}


def attach(app: Any) -> None:
    """Register `/icon/<tile>.png` and `/web/tiles.json`."""

    @app.get("/web/tiles.json")
    def tiles() -> dict[str, dict[str, str]]:
        return everything()

    @app.get("/icon/{name}.png")
    def icon(name: str) -> Response:
        picture = png(name)
        if picture is None:
            raise HTTPException(404, f"no tile {name}")
        return Response(picture, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})
