"""Maps: the wishes of each start hold, everything promised can be reached, and a seed gives one map."""

import numpy as np
import pytest

from meikyu.core.ways import kernels as ways
from meikyu.errors import InputError
from meikyu.realm import content as rows
from meikyu.realm import mapgen

CONTENT = rows.load()
STARTS = [row.id for row in CONTENT.starts]
SIZES = [(48, 48), (64, 48), (48, 160), (128, 128)]


def make(seed: int, start: str = "old_halls", width: int = 128, height: int = 128) -> mapgen.Made:
    return mapgen.make(CONTENT, seed, CONTENT.starts[CONTENT.start[start]], width, height)


def distances(made: mapgen.Made) -> np.ndarray:
    passable = np.array([row.passable for row in CONTENT.terrain])[made.terrain]
    steps = np.zeros(passable.shape, np.uint8)
    ways.steps_into(passable, steps)
    dist = np.zeros(passable.shape, np.int32)
    at = np.array([made.throne[1] * passable.shape[1] + made.throne[0]])
    ways.distances_into(steps, at, -1, -1, dist, np.zeros(passable.size, np.int32))
    return dist


def cells_of(made: mapgen.Made, kind: str, reach: int) -> int:
    """Cells of a terrain within so many walking cells (rock: straight), counted the obvious way."""
    number = CONTENT.ground[kind]
    dist = distances(made)
    layer = made.growth if CONTENT.terrain[number].kind == "growth" else made.terrain
    solid = CONTENT.terrain[number].kind in ("rock", "ore")
    height, width = dist.shape
    count = 0
    for y, x in np.argwhere(layer == number).tolist():
        if solid:
            far = max(abs(x - made.throne[0]), abs(y - made.throne[1]))
        else:
            near = dist[max(y - 1, 0) : min(y + 2, height), max(x - 1, 0) : min(x + 2, width)]
            reached = near[near >= 0]
            far = int(dist[y, x]) if dist[y, x] >= 0 else int(reached.min()) if reached.size else 1 << 20
        count += far <= reach
    return count


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_wishes_hold(start: str, width: int, height: int) -> None:
    row = CONTENT.starts[CONTENT.start[start]]
    for seed in range(6):
        made = make(seed, start, width, height)
        assert made.unmet == ()
        for wish in mapgen.read_wishes(row.wishes, width, height).counted:
            count = cells_of(made, wish.kind, wish.reach)
            held = count >= wish.cells if wish.at_least else count <= wish.cells
            assert held, (seed, wish, count)


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
def test_wishes_hold_on_many_seeds(start: str) -> None:
    for seed in range(100, 160):
        assert make(seed, start, 48, 48).unmet == ()
        assert make(seed, start, 128, 128).unmet == ()


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_mouths_are_on_the_edge_far_off_and_reached_on_foot(start: str, width: int, height: int) -> None:
    row = CONTENT.starts[CONTENT.start[start]]
    wanted = mapgen.read_wishes(row.wishes, width, height)
    for seed in range(4):
        made = make(seed, start, width, height)
        dist = distances(made)
        assert (
            len(made.mouths)
            == wanted.mouths
            == np.count_nonzero(made.terrain == CONTENT.ground["cave_mouth"])
        )
        for x, y in made.mouths:
            assert x in (0, width - 1) or y in (0, height - 1)
            assert dist[y, x] >= wanted.mouth_from


def test_the_rim_is_bedrock_but_for_the_mouths() -> None:
    made = make(3)
    rim = np.ones(made.terrain.shape, np.bool_)
    rim[1:-1, 1:-1] = False
    for x, y in made.mouths:
        rim[y, x] = False
    assert (made.terrain[rim] == CONTENT.ground["bedrock"]).all()


def test_kinds_have_their_share() -> None:
    made = make(11)
    size = made.terrain.size
    for name in ("iron_vein", "gold_vein", "mud", "lava", "fungus_floor"):
        number = CONTENT.ground[name]
        share = np.count_nonzero(made.terrain == number) * 1000 / size
        assert share == pytest.approx(CONTENT.terrain[number].share, abs=2), name
    caves = np.count_nonzero(made.terrain == CONTENT.ground["cave_floor"]) * 1000 / size
    assert 120 <= caves <= 200


def test_growths_scale_with_the_area() -> None:
    made = make(5, width=256, height=256)
    mushrooms = np.count_nonzero(made.growth == CONTENT.ground["giant_mushroom"])
    assert mushrooms >= 4 * 45


def test_same_seed_same_map_and_other_seed_another() -> None:
    assert (make(9).terrain == make(9).terrain).all()
    assert (make(9).growth == make(9).growth).all()
    assert (make(9).terrain != make(10).terrain).any()


def test_growths_stand_on_open_ground() -> None:
    made = make(2)
    floors = np.array([row.kind == "floor" for row in CONTENT.terrain])
    assert floors[made.terrain[made.growth >= 0]].all()


def test_small_maps_say_what_they_ease() -> None:
    assert make(1, "old_halls", 48, 48).eased
    assert not make(1, "old_halls", 128, 128).eased


@pytest.mark.parametrize(
    ("width", "height", "field"), [(47, 64, "width"), (64, 513, "height"), (0, 0, "width")]
)
def test_sizes_outside_are_refused_by_name(width: int, height: int, field: str) -> None:
    with pytest.raises(InputError) as caught:
        make(1, width=width, height=height)
    assert caught.value.field == field
    assert "48" in caught.value.say("ja")


def test_the_largest_map_is_made() -> None:
    made = make(1, "hunting_grounds", 512, 512)
    assert made.terrain.shape == (512, 512)
    assert made.unmet == ()
