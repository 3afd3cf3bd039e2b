"""Treatment and sickness (KEP-HEAL): bandages, slips of the knife, who asks for care, falling ill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meikyu.books.keep import wounds
from meikyu.books.keep.params import HealParams
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.ruling import rule

WELL, SICK, PLAGUE = 0, 1, 2
SICKNESS = -1
"""Stands for the sickness where a part is expected."""


class Treated(NamedTuple):
    """A part after a treatment.

    Args:
        counts: its wounds. bleeding: it bleeds. bandaged: it is under a bandage.
        rolls: the out-of-action roll is due where the points reach the limit.
    """

    counts: wounds.Counts
    bleeding: int
    bandaged: int
    rolls: int = 0


@rule("KEP-HEAL-02", "KEP-HEAL-03", "KEP-HEAL-04", "KEP-WND-25")
def treated(counts: wounds.Counts, bleeding: int, bandaged: int) -> Treated:
    """A part after a treatment that went well: a bleeding one only stops bleeding, another is bandaged."""
    if bleeding:
        return Treated(counts, 0, bandaged)
    return Treated(counts, 0, 1)


@rule("KEP-HEAL-07", "KEP-HEAL-09", "KEP-HEAL-10", "KEP-HEAL-11", "KEP-HEAL-12", "KEP-HEAL-14")
def cut(counts: wounds.Counts, bleeding: int, body_bleeds: int) -> Treated:
    """A part after a fumbled treatment: its heaviest wound is one step heavier, or one severe is added."""
    after = list(counts)
    worst = wounds.heaviest(counts)
    if worst == wounds.SEVERE:
        after[wounds.SEVERE] += 1
    else:
        after[worst] -= 1
        after[worst + 1] += 1
    rolls = int(worst == wounds.SEVERE)
    return Treated((after[0], after[1], after[2]), int(bleeding or body_bleeds), 0, rolls)


@rule("KEP-HEAL-08")
def cut_kind() -> str:
    """Damage kind of a healer's slip."""
    return "slash"


@rule("KEP-HEAL-15")
def extra_wound(sick: int) -> int:
    """Severity of the extra wound that a fumble gives a sick patient, -1 for none."""
    return wounds.LIGHT if sick else wounds.NONE


@rule("KEP-HEAL-15", "KEP-HEAL-16")
def barred_until(p: HealParams, tick: int) -> int:
    """Tick before which nobody can treat a sickness after a fumble on the sick."""
    return tick + p.untreatable_hours * TICKS_PER_HOUR


@rule("KEP-HEAL-16")
def may_treat(tick: int, barred: int) -> int:
    """1 when a sickness can be treated again."""
    return int(tick >= barred)


@rule("KEP-HEAL-17", "KEP-HEAL-18", "KEP-HEAL-20", "KEP-HEAL-30", "KEP-HEAL-37")
def seeks(heaviest: int, ask: int, sick: int, treatable: int, fighting: int) -> int:
    """1 for a minion that goes to a bone-saw table.

    Args:
        heaviest: its heaviest wound, -1 for none.
        ask: the level chosen under "Request treatment".
        sick: 1 for the sick, who go without a wound as well.
        treatable: 1 when there is something to treat.
        fighting: 1 in combat.
    """
    return int(treatable and not fighting and (sick > 0 or (heaviest >= 0 and heaviest >= ask)))


class Bed(NamedTuple):
    """A bone-saw table: walking cells, -1 for no way, and its id."""

    walk: int
    number: int


@rule("KEP-HEAL-19")
def table_choice(free: Sequence[Bed]) -> int:
    """The free table to lie on: the nearest on foot, ties by id; -1 for none."""
    fit = [t for t in free if t.walk >= 0]
    return min(fit).number if fit else -1


@rule("KEP-HEAL-31", "KEP-HEAL-32")
def stays_waiting(ordered: int, treatable: int) -> int:
    """1 for a patient that goes on waiting: it has been given no order, and something is left to treat."""
    return int(not ordered and treatable)


@rule("KEP-HEAL-37")
def gets_up(need_pressing: int, need_empty: int, bleeding: int) -> int:
    """1 when a need gets a patient up: at its threshold, or, while a part bleeds, only when it is empty."""
    return int(need_empty if bleeding else need_pressing)


@rule("KEP-HEAL-23", "KEP-HEAL-25", "KEP-HEAL-27", "KEP-HEAL-37")
def is_treated(p: HealParams, ticks: int) -> int:
    """1 while the last treatment of a sickness, so many ticks ago, still works; its last hour included."""
    return int(0 <= ticks <= p.treated_hours * TICKS_PER_HOUR)


@rule("KEP-HEAL-37")
def sickness_treatable(p: HealParams, sick: int, since: int, tick: int, barred: int) -> int:
    """1 for a sickness that can be treated now: not treated for its hours, and not barred by a fumble."""
    return int(sick > 0 and since >= p.treated_hours * TICKS_PER_HOUR and may_treat(tick, barred))


class PartState(NamedTuple):
    """How a part stands: its heaviest wound (-1 none), and whether it bleeds and is bandaged."""

    heaviest: int
    bleeding: int
    bandaged: int


@rule("KEP-HEAL-34", "KEP-HEAL-37")
def treatments(parts: Sequence[PartState], sickness: int, heals: int) -> list[int]:
    """What is to be treated, in order: parts by number, -1 for the sickness; each bleeding part only stops.

    Args:
        parts: of the body, in order.
        sickness: 1 for a sickness that can be treated.
        heals: 1 for a body that can heal, so that a bandage is of use.
    """
    bleeding = [n for n, part in enumerate(parts) if part.bleeding]
    open_ones = [n for n, part in enumerate(parts) if part.heaviest >= 0 and not part.bandaged]
    wounded = [n for n in open_ones if heals and not parts[n].bleeding]
    wounded.sort(key=lambda n: (-parts[n].heaviest, n))
    return [*bleeding, *([SICKNESS] if sickness else []), *wounded]


class Patient(NamedTuple):
    """One who waits for care: whether a part bleeds, its heaviest wound, ticks it has waited, its id."""

    bleeding: int
    heaviest: int
    waited: int
    number: int


@rule("KEP-HEAL-35")
def first_patient(patients: Sequence[Patient]) -> int:
    """Id of the patient that a healer takes: bleeding first, then the heaviest wound, then the wait."""
    order = sorted(patients, key=lambda s: (-s.bleeding, -s.heaviest, -s.waited, s.number))
    return order[0].number if order else -1


# Sickness


@rule("KEP-HEAL-21", "KEP-HEAL-22", "KEP-HEAL-23", "KEP-HEAL-24", "KEP-HEAL-28")
def cure_percent(p: HealParams, in_bed: int, treated: int, starving: int) -> int:
    """Chance in percent to get well in an hour.

    Args:
        p: numbers.
        in_bed: 1 while asleep in a bed.
        treated: 1 in the hours after a treatment.
        starving: 1 for the starving, who do not get well.
    """
    if starving:
        return 0
    return p.cure_awake + p.cure_in_bed * in_bed + p.cure_treated * treated


@rule("KEP-HEAL-25", "KEP-HEAL-26", "KEP-HEAL-27")
def ache_hours(p: HealParams, sick: int, treated: int) -> int:
    """Hours between the wounds that a sickness gives."""
    if sick == PLAGUE:
        return p.plague_treated_hours if treated else p.plague_hours
    return p.sick_treated_hours if treated else p.sick_hours


@rule("KEP-HEAL-25", "KEP-HEAL-28")
def aches(p: HealParams, sick: int, treated: int, ticks: int) -> int:
    """1 when the sickness gives a wound: its last one, or the infection, was so many ticks ago."""
    return int(ticks >= ache_hours(p, sick, treated) * TICKS_PER_HOUR)


@rule("KEP-HEAL-27")
def ache_severity() -> int:
    """Severity of a sickness wound; it never bleeds."""
    return wounds.LIGHT


@rule("KEP-HEAL-36")
def sick_percent(p: HealParams, dirty_cells: int) -> int:
    """Chance in percent to fall sick at midnight with so many dirty cells about."""
    return min(p.most_percent, dirty_cells)


@rule("KEP-HEAL-36")
def sickness_of(p: HealParams, oldest_corpse: int) -> int:
    """What one falls sick with, by the age in ticks of the oldest corpse about, -1 for none."""
    return PLAGUE if oldest_corpse > p.old_corpse_hours * TICKS_PER_HOUR else SICK


@rule("KEP-HEAL-36")
def may_fall_sick(undead: int, bleeds: int, sick: int, tick: int, safe: int) -> int:
    """1 for one that can fall sick: of flesh and blood, well, and past the safe hours after its recovery."""
    return int(not undead and bleeds and not sick and tick >= safe)
