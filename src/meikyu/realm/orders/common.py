"""What all orders share: their shape, and the reading of cells and ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import msgspec

from meikyu.core.ruling import Step
from meikyu.errors import InputError, Text
from meikyu.realm.state import Side
from meikyu.realm.world import World

Cell = tuple[int, int]
MANY = 65_536
"""Cells or items that one command may name."""

Cells = Annotated[list[Cell], msgspec.Meta(min_length=1, max_length=MANY)]
Ids = Annotated[list[Annotated[int, msgspec.Meta(ge=0)]], msgspec.Meta(min_length=1, max_length=MANY)]


class Args(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Arguments of an order."""


class Order(NamedTuple):
    """One kind of command.

    Attributes:
        args: its arguments. against: the reasons why it cannot be, none where it can. do: carries it out.
    """

    args: type[Args]
    against: Callable[[World, Any], list[Step]]
    do: Callable[[World, Any], None]


def fine(world: World, args: Any) -> list[Step]:
    """No reason against it."""
    return []


def no(rule: str, what: str, value: Any, en: str, ja: str) -> Step:
    """A reason why an order cannot be."""
    return Step(rule, what, value, Text(en, ja))


def check_cells(world: World, cells: list[Cell]) -> None:
    """Raise InputError for a cell off the map."""
    width, height = world.state.width, world.state.height
    for n, (x, y) in enumerate(cells):
        if not (0 <= x < width and 0 <= y < height):
            allowed = Text(f"x 0 to {width - 1}, y 0 to {height - 1}", f"x 0〜{width - 1}、y 0〜{height - 1}")
            raise InputError("out_of_range", f"cells[{n}]", [x, y], allowed)


def check_cell(world: World, x: int, y: int) -> None:
    """Raise InputError for a cell off the map."""
    for field, value, size in (("x", x, world.state.width), ("y", y, world.state.height)):
        if not 0 <= value < size:
            raise InputError("out_of_range", field, value, Text(f"0 to {size - 1}", f"0〜{size - 1}"))


def check_structure(world: World, structure: int) -> None:
    """Raise InputError for a structure that does not stand."""
    _check_row("structure", world.state.structures.kind, structure)


def check_site(world: World, site: int) -> None:
    """Raise InputError for a building site that is not there."""
    _check_row("site", world.state.sites.kind, site)


def check_task(world: World, task: int) -> None:
    """Raise InputError for work that is not on the list."""
    _check_row("task", world.state.tasks.kind, task)


def check_items(world: World, items: list[int]) -> None:
    """Raise InputError for a stack that is not there."""
    for n, item in enumerate(items):
        _check_row(f"items[{n}]", world.state.items.kind, item)


def _check_row(field: str, kinds: Any, row: int) -> None:
    if not (0 <= row < kinds.size and kinds[row] >= 0):
        raise InputError("not_allowed", field, row, Text("the id of one that is there", "今あるものの番号"))


def check_minion(world: World, actor: int) -> None:
    """Raise InputError for one who is no living minion."""
    state = world.state
    known = 0 <= actor < len(state.names)
    if not (known and state.actors.alive[actor] and state.actors.side[actor] == Side.MINION):
        raise InputError(
            "not_allowed", "actor", actor, Text("the id of a living minion", "生きているミニオンの番号")
        )


def row_of(table: dict[str, int], field: str, name: str) -> int:
    """The row of an id of the tables.

    Raises:
        InputError: there is none.
    """
    if name not in table:
        raise InputError("not_allowed", field, name, sorted(table))
    return table[name]
