"""The contagion desk's facts: card, one patient's calendar, exact odds; answers of `toolbox.contagion.*`."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec

from meikyu.core.catalogue import text_of
from meikyu.errors import InputError, Text
from meikyu.web.gm.asked import Fault, ask, words_of
from meikyu.web.gm.sheets import part, percent, sheet

CONTAGIONS = ("cackle_fever", "sewer_plague", "sight_rot")
STATES = {
    "clear": Text("Clear", "感染なし"),
    "immune": Text("Immune", "免疫"),
    "incubating": Text("Incubating", "潜伏"),
    "symptomatic": Text("Symptoms", "症状"),
    "infected": Text("Blinded", "盲目"),
    "suppressed": Text("Suppressed", "抑制中"),
    "cured": Text("Cured", "治癒"),
    "dead": Text("Dead", "死亡"),
}
MARKS = {
    "clear": "ok",
    "immune": "ok",
    "incubating": "note",
    "symptomatic": "warn",
    "infected": "warn",
    "suppressed": "note",
    "cured": "ok",
    "dead": "bad",
}
PARTS = {
    "catch": Text("Caught by", "感染"),
    "symptoms": Text("Symptoms", "症状"),
    "fight": Text("Fighting it", "疫病との戦い"),
}
ALOUD = {
    "cackle_fever": Text(
        "Somebody laughs in the next room. It does not sound merry, and it does not stop.",
        "隣の部屋で誰かが笑っている。楽しげではなく、いつまでも止まない。",
    ),
    "sewer_plague": Text(
        "The water stands knee-deep and warm, and the rats do not run from your light.",
        "水は膝まであり、生ぬるい。鼠たちは灯りから逃げようともしない。",
    ),
    "sight_rot": Text(
        "The well is clear and cold. The old dog beside it turns its white eyes to your voice.",
        "井戸の水は澄んで冷たい。傍らの老犬が、白く濁った目をあなたの声へ向ける。",
    ),
}
HOURS = 24


class Hand(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What the table settled for a day."""

    day: int
    die: int | None = None
    rest_die: int | None = None
    level: int | None = None
    cured: bool = False


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The page's inputs.

    Args:
        contagion: code; name: who is ill; creature, gnome: what they are.
        con_save: bonus to Constitution saves; level: Exhaustion at the infection.
        start: number of the infection's day in the campaign; days: played since then.
        seed: of the dice; resting: days of recuperating; by_hand: what the table settled.
        doses: hours after the infection at which ointment was applied.
    """

    contagion: Annotated[str, msgspec.Meta(max_length=80)] = CONTAGIONS[0]
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    creature: Literal["humanoid", "beast", "other"] = "humanoid"
    gnome: bool = False
    con_save: int = 0
    level: int = 0
    start: int = 1
    days: int = 0
    seed: int = 0
    resting: Annotated[list[int], msgspec.Meta(max_length=366)] = []
    by_hand: Annotated[list[Hand], msgspec.Meta(max_length=366)] = []
    doses: Annotated[list[int], msgspec.Meta(max_length=100)] = []


def view(state: State, lang: str) -> dict[str, Any]:
    """Everything the page shows."""
    faults: list[Fault] = []
    code = state.contagion if state.contagion in CONTAGIONS else CONTAGIONS[0]
    card = _named(state.contagion, lang, faults)
    if card is None:
        card = ask("contagion.card", lang, contagion=code)
    value = card["value"]
    code = value["code"]
    told: dict[str, Any] = {
        "contagions": [
            {"code": c, "name": ask("contagion.card", lang, contagion=c)["value"]["name"][lang]}
            for c in CONTAGIONS
        ],
        "contagion": code,
        "card": _card(value, lang),
        "catches": state.creature in value["catches"] and not (state.gnome and "gnome" in value["immune"]),
        "states": {k: v.say(lang) for k, v in STATES.items()},
        "marks": MARKS,
    }
    if code == "sight_rot":
        told |= _rot(state, lang, faults)
    else:
        told |= _fought(state, code, value, lang, faults)
    told["sheet"] = _sheet(state, told, lang)
    return told | {"faults": [f._asdict() for f in faults]}


def _named(name: str, lang: str, faults: list[Fault]) -> dict[str, Any] | None:
    try:
        return ask("contagion.card", lang, contagion=name)
    except InputError as error:
        faults.append(Fault("contagion", words_of(error, lang)))
        return None


def _card(value: dict[str, Any], lang: str) -> dict[str, Any]:
    rows = [
        {
            "label": PARTS[which].say(lang),
            "texts": [{"text": text_of("toolbox", rule_id).say(lang), "rule": rule_id} for rule_id in ids],
        }
        for which, ids in value["rules"].items()
    ]
    return {
        "name": value["name"][lang],
        "rows": rows,
        "dc": value["dc"],
        "incubation": value["incubation"],
        "fight_dc": value["fight_dc"],
        "immunity_days": value["immunity_days"],
        "aloud": ALOUD[value["code"]].say(lang),
    }


def _inputs(state: State, code: str, lang: str, faults: list[Fault]) -> dict[str, Any]:
    """The calendar's inputs without those at fault; each fault is told at the page's own field."""
    good: dict[str, Any] = {"contagion": code, "con_save": 0, "days": 0}
    lone: tuple[tuple[str, Any], ...] = (
        ("con_save", state.con_save),
        ("level", state.level),
        ("days", state.days),
        ("seed", state.seed),
        ("resting", state.resting),
    )
    for field, given in lone:
        try:
            ask("contagion.calendar", lang, **{**good, "days": 0, field: given})
            good[field] = given
        except InputError as error:
            faults.append(Fault(field, words_of(error, lang)))
    kept: list[dict[str, Any]] = []
    for row in state.by_hand:
        made = msgspec.to_builtins(row)
        try:
            ask("contagion.calendar", lang, **{**good, "days": 0, "by_hand": [*kept, made]})
            kept.append(made)
        except InputError as error:
            faults.append(Fault(f"by_hand[{row.day}]", words_of(error, lang)))
    return good | {"by_hand": kept}


def _fought(state: State, code: str, card: dict[str, Any], lang: str, faults: list[Fault]) -> dict[str, Any]:
    inputs = _inputs(state, code, lang, faults)
    calendar = ask("contagion.calendar", lang, **inputs)
    value = calendar["value"]
    days = [_day(row, state.start) for row in value["days"]]
    level = next(
        (d["level"] for d in value["days"] if d["onset"]), min(max(inputs.get("level", 0), 0) + 1, 5)
    )
    con_save, level = inputs["con_save"], min(max(level, 1), 5)
    odds = ask("contagion.odds", lang, contagion=code, con_save=con_save, level=level)
    rest = ask("contagion.rest", lang, contagion=code, con_save=con_save, level=level)["value"]
    end = days[-1] if value["over"] else None
    immune = card["immunity_days"] if end and end["state"] == "cured" else 0
    return {
        "days": days,
        "state": value["state"],
        "over": value["over"],
        "onset": {
            "day": value["onset_day"] + state.start,
            "by_hand": any(h["day"] == 0 for h in inputs["by_hand"]),
        },
        "immune_until": end["date"] + immune if end and immune else None,
        "p_infected": value["p_infected"],
        "level": level,
        "odds": _endings(odds["value"]),
        "rest": rest,
        "because": [*calendar["because"], *odds["because"]],
    }


def _day(row: dict[str, Any], start: int) -> dict[str, Any]:
    return {**row, "date": row["day"] + start}


def _endings(value: dict[str, Any]) -> dict[str, Any]:
    """The chances to be cured, dead or still ill by each day, and the days by which it is over."""
    rows: list[dict[str, Any]] = []
    cured = dead = Fraction(0)
    marks: dict[str, int | None] = {"half": None, "most": None}
    for day, ends in value["by_day"].items():
        cured += Fraction(ends["cured"]["fraction"])
        dead += Fraction(ends["dead"]["fraction"])
        for name, share in (("half", Fraction(1, 2)), ("most", Fraction(9, 10))):
            if marks[name] is None and cured + dead >= share:
                marks[name] = int(day)
        rows.append(
            {"day": int(day), "cured": _exact(cured), "dead": _exact(dead), "ill": _exact(1 - cured - dead)}
        )
    return {**{k: value[k] for k in ("p_cured", "p_dead", "expected_days")}, "rows": rows, **marks}


def _exact(share: Fraction) -> dict[str, Any]:
    long = str(share)
    return {"fraction": long if len(long) < 40 else f"≈{float(share):.9f}", "value": float(share)}


def _rot(state: State, lang: str, faults: list[Fault]) -> dict[str, Any]:
    doses: list[int] = []
    for hour in sorted(state.doses):
        try:
            ask("contagion.ointment", lang, applications=[hour], hour=0)
            doses.append(hour)
        except InputError as error:
            faults.append(Fault("doses", words_of(error, lang)))
    rows: list[dict[str, Any]] = []
    because: list[dict[str, Any]] = []
    healed = {h.day for h in state.by_hand if h.cured}
    shown = min(max(state.days, 0), 60)
    if shown != state.days:
        allowed = Text("0 to 60 days", "0〜60日")
        faults.append(Fault("days", InputError("out_of_range", "", state.days, allowed).say(lang)))
    for day in range(shown + 1):
        answer = ask("contagion.ointment", lang, applications=doses, hour=day * HOURS)
        now = answer["value"]
        applied = [h for h in doses if day * HOURS <= h < (day + 1) * HOURS]
        if now["state"] != "clear" and applied:  # a dose of this very day works until the next
            later = ask("contagion.ointment", lang, applications=doses, hour=applied[-1])
            now = {**now, "state": later["value"]["state"]}
        over = "cured" if now["state"] == "clear" or day in healed else now["state"]
        rows.append({"day": day, "date": day + state.start, **now, "state": over, "doses": len(applied)})
        because = answer["because"]
        if over == "cured":
            break
    wasted = [two for one, two in pairwise(doses) if two - one < HOURS]
    return {
        "days": rows,
        "state": rows[-1]["state"],
        "over": rows[-1]["state"] == "cured",
        "wasted": len(wasted),
        "p_infected": ask_infection(state, lang, faults),
        "because": because,
    }


def ask_infection(state: State, lang: str, faults: list[Fault]) -> dict[str, Any] | None:
    """The chance that the save against Sight Rot's water or touch fails."""
    dc = ask("contagion.card", lang, contagion="sight_rot")["value"]["dc"]
    try:
        made = ask("search.odds", lang, dc=dc, bonuses=[state.con_save])["value"]["p_detect"]
    except InputError as error:
        faults.append(Fault("con_save", words_of(error, lang)))
        return None
    return _exact(1 - Fraction(made["fraction"]))


def _sheet(state: State, told: dict[str, Any], lang: str) -> dict[str, Any]:
    card = told["card"]
    who = f": {state.name.strip()}" if state.name.strip() else ""
    title = f"{card['name']}{who}"
    lines = [f"{row['label']}: {t['text']} [{t['rule']}]" for row in card["rows"] for t in row["texts"]]
    lines.append(f"{Text('Read aloud', '読み上げ').say(lang)}: {card['aloud']}")
    if "odds" in told:
        odds = told["odds"]
        mean = odds["expected_days"]
        length = f"{mean['value']:.1f}" if mean else Text("may never end", "終わらないことがある").say(lang)
        lines.append(
            Text(
                f"From the onset: cured {percent(odds['p_cured'])}, dead {percent(odds['p_dead'])}, "
                f"mean length {length} days",
                f"発症から：治癒{percent(odds['p_cured'])}、死亡{percent(odds['p_dead'])}、平均{length}日",
            ).say(lang)
        )
    heads = [t.say(lang) for t in (Text("Day", "日"), Text("State", "状態"), Text("What happened", "出来事"))]
    rows = [[str(d["date"]), told["states"][d["state"]], _happened(d, lang)] for d in told["days"]]
    return sheet("contagion", title, [part(title, lines, heads, rows)], lang)


def _happened(day: dict[str, Any], lang: str) -> str:
    parts: list[str] = []
    if day.get("doses"):
        parts.append(Text(f"{day['doses']} dose(s) of ointment", f"軟膏{day['doses']}回分").say(lang))
    for save in day.get("saves", []):
        made = Text("made", "成功") if save["success"] else Text("failed", "失敗")
        parts.append(
            Text(
                f"{save['die']}{save['bonus']:+d} = {save['total']} against DC {save['dc']}, {made.en}",
                f"{save['die']}{save['bonus']:+d}={save['total']}、DC{save['dc']}に{made.ja}",
            ).say(lang)
        )
    if day.get("level"):
        parts.append(Text(f"Exhaustion {day['level']}", f"消耗{day['level']}").say(lang))
    return "; ".join(parts)
