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

    rounds_per_minute: int
    minutes_per_hour: int
    hours_per_day: int
    dawn_hour: int


class ConditionParams(NamedTuple):
    """Exhaustion, falling, climbing and rising."""

    test_penalty: int
    speed_penalty_feet: int
    death_level: int
    rest_recovery: int
    stand_divisor: int
    difficult_extra: int
    fall_feet: int
    fall_most_dice: int
    fall_sides: int
    liquid_dc: int
    climb_extra: int
    climb_dc: int
    near_feet: int


class RestParams(NamedTuple):
    """Long and Short Rests."""

    long_hours: int
    sleep_hours: int
    light_hours: int
    wait_hours: int
    exertion_minutes: int
    short_from_hours: int
    extra_hours: int
    short_hours: int
    least_healed: int


class TravelParams(NamedTuple):
    """Paces, marches, special movement and vehicles."""

    road_steps: int
    slowed_divisor: int
    free_hours: int
    march_dc: int
    march_step: int
    gallop_multiplier: int
    gallop_hours: int
    speed_divisor: int
    day_hours: int
    thirds: int
    fast_thirds: int
    slow_thirds: int
    ship_hours: int
    headwind_divisor: int


class ProvisionsParams(NamedTuple):
    """Food and water on the way."""

    quarters: tuple[int, ...]
    food_dc: int
    fast_days: int


class TerrainParams(NamedTuple):
    """What the Travel Terrain table leaves to its rules."""

    encounter_feet: int
    map_bonus: int
    forage_days: int


class BackgroundParams(NamedTuple):
    """The background builder."""

    abilities: int
    most_score: int
    big_increase: int
    small_increase: int
    skills: int
    budget_copper: int
    origin_feats: tuple[str, ...]
    copper_of_silver: int
    copper_of_electrum: int
    copper_of_gold: int
    copper_of_platinum: int
    plain_copper: int


class CurseParams(NamedTuple):
    """Curses."""

    ladder_minutes: tuple[int, ...]
    ladder_levels: tuple[int, ...]
    suppress_hours: int
    warn_above: int


class PossessionParams(NamedTuple):
    """Demonic Possession."""

    dc: int
    trigger_die: int


class ContagionParams(NamedTuple):
    """What all magical contagions share."""

    rest_days: int
    rest_dc: int
    advantage_hours: int


class CackleFeverParams(NamedTuple):
    """Cackle Fever."""

    incubation_sides: int
    exhaustion: int
    laughter_dc: int
    laughter_sides: int
    laughter_rounds: int
    dc: int
    successes: int
    incubation_counts: bool
    drink_dc: int
    immunity_days: int
    spread_feet: int
    spread_dc: int
    protected_hours: int


class SewerPlagueParams(NamedTuple):
    """Sewer Plague."""

    exposure_dc: int
    incubation_sides: int
    exhaustion: int
    healing_divisor: int
    dc: int
    step: int


class SightRotParams(NamedTuple):
    """Sight Rot."""

    water_dc: int
    dose_hours: int
    suppress_hours: int
    total_hours: int
    contact_dc: int
    protected_hours: int


class EnvironmentParams(NamedTuple):
    """Cold, heat, water, altitude, ice and wind."""

    deep_feet: int
    deep_dc: int
    cold_fahrenheit: int
    cold_dc: int
    heat_fahrenheit: int
    heat_dc: int
    heat_step: int
    reset_hours: int
    frigid_dc: int
    altitude_feet: int
    altitude_factor: int
    acclimation_days: int
    acclimation_limit_feet: int
    slippery_dc: int
    ice_dice: int
    ice_sides: int
    ice_pounds: int


class FearParams(NamedTuple):
    """Fear effects."""

    switched_on: bool
    apparition_dc: int
    illusion_dc: int
    portal_dc: int
    dash_multiplier: int
    turn_doings: int


class StressParams(NamedTuple):
    """Mental stress."""

    switched_on: bool
    damage_type: str
    half_on_success: bool
    hallucinogen_dc: int
    hallucinogen_dice: int
    idol_dc: int
    idol_dice: int
    far_realm_dc: int
    far_realm_dice: int
    short_sides: int
    long_sides: int
    long_hours: int
    calm_minutes: int


class PoisonParams(NamedTuple):
    """Handling, buying and harvesting poison."""

    partial_dose: str
    cube_feet: int
    inquiry_sides: int
    bribe_percent: int
    harvest_sides: int
    harvest_dc: int
    harvest_margin: int


class TrapParams(NamedTuple):
    """Traps in general, plates, pits and darts."""

    areas_a_trap: int
    printed_averages: bool
    glyph_feet: int
    crack_dc: int
    dart_activations: int


class NetParams(NamedTuple):
    """The net of the Falling Net."""

    armor_class: int
    hit_points: int
    immunities: tuple[str, ...]
    free_from_size: str
    set_dc: int
    set_minutes: int


class StoneParams(NamedTuple):
    """The ball of the Rolling Stone."""

    initiative: int
    speed_feet: int
    armor_class: int
    hit_points: int
    threshold: int
    immunities: tuple[str, ...]
    slow_dc: int
    slow_feet: int


class BudgetParams(NamedTuple):
    """XP budget a character, for each party level: low, moderate, high."""

    level_1: tuple[int, ...]
    level_2: tuple[int, ...]
    level_3: tuple[int, ...]
    level_4: tuple[int, ...]
    level_5: tuple[int, ...]
    level_6: tuple[int, ...]
    level_7: tuple[int, ...]
    level_8: tuple[int, ...]
    level_9: tuple[int, ...]
    level_10: tuple[int, ...]
    level_11: tuple[int, ...]
    level_12: tuple[int, ...]
    level_13: tuple[int, ...]
    level_14: tuple[int, ...]
    level_15: tuple[int, ...]
    level_16: tuple[int, ...]
    level_17: tuple[int, ...]
    level_18: tuple[int, ...]
    level_19: tuple[int, ...]
    level_20: tuple[int, ...]


class EncounterParams(NamedTuple):
    """Advice on encounters, and how they are built."""

    per_character: int
    strong_to_level: int
    fragile_hit_points: tuple[int, ...]
    most_cr0: int
    note_kinds: int
    guide_characters: int


class ToolboxParams(NamedTuple):
    """Every number of the book, a section a subject."""

    check: CheckParams
    clock: ClockParams
    condition: ConditionParams
    rest: RestParams
    travel: TravelParams
    provisions: ProvisionsParams
    terrain: TerrainParams
    background: BackgroundParams
    curse: CurseParams
    possession: PossessionParams
    contagion: ContagionParams
    cackle_fever: CackleFeverParams
    sewer_plague: SewerPlagueParams
    sight_rot: SightRotParams
    environment: EnvironmentParams
    fear: FearParams
    stress: StressParams
    poison: PoisonParams
    trap: TrapParams
    net: NetParams
    stone: StoneParams
    budget: BudgetParams
    encounter: EncounterParams
