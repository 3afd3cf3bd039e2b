"""Odds of wounds (KEP-WND-31, KEP-HEAL-29): exact chances to die of bleeding, and what a sickness costs."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from meikyu.books.keep import healing, wounds
from meikyu.books.keep.params import HealParams, WoundParams
from meikyu.books.keep.wounds import LIGHT, MODERATE, SEVERE, SEVERITIES, Counts
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text


@rule("KEP-WND-31")
def death_chance(
    p: WoundParams, *, counts: Counts, elsewhere: int, faints: int, knocked_out: int = 0
) -> Fraction:
    """Exact chance that one bleeding part kills its bearer when nobody treats it."""
    event = wounds.worsen(p, counts=counts, elsewhere=elsewhere, knocked_out=knocked_out, faints=faints)
    if event.result == "dead":
        return Fraction(1)
    onward = Fraction(100 - p.stop_percent, 100)
    if event.result == "knocked_out":
        return onward
    return onward * death_chance(p, counts=event.counts, elsewhere=elsewhere, faints=faints)


def _spans(p: WoundParams, events: int) -> dict[int, Fraction]:
    """Chances of the minutes that so many worsenings take together."""
    chance = Fraction(1, wounds.bleed_span(p))
    found = {0: Fraction(1)}
    for _ in range(events):
        after: dict[int, Fraction] = {}
        for before, share in found.items():
            for drawn in range(wounds.bleed_span(p)):
                minutes = before + wounds.bleed_minutes(p, drawn)
                after[minutes] = after.get(minutes, Fraction(0)) + share * chance
        found = after
    return found


@rule("KEP-WND-31")
def deadly_events(p: WoundParams, *, counts: Counts, elsewhere: int, faints: int) -> int:
    """The number of the worsening that kills where none before it stops the bleeding."""
    down, number = 0, 0
    while True:
        number += 1
        event = wounds.worsen(p, counts=counts, elsewhere=elsewhere, knocked_out=down, faints=faints)
        if event.result == "dead":
            return number
        counts, down = event.counts, int(down or event.result == "knocked_out")


@rule("KEP-WND-31")
def death_within(p: WoundParams, *, counts: Counts, elsewhere: int, faints: int, minutes: int) -> Fraction:
    """Exact chance that a bleeding part kills within so many minutes when nobody treats it."""
    events = deadly_events(p, counts=counts, elsewhere=elsewhere, faints=faints)
    in_time = sum((c for m, c in _spans(p, events).items() if m <= minutes), Fraction(0))
    return Fraction(100 - p.stop_percent, 100) ** (events - 1) * in_time


@rule("KEP-WND-31")
def mean_hours_to_heal(p: WoundParams, *, severity: int, faints: int) -> Fraction:
    """Mean hours until one bleeding wound is gone, for those who survive it untreated."""
    counts = (int(severity == LIGHT), int(severity == MODERATE), int(severity == SEVERE))
    stop = Fraction(p.stop_percent, 100)
    total = lived = Fraction(0)
    going, down, number = Fraction(1), 0, 0
    while True:
        number += 1
        event = wounds.worsen(p, counts=counts, elsewhere=0, knocked_out=down, faints=faints)
        if event.result == "dead":
            return total / lived
        counts, down = event.counts, int(down or event.result == "knocked_out")
        hours = Fraction(number * (p.bleed_least + p.bleed_most), 120)
        hours += wounds.hours_to_heal(p, wounds.heaviest(counts), 0)
        total += going * stop * hours
        lived += going * stop
        going *= 1 - stop


# Sickness


@rule("KEP-HEAL-29")
def ill_on(p: HealParams, *, plague: int, in_bed: int, treated: int) -> Fraction:
    """Chance to be ill still when the next wound of the sickness is due."""
    cure = Fraction(healing.cure_percent(p, in_bed, treated, 0), 100)
    return (1 - cure) ** healing.ache_hours(p, healing.PLAGUE if plague else healing.SICK, treated)


@rule("KEP-HEAL-29")
def mean_wounds(p: HealParams, *, plague: int, in_bed: int, treated: int) -> Fraction:
    """Mean wounds of a sickness before recovery; treated means treated anew each day."""
    on = ill_on(p, plague=plague, in_bed=in_bed, treated=treated)
    return on / (1 - on)


@rule("KEP-HEAL-29")
def sick_out_chance(p: HealParams, wound_p: WoundParams, *, plague: int, shape: str) -> Fraction:
    """Exact chance that an untreated, waking and unwounded bearer is out of action before it recovers."""
    on = ill_on(p, plague=plague, in_bed=0, treated=0)
    faces = [part.faces for part in wounds.SHAPES[shape]]

    @cache
    def reached(hits: tuple[Counts, ...]) -> Fraction:
        if wounds.is_out(wound_p, sum(wounds.points(wound_p, counts) for counts in hits)):
            return Fraction(1)
        total = Fraction(0)
        for number, counts in enumerate(hits):
            after = (*hits[:number], wounds.with_wound(counts, LIGHT), *hits[number + 1 :])
            total += Fraction(faces[number], wound_p.part_die) * reached(after)
        return on * total

    return reached(((0, 0, 0),) * len(faces))


# Answers


@rule("KEP-WND-09", "KEP-WND-21", "KEP-WND-31", "KEP-WND-32")
def odds(
    p: WoundParams, *, severity: str, bleeding: bool, kind: str | None, faints: bool, elsewhere: int
) -> Ruling[Fraction]:
    """Exact chance that one wound kills a bearer whom nobody treats.

    Args:
        p: numbers.
        severity: of the wound.
        bleeding: it bleeds now.
        kind: where it does not bleed yet: it is fresh and bleeds with the chance of this kind.
        faints: False for creatures and the demon lord.
        elsewhere: points of all other wounds.
    """
    place = SEVERITIES.index(severity)
    counts = (int(place == LIGHT), int(place == MODERATE), int(place == SEVERE))
    out = wounds.is_out(p, wounds.points(p, counts) + elsewhere)
    steps: list[Step] = []
    chance = Fraction(int(bleeding)) * int(place > LIGHT)
    if bleeding and place == LIGHT:
        steps.append(Step("KEP-WND-32", "bleeds", 0))
    elif bleeding:
        steps.append(Step("KEP-WND-20", "bleeds", 1, _BLEEDS))
    elif kind is not None:
        percent = wounds.bleed_percent(p, kind) if wounds.may_bleed(place, kind, 1) else 0
        chance = Fraction(percent, 100)
        source = "KEP-WND-33" if kind == "bare_fist" else "KEP-WND-21" if percent else "KEP-WND-32"
        steps.append(Step(source, "bleed_percent", percent))
    kills = death_chance(p, counts=counts, elsewhere=elsewhere, faints=int(faints), knocked_out=out)
    steps.append(Step("KEP-WND-29" if not faints else "KEP-WND-28", "p_death_bleeding", str(kills)))
    total = chance * kills
    if out and not bleeding and kind is not None:
        first = Fraction(p.death_percent, 100)
        steps.append(Step("KEP-WND-09", "p_death_at_once", str(first)))
        total = first + (1 - first) * total
    return Ruling(total, tuple(steps))


_BLEEDS = Text("The wound bleeds and nobody treats it", "傷は出血していて、誰も処置しない")
