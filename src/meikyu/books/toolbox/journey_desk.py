"""A journey told to a desk: played from its moves, then today, the travelers, the days ahead, the log."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple, cast

from meikyu.books.toolbox import environment as env
from meikyu.books.toolbox import game, journey_forecast, travel
from meikyu.books.toolbox import journey_day as days
from meikyu.books.toolbox import journey_words as words
from meikyu.books.toolbox import terrain as land
from meikyu.books.toolbox.checks import chance
from meikyu.books.toolbox.conditions import test_penalty
from meikyu.books.toolbox.journey import (
    AIRS,
    BREEZES,
    SKIES,
    UNTRACKED,
    Journey,
    exhaustion,
    hour_of,
    is_afloat,
    living,
    stage_of,
)
from meikyu.books.toolbox.journey_aloud import aloud
from meikyu.books.toolbox.journey_choices import choices
from meikyu.books.toolbox.journey_day import NONE, Ordered
from meikyu.books.toolbox.journey_forecast import MOST_DAYS
from meikyu.books.toolbox.journey_input import read
from meikyu.books.toolbox.journey_people import travelers
from meikyu.books.toolbox.journey_words import stage_words
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.provisions import QUARTERS
from meikyu.books.toolbox.questions_journey import number
from meikyu.books.toolbox.questions_route import day_told
from meikyu.core.catalogue import text_of
from meikyu.core.log import Event
from meikyu.core.odds import exact
from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

LOG_DAYS = 40
"""Days whose facts are told on the page; a sheet tells them all."""


class Past(NamedTuple):
    """A day gone by.

    Args:
        day: its number from 0. stage: number of the stage. miles: that it brought.
        levels, dead: how each stands in the morning after it. moves: made up to its end.
    """

    day: int
    stage: int
    miles: Fraction
    levels: tuple[int, ...]
    dead: tuple[bool, ...]
    moves: int


class Played(NamedTuple):
    """A journey after its moves.

    Args:
        journey: as it stands, None where the options are at fault.
        faults: of the options.
        played: moves made; stopped: why the next one was refused, None where all were made.
        past: the days gone by. events: everything that happened.
    """

    journey: Journey | None
    faults: tuple[InputError, ...]
    played: int
    stopped: Ruling[bool] | None
    past: tuple[Past, ...]
    events: tuple[Event, ...]


def play(p: ToolboxParams, options: dict[str, Any], moves: Sequence[Any], seed: int) -> Played:
    """A journey played from its moves; a move that is refused ends it, and its reasons are kept.

    Args:
        p: the book's numbers.
        options: as `journey_input.JourneyInput`.
        moves: of the game, in order.
        seed: of its dice; each move has its own, so undoing and doing again throws the same.
    """
    journey, faults = read(p, options)
    if journey is None:
        return Played(None, tuple(faults), 0, None, (), ())
    past: list[Past] = []
    events: list[Event] = []
    for turn, move in enumerate(moves):
        ruling = game.plan(journey, move)
        if not ruling.value:
            return Played(journey, (), turn, ruling, tuple(past), tuple(events))
        before = journey
        journey, more = game.apply(before, move, KeyedDice(seed, Stream.JOURNEY, turn))
        events += more
        if journey.day != before.day:
            levels = tuple(exhaustion(t) for t in journey.party)
            dead = tuple(t.dead for t in journey.party)
            past.append(Past(before.day, before.stage, journey.miles - before.miles, levels, dead, turn + 1))
    return Played(journey, (), len(moves), None, tuple(past), tuple(events))


def because(steps: Sequence[Step], lang: str) -> list[dict[str, Any]]:
    """Reasons as pages show them."""
    return [
        {"rule": s.rule, "text": (s.text or text_of("toolbox", s.rule)).say(lang), "what": s.what}
        for s in steps
    ]


def _stock(quarters: int) -> int | float | None:
    return None if quarters == UNTRACKED else number(Fraction(quarters, QUARTERS))


def today(journey: Journey, pace: str, hours: int, lang: str) -> dict[str, Any]:
    """The morning: paces with the reasons, the exact odds of every hour, the terrain's card, the weather."""
    p, stage = journey.p, stage_of(journey)
    afloat = is_afloat(stage)
    ruling = days.top_pace(journey)
    allowed = {m[1] for m in game.legal(journey) if m[0] == "march"}
    most = days.most_hours(journey)
    best = next((q for q in reversed(travel.PACES) if q in allowed), NONE)
    kept = cast("Ordered", pace if pace in allowed else NONE if afloat else best)
    hours = min(max(hours, 1), most)
    moving = bool(allowed)
    miles = Fraction(0)
    if moving:
        miles = days.day_miles(p, stage, journey.weather, kept, hours, journey.mounted)
    return {
        "stage": journey.stage,
        "terrain": stage.terrain,
        "terrain_name": land.terrains()[stage.terrain].name.say(lang),
        "moving": moving,
        "afloat": afloat,
        "vehicle": travel.register().names[stage.vehicle].say(lang) if stage.vehicle else "",
        "top": NONE if afloat else ruling.value,
        "top_name": words.PACES[NONE if afloat else ruling.value].say(lang),
        "pace": kept,
        "paces": [] if afloat else [_pace_told(journey, q, allowed, lang) for q in travel.PACES],
        "why": because([] if afloat else ruling.steps, lang) + _afloat_why(journey, lang),
        "hours": hours,
        "most_hours": most,
        "miles": number(miles),
        "odds": [odds_of(journey, n) for n in range(1, most + 1)] if moving else [],
        "march": list(_saves_said(journey, hours, lang)),
        "weather": [
            _weather_told(journey, "sky", SKIES, lang),
            _weather_told(journey, "wind", BREEZES, lang),
            _weather_told(journey, "air", AIRS, lang),
        ],
        "card": _card(journey, kept, lang),
        "left": _left(journey),
    }


def _afloat_why(journey: Journey, lang: str) -> list[dict[str, Any]]:
    """The vessel's speed, and what the wind does to it; nothing ashore."""
    stage = stage_of(journey)
    if not is_afloat(stage):
        return []
    name, mph = travel.register().names[stage.vehicle], number(travel.vehicle_mph(stage.vehicle))
    steps = [
        Step(
            "SRD-TRV-25", "mph", mph, Text(f"{name.en}: {mph} miles an hour", f"{name.ja}：時速{mph}マイル")
        ),
        Step("SRD-TRV-26", "hours", None, Text("Aboard nobody marches", "乗り物の上では誰も行軍しない")),
    ]
    if journey.weather.wind == "against":
        steps.append(
            Step("SRD-TRV-26", "wind", "against", Text("The headwind halves it", "向かい風で半分になる"))
        )
    if journey.weather.wind == "calm":
        steps.append(
            Step("SRD-TRV-26", "wind", "calm", Text("No wind: no way under sail", "凪では帆走できない"))
        )
    return because(steps, lang)


def _pace_told(journey: Journey, pace: str, allowed: set[str], lang: str) -> dict[str, Any]:
    ruling = game.plan(journey, ("march", pace, 1, False))
    row = travel.travel_table()["paces"][pace]
    stage = stage_of(journey)
    cited = {"slow": "SRD-TRV-06", "normal": "SRD-TRV-05", "fast": "SRD-TRV-04"}[pace]
    return {
        "id": pace,
        "name": words.PACES[pace].say(lang),
        "allowed": pace in allowed,
        "why": "" if ruling.value else because(ruling.steps[:1], lang)[0]["text"],
        "costs": text_of("toolbox", cited).say(lang),
        "rule": cited,
        "mph": row["miles_an_hour"] if not stage.speed else number(travel.mph(journey.p.travel, stage.speed)),
        "miles": number(
            days.day_miles(
                journey.p,
                stage._replace(vehicle=""),
                journey.weather,
                cast("Ordered", pace),
                journey.p.travel.day_hours,
                journey.mounted,
            )
        ),
    }


def _weather_told(journey: Journey, what: str, values: Sequence[str], lang: str) -> dict[str, Any]:
    return {
        "id": what,
        "value": getattr(journey.weather, what),
        "rule": game.WEATHER_RULES[what],
        "values": [{"id": v, "name": words.WEATHER[v].say(lang)} for v in values],
    }


def odds_of(journey: Journey, hours: int) -> dict[str, Any]:
    """The exact odds of so many hours today: nobody tires, and each traveler's level in the evening."""
    found = [journey_forecast.today(journey, who, hours) for who in living(journey)]
    nobody = Fraction(1)
    for _, kept in found:
        nobody *= kept
    members: list[dict[str, Any]] = []
    for (member, kept), who in zip(found, living(journey), strict=True):
        levels = {str(k): exact(v) for k, v in member.evening.items()}
        members.append({"who": who, "levels": levels, "kept": exact(kept)})
    return {"hours": hours, "nobody": exact(nobody), "members": members}


def _saves_said(journey: Journey, hours: int, lang: str) -> list[str]:
    """What the day asks of the traveler whom it asks most."""
    stage, found = stage_of(journey), dict[str, list[int]]()
    for who in living(journey):
        member = journey.party[who]
        saves = days.hourly(
            journey.p, stage, journey.weather, member.traits, hours, member.high_days, journey.water
        )
        mine = dict[str, list[int]]()
        for save in saves:
            mine.setdefault(save.kind, []).append(save.dc)
        for kind, dcs in mine.items():
            if len(dcs) > len(found.get(kind, [])):
                found[kind] = dcs
    names = {
        "march": Text("Forced march", "強行軍"),
        "cold": Text("Extreme cold", "極寒"),
        "heat": Text("Extreme heat, no water", "極暑・水なし"),
    }
    lines: list[str] = []
    for kind, dcs in found.items():
        shown = ", ".join(map(str, dcs[:6])) + (", …" if len(dcs) > 6 else "")
        name = names[kind]
        lines.append(
            Text(
                f"{name.en}: {len(dcs)} Constitution saves, DC {shown}",
                f"{name.ja}：耐久力セーヴ{len(dcs)}回、DC {shown}",
            ).say(lang)
        )
    return lines


def _card(journey: Journey, pace: Ordered, lang: str) -> dict[str, Any]:
    """The terrain's row: where an encounter begins, and the chances to forage and keep the way."""
    p, stage = journey.p, stage_of(journey)
    row = land.terrains()[stage.terrain]
    distance = land.encounter_distance(p.terrain, stage.terrain)
    ready = days.able(p, journey.party, hour_of(journey))
    guide = journey.party[days.guide(journey.party, ready)] if ready else None
    told: dict[str, Any] = {
        "encounter": {"dice": row.encounter, **distance._asdict()},
        "dc": {task: land.dc(stage.terrain, task) for task in ("forage", "navigate", "search")},
        "perception": env.weather_perception(journey.weather.sky),
        "road": stage.good_road,
        "guide": None,
    }
    if guide is not None:
        bonus = guide.traits.survival - test_penalty(p.condition, exhaustion(guide))
        helped = bonus + (p.terrain.map_bonus if journey.map else 0)
        mode = days.task_mode(guide, "navigate", pace)
        told["guide"] = {
            "name": guide.traits.name,
            "navigate": exact(chance(p.check, helped, land.dc(stage.terrain, "navigate"), mode)),
            "forage": exact(chance(p.check, bonus, land.dc(stage.terrain, "forage"), mode)),
        }
    return told


def _left(journey: Journey) -> dict[str, Any]:
    stage = stage_of(journey)
    return {
        "stage_days": 0 if stage.miles else stage.days - journey.walked,
        "stage_miles": number(stage.miles - journey.covered) if stage.miles else 0,
        "food_lb": _stock(journey.food),
        "water_gal": _stock(journey.water),
        "ointment": journey.ointment,
    }


def strip(played: Played, pace: Ordered, hours: int, lang: str) -> list[dict[str, Any]]:
    """The days: those gone by as they were, those ahead as they are foreseen."""
    journey = played.journey
    assert journey is not None
    told: list[dict[str, Any]] = []
    for past in played.past[-LOG_DAYS:]:
        terrain = journey.stages[past.stage].terrain
        told.append(
            {
                "past": True,
                "day": past.day + 1,
                "stage": past.stage,
                "terrain": terrain,
                "terrain_name": land.terrains()[terrain].name.say(lang),
                "miles": number(past.miles),
                "levels": list(past.levels),
                "dead": sum(past.dead),
                "moves": past.moves,
            }
        )
    for day in journey_forecast.foresee(journey, pace, hours):
        terrain = journey.stages[day.stage].terrain
        row = day_told(journey.p, day, terrain)
        row["terrain_name"] = land.terrains()[terrain].name.say(lang)
        row["pace_name"] = words.PACES[day.pace].say(lang)
        row["past"] = False
        told.append(row)
    return told


def log(played: Played, lang: str, most: int = LOG_DAYS) -> list[dict[str, Any]]:
    """What happened, newest day first: each day with its facts, a die's faces apart from its words."""
    journey = played.journey
    assert journey is not None
    names = [t.traits.name for t in journey.party]
    by_day: dict[int, list[dict[str, Any]]] = {}
    for event in played.events:
        if event.kind == "dawn":
            continue
        said = words.words(event, names).say(lang)
        fact: dict[str, Any] = {"text": said, "rule": event.rule, "kind": event.kind}
        fact["success"] = event.args.get("success")
        by_day.setdefault(event.tick, []).append(fact)
    return [{"day": day + 1, "facts": by_day[day]} for day in sorted(by_day, reverse=True)[:most]]


__all__ = [
    "LOG_DAYS",
    "MOST_DAYS",
    "Past",
    "Played",
    "aloud",
    "because",
    "choices",
    "log",
    "odds_of",
    "play",
    "stage_words",
    "strip",
    "today",
    "travelers",
]
