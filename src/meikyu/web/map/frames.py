"""Frames for the canvas: the picture of a dungeon as layers of bytes, and what changed since the last one.

A frame is binary, little endian: the length of a JSON head (u32), the head, zero bytes up to a multiple of
four, then blocks. The head names the blocks in order: `["layer", name, count]` (all cells of a layer),
`["cells", name, count]` (u32 cell numbers, then u8 values) or `["sprites", n]` (columns of `SPRITE`). Every
array is padded to four bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from meikyu.core.ruling import rule
from meikyu.realm.state import Act, Fact, Side, State
from meikyu.web.map.looks import looks as all_looks
from meikyu.web.map.looks import sprite_tiles

Bytes = NDArray[np.uint8]

SPRITE = (
    ("id", np.uint32),
    ("x", np.uint16),
    ("y", np.uint16),
    ("tile", np.uint16),
    ("tool", np.uint16),
    ("marks", np.uint16),
    ("alpha", np.uint8),
    ("facing", np.uint8),
)
"""Columns of a sprite: place in art pixels, tile and tool (65535 for none), bits of MARKS, 0..255, 0..7."""

MARKS = ("bleed", "enemy", "forced", "grudge", "ko", "sleep", "wait", "hunt")
"""Signs above a head, by bit."""

LAYERS = ("ground", "growth", "stain", "item", "flags", "fog", "room", "wear")
DIG, GATHER, FISH, TERRITORY, DUG, FORBIDDEN, CRACK, UNSTABLE = (1 << n for n in range(8))
ART = 16

PATIENCE = 10
"""Frames for which marks may wait to be judged anew after walls or rock have changed; sites too."""


class Seen(Protocol):
    """What the page may see of a dungeon; `meikyu.realm.view` in earnest."""

    def fog(self, world: Any) -> Bytes:
        """Fog of each cell, 0 clear to 255 whole."""
        ...

    def shown(self, world: Any) -> Bytes:
        """How much of each actor shows, 0 hidden to 255 whole."""
        ...

    def piles(self, world: Any) -> list[tuple[int, int, int]]:
        """Cell and kind of every pile in an open storage."""
        ...

    def cracks(self, world: Any) -> NDArray[np.bool_]:
        """Cells with cracked ceilings."""
        ...

    def unstable(self, world: Any) -> NDArray[np.bool_]:
        """Marked cells whose digging would make a ceiling unstable."""
        ...

    def stalled(self, world: Any) -> list[int]:
        """Building sites that something holds up."""
        ...


def pack(head: dict[str, Any], blocks: list[tuple[list[Any], list[NDArray[Any]]]]) -> bytes:
    """One frame from a head and blocks of (name in the head, arrays)."""
    told = msgspec.json.encode({**head, "blocks": [name for name, _ in blocks]})
    parts = [len(told).to_bytes(4, "little"), told, b"\0" * (-len(told) % 4)]
    for _, arrays in blocks:
        for array in arrays:
            data = np.ascontiguousarray(array).tobytes()
            parts += [data, b"\0" * (-len(data) % 4)]
    return b"".join(parts)


class Frames:
    """The picture last shown to all pages, and the frames that bring it up to date.

    Args:
        seen: what may be seen of the dungeon.
    """

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.number = 0
        self.layers: dict[str, Bytes] = {}
        self.sprites: dict[str, NDArray[Any]] = {}
        self.structures: dict[int, list[int]] = {}
        self.sites: dict[int, list[int]] = {}
        self.size = (0, 0)
        self.tick = -1
        self.speed: float = 0
        self._unstable: tuple[bytes, Any, int, NDArray[np.bool_]] | None = None
        self._stalled: tuple[Any, int, list[int]] | None = None

    # What there is now.

    @rule("KEP-FOG-04", "KEP-FOG-05", "KEP-FOG-13", "KEP-HAUL-04")
    def _layers(self, world: Any) -> Iterator[tuple[str, Bytes]]:
        state: State = world.state
        cells = state.cells
        yield "ground", cells.terrain.astype(np.uint8)
        yield "growth", (cells.growth + 1).astype(np.uint8)
        yield "stain", (cells.stain + 1).astype(np.uint8)
        item = np.zeros(cells.terrain.shape, np.uint8)
        flags = (cells.mark & 7).astype(np.uint8)
        flags[cells.territory] |= TERRITORY
        flags[cells.dug] |= DUG
        items = state.items
        lying = np.flatnonzero((items.kind >= 0) & (items.holder < 0) & (items.store < 0) & (items.x >= 0))
        if lying.size:
            item[items.y[lying], items.x[lying]] = items.kind[lying] + 1
            kept = lying[items.forbidden[lying]]
            flags[items.y[kept], items.x[kept]] |= FORBIDDEN
        for x, y, kind in self.seen.piles(world):
            item[y, x] = kind + 1
        flags[self.seen.cracks(world)] |= CRACK
        flags[self._shaky(world)] |= UNSTABLE
        yield "item", item
        yield "flags", flags
        yield "fog", self.seen.fog(world)
        yield "room", self._rooms(state)
        yield "wear", np.minimum(cells.work >> 12, 3).astype(np.uint8)

    def _shaky(self, world: Any) -> NDArray[np.bool_]:
        """The preview of KEP-ROOF-26: asked again when marks change, and now and then when walls have."""
        state: State = world.state
        marks, walls = (state.cells.mark & 1).tobytes(), (state.map_version, tuple(self.structures))
        old = self._unstable
        if old is None or old[0] != marks or (old[1] != walls and self.number >= old[2] + PATIENCE):
            self._unstable = old = (marks, walls, self.number, self.seen.unstable(world))
        return old[3]

    def _held_up(self, world: Any) -> list[int]:
        """The sites that something holds up: asked again now and then while work comes and goes."""
        state: State = world.state
        key = (state.task_version, state.map_version, int((state.sites.kind >= 0).sum()))
        old = self._stalled
        if old is None or (old[0] != key and (self.number >= old[1] + PATIENCE or key[2] != old[0][2])):
            self._stalled = old = (key, self.number, self.seen.stalled(world))
        return old[2]

    def _rooms(self, state: State) -> Bytes:
        flat = np.zeros(state.height * state.width, np.uint8)
        for room in state.rooms:
            flat[list(room.cells)] = 2 if room.name == "demon_palace" else 1
        return flat.reshape(state.height, state.width)

    def _sprites(self, world: Any) -> dict[str, NDArray[Any]]:
        a = world.state.actors
        alpha = self.seen.shown(world)
        here = np.flatnonzero(a.alive & (alpha > 0))
        side, kind = a.side[here], a.species[here]
        own, wild, foes = sprite_tiles()
        minion = (side == Side.MINION) | (side == Side.LORD)
        party = side == Side.ADVENTURER
        tile = np.where(
            minion,
            own[np.minimum(kind, own.size - 1)],
            np.where(party, foes[np.minimum(kind, foes.size - 1)], wild[np.minimum(kind, wild.size - 1)]),
        )
        act = a.act[here]
        whole = max(world.params.sim.ticks_per_cell, 1)
        left = np.where(act == Act.WALK, np.clip(a.timer[here], 0, whole), 0)
        x, y = a.x[here].astype(np.int32), a.y[here].astype(np.int32)
        px = x * ART + (a.came_x[here] - x) * ART * left // whole
        py = y * ART + (a.came_y[here] - y) * ART * left // whole
        tools = np.array((*all_looks().tools, -1), np.int16)
        busy = act != Act.SLEEP
        party = party | ((side == Side.WILD) & ((a.facts[here] & Fact.FOE) > 0))
        marks = np.where(party, 2, 0) | np.where(a.forced[here], 4, 0) | np.where(act == Act.SLEEP, 32, 0)
        marks |= np.where(minion & (a.grudge[here] >= 7), 8, 0)
        marks |= np.where((a.bleeds[here] >= 0).any(axis=1), 1, 0) | np.where(act == Act.DOWN, 16, 0)
        marks |= np.where(np.isin(here, list(world.state.hunts)), 128, 0)
        large = np.array([row.body > 1 for row in world.content.creatures] or [False])
        marks |= np.where(
            ~minion & (side != Side.ADVENTURER) & large[np.minimum(kind, large.size - 1)], 256, 0
        )
        columns = (
            here,
            px,
            py,
            tile,
            np.where(busy, tools[a.job[here]], -1),
            marks,
            alpha[here],
            a.heading[here],
        )
        return {name: c.astype(kind) for (name, kind), c in zip(SPRITE, columns, strict=True)}

    def _things(self, world: Any) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        state: State = world.state
        s = state.structures
        ids = np.flatnonzero(s.kind >= 0)
        bits = s.burning * 1 + (s.open > 0) * 2 + s.unbuild * 4 + (s.user >= 0) * 8 + s.hunt * 16
        built = np.stack([ids, s.kind[ids], s.x[ids], s.y[ids], s.w[ids], s.h[ids], bits[ids]], 1).tolist()
        p = state.sites
        ids = np.flatnonzero(p.kind >= 0)
        done = np.minimum(p.work[ids].astype(np.int64) * 20 // np.maximum(p.need[ids], 1), 20)
        stalled = np.isin(ids, self._held_up(world)) * 1 + (p.builder[ids] >= 0) * 2
        planned = np.stack(
            [ids, p.kind[ids], p.x[ids], p.y[ids], p.w[ids], p.h[ids], done, stalled], 1
        ).tolist()
        return {row[0]: row for row in built}, {row[0]: row for row in planned}

    # Frames.

    def _head(self, kind: str) -> dict[str, Any]:
        return {"kind": kind, "n": self.number, "tick": self.tick, "speed": self.speed}

    def update(self, world: Any, speed: float) -> bytes | None:
        """Take in the dungeon as it is; the frame for pages that have the last one, None for no change."""
        state: State = world.state
        fresh = self.size != (state.width, state.height)
        head: dict[str, Any] = {}
        blocks: list[tuple[list[Any], list[NDArray[Any]]]] = []
        for name, now in self._layers(world):
            before = self.layers.get(name)
            if before is not None and not fresh:
                changed = np.flatnonzero(now != before).astype(np.uint32)
                if changed.size:
                    blocks.append((["cells", name, int(changed.size)], [changed, now.ravel()[changed]]))
            self.layers[name] = now
        self._changed_things(world, head)
        self._changed_sprites(world, head, blocks)
        stale = self.tick != state.tick or self.speed != speed
        self.size, self.tick, self.speed = (state.width, state.height), state.tick, speed
        if not (fresh or stale or blocks or head):
            return None
        self.number += 1
        return self.whole() if fresh else pack({**self._head("change"), **head}, blocks)

    def _changed_things(self, world: Any, head: dict[str, Any]) -> None:
        built, planned = self._things(world)
        for name, before, now in (("structures", self.structures, built), ("sites", self.sites, planned)):
            new = [row for key, row in now.items() if before.get(key) != row]
            gone = [key for key in before if key not in now]
            if new:
                head[name] = new
            if gone:
                head[f"no_{name}"] = gone
        self.structures, self.sites = built, planned

    def _changed_sprites(self, world: Any, head: dict[str, Any], blocks: list[Any]) -> None:
        now, before = self._sprites(world), self.sprites
        self.sprites = now
        if not before:
            return
        if now["id"].shape == before["id"].shape and bool((now["id"] == before["id"]).all()):
            moved = np.zeros(now["id"].shape, np.bool_)
            for name, column in now.items():
                moved |= column != before[name]
        else:
            moved = np.ones(now["id"].shape, np.bool_)
            gone = np.setdiff1d(before["id"], now["id"])
            if gone.size:
                head["no_sprites"] = gone.tolist()
        count = int(moved.sum())
        if count:
            blocks.append((["sprites", count], [column[moved] for column in now.values()]))

    def whole(self) -> bytes:
        """The whole picture as it was last taken in, for a page that joins."""
        head = {
            **self._head("whole"),
            "width": self.size[0],
            "height": self.size[1],
            "structures": list(self.structures.values()),
            "sites": list(self.sites.values()),
        }
        blocks: list[tuple[list[Any], list[NDArray[Any]]]] = [
            (["layer", name, int(layer.size)], [layer]) for name, layer in self.layers.items()
        ]
        blocks.append((["sprites", int(self.sprites["id"].size)], list(self.sprites.values())))
        return pack(head, blocks)
