"""What is played ahead, so that nothing is compiled in the middle of a game, is all there."""

from __future__ import annotations

from meikyu.realm import warming


def test_a_ceiling_falls_and_walls_are_planned_where_nobody_plays() -> None:
    world = warming.warm()
    assert {"ceiling_cracks", "ceiling_fell"} <= {letter.kind for letter in world.state.letters}
    walls = world.state.sites.kind == world.content.structure["wall"]
    assert walls.any() or (world.state.structures.kind == world.content.structure["wall"]).any()
    assert world.state.tick > warming.WORK_TICKS
