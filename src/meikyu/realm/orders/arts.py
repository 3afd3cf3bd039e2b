"""Orders about the Dark Arts: learning an item, having a rite held."""

from __future__ import annotations

from meikyu.books.keep import research
from meikyu.core.ruling import Step, rule
from meikyu.errors import InputError, Text
from meikyu.realm import tables
from meikyu.realm.content import Art, art_numbers
from meikyu.realm.content import arts as rows
from meikyu.realm.orders.common import Args, Order, check_cell, check_structure, no, row_of
from meikyu.realm.state import Op
from meikyu.realm.systems import arts, plans, rites
from meikyu.realm.world import World


class Learn(Args):
    """An item of the Dark Arts."""

    item: str


class Rite(Args):
    """A rite for a ritual circle; a creature where one is called, a cell where an eye is sent."""

    structure: int
    rite: str
    creature: str | None = None
    x: int = -1
    y: int = -1


class OfCircle(Args):
    """A ritual circle."""

    structure: int


def _art(field: str, name: str) -> Art:
    return rows()[row_of(art_numbers(), field, name)]


@rule("KEP-RES-03", "KEP-RES-11", "KEP-RES-16")
def _against_learn(world: World, args: Learn) -> list[Step]:
    art = _art("item", args.item)
    if not art.is_open:
        return [no("KEP-RES-16", "item", art.id, "This is not in the game yet", "まだゲームにありません")]
    known = arts.learned(world)
    if art.id in known and known[art.id].state != research.LOST:
        return [no("KEP-RES-19", "learned", 1, "This is learned already", "もう習得しています")]
    found: list[Step] = []
    if art.parent and not arts.is_usable(world, art.parent):
        above = _art("item", art.parent).name
        text = Text("The item above, {name}, is not usable", "上の項目「{name}」が使えません").fill(
            name=above
        )
        found.append(Step("KEP-RES-11", "parent", art.parent, text))
    have = arts.scholarship(world)
    if not research.can_pay(world.params.research, have):
        text_ = ("There is no scholarship: fill a free bookshelf", "学識がありません。空いた本棚に書物を")
        found.append(no("KEP-RES-03", "scholarship", have, *text_))
    return found


def _learn(world: World, args: Learn) -> None:
    arts.learn(world, args.item)


def _about(world: World, args: Rite, art: Art) -> int:
    """The creature or flat cell that a rite is about, -1 for none.

    Raises:
        InputError: it lacks, or is not one that can be called.
    """
    if art.costs_creature:
        can_be = [world.content.creatures[n].id for n in rites.creatures(world)]
        if args.creature not in can_be:
            raise InputError("not_allowed", "creature", args.creature, can_be)
        return world.content.creature[args.creature]
    if art.id == "rite_watching":
        check_cell(world, args.x, args.y)
        return args.y * world.state.width + args.x
    return -1


@rule("KEP-RES-06", "KEP-CRTR-04")
def _against_rite(world: World, args: Rite) -> list[Step]:
    check_structure(world, args.structure)
    art = _art("rite", args.rite)
    kind = world.content.structures[world.state.structures.kind[args.structure]]
    if kind.id != rites.CIRCLE:
        return [no("KEP-RES-06", "circle", 0, "Rites are held at a ritual circle", "儀式は儀式円で行います")]
    if not art.is_rite:
        return [no("KEP-RES-06", "rite", art.id, "This is no rite", "これは儀式ではありません")]
    about = _about(world, args, art)
    found: list[Step] = []
    if not rites.can_hold(world, art):
        text = ("This rite is not learned, or not usable now", "この儀式は習得していないか、今は使えません")
        found.append(no("KEP-RES-06", "usable", 0, *text))
    if args.structure in world.state.rites:
        text = ("A rite is ordered here already", "ここにはもう儀式を命じてあります")
        found.append(no("KEP-RES-06", "ordered", 1, *text))
    if art.id == "rite_watching":
        if rites.free_altar(world) < 0:
            text = ("No altar is free to hold the boon", "恩恵を保てる、空いた祭壇がありません")
            found.append(no("KEP-FOG-45", "altar", 0, *text))
        if world.state.cells.opaque[about // world.state.width, about % world.state.width]:
            found.append(
                no("KEP-FOG-45", "cell", 0, "An eye sees nothing there", "そこでは目が何も見えません")
            )
    return found


def _rite(world: World, args: Rite) -> None:
    art = _art("rite", args.rite)
    world.state.rites[args.structure] = (art_numbers()[art.id], _about(world, args, art))
    tables.touch(world, "structure", args.structure)
    world.state.task_version += 1


def _against_call_off(world: World, args: OfCircle) -> list[Step]:
    check_structure(world, args.structure)
    if args.structure not in world.state.rites:
        return [no("KEP-RES-06", "ordered", 0, "No rite is ordered here", "ここには儀式を命じていません")]
    return []


def _call_off(world: World, args: OfCircle) -> None:
    del world.state.rites[args.structure]
    plans.stop_work(world, (Op.RITE, args.structure, -1))


ORDERS: dict[str, Order] = {
    "learn": Order(Learn, _against_learn, _learn),
    "begin_rite": Order(Rite, _against_rite, _rite),
    "call_off_rite": Order(OfCircle, _against_call_off, _call_off),
}
