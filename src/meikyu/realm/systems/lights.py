"""Lights: which cells burning things light for work, and which of them clear fog."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meikyu.books.keep import sight
from meikyu.core.ruling import rule
from meikyu.realm import kernels
from meikyu.realm.tables import box_of
from meikyu.realm.world import World

Flat = NDArray[np.int32]


def run(world: World) -> None:
    """Bring the lit cells up to date after lights, walls, doors or the ground have changed."""
    scratch = world.scratch
    if scratch.caches.get("terrain_lights") is None:
        _glowing(world)
    touched = set(scratch.lights_changed)
    if scratch.opaque_changed:
        touched.update(_near(world, scratch.opaque_changed))
    scratch.lights_changed = []
    for source in sorted(touched):
        relight(world, source)


def radius_of(world: World, source: int) -> int:
    """Cells that a source lights now, -1 for none: a structure's id, or -1 - flat for glowing ground."""
    state = world.state
    if source < 0:
        return int(world.scratch.caches["terrain_lights"].get(-1 - source, -1))
    rows = state.structures
    if rows.kind[source] < 0 or not rows.burning[source]:
        return -1
    return bright(world, int(rows.kind[source]))


@rule("KEP-SIM-15", "KEP-FOG-40")
def bright(world: World, kind: int) -> int:
    """Cells that a structure of this kind lights while it burns."""
    return world.content.structures[kind].light_radius


def relight(world: World, source: int) -> None:
    """Light anew the cells of one source, or none where it no longer burns."""
    state, scratch = world.state, world.scratch
    old = scratch.lit.pop((0, source), None)
    if old is not None:
        kernels.lose(state.cells.lights, old)
    radius = radius_of(world, source)
    if radius >= 0:
        box = box_of(state.structures, source) if source >= 0 else (*_unflat(world, -1 - source), 1, 1)
        cells = _look(world, box, radius)
        scratch.lit[(0, source)] = cells
        kernels.gain(state.cells.lights, cells)
    if source < 0 or (radius >= 0) != (old is not None):
        scratch.caches.pop("lit_areas", None)
    scratch.caches.setdefault("clearing", []).append(source)


def _look(world: World, box: tuple[int, int, int, int], radius: int) -> Flat:
    scratch = world.scratch
    count = kernels.look(world.state.cells.opaque, box, radius, scratch.owner, scratch.cells)
    return scratch.cells[:count].copy()


def _unflat(world: World, flat: int) -> tuple[int, int]:
    return flat % world.state.width, flat // world.state.width


def _glowing(world: World) -> None:
    """Find the ground and growths that glow; those that changed are lit anew."""
    state, scratch = world.state, world.scratch
    radii = np.array([row.light_radius for row in world.content.terrain], np.int16)
    ground = radii[state.cells.terrain].reshape(-1)
    growth = np.where(state.cells.growth >= 0, radii[state.cells.growth], 0).reshape(-1)
    both = np.maximum(ground, growth)
    found = {int(cell): int(both[cell]) for cell in np.flatnonzero(both)}
    before: dict[int, int] = scratch.caches.get("glowed", {})
    changed = [cell for cell in found.keys() | before.keys() if found.get(cell) != before.get(cell)]
    scratch.caches["terrain_lights"] = scratch.caches["glowed"] = found
    scratch.lights_changed.extend(-1 - cell for cell in changed)


def _near(world: World, cells: list[int]) -> list[int]:
    """The sources whose light reaches as far as one of the cells whose opacity has changed."""
    width = world.state.width
    known = world.scratch.caches.get("lit_areas")
    if known is None:
        sources = sorted(source for _, source in world.scratch.lit)
        areas = np.zeros((len(sources), 4), np.int32)
        for n, source in enumerate(sources):
            box = (
                box_of(world.state.structures, source)
                if source >= 0
                else (*_unflat(world, -1 - source), 1, 1)
            )
            reach = radius_of(world, source)
            areas[n] = box[0] - reach, box[1] - reach, box[0] + box[2] + reach, box[1] + box[3] + reach
        known = world.scratch.caches["lit_areas"] = (np.array(sources, np.int64), areas)
    sources_, areas = known
    hit = np.zeros(sources_.size, np.bool_)
    for cell in cells:
        cx, cy = cell % width, cell // width
        hit |= (areas[:, 0] <= cx) & (cx < areas[:, 2]) & (areas[:, 1] <= cy) & (cy < areas[:, 3])
    return sources_[hit].tolist()


@rule("KEP-FOG-35", "KEP-FOG-36", "KEP-FOG-37", "KEP-FOG-38", "KEP-FOG-39", "KEP-FOG-41", "KEP-FOG-43")
def clears(world: World, source: int) -> bool:
    """True while a source clears fog from what it lights: lights in the territory, watchposts anywhere."""
    if source < 0:
        return False
    state = world.state
    rows = state.structures
    if rows.kind[source] < 0:
        return False
    row = world.content.structures[rows.kind[source]]
    if row.clears_fog == "no":
        return False
    owned = bool(state.cells.territory[rows.y[source], rows.x[source]])
    return bool(sight.light_clears(int(rows.burning[source]), int(owned), int(row.clears_fog == "anywhere")))
