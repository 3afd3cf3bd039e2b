"""Questions about grudges and rampages: what relief does today, and what may break out."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.keep import grudges, rampages
from meikyu.books.keep.params import KeepParams
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Relief = Literal[
    "supervision",
    "gold",
    "treasure",
    "throne",
    "whipped",
    "saw_whipping",
    "cremation",
    "orc",
    "new_lord",
]
Kind = Literal[
    "pester",
    "gorge",
    "revel",
    "brawl",
    "strike",
    "prank",
    "gold_theft",
    "vandalism",
    "vendetta",
    "beast_baiting",
    "desertion",
    "berserk",
    "havoc",
    "mutiny",
]
Grudge = Annotated[int, msgspec.Meta(ge=0, le=10)]
LIMIT = 1000


class ReliefInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.grudge.relief."""

    grudge: Grudge
    events: Annotated[list[Relief], msgspec.Meta(max_length=LIMIT)] = []
    used: Annotated[list[Relief], msgspec.Meta(max_length=LIMIT)] = []


class OddsInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.rampage.odds."""

    grudge: Grudge
    hours: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 24
    possible: Annotated[list[Kind], msgspec.Meta(max_length=len(rampages.KINDS))] | None = None


def _relief(p: KeepParams, given: ReliefInput) -> Ruling[dict[str, Any]]:
    ruling = grudges.relief(p.grudge, grudge=given.grudge, used=given.used, events=given.events)
    told = [{"relief": step.what, "points": step.value, "counted": step.value != 0} for step in ruling.steps]
    gone = {*given.used, *given.events}
    counts = grudges.still_counts(p.grudge, sorted(gone))
    return Ruling({"grudge": ruling.value, "reliefs": told, "still": counts}, ruling.steps)


def _odds(p: KeepParams, given: OddsInput) -> Ruling[dict[str, Any]]:
    named = list(rampages.IDS) if given.possible is None else [str(kind) for kind in given.possible]
    if len(named) != len(set(named)):
        raise InputError("not_allowed", "possible", named, Text("each kind once", "種類は一度ずつ"))
    steps: list[Step] = []
    hour = rampages.start_percent(p.rampage, given.grudge)
    steps.append(Step("KEP-RAMP-22", "percent_per_hour", hour))
    kinds: dict[str, Fraction] = {}
    shares = {name: Fraction(0) for name in rampages.SEVERITIES}
    if rampages.may_start(p.rampage, given.grudge):
        kinds = rampages.odds(p.rampage, given.grudge, dict.fromkeys(named, True))
        for name, chance in kinds.items():
            shares[rampages.severity_of(name)] += chance
        drawn = rampages.shares(p.rampage, given.grudge)
        steps.append(Step("KEP-RAMP-23", "severity_percent", list(drawn)))
        if any(shares[name] * 100 != share for name, share in zip(shares, drawn, strict=True)):
            text = Text(
                "Where nothing of a severity is possible, the next lower one is drawn from",
                "その重さに成り立つものが無ければ、一段軽いものから引く",
            )
            steps.append(Step("KEP-RAMP-24", "falls_back", 1, text))
    else:
        steps.append(Step("KEP-RAMP-01", "may_rampage", 0))
    return Ruling(
        {
            "p_hour": exact(Fraction(hour, 100)),
            "p_within": exact(rampages.day_chance(p.rampage, given.grudge, given.hours)),
            "severities": {name: exact(chance) for name, chance in shares.items() if chance},
            "kinds": {name: exact(chance) for name, chance in kinds.items() if chance},
        },
        tuple(steps),
    )


QUESTIONS = (
    Question(
        "grudge.relief",
        Text("How far do reliefs lower a grudge today?", "鬱憤は今日、どこまで下がる？"),
        ReliefInput,
        _relief,
        {"grudge": 8, "events": ["supervision", "gold", "gold", "cremation"]},
        {
            "grudge": Text("the grudge now, 0 to 10", "今の鬱憤（0〜10）"),
            "events": Text("reliefs that happen, in order", "起きる鎮め方。順に書く"),
            "used": Text("reliefs that have counted today already", "今日すでに効いた鎮め方"),
        },
    ),
    Question(
        "rampage.odds",
        Text("Will it rampage, and how?", "暴走するか、どんな暴走か？"),
        OddsInput,
        _odds,
        {"grudge": 9},
        {
            "grudge": Text("the grudge, 0 to 10; it stays the same", "鬱憤（0〜10）。変わらないものとする"),
            "hours": Text(
                "full hours awake that are looked at; left out: 24",
                "見る正時の数（起きている間）。書かなければ24",
            ),
            "possible": Text(
                "kinds whose goal exists and can be reached; left out: all. A strike always is possible",
                "相手が居て行ける種類。書かなければすべて。怠業は常に成り立つ",
            ),
        },
    ),
)
