"""Questions for the journey's pages: a terrain's card, supplies, and marches at altitude."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import msgspec

from meikyu.books.toolbox import courses, provisions, travel
from meikyu.books.toolbox import environment as env
from meikyu.books.toolbox import terrain as land
from meikyu.books.toolbox.checks import Size, chance
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_journey import Bonus, levels_told, number, why_tired
from meikyu.books.toolbox.terrain import Pace, Task
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import Text

TASKS: tuple[Task, ...] = ("forage", "navigate", "search")

Name = Annotated[str, msgspec.Meta(max_length=100)]
Feet = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Days = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
March = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class TerrainInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of travel.terrain."""

    terrain: Name
    pace: Pace = "normal"
    survival: Bonus = 0
    perception: Bonus = 0
    has_map: bool = False


class SupplyInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of travel.supplies."""

    party: Annotated[list[Size], msgspec.Meta(min_length=1, max_length=200)]
    days: Days


class AltitudeInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of hazard.altitude."""

    altitude_ft: Feet
    hours: March
    con_saves: Annotated[list[Bonus], msgspec.Meta(min_length=1, max_length=100)]
    days_spent: Days = 0
    native: bool = False


def terrain_card(p: ToolboxParams, given: TerrainInput) -> Ruling[dict[str, Any]]:
    """A terrain's row, with the chances to live off it and to keep the way at a pace."""
    code = land.register().need("terrain", given.terrain)
    row = land.terrains()[code]
    distance = land.encounter_distance(p.terrain, code)
    tasks: dict[str, Any] = {}
    for task in TASKS:
        skill = land.skill(task)
        bonus = given.perception if skill == "perception" else given.survival
        bonus += p.terrain.map_bonus if task == "navigate" and given.has_map else 0
        rolled = travel.pace_mode(given.pace, skill)
        share = chance(p.check, bonus, land.dc(code, task), rolled)
        tasks[task] = {"dc": land.dc(code, task), "skill": skill, "mode": rolled, "p_success": exact(share)}
    tasks["forage"]["days"] = land.days_fed(p.terrain, success=True)
    value = {
        "name": row.name._asdict(),
        "max_pace": row.max_pace,
        "without_gear": row.without_gear,
        "encounter": {"dice": row.encounter, **distance._asdict()},
        "tasks": tasks,
    }
    pace_rules = {"slow": "SRD-TRV-06", "normal": "SRD-TRV-05", "fast": "SRD-TRV-04"}
    steps = [
        Step(row.rule, "terrain", code),
        Step("SRD-TER-01", "encounter_feet", distance.average),
        Step("SRD-TER-03", "skills", None),
        Step("SRD-TER-04", "days", tasks["forage"]["days"]),
        Step(pace_rules[given.pace], "pace", given.pace),
    ]
    if given.has_map:
        steps.append(Step("SRD-TER-04", "map_bonus", p.terrain.map_bonus))
    return Ruling(value, tuple(steps))


def supplies(p: ToolboxParams, given: SupplyInput) -> Ruling[dict[str, Any]]:
    """Food and water that a party needs."""
    needed = provisions.need(p.provisions, tuple(given.party), given.days)
    value = {"food_lb": number(needed), "water_gal": number(needed)}
    steps = (Step("SRD-TRV-28", "needed", needed), Step("SRD-TRV-29", "fast_days", p.provisions.fast_days))
    return Ruling(value, steps)


def altitude(p: ToolboxParams, given: AltitudeInput) -> Ruling[dict[str, Any]]:
    """How tired a march at altitude leaves each traveler."""
    used_to = env.is_acclimated(p.environment, given.altitude_ft, given.days_spent, given.native)
    dcs = env.altitude_dcs(p.environment, p.travel, given.hours, used_to)
    counted = env.counted_hours(p.environment, given.hours, used_to)
    found = [courses.levels_after(p, bonus, dcs) for bonus in given.con_saves]
    nobody = Fraction(1)
    for levels in found:
        nobody *= levels.get(0, Fraction(0))
    value = {
        "acclimated": used_to,
        "counted_hours": counted,
        "members": [{"levels": levels_told(levels)} for levels in found],
        "nobody_tires": exact(nobody),
    }
    steps = (
        Step("SRD-ENV-17", "acclimated", used_to),
        Step("SRD-ENV-18", "limit_feet", p.environment.acclimation_limit_feet),
        Step("SRD-ENV-15", "counted_hours", counted),
        *why_tired("SRD-ENV-16", dcs, given.con_saves),
    )
    return Ruling(value, steps)


QUESTIONS = (
    Question(
        "travel.terrain",
        Text("A terrain's card", "地形の札"),
        TerrainInput,
        terrain_card,
        {"terrain": "swamp", "pace": "slow", "survival": 3},
        {
            "terrain": Text("the terrain, by any name", "地形（コード・英語名・日本語名）"),
            "pace": Text("the party's pace", "一団のペース"),
            "survival": Text("bonus to Wisdom (Survival)", "判断力（生存）のボーナス"),
            "perception": Text("bonus to Wisdom (Perception)", "判断力（知覚）のボーナス"),
            "has_map": Text("an accurate map is at hand", "正確な地図がある"),
        },
    ),
    Question(
        "travel.supplies",
        Text("Food and water for a journey", "旅の食料と水"),
        SupplyInput,
        supplies,
        {"party": ["medium", "medium", "large"], "days": 3},
        {"party": Text("each one's size", "各自のサイズ"), "days": Text("days on the way", "旅の日数")},
    ),
    Question(
        "hazard.altitude",
        Text("How tired a march at altitude leaves the party", "高地の行軍でどれだけ消耗するか"),
        AltitudeInput,
        altitude,
        {"altitude_ft": 12000, "hours": 6, "con_saves": [2]},
        {
            "altitude_ft": Text("feet above the sea", "海抜（フィート）"),
            "hours": Text("hours marched in the day", "その日に歩いた時間"),
            "con_saves": Text("each member's bonus to Constitution saves", "各自の耐久力セーヴのボーナス"),
            "days_spent": Text("days already spent so high", "その標高で過ごした日数"),
            "native": Text("at home in such heights", "そうした高地の生まれ"),
        },
    ),
)
