"""Walking: distances from a place, and setting off on the route to it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meikyu.core.ruling import rule
from meikyu.core.ways import kernels as ways
from meikyu.realm.state import ROUTE_CELLS, Act
from meikyu.realm.systems.links import links
from meikyu.realm.systems.walking import kernels as walking
from meikyu.realm.tables import move_actor
from meikyu.realm.world import World

Box = tuple[int, int, int, int]
HEADINGS = {(1, 0): 0, (0, 1): 1, (-1, 0): 2, (0, -1): 3, (1, 1): 4, (-1, 1): 5, (-1, -1): 6, (1, -1): 7}


def here(world: World, actor: int) -> tuple[int, int]:
    """The cell of an actor."""
    rows = world.state.actors
    return int(rows.x[actor]), int(rows.y[actor])


def flat_of(world: World, actor: int) -> int:
    """The flat cell of an actor."""
    rows = world.state.actors
    return int(rows.y[actor]) * world.state.width + int(rows.x[actor])


def stands(world: World, box: Box, beside: bool) -> NDArray[Any]:
    """Flat cells where one stands to be at a box: on its walkable cells, or on those round it."""
    out = np.empty((box[2] + 2) * (box[3] + 2), np.int32)
    count = walking.walk_starts(world.state.cells.walkable, box, beside, out)
    return out[:count]


def is_at(world: World, actor: int, box: Box, beside: bool) -> bool:
    """True where an actor stands on one of the `stands` of a box."""
    x, y = here(world, actor)
    left, top, right, bottom = box[0] - x, box[1] - y, box[0] + box[2] - x, box[1] + box[3] - y
    inside = left <= 0 < right and top <= 0 < bottom
    if beside:
        return not inside and left <= 1 and top <= 1 and right >= 0 and bottom >= 0
    return inside


def served_from(world: World, box: Box) -> NDArray[Any]:
    """Flat cells from which a thing is reached (KEP-SIM-04): its own where walkable, else those round it."""
    on = stands(world, box, False)
    return on if on.size else stands(world, box, True)


def measure(
    world: World, starts: NDArray[Any], limit: int = -1, steps: NDArray[np.uint8] | None = None
) -> int:
    """Fill `Links.far` with distances from flat cells; returns the cells reached, for `forget`.

    `steps` are those of the body that walks, where it is not one of a single cell.
    """
    made = links(world)
    allowed = world.scratch.steps if steps is None else steps
    return ways.spread(allowed, starts, -1, limit, made.far, made.queue)


def walk_to(world: World, actor: int, box: Box) -> int:
    """Steps of an actor to a thing, -1 for no way."""
    reached = measure(world, np.array([flat_of(world, actor)]))
    steps = reach(world, box)
    forget(world, reached)
    return steps


def walks_to(world: World, actor: int, boxes: NDArray[np.int32], limit: int = -1) -> NDArray[np.int32]:
    """`walk_to` of many things, int32[n, 4]; -1 also for those farther than `limit`."""
    reached = measure(world, np.array([flat_of(world, actor)]), limit)
    steps = reach_all(world, boxes)
    forget(world, reached)
    return steps


def forget(world: World, reached: int) -> None:
    """Clear `Links.far` again."""
    made = links(world)
    ways.forget(made.far, made.queue, reached)


def reach(world: World, box: Box) -> int:
    """Distance of a box in `Links.far`, -1 for none."""
    return int(walking.reach(links(world).far, world.state.cells.walkable, *box))


def reach_all(world: World, boxes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Distances of boxes in `Links.far`."""
    out = np.empty(boxes.shape[0], np.int32)
    walking.reach_many(links(world).far, world.state.cells.walkable, boxes, out)
    return out


@rule("KEP-SIM-04", "KEP-SIM-06", "KEP-HAUL-36")
def set_off(world: World, actor: int, goals: NDArray[Any], allowed: NDArray[np.uint8] | None = None) -> int:
    """Start the walk to the nearest of the flat cells `goals`; returns its steps, -1 where no way leads.

    The route is fixed now. The first step begins at once, or when a step that was broken off is over.
    `allowed` are the steps of the body that walks, where it is not one of a single cell.
    """
    if not goals.size:
        return -1
    made = links(world)
    ground = (world.scratch.steps if allowed is None else allowed, goals)
    length = walking.route_to(*ground, flat_of(world, actor), made.far, made.queue, made.route)
    return _take_route(world, actor, length - 1)


@rule("KEP-SIM-04", "KEP-SIM-06")
def go_to(world: World, actor: int, box: Box, beside: bool) -> int:
    """`set_off` onto a thing, or to beside it."""
    made = links(world)
    ground = (world.state.cells.walkable, world.scratch.steps, (box, beside))
    length = walking.route_to_thing(*ground, flat_of(world, actor), made.far, made.queue, made.route)
    return _take_route(world, actor, length - 1)


def _take_route(world: World, actor: int, steps: int) -> int:
    """Walk the route of so many steps in `Links.route`; -1 for none."""
    if steps < 0:
        return -1
    rows = world.state.actors
    kept = min(steps, ROUTE_CELLS)
    rows.route[actor, :kept] = links(world).route[1 : kept + 1]
    rows.leg[actor], rows.legs[actor] = 0, kept
    if steps == 0:
        return 0
    rows.act[actor] = Act.WALK
    if rows.timer[actor] <= 0:
        _first_step(world, actor)
    return steps


def _first_step(world: World, actor: int) -> None:
    rows = world.state.actors
    x, y = here(world, actor)
    nx, ny = int(rows.route[actor, 0]) % world.state.width, int(rows.route[actor, 0]) // world.state.width
    rows.came_x[actor], rows.came_y[actor] = x, y
    rows.x[actor], rows.y[actor] = nx, ny
    rows.heading[actor] = HEADINGS[nx - x, ny - y]
    rows.leg[actor] = 1
    rows.timer[actor] = world.params.sim.ticks_per_cell


def step_out(world: World, actor: int) -> None:
    """Put a body that stands where nobody can walk any more on the first walkable cell beside it."""
    state = world.state
    x, y = here(world, actor)
    if state.cells.walkable[y, x]:
        return
    near = stands(world, (x, y, 1, 1), True)
    if near.size:
        move_actor(world, actor, int(near[0]) % state.width, int(near[0]) // state.width)
