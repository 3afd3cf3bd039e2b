"""Travel over land and water: paces, roads, marches, special movement and vehicles."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

from meikyu.books.toolbox.checks import Mode, rounded
from meikyu.books.toolbox.conditions import speed_left
from meikyu.books.toolbox.naming import Register
from meikyu.books.toolbox.params import ConditionParams, TravelParams
from meikyu.books.toolbox.terrain import MaxPace, Pace, terrains, travel_table
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import InputError, Text

Wind = Literal["none", "against", "calm"]

PACES: tuple[Pace, ...] = ("slow", "normal", "fast")
PACE_NAMES = {
    "slow": Text("Slow", "遅い"),
    "normal": Text("Normal", "通常"),
    "fast": Text("Fast", "速い"),
    "special": Text("set by the vessel", "乗り物しだい"),
}


@rule("SRD-TRV-01")
def shifted(pace: Pace, steps: int) -> Pace:
    """The pace so many steps faster (or slower); it ends at either end."""
    return PACES[min(max(PACES.index(pace) + steps, 0), len(PACES) - 1)]


@rule("SRD-TRV-02")
def feet_walked(pace: Pace, minutes: int) -> int:
    """Feet walked in so many minutes."""
    return travel_table()["paces"][pace]["feet_a_minute"] * minutes


@rule("SRD-TRV-02")
def miles_in_days(pace: Pace, days: int) -> int:
    """Miles walked in so many days."""
    return travel_table()["paces"][pace]["miles_a_day"] * days


@rule("SRD-TRV-02", "SRD-TRV-03")
def miles_in_hours(p: TravelParams, pace: Pace, hours: Fraction) -> Fraction:
    """Miles walked in so many hours: a full day's travel by the day, every other hour by the hour."""
    row = travel_table()["paces"][pace]
    if hours < p.day_hours:
        return row["miles_an_hour"] * hours
    return row["miles_a_day"] + row["miles_an_hour"] * (hours - p.day_hours)


@rule("SRD-TRV-04", "SRD-TRV-05", "SRD-TRV-06")
def pace_mode(pace: Pace, skill: str) -> Mode:
    """How a skill is rolled at a pace."""
    row = travel_table()["paces"][pace]
    if skill in row["advantage"]:
        return "advantage"
    return "disadvantage" if skill in row["disadvantage"] else "flat"


class Way(NamedTuple):
    """What a party travels through and how.

    Args:
        terrain: code of the predominant terrain.
        good_road: it goes by a good road.
        flying: it flies, or its special movement ignores Difficult Terrain.
        slowed_member: a member's Speed is half or less of what it normally is.
        equipment: it has the gear that the terrain asks for, such as skis.
    """

    terrain: str
    good_road: bool = False
    flying: bool = False
    slowed_member: bool = False
    equipment: bool = False


@rule("SRD-TRV-07", "SRD-TER-16", "SRD-TER-17")
def terrain_pace(terrain: str, equipment: bool) -> MaxPace:
    """Top pace that a terrain allows with or without suitable gear."""
    row = terrains()[terrain]
    return row.max_pace if equipment else row.without_gear


@rule("SRD-TRV-09", "SRD-TER-17")
def road_pace(p: TravelParams, pace: MaxPace) -> MaxPace:
    """Top pace on a good road; where a vessel decides there is no road."""
    return pace if pace == "special" else shifted(pace, p.road_steps)


@rule("SRD-TRV-22")
def flying_pace(pace: MaxPace, flying: bool) -> MaxPace:
    """Top pace of a party that flies or does not feel the ground."""
    return "fast" if flying else pace


class Member(NamedTuple):
    """A traveler: normal and present Speed in feet, and Exhaustion level."""

    normal: int
    current: int
    exhaustion: int = 0


@rule("SRD-TRV-10")
def is_slowed(p: TravelParams, condition: ConditionParams, members: tuple[Member, ...]) -> bool:
    """Whether any member's Speed is down to half of its normal Speed or less, Exhaustion counted."""
    return any(
        speed_left(condition, m.current, m.exhaustion) * p.slowed_divisor <= m.normal
        for m in members
        if m.normal > 0
    )


@rule("SRD-TRV-10")
def forced_pace(pace: MaxPace, slowed: bool) -> MaxPace:
    """The pace when somebody is slowed; aboard a vessel nobody walks."""
    return "slow" if slowed and pace != "special" else pace


def _said(pace: MaxPace, en: str, ja: str) -> Text:
    name = PACE_NAMES[pace]
    return Text(f"{en}: {name.en}", f"{ja}：{name.ja}")


@rule("SRD-TRV-11")
def max_pace(p: TravelParams, way: Way) -> Ruling[MaxPace]:
    """The top pace: terrain, gear, road, flight, and last of all whoever is slowed."""
    row = terrains()[way.terrain]
    pace = terrain_pace(way.terrain, way.equipment)
    name = row.name
    steps = [
        Step(
            "SRD-TRV-07",
            "terrain",
            row.max_pace,
            _said(row.max_pace, f"{name.en} allows", f"{name.ja}の上限"),
        )
    ]
    if pace == "special":
        steps.append(Step("SRD-TER-17", "vessel", pace))
    if pace != row.max_pace:
        steps.append(
            Step("SRD-TER-16", "gear", pace, _said(pace, "Without suitable gear", "適切な装備が無い"))
        )
    if way.good_road and pace != "special":
        pace = road_pace(p, pace)
        steps.append(Step("SRD-TRV-09", "good_road", pace, _said(pace, "On a good road", "良い道路がある")))
    if way.flying:
        pace = flying_pace(pace, way.flying)
        steps.append(
            Step("SRD-TRV-22", "flying", pace, _said(pace, "Not held by the ground", "地形に妨げられない"))
        )
    if way.slowed_member and pace != "special":
        pace = forced_pace(pace, way.slowed_member)
        steps.append(
            Step(
                "SRD-TRV-10", "slowed_member", pace, _said(pace, "A member is slowed", "遅くなった仲間がいる")
            )
        )
    return Ruling(pace, tuple(steps))


@rule("SRD-TRV-08")
def chosen_pace(highest: Pace, pace: Pace, clamp: bool) -> Pace:
    """The pace that a party chooses, held against the highest allowed.

    Raises:
        InputError: it is faster, and is not to be clamped.
    """
    if PACES.index(pace) <= PACES.index(highest):
        return pace
    if clamp:
        return highest
    allowed = [*PACES[: PACES.index(highest) + 1]]
    top = PACE_NAMES[highest]
    said = Text(f"pace: the top pace here is {top.en}", f"pace：ここでの最大ペースは「{top.ja}」です")
    raise InputError("pace_exceeds_maximum", "pace", pace, allowed, said)


@rule("SRD-TRV-12", "SRD-TRV-13", "SRD-TRV-14")
def march_dcs(p: TravelParams, hours: Fraction) -> tuple[int, ...]:
    """DCs of the saves of a day's march: one for each completed hour beyond the free ones."""
    extra = rounded(hours) - p.free_hours
    return tuple(p.march_dc + p.march_step * hour for hour in range(1, extra + 1))


@rule("SRD-TRV-16")
def ridden(p: TravelParams, pace: Pace, gallop_hours: int) -> int:
    """Miles that fresh mounts gallop."""
    hours = min(gallop_hours, p.gallop_hours)
    return travel_table()["paces"][pace]["miles_an_hour"] * p.gallop_multiplier * hours


@rule("SRD-TRV-16")
def may_gallop(p: TravelParams, hours_since_rest: int) -> bool:
    """Whether mounts may gallop, after so many hours of it since their last Short or Long Rest."""
    return hours_since_rest < p.gallop_hours


@rule("SRD-TRV-17")
def mph(p: TravelParams, speed: int) -> Fraction:
    """Miles an hour of special movement at a Speed in feet, kept exact."""
    return Fraction(speed, p.speed_divisor)


@rule("SRD-TRV-18")
def normal_miles(p: TravelParams, speed: int, hours: Fraction) -> Fraction:
    """Miles a day of special movement at Normal pace."""
    return mph(p, speed) * hours


@rule("SRD-TRV-19")
def fast_miles(p: TravelParams, normal: Fraction) -> int:
    """Miles a day at Fast pace, from those at Normal pace."""
    return rounded(normal * Fraction(p.fast_thirds, p.thirds))


@rule("SRD-TRV-20")
def slow_miles(p: TravelParams, normal: Fraction) -> int:
    """Miles a day at Slow pace, from those at Normal pace."""
    return rounded(normal * Fraction(p.slow_thirds, p.thirds))


@rule("SRD-TRV-18", "SRD-TRV-19", "SRD-TRV-20")
def special_miles(p: TravelParams, pace: Pace, speed: int, hours: Fraction) -> Fraction:
    """Miles a day of special movement at a pace."""
    normal = normal_miles(p, speed, hours)
    if pace == "normal":
        return normal
    return Fraction(fast_miles(p, normal) if pace == "fast" else slow_miles(p, normal))


@rule("SRD-TRV-21")
def day_miles(
    p: TravelParams, movement: Literal["walking", "special"], pace: Pace, speed: int, hours: Fraction
) -> Fraction:
    """Miles a day: walkers by the table whatever their Speed, special movement by its Speed."""
    if movement == "walking":
        return miles_in_hours(p, pace, hours)
    return special_miles(p, pace, speed, hours)


@rule("SRD-TRV-23")
def reference_speed(name: str, overloaded: bool) -> int:
    """Speed in feet of the named magic; a carpet with more than its normal load flies at half of it."""
    row = travel_table()["special"][name]
    return row["speed"] // 2 if overloaded and row["loads"] else row["speed"]


@cache
def register() -> Register:
    """Vehicles of both kinds by any of their names."""
    rows: dict[str, dict[str, Any]] = {**travel_table()["vehicles"], **travel_table()["drawn"]}
    return Register({c: Text(r["en"], r["ja"]) for c, r in rows.items()}, Text("vehicle", "乗り物"))


@rule("SRD-TRV-24", "SRD-TRV-27")
def takes_pace(vehicle: str) -> bool:
    """Whether travelers in a vehicle choose a pace: where it has no miles an hour of its own."""
    return vehicle in travel_table()["drawn"]


@rule("SRD-TRV-25")
def vehicle_mph(vehicle: str) -> Fraction:
    """Miles an hour of a vehicle."""
    return Fraction(travel_table()["vehicles"][vehicle]["mph"])


@rule("SRD-TRV-24", "SRD-TRV-26", "SRD-TER-17")
def vehicle_miles(p: TravelParams, vehicle: str, hours: Fraction, wind: Wind = "none") -> Fraction:
    """Miles of a vehicle in so many hours; a strong wind against it halves them, no wind stops a sail."""
    if wind == "calm":
        return Fraction(0)
    miles = vehicle_mph(vehicle) * hours
    return miles / p.headwind_divisor if wind == "against" else miles


@rule("SRD-TRV-26")
def sailed_hours(p: TravelParams, hours: int) -> int:
    """Hours that a vessel sails of so many wanted in a day."""
    return min(hours, p.ship_hours)
