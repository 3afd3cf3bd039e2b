"""Rampages that strike people: brawl, vendetta, beast-baiting, berserk, the blows of havoc, mutiny."""

from __future__ import annotations

from meikyu.books.keep import rampages as book
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import acts, fights, wounds
from meikyu.realm.systems.rampages import pursuit, targets
from meikyu.realm.world import World


@rule("KEP-RAMP-08", "KEP-RAMP-31")
def brawl(world: World, actor: int) -> bool:
    """Go for the one it has picked, bare-handed."""
    return pursuit.go_for(world, actor, int(world.state.actors.prey[actor]))


@rule("KEP-RAMP-31")
def brawl_is_over(world: World, actor: int) -> bool:
    """Half an hour is over, one of the two has had enough, or cannot go on."""
    state = world.state
    rows, p = state.actors, world.params.rampage
    prey = int(rows.prey[actor])
    if prey < 0 or not wounds.is_able(world, prey):
        return True
    most = p.brawl_minutes * TICKS_PER_MINUTE
    if rows.fought[actor] >= state.tick - 1:
        rows.until[actor] = min(int(rows.until[actor]), int(rows.fought[actor]) + most)
    ticks = max(0, state.tick - int(rows.until[actor]) + most)
    return bool(book.brawl_over(p, ticks, int(rows.feats[actor].max())))


@rule("KEP-RAMP-14", "KEP-RAMP-15", "KEP-RAMP-36")
def attack(world: World, actor: int) -> bool:
    """Go for one target with the weapon in hand."""
    return pursuit.go_for(world, actor, int(world.state.actors.prey[actor]))


@rule("KEP-RAMP-36")
def attack_is_over(world: World, actor: int) -> bool:
    """The target is down, dead or gone."""
    rows = world.state.actors
    prey = int(rows.prey[actor])
    if prey < 0:
        return True
    return bool(book.attack_over(int(wounds.is_down(world, prey)), int(not rows.alive[prey]), 0))


@rule("KEP-RAMP-18", "KEP-RAMP-38", "KEP-RAMP-21")
def berserk(world: World, actor: int) -> bool:
    """Go for whoever is nearest, again and again."""
    for _, target in targets.anybody(world, actor, targets.distances(world, actor))[:3]:
        if pursuit.go_for(world, actor, target):
            return True
    acts.start(world, actor, [Stepping(Op.LOITER, TICKS_PER_MINUTE)])
    return True


@rule("KEP-RAMP-19", "KEP-RAMP-38", "KEP-RAMP-21")
def lash_out(world: World, actor: int) -> None:
    """Havoc falls upon whoever comes close."""
    if fights.is_fighting(world, actor) or world.state.tick % world.params.sim.ticks_per_cell:
        return
    for _, target in targets.close_by(world, actor):
        if fights.engage(world, actor, target):
            return


@rule("KEP-RAMP-20", "KEP-RAMP-39")
def mutiny(world: World, actor: int) -> bool:
    """Go for the lord."""
    found = targets.lord(world, actor, targets.distances(world, actor))
    return bool(found) and pursuit.go_for(world, actor, found[0][1])


@rule("KEP-RAMP-39")
def mutiny_is_over(world: World, actor: int) -> bool:
    """The lord is down; a mutineer that is down has ended its own part."""
    lord = world.state.lord
    down = int(lord < 0 or not wounds.is_able(world, lord))
    return bool(book.mutiny_over(down, int(wounds.is_able(world, actor))))
