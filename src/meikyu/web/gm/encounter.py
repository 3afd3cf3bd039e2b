"""The encounter builder's facts: what a page's inputs make, judged by the toolbox, in the reader's language.

No rule is here: budgets, labels, advice and dice are answers of `toolbox.encounter.*`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from meikyu.books import toolbox
from meikyu.core.allowed import node_at
from meikyu.core.catalogue import text_of
from meikyu.errors import InputError, Text
from meikyu.web.gm import words
from meikyu.web.gm.asked import Fault, ask, words_of
from meikyu.web.gm.encounter_ideas import ideas
from meikyu.web.gm.encounter_inputs import Entry, State, bestiary, codes, read

LABELS = ("low", "moderate", "high")
RULES = {"low": "SRD-ENC-06", "moderate": "SRD-ENC-07", "high": "SRD-ENC-08"}
PLACES = ("SRD-ENC-01", "SRD-ENC-02", "SRD-ENC-03", "SRD-ENC-04")


@cache
def _worth(code: str, lair: bool) -> int:
    lairs = [code] if lair else []
    return ask("encounter.judge", "en", levels=[1], monsters=[[code, 1]], in_lair=lairs)["value"]["xp"]


def creatures(lang: str) -> dict[str, Any]:
    """The bestiary as the page's script wants it: rows with names and words in both languages."""
    rows = [
        {
            **row,
            "kind": toolbox.KINDS[row["type"]]._asdict(),
            "body": toolbox.SIZES[row["size"]]._asdict(),
            "traits": [toolbox.FEATURES[f].say(lang) for f in row["features"]],
            "rating": float(Fraction(row["cr"])),
        }
        for row in bestiary().values()
    ]
    kinds = [{"id": code, **text._asdict()} for code, text in toolbox.KINDS.items()]
    return {"creatures": rows, "kinds": kinds}


def _limits() -> dict[str, int]:
    """How far the questions' own inputs go, so that the page's buttons end there."""
    asked = toolbox.BOOK.questions
    judge, build = asked["encounter.judge"].inputs, asked["encounter.build"].inputs
    return {
        "characters": node_at(judge, "levels")["maxItems"],
        "level": node_at(judge, "levels[0]")["maximum"],
        "count": node_at(judge, "monsters[0][1]")["maximum"],
        "most": node_at(build, "max_creatures")["anyOf"][0]["maximum"],
    }


def judged(
    state: State, number: int, entries: list[Entry], levels: list[int], lang: str, faults: list[Fault]
) -> dict[str, Any]:
    """The answer of `encounter.judge` for one encounter; what is too large for its advice goes without."""
    given: dict[str, Any] = {
        "levels": levels,
        "monsters": [[e.code, e.count] for e in entries],
        "in_lair": [e.code for e in entries if e.lair],
        "difficulty": state.difficulty,
    }
    try:
        return ask("encounter.judge", lang, **given, advice=True)
    except InputError as error:
        faults.append(Fault(f"meetings[{number}]", words_of(error, lang)))
        told = ask("encounter.judge", lang, **given)
        value = told["value"]
        left = {d: b - value["xp"] for d, b in value["budget"].items()}
        return told | {"value": value | {"absent": [], "left": left}}


def rows_of(entries: list[Entry], rolled: dict[str, dict[str, Any]], lang: str) -> list[dict[str, Any]]:
    """The creatures of one encounter as the page shows them."""
    rows: list[dict[str, Any]] = []
    for entry in entries:
        kind, each = bestiary()[entry.code], _worth(entry.code, entry.lair)
        body, of = toolbox.SIZES[kind["size"]], toolbox.KINDS[kind["type"]]
        rows.append(
            {
                **{
                    k: kind[k]
                    for k in ("code", "cr", "ac", "hp", "hit_dice", "initiative", "page", "top_hit")
                },
                "name": kind["name"][lang],
                "other": kind["name"]["ja" if lang == "en" else "en"],
                "body": f"{body.say(lang)} {of.say(lang)}" if lang == "en" else f"{body.ja}の{of.ja}",
                "has_lair": kind["xp_lair"] is not None,
                "each": each,
                "count": entry.count,
                "xp": each * entry.count,
                "kept": min(entry.kept, entry.count),
                "lair": entry.lair,
                "rolled": rolled.get(kind["name"]["en"]),
            }
        )
    return rows


def rolled_for(state: State, number: int, entries: list[Entry], lang: str, faults: list[Fault]) -> Any:
    """The Hit Points of one encounter by English name, where they are rolled; each encounter has its own."""
    if state.hp is None or not entries:
        return {}
    pairs = [[e.code, e.count] for e in entries]
    try:
        told = ask("encounter.hit_points", lang, monsters=pairs, seed=state.hp + number)
    except InputError as error:
        faults.append(Fault("hp", words_of(error, lang)))
        return {}
    return {row["name"]: row for row in told["value"]["monsters"]}


def view(state: State, lang: str) -> dict[str, Any]:
    """Everything the page shows."""
    found = read(state, lang)
    faults = list(found.faults)
    told: dict[str, Any] = {"meetings": []}
    for number, (meeting, entries) in enumerate(zip(state.meetings, found.sound, strict=True)):
        rolled = rolled_for(state, number, entries, lang, faults)
        rows = rows_of(entries, rolled, lang)
        shown = {
            "name": meeting.name,
            "rows": rows,
            "xp": sum(r["xp"] for r in rows),
            "aloud": aloud(rows, lang),
        }
        if found.ready:
            shown |= _verdict(
                judged(state, number, entries, found.levels, lang, faults), found.levels, entries, lang
            )
        told["meetings"].append(shown)
    budget = told["meetings"][0]["budget"] if found.ready else dict.fromkeys(LABELS)
    told["difficulties"] = [
        {
            "id": d,
            "name": words.DIFFICULTIES[d].say(lang),
            "budget": budget[d],
            "rule": RULES[d],
            "text": text_of("toolbox", RULES[d]).say(lang),
        }
        for d in LABELS
    ]
    told["dungeon"] = {"xp": sum(m["xp"] for m in told["meetings"]), "budget": budget}
    told["limits"] = _limits() | {"usual": toolbox.BOOK.params().encounter.per_character * len(found.levels)}
    told["characters"], told["mixed"] = len(found.levels), len(set(found.levels)) > 1
    told["pool"] = [{"code": code, "name": bestiary()[code]["name"][lang]} for code in found.pool]
    told["ideas"] = ideas(state, found, lang) if found.ready else []
    told["places"] = [{"rule": rule, "text": text_of("toolbox", rule).say(lang)} for rule in PLACES]
    return told | {"faults": [f._asdict() for f in faults]}


def _verdict(told: dict[str, Any], levels: list[int], entries: list[Entry], lang: str) -> dict[str, Any]:
    value = told["value"]
    grades = {w["code"]: w["level"] for w in value["warnings"]}
    advice = [
        {
            "grade": words.GRADES[grades[b["what"]]].say(lang),
            "mark": words.MARKS[grades[b["what"]]],
            "text": b["text"],
            "rule": b["rule"],
        }
        for b in told["because"]
        if b["what"] in grades
    ]
    names = bestiary()
    absent = [
        {
            **found,
            "label": words.DIFFICULTIES[found["label"]].say(lang),
            "remove": [
                {"code": (code := codes()[name]), "count": n, "name": names[code]["name"][lang]}
                for name, n in found["remove"]
            ],
        }
        for found in value["absent"]
    ]
    return {
        "budget": value["budget"],
        "label": value["label"],
        "label_name": words.DIFFICULTIES[value["label"]].say(lang),
        "left": value["left"],
        "advice": advice + _fine(set(grades), levels, entries, lang),
        "absent": absent,
        "because": [b for b in told["because"] if b["what"] not in grades and b["what"] != "absent"],
    }


def _fine(codes: set[str], levels: list[int], entries: list[Entry], lang: str) -> list[dict[str, str]]:
    """What the advisor looked at and found nothing to say of."""
    if not entries:
        return []
    count, most = sum(e.count for e in entries), max((bestiary()[e.code] for e in entries), key=_rating)["cr"]
    each = toolbox.BOOK.params().encounter.per_character
    few = count <= each * len(levels)
    looked = (
        (
            {"many_creatures"},
            "SRD-TRB-02",
            Text(f"{count} creatures, at most {each} a character", f"{count}体は1人あたり{each}体以内")
            if few
            else Text("Those beyond two a character fall quickly", "1人2体を超える分は脆い者だけ"),
        ),
        (
            {"powerful_creature"},
            "SRD-TRB-10",
            Text(
                f"Highest CR {most}: not above level {min(levels)}",
                f"最高の脅威度{most}はレベル{min(levels)}以下",
            ),
        ),
        (
            {"three_stat_blocks", "too_many_stat_blocks"},
            "SRD-TRB-09",
            Text(
                f"{len(entries)} stat blocks are easy to run",
                f"データ・ブロックは{len(entries)}種。動かしやすい",
            ),
        ),
    )
    return [
        {"grade": words.GRADES["fine"].say(lang), "mark": "ok", "text": text.say(lang), "rule": rule}
        for warned, rule, text in looked
        if not warned & codes
    ]


def _rating(row: dict[str, Any]) -> Fraction:
    return Fraction(row["cr"])


def aloud(rows: list[dict[str, Any]], lang: str) -> str:
    """What players see, without names or numbers of the rules."""
    seen: dict[str, int] = {}
    for row in rows:
        seen[row["body"]] = seen.get(row["body"], 0) + row["count"]
    if not seen:
        return ""
    if lang == "en":
        return "Before you: " + ", ".join(f"{n} {body}" for body, n in seen.items()) + "."
    return "目の前にいるのは、" + "、".join(f"{body}{n}体" for body, n in seen.items()) + "。"
