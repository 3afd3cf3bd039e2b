"""Frames: what changes by frames is what a page that joins would be given whole."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from meikyu.books import keep
from meikyu.realm import start, tables
from meikyu.realm.state import Act, Mark, Side
from meikyu.web.map import seen
from meikyu.web.map.frames import CRACK, DIG, FORBIDDEN, LAYERS, SPRITE, TERRITORY, UNSTABLE, Frames


class Reader:
    """A page's side: reads frames and keeps the picture."""

    def __init__(self) -> None:
        self.head: dict[str, Any] = {}
        self.layers: dict[str, np.ndarray] = {}
        self.structures: dict[int, list[int]] = {}
        self.sites: dict[int, list[int]] = {}
        self.sprites: dict[int, tuple[int, ...]] = {}

    def read(self, frame: bytes) -> dict[str, Any]:
        size = int.from_bytes(frame[:4], "little")
        head = json.loads(frame[4 : 4 + size])
        at = (4 + size + 3) & ~3

        def take(kind: Any, count: int) -> np.ndarray:
            nonlocal at
            array = np.frombuffer(frame, kind, count, at)
            at = (at + array.nbytes + 3) & ~3
            return array

        if head["kind"] == "whole":
            self.__init__()
        for name, rows in (("structures", self.structures), ("sites", self.sites)):
            for gone in head.get(f"no_{name}", []):
                del rows[gone]
            rows.update({row[0]: row for row in head.get(name, [])})
        for gone in head.get("no_sprites", []):
            del self.sprites[gone]
        for kind, *rest in head["blocks"]:
            if kind == "layer":
                self.layers[rest[0]] = take(np.uint8, rest[1]).copy()
            elif kind == "cells":
                cells = take(np.uint32, rest[1])
                self.layers[rest[0]][cells] = take(np.uint8, rest[1])
            else:
                columns = [take(dtype, rest[0]) for _, dtype in SPRITE]
                self.sprites.update({int(row[0]): tuple(map(int, row)) for row in zip(*columns, strict=True)})
        assert at == len(frame)
        self.head = head
        return head

    def picture(self) -> Any:
        return (
            {n: a.tolist() for n, a in self.layers.items()},
            self.structures,
            self.sites,
            self.sprites,
        )


@pytest.fixture
def world() -> Any:
    return start.new(7, width=48, height=48)


def lord_place(world: Any) -> tuple[int, int]:
    rows, lord = world.state.actors, world.state.lord
    return int(rows.x[lord]), int(rows.y[lord])


def rock_near(world: Any) -> tuple[int, int]:
    x, y = lord_place(world)
    kinds = [row.kind for row in world.content.terrain]
    ys, xs = np.nonzero(np.isin(world.state.cells.terrain, [n for n, k in enumerate(kinds) if k == "rock"]))
    inner = (xs > 2) & (xs < 45) & (ys > 2) & (ys < 45)
    best = np.abs(xs - x)[inner] + np.abs(ys - y)[inner]
    n = int(best.argmin())
    return int(xs[inner][n]), int(ys[inner][n])


def test_the_first_frame_is_whole_and_holds_the_state(world: Any) -> None:
    page, frames = Reader(), Frames(seen)
    frame = frames.update(world, 1)
    assert frame is not None
    head = page.read(frame)
    assert (head["kind"], head["width"], head["height"], head["speed"]) == ("whole", 48, 48, 1)
    assert set(page.layers) == set(LAYERS)
    assert page.layers["ground"].tolist() == world.state.cells.terrain.ravel().tolist()
    assert len(page.sprites) == int((seen.shown(world) > 0).sum())
    assert len(page.structures) == int((world.state.structures.kind >= 0).sum())
    owned = (page.layers["flags"] & TERRITORY) > 0
    assert owned.tolist() == world.state.cells.territory.ravel().tolist()


def test_nothing_new_sends_nothing(world: Any) -> None:
    frames = Frames(seen)
    assert frames.update(world, 0) is not None
    assert frames.update(world, 0) is None
    assert frames.update(world, 1) is not None  # the speed is news


def test_changes_add_up_to_the_whole(world: Any) -> None:
    page, frames = Reader(), Frames(seen)
    page.read(frames.update(world, 1) or b"")
    x, y = rock_near(world)
    lx, ly = lord_place(world)
    tables.set_mark(world, x, y, Mark.DIG)
    change = frames.update(world, 1)
    assert change is not None
    assert len(change) < 2000
    page.read(change)
    assert page.layers["flags"][y * 48 + x] & DIG
    tables.set_terrain(world, x, y, world.content.ground["dug_floor"])
    tables.set_mark(world, x, y, 0)
    made = tables.add_structure(world, world.content.structure["shelf"], x, y)
    item = tables.add_item(world, world.content.item["bone"], 3, 0, lx, ly)
    world.state.items.forbidden[item] = True
    other = tables.add_actor(
        world, Side.MINION, 0, lx, ly, stats=(1, 1, 1, 1, 1), name="New/新", needs=(6000, 6000, 6000)
    )
    world.state.tick += 1
    page.read(frames.update(world, 1) or b"")
    assert made in page.structures
    assert other in page.sprites
    place = int(world.state.items.y[item]) * 48 + int(world.state.items.x[item])
    assert page.layers["item"][place] == world.content.item["bone"] + 1
    assert page.layers["flags"][place] & FORBIDDEN
    tables.remove_structure(world, made)
    world.state.actors.alive[other] = False
    page.read(frames.update(world, 1) or b"")
    assert made not in page.structures
    assert other not in page.sprites
    joined = Reader()
    joined.read(frames.whole())
    assert joined.picture() == page.picture()


def test_a_walker_is_drawn_between_its_cells(world: Any) -> None:
    page, frames = Reader(), Frames(seen)
    rows, lord = world.state.actors, world.state.lord
    x, y = lord_place(world)
    step = world.params.sim.ticks_per_cell
    tables.move_actor(world, lord, x, y + 1)
    rows.act[lord] = Act.WALK
    places = []
    for left in range(step, -1, -1):
        rows.timer[lord] = left
        world.state.tick += 1
        page.read(frames.update(world, 1) or b"")
        places.append(page.sprites[lord][2])
    assert places[0] == y * 16
    assert places[-1] == (y + 1) * 16
    assert places == sorted(places)
    assert len(set(places)) == step + 1


def test_fog_hides_outsiders_and_never_the_lords_own(world: Any) -> None:
    ys, xs = np.nonzero(world.state.cells.walkable & (world.state.cells.viewers == 0))
    far = int(np.argmax(np.hypot(ys - 24, xs - 24)))
    x, y = int(xs[far]), int(ys[far])
    options = {"stats": (1, 1, 1, 1, 1), "needs": (6000, 6000, 6000)}
    thief = tables.add_actor(world, Side.ADVENTURER, 1, x, y, name="Thief/盗賊", **options)
    own = tables.add_actor(world, Side.MINION, 0, x, y, name="Own/身内", **options)
    page, frames = Reader(), Frames(seen)
    page.read(frames.update(world, 0) or b"")
    assert thief not in page.sprites
    assert own in page.sprites
    world.state.cells.viewers[y, x] = 1
    page.read(frames.update(world, 0) or b"")
    assert thief in page.sprites
    assert page.layers["fog"][y * 48 + x] == 0


def test_the_dead_and_the_ground_are_seen_in_fog(world: Any) -> None:
    ys, xs = np.nonzero(world.state.cells.walkable & (seen.fog(world) == 255))
    x, y = int(xs[0]), int(ys[0])
    corpse = tables.add_item(world, world.content.item["corpse"], 1, 0, x, y)
    page, frames = Reader(), Frames(seen)
    page.read(frames.update(world, 0) or b"")
    assert page.layers["fog"][y * 48 + x] == 255
    assert page.layers["item"][y * 48 + x] == world.state.items.kind[corpse] + 1
    assert page.layers["ground"][y * 48 + x] == world.state.cells.terrain[y, x]


def test_fog_comes_back_by_the_rule(world: Any) -> None:
    p, cells = world.params.sight, world.state.cells
    cells.viewers[:] = 0
    cells.lost[:] = 0
    cells.lost_inside[:] = False
    wait, back = p.outside_wait_minutes * 10, p.outside_return_minutes * 10
    for ticks, level in ((wait, 0), (wait + back // 2, 127), (wait + back, 255), (wait + back + 5000, 255)):
        world.state.tick = ticks
        assert set(seen.fog(world).ravel().tolist()) == {level}
    cells.lost_inside[:] = True
    world.state.tick = p.inside_wait_minutes * 10
    assert seen.fog(world).max() == 0


def test_marks_that_would_bring_the_ceiling_down_are_shown(world: Any) -> None:
    cells = world.state.cells
    cells.dug[:] = False
    cells.mark[:] = 0
    rock = world.content.ground["rock"]
    for y in range(20, 26):
        for x in range(20, 26):
            tables.set_terrain(world, x, y, rock)
            tables.set_mark(world, x, y, Mark.DIG)
    assert int(seen.unstable(world).sum()) == 36
    tables.set_mark(world, 20, 20, 0)
    tables.set_mark(world, 21, 20, 0)
    tables.set_mark(world, 22, 20, 0)
    assert int(seen.unstable(world).sum()) == 33
    tables.set_mark(world, 23, 20, 0)
    assert int(seen.unstable(world).sum()) == 0
    page, frames = Reader(), Frames(seen)
    page.read(frames.update(world, 0) or b"")
    assert not (page.layers["flags"] & (UNSTABLE | CRACK)).any()


def test_rooms_pick_their_floor(world: Any) -> None:
    page, frames = Reader(), Frames(seen)
    page.read(frames.update(world, 0) or b"")
    palace = next(r for r in world.state.rooms if r.name == "demon_palace")
    assert {int(page.layers["room"][c]) for c in palace.cells} == {2}


def test_another_size_sends_everything_again(world: Any) -> None:
    frames = Frames(seen)
    frames.update(world, 0)
    other = start.new(8, width=64, height=48)
    page = Reader()
    assert page.read(frames.update(other, 0) or b"")["kind"] == "whole"
    assert page.layers["ground"].size == 64 * 48
    assert SimpleNamespace(**page.head).width == 64


def test_cracked_cells_and_held_up_sites_are_shown(world: Any) -> None:
    world.state.cells.crack[20, 20:23] = 1800
    throne = np.flatnonzero(world.state.structures.kind == world.content.structure["throne"])[0]
    x, y = int(world.state.structures.x[throne]), int(world.state.structures.y[throne]) + 2
    world.state.items.forbidden[:] = True
    site = tables.add_site(world, world.content.structure["iron_door"], x, y)
    assert seen.stalled(world) == [site]
    page, frames = Reader(), Frames(seen)
    page.read(frames.update(world, 0) or b"")
    assert np.flatnonzero(page.layers["flags"] & CRACK).tolist() == [20 * 48 + n for n in (20, 21, 22)]
    assert page.sites[site][7] & 1
    tables.add_item(world, world.content.item["iron"], 2, 0, x, y)
    build = keep.jobs.IDS.index("build")
    assert (world.state.actors.levels[:, build] > 0).any()
    assert seen.stalled(world) == []


def test_piles_show_in_open_storages_only() -> None:
    world = start.new(5, width=64, height=64)
    content, rows = world.content, world.state.structures
    shelf = int(np.flatnonzero(rows.kind == content.structure["shelf"])[0])
    x, y = int(rows.x[shelf]), int(rows.y[shelf])
    first = world.scratch.stored[shelf][0]
    assert (x, y, int(world.state.items.kind[first])) in seen.piles(world)
    rows.kind[shelf] = content.structure["barrel"]
    assert not any(pile[:2] == (x, y) for pile in seen.piles(world))


def test_nine_piles_of_a_scrap_heap_lie_on_its_nine_cells() -> None:
    world = start.new(5, width=64, height=64)
    x, y = (int(v) for v in np.argwhere(world.state.cells.territory)[0][::-1])
    heap = tables.add_structure(world, world.content.structure["scrap_heap"], x, y)
    for _ in range(3):
        stack = tables.add_item(world, world.content.item["scrap"], 10, 0, x, y)
        tables.store_item(world, stack, heap)
    kind = world.content.item["scrap"]
    assert {(x, y, kind), (x + 1, y, kind), (x + 2, y, kind)} <= set(seen.piles(world))
