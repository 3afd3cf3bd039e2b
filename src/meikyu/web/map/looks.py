"""How things look: which tile each row of the keep's tables is drawn with, from `looks.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meikyu.realm import content
from meikyu.web.map.atlas import atlas

UNKNOWN = "ui_d20"
"""What has no look of its own is drawn as a die, so that it is seen."""


class Looks(NamedTuple):
    """Tiles by row of the tables.

    Args:
        terrain: stem of the ground's tiles by terrain row.
        lights: light that a terrain row gives, by id.
        structures: look of a structures row (traps after them): tiles or parts, form, light.
        items: tile name by item row.
        species, creatures, adventurers: tile name by row of those tables.
        tools: tile number by job column of what is held in hand, -1 for none.
    """

    terrain: tuple[str, ...]
    lights: dict[str, dict[str, Any]]
    structures: tuple[dict[str, Any], ...]
    items: tuple[str, ...]
    species: tuple[str, ...]
    creatures: tuple[str, ...]
    adventurers: tuple[str, ...]
    tools: tuple[int, ...]


@cache
def looks() -> Looks:
    """The looks of all rows of the keep's tables."""
    told = tomllib.loads((files("meikyu.web.map") / "looks.toml").read_text("utf-8"))
    place = {name: n for n, name in enumerate(atlas().names)}
    rows = content.load()
    return Looks(
        tuple(told["terrain"].get(row.id, UNKNOWN) for row in rows.terrain),
        told["lights"],
        tuple(told["structures"].get(row.id, {"tiles": [UNKNOWN]}) for row in rows.structures),
        tuple(told["items"].get(row.id, UNKNOWN) for row in rows.items),
        tuple(told["species"].get(row.id, UNKNOWN) for row in rows.species),
        tuple(told["creatures"].get(row.id, UNKNOWN) for row in rows.creatures),
        tuple(told["adventurers"].values()),
        tuple(place.get(told["tools"].get(job, ""), -1) for job in content.JOBS),
    )


@cache
def sprite_tiles() -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]:
    """Tile numbers by row: of the species table, of the creatures table, of the adventurers table."""
    place = {name: n for n, name in enumerate(atlas().names)}
    seen = looks()
    return (
        np.array([place.get(n, 0) for n in seen.species], np.int16),
        np.array([place.get(n, 0) for n in seen.creatures], np.int16),
        np.array([place.get(n, 0) for n in seen.adventurers], np.int16),
    )


def legend(rows: content.Content) -> dict[str, Any]:
    """What the page must know of a dungeon's rows to draw and to name things, once, as JSON-like data."""
    seen = looks()
    return {
        "terrain": [
            {"id": r.id, "en": r.name.en, "ja": r.name.ja, "kind": r.kind, "look": s, **_lit(r, seen.lights)}
            for r, s in zip(rows.terrain, seen.terrain, strict=True)
        ],
        "structures": [
            {
                "id": r.id,
                "en": r.name.en,
                "ja": r.name.ja,
                "told": r.told._asdict(),
                "category": r.category,
                "w": r.w,
                "h": r.h,
                "sight": r.sight,
                "job": r.job,
                "cost": [list(pair) for pair in r.materials],
                "minutes": r.work_minutes,
                "unlock": r.unlock,
                "radius": s.get("radius", r.light_radius),
                "look": s,
            }
            for r, s in zip(rows.structures, seen.structures, strict=True)
        ],
        "items": [
            {"id": r.id, "en": r.name.en, "ja": r.name.ja, "groups": list(r.groups), "tile": s}
            for r, s in zip(rows.items, seen.items, strict=True)
        ],
    }


def _lit(row: content.Terrain, lights: dict[str, dict[str, Any]]) -> dict[str, Any]:
    if row.id not in lights:
        return {}
    return {"light": {**lights[row.id], **({"radius": row.light_radius} if row.light_radius else {})}}
