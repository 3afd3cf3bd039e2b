"""A living dungeon at work: its state, the numbers and rows it is played by, and what is derived from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import KeepParams
from meikyu.core.clock import Clock, clock_of
from meikyu.core.log import Event, digest
from meikyu.core.rng import KeyedDice
from meikyu.core.ways import kernels as ways
from meikyu.errors import Text
from meikyu.realm.content import Content
from meikyu.realm.state import State


@dataclass
class Scratch:
    """What is derived from the state and made anew by `derive`; never digested or saved.

    Attributes:
        steps: uint8[H, W], the steps allowed from each cell (`core.paths.steps`), kept by `tables.refresh`.
        sizes: int32[H * W], cells of each region label.
        owner, link: scratch of `close_cell`. dist, queue: scratch of searches; dist is -1 between uses.
        cells: int32[H * W], scratch for lists of flat cells.
        lying: item ids on the floor by flat cell; held, stored, onsite: by actor, structure, site.
            Each list ascends.
        opaque_changed: flat cells whose opacity changed since the sight system last ran.
        lights_changed: structures whose light changed since the lights system last ran.
        rooms_changed: a structure came or went since the rooms system last ran.
        rooms_cells: flat cells whose ground, territory or structure changed since then.
        lit: cells that each burning thing lights: key to its flat cells.
        due: actors whose primitive ended or was stopped in this tick, with the reason bits.
        changed: what `tables` has touched since the tasks system last ran: ("item" | "site" | "structure",
            id), ("cell", flat cell).
        room_log: storages whose room may have changed, for whoever keeps count of it.
        opened: flat cells that could be walked on since the search for work looked which tasks they serve.
        renamed: regions joined or parted since then, or a cell was closed.
        roof_log: flat cells whose ceiling is to be tested: dug, filled, built on or cleared.
        caches: any further derived thing of a system, by name.
    """

    steps: NDArray[np.uint8]
    sizes: NDArray[np.int32]
    owner: NDArray[np.uint8]
    link: NDArray[np.int32]
    dist: NDArray[np.int32]
    queue: NDArray[np.int32]
    cells: NDArray[np.int32]
    lying: dict[int, list[int]] = field(default_factory=dict)
    held: dict[int, list[int]] = field(default_factory=dict)
    stored: dict[int, list[int]] = field(default_factory=dict)
    onsite: dict[int, list[int]] = field(default_factory=dict)
    opaque_changed: list[int] = field(default_factory=list)
    lights_changed: list[int] = field(default_factory=list)
    rooms_changed: bool = False
    rooms_cells: list[int] = field(default_factory=list)
    lit: dict[tuple[int, int], Any] = field(default_factory=dict)
    due: list[tuple[int, int]] = field(default_factory=list)
    changed: list[tuple[str, int]] = field(default_factory=list)
    room_log: list[int] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)
    renamed: bool = True
    roof_log: list[int] = field(default_factory=list)
    caches: dict[str, Any] = field(default_factory=dict)


@dataclass
class World:
    """A dungeon that can be stepped.

    Attributes:
        state: everything that decides the course of play.
        params: the keep's numbers under the house's and the difficulty's overlay.
        content: the rows of the keep's tables.
        scratch: derived from the state.
        events: what has happened in the running tick.
    """

    state: State
    params: KeepParams
    content: Content
    scratch: Scratch
    events: list[Event] = field(default_factory=list)

    def emit(self, kind: str, rule: str, /, **args: Any) -> None:
        """Add a fact to the events of the tick; ids and amounts as plain ints."""
        self.events.append(Event(self.state.tick, kind, rule, args))

    def dice(self, stream: int, actor: int) -> KeyedDice:
        """Dice of `actor` for this purpose in this tick."""
        return KeyedDice(self.state.seed, stream, self.state.tick, actor)

    def name(self, actor: int) -> Text:
        """The actor's name in both languages."""
        en, _, ja = self.state.names[actor].partition("/")
        return Text(en, ja or en)

    def clock(self) -> Clock:
        """Day, hour and minute of this tick."""
        return clock_of(self.state.tick, self.state.opened)

    def digest(self) -> str:
        """Digest of the whole state."""
        return digest(self.state.parts())

    def part_digests(self) -> dict[str, str]:
        """Digest of each part of the state, to name the one that differs."""
        return {name: digest([(name, part)])[:16] for name, part in self.state.parts()}


def empty_scratch(width: int, height: int) -> Scratch:
    """Scratch arrays for a map of this size, nothing derived yet."""
    size = width * height
    return Scratch(
        np.zeros((height, width), np.uint8),
        np.zeros(size, np.int32),
        np.zeros(size, np.uint8),
        np.zeros(size, np.int32),
        np.full((height, width), -1, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
    )


def derive(state: State) -> Scratch:
    """Everything that is derived from the state, made anew; regions keep the labels that the state holds."""
    found = empty_scratch(state.width, state.height)
    ways.steps_into(state.cells.walkable, found.steps)
    labels = state.cells.region[state.cells.region >= 0]
    found.sizes[:] = np.bincount(labels, minlength=found.sizes.size)
    items = state.items
    for item in np.flatnonzero(items.kind >= 0).tolist():
        index, key = place_of(state, found, item)
        index.setdefault(key, []).append(item)
    return found


def place_of(state: State, scratch: Scratch, item: int) -> tuple[dict[int, list[int]], int]:
    """The index that the stack belongs to by where it is, and its key there."""
    items = state.items
    if items.holder[item] >= 0:
        return scratch.held, int(items.holder[item])
    if items.store[item] >= 0:
        return scratch.stored, int(items.store[item])
    if items.site[item] >= 0:
        return scratch.onsite, int(items.site[item])
    return scratch.lying, int(items.y[item]) * state.width + int(items.x[item])
