"""The rows of the book's tables, typed; row numbers go into the state."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.books.keep import KeepParams, ground, jobs
from meikyu.errors import Text

JOBS = jobs.IDS
"""The job columns in order (KEP-JOB-63); the job number is the place in this tuple."""

STATS = ground.STATS
LEVELS = ("off", "low", "normal", "high")
QUALITIES = ("none", "poor", "normal", "fine", "masterwork")

Amounts = tuple[tuple[str, int], ...]


class Species(NamedTuple):
    """One row of the species table; `stats` are (low, high) a stat, `rare` percent chances of traits."""

    id: str
    name: Text
    stats: tuple[tuple[int, int], ...]
    carnivore: bool
    body: int
    shape: str
    bleeds: bool
    attack: int
    defence: int
    traits: tuple[str, ...]
    rare: Amounts
    joins: tuple[str, ...]
    gate_weight: int
    hire_coins: int
    start_gear: tuple[str, ...]
    told: Text
    rules: tuple[str, ...]


class Item(NamedTuple):
    """One row of the items table; `groups` runs from the widest group to the narrowest."""

    id: str
    name: Text
    category: str
    groups: tuple[str, ...]
    food_kind: str
    stack: int
    has_quality: bool
    decay_hours: int
    decays_into: Amounts
    source: tuple[str, ...]
    value: int
    attack: int
    defence: int
    range: int
    damage_kind: str
    slot: str
    bonus: Amounts
    rules: tuple[str, ...]


class Structure(NamedTuple):
    """One row of the structures table, or of the traps table after it (category "trap").

    `sight` is "yes" where it blocks sight, "no", or "closed" where it does while closed. `storage_kind` is
    open, barrel, weapon_rack, bookshelf, feeding, chest or stand, `storage` what its `capacity` counts;
    `work_minutes` of a trap are its setting; `place` says where a trap goes: "floor" or "door". `trigger` to
    `hold_minutes` are of traps alone: what sets it off, "one" or "within_1", its blow, how long it holds.
    """

    id: str
    name: Text
    category: str
    w: int
    h: int
    job: str
    materials: Amounts
    work_minutes: int
    walkable: bool
    sight: str
    storage_kind: str
    storage: str
    capacity: int
    accepts: str
    light_radius: int
    fuel_hours: int
    clears_fog: str
    seats: int
    comfort: int
    room_tag: str
    needs_room: bool
    unlock: str
    place: str
    reset_minutes: int
    trigger: str
    targets: str
    attack: int
    damage_kind: str
    hold_minutes: int
    told: Text
    rules: tuple[str, ...]


class Terrain(NamedTuple):
    """One row of the terrain table: rock, ore, floor, liquid, growth, stain. `share` is in thousandths."""

    id: str
    name: Text
    kind: str
    passable: bool
    opaque: bool
    dig_minutes: int
    dig_yield: Amounts
    becomes: str
    gather_minutes: int
    gather_yield: Amounts
    regrow_hours: int
    fish_minutes: int
    fish_yield: Amounts
    clean_minutes: int
    light_radius: int
    favours: str
    share: int
    map_count: int
    origin: str
    rules: tuple[str, ...]


class Recipe(NamedTuple):
    """One row of the recipes table; an input may be an item id, a group such as "raw_food", or "a|b"."""

    id: str
    name: Text
    kind: str
    stations: tuple[str, ...]
    job: str
    inputs: Amounts
    outputs: Amounts
    minutes: int
    has_quality: bool
    unlock: str
    rules: tuple[str, ...]


class Creature(NamedTuple):
    """One row of the creatures table."""

    id: str
    name: Text
    kind: str
    body: int
    shape: str
    lair: str
    herd: tuple[int, int]
    favoured: str
    hunting: int
    attack: int
    defence: int
    damage_kind: str
    bleeds: bool
    undead: bool
    behaviour: str
    map_count: int
    respawn_hours: int
    butcher_yield: Amounts
    summon_cost: Amounts
    when_wild: str
    told: Text
    rules: tuple[str, ...]


class LetterKind(NamedTuple):
    """One row of the letters table; `title` has `{name}` places."""

    id: str
    name: Text
    trigger: str
    title: Text
    urgency: str
    once_per: str
    rules: tuple[str, ...]


class Start(NamedTuple):
    """One row of the starts table; `guarantee` is (stat, least value, how many of the band)."""

    id: str
    name: Text
    hardness: int
    band: Amounts
    guarantee: tuple[tuple[str, int, int], ...]
    gear: Amounts
    stock: Amounts
    structures: Amounts
    wishes: tuple[str, ...]
    intro: Text
    rules: tuple[str, ...]


class Content(NamedTuple):
    """All rows under `params`; `item["wood"]` and the like give row numbers. Traps follow the structures."""

    params: KeepParams
    species: tuple[Species, ...]
    items: tuple[Item, ...]
    structures: tuple[Structure, ...]
    terrain: tuple[Terrain, ...]
    recipes: tuple[Recipe, ...]
    creatures: tuple[Creature, ...]
    letters: tuple[LetterKind, ...]
    starts: tuple[Start, ...]
    race: dict[str, int]
    item: dict[str, int]
    structure: dict[str, int]
    ground: dict[str, int]
    recipe: dict[str, int]
    creature: dict[str, int]
    letter: dict[str, int]
    start: dict[str, int]
