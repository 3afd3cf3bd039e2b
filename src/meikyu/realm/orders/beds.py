"""Orders about beds: whose bed it is."""

from __future__ import annotations

from meikyu.core.ruling import Step, rule
from meikyu.realm.orders.common import Args, Order, check_minion, check_structure, no
from meikyu.realm.world import World


class OwnBed(Args):
    """A bed, and the minion whose own it is to be; -1 for anybody's."""

    structure: int
    actor: int = -1


def is_bed(world: World, structure: int) -> bool:
    """True for a bed."""
    return world.content.structures[world.state.structures.kind[structure]].category == "bedroom"


def _against(world: World, args: OwnBed) -> list[Step]:
    check_structure(world, args.structure)
    if args.actor != -1:
        check_minion(world, args.actor)
    if not is_bed(world, args.structure):
        return [no("KEP-NEED-08", "bed", 0, "This is no bed", "これは寝床ではありません")]
    if world.state.structures.owner[args.structure] == args.actor:
        return [no("KEP-NEED-08", "owner", args.actor, "It is so already", "もうそうなっています")]
    return []


@rule("KEP-NEED-08")
def _own(world: World, args: OwnBed) -> None:
    """A minion has one bed of its own: the one it had before is anybody's."""
    owner = world.state.structures.owner
    if args.actor >= 0:
        owner[owner == args.actor] = -1
    owner[args.structure] = args.actor


ORDERS: dict[str, Order] = {"own_bed": Order(OwnBed, _against, _own)}
