"""Reading the book's tables into typed rows."""

from __future__ import annotations

from functools import cache

from meikyu.books.keep import BOOK
from meikyu.errors import Text
from meikyu.realm.content.rows import (
    STATS,
    Amounts,
    Content,
    Creature,
    Item,
    LetterKind,
    Recipe,
    Species,
    Start,
    Structure,
    Terrain,
)


def _list(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(";") if part)


def _amounts(text: str) -> Amounts:
    pairs = (part.rpartition(":") if ":" in part else (part, ":", "1") for part in _list(text))
    return tuple((name, int(count)) for name, _, count in pairs)


def _int(text: str) -> int:
    return int(text) if text else 0


def _range(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    return (int(low), int(high or low)) if low else (0, 0)


def _size(text: str) -> tuple[int, int]:
    w, _, h = text.partition("x")
    return int(w), int(h)


def _text(row: dict[str, str], stem: str) -> Text:
    return Text(row[f"{stem}_en"], row[f"{stem}_ja"])


def _species(row: dict[str, str]) -> Species:
    return Species(
        row["id"],
        _text(row, "name"),
        tuple(_range(row[stat]) for stat in STATS),
        row["carnivore"] == "yes",
        _size(row["body"])[0],
        row["shape"],
        row["bleeds"] == "yes",
        _int(row["attack"]),
        _int(row["defence"]),
        _list(row["traits"]),
        _amounts(row["rare_traits"]),
        _list(row["joins"]),
        _int(row["gate_weight"]),
        _int(row["hire_coins"]),
        _list(row["start_gear"]),
        _text(row, "traits"),
        _list(row["rules"]),
    )


def _item(row: dict[str, str]) -> Item:
    return Item(
        row["id"],
        _text(row, "name"),
        row["category"],
        tuple(row["group"].split("/")),
        row["food_kind"],
        _int(row["stack"]),
        _int(row["nutrition"]),
        _int(row["recreation"]),
        bool(row["qualities"]),
        _int(row["decay_hours"]),
        _amounts(row["decays_into"]),
        _list(row["source"]),
        _int(row["value"]),
        _int(row["attack"]),
        _int(row["defence"]),
        _int(row["range"]),
        row["damage_kind"],
        row["slot"],
        _amounts(row["bonus"]),
        _list(row["rules"]),
    )


def _structure(row: dict[str, str]) -> Structure:
    w, h = _size(row["size"])
    storage, _, capacity = row["storage_capacity"].partition(":")
    return Structure(
        row["id"],
        _text(row, "name"),
        row["category"],
        w,
        h,
        row["job"],
        _amounts(row["materials"]),
        _int(row["work_minutes"]),
        row["walkable"] == "yes",
        row["blocks_sight"],
        row["storage_kind"] and storage,
        _int(capacity),
        row["storage_accepts"],
        _int(row["light_radius"]),
        _int(row["fuel_hours"]),
        row["clears_fog"] or "no",
        _int(row["seat"]),
        _int(row["comfort"]),
        row["room_tag"],
        row["needs_room"] == "yes",
        row["unlock"],
        "floor",
        0,
        "",
        "",
        0,
        "",
        0,
        _text(row, "effect"),
        _list(row["rules"]),
    )


def _trap(row: dict[str, str]) -> Structure:
    w, h = _size(row["size"])
    return Structure(
        row["id"],
        _text(row, "name"),
        "trap",
        w,
        h,
        row["job"],
        _amounts(row["materials"]),
        _int(row["set_minutes"]),
        row["walkable"] == "yes",
        row["blocks_sight"],
        "",
        0,
        "",
        0,
        0,
        "no",
        0,
        0,
        "",
        False,
        row["unlock"],
        row["on"],
        _int(row["reset_minutes"]),
        row["trigger"],
        row["targets"],
        _int(row["attack"]),
        row["damage_kind"],
        _int(row["hold_minutes"]),
        _text(row, "effect"),
        _list(row["rules"]),
    )


def _terrain(row: dict[str, str]) -> Terrain:
    whole, _, part = row["map_percent"].partition(".")
    return Terrain(
        row["id"],
        _text(row, "name"),
        row["kind"],
        row["passable"] == "yes",
        row["blocks_sight"] == "yes",
        _int(row["dig_minutes"]),
        _amounts(row["dig_yield"]),
        row["becomes"],
        _int(row["gather_minutes"]),
        _amounts(row["gather_yield"]),
        _int(row["regrow_hours"]),
        _int(row["fish_minutes"]),
        _amounts(row["fish_yield"]),
        _int(row["clean_minutes"]),
        _int(row["light_radius"]),
        row["favours"],
        _int(whole) * 10 + _int(part),
        _int(row["map_count"]),
        row["origin"],
        _list(row["rules"]),
    )


def _recipe(row: dict[str, str]) -> Recipe:
    return Recipe(
        row["id"],
        _text(row, "name"),
        row["kind"],
        tuple(row["station"].split("|")),
        row["job"],
        _amounts(row["inputs"]),
        _amounts(row["outputs"]),
        _int(row["minutes"]),
        row["quality"] == "yes",
        row["unlock"],
        _list(row["rules"]),
    )


def _creature(row: dict[str, str]) -> Creature:
    return Creature(
        row["id"],
        _text(row, "name"),
        row["kind"],
        _size(row["body"])[0],
        row["shape"],
        row["lair"],
        (_int(row["herd_min"]), _int(row["herd_max"])),
        row["favoured"],
        _int(row["hunting"]),
        _int(row["attack"]),
        _int(row["defence"]),
        row["damage_kind"],
        row["bleeds"] == "yes",
        row["undead"] == "yes",
        row["behaviour"],
        _int(row["map_count"]),
        _int(row["respawn_hours"]),
        _amounts(row["butcher_yield"]),
        _amounts(row["summon_cost"]),
        row["when_wild"],
        _text(row, "traits"),
        _list(row["rules"]),
    )


def _letter(row: dict[str, str]) -> LetterKind:
    return LetterKind(
        row["id"],
        _text(row, "name"),
        row["trigger"],
        _text(row, "title"),
        row["urgency"],
        row["once_per"],
        _list(row["rules"]),
    )


def _start(row: dict[str, str]) -> Start:
    wanted: list[tuple[str, int, int]] = []
    for clause, count in _amounts(row["guarantee"]):
        stat, _, least = clause.partition(">=")
        wanted.append((stat, int(least), count))
    return Start(
        row["id"],
        _text(row, "name"),
        _int(row["hardness"]),
        _amounts(row["band"]),
        tuple(wanted),
        _amounts(row["gear"]),
        _amounts(row["stock"]),
        _amounts(row["structures"]),
        _list(row["map_wishes"]),
        _text(row, "intro"),
        _list(row["rules"]),
    )


@cache
def load() -> Content:
    """The content of the keep, read once."""
    species = tuple(_species(r) for r in BOOK.table("species"))
    items = tuple(_item(r) for r in BOOK.table("items"))
    built = tuple(_structure(r) for r in BOOK.table("structures")) + tuple(
        _trap(r) for r in BOOK.table("traps")
    )
    terrain = tuple(_terrain(r) for r in BOOK.table("terrain"))
    recipes = tuple(_recipe(r) for r in BOOK.table("recipes"))
    creatures = tuple(_creature(r) for r in BOOK.table("creatures"))
    letters = tuple(_letter(r) for r in BOOK.table("letters"))
    starts = tuple(_start(r) for r in BOOK.table("start"))
    tables = (species, items, built, terrain, recipes, creatures, letters, starts)
    return Content(*tables, *({row.id: n for n, row in enumerate(table)} for table in tables))
