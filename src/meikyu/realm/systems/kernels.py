"""Compiled loops of bodies: what a tick does to them, and who might notice whom."""

import numpy as np

from meikyu.core.grid import STEPS
from meikyu.core.kernels import jit

IDLE, WALK, WORK, SLEEP, WAIT = 0, 1, 2, 3, 4
DUE_DONE, DUE_ARRIVED, DUE_BLOCKED, DUE_NEED, DUE_WOKE, DUE_CRISIS = 1, 2, 4, 8, 16, 32

_DX = np.array([step[0] for step in STEPS], np.int64)
_DY = np.array([step[1] for step in STEPS], np.int64)


@jit
def _fall(before, by, pace):
    """A bar after it has sunk a little, and the bits of what is due at the threshold or at 0."""
    after = max(before - by, 0)
    bits = 0
    if before > pace.threshold >= after:
        bits |= DUE_NEED
    if before > 0 and after == 0:
        bits |= DUE_CRISIS
    return after, bits


@jit
def _heading(dx, dy, mask):
    """Number of the step (dx, dy) where the mask of allowed steps has it, else -1."""
    for k in range(8):
        if _DX[k] == dx and _DY[k] == dy:
            return k if mask >> k & 1 else -1
    return -1


@jit
def advance_all(bodies, count, steps, tick, pace, due, bits):
    """Let every body live one tick; writes who is due for what and returns how many.

    Args:
        bodies: columns of the table of actors, `advance.Bodies`.
        count: rows in use.
        steps: uint8[H, W] of the core's `steps_into`.
        tick: the tick that is being lived.
        pace: ints `food`, `sleep`, `recreation` a tick, `threshold`, `full`, `step` ticks a cell.
        due: int32[n], gets actor ids, ascending.
        bits: int32[n], gets the DUE bits beside them.
    """
    # The columns are taken out once: a tuple of arrays handed to a helper costs a count of every array in it.
    alive, side, acts, needs, retry = bodies.alive, bodies.side, bodies.act, bodies.needs, bodies.retry
    timer, done, need, speed = bodies.timer, bodies.done, bodies.need, bodies.speed
    xs, ys, came_x, came_y, heading = bodies.x, bodies.y, bodies.came_x, bodies.came_y, bodies.heading
    leg, legs, route = bodies.leg, bodies.legs, bodies.route
    width = steps.shape[1]
    found = 0
    for i in range(count):
        if not alive[i]:
            continue
        mask = 0
        act = acts[i]
        if side[i] == 0:
            needs[i, 0], mask = _fall(needs[i, 0], pace.food, pace)
            if act == SLEEP:
                rested = min(needs[i, 1] + speed[i], pace.full)
                needs[i, 1] = rested
                if rested >= pace.full:
                    mask |= DUE_WOKE
            else:
                needs[i, 1], more = _fall(needs[i, 1], pace.sleep, pace)
                mask |= more
                if act == WAIT and speed[i] > 0:
                    needs[i, 2] = min(needs[i, 2] + speed[i], pace.full)
                else:
                    needs[i, 2], more = _fall(needs[i, 2], pace.recreation, pace)
                    mask |= more
            if tick > 0 and (retry[i, 0] == tick or retry[i, 1] == tick or retry[i, 2] == tick):
                mask |= DUE_NEED
        if act == WALK:
            timer[i] -= 1
            if timer[i] <= 0:
                k = leg[i]
                if k >= legs[i]:
                    mask |= DUE_ARRIVED
                else:
                    x, y = np.int64(xs[i]), np.int64(ys[i])
                    to = np.int64(route[i, k])
                    turn = _heading(to % width - x, to // width - y, np.int64(steps[y, x]))
                    if turn < 0:
                        mask |= DUE_BLOCKED
                    else:
                        came_x[i], came_y[i] = x, y
                        xs[i], ys[i] = to % width, to // width
                        heading[i] = turn
                        leg[i] = k + 1
                        timer[i] = pace.step
        elif act == WORK:
            done[i] += speed[i]
            if done[i] >= need[i]:
                mask |= DUE_DONE
        elif act == WAIT:
            timer[i] -= 1
            if timer[i] <= 0:
                mask |= DUE_DONE
        if mask:
            due[found] = i
            bits[found] = mask
            found += 1
    return found


@jit
def meet(seekers, count, foes, hostile, cells, guard, out):
    """Who might notice whom: pairs (viewer, target) by distance alone; returns how many are in `out`.

    Args:
        seekers: columns of the table of actors, `fights.Seekers`.
        count: rows in use.
        foes: int64[n], enemies.
        hostile: bool[n], which of them attack on sight.
        cells: how far those notice.
        guard: column of the job Guard.
        out: int32[m, 3], gets viewer, target and the squared distance; what does not fit is left out.
    """
    found = 0
    for n in range(foes.size):
        f = foes[n]
        x, y = np.int64(seekers.x[f]), np.int64(seekers.y[f])
        looks = hostile[n] and seekers.foe[f] < 0 and seekers.down[f] < 0
        for i in range(count):
            if seekers.side[i] > 2 or not seekers.alive[i]:
                continue
            dx, dy = seekers.x[i] - x, seekers.y[i] - y
            far = dx * dx + dy * dy
            if looks and far <= cells * cells and seekers.down[i] < 0 and found < out.shape[0]:
                out[found, 0], out[found, 1], out[found, 2] = f, i, far
                found += 1
            watches = seekers.side[i] == 0 and seekers.levels[i, guard] > 0 and seekers.foe[i] < 0
            awake = watches and seekers.act[i] != SLEEP
            sight = np.int64(seekers.sight[i])
            if awake and sight > 0 and far <= sight * sight and found < out.shape[0]:
                out[found, 0], out[found, 1], out[found, 2] = i, f, far
                found += 1
    return found
