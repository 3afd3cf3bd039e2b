"""A journey: its stages, its travelers and how they stand in the morning of a day."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from meikyu.books.toolbox import travel
from meikyu.books.toolbox.cackle_fever import Fever, Levels
from meikyu.books.toolbox.checks import Size
from meikyu.books.toolbox.environment import Armor, Gear, Weather
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.sewer_plague import Plague

Breeze = Literal["none", "strong", "against", "calm"]
Air = Literal["mild", "extreme_cold", "extreme_heat"]
Creature = Literal["humanoid", "beast", "other"]

BREEZES: tuple[Breeze, ...] = ("none", "strong", "against", "calm")
SKIES: tuple[Weather, ...] = ("clear", "heavy_rain", "heavy_snow")
AIRS: tuple[Air, ...] = ("mild", "extreme_cold", "extreme_heat")
UNTRACKED = -1


class Stage(NamedTuple):
    """One stage, as `journey_input.StageInput`, with codes for names and the air for the temperature."""

    terrain: str
    days: int
    miles: int
    good_road: bool
    equipment: bool
    flying: bool
    speed: int
    vehicle: str
    sky: Weather
    wind: Breeze
    air: Air
    altitude_ft: int
    water: bool


class Traits(NamedTuple):
    """What does not change about a traveler, as in `journey_input.TravelerInput`."""

    name: str
    level: int
    con_save: int
    survival: int
    hp: int
    speed: int
    size: Size
    armor: Armor
    creature: Creature
    species: str
    cold: bool
    fire: bool
    native: bool
    herbalism: bool


class Dose(NamedTuple):
    """A poison at work in somebody.

    Args:
        poison: its code.
        until: hour of the journey at which its conditions end; -1 until cured.
        conditions: that it brought.
        successes: later saves made.
        pending: damage that waits for midnight.
    """

    poison: str
    until: int
    conditions: tuple[str, ...]
    successes: int
    pending: int


class Traveler(NamedTuple):
    """How a traveler stands.

    Args:
        traits: what does not change.
        hp: Hit Points. wounds: lost to a poison that lets nothing heal meanwhile.
        levels: Exhaustion, the fever's own level apart. starved: how many of them hunger or thirst gave.
        fast_days: days without any food. high_days: days so far at a great height.
        fever, plague: their courses. blind: has Sight Rot. applied: hours at which ointment was applied.
        rested: days of recuperating. advantage: it helps with the next save against a contagion.
        apart: keeps away from the others. doses: poisons at work. dead: has died.
    """

    traits: Traits
    hp: int
    wounds: int
    levels: Levels
    starved: int
    fast_days: int
    high_days: int
    fever: Fever
    plague: Plague
    blind: bool
    applied: tuple[int, ...]
    rested: int
    advantage: bool
    apart: bool
    doses: tuple[Dose, ...]
    dead: bool


class Sky(NamedTuple):
    """The weather of the day."""

    sky: Weather
    wind: Breeze
    air: Air


class Journey(NamedTuple):
    """A journey in the morning of a day.

    Args:
        p: the book's numbers, house rules included.
        stages: the way. party: who goes.
        map, gear, mounted, strays: as in `journey_input.JourneyInput`.
        food, water: quarter pounds and quarter gallons carried; -1 where nobody counts.
        ointment: doses against Sight Rot.
        day: days gone by. stage: number of the stage. walked, covered: days and miles in it. miles: in all.
        weather: of the day. busy: hours of the day already spent. fought: something broke the day's rest.
        over: "", "arrived" or "dead".
    """

    p: ToolboxParams
    stages: tuple[Stage, ...]
    party: tuple[Traveler, ...]
    map: bool
    gear: Gear
    mounted: bool
    strays: bool
    food: int
    water: int
    ointment: int
    day: int
    stage: int
    walked: int
    covered: Fraction
    miles: Fraction
    weather: Sky
    busy: int
    fought: bool
    over: str


def stage_of(journey: Journey) -> Stage:
    """The stage that the party is in; the last one at the end."""
    return journey.stages[min(journey.stage, len(journey.stages) - 1)]


def exhaustion(traveler: Traveler) -> int:
    """The Exhaustion level in all."""
    return traveler.levels.fever + traveler.levels.other


def hour_of(journey: Journey) -> int:
    """Hours since the midnight before the journey began, in the morning of the day."""
    clock = journey.p.clock
    return journey.day * clock.hours_per_day + clock.dawn_hour + journey.busy


def living(journey: Journey) -> list[int]:
    """Numbers of those who live."""
    return [i for i, t in enumerate(journey.party) if not t.dead]


def is_afloat(stage: Stage) -> bool:
    """Whether the party sits in a vehicle that has miles an hour of its own."""
    return bool(stage.vehicle) and not travel.takes_pace(stage.vehicle)
