"""How traps work and are foiled: plates, nets, lids, needles, darts; the rolling stone has its own file."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.books.toolbox.params import ConditionParams, NetParams, TrapParams
from meikyu.core.ruling import rule


@rule("SRD-TRP-01")
def too_many_traps(p: TrapParams, areas: int, trapped: int) -> bool:
    """Whether more of an adventure's keyed areas hold a trap than players enjoy."""
    return trapped * p.areas_a_trap > areas


@rule("SRD-TRP-07")
def is_live(resets: bool, activations: int) -> bool:
    """Whether a trap can still fire after so many activations."""
    return resets or activations == 0


@rule("SRD-TRP-13")
def may_retry(failure_triggers: bool, in_combat: bool) -> bool:
    """Whether a failed attempt to find or disarm may simply be repeated."""
    return not failure_triggers and not in_combat


@rule("SRD-TFS-10", "SRD-THP-05", "SRD-TPD-08", "SRD-TRS-08", "SRD-TSP-05")
def is_wedged(found: bool, spike: bool) -> bool:
    """Whether an Iron Spike or the like keeps a plate or lid that was found from moving."""
    return found and spike


@rule("SRD-TCR-04")
def rubble_cost(p: ConditionParams, activated: bool, feet: int) -> int:
    """Feet of movement that so many feet across the roof's area cost."""
    return feet * (1 + p.difficult_extra) if activated else feet


# -- the net ---------------------------------------------------------------------------------------------


@rule("SRD-TFN-05")
def is_freed(dc: int, total: int) -> bool:
    """Whether a Strength (Athletics) check frees a creature from the net."""
    return total >= dc


@rule("SRD-TFN-08")
def net_left(p: NetParams, hit_points: int, damage: int, kind: str) -> int:
    """Hit Points of the net after damage of a kind."""
    return hit_points if kind in p.immunities else max(hit_points - damage, 0)


@rule("SRD-TFN-07")
def net_holds(hit_points: int) -> bool:
    """Whether the net still holds those caught in it."""
    return hit_points > 0


class NetSet(NamedTuple):
    """An attempt to set up the net: whether it stands, and minutes spent in all."""

    ready: bool
    minutes: int


@rule("SRD-TFN-09")
def set_net(p: NetParams, total: int, attempts: int, tools: bool = True, parts: bool = True) -> NetSet:
    """The state after so many attempts, from the last check; without tools and parts nobody can try."""
    if not (tools and parts):
        return NetSet(False, 0)
    return NetSet(total >= p.set_dc, attempts * p.set_minutes)


# -- the statue ------------------------------------------------------------------------------------------


@rule("SRD-TFS-03")
def statue_activations(steps_onto: int, begins_there: bool) -> int:
    """How often the statue fires in one turn."""
    return min(steps_onto + begins_there, 1)


@rule("SRD-TFS-02")
def is_ready_again(fired_in_turn_of: str, now_turn_of: str) -> bool:
    """Whether the statue, fired in one creature's turn, fires in the turn of another."""
    return fired_in_turn_of != now_turn_of


@rule("SRD-TFS-06")
def sees_glyph(p: TrapParams, distance_feet: int, total: int, dc: int) -> bool:
    """Whether a search of the statue from so far finds its glyph."""
    return distance_feet <= p.glyph_feet and total >= dc


@rule("SRD-TFS-07")
def glyph_meaning(found: bool, total: int, dc: int) -> str:
    """What a study of the glyph tells: "fire", or nothing."""
    return "fire" if found and total >= dc else ""


@rule("SRD-TFS-08")
def is_scraped(glyph_found: bool, sharp_tool: bool) -> bool:
    """Whether an action disarms the statue; the glyph's meaning need not be known."""
    return glyph_found and sharp_tool


# -- pits ------------------------------------------------------------------------------------------------


class Lid(NamedTuple):
    """A step onto the lid: whether the creature falls, and how the lid is left."""

    falls: bool
    lid: str


@rule("SRD-THP-02", "SRD-TSP-02")
def step_on_lid(held: bool = False) -> Lid:
    """What a step onto the pit's lid does; there is no save, and the lid stays open."""
    return Lid(False, "closed") if held else Lid(True, "open")


HOLDING_MAGIC = ("arcane_lock",)
CLIMBING = ("climb_speed", "climbers_kit", "spider_climb")


@rule("SRD-THP-06", "SRD-TSP-06")
def is_held_shut(cast: str, similar: bool = False) -> bool:
    """Whether magic holds the lid shut; `similar` is the table's word that another spell does the same."""
    return similar or cast in HOLDING_MAGIC


@rule("SRD-THP-07", "SRD-TSP-07")
def can_climb(ways: tuple[str, ...], similar: bool = False) -> bool:
    """Whether a creature with these means gets up the smooth wall; `similar` is the table's word."""
    return similar or any(way in CLIMBING for way in ways)


@rule("SRD-THP-08", "SRD-TSP-07")
def climbs_cracks(p: TrapParams, cracks: bool, total: int) -> bool:
    """Whether a Strength (Athletics) check gets a creature up a wall that was given cracks."""
    return cracks and total >= p.crack_dc


# -- darts and needles -----------------------------------------------------------------------------------


@rule("SRD-TPD-02")
def darts_left(p: TrapParams, activations: int) -> bool:
    """Whether the darts can still fire after so many activations."""
    return activations < p.dart_activations


@rule("SRD-TPD-03")
def darts_fire(first_move_onto: bool, begins_there: bool = False) -> bool:
    """Whether the plate fires the darts: only moving onto it does, `begins_there` never."""
    return first_move_onto


@rule("SRD-TPD-07")
def is_stopped(holes: int, plugged: int) -> bool:
    """Whether plugged holes stop the darts: all of them must be."""
    return plugged >= holes


PROPER = ("proper_key", "knock")


@rule("SRD-TPN-02", "SRD-TPN-04")
def needle_strikes(opened_with: str, similar: bool = False) -> bool:
    """Whether opening the lock so makes the needle strike; `similar` is magic that does as Knock does."""
    return not similar and opened_with not in PROPER


class Disarming(NamedTuple):
    """An attempt to disarm the needle."""

    disarmed: bool
    triggered: bool


@rule("SRD-TPN-06", "SRD-TRP-13")
def disarm_needle(dc: int, total: int) -> Disarming:
    """What a Dexterity (Sleight of Hand) check on the found needle does; a failure triggers it."""
    return Disarming(total >= dc, total < dc)
