"""The numbers of the book as NamedTuples, filled from params.toml."""

from __future__ import annotations

from typing import NamedTuple


class CheckParams(NamedTuple):
    """D20 Tests, abilities and proficiency."""

    die: int
    dice_with_edge: int
    average_score: int
    score_step: int
    first_proficiency: int
    levels_per_proficiency: int


class ClockParams(NamedTuple):
    """The units of time, and when it dawns."""

    round_seconds: int
    rounds_per_minute: int
    minutes_per_hour: int
    hours_per_day: int
    days_per_year: int
    dawn_hour: int


class ToolboxParams(NamedTuple):
    """Every number of the book, a section a subject."""

    check: CheckParams
    clock: ClockParams
