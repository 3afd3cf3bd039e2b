"""A journey as a gamemaster types it, read with every fault at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, TypeVar, cast

import msgspec

from meikyu.books.toolbox import environment as env
from meikyu.books.toolbox import terrain as land
from meikyu.books.toolbox import travel
from meikyu.books.toolbox.cackle_fever import Fever, Levels
from meikyu.books.toolbox.checks import Size
from meikyu.books.toolbox.environment import Armor, Gear, Weather
from meikyu.books.toolbox.journey import (
    UNTRACKED,
    Air,
    Breeze,
    Creature,
    Journey,
    Sky,
    Stage,
    Traits,
    Traveler,
)
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.provisions import QUARTERS
from meikyu.books.toolbox.sewer_plague import Plague
from meikyu.core.asking import read_struct
from meikyu.core.ruling import rule
from meikyu.errors import InputError, Text

MOST_STAGES, MOST_TRAVELERS = 60, 12

Row = TypeVar("Row", bound=msgspec.Struct)
Made = TypeVar("Made")

Name = Annotated[str, msgspec.Meta(max_length=60)]
Days = Annotated[int, msgspec.Meta(ge=1, le=5000)]
Miles = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Fahrenheit = Annotated[int, msgspec.Meta(ge=-200, le=400)]
Feet = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Speed = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Bonus = Annotated[int, msgspec.Meta(ge=-30, le=50)]
Stock = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class StageInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A stage as it is typed.

    Args:
        terrain: any name of it. days: days of travel. miles: its length where above 0, in place of days.
        good_road, equipment, flying: as in travel.pace. speed: Speed in feet of special movement, 0 on foot.
        vehicle: any name of one, "" for none.
        sky, wind, fahrenheit, altitude_ft: the weather that is foreseen, and the height.
        water: drinkable water is found on the way.
    """

    terrain: Name
    days: Days = 1
    miles: Miles = 0
    good_road: bool = False
    equipment: bool = False
    flying: bool = False
    speed: Speed = 0
    vehicle: Name = ""
    sky: Weather = "clear"
    wind: Breeze = "none"
    fahrenheit: Fahrenheit = 60
    altitude_ft: Feet = 0
    water: bool = True


class TravelerInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A traveler as they are typed.

    Args:
        name, level, con_save, survival, hp, speed, size, armor: from the character sheet.
        creature, species: what contagions go by.
        cold, fire: Resistance or Immunity to it. native: at home in great heights.
        herbalism: proficient with a Herbalism Kit. exhaustion: level at the start.
    """

    name: Name
    level: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    con_save: Bonus = 0
    survival: Bonus = 0
    hp: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 10
    speed: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 30
    size: Size = "medium"
    armor: Armor = "none"
    creature: Creature = "humanoid"
    species: Name = ""
    cold: bool = False
    fire: bool = False
    native: bool = False
    herbalism: bool = False
    exhaustion: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0


class JourneyInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A journey as it is typed.

    Args:
        stages: in order. party: who goes.
        map: an accurate map is at hand. gear: what the party sleeps in. mounted: everybody rides.
        strays: a march on which the way was lost brings the party no nearer.
        food_lb, water_gal: carried; null where nobody counts. ointment: doses against Sight Rot.
    """

    stages: Annotated[list[StageInput], msgspec.Meta(min_length=1, max_length=MOST_STAGES)]
    party: Annotated[list[TravelerInput], msgspec.Meta(min_length=1, max_length=MOST_TRAVELERS)]
    map: bool = False
    gear: Gear = "bedroll"
    mounted: bool = False
    strays: bool = False
    food_lb: Stock | None = None
    water_gal: Stock | None = None
    ointment: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0


SAMPLE: dict[str, Any] = {
    "stages": [
        {"terrain": "grassland", "days": 1, "good_road": True},
        {"terrain": "forest", "days": 2},
        {"terrain": "mountain", "days": 1, "altitude_ft": 10500, "fahrenheit": 20},
    ],
    "party": [
        {"name": "Aldis", "level": 3, "con_save": 4, "survival": 2, "hp": 28, "armor": "medium"},
        {"name": "Bren", "level": 3, "con_save": 2, "survival": 5, "hp": 24, "herbalism": True},
        {"name": "Ciel", "level": 3, "con_save": 1, "survival": 1, "hp": 20},
        {"name": "Dorr", "level": 3, "con_save": -1, "survival": 0, "hp": 16},
    ],
    "food_lb": 20,
    "water_gal": 8,
}
"""A journey to begin with."""


@rule("SRD-ENV-03", "SRD-ENV-06")
def air_of(p: ToolboxParams, fahrenheit: int) -> Air:
    """What a temperature is to those who have no water."""
    if env.is_extreme_cold(p.environment, fahrenheit):
        return "extreme_cold"
    return "extreme_heat" if env.is_extreme_heat(p.environment, fahrenheit, water=False) else "mild"


@rule("SRD-TER-17", "SRD-TRV-24")
def _stage(p: ToolboxParams, given: StageInput) -> Stage:
    terrain = land.register().need("terrain", given.terrain)
    vehicle = travel.register().need("vehicle", given.vehicle) if given.vehicle.strip() else ""
    afloat = bool(vehicle) and not travel.takes_pace(vehicle)
    if land.terrains()[terrain].max_pace == "special" and not (afloat or given.flying):
        said = Text(
            "vehicle: water needs a vessel with miles an hour of its own, or flight",
            "vehicle：水上には固有の時速を持つ乗り物か飛行が要ります",
        )
        raise InputError(
            "missing_field", "vehicle", given.vehicle, [*travel.travel_table()["vehicles"]], said
        )
    cells = {f: getattr(given, f) for f in Stage._fields if f not in ("terrain", "vehicle", "air")}
    return Stage(terrain=terrain, vehicle=vehicle, air=air_of(p, given.fahrenheit), **cells)


def _traveler(given: TravelerInput) -> Traveler:
    traits = Traits(**{f: getattr(given, f) for f in Traits._fields})
    if not traits.name.strip():
        raise InputError("missing_field", "name", given.name, Text("a name", "名前"))
    return Traveler(
        traits,
        given.hp,
        0,
        Levels(0, given.exhaustion),
        0,
        0,
        0,
        Fever(),
        Plague(),
        blind=False,
        applied=(),
        rested=0,
        advantage=False,
        apart=False,
        doses=(),
        dead=False,
    )


def _moved(error: InputError, place: str) -> InputError:
    field = f"{place}.{error.field}" if error.field else place
    said = Text(f"{place}: {error.text.en}", f"{place}：{error.text.ja}")
    return InputError(error.kind, field, error.got, error.allowed, said)


def _rows(
    options: Mapping[str, Any],
    key: str,
    shape: type[Row],
    make: Callable[[Row], Made],
    faults: list[InputError],
) -> list[Made]:
    made: list[Made] = []
    rows = options.get(key)
    if not isinstance(rows, (list, tuple)):
        return made
    for place, row in enumerate(cast("Iterable[Any]", rows)):
        try:
            made.append(make(read_struct(shape, row)))
        except InputError as error:
            faults.append(_moved(error, f"{key}[{place}]"))
    return made


def read(p: ToolboxParams, options: Mapping[str, Any]) -> tuple[Journey | None, list[InputError]]:
    """The journey as typed, and everything that is at fault in it; one of them is empty."""
    faults: list[InputError] = []
    stages = _rows(options, "stages", StageInput, lambda row: _stage(p, row), faults)
    party = _rows(options, "party", TravelerInput, _traveler, faults)
    try:
        rest = {k: v for k, v in options.items() if k not in ("stages", "party")}
        given = read_struct(JourneyInput, {**rest, "stages": options["stages"], "party": options["party"]})
    except KeyError as error:
        key = str(error.args[0])
        faults.append(InputError("missing_field", key, None, Text("a list of at least one", "1つ以上の列")))
        return None, faults
    except InputError as error:
        if not error.field.startswith(("stages[", "party[")):
            faults.append(error)
        return None, faults
    if faults:
        return None, faults
    first = stages[0]
    journey = Journey(
        p,
        tuple(stages),
        tuple(party),
        given.map,
        given.gear,
        given.mounted,
        given.strays,
        UNTRACKED if given.food_lb is None else given.food_lb * QUARTERS,
        UNTRACKED if given.water_gal is None else given.water_gal * QUARTERS,
        given.ointment,
        day=0,
        stage=0,
        walked=0,
        covered=Fraction(0),
        miles=Fraction(0),
        weather=Sky(first.sky, first.wind, first.air),
        busy=0,
        fought=False,
        over="",
    )
    return journey, []
