"""What the systems derive from plans and tasks: goods on the way, spots spoken for, tasks by their target."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.realm.state import Op, Stepping
from meikyu.realm.tables import box_of
from meikyu.realm.world import World

AT_SITES = (Op.GIVE, Op.BUILD)
AT_STRUCTURES = (Op.UNBUILD, Op.CRAFT, Op.REFUEL, Op.WATCH, Op.RESET, Op.UNLOCK, Op.RITE)

Key = tuple[int, int, int]
_NOBODY = np.zeros(0, np.int32)
UNKNOWN = -3


@dataclass
class Links:
    """Derived from the state alone, so that a loaded dungeon goes on as if it had never stopped.

    Attributes:
        coming: pieces on the way to each storage, by item kind.
        giving: pieces on the way to each building site, by item kind.
        spots: who eats or sleeps at a flat cell, or is on the way to.
        tasks: task ids by (op, a, b). at: their keys by (op, a).
        hauls: tasks of hauling that came or were freed since it was last seen which of them may be offered.
        hauls_anew: all of them are to be looked at, as ways opened or closed.
        boxes: int16[n, 2], width and height of what each task is done at.
        known: int32[n], from which region each task is reached, as `offers.kernels.exposed` keeps it.
        jobs: int32[H * W], bits of the jobs that have free work in each region.
        exposed: ids of the tasks that could be reached from any region when work or ways last came, and the
            region of each, -2 for several.
        far, queue: a second pair for searches beside `Scratch.dist`; `far` is -1 all over between uses.
        due, bits: who is due for what in this tick.
        route: int32[H * W], for routes and starts.
        found: int32[n], for lists of tasks or stacks.
    """

    boxes: NDArray[np.int16]
    known: NDArray[np.int32]
    jobs: NDArray[np.int32]
    far: NDArray[np.int32]
    queue: NDArray[np.int32]
    due: NDArray[np.int32]
    bits: NDArray[np.int32]
    route: NDArray[np.int32]
    found: NDArray[np.int32]
    coming: dict[int, dict[int, int]] = field(default_factory=dict)
    giving: dict[int, dict[int, int]] = field(default_factory=dict)
    spots: dict[int, int] = field(default_factory=dict)
    tasks: dict[Key, int] = field(default_factory=dict)
    at: dict[tuple[int, int], list[Key]] = field(default_factory=dict)
    hauls: list[int] = field(default_factory=list)
    hauls_anew: bool = True
    exposed: tuple[NDArray[np.int32], NDArray[np.int32]] = (_NOBODY, _NOBODY)

    def keys(self, ops: tuple[int, ...], a: int) -> list[Key]:
        """Keys of the tasks of these ops at a target, in order."""
        return [key for op in ops for key in sorted(self.at.get((op, a), ()))]


def links(world: World) -> Links:
    """The links of this world, derived when they are first asked for."""
    found = world.scratch.caches.get("links")
    if found is None:
        found = world.scratch.caches["links"] = _derive(world)
    return found


def _derive(world: World) -> Links:
    state = world.state
    size = state.width * state.height
    rows = state.tasks.kind.size
    made = Links(
        np.ones((rows, 2), np.int16),
        np.full(rows, UNKNOWN, np.int32),
        np.zeros(size, np.int32),
        np.full((state.height, state.width), -1, np.int32),
        np.zeros(size, np.int32),
        np.zeros(state.actors.alive.size, np.int32),
        np.zeros(state.actors.alive.size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(rows, np.int32),
    )
    for task in np.flatnonzero(state.tasks.kind >= 0).tolist():
        enter_task(world, made, task)
    for actor, plan in enumerate(state.plans):
        for step in plan:
            count_step(made, actor, step, 1)
    return made


def enter_task(world: World, made: Links, task: int) -> None:
    """Add a task to the index."""
    rows = world.state.tasks
    op, a, b = int(rows.kind[task]), int(rows.a[task]), int(rows.b[task])
    made.tasks[op, a, b] = task
    made.at.setdefault((op, a), []).append((op, a, b))
    if op == Op.PICK:
        made.hauls.append(task)
    if task >= made.boxes.shape[0]:
        wider = np.ones((rows.kind.size, 2), np.int16)
        wider[: made.boxes.shape[0]] = made.boxes
        made.boxes = wider
        known = np.full(rows.kind.size, UNKNOWN, np.int32)
        known[: made.known.size] = made.known
        made.known = known
        made.found = np.zeros(rows.kind.size, np.int32)
    made.boxes[task] = _box(world, op, a)[2:]
    made.known[task] = UNKNOWN


def leave_task(world: World, made: Links, task: int) -> None:
    """Take a task out of the index."""
    rows = world.state.tasks
    key = (int(rows.kind[task]), int(rows.a[task]), int(rows.b[task]))
    if made.tasks.pop(key, None) is not None:
        keys = made.at[key[:2]]
        keys.remove(key)
        if not keys:
            del made.at[key[:2]]


def _box(world: World, op: int, a: int) -> tuple[int, int, int, int]:
    state = world.state
    if op in AT_SITES:
        return box_of(state.sites, a)
    if op in AT_STRUCTURES:
        return box_of(state.structures, a)
    if op == Op.PICK and state.items.store[a] >= 0:
        return box_of(state.structures, int(state.items.store[a]))
    return 0, 0, 1, 1


def box_of_item(world: World, item: int) -> tuple[int, int, int, int]:
    """Where a stack is: its cell, or the whole storage."""
    rows = world.state.items
    if rows.store[item] >= 0:
        return box_of(world.state.structures, int(rows.store[item]))
    return int(rows.x[item]), int(rows.y[item]), 1, 1


def boxes_of_items(world: World, ids: NDArray[Any]) -> NDArray[np.int32]:
    """`box_of_item` of many stacks, as int32[n, 4]."""
    state = world.state
    found = np.ones((ids.size, 4), np.int32)
    found[:, 0], found[:, 1] = state.items.x[ids], state.items.y[ids]
    store = state.items.store[ids]
    stored = store >= 0
    if stored.any():
        places = store[stored]
        found[stored, 2], found[stored, 3] = state.structures.w[places], state.structures.h[places]
    return found


def count_step(made: Links, actor: int, step: Stepping, sign: int) -> None:
    """Speak for (1) or release (-1) what a primitive step will need when its turn comes."""
    if step.op == Op.STORE:
        _add(made.coming, step.a, step.b, step.c * sign)
    elif step.op == Op.GIVE:
        _add(made.giving, step.a, step.b, step.c * sign)
    elif step.op in (Op.EAT, Op.SLEEP, Op.LIE) and step.c >= 0:
        if sign > 0:
            made.spots[step.c] = actor
        else:
            made.spots.pop(step.c, None)


def _add(into: dict[int, dict[int, int]], place: int, kind: int, count: int) -> None:
    kinds = into.setdefault(place, {})
    kinds[kind] = kinds.get(kind, 0) + count
    if kinds[kind] <= 0:
        del kinds[kind]
        if not kinds:
            del into[place]
