"""Tiles as small PNG pictures for pages: one route gives any tile of the atlas by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import HTTPException, Response

from meikyu.web.map.atlas import SIDE, paint, picture, tile_names, tile_rows


@cache
def png(name: str) -> bytes | None:
    """The tile as a 16x16 PNG, or None where there is no such tile."""
    if name not in tile_names():
        return None
    rgba = bytearray(SIDE * SIDE * 4)
    paint(rgba, SIDE, name, 0, 0)
    return picture(SIDE, SIDE, rgba)


@cache
def figure(name: str) -> str:
    """The 256 characters of a tile, row by row."""
    return "".join(tile_rows(name))


def attach(app: Any) -> None:
    """Register `/icon/<tile>.png`."""

    @app.get("/icon/{name}.png")
    def icon(name: str) -> Response:
        made = png(name)
        if made is None:
            raise HTTPException(404, f"no tile {name}")
        return Response(made, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})
