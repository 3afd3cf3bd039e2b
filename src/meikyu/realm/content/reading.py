"""Reading the book's tables into typed rows."""

from __future__ import annotations

from functools import lru_cache

from meikyu.books.keep import BOOK, KeepParams, building, food, ground
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


def _amounts(p: KeepParams, text: str) -> Amounts:
    return tuple((name, count) for name, count in ground.yield_of(p, text))


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


def _species(p: KeepParams, row: dict[str, str]) -> Species:
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
        _amounts(p, row["rare_traits"]),
        _list(row["joins"]),
        _int(row["gate_weight"]),
        _int(row["hire_coins"]),
        _list(row["start_gear"]),
        _text(row, "traits"),
        _list(row["rules"]),
    )


def _item(p: KeepParams, row: dict[str, str]) -> Item:
    return Item(
        row["id"],
        _text(row, "name"),
        row["category"],
        tuple(row["group"].split("/")),
        food.kind_of(row["id"], row["group"]),
        _int(row["stack"]),
        bool(row["qualities"]),
        _int(row["decay_hours"]),
        _amounts(p, row["decays_into"]),
        _list(row["source"]),
        _int(row["value"]),
        _int(row["attack"]),
        _int(row["defence"]),
        _int(row["range"]),
        row["damage_kind"],
        row["slot"],
        _amounts(p, row["bonus"]),
        _list(row["rules"]),
    )


def _structure(p: KeepParams, row: dict[str, str]) -> Structure:
    w, h = _size(row["size"])
    storage, _, capacity = row["storage_capacity"].partition(":")
    materials = _amounts(p, row["materials"])
    return Structure(
        row["id"],
        _text(row, "name"),
        row["category"],
        w,
        h,
        row["job"],
        materials,
        _work_minutes(p, materials, row["work_minutes"], 0),
        row["walkable"] == "yes",
        row["blocks_sight"],
        row["storage_kind"],
        storage,
        ground.number_of(p, capacity),
        row["storage_accepts"],
        ground.number_of(p, row["light_radius"]),
        ground.number_of(p, row["fuel_hours"]),
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


def _work_minutes(p: KeepParams, materials: Amounts, own: str, is_trap: int) -> int:
    """Minutes of work of a structure: its row's own, or the book's for the pieces that go into it."""
    units = sum(count for _, count in materials)
    return building.work_minutes(p.minutes, units, ground.number_of(p, own) if own else -1, is_trap)


def _trap(p: KeepParams, row: dict[str, str]) -> Structure:
    w, h = _size(row["size"])
    materials = _amounts(p, row["materials"])
    return Structure(
        row["id"],
        _text(row, "name"),
        "trap",
        w,
        h,
        row["job"],
        materials,
        _work_minutes(p, materials, "", 1),
        row["walkable"] == "yes",
        row["blocks_sight"],
        "",
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
        ground.base_minutes(p.minutes, "trap", _int(row["reset_percent"])),
        row["trigger"],
        row["targets"],
        _int(row["attack"]),
        row["damage_kind"],
        _int(row["hold_minutes"]),
        _text(row, "effect"),
        _list(row["rules"]),
    )


def _terrain(p: KeepParams, row: dict[str, str]) -> Terrain:
    whole, _, part = row["map_percent"].partition(".")
    return Terrain(
        row["id"],
        _text(row, "name"),
        row["kind"],
        row["passable"] == "yes",
        row["blocks_sight"] == "yes",
        ground.base_minutes(p.minutes, "dig", _int(row["dig_percent"])),
        _amounts(p, row["dig_yield"]),
        row["becomes"],
        ground.number_of(p, row["gather_minutes"]),
        _amounts(p, row["gather_yield"]),
        _int(row["regrow_hours"]),
        ground.number_of(p, row["fish_minutes"]),
        _amounts(p, row["fish_yield"]),
        ground.number_of(p, row["clean_minutes"]),
        _int(row["light_radius"]),
        row["favours"],
        _int(whole) * 10 + _int(part),
        _int(row["map_count"]),
        row["origin"],
        _list(row["rules"]),
    )


def _recipe(p: KeepParams, row: dict[str, str]) -> Recipe:
    return Recipe(
        row["id"],
        _text(row, "name"),
        row["kind"],
        tuple(row["station"].split("|")),
        row["job"],
        _amounts(p, row["inputs"]),
        _amounts(p, row["outputs"]),
        ground.number_of(p, row["minutes"]),
        row["quality"] == "yes",
        row["unlock"],
        _list(row["rules"]),
    )


def _creature(p: KeepParams, row: dict[str, str]) -> Creature:
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
        _amounts(p, row["butcher_yield"]),
        _amounts(p, row["summon_cost"]),
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


def _start(p: KeepParams, row: dict[str, str]) -> Start:
    wanted: list[tuple[str, int, int]] = []
    for clause, count in _amounts(p, row["guarantee"]):
        stat, _, least = clause.partition(">=")
        wanted.append((stat, int(least), count))
    return Start(
        row["id"],
        _text(row, "name"),
        _int(row["hardness"]),
        _amounts(p, row["band"]),
        tuple(wanted),
        _amounts(p, row["gear"]),
        _amounts(p, row["stock"]),
        _amounts(p, row["structures"]),
        _list(row["map_wishes"]),
        _text(row, "intro"),
        _list(row["rules"]),
    )


def load(params: KeepParams | None = None) -> Content:
    """The content of the keep under these numbers, the book's own where left out.

    A row's number that the book states too is read from `params`, so that a house's change holds in both.
    """
    return _load(BOOK.params() if params is None else params)


@lru_cache(maxsize=8)
def _load(p: KeepParams) -> Content:
    species = tuple(_species(p, r) for r in BOOK.table("species"))
    items = tuple(_item(p, r) for r in BOOK.table("items"))
    built = tuple(_structure(p, r) for r in BOOK.table("structures")) + tuple(
        _trap(p, r) for r in BOOK.table("traps")
    )
    terrain = tuple(_terrain(p, r) for r in BOOK.table("terrain"))
    recipes = tuple(_recipe(p, r) for r in BOOK.table("recipes"))
    creatures = tuple(_creature(p, r) for r in BOOK.table("creatures"))
    letters = tuple(_letter(r) for r in BOOK.table("letters"))
    starts = tuple(_start(p, r) for r in BOOK.table("start"))
    tables = (species, items, built, terrain, recipes, creatures, letters, starts)
    return Content(p, *tables, *({row.id: n for n, row in enumerate(table)} for table in tables))
