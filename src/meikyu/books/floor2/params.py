"""The numbers of the book as NamedTuples, filled from params.toml."""

from __future__ import annotations

from typing import NamedTuple


class StageParams(NamedTuple):
    """How many stages there are and which one reads the serial number."""

    total: int
    serial_stage: int


class LevelParams(NamedTuple):
    """Bounds of the dungeon level and the stages that force it."""

    lowest: int
    highest: int
    start: int
    first_forced_stage: int
    first_forced_level: int
    second_forced_stage: int
    second_forced_level: int


class DiceParams(NamedTuple):
    """Which dice values mean which way."""

    left_to: int
    forward_to: int
    modulus: int


class ZoneParams(NamedTuple):
    """What each zone does to the dice value and the level."""

    red_change: int
    yellow_change: int
    green_below: int
    green_change: int
    blue_above: int
    blue_change: int
    magenta_back_low: int
    magenta_minus: int
    magenta_back_high: int
    magenta_low_to: int
    magenta_middle: int
    magenta_missing: int
    effect_from_stage: int


class EffectParams(NamedTuple):
    """Special effects of monsters."""

    single_sword_stages: tuple[int, ...]
    fallback: str
    boss_level: int


class BombParams(NamedTuple):
    """Edgework and strikes."""

    never_generated: str
    d_holder: int
    aa_holder: int
    most_batteries: int
    strike_limit: int


class GeneratorParams(NamedTuple):
    """How practice bombs are drawn."""

    widgets: int
    magenta_from_stage: int
    min_gap: int
    max_gap: int


class Floor2Params(NamedTuple):
    """Every number of the book."""

    stages: StageParams
    level: LevelParams
    dice: DiceParams
    zone: ZoneParams
    effect: EffectParams
    bomb: BombParams
    generator: GeneratorParams
