"""One tick of a living dungeon. Whoever reads the list SYSTEMS knows the simulation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meikyu.core.log import Command, Event
from meikyu.realm.commands import execute
from meikyu.realm.systems import (
    advance,
    arts,
    bodies,
    ceilings,
    choose,
    eyes,
    fights,
    finish,
    grudges,
    heirs,
    history,
    hunting,
    letters,
    lights,
    needs,
    patients,
    rampages,
    rites,
    rooms,
    sickness,
    sight,
    tasks,
    timers,
    traps,
    wounds,
)
from meikyu.realm.world import World

SYSTEMS: tuple[Callable[[World], None], ...] = (
    timers.run,  # what happens at a known time: fuel, decay, regrowth
    tasks.run,  # work appears and goes with marks, sites, structures and goods
    bodies.run,  # large beasts plan on where ways have changed
    advance.run,  # bodies walk, work, sleep; needs fall
    finish.run,  # what ended takes effect, the next primitive starts
    traps.run,  # an enemy's step sets a trap off
    fights.run,  # enemies are noticed, whoever has a foe within reach strikes
    sickness.run,  # dirt makes ill at midnight, the plague spreads
    hunting.run,  # gathering posts mark what comes near
    needs.run,  # hunger, sleep and boredom break in
    patients.run,  # the wounded lie down for treatment
    rampages.run,  # rampages start, go on and end
    rites.run,  # rites that are ordered are offered while they can be held
    choose.run,  # who has nothing to do looks for work
    wounds.run,  # the bleeding leave blood, hunger holds healing up
    heirs.run,  # needed jobs of the dead are taken over
    grudges.run,  # what happened moves grudges; the lord sits or is followed
    ceilings.run,  # dug spaces crack, or are held up in time
    lights.run,  # what burns lights cells
    rooms.run,  # open spaces of the territory become rooms
    eyes.run,  # alarms and ghost eyes clear fog
    sight.run,  # who moved sees anew; what nobody sees is lost
    arts.run,  # scholarship comes, items of the Dark Arts become unusable
    history.run,  # needs and grudges are noted every three hours, for charts
    letters.run,  # notices of what happened
)


def step(world: World, commands: Sequence[Command] = ()) -> list[Event]:
    """Play one tick: the commands, then every system; returns what happened.

    Raises:
        InputError, IllegalCommandError: a command cannot be read or is refused; those before it are done.
    """
    world.events = []
    for command in commands:
        execute(world, command)
    for run in SYSTEMS:
        run(world)
    world.state.tick += 1
    return world.events
