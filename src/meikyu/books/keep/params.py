"""The shape of the keep's numbers: one NamedTuple a chapter, filled from `params.toml`."""

from __future__ import annotations

from typing import NamedTuple


class SimParams(NamedTuple):
    """Ground rules: time, walking, checks, fuel, light."""

    ticks_per_minute: int
    ticks_per_cell: int
    opening_hour: int
    stat_min: int
    stat_max: int
    fumble_base: int
    fumble_min: int
    campfire_points: int
    dark_points: int
    speed_base: int
    speed_per_value: int
    speed_cap: int
    speed_unchecked: int
    room_bonus: int
    goblin_bonus: int
    pestered_bonus: int
    work_lost_percent: int
    hours_per_fuel: int
    refuel_hours_left: int
    campfire_light_cells: int
    aggressive_cells: int
    counted_area: int


class DurationParams(NamedTuple):
    """Minutes of work at 100% speed (KEP-SIM-11)."""

    dig: int
    build_per_unit: int
    deconstruct: int
    cook: int
    gather: int
    fish: int
    butcher: int
    trap: int
    treat: int
    book: int
    ritual: int
    supervise: int
    whip: int
    clean: int
    refuel: int
    handling: int
    watch: int


class FoodParams(NamedTuple):
    """Food, its choice and its eating."""

    full: int
    raw_nutrition: int
    carnivore_nutrition: int
    repeat_below: int
    small: int
    medium: int
    large: int
    cells_per_rank: int
    meal_cap: str
    carry_cells: int
    floor_minutes: int
    table_bonus: int
    seat_bonus: int
    meals_per_batch: int
    small_portions: int
    medium_portions: int
    large_portions: int
    kitchen_size: str


class NeedParams(NamedTuple):
    """Needs: how they fall, when they press, how they are met."""

    full: int
    units_per_point: int
    threshold: int
    crisis_at: int
    food_per_hour: int
    sleep_per_hour: int
    recreation_per_hour: int
    bed_per_hour: int
    floor_per_hour: int
    drink_points: int
    drink_minutes: int
    idle_per_hour: int
    idle_until: int
    comfort_cap: int
    retry_hours: int


class JobParams(NamedTuple):
    """The job table and the search for work."""

    odd_jobber_from: int
    cells_per_waiting_hour: int
    skip_hours: int
    search_minutes: int
    shade_step: int
    shades: int
    supervise_from: int
    double_click_ms: int


class BuildParams(NamedTuple):
    """Building and taking down."""

    pillar_stone: int
    prop_wood: int
    refund_percent: int
    scrap_of_broken: int


class RoofParams(NamedTuple):
    """Ceilings: the square test, supports, cracks."""

    square: int
    tolerated: int
    support_cells: int
    crack_percent: int
    fall_hours: int


class SightParams(NamedTuple):
    """Sight, fog and footprints."""

    base_cells: int
    cells_per_hunting: int
    guard_cells: int
    watchpost_cells: int
    ghost_eye_cells: int
    alarm_cells: int
    alarm_minutes: int
    outside_wait_minutes: int
    outside_return_minutes: int
    inside_wait_minutes: int
    inside_return_minutes: int
    footprint_minutes: int


class HaulParams(NamedTuple):
    """Storing and carrying."""

    capacity: int
    garb_capacity: int
    full_stack_weight: int
    near_cells: int
    detour_cells: int
    barrel_items: int
    barrel_keep: int
    shelf_stacks: int
    scrap_heap_stacks: int
    rack_weapons: int
    bookshelf_books: int
    feeding_place_stacks: int


class RoomParams(NamedTuple):
    """Rooms."""

    min_cells: int
    max_cells: int


class StockParams(NamedTuple):
    """Content rules where the book is silent: quality of made things."""

    quality_die: int
    poor_to: int
    normal_to: int
    fine_to: int
    start_percent: int


class WoundParams(NamedTuple):
    """Wounds: how heavy, what they cost, how they heal and bleed."""

    die: int
    part_die: int
    light_from: int
    moderate_from: int
    severe_from: int
    light_points: int
    moderate_points: int
    severe_points: int
    limit: int
    death_percent: int
    wake_hours: int
    heal_hours: int
    bandage_factor: int
    bleed_cutting: int
    bleed_other: int
    bleed_least: int
    bleed_most: int
    stop_percent: int


class HealParams(NamedTuple):
    """Treatment and sickness."""

    ask: str
    combat_minutes: int
    untreatable_hours: int
    treated_hours: int
    cure_awake: int
    cure_in_bed: int
    cure_treated: int
    sick_hours: int
    sick_treated_hours: int
    plague_hours: int
    plague_treated_hours: int
    dirt_cells: int
    most_percent: int
    old_corpse_hours: int
    contagion_percent: int
    contagion_cells: int
    safe_hours: int


class FightParams(NamedTuple):
    """Blows and who strikes whom."""

    ticks_between: int
    ranged_cells: int
    lord_bonus: int
    give_up_cells: int


class HuntParams(NamedTuple):
    """Hunting and the wild."""

    post_cells: int
    roam_least: int
    roam_most: int
    roam_cells: int
    flee_cells: int


class GrudgeParams(NamedTuple):
    """Grudges: rises, reliefs and their limits."""

    least: int
    most: int
    relief_points: int
    rise_points: int
    least_coins: int
    radius: int
    chance_percent: int
    call_cells: int
    burn_minutes: int
    sight_cells: int
    hit_minutes: int
    ally_percent: int
    hated_percent: int
    whip_points: int
    watcher_points: int
    quiet_days: int
    empty_minutes: int
    succession_hours: int
    stay_minutes: int
    told: int


class RampageParams(NamedTuple):
    """Rampages: chance, severity, duration, and the numbers of each kind."""

    threshold: int
    per_point_percent: int
    minor_7: int
    major_7: int
    minor_8: int
    major_8: int
    minor_9: int
    major_9: int
    minor_10: int
    major_10: int
    minor_hours: int
    major_hours: int
    extreme_hours: int
    quiet_hours: int
    pester_cells: int
    gorge_foods: int
    revel_drinks: int
    revel_guests: int
    revel_hours: int
    revel_cells: int
    revel_below: int
    brawl_minutes: int
    brawl_wounds: int
    stun_minutes: int
    theft_coins: int
    vandal_structures: int
    break_minutes: int
    havoc_cells: int
    mutiny_percent: int
    mutiny_cells: int
    mutiny_grudge: int


class ResearchParams(NamedTuple):
    """Research: books a bookshelf needs, what a full one gives, what an item costs."""

    books: int
    scholarship: int
    cost: int


class KeepParams(NamedTuple):
    """Every number of the keep."""

    sim: SimParams
    minutes: DurationParams
    food: FoodParams
    need: NeedParams
    job: JobParams
    build: BuildParams
    roof: RoofParams
    sight: SightParams
    haul: HaulParams
    room: RoomParams
    stock: StockParams
    wound: WoundParams
    heal: HealParams
    fight: FightParams
    hunt: HuntParams
    grudge: GrudgeParams
    rampage: RampageParams
    research: ResearchParams
