"""A day of a journey: the march, the weather, the evening meal, the night and the next dawn."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from meikyu.books.toolbox import environment as env
from meikyu.books.toolbox import journey_ills as ills
from meikyu.books.toolbox import provisions, rests, travel
from meikyu.books.toolbox import terrain as land
from meikyu.books.toolbox.checks import Mode, Size, mode
from meikyu.books.toolbox.journey import (
    UNTRACKED,
    Journey,
    Sky,
    Stage,
    Traits,
    Traveler,
    hour_of,
    is_afloat,
    stage_of,
)
from meikyu.books.toolbox.journey_turn import Turn
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.terrain import MaxPace, Pace, Task
from meikyu.core.ruling import Ruling, rule

Ordered = Pace | Literal["none"]
NONE: Literal["none"] = "none"


class Save(NamedTuple):
    """A save that an hour on the way may call for.

    Args:
        kind: march, cold or heat. rule: what calls for it. dc: of it. mode: how it is rolled. hour: after it.
    """

    kind: str
    rule: str
    dc: int
    mode: Mode
    hour: int


@rule("SRD-ENV-20", "SRD-ENV-21")
def is_flying(stage: Stage, weather: Sky) -> bool:
    """Whether the party flies today: not in a strong wind."""
    return stage.flying and weather.wind not in ("strong", "against")


def top_pace(journey: Journey) -> Ruling[MaxPace]:
    """The top pace of today, with the reasons."""
    stage, hour = stage_of(journey), hour_of(journey)
    members = tuple(
        travel.Member(t.traits.speed, ills.speed_now(journey.p, t, hour)) for t in journey.party if not t.dead
    )
    flying = is_flying(stage, journey.weather)
    slowed = travel.is_slowed(journey.p.travel, journey.p.condition, members)
    way = travel.Way(stage.terrain, stage.good_road, flying, slowed, stage.equipment)
    return travel.max_pace(journey.p.travel, way)


@rule("SRD-TRV-24", "SRD-TRV-26", "SRD-RST-01")
def most_hours(journey: Journey) -> int:
    """Hours of travel that the day has room for: a vessel sails on while the party sleeps."""
    if is_afloat(stage_of(journey)):
        return travel.sailed_hours(journey.p.travel, journey.p.clock.hours_per_day) - journey.busy
    return journey.p.clock.hours_per_day - journey.p.rest.long_hours - journey.busy


@rule("SRD-TRV-16", "SRD-TRV-21", "SRD-TRV-24")
def day_miles(
    p: ToolboxParams, stage: Stage, weather: Sky, pace: Ordered, hours: int, mounted: bool
) -> Fraction:
    """Miles of a day; those whom the wind grounds go on foot."""
    if is_afloat(stage):
        wind = weather.wind if weather.wind in ("against", "calm") else "none"
        return travel.vehicle_miles(p.travel, stage.vehicle, Fraction(hours), wind)
    assert pace != NONE
    if stage.speed and stage.flying == is_flying(stage, weather):
        return travel.special_miles(p.travel, pace, stage.speed, Fraction(hours))
    miles = travel.miles_in_hours(p.travel, pace, Fraction(hours))
    if not mounted:
        return miles
    galloped = min(hours, p.travel.gallop_hours)
    plain = travel.travel_table()["paces"][pace]["miles_an_hour"] * galloped
    return miles + travel.ridden(p.travel, pace, galloped) - plain


@rule("SRD-ENV-06")
def is_hot(stage: Stage, weather: Sky, water: int) -> bool:
    """Whether the heat harms: nothing to drink is found or carried."""
    return weather.air == "extreme_heat" and not stage.water and water <= 0


@rule("SRD-TRV-13", "SRD-TRV-14", "SRD-ENV-04", "SRD-ENV-07", "SRD-ENV-08", "SRD-ENV-16")
def hourly(
    p: ToolboxParams, stage: Stage, weather: Sky, traits: Traits, hours: int, high_days: int, water: int
) -> tuple[Save, ...]:
    """The saves of so many hours on the way, in order: the march's before the weather's."""
    found: list[Save] = []
    if not is_afloat(stage):
        used_to = env.is_acclimated(p.environment, stage.altitude_ft, high_days, traits.native)
        easy = used_to and hours <= p.travel.free_hours
        dcs = () if easy else env.altitude_dcs(p.environment, p.travel, hours, used_to)
        cited = "SRD-TRV-13" if used_to else "SRD-ENV-16"
        found += [Save("march", cited, dc, "flat", hours - len(dcs) + n) for n, dc in enumerate(dcs, 1)]
    if weather.air == "extreme_cold":
        dcs = env.cold_dcs(p.environment, Fraction(hours), traits.cold)
        found += [Save("cold", "SRD-ENV-04", dc, "flat", n) for n, dc in enumerate(dcs, 1)]
    if is_hot(stage, weather, water):
        dcs = env.heat_dcs(p.environment, Fraction(hours), traits.fire)
        rolled = env.heat_mode(traits.armor)
        found += [Save("heat", "SRD-ENV-07", dc, rolled, n) for n, dc in enumerate(dcs, 1)]
    return tuple(sorted(found, key=lambda s: s.hour))


@rule("SRD-ENV-04", "SRD-ENV-05")
def in_camp(p: ToolboxParams, weather: Sky, traits: Traits, hours: int, gear: env.Gear) -> tuple[Save, ...]:
    """The saves of so many hours in camp; frost lasts day and night, heat ends with the march."""
    cover = env.cold_gear(gear)
    if weather.air != "extreme_cold" or cover.succeeds:
        return ()
    dcs = env.cold_dcs(p.environment, Fraction(hours), traits.cold)
    return tuple(Save("cold", "SRD-ENV-04", dc, cover.mode, n) for n, dc in enumerate(dcs, 1))


def _stand(turn: Turn, who: int, saves: tuple[Save, ...]) -> None:
    for save in saves:
        if turn.party[who].dead:
            return
        kind = f"{save.kind}_save"
        if turn.con_save(kind, save.rule, who, save.dc, save.mode, hour=save.hour) < save.dc:
            turn.tire(who, save.rule)


@rule("SRD-TRV-04", "SRD-TRV-05", "SRD-TRV-06")
def task_mode(traveler: Traveler, what: Task, pace: Ordered) -> Mode:
    """How a traveler rolls for a task of the terrain at a pace; the Poisoned at Disadvantage."""
    paced = "flat" if pace == NONE else travel.pace_mode(pace, land.skill(what))
    worse = (paced == "disadvantage") + ills.is_poisoned(traveler)
    return mode(int(paced == "advantage"), worse)


@rule("SRD-TRV-04", "SRD-TRV-05", "SRD-TRV-06", "SRD-TER-02", "SRD-TER-03", "SRD-TER-04")
def task(turn: Turn, journey: Journey, who: int, what: Task, pace: Ordered) -> bool:
    """Whether a traveler comes off with a task of the terrain on the way."""
    p, terrain = turn.p, stage_of(journey).terrain
    traveler = turn.party[who]
    rolled = task_mode(traveler, what, pace)
    helped = journey.map and what == "navigate"
    bonus = traveler.traits.survival + (p.terrain.map_bonus if helped else 0)
    dc = land.dc(terrain, what)
    return turn.test(what, "SRD-TER-02", who, bonus, dc, rolled, map=helped) >= dc


def able(p: ToolboxParams, party: Sequence[Traveler], hour: int) -> list[int]:
    """Numbers of those who can look for food and way."""
    found: list[int] = []
    for i, traveler in enumerate(party):
        out = traveler.dead or traveler.hp <= 0 or ills.is_helpless(traveler, hour)
        if not (out or ills.is_blind(p, traveler, hour)):
            found.append(i)
    return found


def guide(party: Sequence[Traveler], among: Sequence[int]) -> int:
    """Number of the one who leads: the best at Survival, of equals the first."""
    return max(among, key=lambda i: (party[i].traits.survival, -i))


@rule("SRD-TRV-12", "SRD-TRV-15", "SRD-RST-06")
def march(turn: Turn, journey: Journey, pace: Ordered, hours: int, forage: bool) -> Journey:
    """A day on the way."""
    stage, weather, hour = stage_of(journey), journey.weather, hour_of(journey)
    afloat = is_afloat(stage)
    miles = day_miles(turn.p, stage, weather, pace, hours, journey.mounted)
    turn.tell("march", "SRD-TRV-24" if afloat else "SRD-TRV-02", pace=pace, hours=hours, miles=str(miles))
    ills.spread(turn)
    ready = able(turn.p, turn.party, hour)
    lost = False
    if ready and not stage.good_road and not is_flying(stage, weather):
        lost = not task(turn, journey, guide(turn.party, ready), "navigate", pace)
    fed = {i for i in ready if forage and task(turn, journey, i, "forage", pace)}
    for who in turn.alive():
        member = turn.party[who]
        saves = hourly(turn.p, stage, weather, member.traits, hours, member.high_days, journey.water)
        _stand(turn, who, saves)
    after = _forward(journey, miles, lost and journey.strays)
    walked = () if afloat else (rests.Event("walk", hours * turn.p.clock.minutes_per_hour),)
    return _night(turn, after, stage, fed, hours, (*walked, *_broken(journey)))


@rule("SRD-RST-06")
def rest(turn: Turn, journey: Journey, forage: bool) -> Journey:
    """A day in camp."""
    turn.tell("camp", "SRD-RST-06")
    ills.spread(turn)
    ready = able(turn.p, turn.party, hour_of(journey)) if forage else []
    fed = {i for i in ready if task(turn, journey, i, "forage", NONE)}
    stage = stage_of(journey)
    hours = turn.p.travel.day_hours
    if is_hot(stage, journey.weather, journey.water):
        for who in turn.alive():
            saves = hourly(turn.p, stage, journey.weather, turn.party[who].traits, hours, 0, journey.water)
            _stand(turn, who, tuple(s for s in saves if s.kind == "heat"))
    foraged = (rests.Event("exertion", turn.p.rest.exertion_minutes),) * forage
    return _night(turn, journey, stage, fed, 0, (*foraged, *_broken(journey)))


def _broken(journey: Journey) -> tuple[rests.Event, ...]:
    return (rests.Event("initiative"),) if journey.fought else ()


def _forward(journey: Journey, miles: Fraction, strayed: bool) -> Journey:
    """The journey so many miles on; a party that strayed has walked them for nothing."""
    stage = stage_of(journey)
    if strayed:
        return journey
    if stage.miles:
        miles = min(miles, stage.miles - journey.covered)
    covered, walked = journey.covered + miles, journey.walked + 1
    total = journey.miles + miles
    done = covered >= stage.miles if stage.miles else walked >= stage.days
    if not done:
        return journey._replace(covered=covered, walked=walked, miles=total)
    return journey._replace(stage=journey.stage + 1, covered=Fraction(0), walked=0, miles=total)


@rule("SRD-TRV-28", "SRD-TRV-29", "SRD-TER-04")
def _supper(turn: Turn, journey: Journey, stage: Stage, fed: set[int]) -> tuple[Journey, set[int]]:
    """Food and water of the day, shared alike; gives who had a full day of both."""
    p, alive = turn.p.provisions, turn.alive()
    hungry = [i for i in alive if i not in fed]
    thirsty = [] if stage.water else hungry
    food, eaten = _share(turn, journey.food, hungry)
    water, drunk = _share(turn, journey.water, thirsty)
    if eaten == drunk == 1:
        for i in alive:
            if turn.party[i].fast_days:
                turn.change(i, fast_days=0)
        return journey._replace(food=food, water=water), set(alive)
    full: set[int] = set()
    for i in alive:
        needed = provisions.need(p, (turn.party[i].traits.size,), 1)
        ate = needed * (eaten if i in hungry else 1)
        drank = needed * (drunk if i in thirsty else 1)
        if provisions.thirst(drank, needed):
            turn.tell("thirst", "SRD-TRV-29", who=i)
            turn.tire(i, "SRD-TRV-29", provisions.thirst(drank, needed), starved=1)
        _hunger(turn, i, ate, needed)
        if min(ate, drank) >= needed:
            full.add(i)
    return journey._replace(food=food, water=water), full


def _share(turn: Turn, stock: int, needy: list[int]) -> tuple[int, Fraction | int]:
    """What is left of a stock in quarters, and the share of their need that each of the needy gets."""
    if stock == UNTRACKED or not needy:
        return stock, 1
    sizes: tuple[Size, ...] = tuple(turn.party[i].traits.size for i in needy)
    wanted = provisions.need(turn.p.provisions, sizes, 1) * provisions.QUARTERS
    share = min(Fraction(1), stock / wanted)
    return stock - int(wanted * share), share


def _hunger(turn: Turn, who: int, ate: Fraction, needed: Fraction) -> None:
    traveler, p = turn.party[who], turn.p.provisions
    if traveler.dead:
        return
    if ate:
        if traveler.fast_days:
            turn.change(who, fast_days=0)
        dc = provisions.hunger_dc(p, ate, needed)
        if dc and turn.con_save("hunger_save", "SRD-TRV-29", who, dc) < dc:
            turn.tire(who, "SRD-TRV-29", starved=1)
        return
    days = traveler.fast_days + 1
    turn.change(who, fast_days=days)
    turn.tell("fast", "SRD-TRV-29", who=who, days=days)
    gained = provisions.fasting(p, days) - provisions.fasting(p, days - 1)
    if gained:
        turn.tire(who, "SRD-TRV-29", gained, starved=gained)


def _night(
    turn: Turn, journey: Journey, stage: Stage, fed: set[int], hours: int, events: tuple[rests.Event, ...]
) -> Journey:
    """The evening, the night and the next dawn."""
    p, clock = turn.p, turn.p.clock
    journey, full = _supper(turn, journey, stage, fed)
    quiet = rests.is_recuperating(p.rest, events)
    camp = clock.hours_per_day - hours
    dawn = (journey.day + 1) * clock.hours_per_day + clock.dawn_hour
    for who in turn.alive():
        ills.midnight_poison(turn, who)
        _stand(turn, who, in_camp(p, journey.weather, turn.party[who].traits, camp, journey.gear))
        if not turn.party[who].dead:
            ills.long_rest(turn, who, who in full)
    turn.day += 1
    turn.tell("dawn", "SRD-COR-11", day=turn.day)
    for who in turn.alive():
        ills.onset(turn, who)
        ills.fight_plague(turn, who)
        if turn.party[who].dead:
            continue
        ills.recuperate(turn, who, quiet)
        ills.clear_rot(turn, who, dawn)
        ills.morning_poison(turn, who, dawn)
        high = stage.altitude_ft >= p.environment.altitude_feet
        if high or turn.party[who].high_days:
            turn.change(who, high_days=turn.party[who].high_days + 1 if high else 0)
    return _ended(turn, journey._replace(day=turn.day, busy=0, fought=False))


def _ended(turn: Turn, journey: Journey) -> Journey:
    """The journey in the new morning: whether it is over, and the weather of a new stage."""
    over = ""
    if not turn.alive():
        over = "dead"
        turn.tell("over", "SRD-CND-11", result=over)
    elif journey.stage >= len(journey.stages):
        over = "arrived"
        turn.tell("over", "SRD-TRV-07", result=over, miles=str(journey.miles))
    elif journey.stage != turn.stage:
        stage = stage_of(journey)
        turn.tell("stage", "SRD-TRV-07", stage=journey.stage, terrain=stage.terrain)
        journey = journey._replace(weather=Sky(stage.sky, stage.wind, stage.air))
    return journey._replace(party=tuple(turn.party), over=over)


def noticed(turn: Turn, journey: Journey) -> None:
    """Roll how far away an encounter begins."""
    terrain = stage_of(journey).terrain
    row = land.terrains()[terrain]
    size, _, sides = row.encounter.partition("d")
    thrown = [turn.dice.roll(int(sides)) for _ in range(int(size))]
    feet = land.encounter_feet(turn.p.terrain, sum(thrown))
    mode_seen = env.weather_perception(journey.weather.sky)
    turn.tell("encounter", "SRD-TER-01", dice=row.encounter, thrown=thrown, feet=feet, perception=mode_seen)
