"""Compiled upkeep of the spaces under a ceiling: what one dug, closed or supported cell changes near it.

A space is the union of the dug-open cells of qualifying windows that share such a cell (KEP-ROOF-19). Spaces
are numbered; a number that was joined to another leads to it by `parent`.
"""

from meikyu.books.keep import roof
from meikyu.core.kernels import jit

CELLS, SUM_X, SUM_Y, BARE, CRACKS = 0, 1, 2, 3, 4
FACTS = 5

_qualifies = jit(roof.qualifies)
_holds_up = jit(roof.holds_up)


@jit
def root(parent, number):
    """The number that a space goes by now."""
    while parent[number] != number:
        parent[number] = parent[parent[number]]
        number = parent[number]
    return number


@jit
def _enter(s, crack, x, y, into):
    """Take a dug-open cell into space `into` (-1: a new one or its own); returns the space's number."""
    mine = s.label[y, x]
    if mine >= 0:
        mine = root(s.parent, mine)
        if into < 0 or into == mine:
            return mine
        kept, gone = min(into, mine), max(into, mine)
        s.parent[gone] = kept
        for n in range(FACTS):
            s.facts[kept, n] += s.facts[gone, n]
            s.facts[gone, n] = 0
        return kept
    if into < 0:
        into = s.used[0]
        s.used[0] += 1
        s.parent[into] = into
        for n in range(FACTS):
            s.facts[into, n] = 0
    s.label[y, x] = into
    s.facts[into, CELLS] += 1
    s.facts[into, SUM_X] += x
    s.facts[into, SUM_Y] += y
    s.facts[into, BARE] += s.held[y, x] == 0
    s.facts[into, CRACKS] += crack[y, x] >= 0
    return into


@jit
def _cover(s, p, crack, wx, wy):
    """Join the dug-open cells of a qualifying window."""
    into = -1
    for y in range(wy, wy + p.square):
        for x in range(wx, wx + p.square):
            if s.open[y, x]:
                into = _enter(s, crack, x, y, into)


@jit
def _count_windows(s, p, x, y, by):
    """Add `by` to the counts of the windows over a cell."""
    height, width = s.open.shape
    for wy in range(max(y - p.square + 1, 0), min(y, height - p.square) + 1):
        for wx in range(max(x - p.square + 1, 0), min(x, width - p.square) + 1):
            s.counts[wy, wx] += by


@jit
def open_one(s, p, crack, x, y):
    """A cell has become dug-open: the windows over it may qualify now."""
    height, width = s.open.shape
    s.open[y, x] = 1
    _count_windows(s, p, x, y, 1)
    for wy in range(max(y - p.square + 1, 0), min(y, height - p.square) + 1):
        for wx in range(max(x - p.square + 1, 0), min(x, width - p.square) + 1):
            if _qualifies(p, s.counts[wy, wx]):
                _cover(s, p, crack, wx, wy)


@jit
def close_one(s, p, x, y):
    """A cell is dug-open no more: its windows count one less. `rebuild` its space afterwards."""
    s.open[y, x] = 0
    _count_windows(s, p, x, y, -1)


@jit
def rebuild(s, p, crack, number):
    """Find a space anew that has lost cells: it may be smaller, or several, or none."""
    height, width = s.open.shape
    left, top, right, bottom = width, height, -1, -1
    for y in range(height):
        for x in range(width):
            if s.label[y, x] >= 0 and root(s.parent, s.label[y, x]) == number:
                s.label[y, x] = -1
                left, right = min(left, x), max(right, x)
                top, bottom = min(top, y), max(bottom, y)
    for n in range(FACTS):
        s.facts[number, n] = 0
    for wy in range(max(top - p.square + 1, 0), min(bottom, height - p.square) + 1):
        for wx in range(max(left - p.square + 1, 0), min(right, width - p.square) + 1):
            if _qualifies(p, s.counts[wy, wx]):
                _cover(s, p, crack, wx, wy)


@jit
def support(s, p, x, y, by):
    """A finished support has come (1) or gone (-1)."""
    height, width = s.open.shape
    reach = p.support_cells
    s.props[y, x] += by
    for cy in range(max(y - reach, 0), min(y + reach, height - 1) + 1):
        for cx in range(max(x - reach, 0), min(x + reach, width - 1) + 1):
            if not _holds_up(p, cx - x, cy - y):
                continue
            before = s.held[cy, cx] > 0
            s.held[cy, cx] += by
            after = s.held[cy, cx] > 0
            if s.label[cy, cx] >= 0 and before != after:
                s.facts[root(s.parent, s.label[cy, cx]), BARE] += 1 if before else -1


@jit
def build(s, p, crack):
    """Find all spaces from `open` and `held`, from scratch."""
    height, width = s.open.shape
    s.label[:] = -1
    s.counts[:] = 0
    s.used[0] = 0
    for y in range(height):
        for x in range(width):
            if s.open[y, x]:
                _count_windows(s, p, x, y, 1)
    for wy in range(height - p.square + 1):
        for wx in range(width - p.square + 1):
            if _qualifies(p, s.counts[wy, wx]):
                _cover(s, p, crack, wx, wy)


@jit
def spaces_near(s, x, y, reach, out):
    """Write the numbers of the spaces with a cell within `reach` of a cell; returns how many."""
    height, width = s.open.shape
    found = 0
    for cy in range(max(y - reach, 0), min(y + reach, height - 1) + 1):
        for cx in range(max(x - reach, 0), min(x + reach, width - 1) + 1):
            if s.label[cy, cx] < 0:
                continue
            number = root(s.parent, s.label[cy, cx])
            known = False
            for n in range(found):
                known = known or out[n] == number
            if not known and found < out.size:
                out[found] = number
                found += 1
    return found


@jit
def cells_of(s, number, out):
    """Write the flat cells of a space, ascending; returns how many."""
    height, width = s.open.shape
    found = 0
    for y in range(height):
        for x in range(width):
            if s.label[y, x] >= 0 and root(s.parent, s.label[y, x]) == number:
                out[found] = y * width + x
                found += 1
    return found
