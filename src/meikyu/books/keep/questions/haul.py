"""Questions about hauling: what is picked up on the way to a job."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from meikyu.books.keep import haul, maps
from meikyu.books.keep.params import KeepParams
from meikyu.books.keep.walks import Walks
from meikyu.core.book import Question
from meikyu.core.ruling import Ruling
from meikyu.errors import InputError, Text

Row = Annotated[str, msgspec.Meta(min_length=1, max_length=256)]
Cell = tuple[int, int]
Whole = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Stack(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A haulable stack and where it would be stored."""

    id: int
    cell: Cell
    count: Whole
    unit_weight: Whole
    storage: Cell


class Pickup(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.haul.pickup."""

    rows: Annotated[list[Row], msgspec.Meta(min_length=1, max_length=256)]
    start: Cell
    job: Cell
    capacity: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    stacks: Annotated[list[Stack], msgspec.Meta(max_length=500)]


def _check(given: Pickup) -> None:
    maps.check_rows(given.rows, None)
    maps.check_cell(given.start, given.rows, "start")
    maps.check_cell(given.job, given.rows, "job")
    if given.rows[given.start[1]][given.start[0]] != ".":
        raise InputError(
            "not_allowed", "start", list(given.start), Text("a cell that can be walked on", "歩けるマス")
        )
    seen: set[int] = set()
    for i, stack in enumerate(given.stacks):
        maps.check_cell(stack.cell, given.rows, f"stacks[{i}].cell")
        maps.check_cell(stack.storage, given.rows, f"stacks[{i}].storage")
        if stack.id in seen:
            raise InputError(
                "not_allowed", f"stacks[{i}].id", stack.id, Text("each id once", "id は一度ずつ")
            )
        seen.add(stack.id)


def _pickup(p: KeepParams, given: Pickup) -> Ruling[dict[str, Any]]:
    _check(given)
    walks = Walks(maps.mask(given.rows, "."))
    if walks.between(given.start, given.job) < 0:
        raise InputError(
            "not_allowed",
            "job",
            list(given.job),
            Text("a cell that can be reached from start", "start から歩いて行けるマス"),
        )
    beside = walks.near(walks.route(given.start, given.job), p.haul.near_cells)
    ruling = haul.pickups(
        p.haul,
        start=given.start,
        job=given.job,
        free=given.capacity,
        stacks=[haul.Stack(s.id, s.cell, s.count, s.unit_weight, s.storage) for s in given.stacks],
        walk=walks.between,
        near=lambda cell: walks.least(beside, cell),
    )
    value = {
        "pickups": {str(number): count for number, count in sorted(ruling.value.counts.items())},
        "route": [list(cell) for cell in ruling.value.route],
        "extra": ruling.value.extra,
    }
    return Ruling(value, ruling.steps)


QUESTIONS = (
    Question(
        "haul.pickup",
        Text("What does a minion pick up on its way to a job?", "仕事へ向かう途中、何を拾う？"),
        Pickup,
        _pickup,
        {
            "rows": ["." * 21] * 14,
            "start": [0, 10],
            "job": [20, 10],
            "capacity": 20,
            "stacks": [
                {"id": 1, "cell": [4, 11], "count": 12, "unit_weight": 1, "storage": [14, 10]},
                {"id": 2, "cell": [6, 10], "count": 20, "unit_weight": 1, "storage": [16, 11]},
            ],
        },
        {
            "rows": Text(". can be walked on, nothing else", ". は歩けるマス、ほかは歩けない"),
            "start": Text("the minion's cell", "ミニオンのいるマス"),
            "job": Text("cell of the job", "仕事のマス"),
            "capacity": Text("weight units that may still be carried", "まだ運べる重さ（単位）"),
            "stacks": Text(
                "haulable stacks: id, cell, count, unit_weight, storage (cell of the target storage)",
                "運べる山：id、cell、count、unit_weight、storage（行き先の保管場所のマス）",
            ),
        },
    ),
)
