"""The state of a living dungeon: tables of arrays, whole numbers, ids; index order [y, x], -1 for none.

Everything that decides the course of play is here and is digested, saved and replayed. Nothing here computes.
What the numbers stand for is in `codes` and is taken from here with the tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meikyu.realm.codes import Act, Fact, Mark, Op, Side

__all__ = [
    "PAST_HOURS",
    "PAST_SAMPLES",
    "ROUTE_CELLS",
    "Act",
    "Actors",
    "Cells",
    "Fact",
    "Items",
    "Letter",
    "Mark",
    "Op",
    "Room",
    "Side",
    "Sites",
    "State",
    "Stepping",
    "Structures",
    "Tasks",
]

Bools = NDArray[np.bool_]
Int8s = NDArray[np.int8]
Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]

ROUTE_CELLS = 256
"""Cells of a route kept at once; a longer walk is planned again where the kept part ends."""


PAST_SAMPLES, PAST_HOURS = 56, 3
"""How many samples of needs and grudge are kept of each actor, and the hours between them: seven days."""


class Stepping(NamedTuple):
    """One primitive step of a plan."""

    op: int
    a: int = -1
    b: int = -1
    c: int = -1


class Cells(NamedTuple):
    """One value a cell, [H, W].

    Attributes:
        terrain: row of the terrain table: rock, floor or liquid.
        growth: row of the terrain table of what grows there, or -1.
        regrow: tick at which the growth named in `grown` comes back, or -1.
        grown: row of the growth that comes back, or -1.
        stain: row of the terrain table of a stain (filth, blood), or -1.
        dug: made open by digging (KEP-ROOF-18).
        territory: belongs to the lord.
        structure: id of the finished structure on it, or -1.
        site: id of the building site on it, or -1.
        mark: bits of Mark.
        work: progress of digging in work units.
        walkable: a body may stand here now (derived from terrain and structures, kept current).
        opaque: blocks sight now (derived likewise).
        region: component label of walkable cells (derived; -1 where not walkable).
        viewers: how many sources see the cell in this tick.
        lost: tick at which the last source lost it; a large negative number where it was never seen.
        lost_inside: it was territory when it was lost (KEP-FOG-54).
        lights: how many burning things light it for work (KEP-SIM-15).
        crack: tick at which its cracked ceiling falls, or -1.
    """

    terrain: Int16s
    growth: Int16s
    regrow: Int32s
    grown: Int16s
    stain: Int16s
    dug: Bools
    territory: Bools
    structure: Int32s
    site: Int32s
    mark: Int8s
    work: Int32s
    walkable: Bools
    opaque: Bools
    region: Int32s
    viewers: Int16s
    lost: Int32s
    lost_inside: Bools
    lights: Int16s
    crack: Int32s


class Actors(NamedTuple):
    """One row an actor; ids are row numbers and are never used again.

    Attributes:
        alive: on the map and living.
        side: Side.
        species: row of the species table (minions, lord) or of the creatures table (all others).
        x, y: cell. came_x, came_y: the cell before the last step, for drawing.
        stats: [n, 5] hunting, labour, craft, arcana, cruelty.
        needs: [n, 3] food, sleep, recreation in 1/600 points, 0..60,000 (KEP-NEED-07).
        grudge: 0..10.
        levels: [n, 15] priority a job: 0 off, 1 low, 2 normal, 3 high (KEP-JOB-03).
        since: [n, 15] tick at which that level was set.
        joined: [n, 15] the level has not been changed since joining (KEP-JOB-21).
        saved: [n, 15] the saved set (KEP-JOB-45). title: job chosen by clicking the title, or -1.
        born: tick of joining.
        act: Act. timer: ticks left in the present cell-step, wait or watch.
        done, need: work units put in and needed. speed: percent, added each tick.
        task: id of the reserved task, or -1. job: job of the present work, or -1.
        forced: the present work is a forced order.
        leg, legs: next cell and number of cells in `route`. route: [n, ROUTE_CELLS] cells y * W + x.
        retry: [n, 3] tick before which the need is not tried again (KEP-NEED-14).
        looked: task version at which the last search found nothing.
        weapon, armour, tool: rows of the items table worn, or -1; they are no stacks.
        heading: 0..7 E S W N SE SW NW NE.
        sight: range of sight in cells. facts: bits of Fact.
        wounds: [n, 18] wounds by part and severity: column part * 3 + severity (KEP-WND-06).
        bleeds: [n, 6] tick at which a bleeding part worsens, or -1.
        healing: [n, 6] ticks of healing since the last step. pace: [n, 6] what a tick adds to it now.
        bandages: bits of the bandaged parts. settled: tick up to which healing is counted.
        heals: tick of the next step of healing, or -1.
        down: tick at which it was knocked out, or -1. fought: tick of its last blow given or taken.
        foe: whom it fights, or -1. ready: tick from which it may strike again.
        qualities: [n, 3] quality of weapon, armour, shield. shield: row of the items table, or -1.
        lent: rack that its weapon was borrowed from, or -1. own: its own weapon meanwhile, or -1.
        ask: heaviest wound at which it asks for treatment, 0 light 1 moderate 2 severe (KEP-HEAL-18).
        sick: 0 well, 1 sick, 2 plague. caught: tick of infection. treated: of the last treatment.
        barred: tick before which nobody can treat the sickness. ached: tick of the last sickness wound.
        safe: tick before which it cannot fall sick again.
        past: [n, 4 * PAST_SAMPLES] food, sleep, recreation in points and grudge, oldest first; -1 for none.
        counted: [n, 17] last day, -1 for never, on which each cause moved the grudge (`keep.grudges.IDS`).
        emptied: [n, 3] tick at which the need came to 0. stood: flat cell at the last look at treasures.
        rampage: number of its rampage (`keep.rampages.KINDS`), or -1. until: tick at which it ends.
        prey: whom or what the rampage is about, or -1. feats: [n, 2] counts that its kind keeps.
        quiet: tick before which no rampage starts. held: tick before which it cannot act.
    """

    alive: Bools
    side: Int8s
    species: Int16s
    x: Int16s
    y: Int16s
    came_x: Int16s
    came_y: Int16s
    stats: Int8s
    needs: Int32s
    grudge: Int8s
    levels: Int8s
    since: Int32s
    joined: Bools
    saved: Int8s
    title: Int8s
    born: Int32s
    act: Int8s
    timer: Int32s
    done: Int32s
    need: Int32s
    speed: Int16s
    task: Int32s
    job: Int8s
    forced: Bools
    leg: Int16s
    legs: Int16s
    route: Int32s
    retry: Int32s
    looked: Int32s
    weapon: Int32s
    armour: Int32s
    tool: Int32s
    heading: Int8s
    sight: Int16s
    facts: Int32s
    wounds: Int8s
    bleeds: Int32s
    healing: Int32s
    pace: Int8s
    bandages: Int8s
    settled: Int32s
    heals: Int32s
    down: Int32s
    fought: Int32s
    foe: Int32s
    ready: Int32s
    qualities: Int8s
    shield: Int32s
    lent: Int32s
    own: Int32s
    ask: Int8s
    sick: Int8s
    caught: Int32s
    treated: Int32s
    barred: Int32s
    ached: Int32s
    safe: Int32s
    past: Int8s
    counted: Int32s
    emptied: Int32s
    stood: Int32s
    rampage: Int8s
    until: Int32s
    prey: Int32s
    feats: Int32s
    quiet: Int32s
    held: Int32s


class Items(NamedTuple):
    """One row a stack of items.

    A stack lies on the floor (x, y), is held by an actor, is in a storage, or waits at a building site.

    Attributes:
        kind: row of the items table, -1 for a free row. count: pieces.
        quality: 0 none, 1 poor .. 4 masterwork.
        x, y: cell, also when stored; -1 while held.
        holder: actor, store: structure, site: building site; -1 each where not.
        forbidden: not to be hauled (KEP-HAUL-44). reserved: pieces spoken for.
        born: tick it came to be. decays: tick at which it decays, or -1.
        body: actor whose corpse or carcass it is, or -1.
    """

    kind: Int16s
    count: Int32s  # pyright: ignore[reportIncompatibleMethodOverride]  nobody counts in a row of arrays
    quality: Int8s
    x: Int16s
    y: Int16s
    holder: Int32s
    store: Int32s
    site: Int32s
    forbidden: Bools
    reserved: Int32s
    born: Int32s
    decays: Int32s
    body: Int32s


class Structures(NamedTuple):
    """One row a finished structure.

    Attributes:
        kind: row of the structures table, -1 for a removed one. x, y: north-west cell. w, h: footprint.
        open: door standing open, or 0. fuel: tick at which it goes out, or -1 where nothing burns.
        burning: gives light and, for a campfire, heat. room: id of its room, or -1.
        owner: actor whose bed it is, or -1. user: actor using it now, or -1.
        keep: keep count of a barrel. size: meal size of a kitchen, 0 small 1 medium 2 large.
        unbuild: ordered to be taken down. hunt: the Hunt button of a gathering post.
        locked: door with a padlock. unlock: its padlock is to be taken off. sprung: trap that has gone off.
    """

    kind: Int16s
    x: Int16s
    y: Int16s
    w: Int8s
    h: Int8s
    open: Int8s
    fuel: Int32s
    burning: Bools
    room: Int32s
    owner: Int32s
    user: Int32s
    keep: Int16s
    size: Int8s
    unbuild: Bools
    hunt: Bools
    locked: Bools
    unlock: Bools
    sprung: Bools


class Sites(NamedTuple):
    """One row a building site (blueprint).

    Attributes:
        kind: row of the structures table (traps follow the structures), -1 for a free row.
        x, y: north-west cell. w, h: footprint. work: work units done. need: work units needed.
        since: tick it was placed. stall: bits of the causes told by letter so far (KEP-BLD-20).
        builder: actor at work, or -1.
    """

    kind: Int16s
    x: Int16s
    y: Int16s
    w: Int8s
    h: Int8s
    work: Int32s
    need: Int32s
    since: Int32s
    stall: Int32s
    builder: Int32s


class Tasks(NamedTuple):
    """One row a piece of work that waits or is being done.

    Attributes:
        kind: Op that the work is, -1 for a free row. job: column 0..14.
        also: second job that may take it, or -1.
        x, y: where it is. a, b: target ids or cells as the Op says.
        since: tick it was designated.
        by: actor who reserved it, -1 for none, -2 while no storage has room for it or no way leads to it.
    """

    kind: Int8s
    job: Int8s
    also: Int8s
    x: Int16s
    y: Int16s
    a: Int32s
    b: Int32s
    since: Int32s
    by: Int32s


class Letter(NamedTuple):
    """A notice with a cause, a time and a place (KEP-SIM-13); stays until dismissed.

    Args:
        id: number. kind: id in the letters table. tick: when. x, y: where. args: ids, amounts for its text.
        key: site and cause, so that the same one is never sent twice. dismissed: closed by the player.
    """

    id: int
    kind: str
    tick: int
    x: int
    y: int
    args: dict[str, Any]
    key: str
    dismissed: bool = False


class Room(NamedTuple):
    """A room that the game found (KEP-ROOM-06).

    Args:
        id: number, kept while more than half of its cells stay. name: id of what it is, such as "kitchen".
        cells: flat cell numbers, ascending.
    """

    id: int
    name: str
    cells: tuple[int, ...]


@dataclass
class State:
    """A whole dungeon at one tick.

    Attributes:
        tick: game ticks since the game opened. seed: of every draw. start, difficulty: ids of the choice.
        width, height: of the map. lord: actor id of the demon lord. opened: ticks past midnight at tick 0.
        names: a name an actor, "English/Japanese".
        plans: remaining primitive steps an actor, first step first.
        filters: accepted item groups and kinds a storage, by structure id: sorted ids of the items table.
        minimum: lowest quality accepted a storage, by structure id.
        hunts: who marked a wild creature, by its id: structures that are posts, -1 for the lord's own order.
        buried: what lies under fallen ceilings, by flat cell: (kind, count, quality, body) of each stack.
        allies, hated: by actor, the ids of those with whom the mark is shared, ascending (KEP-GRDG-21).
        ledger: by actor, its latest (tick, cause, points) of grudge, the oldest first (KEP-GRDG-28).
        hits: by orc, its latest (target, tick) of blows that landed (KEP-GRDG-18).
        arts: the bookshelf that each learned item of the Dark Arts was given to, by the item's id.
        rites: what is to be held at a circle, by its id: (row of the rite, creature, flat cell or -1).
        eyes: what sees beside actors and lights, by number: (kind, x, y, tick of its end, altar or -1).
        skipped: by minion, the tasks to which it found no way, each with the tick until it leaves it alone.
        timers: heap of (tick, number, kind, a, b): what happens at a known time.
        letters: all letters, dismissed ones too. rooms: present rooms.
        meal_cap: 0 none, 1 up to medium, 2 small only. settings: other choices of the lord, by name.
        counters: next numbers of letters, timers, rooms; and tallies that goals and letters need.
        map_version: changes with walkability; task_version: with any task appearing or becoming free.
    """

    tick: int
    seed: int
    start: str
    difficulty: str
    width: int
    height: int
    opened: int
    lord: int
    cells: Cells
    actors: Actors
    items: Items
    structures: Structures
    sites: Sites
    tasks: Tasks
    names: list[str] = field(default_factory=list)
    plans: list[list[Stepping]] = field(default_factory=list)
    filters: dict[int, tuple[int, ...]] = field(default_factory=dict)
    minimum: dict[int, int] = field(default_factory=dict)
    hunts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    buried: dict[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    allies: dict[int, tuple[int, ...]] = field(default_factory=dict)
    hated: dict[int, tuple[int, ...]] = field(default_factory=dict)
    ledger: dict[int, tuple[tuple[int, str, int], ...]] = field(default_factory=dict)
    hits: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    arts: dict[str, int] = field(default_factory=dict)
    rites: dict[int, tuple[int, int]] = field(default_factory=dict)
    eyes: dict[int, tuple[int, ...]] = field(default_factory=dict)
    skipped: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    timers: list[tuple[int, int, str, int, int]] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    rooms: list[Room] = field(default_factory=list)
    meal_cap: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    map_version: int = 0
    task_version: int = 0

    def parts(self) -> list[tuple[str, Any]]:
        """Every part by name in a fixed order, for digests and saves."""
        found: list[tuple[str, Any]] = []
        for info in fields(self):
            value = getattr(self, info.name)
            names: tuple[str, ...] = getattr(value, "_fields", ())
            if names:
                found += [(f"{info.name}.{n}", getattr(value, n)) for n in names]
            elif isinstance(value, dict):
                found.append((info.name, sorted(value.items())))
            else:
                found.append((info.name, value))
        return found
