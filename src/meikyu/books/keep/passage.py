"""Passage of bodies (KEP-LAIR-29, -30): where a body of one or two cells a side stands and walks."""

from __future__ import annotations

from collections.abc import Sequence

from meikyu.core.ruling import Ruling, Step, rule

Cell = tuple[int, int]


@rule("KEP-LAIR-30")
def stands(passable: Sequence[Sequence[bool]], x: int, y: int, body: int) -> bool:
    """True when a body of `body` x `body` cells may stand with its north-west cell at (x, y)."""
    if x < 0 or y < 0 or y + body > len(passable) or x + body > len(passable[0]):
        return False
    return all(passable[y + j][x + i] for j in range(body) for i in range(body))


@rule("KEP-LAIR-29", "KEP-LAIR-30")
def passes(passable: Sequence[Sequence[bool]], start: Cell, goal: Cell, body: int) -> bool:
    """True when the body walks from `start` to `goal`, both north-west cells.

    A diagonal step needs both straight neighbours to be cells where it may stand, so whatever can be reached
    can be reached by straight steps.
    """
    if not (stands(passable, *start, body) and stands(passable, *goal, body)):
        return False
    seen = {start}
    front = [start]
    while front and goal not in seen:
        x, y = front.pop()
        for cell in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if cell not in seen and stands(passable, *cell, body):
                seen.add(cell)
                front.append(cell)
    return goal in seen


def passage(passable: Sequence[Sequence[bool]], start: Cell, goal: Cell, body: int) -> Ruling[bool]:
    """Whether a body passes, and why not where it does not."""
    steps = [
        Step("KEP-LAIR-30", "stands_at_start", stands(passable, *start, body)),
        Step("KEP-LAIR-30", "stands_at_goal", stands(passable, *goal, body)),
    ]
    through = passes(passable, start, goal, body)
    steps.append(Step("KEP-LAIR-29" if body == 2 else "KEP-LAIR-30", "passes", through))
    return Ruling(through, tuple(steps))
