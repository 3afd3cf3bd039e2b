"""Questions on rests: what a night or an hour of rest gives back, and what breaks it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from meikyu.books.toolbox import conditions, rests, sewer_plague
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_conditions import Points, hold, life_faults
from meikyu.books.toolbox.rests import Event, Happening
from meikyu.core.book import Question
from meikyu.core.odds import combine, constant, die, exact
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Hours = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Level = Annotated[int, msgspec.Meta(ge=0, le=5)]
Sides = Annotated[int, msgspec.Meta(ge=2, le=20)]
Modifier = Annotated[int, msgspec.Meta(ge=-10, le=20)]


class HappeningInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Something that happened in the night."""

    what: Happening
    minutes: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0


class LongInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of rest.long."""

    hp: Points
    hp_max: Points
    sleep_hours: Hours
    light_hours: Hours = 0
    hours_since_last: Hours = 16
    happenings: Annotated[list[HappeningInput], msgspec.Meta(max_length=100)] = msgspec.field(
        default_factory=list[HappeningInput]
    )
    exhaustion: Level = 0
    sewer_plague: bool = False
    hungry: bool = False


class ShortInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of rest.short."""

    hp: Points
    hp_max: Points
    hit_dice: Annotated[list[Sides], msgspec.Meta(max_length=20)]
    con_modifier: Modifier = 0
    hours: Hours = 1
    plague_level: Level = 0


def _gained(p: ToolboxParams, given: LongInput) -> rests.Rested:
    """What the finished rest leaves: plague and hunger withhold a part of it."""
    c = p.condition
    if given.sewer_plague:
        sick = sewer_plague.after_rest(c, given.hp, given.hp_max, given.exhaustion)
        return rests.Rested(sick.hp, sick.dice_spent, sick.exhaustion)
    rested = rests.after_long(c, given.hp_max, given.exhaustion)
    return rested._replace(exhaustion=conditions.after_rest(c, given.exhaustion, blocked=given.hungry))


def long(p: ToolboxParams, given: LongInput) -> Ruling[dict[str, Any]]:
    """Whether a night was a Long Rest, and what it gave back."""
    hold(life_faults(given.hp, given.hp_max))
    r = p.rest
    events = tuple(Event(e.what, e.minutes) for e in given.happenings)
    breaks = [event for event in events if rests.interrupts(r, event)]
    spent, needed = given.sleep_hours + given.light_hours, rests.hours_needed(r, len(breaks))
    begun = rests.may_start(r, given.hp, given.hours_since_last)
    finished = begun and rests.is_long(r, given.sleep_hours, given.light_hours, len(breaks))
    rested = _gained(p, given) if finished else None
    value: dict[str, Any] = {
        "may_start": begun,
        "interruptions": len(breaks),
        "hours_needed": needed,
        "finished": finished,
        "counts_as_short": begun and not finished and rests.counts_as_short(r, spent),
        "recuperating": rests.is_recuperating(r, events),
        "hp": rested.hp if rested else given.hp,
        "exhaustion": rested.exhaustion if rested else given.exhaustion,
        "hit_dice_back": rested is not None,
    }
    steps = [Step("SRD-RST-01", "may_start", begun)]
    steps += [Step("SRD-RST-03", "interruptions", event.what) for event in breaks]
    steps += [Step("SRD-RST-04", "hours_needed", needed), Step("SRD-RST-01", "finished", finished)]
    if rested is not None:
        steps.append(Step("SRD-RST-02", "hp", rested.hp))
        if given.sewer_plague and given.exhaustion:
            steps.append(Step("SRD-SWP-05", "exhaustion", rested.exhaustion))
        elif given.hungry and given.exhaustion:
            steps.append(Step("SRD-TRV-29", "exhaustion", rested.exhaustion))
        else:
            steps.append(Step("SRD-CND-12", "exhaustion", rested.exhaustion))
    steps.append(Step("SRD-RST-06", "recuperating", value["recuperating"]))
    return Ruling(value, tuple(steps))


def short(p: ToolboxParams, given: ShortInput) -> Ruling[dict[str, Any]]:
    """What the Hit Point Dice spent in a Short Rest give back, exactly."""
    faults = life_faults(given.hp, given.hp_max)
    if given.hit_dice and not rests.is_short(p.rest, given.hours):
        least = p.rest.short_hours
        allowed = Text(f"{least} or more to spend dice", f"ダイスを使うなら{least}以上")
        faults.append(InputError("out_of_range", "hours", given.hours, allowed))
    hold(faults)

    def regained(face: int) -> int:
        healed = rests.healed(p.rest, face, given.con_modifier)
        return sewer_plague.healed(p.sewer_plague, healed, given.plague_level)

    after = constant(given.hp)
    for sides in given.hit_dice:
        after = combine(lambda hp, more: min(hp + more, given.hp_max), after, die(sides).map(regained))
    value = {
        "expected_hp": exact(after.mean),
        "least": min(after),
        "most": max(after),
        "p_full": exact(after[given.hp_max]),
        "by_hp": {str(hp): exact(share) for hp, share in after.items()},
    }
    steps = [Step("SRD-RST-05", "expected_hp", after.mean)]
    if given.plague_level:
        steps.append(Step("SRD-SWP-04", "divisor", p.sewer_plague.healing_divisor))
    return Ruling(value, tuple(steps))


_HP = Text("Hit Points before it", "その前のHP")
_HP_MAX = Text("Hit Point maximum", "最大HP")

QUESTIONS = (
    Question(
        "rest.long",
        Text("Was that night a Long Rest?", "その夜は大休憩になった？"),
        LongInput,
        long,
        {
            "hp": 4,
            "hp_max": 20,
            "sleep_hours": 7,
            "light_hours": 2,
            "happenings": [{"what": "initiative"}, {"what": "talk", "minutes": 30}],
            "exhaustion": 2,
        },
        {
            "hp": _HP,
            "hp_max": _HP_MAX,
            "sleep_hours": Text("hours slept, interruptions left out", "眠った時間（中断は除く）"),
            "light_hours": Text("hours of light activity, such as a watch", "見張りなど軽い活動の時間"),
            "hours_since_last": Text(
                "hours since the last Long Rest ended", "前の大休憩が終わってからの時間"
            ),
            "happenings": Text("what happened meanwhile, and for how long", "その間の出来事と長さ（分）"),
            "exhaustion": Text("Exhaustion level", "消耗レベル"),
            "sewer_plague": Text("it has Sewer Plague", "下水疫病にかかっている"),
            "hungry": Text(
                "its Exhaustion comes of hunger or thirst that still lasts", "消耗は今も続く飢えか渇きによる"
            ),
        },
    ),
    Question(
        "rest.short",
        Text("What Hit Point Dice give back", "ヒット・ダイスで戻るHP"),
        ShortInput,
        short,
        {"hp": 5, "hp_max": 14, "hit_dice": [8, 8], "con_modifier": 1},
        {
            "hp": _HP,
            "hp_max": _HP_MAX,
            "hit_dice": Text("sides of each die spent", "使うダイスそれぞれの面数"),
            "con_modifier": Text("Constitution modifier", "耐久力修正値"),
            "hours": Text("hours rested", "休んだ時間"),
            "plague_level": Text(
                "Exhaustion level of somebody with Sewer Plague, else 0",
                "下水疫病の患者の消耗レベル（ほかは0）",
            ),
        },
    ),
)
