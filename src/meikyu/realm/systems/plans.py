"""Plans and the tasks behind them: taking on, what is spoken for, breaking off; and the work of a step."""

from __future__ import annotations

from enum import Enum

import numpy as np

from meikyu.books.keep import ground, jobs, rampages
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.content import JOBS
from meikyu.realm.state import Act, Op, Stepping
from meikyu.realm.systems.links import AT_SITES, Key, count_step, enter_task, leave_task, links
from meikyu.realm.systems.rooms import room_map
from meikyu.realm.tables import add_task, drop_task, free_task, put_down, touch
from meikyu.realm.world import World

BUILD, HAUL, CHORES, GUARD = (
    JOBS.index("build"),
    JOBS.index("haul"),
    JOBS.index("chores"),
    JOBS.index("guard"),
)
HELD_BACK = -2
"""What `Tasks.by` says of a haul while no storage has room for the goods."""
SERVING = (Op.EAT, Op.DRINK, Op.SLEEP, Op.IDLE)


def _quick(kind: type[Outcome]) -> type[Outcome]:
    """Find the members in the class itself: before Python 3.12 each access goes a long way round."""
    for name, member in kind.__members__.items():
        type.__setattr__(kind, name, member)
    return kind


@_quick
class Outcome(Enum):
    """How the start or the end of a primitive turned out.

    ON: as meant. AGAIN: the primitive starts anew. WAIT: the body has been set to wait and ends the primitive
    later. STOP: it cannot be; the rest of the plan is broken off.
    """

    ON = 0
    AGAIN = 1
    WAIT = 2
    STOP = 3


def take_up(
    world: World, actor: int, plan: list[Stepping], *, task: int = -1, job: int = -1, forced: bool = False
) -> None:
    """Make a plan the actor's own: reserve its task, items, room and spots."""
    state = world.state
    state.plans[actor] = []
    extend(world, actor, plan)
    rows = state.actors
    rows.task[actor], rows.job[actor], rows.forced[actor] = task, job, forced
    if task >= 0:
        state.tasks.by[task] = actor


def extend(world: World, actor: int, more: list[Stepping]) -> None:
    """Add steps to the end of an actor's plan and speak for what they need."""
    made = links(world)
    for step in more:
        count_step(made, actor, step, 1)
        if step.op == Op.STORE:
            world.scratch.room_log.append(step.a)
        if step.op == Op.PICK:
            world.state.items.reserved[step.a] += step.b
            touch(world, "item", step.a)
    world.state.plans[actor] += more


def pop(world: World, actor: int) -> Stepping:
    """Take the first step off the plan; what it spoke for is free again."""
    plan = world.state.plans[actor]
    step = plan.pop(0)
    made = links(world)
    count_step(made, actor, step, -1)
    for later in plan:
        if later.op == step.op == Op.EAT and later.c == step.c:
            count_step(made, actor, later, 1)  # the next food is eaten at the same spot
    if step.op == Op.STORE:
        world.scratch.room_log.append(step.a)
    return step


def clear(world: World, actor: int) -> None:
    """Leave the rest of a plan: progress stays where it was made, everything spoken for is freed."""
    state = world.state
    rows = state.actors
    plan = state.plans[actor]
    if plan:
        _keep_progress(world, actor, plan[0])
        if rows.act[actor] == Act.SLEEP:
            world.emit("roused", "KEP-NEED-08", actor=actor, bed=plan[0].a)
        if plan[0].op == Op.SLEEP and plan[0].a >= 0 and state.structures.user[plan[0].a] == actor:
            state.structures.user[plan[0].a] = -1
    made = links(world)
    for step in plan:
        count_step(made, actor, step, -1)
        if step.op == Op.PICK and state.items.kind[step.a] >= 0:
            state.items.reserved[step.a] = max(0, int(state.items.reserved[step.a]) - step.b)
            touch(world, "item", step.a)
        elif step.op == Op.STORE:
            touch(world, "structure", step.a)
        elif step.op == Op.GIVE:
            touch(world, "site", step.a)
    state.plans[actor] = []
    if rows.act[actor] != Act.WALK:
        rows.timer[actor] = 0
    rows.act[actor] = Act.IDLE
    rows.done[actor] = rows.need[actor] = 0
    rows.speed[actor] = 0


@rule("KEP-NEED-15")
def break_off(world: World, actor: int, *, keep_held: bool = False) -> None:
    """Stop what the actor does: its task waits for others, what it holds is laid down unless kept."""
    rows = world.state.actors
    task = int(rows.task[actor])
    clear(world, actor)
    if task >= 0:
        rows.task[actor] = -1
        free_task(world, task)
        touch_task(world, task)
    rows.job[actor], rows.forced[actor], rows.looked[actor] = -1, False, -1
    if not keep_held:
        lay_down(world, actor)


def end_task(world: World, actor: int, *, gone: bool = True) -> None:
    """The actor's task is over: off the list, or waiting again."""
    rows = world.state.actors
    task = int(rows.task[actor])
    if task < 0:
        return
    rows.task[actor] = -1
    if gone:
        forget_task(world, task)
    else:
        free_task(world, task)
        touch_task(world, task)


def touch_task(world: World, task: int) -> None:
    """Have the tasks system look again at what a task is about."""
    rows = world.state.tasks
    op, a = int(rows.kind[task]), int(rows.a[task])
    if op == Op.PICK:
        links(world).hauls.append(task)
    if op in (Op.DIG, Op.GATHER, Op.FISH, Op.CLEAN):
        touch(world, "cell", int(rows.b[task]) * world.state.width + a)
    elif op in (Op.LAY, Op.CLEAR):
        touch(world, "item", a)
    elif op in (Op.HUNT, Op.TREAT, Op.SUPERVISE, Op.WHIP):
        touch(world, "actor", a)
    else:
        touch(world, "item" if op == Op.PICK else "site" if op in AT_SITES else "structure", a)


def forget_task(world: World, task: int) -> None:
    """Take a task off the list and out of the index."""
    rows = world.state.tasks
    leave_task(world, links(world), task)
    for actor, pairs in list(world.state.skipped.items()):
        if any(pair[0] == task for pair in pairs):
            world.state.skipped[actor] = tuple(pair for pair in pairs if pair[0] != task)
    by = int(rows.by[task])
    if by >= 0 and world.state.actors.task[by] == task:
        world.state.actors.task[by] = -1
    drop_task(world, task)


def want(
    world: World, key: Key, wanted: bool, job: int, x: int, y: int, *, also: int = -1, since: int = -1
) -> None:
    """Have a task or not; one that is being done stays until it ends."""
    made = links(world)
    task = made.tasks.get(key, -1)
    if wanted and task < 0:
        task = add_task(world, key[0], job, x, y, also=also, a=key[1], b=key[2])
        if since >= 0:
            world.state.tasks.since[task] = since
        enter_task(world, made, task)
    elif not wanted and task >= 0 and world.state.tasks.by[task] < 0:
        forget_task(world, task)


def stop_work(world: World, key: Key) -> None:
    """End work whose order was taken back, if there is any: who does it breaks off, the task is dropped."""
    task = links(world).tasks.get(key, -1)
    if task < 0:
        return
    worker = int(world.state.tasks.by[task])
    if worker >= 0:
        break_off(world, worker)
    forget_task(world, task)


def lay_down(world: World, actor: int) -> None:
    """Put all that an actor holds on the floor."""
    rows = world.state.actors
    stolen = world.content.item["gold_coin"] if rows.rampage[actor] == rampages.GOLD_THEFT else -1
    for item in list(world.scratch.held.get(actor, ())):
        if world.state.items.kind[item] == stolen:
            continue
        put_down(world, item, int(rows.x[actor]), int(rows.y[actor]))


# Work


def value_of(world: World, actor: int, job: int) -> int:
    """Check value of an actor for a job, -1 for a job without one."""
    place = jobs.JOBS[job].stat
    if place < 0:
        return -1
    rows = world.state.actors
    bonus = 0
    for row in (int(rows.weapon[actor]), int(rows.armour[actor]), int(rows.tool[actor])):
        if row >= 0:
            bonus += sum(points for name, points in world.content.items[row].bonus if name == JOBS[job])
    if JOBS[job] == "trap" and "trap_sense" in world.content.species[rows.species[actor]].traits:
        bonus += 1
    return jobs.check_value(int(rows.stats[actor, place]), bonus)


@rule("KEP-RAMP-28")
def is_pestered(world: World, actor: int) -> bool:
    """True while a minion on that rampage keeps beside the worker."""
    rows = world.state.actors
    known: tuple[int, list[int]] | None = world.scratch.caches.get("pests")
    if known is None or known[0] != world.state.tick:  # forgotten where one starts
        pests = np.flatnonzero(rows.rampage[: len(world.state.names)] == rampages.PESTER).tolist()
        known = world.scratch.caches["pests"] = (world.state.tick, pests)
    for other in known[1]:
        if rows.prey[other] != actor or rows.rampage[other] != rampages.PESTER:
            continue
        dx, dy = int(rows.x[other] - rows.x[actor]), int(rows.y[other] - rows.y[actor])
        if rampages.pesters(world.params.rampage, dx, dy):
            return True
    return False


@rule("KEP-SIM-10", "KEP-ROOM-03", "KEP-ROOM-04", "KEP-HAUL-25")
def speed_of(world: World, actor: int, job: int) -> int:
    """Work speed in percent of an actor where it stands; job -1 for what has no check."""
    rows = world.state.actors
    value = value_of(world, actor, job) if job >= 0 else -1
    quick = "quick_work" in world.content.species[rows.species[actor]].traits
    inside = room_map(world)[rows.y[actor], rows.x[actor]] >= 0
    return ground.speed_percent(
        world.params.sim, value, int(inside), int(quick), int(is_pestered(world, actor))
    )


def work(world: World, actor: int, minutes: int, job: int, done: int = 0) -> None:
    """Set the body to work of so many minutes at 100% speed, some of which may be done already."""
    rows = world.state.actors
    rows.act[actor], rows.timer[actor] = Act.WORK, 0
    rows.need[actor], rows.done[actor] = ground.work_needed(minutes), done
    rows.speed[actor] = speed_of(world, actor, job)


def wait(world: World, actor: int, ticks: int, gain: int = 0) -> None:
    """Set the body to stay for so many ticks; `gain` is added to recreation each tick."""
    rows = world.state.actors
    rows.act[actor], rows.timer[actor], rows.speed[actor] = Act.WAIT, ticks, gain


@rule("KEP-SIM-09", "KEP-SIM-15", "KEP-BLD-16")
def fumbles(world: World, actor: int, job: int, x: int, y: int, *, campfire: bool = False) -> bool:
    """Throw for a fumble as the work ends; the worked cell may be dark."""
    value = value_of(world, actor, job)
    dark = ground.is_dark(int(world.state.cells.lights[y, x]))
    percent = ground.fumble_percent(world.params.sim, value, int(campfire), dark)
    drawn = world.dice(Stream.FUMBLE, actor).below(100)
    if not ground.succeeds(percent, drawn):
        return False
    world.emit("fumble", "KEP-SIM-12", actor=actor, job=job, x=x, y=y, percent=percent)
    return True


def _keep_progress(world: World, actor: int, step: Stepping) -> None:
    state = world.state
    rows = state.actors
    if step.op == Op.BUILD and state.sites.builder[step.a] == actor:
        state.sites.builder[step.a] = -1
    if rows.act[actor] != Act.WORK:
        return
    if step.op == Op.DIG:
        state.cells.work[step.b, step.a] = rows.done[actor]
    elif step.op == Op.BUILD and state.sites.kind[step.a] >= 0:
        state.sites.work[step.a] = min(int(rows.done[actor]), int(state.sites.need[step.a]))
