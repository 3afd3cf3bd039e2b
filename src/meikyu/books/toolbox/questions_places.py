"""Questions on places and their weather, and on special movement through them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec

from meikyu.books.toolbox import checks, conditions, travel
from meikyu.books.toolbox import environment as env
from meikyu.books.toolbox.environment import Weather
from meikyu.books.toolbox.naming import Register
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_conditions import dice_of, hold
from meikyu.books.toolbox.questions_journey import Hours, Speed, fraction, number
from meikyu.books.toolbox.terrain import Pace, travel_table
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Fahrenheit = Annotated[int, msgspec.Meta(ge=-500, le=1_000)]
Feet = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Days = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Full = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Name = Annotated[str, msgspec.Meta(max_length=100)]


class PlaceInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of hazard.place."""

    fahrenheit: Fahrenheit = 60
    water: bool = True
    depth_ft: Feet = 0
    altitude_ft: Feet = 0
    days_spent: Days = 0
    native: bool = False
    hours: Full = 0
    break_hours: Full = 0
    weather: Weather = "clear"
    strong_wind: bool = False
    fog: bool = False
    desert: bool = False
    sandstorm: bool = False
    flyer_ft: Feet | None = None
    landed: bool = False


class SpecialInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of travel.special."""

    pace: Pace = "normal"
    by: Name | None = None
    speed: Speed | None = None
    overloaded: bool = False
    hours: Hours | None = None


def _dangers(p: ToolboxParams, given: PlaceInput) -> tuple[list[str], list[Step]]:
    """The hazards of a place that wear its visitors down, and the reason for each."""
    e = p.environment
    found = {
        "extreme_cold": ("SRD-ENV-03", env.is_extreme_cold(e, given.fahrenheit)),
        "extreme_heat": ("SRD-ENV-06", env.is_extreme_heat(e, given.fahrenheit, given.water)),
        "deep_water": ("SRD-ENV-01", env.is_deep(e, given.depth_ft)),
        "high_altitude": (
            "SRD-ENV-15",
            not env.is_acclimated(e, given.altitude_ft, given.days_spent, given.native),
        ),
    }
    dangers = [code for code, (_, there) in found.items() if there]
    return dangers, [Step(found[code][0], "hazard", code) for code in dangers]


def place(p: ToolboxParams, given: PlaceInput) -> Ruling[dict[str, Any]]:
    """What a place and its weather do to those who are there."""
    dangers, steps = _dangers(p, given)
    wind, seen = given.strong_wind, env.weather_visibility(given.weather)
    sand = env.sandstorm_perception(given.desert, wind, given.sandstorm)
    worse = [
        env.weather_perception(given.weather),
        conditions.perception_mode(seen),
        sand,
    ].count("disadvantage")
    counted = env.exposed_hours(p.environment, given.hours, given.break_hours)
    falls = None
    if given.flyer_ft is not None and wind:
        dice = env.flyer_falls(p.condition, given.flyer_ft, given.landed)
        text, hurt = dice_of(dice, p.condition.fall_sides)
        falls = {"dice": text, "expected_damage": exact(hurt.mean)}
        steps.append(Step("SRD-ENV-21", "dice", text))
    value: dict[str, Any] = {
        "hazards": dangers,
        "counted_hours": counted,
        "visibility": seen,
        "perception": checks.mode(0, worse),
        "ranged_weapons": env.wind_mode(ranged=True, weapon=True) if wind else "flat",
        "flames_out": env.puts_out_flames(given.weather, wind),
        "fog": env.has_fog(given.fog, wind),
        "flyer_falls": falls,
    }
    if given.break_hours:
        steps.append(Step("SRD-ENV-09", "counted_hours", counted))
    if seen != "clear":
        steps += [
            Step("SRD-ENV-13", "visibility", seen),
            Step("SRD-CND-14", "perception", value["perception"]),
        ]
    if given.weather == "heavy_rain":
        steps.append(Step("SRD-ENV-14", "flames_out", True))
    if wind:
        steps.append(Step("SRD-ENV-20", "ranged_weapons", value["ranged_weapons"]))
    if sand != "flat":
        steps.append(Step("SRD-ENV-22", "perception", sand))
    return Ruling(value, tuple(steps))


@cache
def magic_register() -> Register:
    """The named means of special movement by any of their names."""
    rows = travel_table()["special"]
    return Register({c: Text(r["en"], r["ja"]) for c, r in rows.items()}, Text("means of travel", "移動手段"))


def special(p: ToolboxParams, given: SpecialInput) -> Ruling[dict[str, Any]]:
    """Miles a day by special movement, beside those of walkers."""
    faults: list[InputError] = []
    if (given.by is None) == (given.speed is None):
        kind = "missing_field" if given.speed is None else "not_allowed"
        either = Text("by or speed, one of them", "by か speed のどちらか一方")
        faults.append(InputError(kind, "speed", given.speed, either))
    if given.overloaded and given.by is None:
        named = Text("only with by", "by があるときだけ")
        faults.append(InputError("not_allowed", "overloaded", True, named))
    hold(faults)
    code = None if given.by is None else magic_register().need("by", given.by)
    speed = given.speed or 0 if code is None else travel.reference_speed(code, given.overloaded)
    hours = fraction(p.travel.day_hours if given.hours is None else given.hours)
    miles = travel.day_miles(p.travel, "special", given.pace, speed, hours)
    walked = travel.day_miles(p.travel, "walking", given.pace, speed, hours)
    value = {
        "speed": speed,
        "mph": number(travel.mph(p.travel, speed)),
        "miles": number(miles),
        "walkers_miles": number(walked),
        "feet_a_minute": travel.feet_walked(given.pace, 1),
    }
    steps = [Step("SRD-TRV-17", "mph", travel.mph(p.travel, speed))]
    if code is not None:
        steps.insert(0, Step("SRD-TRV-23", "speed", speed))
    paces = {"slow": "SRD-TRV-20", "normal": "SRD-TRV-18", "fast": "SRD-TRV-19"}
    steps += [Step(paces[given.pace], "miles", miles), Step("SRD-TRV-21", "walkers_miles", walked)]
    return Ruling(value, tuple(steps))


QUESTIONS = (
    Question(
        "hazard.place",
        Text("What a place and its weather do", "場所と天候がもたらすもの"),
        PlaceInput,
        place,
        {
            "fahrenheit": 104,
            "water": False,
            "desert": True,
            "strong_wind": True,
            "sandstorm": True,
            "flyer_ft": 60,
        },
        {
            "fahrenheit": Text("degrees Fahrenheit", "華氏の気温"),
            "water": Text("there is enough to drink", "飲み水が足りている"),
            "depth_ft": Text("depth of the water, in feet", "水の深さ（フィート）"),
            "altitude_ft": Text("feet above the sea", "標高（フィート）"),
            "days_spent": Text("days spent at that height", "その高さで過ごした日数"),
            "native": Text("at home there", "そこの生まれ"),
            "hours": Text("hours of cold, heat or deep water so far", "寒さ・暑さ・深水にさらされた時間"),
            "break_hours": Text("hours out of it since", "その後に離れていた時間"),
            "weather": Text("rain or snow", "雨か雪"),
            "strong_wind": Text("a strong wind blows", "強い風が吹いている"),
            "fog": Text("there is fog", "霧がある"),
            "desert": Text("it is a desert", "砂漠である"),
            "sandstorm": Text(
                "the wind raises the sand, by the gamemaster's word", "風が砂を巻き上げる（GMの決定）"
            ),
            "flyer_ft": Text("height of somebody who flies, in feet", "飛んでいる者の高さ（フィート）"),
            "landed": Text("it comes down before its turn ends", "ターンの終わりまでに降りる"),
        },
    ),
    Question(
        "travel.special",
        Text("Miles by special movement", "特殊な移動で進む距離"),
        SpecialInput,
        special,
        {"by": "carpet_4x6", "pace": "slow"},
        {
            "pace": Text("the pace", "ペース"),
            "by": Text("a spell or item by any of its names, or", "呪文や品の名（または speed）"),
            "speed": Text("Speed in feet of the special movement", "特殊移動の移動速度（フィート）"),
            "overloaded": Text("a carpet carries more than its normal load", "絨毯が通常の荷重を超えている"),
            "hours": Text("hours of travel; left out: a full day", "移動時間。省くと丸1日"),
        },
    ),
)
