"""Questions on journeys: the top pace, the miles, a march, and the hazards on the way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, cast

import msgspec

from meikyu.books.toolbox import courses, environment, terrain, travel
from meikyu.books.toolbox.checks import Mode
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.terrain import Pace
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import InputError, Text

Hazard = Literal["extreme_cold", "extreme_heat", "deep_water", "frigid_water", "thin_ice"]
Bonus = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Hours = Annotated[float, msgspec.Meta(ge=0, le=10_000)]
Span = Annotated[float, msgspec.Meta(ge=0, le=1_000)]
Days = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Speed = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Score = Annotated[int, msgspec.Meta(ge=1, le=30)]
Pounds = Annotated[float, msgspec.Meta(ge=0, le=1_000_000_000)]

NEEDS: dict[str, tuple[str, ...]] = {
    "extreme_cold": ("hours", "con_save"),
    "extreme_heat": ("hours", "con_save"),
    "deep_water": ("hours", "con_save"),
    "frigid_water": ("minutes", "con_score", "con_save"),
    "thin_ice": ("weight",),
}
SAVE_RULES = {
    "extreme_cold": "SRD-ENV-04",
    "extreme_heat": "SRD-ENV-07",
    "deep_water": "SRD-ENV-02",
    "frigid_water": "SRD-ENV-11",
}
SAFE_RULES = SAVE_RULES | {"extreme_heat": "SRD-ENV-08", "frigid_water": "SRD-ENV-12"}


class PaceInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of travel.pace."""

    terrain: str
    good_road: bool = False
    flying: bool = False
    slowed_member: bool = False
    equipment: bool = False


class DistanceInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of travel.distance."""

    hours: Hours | None = None
    days: Days | None = None
    pace: Pace | None = None
    speed: Speed | None = None
    vehicle: str | None = None


class MarchInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of travel.march."""

    hours: Span
    con_saves: Annotated[list[Bonus], msgspec.Meta(min_length=1, max_length=100)]


class HazardInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of hazard.odds."""

    hazard: Hazard
    hours: Span | None = None
    minutes: Span | None = None
    con_score: Score | None = None
    weight: Pounds | None = None
    con_save: Bonus | None = None
    armor: environment.Armor = "none"
    resistant: bool = False


def fraction(number: float) -> Fraction:
    """A number as it was written: 0.1 is a tenth."""
    return Fraction(repr(number))


def number(value: Fraction) -> int | float:
    """A number as answers print it."""
    return int(value) if value.denominator == 1 else float(value)


def pace(p: ToolboxParams, given: PaceInput) -> Ruling[dict[str, Any]]:
    """The top pace of a party."""
    code = terrain.register().need("terrain", given.terrain)
    way = travel.Way(code, given.good_road, given.flying, given.slowed_member, given.equipment)
    ruling = travel.max_pace(p.travel, way)
    return Ruling({"max_pace": ruling.value}, ruling.steps)


def _only_one(given: DistanceInput) -> None:
    """Hold the inputs of a distance to one way of asking.

    Raises:
        InputError: a needed input is missing, or two do not go together.
    """
    if given.hours is None and given.days is None:
        raise InputError("missing_field", "hours", None, Text("hours or days", "hours か days"))
    if given.hours is not None and given.days is not None:
        allowed = Text("hours or days, not both", "hours か days のどちらか一方")
        raise InputError("not_allowed", "days", given.days, allowed)
    if given.vehicle is None and given.pace is None:
        allowed = Text("slow, normal or fast; or a vehicle", "slow・normal・fast、または vehicle")
        raise InputError("missing_field", "pace", None, allowed)
    if given.vehicle is not None:
        for field in ("pace", "speed", "days"):
            value = getattr(given, field)
            if value is not None:
                allowed = Text("nothing beside a vehicle but hours", "vehicle と共に使えるのは hours だけ")
                raise InputError("not_allowed", field, value, allowed)


def distance(p: ToolboxParams, given: DistanceInput) -> Ruling[dict[str, Any]]:
    """Miles covered on foot, by special movement or in a vehicle."""
    _only_one(given)
    hours = fraction(given.hours) if given.hours is not None else None
    if given.vehicle is not None:
        return _by_vehicle(p, given.vehicle, cast("Fraction", hours))
    chosen = cast("Pace", given.pace)
    if given.speed is not None:
        return _special(p, chosen, given.speed, hours, given.days)
    name = travel.PACE_NAMES[chosen]
    if hours is None:
        miles = Fraction(travel.miles_in_days(chosen, cast("int", given.days)))
        cited = "SRD-TRV-02"
        said = Text(f"{given.days} days at {name.en} pace", f"{name.ja}ペースで{given.days}日")
    else:
        miles = travel.miles_in_hours(p.travel, chosen, hours)
        cited = "SRD-TRV-02" if hours < p.travel.day_hours else "SRD-TRV-03"
        said = Text(
            f"{number(hours)} hours at {name.en} pace; {p.travel.day_hours} hours count as a day",
            f"{name.ja}ペースで{number(hours)}時間。{p.travel.day_hours}時間は1日の距離",
        )
    return Ruling({"miles": number(miles)}, (Step(cited, "miles", miles, said),))


def _by_vehicle(p: ToolboxParams, vehicle: str, hours: Fraction) -> Ruling[dict[str, Any]]:
    code = travel.register().need("vehicle", vehicle)
    if travel.takes_pace(code):
        allowed = [*travel.travel_table()["vehicles"]]
        said = Text(
            f"vehicle: {vehicle} has no miles an hour of its own; choose a pace as for walking",
            f"vehicle：{vehicle}に固有の時速はありません。徒歩と同じくペースを選びます",
        )
        raise InputError("not_allowed", "vehicle", vehicle, allowed, said)
    mph, miles = travel.vehicle_mph(code), travel.vehicle_miles(p.travel, code, hours)
    name = travel.register().names[code]
    said = Text(f"{name.en}: {number(mph)} miles an hour", f"{name.ja}：時速{number(mph)}マイル")
    steps = (
        Step("SRD-TRV-25", "mph", mph, said),
        Step("SRD-TRV-24", "miles", miles),
    )
    return Ruling({"miles": number(miles)}, steps)


def _special(
    p: ToolboxParams, chosen: Pace, speed: int, hours: Fraction | None, days: int | None
) -> Ruling[dict[str, Any]]:
    day = hours if hours is not None else Fraction(p.travel.day_hours)
    mph = travel.mph(p.travel, speed)
    normal = travel.normal_miles(p.travel, speed, day)
    one = travel.special_miles(p.travel, chosen, speed, day)
    miles = one if days is None else one * days
    steps = [
        Step(
            "SRD-TRV-17",
            "mph",
            mph,
            Text(f"Speed {speed}: {number(mph)} miles an hour", f"移動速度{speed}：時速{number(mph)}マイル"),
        ),
        Step(
            "SRD-TRV-18",
            "normal_miles",
            normal,
            Text(
                f"{number(day)} hours at Normal pace: {number(normal)} miles",
                f"通常ペースで{number(day)}時間：{number(normal)}マイル",
            ),
        ),
    ]
    if chosen != "normal":
        steps.append(Step("SRD-TRV-19" if chosen == "fast" else "SRD-TRV-20", f"{chosen}_miles", one))
    if days is not None:
        said = Text(f"{days} days, each rounded by itself", f"{days}日分。端数は1日ごとに切り捨て")
        steps.append(Step("SRD-TRV-18", "miles", miles, said))
    return Ruling({"miles": number(miles)}, tuple(steps))


def levels_told(levels: dict[int, Fraction]) -> dict[str, Any]:
    """Chances of Exhaustion levels as answers print them."""
    return {str(level): exact(share) for level, share in levels.items()}


def _dcs_said(dcs: Sequence[int]) -> Text:
    """The DCs of a row of saves in words."""
    if not dcs:
        return Text("no saves", "セーヴなし")
    shown = ", ".join(map(str, dcs[:12])) + (", ..." if len(dcs) > 12 else "")
    saves = "1 save" if len(dcs) == 1 else f"{len(dcs)} saves"
    return Text(f"{saves}, DC {shown}", f"セーヴ{len(dcs)}回、DC {shown}")


@rule("SRD-SIM-09")
def why_tired(cited: str, dcs: Sequence[int], saves: Sequence[int]) -> tuple[Step, ...]:
    """The reasons of a course of saves against Exhaustion: the DCs, and how earlier levels weigh."""
    steps = [Step(cited, "dcs", list(dcs[:100]), _dcs_said(dcs))]
    if dcs:
        steps += [Step("SRD-COR-06", "con_save", save) for save in dict.fromkeys(saves)]
        steps.append(Step("SRD-CND-10", "feedback", len(dcs)))
        steps.append(Step("SRD-CND-11", "death", None))
    return tuple(steps)


def march(p: ToolboxParams, given: MarchInput) -> Ruling[dict[str, Any]]:
    """How tired a march leaves each traveler."""
    dcs = travel.march_dcs(p.travel, fraction(given.hours))
    found = {bonus: courses.levels_after(p, bonus, dcs) for bonus in dict.fromkeys(given.con_saves)}
    nobody = Fraction(1)
    for bonus in given.con_saves:
        nobody *= found[bonus].get(0, Fraction(0))
    members = [{"levels": levels_told(found[bonus])} for bonus in given.con_saves]
    steps = why_tired("SRD-TRV-13" if dcs else "SRD-TRV-12", dcs, given.con_saves)
    return Ruling({"members": members, "nobody_tires": exact(nobody)}, steps)


def _check_needs(given: HazardInput) -> None:
    """Hold that a hazard has just the inputs it needs.

    Raises:
        InputError: one is missing, or one is of another hazard.
    """
    needs = NEEDS[given.hazard]
    for field in ("hours", "minutes", "con_score", "weight", "con_save"):
        value = getattr(given, field)
        if value is None and field in needs:
            needed = ", ".join(needs)
            allowed = Text(f"{given.hazard} needs {needed}", f"{given.hazard} に要るもの：{needed}")
            raise InputError("missing_field", field, None, allowed)
        if value is not None and field not in needs:
            got = number(fraction(value)) if isinstance(value, float) else value
            raise InputError("unknown_field", field, got, ["hazard", *needs, "armor", "resistant"])


def _idle(given: HazardInput) -> tuple[dict[str, str], ...]:
    """Warnings on inputs that change nothing for this hazard."""
    idle = ["armor"] if given.armor != "none" and given.hazard != "extreme_heat" else []
    idle += ["resistant"] if given.resistant and given.hazard == "thin_ice" else []
    return tuple({"code": "no_effect", "field": field} for field in idle)


def _hazard_dcs(p: ToolboxParams, given: HazardInput) -> tuple[int, ...]:
    e, safe = p.environment, given.resistant
    if given.hazard == "frigid_water":
        minutes, score = fraction(cast("float", given.minutes)), cast("int", given.con_score)
        return environment.frigid_dcs(e, score, minutes, safe)
    hours = fraction(cast("float", given.hours))
    if given.hazard == "extreme_cold":
        return environment.cold_dcs(e, hours, safe)
    if given.hazard == "extreme_heat":
        return environment.heat_dcs(e, hours, safe)
    return environment.deep_dcs(e, hours, safe)


def hazard(p: ToolboxParams, given: HazardInput) -> Ruling[dict[str, Any]]:
    """What an environment does to somebody who stays in it."""
    _check_needs(given)
    if given.hazard == "thin_ice":
        weight = fraction(cast("float", given.weight))
        breaks = environment.p_breaks(p.environment, weight)
        ice = (Step("SRD-ENV-23", "tolerance", None), Step("SRD-ENV-24", "p_breaks", breaks))
        return Ruling({"p_breaks": exact(breaks)}, ice, _idle(given))
    dcs = _hazard_dcs(p, given)
    mode: Mode = environment.heat_mode(given.armor) if given.hazard == "extreme_heat" else "flat"
    save = cast("int", given.con_save)
    levels = courses.levels_after(p, save, dcs, mode)
    cited = (SAFE_RULES if given.resistant else SAVE_RULES)[given.hazard]
    steps = why_tired(cited, dcs, [save])
    if given.hazard == "frigid_water":
        steps = (Step("SRD-ENV-10", "free_minutes", given.con_score), *steps)
    if mode != "flat":
        steps = (*steps, Step("SRD-ENV-08", "mode", mode))
    return Ruling({"levels": levels_told(levels)}, steps, _idle(given))


_TERRAIN = Text("terrain that prevails, by code or either name", "主な地形（コード・英語名・日本語名）")
_SAVE = Text("bonus to Constitution saves, without Exhaustion", "耐久力セーヴのボーナス（消耗は含めない）")

QUESTIONS = (
    Question(
        "travel.pace",
        Text("The top pace of a party", "一団の最大ペース"),
        PaceInput,
        pace,
        {"terrain": "mountain", "good_road": True},
        {
            "terrain": _TERRAIN,
            "good_road": Text("a good road leads there", "良い道路がある"),
            "flying": Text(
                "the party flies, or its special movement ignores Difficult Terrain",
                "飛行している、または特殊な移動で困難な地形を無視できる",
            ),
            "slowed_member": Text(
                "a member's Speed is half or less of what it was", "移動速度が半分以下の仲間がいる"
            ),
            "equipment": Text("skis or the like", "スキーなどの適切な装備がある"),
        },
    ),
    Question(
        "travel.distance",
        Text("Miles covered", "進む距離"),
        DistanceInput,
        distance,
        {"hours": 10, "pace": "fast"},
        {
            "hours": Text("hours of travel", "移動した時間"),
            "days": Text("days of travel", "移動した日数"),
            "pace": Text("the pace", "ペース"),
            "speed": Text("Speed in feet of special movement", "特殊移動の移動速度（フィート）"),
            "vehicle": Text("a vehicle with miles an hour of its own", "固有の時速を持つ乗り物"),
        },
    ),
    Question(
        "travel.march",
        Text("How tired a long march leaves the party", "長い行軍でどれだけ消耗するか"),
        MarchInput,
        march,
        {"hours": 10, "con_saves": [0, 2]},
        {
            "hours": Text("hours marched in the day", "その日に歩いた時間"),
            "con_saves": Text("each member's bonus to Constitution saves", "各自の耐久力セーヴのボーナス"),
        },
    ),
    Question(
        "hazard.odds",
        Text("What cold, heat, water or ice does", "寒さ・暑さ・水・氷の危険"),
        HazardInput,
        hazard,
        {"hazard": "extreme_heat", "hours": 2, "con_save": 0},
        {
            "hazard": Text("the hazard", "危険の種類"),
            "hours": Text("hours in cold, heat or deep water", "寒さ・暑さ・深水にいる時間"),
            "minutes": Text("minutes in frigid water", "冷水にいる分数"),
            "con_score": Text("Constitution score, in frigid water", "耐久力の値（冷水のとき）"),
            "weight": Text("pounds on one area of thin ice", "薄い氷の1区画にかかる重さ（ポンド）"),
            "con_save": _SAVE,
            "armor": Text("armor worn, in the heat", "着ている鎧（暑さのとき）"),
            "resistant": Text(
                "Resistance, Immunity or adaptation; in deep water a Swim Speed",
                "抵抗・完全耐性・適応。深水では水泳速度",
            ),
        },
    ),
)
