"""Food and water on the way, and what comes of going without."""

from __future__ import annotations

from fractions import Fraction

from meikyu.books.toolbox.checks import SIZES, Size
from meikyu.books.toolbox.params import ProvisionsParams
from meikyu.core.ruling import rule

QUARTERS = 4


@rule("SRD-TRV-28")
def need(p: ProvisionsParams, party: tuple[Size, ...], days: int) -> Fraction:
    """Pounds of food (and as many gallons of water) that a party needs."""
    return Fraction(sum(p.quarters[SIZES.index(size)] for size in party) * days, QUARTERS)


@rule("SRD-TRV-29")
def thirst(drunk: Fraction, needed: Fraction) -> int:
    """Exhaustion levels at the end of a day, from the water drunk."""
    return int(drunk * 2 < needed)


@rule("SRD-TRV-29")
def hunger_dc(p: ProvisionsParams, eaten: Fraction, needed: Fraction) -> int:
    """DC of the save of somebody who ate, but less than half; 0 where none is called for."""
    return p.food_dc if 0 < eaten * 2 < needed else 0


@rule("SRD-TRV-29")
def fasting(p: ProvisionsParams, days: int) -> int:
    """Exhaustion levels gained in so many days without any food."""
    return max(days - p.fast_days + 1, 0)


@rule("SRD-TRV-29")
def may_recover(full_days: int) -> bool:
    """Whether levels of hunger or thirst may be removed: after a full day of food or water."""
    return full_days >= 1
