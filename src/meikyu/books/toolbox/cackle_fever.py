"""Cackle Fever: from the tainted potion to a year's immunity."""

from __future__ import annotations

from typing import Literal, NamedTuple

from meikyu.books.toolbox.conditions import test_penalty
from meikyu.books.toolbox.params import CackleFeverParams, ConditionParams
from meikyu.core.ruling import rule

State = Literal["clear", "incubating", "symptomatic", "immune"]
NEVER = -1


class Fever(NamedTuple):
    """One creature's course of the fever, in days of the calendar.

    Args:
        infected_day: the day of infection; -1 for none.
        onset_day: the day on which symptoms start.
        successes: saves made against it.
        immune_until: the first day without immunity; -1 for none.
    """

    infected_day: int = NEVER
    onset_day: int = NEVER
    successes: int = 0
    immune_until: int = NEVER


@rule("SRD-CKF-01")
def can_catch(creature: str, species: str) -> bool:
    """Whether a creature of that type and species can catch it."""
    return creature == "humanoid" and species != "gnome"


@rule("SRD-CKF-02")
def drink_infects(p: CackleFeverParams, susceptible: bool, total: int) -> bool:
    """Whether a tainted drink infects; a table may allow a save, whose total counts then."""
    return susceptible and (p.drink_dc == 0 or total < p.drink_dc)


@rule("SRD-CKF-03")
def infected(fever: Fever, day: int, roll: int) -> Fever:
    """The course of a creature infected on a day, with the die of its incubation."""
    return fever._replace(infected_day=day, onset_day=day + roll, successes=0)


@rule("SRD-CKF-03", "SRD-CKF-14")
def state(fever: Fever, day: int) -> State:
    """The state of a creature on a day."""
    if fever.infected_day != NEVER:
        return "symptomatic" if day >= fever.onset_day else "incubating"
    return "immune" if day < fever.immune_until else "clear"


class Levels(NamedTuple):
    """Exhaustion by its cause: the fever's own levels and all others."""

    fever: int
    other: int


@rule("SRD-CKF-04")
def at_onset(p: CackleFeverParams, levels: Levels) -> Levels:
    """Exhaustion when the symptoms start."""
    return levels._replace(fever=p.exhaustion)


@rule("SRD-CKF-05")
def after_rest(p: ConditionParams, levels: Levels) -> Levels:
    """Exhaustion after a Long Rest: only levels from other causes go."""
    return levels._replace(other=max(levels.other - p.rest_recovery, 0))


@rule("SRD-CKF-05")
def at_end(levels: Levels) -> Levels:
    """Exhaustion when the fever ends."""
    return levels._replace(fever=0)


@rule("SRD-CKF-06")
def laughter_dc(p: CackleFeverParams, damage_type: str, symptomatic: bool, exhausted: bool) -> int:
    """DC of the save against laughter when damage is taken; 0 where none is called for."""
    return p.laughter_dc if symptomatic and exhausted and damage_type != "psychic" else 0


class Laughter(NamedTuple):
    """What a failed or made save brings: Psychic damage, and whether the creature is Incapacitated."""

    psychic: int
    incapacitated: bool


@rule("SRD-CKF-07")
def laughter(p: CackleFeverParams, total: int, roll: int) -> Laughter:
    """What the save against laughter comes to."""
    return Laughter(0, False) if total >= p.laughter_dc else Laughter(roll, True)


@rule("SRD-CKF-08")
def is_laughing(p: CackleFeverParams, rounds: int, total: int) -> bool:
    """Whether a creature laughs on after the save at the end of its turn, so many rounds after it began."""
    return total < p.laughter_dc and rounds < p.laughter_rounds


@rule("SRD-CKF-09")
def latest_end(p: CackleFeverParams, since_round: int) -> int:
    """The round in which laughter is over at the latest; a new failure meanwhile changes nothing."""
    return since_round + p.laughter_rounds


@rule("SRD-CKF-10")
def after_save(p: CackleFeverParams, fever: Fever, day: int, total: int) -> Fever:
    """The course after the save that ends a Long Rest."""
    if fever.infected_day == NEVER or (day < fever.onset_day and not p.incubation_counts):
        return fever
    successes = fever.successes + (total >= p.dc)
    if successes >= p.successes:
        return Fever(immune_until=day + p.immunity_days)
    return fever._replace(successes=successes)


@rule("SRD-CKF-11")
def rest_save_bonus(p: ConditionParams, con_save: int, level: int) -> int:
    """Bonus of that save: it is made before the rest takes a level away."""
    return con_save - test_penalty(p, level)


@rule("SRD-CKF-12", "SRD-CKF-13", "SRD-CKF-14")
def exposure_dc(
    p: CackleFeverParams, feet: int, susceptible: bool, hours_since_success: int, is_immune: bool
) -> int:
    """DC of the save of a creature that begins its turn near a carrier; 0 where none is called for.

    Args:
        p: the fever's numbers.
        feet: distance to the carrier.
        susceptible: whether it can catch the fever and has not yet.
        hours_since_success: hours since it last saved against this very carrier; -1 for never.
        is_immune: whether it is immune.
    """
    protected = hours_since_success != NEVER and hours_since_success < p.protected_hours
    if not susceptible or is_immune or protected or feet > p.spread_feet:
        return 0
    return p.spread_dc


@rule("SRD-CKF-12")
def is_infected(dc: int, total: int) -> bool:
    """Whether exposure infects, with the total of the save."""
    return dc > 0 and total < dc
