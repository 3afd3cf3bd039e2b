"""Orders of hunting, fighting and care: hunt this creature, attack that one, ask for treatment sooner."""

from __future__ import annotations

from meikyu.books.keep import hunting as book
from meikyu.books.keep import rampages
from meikyu.books.keep import wounds as wound_book
from meikyu.core.ruling import Step, rule
from meikyu.errors import InputError, Text
from meikyu.realm.orders.common import Args, Order, check_minion, no
from meikyu.realm.state import Side
from meikyu.realm.systems import fights, holds, hunting, moves, wounds
from meikyu.realm.world import World


class Hunt(Args):
    """A wild creature that is to be hunted, or no more."""

    creature: int
    on: bool


class Attack(Args):
    """Whom one of yours is to attack."""

    actor: int
    target: int


class Ask(Args):
    """The wound at which a minion asks for treatment."""

    actor: int
    level: str


def _check_living(world: World, field: str, actor: int) -> None:
    state = world.state
    if not (0 <= actor < len(state.names) and state.actors.alive[actor]):
        raise InputError("not_allowed", field, actor, Text("the id of a living being", "生きている者の番号"))


@rule("KEP-HUNT-12")
def _against_hunt(world: World, args: Hunt) -> list[Step]:
    _check_living(world, "creature", args.creature)
    side = world.state.actors.side[args.creature]
    kind = "wild" if side == Side.WILD else wounds.row_of(world, args.creature).id
    if not book.is_markable(kind):
        text = ("Only wild creatures are hunted", "狩れるのは野生のクリーチャーだけです")
        return [no("KEP-HUNT-12", "markable", 0, *text)]
    marked = book.ORDER in world.state.hunts.get(args.creature, ())
    if marked == args.on:
        text = (
            ("Marked already", "もう印が付いています")
            if args.on
            else ("Not marked by you", "あなたの印はありません")
        )
        return [no("KEP-HUNT-11", "marked", int(marked), *text)]
    return []


def _hunt(world: World, args: Hunt) -> None:
    hunting.order(world, args.creature, args.on)


def _against_attack(world: World, args: Attack) -> list[Step]:
    rows = world.state.actors
    _check_living(world, "target", args.target)
    if args.actor != world.state.lord:
        check_minion(world, args.actor)
    _check_living(world, "actor", args.actor)
    if wounds.is_down(world, args.actor):
        return [no("KEP-WND-10", "knocked_out", 1, "It is knocked out", "昏倒しています")]
    if not rampages.obeys(int(rows.rampage[args.actor] >= 0)):
        text = ("It is on a rampage and obeys nobody", "暴走中で、誰の命令も聞きません")
        return [no("KEP-RAMP-27", "rampaging", 1, *text)]
    if holds.is_held(world, args.actor):
        return [no("KEP-RAMP-33", "held", 1, "It cannot act just now", "今は動けません")]
    peaceful = fights.is_ours(world, args.target) and rows.rampage[args.target] < 0
    if peaceful or rows.side[args.target] in (Side.PRISONER, Side.VISITOR):
        text = (
            "Only creatures, adventurers and rampagers are attacked",
            "攻撃できるのはクリーチャーと冒険者、暴走中の者だけです",
        )
        return [no("KEP-JOB-73", "enemy", 0, *text)]
    region = world.state.cells.region
    x, y = moves.here(world, args.target)
    mine = region[rows.y[args.actor], rows.x[args.actor]]
    if region[y, x] != mine:
        return [no("KEP-SIM-04", "way", 0, "No way leads there", "そこへ行く道がありません")]
    return []


@rule("KEP-NEED-11", "KEP-JOB-09")
def _attack(world: World, args: Attack) -> None:
    kill = world.state.actors.side[args.target] == Side.WILD
    if fights.engage(world, args.actor, args.target, kill=bool(kill)):
        world.state.actors.forced[args.actor] = True


def _against_ask(world: World, args: Ask) -> list[Step]:
    check_minion(world, args.actor)
    if args.level not in wound_book.SEVERITIES:
        raise InputError("not_allowed", "level", args.level, list(wound_book.SEVERITIES))
    return []


@rule("KEP-HEAL-18", "KEP-HEAL-19")
def _ask(world: World, args: Ask) -> None:
    world.state.actors.ask[args.actor] = wound_book.SEVERITIES.index(args.level)


ORDERS: dict[str, Order] = {
    "hunt": Order(Hunt, _against_hunt, _hunt),
    "attack": Order(Attack, _against_attack, _attack),
    "ask_care": Order(Ask, _against_ask, _ask),
}
