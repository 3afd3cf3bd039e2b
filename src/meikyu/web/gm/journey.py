"""The journey desk's facts: a journey played from its moves, and its sheets for print, session and files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import Response

from meikyu.books import toolbox
from meikyu.convert.document import Document, Part
from meikyu.core.ruling import rule
from meikyu.errors import InputError, Text
from meikyu.web.gm import posted
from meikyu.web.gm.asked import words_of

MOST_MOVES = 5000

Move = Annotated[list[str | int | bool], msgspec.Meta(min_length=1, max_length=4)]


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The page's inputs.

    Args:
        options: the journey as typed. moves: made so far. seed: of the dice.
        pace, hours: that today and the days ahead are to have.
        link: the address that opens the page again.
    """

    options: dict[str, Any]
    moves: Annotated[list[Move], msgspec.Meta(max_length=MOST_MOVES)] = msgspec.field(
        default_factory=list[Move]
    )
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 1
    pace: Literal["slow", "normal", "fast", "none"] = "normal"
    hours: Annotated[int, msgspec.Meta(ge=1, le=24)] = 8
    link: Annotated[str, msgspec.Meta(max_length=20_000)] = ""


def _played(state: State) -> Any:
    params = toolbox.BOOK.params()
    return toolbox.journeys().play(params, state.options, state.moves, state.seed)


def view(state: State, lang: str) -> dict[str, Any]:
    """Everything the page shows; where the inputs are at fault, the faults alone."""
    desk, played = toolbox.journeys(), _played(state)
    faults = [{"field": f.field, "text": _plain(f, lang)} for f in played.faults]
    if played.journey is None:
        return {"faults": faults, "view": None}
    journey, game = played.journey, toolbox.BOOK.game()  # pyright: ignore[reportOptionalCall]
    morning = desk.today(journey, state.pace, state.hours, lang)
    legal = {m[0] for m in game.legal(journey)}
    strip = desk.strip(played, morning["pace"], morning["hours"], lang)
    told = {
        "day": journey.day + 1,
        "over": game.outcome(journey),
        "miles": float(journey.miles),
        "played": played.played,
        "stopped": desk.because(played.stopped.steps, lang) if played.stopped is not None else [],
        "today": morning,
        "travelers": desk.travelers(journey, lang),
        "strip": strip,
        "whole": _whole(journey, strip),
        "log": desk.log(played, lang),
        "aloud": desk.aloud(journey, lang),
        "counts": journey.food >= 0 or journey.water >= 0,
        "may": {kind: kind in legal for kind in ("march", "rest", "encounter", "brew")},
        "names": [s.terrain for s in journey.stages],
        "levels": [t.traits.level for t in journey.party if not t.dead],
    }
    return {"faults": faults, "view": told}


def _whole(journey: Any, strip: list[dict[str, Any]]) -> dict[str, Any]:
    """Days and miles of the whole way: those gone by, told or not, and those foreseen."""
    ahead = [day for day in strip if not day["past"]]
    miles = float(journey.miles) + sum(day["miles"] for day in ahead)
    more = len(ahead) >= toolbox.journeys().MOST_DAYS
    return {"days": journey.day + len(ahead), "miles": miles, "more": more}


WHOLE = Text("In all {days} days, {miles:g} miles", "合計{days}日・{miles:g}マイル")
AT_LEAST = Text("In all at least {days} days, {miles:g} miles", "合計{days}日・{miles:g}マイル以上")


def _plain(error: InputError, lang: str) -> str:
    """The fault without the name of its field, which stands at the field itself."""
    inner = error.field.rsplit(".", 1)[-1]
    said = words_of(error, lang)
    for head in (error.field, error.field.split(".", 1)[0], inner):
        for colon in (": ", "："):
            said = said.removeprefix(f"{head}{colon}")
    return said


def _stage_rows(days: list[dict[str, Any]], lang: str) -> tuple[tuple[str, ...], ...]:
    rows: list[tuple[str, ...]] = []
    for day in days:
        if day["past"]:
            levels = ", ".join(map(str, day["levels"]))
            rows.append((str(day["day"]), day["terrain_name"], f"{day['miles']:g}", "", levels))
            continue
        dcs = day["dc"]
        shown = f"{dcs['forage']} / {dcs['navigate']} / {dcs['search']}"
        means = ", ".join(f"{m['mean']:.1f}" for m in day["members"])
        ahead = Text("ahead", "予定").say(lang)
        miles = f"{day['miles']:g} ({day['pace_name']})"
        rows.append((f"{day['day']} ({ahead})", day["terrain_name"], miles, shown, means))
    return tuple(rows)


@rule("SRD-DAT-08")
def document(state: State, lang: str, *, days: int | None = None) -> Document:
    """The journey as a sheet: its days, its travelers, what to read aloud, and the log.

    Args:
        state: the page's inputs.
        lang: the reader's language.
        days: days of the log that are told; None for all.

    Raises:
        InputError: the first of the faults in the inputs.
    """
    desk, played = toolbox.journeys(), _played(state)
    if played.journey is None:
        raise played.faults[0]
    journey = played.journey
    days_told = desk.strip(played, state.pace, state.hours, lang)
    whole = _whole(journey, days_told)
    route = (
        " → ".join(desk.stage_words(stage).say(lang) for stage in journey.stages),
        (AT_LEAST if whole["more"] else WHOLE).fill(**whole).say(lang),
    )
    heads = (
        Text("Day", "日"),
        Text("Terrain", "地形"),
        Text("Miles", "マイル"),
        Text("Forage / navigate / search DC", "採集・航行・捜索DC"),
        Text("Exhaustion", "消耗"),
    )
    people = [
        (
            t["name"],
            f"{t['hp']} / {t['hp_max']}",
            str(t["level"]),
            "; ".join(m["text"] for m in t["marks"]) or "–",
        )
        for t in desk.travelers(journey, lang)
    ]
    log: list[str] = []
    for day in reversed(desk.log(played, lang, days or len(played.events) + 1)):
        number = Text(f"Day {day['day']}", f"{day['day']}日目").say(lang)
        log += [f"{number}: {fact['text']} [{fact['rule']}]" for fact in day["facts"]]
    cut = days is not None and len(desk.log(played, lang, days + 1)) > days
    logged = Text(f"Log, the last {days} days", f"記録（最後の{days}日分）") if cut else Text("Log", "記録")
    who = (Text("Name", "名前"), Text("HP", "HP"), Text("Exhaustion", "消耗"), Text("State", "状態"))
    parts = (
        Part(
            Text("The way", "道のり").say(lang),
            route,
            tuple(h.say(lang) for h in heads),
            _stage_rows(days_told, lang),
        ),
        Part(Text("Travelers", "旅をする者").say(lang), (), tuple(h.say(lang) for h in who), tuple(people)),
        Part(Text("Read aloud", "読み上げ").say(lang), (desk.aloud(journey, lang),)),
        *([Part(logged.say(lang), tuple(log))] if log else []),
    )
    title = Text(f"Journey, day {journey.day + 1}", f"旅・{journey.day + 1}日目").say(lang)
    facts = {"options": state.options, "moves": state.moves, "seed": state.seed, "link": state.link}
    return Document("journey", title, parts, toolbox.attribution().say(lang), facts)


def sheet(state: State, lang: str) -> dict[str, Any]:
    """The sheet for print and for the session sheet: the log's last days only."""
    made = document(state, lang, days=3)
    parts = [
        {"title": p.title, "lines": list(p.lines), "heads": list(p.heads), "rows": [list(r) for r in p.rows]}
        for p in made.parts
    ]
    return {"kind": made.kind, "title": made.title, "parts": parts, "attribution": made.attribution}


def export(state: State, ending: str, lang: str) -> Response:
    """The journey as a file; the JSON can be opened again.

    Raises:
        InputError: no such format, or faults in the inputs.
    """
    return posted.as_file(ending, ("md", "json"), lambda: document(state, lang))
