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
        known = world.scratch.caches["lit_areas"] = _areas(world)
    sources_, areas = known
    hit = np.zeros(sources_.size, np.bool_)
    for cell in cells:
        cx, cy = cell % width, cell // width
        hit |= (areas[:, 0] <= cx) & (cx < areas[:, 2]) & (areas[:, 1] <= cy) & (cy < areas[:, 3])
    return sources_[hit].tolist()


def _areas(world: World) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The sources that light anything, ascending, and the box as int32[n, 4] that each lights at most."""
    sources = np.array(sorted(source for _, source in world.scratch.lit), np.int64)
    glowing = np.array([radius_of(world, source) for source in sources[sources < 0].tolist()], np.int32)
    built = sources[sources >= 0]
    rows = world.state.structures
    radii = np.array([bright(world, kind) for kind in range(len(world.content.structures))], np.int32)
    reach = np.concatenate((glowing, radii[rows.kind[built]]))
    y, x = np.divmod(-1 - sources[sources < 0], world.state.width)
    left, top = np.concatenate((x, rows.x[built])), np.concatenate((y, rows.y[built]))
    right, bottom = (
        np.concatenate((x + 1, rows.x[built] + rows.w[built])),
        np.concatenate((y + 1, rows.y[built] + rows.h[built])),
    )
    boxes = np.stack((left - reach, top - reach, right + reach, bottom + reach), axis=1)
    return sources, boxes.astype(np.int32)


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
