"""Orders about items, storages, kitchens and meals."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from meikyu.books.keep import haul
from meikyu.core.ruling import Step, rule
from meikyu.errors import InputError, Text
from meikyu.realm import tables
from meikyu.realm.content import QUALITIES, Structure
from meikyu.realm.orders.common import Args, Ids, Order, check_items, check_structure, fine, no, row_of
from meikyu.realm.state import Op
from meikyu.realm.systems import plans, wounds
from meikyu.realm.world import World

Size = Literal["small", "medium", "large"]
SIZES: tuple[Size, ...] = ("small", "medium", "large")
CAPS = ("none", "medium", "small")


class OfItems(Args):
    """Stacks."""

    items: Ids


class MealCap(Args):
    """The largest meal that minions may take."""

    value: Literal["none", "medium", "small"]


class Kitchen(Args):
    """A kitchen and the meals it makes."""

    structure: int
    size: Size


class Filter(Args):
    """A storage and the item kinds it accepts."""

    structure: int
    accept: Annotated[list[str], msgspec.Meta(max_length=500)]


class Minimum(Args):
    """A storage and the lowest quality it accepts."""

    structure: int
    quality: Literal["poor", "normal", "fine", "masterwork"]


class BarrelItem(Args):
    """A barrel and the one kind it holds; None for nothing yet."""

    structure: int
    item: str | None


class BarrelKeep(Args):
    """A barrel and the count that is kept in it."""

    structure: int
    count: int


def _row(world: World, structure: int) -> Structure:
    return world.content.structures[world.state.structures.kind[structure]]


def _against_items(world: World, args: OfItems) -> list[Step]:
    check_items(world, args.items)
    return []


def _forbidden(world: World, args: OfItems, forbidden: bool) -> None:
    for item in sorted(set(args.items)):
        world.state.items.forbidden[item] = forbidden
        tables.touch(world, "item", item)
        site = _site_under(world, item)
        if site >= 0:
            tables.touch(world, "site", site)
    world.state.task_version += 1


def _site_under(world: World, item: int) -> int:
    rows = world.state.items
    x, y = int(rows.x[item]), int(rows.y[item])
    return int(world.state.cells.site[y, x]) if x >= 0 else -1


@rule("KEP-HAUL-44", "KEP-BLD-08", "KEP-HAUL-50")
def _forbid(world: World, args: OfItems) -> None:
    _forbidden(world, args, True)
    for actor in _fetchers(world, set(args.items)):
        plans.break_off(world, actor)


def _fetchers(world: World, items: set[int]) -> list[int]:
    """Who is on the way to take one of the stacks, ascending; the starving may still eat it."""
    found: list[int] = []
    for actor, plan in enumerate(world.state.plans):
        takes = any(step.op in (Op.PICK, Op.BORROW) and step.a in items for step in plan)
        if takes and not (plan[-1].op == Op.EAT and wounds.is_starving(world, actor)):
            found.append(actor)
    return found


@rule("KEP-HAUL-44")
def _allow(world: World, args: OfItems) -> None:
    _forbidden(world, args, False)


@rule("KEP-FOOD-25")
def _cap(world: World, args: MealCap) -> None:
    world.state.meal_cap = CAPS.index(args.value)


def _against_kitchen(world: World, args: Kitchen) -> list[Step]:
    check_structure(world, args.structure)
    if _row(world, args.structure).id not in ("campfire", "cooking_table"):
        return [no("KEP-FOOD-39", "kitchen", 0, "No meals are cooked here", "ここでは飯を作りません")]
    return []


@rule("KEP-FOOD-39")
def _kitchen(world: World, args: Kitchen) -> None:
    world.state.structures.size[args.structure] = SIZES.index(args.size)
    _changed(world, args.structure)


def _changed(world: World, structure: int) -> None:
    tables.touch(world, "structure", structure)
    world.state.task_version += 1


def _no_storage(world: World, structure: int) -> list[Step]:
    check_structure(world, structure)
    if not _row(world, structure).storage:
        return [no("KEP-HAUL-10", "storage", 0, "Nothing is stored here", "ここは保管場所ではありません")]
    return []


def _against_filter(world: World, args: Filter) -> list[Step]:
    reasons = _no_storage(world, args.structure)
    for n, name in enumerate(args.accept):
        row_of(world.content.item, f"accept[{n}]", name)
    if reasons:
        return reasons
    row = _row(world, args.structure)
    if row.accepts == "chosen":
        text = ("A barrel takes the one item chosen for it", "樽は選んだ1種類だけを入れます")
        return [no("KEP-HAUL-05", "barrel", 1, *text)]
    storage = {"feeding_place": "feeding"}.get(row.id, row.id)
    for name in args.accept:
        item = world.content.items[world.content.item[name]]
        if not haul.takes_at_all(storage, item.groups[0]):
            en = f"{row.name.en}: {item.name.en} is never stored there"
            text = (en, f"{row.name.ja}には{item.name.ja}を入れられません")
            return [no("KEP-HAUL-20", "accept", name, *text)]
    return []


@rule("KEP-HAUL-10", "KEP-HAUL-11")
def _filter(world: World, args: Filter) -> None:
    chosen = {world.content.item[name] for name in args.accept}
    world.state.filters[args.structure] = tuple(sorted(chosen))
    _changed(world, args.structure)


def _against_minimum(world: World, args: Minimum) -> list[Step]:
    return _no_storage(world, args.structure)


@rule("KEP-HAUL-12", "KEP-HAUL-13")
def _minimum(world: World, args: Minimum) -> None:
    world.state.minimum[args.structure] = QUALITIES.index(args.quality)
    _changed(world, args.structure)


def _no_barrel(world: World, structure: int) -> list[Step]:
    check_structure(world, structure)
    if _row(world, structure).accepts != "chosen":
        return [no("KEP-HAUL-15", "barrel", 0, "This is no barrel", "これは樽ではありません")]
    return []


def _against_barrel_item(world: World, args: BarrelItem) -> list[Step]:
    if args.item is not None:
        row = world.content.items[row_of(world.content.item, "item", args.item)]
        if not haul.may_choose_for_barrel(row.stack):
            text = ("A barrel holds only what can be stacked", "樽には、重ねて持てるものだけを入れられます")
            return [*_no_barrel(world, args.structure), no("KEP-HAUL-06", "stack", row.stack, *text)]
    return _no_barrel(world, args.structure)


@rule("KEP-HAUL-05", "KEP-HAUL-15")
def _barrel_item(world: World, args: BarrelItem) -> None:
    chosen = () if args.item is None else (world.content.item[args.item],)
    world.state.filters[args.structure] = chosen
    _changed(world, args.structure)


def _against_barrel_keep(world: World, args: BarrelKeep) -> list[Step]:
    p = world.params.haul
    if not haul.is_keep_count(p, args.count):
        most = p.barrel_items
        raise InputError("out_of_range", "count", args.count, Text(f"0 to {most}", f"0〜{most}"))
    return _no_barrel(world, args.structure)


@rule("KEP-HAUL-16")
def _barrel_keep(world: World, args: BarrelKeep) -> None:
    world.state.structures.keep[args.structure] = args.count
    _changed(world, args.structure)


ORDERS: dict[str, Order] = {
    "forbid": Order(OfItems, _against_items, _forbid),
    "allow": Order(OfItems, _against_items, _allow),
    "meal_cap": Order(MealCap, fine, _cap),
    "kitchen_size": Order(Kitchen, _against_kitchen, _kitchen),
    "storage_filter": Order(Filter, _against_filter, _filter),
    "storage_minimum": Order(Minimum, _against_minimum, _minimum),
    "barrel_item": Order(BarrelItem, _against_barrel_item, _barrel_item),
    "barrel_keep": Order(BarrelKeep, _against_barrel_keep, _barrel_keep),
}
