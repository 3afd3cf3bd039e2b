"""The question of a whole journey foreseen, day by day."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import msgspec

from meikyu.books.toolbox import journey_forecast as forecast
from meikyu.books.toolbox import terrain as land
from meikyu.books.toolbox.environment import Gear
from meikyu.books.toolbox.journey import UNTRACKED
from meikyu.books.toolbox.journey_day import is_hot
from meikyu.books.toolbox.journey_input import SAMPLE, JourneyInput, StageInput, Stock, TravelerInput, read
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.provisions import QUARTERS
from meikyu.books.toolbox.questions_journey import number
from meikyu.books.toolbox.terrain import Pace
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import Text


class RouteInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of travel.route: a journey, the pace to keep and the hours of a day."""

    stages: Annotated[list[StageInput], msgspec.Meta(min_length=1, max_length=60)]
    party: Annotated[list[TravelerInput], msgspec.Meta(min_length=1, max_length=12)]
    pace: Pace = "normal"
    hours: Annotated[int, msgspec.Meta(ge=1, le=24)] = 8
    gear: Gear = "bedroll"
    mounted: bool = False
    food_lb: Stock | None = None
    water_gal: Stock | None = None


def _stock(quarters: int) -> int | float | None:
    return None if quarters == UNTRACKED else number(Fraction(quarters, QUARTERS))


def mean(levels: forecast.Levels) -> float:
    """The mean Exhaustion level."""
    return float(sum((level * share for level, share in levels.items()), Fraction(0)))


def day_told(p: ToolboxParams, day: forecast.Day, terrain: str) -> dict[str, Any]:
    """A day foreseen, as answers print it."""
    distance = land.encounter_distance(p.terrain, terrain)
    death = p.condition.death_level
    return {
        "day": day.day + 1,
        "stage": day.stage,
        "terrain": terrain,
        "pace": day.pace,
        "max_pace": day.top,
        "hours": day.hours,
        "miles": number(day.miles),
        "total_miles": number(day.total),
        "encounter": distance._asdict(),
        "dc": {task: land.dc(terrain, task) for task in ("forage", "navigate", "search")},
        "food_lb": _stock(day.food),
        "water_gal": _stock(day.water),
        "short": day.short,
        "members": [
            {"mean": mean(m.evening), "p_dead": float(m.evening.get(death, 0)), "morning": mean(m.morning)}
            for m in day.members
        ],
        "nobody_tires": exact(day.nobody_tires),
    }


def _covered(foreseen: tuple[forecast.Day, ...]) -> Fraction:
    """Miles foreseen in the last stage that is told."""
    return sum((d.miles for d in foreseen if d.stage == foreseen[-1].stage), Fraction(0))


def route(p: ToolboxParams, given: RouteInput) -> Ruling[dict[str, Any]]:
    """A journey's days, with what each costs."""
    keys = [f for f in JourneyInput.__struct_fields__ if f in RouteInput.__struct_fields__]
    journey, faults = read(p, {k: msgspec.to_builtins(getattr(given, k)) for k in keys})
    if journey is None:
        raise faults[0]
    foreseen = forecast.foresee(journey, given.pace, given.hours)
    days = [day_told(p, day, journey.stages[day.stage].terrain) for day in foreseen]
    last = foreseen[-1]
    end = journey.stages[last.stage]
    walked = sum(1 for day in foreseen if day.stage == last.stage)
    there = last.stage == len(journey.stages) - 1
    value = {
        "days": days,
        "complete": there and (_covered(foreseen) >= end.miles if end.miles else walked >= end.days),
        "miles": number(last.total),
    }
    steps: list[Step] = []
    for stage in dict.fromkeys(day.stage for day in foreseen):
        steps += next(day.why for day in foreseen if day.stage == stage)
    steps.append(Step("SRD-SIM-03", "nobody_tires", foreseen[0].nobody_tires))
    if any(is_hot(s, journey.weather._replace(air=s.air), journey.water) for s in journey.stages):
        steps.append(Step("SRD-ENV-06", "extreme_heat", None))
    steps.append(Step("SRD-CND-12", "night", None))
    return Ruling(value, tuple(steps))


QUESTIONS = (
    Question(
        "travel.route",
        Text("A journey foreseen, day by day", "旅の見通し（1日ごと）"),
        RouteInput,
        route,
        {"stages": SAMPLE["stages"], "party": SAMPLE["party"], "pace": "normal", "hours": 9},
        {
            "stages": Text("the way, stage by stage", "道のり（区間の列）"),
            "party": Text("who goes", "旅をする者"),
            "pace": Text("the pace to keep wherever it is allowed", "保ちたいペース（許される所で）"),
            "hours": Text("hours on the way each day", "1日に進む時間"),
            "gear": Text("what the party sleeps in", "夜具"),
            "mounted": Text("everybody rides and gallops an hour a day", "全員が騎乗し1日1時間駆ける"),
            "food_lb": Text(
                "pounds of food carried; null where nobody counts", "食料（ポンド）。数えないなら null"
            ),
            "water_gal": Text(
                "gallons of water carried; null where nobody counts", "水（ガロン）。数えないなら null"
            ),
        },
    ),
)
