"""A new dungeon: the map, the hall, the band with its gear and jobs, and the stock."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from meikyu.books.keep import BOOK, food, ground, jobs
from meikyu.core.areas import kernels as areas
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.params import House
from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.ruling import rule
from meikyu.core.ways import kernels as ways
from meikyu.errors import InputError, Text
from meikyu.realm import content as rows
from meikyu.realm import mapgen, state, tables
from meikyu.realm.content import Content, Start
from meikyu.realm.mapgen import Made
from meikyu.realm.state import Side, State
from meikyu.realm.systems import ceilings, lights, rooms, sight, wild
from meikyu.realm.tables import minions
from meikyu.realm.world import World, derive, empty_scratch

NEVER = -(1 << 30)
STAT_TRIES = 400
NEEDED = ("gather", "cook", "dig", "build", "fish")
"""Jobs that a band must have somebody for; the best at it takes what nobody has (design)."""

SLOTS: dict[str, tuple[tuple[int, int, bool], ...]] = {
    "throne": ((2, 0, False),),
    "demon_heart": ((1, 0, False),),
    "torch": ((3, 0, False), (4, 4, False)),
    "shelf": ((4, 0, False), (4, 1, False)),
    "bed": ((0, 0, False), (0, 1, False)),
    "table": ((1, 3, False),),
    "stool": ((0, 2, False), (0, 3, False), (0, 4, False), (1, 4, False)),
    "campfire": ((3, 3, False),),
    "butcher_block": ((0, 2, False),),
    "gathering_post": ((4, 3, False),),
    "forge": ((0, 2, False),),
}
"""Where the structures of a start stand in a hall of 5 x 5: offsets from its north-west cell, and turned."""


@cache
def _difficulties() -> dict[str, Any]:
    return BOOK.toml("difficulty")


def difficulties() -> dict[str, Text]:
    """Names of the difficulties by id, easiest first."""
    return {key: Text(row["name"]["en"], row["name"]["ja"]) for key, row in _difficulties().items()}


def house_of(difficulty: str, house: House | None = None) -> House:
    """The house rules with the difficulty's changes under them.

    Raises:
        InputError: an unknown difficulty.
    """
    table = _difficulties()
    if difficulty not in table:
        raise InputError("not_allowed", "difficulty", difficulty, list(table))
    changes: dict[str, Any] = {}
    for section, cells in table[difficulty].items():
        if section not in ("name", "about"):
            changes |= {f"keep.{section}.{key}": value for key, value in cells.items()}
    name = house.name if house else difficulty
    return House(name, changes | (house.changes if house else {}), house.units if house else {})


def new(
    seed: int,
    start: str = "old_halls",
    difficulty: str = "normal",
    width: int = mapgen.USUAL,
    height: int = mapgen.USUAL,
    house: House | None = None,
) -> World:
    """A new dungeon at tick 0.

    Raises:
        InputError: an unknown start or difficulty, a seed below 0, a size outside 48..512.
    """
    if start not in rows.load().start:
        raise InputError("not_allowed", "start", start, list(rows.load().start))
    if not 0 <= seed < 1 << 63:
        raise InputError("out_of_range", "seed", seed, "0 .. 9223372036854775807")
    params = BOOK.params(house_of(difficulty, house))
    content = rows.load(params)
    row = content.starts[content.start[start]]
    made = mapgen.make(content, seed, row, width, height)
    began = blank(content, seed, start, difficulty, made, params.sim.opening_hour * TICKS_PER_HOUR)
    world = World(began, params, content, empty_scratch(width, height))
    world.scratch = derive(began)
    _furnish(world, row, made)
    _gather_band(world, row, made)
    _stock(world, row, made)
    _told(world, row, made)
    wild.populate(world)
    _settle(world)
    return world


def blank(content: Content, seed: int, start: str, difficulty: str, made: Made, opened: int) -> State:
    """The state of a map with nobody and nothing on it."""
    height, width = made.terrain.shape
    cells = _cells(content, made)
    return State(
        tick=0,
        seed=seed,
        start=start,
        difficulty=difficulty,
        width=width,
        height=height,
        opened=opened,
        lord=-1,
        cells=cells,
        actors=_rows(state.Actors, 16, WIDE),
        items=_rows(state.Items, 64, {}),
        structures=_rows(state.Structures, 32, {}),
        sites=_rows(state.Sites, 16, {}),
        tasks=_rows(state.Tasks, 64, {}),
        meal_cap=food.CAPS.index(content.params.food.meal_cap),
        settings={"auto_gather": True},
    )


WIDE = {
    "stats": 5,
    "needs": 3,
    "retry": 3,
    "wounds": 18,
    "bleeds": 6,
    "healing": 6,
    "pace": 6,
    "counted": 17,
    "past": 4 * state.PAST_SAMPLES,
    "emptied": 3,
    "feats": 2,
    "qualities": 3,
    "levels": 15,
    "since": 15,
    "joined": 15,
    "saved": 15,
    "route": state.ROUTE_CELLS,
}
KINDS = {"NDArray[np.bool_]": np.bool_, "Bools": np.bool_, "Int8s": np.int8, "Int16s": np.int16}


def _rows(shape: Any, size: int, wide: dict[str, int]) -> Any:
    """Free rows of a table, every array of the type its annotation names."""
    arrays: list[Any] = []
    for name, kind in shape.__annotations__.items():
        dtype = KINDS.get(getattr(kind, "__forward_arg__", str(kind)), np.int32)
        columns = wide.get(name)
        extent = (size, columns) if columns else (size,)
        arrays.append(np.zeros(extent, np.bool_) if dtype == np.bool_ else np.full(extent, -1, dtype))
    return shape(*arrays)


def _cells(content: Content, made: Made) -> state.Cells:
    """The cells of a map, walking and sight derived."""
    shape = made.terrain.shape
    passable = np.array([row.passable for row in content.terrain])
    opaque = np.array([row.opaque for row in content.terrain])
    walkable = passable[made.terrain]
    steps = np.zeros(shape, np.uint8)
    region = np.full(shape, -1, np.int32)
    size = made.terrain.size
    ways.steps_into(walkable, steps)
    areas.components_into(walkable, steps, region, np.zeros(size, np.int32), np.zeros(size, np.int32))
    hall = np.zeros(shape, np.bool_)
    x, y, w, h = made.hall
    hall[y : y + h, x : x + w] = True
    none16, none32 = np.full(shape, -1, np.int16), np.full(shape, -1, np.int32)
    return state.Cells(
        terrain=made.terrain.copy(),
        growth=made.growth.copy(),
        regrow=none32.copy(),
        grown=none16.copy(),
        stain=none16.copy(),
        dug=hall.copy(),
        territory=hall,
        structure=none32.copy(),
        site=none32.copy(),
        mark=np.zeros(shape, np.int8),
        work=np.zeros(shape, np.int32),
        walkable=walkable,
        opaque=opaque[made.terrain],
        region=region,
        viewers=np.zeros(shape, np.int16),
        lost=np.full(shape, NEVER, np.int32),
        lost_inside=np.zeros(shape, np.bool_),
        lights=np.zeros(shape, np.int16),
        crack=none32.copy(),
    )


# Furniture and people


def _furnish(world: World, start: Start, made: Made) -> None:
    """Build the start's structures at their places in the hall."""
    for name, count in start.structures:
        kind = world.content.structure[name]
        for dx, dy, turned in SLOTS[name][:count]:
            tables.add_structure(world, kind, made.hall[0] + dx, made.hall[1] + dy, turned)


def _names(world: World, species: str, count: int) -> list[str]:
    """Different names for so many of a species."""
    known = [f"{en}/{ja}" for en, ja in BOOK.toml("names")[species]["names"]]
    dice = KeyedDice(world.state.seed, Stream.NAME, 0, world.content.race[species])
    found: list[str] = []
    free = [name for name in known if name not in world.state.names]
    for n in range(count):
        if not free:
            found.append(f"{known[n % len(known)]} {n // len(known) + 2}")
        else:
            found.append(free.pop(dice.below(len(free))))
    return found


@rule("KEP-SIM-08")
def draw_stats(world: World, start: Start, band: list[str]) -> list[list[int]]:
    """The stats of a band, each within its species' band, drawn again until the start's guarantees hold.

    Should that not come about, the one whose species reaches farthest is raised to what is guaranteed.
    """
    content, seed, sim = world.content, world.state.seed, world.params.sim
    drawn: list[list[int]] = []
    for number in range(STAT_TRIES):
        drawn = []
        for actor, species in enumerate(band):
            dice = KeyedDice(seed, Stream.STATS, number, actor)
            bands = [ground.stat_band(sim, *band) for band in content.species[content.race[species]].stats]
            drawn.append([low + dice.below(high - low + 1) for low, high in bands])
        if all(_enough(drawn, stat, least) >= count for stat, least, count in start.guarantee):
            return drawn
    for stat, least, count in start.guarantee:
        place = rows.STATS.index(stat)
        reach = [content.species[content.race[species]].stats[place][1] for species in band]
        for actor in sorted(range(len(band)), key=lambda a: (-reach[a], a)):
            if _enough(drawn, stat, least) >= count:
                break
            drawn[actor][place] = max(drawn[actor][place], min(least, sim.stat_max))
    return drawn


def _enough(drawn: list[list[int]], stat: str, least: int) -> int:
    place = rows.STATS.index(stat)
    return sum(values[place] >= least for values in drawn)


def _gather_band(world: World, start: Start, made: Made) -> None:
    """Put the lord on the throne and the band about the hall, with gear and jobs."""
    content, st = world.content, world.state
    full = world.params.need.full * world.params.need.units_per_point
    lord = content.species[content.race["demon_lord"]]
    st.lord = tables.add_actor(
        world,
        Side.LORD,
        content.race["demon_lord"],
        *made.throne,
        stats=tuple(low for low, _ in lord.stats),
        name=_names(world, "demon_lord", 1)[0],
        needs=(full, full, full),
    )
    band = [name for name, count in start.band for _ in range(count)]
    stats = draw_stats(world, start, band)
    places = _places(world, made, len(band))
    names = {name: _names(world, name, count) for name, count in start.band}
    for n, species in enumerate(band):
        dice = KeyedDice(st.seed, Stream.TRAIT, 0, n)
        needs = tuple(full - dice.below(full // 4) for _ in range(3))
        actor = tables.add_actor(
            world,
            Side.MINION,
            content.race[species],
            *places[n],
            stats=tuple(stats[n]),
            name=names[species].pop(0),
            needs=(needs[0], needs[1], needs[2]),
            levels=tuple(jobs.joining_levels(stats[n])),
        )
        for trait, percent in content.species[content.race[species]].rare:
            if trait == "troll_blood" and dice.percent(percent):
                st.actors.facts[actor] |= int(state.Fact.TROLL_BLOOD)
        for item in content.species[content.race[species]].start_gear:
            _wear(world, actor, content.item[item])
    _share_jobs(world)
    _share_gear(world, start, made)
    for actor in range(len(st.names)):
        tables.set_sight(world, actor)


def _places(world: World, made: Made, count: int) -> list[tuple[int, int]]:
    """Free cells of the hall nearest to its middle, one for each of so many."""
    x, y, w, h = made.hall
    cells = world.state.cells
    free = [
        (cx, cy)
        for cx, cy in tables.footprint(x, y, w, h)
        if cells.walkable[cy, cx] and cells.structure[cy, cx] < 0
    ]
    middle = (x + w // 2, y + h // 2)
    free.sort(key=lambda c: (max(abs(c[0] - middle[0]), abs(c[1] - middle[1])), c[1], c[0]))
    return [free[n % len(free)] for n in range(count)]


def _wear(world: World, actor: int, item: int) -> int:
    """Have an actor wear or hold an item; returns what it lays aside for it, or -1."""
    row = world.content.items[item]
    places = world.state.actors
    column = places.armour if row.slot == "body" else places.tool if row.category == "tool" else places.weapon
    before = int(column[actor])
    column[actor] = item
    return before


@rule("KEP-JOB-72", "KEP-JOB-52")
def _share_jobs(world: World) -> None:
    """Give each job the band cannot do without to the best at it where nobody has it; then save the table."""
    st = world.state
    band = minions(world)
    for job in NEEDED:
        column = jobs.IDS.index(job)
        if not st.actors.levels[band, column].any():
            best = band[int(np.argmax(st.actors.stats[band, jobs.stat_of(job)]))]
            st.actors.levels[best, column] = jobs.NORMAL
    st.actors.saved[band] = st.actors.levels[band]


def _share_gear(world: World, start: Start, made: Made) -> None:
    """Hand the start's gear to those it serves best; what they lay aside lies in the hall."""
    st, content = world.state, world.content
    for name, count in start.gear:
        item = content.item[name]
        row = content.items[item]
        bonus = [jobs.stat_of(job) for job, _ in row.bonus if job in jobs.IDS]
        stat = bonus[0] if bonus else 0 if row.range else 4
        band = sorted(minions(world).tolist(), key=lambda a: (-int(st.actors.stats[a, stat]), a))
        wanting = [a for a in band if not _has(world, a, item)]
        for actor in wanting[:count]:
            before = _wear(world, actor, item)
            if before >= 0:
                quality = 2 if content.items[before].has_quality else 0
                tables.add_item(world, before, 1, quality, *made.gate)


def _has(world: World, actor: int, item: int) -> bool:
    """True for one who already holds gear of that use: body armour, or a weapon that helps at a job."""
    content, actors = world.content, world.state.actors
    if content.items[item].slot == "body":
        return bool(actors.armour[actor] >= 0)
    held = int(actors.weapon[actor])
    return held >= 0 and bool(content.items[held].bonus or content.items[held].range)


# Stock


def _stock(world: World, start: Start, made: Made) -> None:
    """Put the stock on the shelves, food first, and lay the rest about the hall."""
    content = world.content
    percent = world.params.stock.start_percent
    kind = content.structure["shelf"]
    shelves = np.flatnonzero(world.state.structures.kind == kind).tolist()
    room = dict.fromkeys(shelves, content.structures[kind].capacity)
    order = sorted(
        start.stock, key=lambda row: content.items[content.item[row[0]]].groups[0] not in ("food", "drinks")
    )
    for name, count in order:
        item = content.item[name]
        row = content.items[item]
        left = max(1, count * percent // 100)
        while left > 0:
            pieces = min(left, row.stack)
            left -= pieces
            stack = tables.add_item(world, item, pieces, 2 if row.has_quality else 0, *made.gate)
            shelf = next((s for s in shelves if room[s] > 0), -1)
            if shelf >= 0:
                room[shelf] -= 1
                tables.store_item(world, stack, shelf)


def _told(world: World, start: Start, made: Made) -> None:
    """Say which wishes of the start the size of the map made smaller, and keep what later rules need."""
    wanted = mapgen.read_wishes(start.wishes, world.state.width, world.state.height)
    world.state.settings["wild_percent"] = wanted.wild_percent
    world.state.settings["mouths"] = [list(cell) for cell in made.mouths]
    for wish in made.eased:
        world.emit("wish_eased", "KEP-JOB-52", wish=wish)
    for wish in made.unmet:
        world.emit("wish_unmet", "KEP-JOB-52", wish=wish)


def _settle(world: World) -> None:
    """Run what must hold before the first tick: lights, rooms, sight."""
    world.scratch.rooms_changed = True
    for system in (ceilings, lights, rooms, sight):
        system.run(world)
