"""What is played ahead, so that nothing is compiled in the middle of a game, is all there."""

from __future__ import annotations

from meikyu.realm import kernels as sights
from meikyu.realm import warming
from meikyu.realm.systems import kernels as bodies
from meikyu.realm.systems.ceilings import kernels as ceilings
from meikyu.realm.systems.grudges import kernels as passing
from meikyu.realm.systems.walking import kernels as walking


def test_a_ceiling_falls_and_walls_are_planned_where_nobody_plays() -> None:
    world = warming.warm()
    assert {"ceiling_cracks", "ceiling_fell"} <= {letter.kind for letter in world.state.letters}
    walls = world.state.sites.kind == world.content.structure["wall"]
    assert walls.any() or (world.state.structures.kind == world.content.structure["wall"]).any()
    assert world.state.tick > warming.WORK_TICKS
    called = (
        *(sights.look, sights.look_again, sights.gain, sights.lose, sights.lose_sight),
        *(walking.nearest_of_kinds, walking.nearest_box, walking.walks_between, walking.reach_many),
        *(bodies.advance_all, bodies.meet, passing.look, passing.loose_of, passing.bonds_all),
        *(ceilings.support, ceilings.open_one, ceilings.close_one, ceilings.rebuild),
    )
    assert [kernel.__name__ for kernel in called if not kernel.signatures] == []
