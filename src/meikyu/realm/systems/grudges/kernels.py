"""Compiled loops of grudges: treasures, who has come near one, whose need is empty, marks of newcomers."""

from meikyu.books.keep import grudges
from meikyu.core.kernels import below, jit

bond = jit(grudges.bond)


@jit
def look(passers, count, width, near, tick, out):
    """Take note of each minion's cell and empty bars; who stepped onto a marked cell goes into `out`.

    Args:
        passers: columns of the table of actors, `passing.Passers`.
        count: rows in use.
        width: of the map.
        near: bool[H * W], cells near a treasure or the throne.
        tick: the running tick.
        out: int32[n, 2], gets actor and the flat cell it was on before, -1 for none.
    """
    alive, side, xs, ys = passers.alive, passers.side, passers.x, passers.y
    stood, needs, emptied = passers.stood, passers.needs, passers.emptied
    found = 0
    for i in range(count):
        if not alive[i] or side[i] != 0:
            continue
        cell = ys[i] * width + xs[i]
        if cell != stood[i]:
            if near[cell]:
                out[found, 0], out[found, 1] = i, stood[i]
                found += 1
            stood[i] = cell
        for k in range(3):
            if needs[i, k] > 0:
                emptied[i, k] = -1
            elif emptied[i, k] < 0:
                emptied[i, k] = tick
    return found


@jit
def loose_of(kinds, holders, wanted, out):
    """List the stacks of wanted kinds that nobody holds, ascending; returns how many.

    Args:
        kinds: int16[n], row of the items table, -1 for a free row.
        holders: int32[n], -1 for none.
        wanted: bool[k], by row of the items table.
        out: int32[n].
    """
    found = 0
    for i in range(kinds.size):
        if kinds[i] >= 0 and holders[i] < 0 and wanted[kinds[i]]:
            out[found] = i
            found += 1
    return found


@jit
def bonds_all(p, key, others, out):
    """What a newcomer is to each of `others`: fills int8[n] with the book's marks.

    Args:
        p: the book's numbers of grudges.
        key: seed, stream, tick, newcomer.
        others: int64[n], ids; each takes the draw of its own number.
        out: int8[n].
    """
    seed, stream, tick, actor = key
    for n in range(others.size):
        out[n] = bond(p, below(100, seed, stream, tick, actor, others[n]))
