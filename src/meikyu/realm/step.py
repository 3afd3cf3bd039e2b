"""One tick of a living dungeon: the systems in their written order. Whoever reads this list knows the simulation."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence

from meikyu.core.log import Command, Event
from meikyu.realm.world import World

ORDER = ("timers", "tasks", "advance", "finish", "needs", "choose", "lights", "rooms", "sight", "letters")


def _systems() -> tuple[Callable[[World], None], ...]:
    names = [f"meikyu.realm.systems.{name}" for name in ORDER]
    found = [importlib.import_module(n) for n in names if importlib.util.find_spec(n)]
    return tuple(module.run for module in found)


SYSTEMS = _systems()


def step(world: World, commands: Sequence[Command] = ()) -> list[Event]:
    """Play one tick: the commands, then every system; returns what happened."""
    from meikyu.realm.commands import execute

    world.events = []
    for command in commands:
        execute(world, command)
    for run in SYSTEMS:
        run(world)
    world.state.tick += 1
    return world.events
