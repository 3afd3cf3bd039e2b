"""Heirs: when the last minion with a needed job is gone, the next best takes it over (our design)."""

from __future__ import annotations

from meikyu.books.keep import jobs
from meikyu.realm.content import JOBS
from meikyu.realm.state import Side
from meikyu.realm.systems import letters, plans
from meikyu.realm.tables import minions
from meikyu.realm.world import World

NEEDED = ("gather", "cook", "build", "dig", "fish", "treat", "chores", "haul")
"""Jobs without which a dungeon starves, falls apart or bleeds to death."""


def run(world: World) -> None:
    """Hand on the needed jobs of minions that died or left in this tick, unless the lord has that set off."""
    if not world.state.settings.get("auto_heirs", True):
        return
    for event in list(world.events):
        if event.kind in ("died", "deserted"):
            gone = int(event.args["actor"])
            if world.state.actors.side[gone] == Side.MINION:
                hand_on(world, gone)


def hand_on(world: World, gone: int) -> None:
    """Have the best of those that are left take each needed job that nobody has on any more, at its level."""
    state = world.state
    rows = state.actors
    band = minions(world)
    if not band.size:
        return
    for name in NEEDED:
        job = JOBS.index(name)
        level = int(rows.levels[gone, job])
        if level <= 0 or (rows.levels[band, job] > 0).any():
            continue
        heir = max(band.tolist(), key=lambda a: (plans.value_of(world, a, job), -a))
        rows.levels[heir, job], rows.since[heir, job] = level, state.tick
        rows.joined[heir, job], rows.looked[heir] = False, -1
        state.task_version += 1
        x, y = int(rows.x[heir]), int(rows.y[heir])
        world.emit("took_over", "KEP-JOB-08", actor=heir, job=job, target=gone)
        label = jobs.JOBS[job].label
        args = {"minion": heir, "target": gone, "job": label._asdict()}
        letters.send(world, "job_taken", x, y, f"heir:{gone}:{job}", args)
