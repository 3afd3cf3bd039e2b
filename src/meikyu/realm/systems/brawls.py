"""Brawls: blows of a fist fight between minions, which never do more than light harm."""

from __future__ import annotations

from meikyu.books.keep import rampages as book
from meikyu.books.keep import wounds as wound_book
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.systems import wounds
from meikyu.realm.systems.chance import dice
from meikyu.realm.world import World

CAUSE = "brawl"


def is_brawl(world: World, actor: int, target: int) -> bool:
    """True for blows between a brawler and whom it has picked."""
    rows = world.state.actors
    return bool(
        (rows.rampage[actor] == book.BRAWL and rows.prey[actor] == target)
        or (rows.rampage[target] == book.BRAWL and rows.prey[target] == actor)
    )


@rule("KEP-RAMP-31", "KEP-RAMP-04")
def land(world: World, target: int, kind: str, by: int) -> str:
    """A blow of a brawl that has landed: a light wound that does not bleed, or nothing."""
    rows, p = world.state.actors, world.params.wound
    part = wound_book.part_hit(
        wounds.row_of(world, target).shape, dice(world, Stream.WOUND, target).roll(p.part_die)
    )
    on_part = sum(wounds.counts_of(world, target, part))
    points = wounds.points(world, target) + p.light_points
    if not book.brawl_wounds(on_part, points, p.limit):
        return wounds.WOUNDED
    if rows.rampage[by] == book.BRAWL and rows.prey[by] == target:
        rows.feats[by, 1] += 1
    else:
        rows.feats[target, 0] += 1
    return wounds.deal(world, target, 0, kind, part=part, bleeds=False, rolls=False, by=by, cause=CAUSE)
