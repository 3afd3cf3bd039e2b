"""Sight and fog (KEP-FOG): who sees how far, what blocks, how fog returns, footprints."""

from __future__ import annotations

from meikyu.books.keep.params import SightParams
from meikyu.books.keep.walks import STEPS, Cell, Rows
from meikyu.core.ruling import Ruling, Step, rule

HEADINGS = ("E", "S", "W", "N", "SE", "SW", "NW", "NE")
MINE = ("demon_lord", "minion", "lair_creature", "prisoner", "pet", "gelatinous_cube", "wraith")
VIEWERS = ("demon_lord", "minion", "lair_creature", "gelatinous_cube", "wraith", "ghost_eye")


@rule("KEP-FOG-03")
def is_in_range(dx: int, dy: int, cells: int) -> int:
    """1 when the offset is within so many cells of sight or light: the area is round, its rim included."""
    return int(dx * dx + dy * dy <= cells * cells)


@rule("KEP-FOG-08", "KEP-FOG-09")
def is_always_seen(kind: str) -> bool:
    """True for those of your own side, whom no fog hides."""
    return kind in MINE


@rule("KEP-FOG-10", "KEP-FOG-37")
def gives_sight(kind: str) -> bool:
    """True for what clears fog by its eyes; watchposts and lights do it by their fire."""
    return kind in VIEWERS


@rule("KEP-FOG-23", "KEP-FOG-24", "KEP-FOG-25")
def sight_range(p: SightParams, hunting: int, guard: int) -> int:
    """Range of sight in cells; darkness does not shorten it.

    Args:
        p: numbers.
        hunting: hunting stat.
        guard: 1 when the job Guard is on at any priority.
    """
    return p.base_cells + p.cells_per_hunting * hunting + p.guard_cells * guard


@rule("KEP-FOG-26", "KEP-FOG-27")
def blocks_sight(rock: int, row_blocks: int, closed_door: int) -> int:
    """1 for a cell that blocks sight: rock, a structure whose row does, a closed door."""
    return int(rock or row_blocks or closed_door)


@rule("KEP-FOG-28")
def has_eyes(knocked_out: int, blind: int, away: int) -> int:
    """1 for a viewer that sees at all; sleepers do."""
    return int(not (knocked_out or blind or away))


@rule("KEP-FOG-34")
def is_outsider_seen(cells_seen: int) -> int:
    """1 when an outsider is seen: any of its cells is."""
    return int(cells_seen > 0)


@rule("KEP-FOG-39", "KEP-FOG-41")
def light_clears(burning: int, in_territory: int, anywhere: int) -> int:
    """1 when a light clears fog from the area it lights.

    Args:
        burning: it burns.
        in_territory: its own cell is territory.
        anywhere: its row says that it clears fog outside the territory too.
    """
    return int(burning and (in_territory or anywhere))


@rule("KEP-FOG-42")
def burns_out(fuel_hours: int) -> int:
    """1 for a light that uses fuel; the everlasting ones have no fuel hours."""
    return int(fuel_hours > 0)


@rule("KEP-FOG-49", "KEP-FOG-50", "KEP-FOG-51", "KEP-FOG-52", "KEP-FOG-53", "KEP-FOG-54")
def fog_level(p: SightParams, seen: int, ticks: int, inside: int, full: int) -> int:
    """Fog of a cell from 0 to `full`, rounded down.

    Args:
        p: numbers.
        seen: 1 while a source sees it.
        ticks: since the last source lost it.
        inside: 1 when the cell was territory when it was lost.
        full: what complete fog counts as, such as 255.
    """
    if seen:
        return 0
    wait = (p.inside_wait_minutes if inside else p.outside_wait_minutes) * 10
    back = (p.inside_return_minutes if inside else p.outside_return_minutes) * 10
    if ticks <= wait:
        return 0
    if ticks >= wait + back:
        return full
    return full * (ticks - wait) // back


@rule("KEP-FOG-53")
def fog_ticks(p: SightParams, inside: int) -> int:
    """Ticks from losing a cell to complete fog."""
    if inside:
        return (p.inside_wait_minutes + p.inside_return_minutes) * 10
    return (p.outside_wait_minutes + p.outside_return_minutes) * 10


@rule("KEP-FOG-20", "KEP-FOG-21", "KEP-FOG-55")
def opacity(fog: int, full: int, always: int) -> int:
    """How opaque an outsider is drawn, 0 to `full`: it fades with the fog of its cell."""
    return full if always else full - fog


@rule("KEP-FOG-20")
def is_selectable(fog: int, full: int, always: int) -> int:
    """1 while an outsider can be selected and is on the minimap."""
    return int(always or fog < full)


@rule("KEP-FOG-56", "KEP-FOG-57")
def heading(came_dx: int, came_dy: int, before: int) -> int:
    """Heading of a footprint by the last step, as a place in HEADINGS; `before` where it stood still."""
    for k in range(8):
        if STEPS[k][0] == came_dx and STEPS[k][1] == came_dy:
            return k
    return before


@rule("KEP-FOG-56", "KEP-FOG-57", "KEP-FOG-58")
def footprint_cell(cells: list[tuple[int, int]], fogs: list[int], full: int) -> tuple[int, int] | None:
    """Where a footprint appears: the last cell of an enemy's path that fog did not cover wholly.

    It stays there whatever the enemy does. Where the fog closed over a standing enemy, that is its own cell:
    give the path with the fog as it was before.
    """
    clear = [cell for cell, fog in zip(cells, fogs, strict=True) if fog < full]
    return clear[-1] if clear else None


@rule("KEP-FOG-59", "KEP-FOG-60", "KEP-FOG-64")
def leaves_footprint(kind: str, attacked: bool, always_seen: bool) -> bool:
    """True for an enemy that leaves a footprint when it is lost from sight.

    Args:
        kind: "adventurer", "creature" or "visitor".
        attacked: the creature has attacked one of your side.
        always_seen: it never becomes unseen (discovered, alarm, hunt mark).
    """
    enemy = kind == "adventurer" or (kind == "creature" and attacked)
    return enemy and not always_seen


@rule("KEP-FOG-61", "KEP-FOG-62", "KEP-FOG-63")
def footprint_stays(p: SightParams, ticks: int, place_seen_again: int, enemy_seen_again: int) -> int:
    """1 while a footprint is there."""
    return int(ticks < p.footprint_minutes * 10 and not place_seen_again and not enemy_seen_again)


@rule("KEP-FOG-29", "KEP-FOG-30", "KEP-FOG-31", "KEP-FOG-32", "KEP-FOG-33", "KEP-FOG-36", "KEP-FOG-47")
def seen_cells(opaque: Rows, viewer: Cell, cells: int) -> list[Cell]:
    """The cells within so many cells of a viewer, watchpost, light or trap that nothing hides, row by row.

    Its own cell and the blocking ones that it sees are included.
    """
    import numpy as np

    from meikyu.core import fov

    return fov.visible(np.array(opaque, np.bool_), *viewer, cells)


@rule("KEP-FOG-22")
def visible(p: SightParams, *, opaque: Rows, viewer: Cell, hunting: int, guard: bool) -> Ruling[list[Cell]]:
    """The cells that the lord, a minion or an ally clears of fog."""
    cells = sight_range(p, hunting, int(guard))
    seen = seen_cells(opaque, viewer, cells)
    steps = [Step("KEP-FOG-23", "range", cells), Step("KEP-FOG-29", "cells", len(seen))]
    if guard:
        steps.insert(1, Step("KEP-FOG-24", "guard", p.guard_cells))
    return Ruling(seen, tuple(steps))
