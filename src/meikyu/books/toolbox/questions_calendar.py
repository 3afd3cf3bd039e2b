"""The question behind the contagion desk: one patient's calendar, rolled or set by hand."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from meikyu.books.toolbox import calendar, contagion
from meikyu.books.toolbox.checks import chance
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_courses import Bonus
from meikyu.books.toolbox.questions_illness import Fought
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling
from meikyu.errors import InputError, Text

MOST_DAYS = 366

DayNumber = Annotated[int, msgspec.Meta(ge=0, le=MOST_DAYS)]
Face = Annotated[int, msgspec.Meta(ge=1, le=100)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class HandInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What the table settled for one day."""

    day: DayNumber
    die: Face | None = None
    rest_die: Face | None = None
    level: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    cured: bool = False


class CalendarInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of contagion.calendar."""

    contagion: Fought
    con_save: Bonus
    days: DayNumber
    seed: Seed = 0
    level: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    resting: Annotated[list[DayNumber], msgspec.Meta(max_length=MOST_DAYS)] = msgspec.field(
        default_factory=list[int]
    )
    by_hand: Annotated[list[HandInput], msgspec.Meta(max_length=MOST_DAYS)] = msgspec.field(
        default_factory=list[HandInput]
    )


def _by_hand(p: ToolboxParams, given: CalendarInput) -> dict[int, calendar.ByHand]:
    """What the table settled, by day.

    Raises:
        InputError: a die shows a face it has not, a day stands twice, or more than the incubation's die is
            set for the day of infection.
    """
    incubation = contagion.record(p, given.contagion).incubation
    found: dict[int, calendar.ByHand] = {}
    for place, row in enumerate(given.by_hand):
        sides = p.check.die if row.day else incubation
        where = f"by_hand[{place}]"
        for name, face, most in (("die", row.die, sides), ("rest_die", row.rest_die, p.check.die)):
            if face is not None and face > most:
                raise InputError("out_of_range", f"{where}.{name}", face, Text(f"1 to {most}", f"1〜{most}"))
        if row.day in found:
            raise InputError("not_allowed", f"{where}.day", row.day, Text("each day once", "各日1回だけ"))
        only_die = row.rest_die is None and row.level is None and not row.cured
        if row.day == 0 and not only_die:
            allowed = Text("the incubation's die alone", "潜伏の出目だけ")
            raise InputError("not_allowed", f"{where}.day", 0, allowed)
        found[row.day] = calendar.ByHand(row.die, row.rest_die, row.level, row.cured)
    return found


def contagion_calendar(p: ToolboxParams, given: CalendarInput) -> Ruling[dict[str, Any]]:
    """One patient's days from the infection on."""
    by_hand = _by_hand(p, given)
    patient = calendar.Patient(given.con_save, given.level, frozenset(given.resting), by_hand)
    ruling = calendar.course(p, name=given.contagion, seed=given.seed, days=given.days, patient=patient)
    days = ruling.value
    record = contagion.record(p, given.contagion)
    value = {
        "p_infected": exact(1 - chance(p.check, given.con_save, record.dc)),
        "onset_day": ruling.steps[0].value,
        "state": days[-1].state,
        "over": days[-1].state in ("cured", "dead"),
        "days": [
            {**d._asdict(), "saves": [{**s._asdict(), "dice": list(s.dice)} for s in d.saves]} for d in days
        ],
    }
    return Ruling(value, ruling.steps)


QUESTIONS = (
    Question(
        "contagion.calendar",
        Text("One patient's calendar, day by day", "患者ひとりの日ごとの経過"),
        CalendarInput,
        contagion_calendar,
        {"contagion": "sewer_plague", "con_save": 2, "days": 6, "seed": 4, "by_hand": [{"day": 0, "die": 2}]},
        {
            "contagion": Text("cackle_fever or sewer_plague", "カックル熱か下水疫病"),
            "con_save": Text(
                "bonus to Constitution saves, without Exhaustion", "耐久力セーヴのボーナス（消耗は含めない）"
            ),
            "days": Text("days since the infection to look at", "感染からの日数"),
            "seed": Text("same seed, same dice", "同じ種なら同じ出目"),
            "level": Text("Exhaustion level at the infection", "感染時の消耗レベル"),
            "resting": Text("days spent recuperating", "静養した日"),
            "by_hand": Text(
                "what the table settled: die and rest_die as they fell, level, cured; day 0: the incubation",
                "卓で決めたこと：出目（die・rest_die）、消耗（level）、治癒（cured）。0日目は潜伏期間",
            ),
        },
    ),
)
