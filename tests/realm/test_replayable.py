"""Same seed and commands give the same bytes: in any chunks, and when saved and woken on the way."""

from meikyu.core.log import Command
from meikyu.realm import commands, packing, start
from meikyu.realm import content as rows
from meikyu.realm.step import step
from meikyu.realm.systems import choose, openings, sight
from meikyu.realm.waking import wake
from meikyu.realm.world import World

TICKS = 2400


def orders(world: World, tick: int) -> list[Command]:
    """Orders that keep everybody busy: digging, building, gathering, changed jobs."""
    x, y = int(world.state.actors.x[0]), int(world.state.actors.y[0])
    if tick % 400 == 50:
        row = y + 1 + (tick // 400) % 3
        return [Command("mark_dig", {"cells": [[x + 3 + d, row] for d in range(4)]})]
    made = {
        100: Command("place_site", {"structure": "stool", "x": x + 1, "y": y + 1}),
        101: Command("setting", {"name": "auto_gather", "value": False}),
        700: Command("press_column", {"job": "haul", "button": "left"}),
        1500: Command("all_off", {}),
        1501: Command("restore_jobs", {}),
    }
    return [made[tick]] if tick in made else []


def play(ticks: int, *, woken_every: int = 0) -> World:
    world = start.new(3, width=64, height=64)
    for tick in range(ticks):
        if woken_every and tick % woken_every == 0:
            blob = packing.compress(packing.pack(world.state, world.scratch.changed))
            state, changed = packing.unpack(blob)
            before = world.part_digests()
            world = wake(state, world.params, rows.load(), changed)
            assert world.part_digests() == before
        step(world, [c for c in orders(world, tick) if commands.plan(world, c).value])
    return world


def test_the_same_twice() -> None:
    one, two = play(TICKS), play(TICKS)
    assert one.part_digests() == two.part_digests()


def test_waking_on_the_way_changes_nothing() -> None:
    one, two = play(TICKS), play(TICKS, woken_every=97)
    assert one.part_digests() == two.part_digests()


def test_viewers_are_what_they_would_be_counted_anew() -> None:
    world = start.new(3, width=64, height=64)
    for tick in range(1200):
        step(world, [c for c in orders(world, tick) if commands.plan(world, c).value])
        if tick % 50 == 0:
            assert (sight.recount(world) == world.state.cells.viewers).all()


def test_commands_between_ticks_are_the_same_as_commands_of_a_tick() -> None:
    one, two = start.new(3, width=64, height=64), start.new(3, width=64, height=64)
    for tick in range(900):
        given = [c for c in orders(one, tick) if commands.plan(one, c).value]
        step(one, given)
        for command in given:
            commands.execute(two, command)
        step(two)
    assert one.part_digests() == two.part_digests()


def test_what_the_search_keeps_is_what_it_would_find_anew() -> None:
    world = start.new(3, width=64, height=64)
    for tick in range(1200):
        step(world, [c for c in orders(world, tick) if commands.plan(world, c).value])
        if tick % 50 == 0:
            kept = openings.current(world), *choose.exposed(world)
            for name in ("openings", "exposed"):
                world.scratch.caches.pop(name)
            world.scratch.renamed = True
            fresh = openings.current(world), *choose.exposed(world)
            for name in ("free", "takes", "least"):
                assert (getattr(kept[0], name) == getattr(fresh[0], name)).all(), name
            assert {c: s for c, s in kept[0].loose.items() if s} == {
                c: s for c, s in fresh[0].loose.items() if s
            }
            still = world.state.tasks.by[kept[1]] == -1  # the others were taken since
            assert kept[1][still].tolist() == fresh[1].tolist()
            assert kept[2][still].tolist() == fresh[2].tolist()
