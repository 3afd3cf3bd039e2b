"""Golden dungeons; `uv run --group test python -m tests.replays.dungeons` remakes them, the diff is reviewed.

`catalogue.txt` has a line a seed and start: the digest of the map, what it holds, and the band's stats.
`first_day.jsonl` is a replay of a short game with orders, a digest every 300 ticks.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from meikyu.core.log import Command, Mark, digest, write_replay
from meikyu.realm import content as rows
from meikyu.realm import mapgen, start
from meikyu.realm.save import head_of
from meikyu.realm.step import step
from meikyu.realm.world import World

FOLDER = Path(__file__).parent / "realm"
SEEDS = range(8)
SIZE = 64
TICKS, EVERY = 3000, 300
OPTIONS = {"start": "old_halls", "difficulty": "normal", "width": SIZE, "height": SIZE}


def catalogue() -> str:
    """The catalogue of seeds."""
    content = rows.load()
    lines: list[str] = []
    for row in content.starts:
        for seed in SEEDS:
            made = mapgen.make(content, seed, row, SIZE, SIZE)
            world = start.new(seed, row.id, width=SIZE, height=SIZE)
            ground = digest([("terrain", made.terrain), ("growth", made.growth)])
            caves = np.count_nonzero(made.terrain == content.ground["cave_floor"])
            fungus = np.count_nonzero(made.growth == content.ground["fungus_patch"])
            stats = world.state.actors.stats[1 : len(world.state.names)].sum(axis=0).tolist()
            told = (
                f"throne {made.throne} mouths {list(made.mouths)} caves {caves} fungus {fungus} stats {stats}"
            )
            lines.append(f"{row.id} {seed} map {ground} {told}")
    return "\n".join(lines) + "\n"


def orders(world: World, tick: int) -> list[Command]:
    """What is ordered before this tick."""
    x, y = int(world.state.actors.x[world.state.lord]), int(world.state.actors.y[world.state.lord])
    given = {
        0: [Command("mark_dig", {"cells": [[x + 3, y + 1 + n] for n in range(3)]})],
        1: [Command("set_level", {"actor": 1, "job": "dig", "level": 3})],
        10: [Command("place_site", {"structure": "bed", "x": x - 1, "y": y + 1})],
        900: [Command("mark_dig", {"cells": [[x + 4, y + 1 + n] for n in range(3)]})],
        1500: [Command("meal_cap", {"value": "medium"})],
    }
    return given.get(tick, [])


def game() -> Iterator[tuple[int, Command] | Mark]:
    """The golden game: its orders by tick, and a digest every so many ticks."""
    world = start.new(1, "old_halls", "normal", SIZE, SIZE)
    while world.state.tick < TICKS:
        tick = world.state.tick
        given = orders(world, tick)
        yield from ((tick, command) for command in given)
        step(world, given)
        if world.state.tick % EVERY == 0:
            yield Mark(world.state.tick, world.digest())


def main() -> None:
    """Write the catalogue and the replay."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "catalogue.txt").write_text(catalogue(), encoding="utf-8")
    lines = write_replay(head_of(1, OPTIONS), game())
    (FOLDER / "first_day.jsonl").write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
