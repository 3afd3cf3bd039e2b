"""Sight Rot: blindness from tainted water, and three doses of ointment."""

from __future__ import annotations

from typing import Literal

from meikyu.books.toolbox.params import SightRotParams
from meikyu.core.ruling import rule

NEVER = -1
CURES = ("heal", "lesser_restoration")


@rule("SRD-SRT-01", "SRD-SRT-08")
def water_dc(p: SightRotParams, creature: str) -> int:
    """DC of the save of a creature that drinks tainted water, cured before or not; 0 where it is no prey."""
    return p.water_dc if creature in ("beast", "humanoid") else 0


@rule("SRD-SRT-01")
def is_infected(dc: int, total: int) -> bool:
    """Whether a creature is Blinded by it at once, with the total of the save."""
    return dc > 0 and total < dc


@rule("SRD-SRT-02")
def is_cured(spell: str) -> bool:
    """Whether a spell ends it at once."""
    return spell in CURES


@rule("SRD-SRT-03")
def doses(p: SightRotParams, proficient: bool, hours: int) -> int:
    """Doses of ointment made in so many hours."""
    return hours // p.dose_hours if proficient else 0


@rule("SRD-SRT-04", "SRD-SRT-06")
def suppressed_hours(p: SightRotParams, applications: tuple[int, ...], hour: int) -> int:
    """Hours of suppression so far, each counted once.

    Args:
        p: the rot's numbers.
        applications: hours at which a dose was applied, rising.
        hour: the present hour.
    """
    counted, covered_to = 0, 0
    for i, applied in enumerate(applications):
        start = max(applied, covered_to) if i else applied
        covered_to = applied + p.suppress_hours
        counted += max(min(covered_to, hour) - start, 0)
    return counted


@rule("SRD-SRT-04")
def is_suppressed(p: SightRotParams, applications: tuple[int, ...], hour: int) -> bool:
    """Whether a dose works at the present hour."""
    return any(applied <= hour < applied + p.suppress_hours for applied in applications)


@rule("SRD-SRT-05", "SRD-SRT-06")
def state(
    p: SightRotParams, applications: tuple[int, ...], hour: int
) -> Literal["infected", "suppressed", "clear"]:
    """The state of an infected creature: it sees while suppressed, and for good once the hours add up."""
    if suppressed_hours(p, applications, hour) >= p.total_hours:
        return "clear"
    return "suppressed" if is_suppressed(p, applications, hour) else "infected"


@rule("SRD-SRT-07", "SRD-SRT-08")
def contact_dc(p: SightRotParams, creature: str, suppressed: bool, hours_since_success: int) -> int:
    """DC of the save of a creature that touches a carrier's skin; 0 where none is called for.

    Args:
        p: the rot's numbers.
        creature: the type of who touches.
        suppressed: whether the carrier's rot is suppressed.
        hours_since_success: hours since it last saved against this very carrier; -1 for never.
    """
    protected = hours_since_success != NEVER and hours_since_success < p.protected_hours
    return 0 if creature != "humanoid" or suppressed or protected else p.contact_dc
