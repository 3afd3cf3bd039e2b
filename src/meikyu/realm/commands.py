"""Commands: what may be ordered, whether it can be, and carrying it out. `plan` refuses, `execute` acts."""

from __future__ import annotations

from typing import Any

from meikyu.core.asking import read_struct
from meikyu.core.log import Command
from meikyu.core.ruling import Ruling
from meikyu.errors import IllegalCommandError, InputError, Text
from meikyu.realm.orders import arts, beds, building, fighting, ground, house, people, stores
from meikyu.realm.orders.common import Args, Order
from meikyu.realm.world import World

KINDS: dict[str, Order] = (
    ground.ORDERS
    | building.ORDERS
    | stores.ORDERS
    | people.ORDERS
    | house.ORDERS
    | fighting.ORDERS
    | arts.ORDERS
    | beds.ORDERS
)
"""Every kind of command by name."""


def plan(world: World, command: Command) -> Ruling[bool]:
    """Whether a command can be carried out now; where not, with every reason.

    Raises:
        InputError: an unknown kind, or arguments that cannot be read: the field is named.
    """
    order, args = _read(command)
    reasons = order.against(world, args)
    return Ruling(not reasons, tuple(reasons))


def execute(world: World, command: Command) -> None:
    """Carry a command out at once.

    Raises:
        InputError: as `plan`.
        IllegalCommandError: `plan` refuses it.
    """
    order, args = _read(command)
    reasons = order.against(world, args)
    if reasons:
        ruling = Ruling(False, tuple(reasons))
        raise IllegalCommandError(reasons[0].text or Text("Refused", "できません"), ruling)
    order.do(world, args)


def _read(command: Command) -> tuple[Order, Any]:
    order = KINDS.get(command.kind)
    if order is None:
        raise InputError("not_allowed", "kind", command.kind, sorted(KINDS))
    shape: type[Args] = order.args
    return order, read_struct(shape, command.args)
