"""The encounters as sheets: for print, Markdown, CSV and JSON, and as CCFOLIA pieces one by one."""

from __future__ import annotations

from typing import Any

import msgspec

from meikyu.books import toolbox
from meikyu.convert import ccfolia
from meikyu.convert.document import Document, Part
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.web.gm import words
from meikyu.web.gm.encounter import view
from meikyu.web.gm.encounter_inputs import State

HEADS = (
    Text("Creature", "クリーチャー"),
    Text("CR", "脅威度"),
    Text("AC", "AC"),
    Text("Hit Points", "HP"),
    Text("Initiative", "イニシアチブ"),
    Text("XP each", "1体のXP"),
    Text("Count", "体数"),
    Text("XP", "XP"),
    Text("SRD page", "SRDページ"),
)


NOBODY = Text("Nobody is here yet.", "まだ誰もいません。")
SHOWN_NAMES = 4


def hit_points(row: dict[str, Any]) -> list[int]:
    """The Hit Points of each creature of a row: rolled where they are, else the fixed number."""
    return row["rolled"]["rolled"] if row["rolled"] else [row["hp"]] * row["count"]


def title_of(meeting: dict[str, Any], number: int, lang: str) -> str:
    """The encounter's own name, or its number."""
    return meeting["name"] or Text(f"Encounter {number + 1}", f"遭遇{number + 1}").say(lang)


def _part(meeting: dict[str, Any], number: int, lang: str) -> Part:
    title, lines = title_of(meeting, number, lang), list[str]()
    if not meeting["rows"]:
        return Part(title, (NOBODY.say(lang),))
    if "label" in meeting:
        budget = ", ".join(f"{b:,}" for b in meeting["budget"].values())
        lines.append(
            Text(
                f"{meeting['label_name']}: {meeting['xp']:,} XP (low, moderate, high: {budget})",
                f"難易度 {meeting['label_name']}：{meeting['xp']:,}XP（低・中・高の予算 {budget}）",
            ).say(lang)
        )
        lines += [f"{a['grade']}: {a['text']} [{a['rule']}]" for a in meeting["advice"] if a["mark"] != "ok"]
    if meeting["aloud"]:
        lines.append(Text(f"Read aloud: {meeting['aloud']}", f"読み上げ：{meeting['aloud']}").say(lang))
    rows = tuple(
        (
            f"{row['name']} ({Text('lair', 'ねぐら').say(lang)})" if row["lair"] else row["name"],
            row["cr"],
            str(row["ac"]),
            " ".join(map(str, hit_points(row))) if row["rolled"] else str(row["hp"]),
            f"{row['initiative']:+d}",
            str(row["each"]),
            str(row["count"]),
            str(row["xp"]),
            str(row["page"]),
        )
        for row in meeting["rows"]
    )
    return Part(title, tuple(lines), tuple(h.say(lang) for h in HEADS), rows)


def _title(meetings: list[dict[str, Any]], lang: str) -> str:
    """What the sheet is called: the names of its encounters, or their number where they are many."""
    names = [title_of(meeting, number, lang) for number, meeting in enumerate(meetings)]
    if len(names) == 1:
        return names[0]
    if len(names) > SHOWN_NAMES:
        return Text(f"{len(names)} encounters", f"遭遇{len(names)}回").say(lang)
    return Text(f"Encounters: {', '.join(names)}", f"遭遇：{'、'.join(names)}").say(lang)


def _party(state: State, lang: str) -> Part:
    groups = [(count, level) for count, level in state.party if count]
    who = Text(
        ", ".join(f"{count} of level {level}" for count, level in groups) or "nobody",
        "、".join(f"レベル{level}が{count}人" for count, level in groups) or "なし",
    )
    meant = words.DIFFICULTIES[state.difficulty]
    line = Text(f"{who.en}; meant to be {meant.en.lower()}", f"{who.ja}。意図した難易度：{meant.ja}")
    return Part(Text("Party", "一行").say(lang), (line.say(lang),))


def _dungeon(told: dict[str, Any], lang: str) -> Part:
    heads = (Text("Encounter", "遭遇"), Text("XP", "XP"), Text("Difficulty", "難易度"))
    rows = [
        (title_of(m, n, lang), str(m["xp"]), m.get("label_name", "")) for n, m in enumerate(told["meetings"])
    ]
    rows.append((Text("All", "合計").say(lang), str(told["dungeon"]["xp"]), ""))
    lines = [NO_DAY.say(lang)]
    if told["dungeon"]["budget"]["low"] is not None:
        sums = ", ".join(f"{d['name']} {d['budget']:,}" for d in told["difficulties"])
        lines.insert(0, Text(f"Budgets of one encounter: {sums} XP", f"1回の遭遇の予算：{sums} XP").say(lang))
    return Part(
        Text("The whole dungeon", "ダンジョン全体").say(lang),
        tuple(lines),
        tuple(h.say(lang) for h in heads),
        tuple(rows),
    )


NO_DAY = Text(
    "The book has no budget for a day: the sum stands beside the budget of a single encounter.",
    "本には1日ぶんの予算がありません。合計は、1回の遭遇の予算と並べて示すだけです。",
)
"""What is said wherever the encounters of a day are added up."""


@rule("SRD-DAT-08")
def document(state: State, link: str, lang: str) -> Document:
    """The encounters of the page as one sheet; `link` is the address that opens them again."""
    told = view(state, lang)
    parts = [_part(meeting, number, lang) for number, meeting in enumerate(told["meetings"])]
    title = _title(told["meetings"], lang)
    if len(parts) > 1:
        parts.append(_dungeon(told, lang))
    parts.insert(0, _party(state, lang))
    facts = {
        "party": [{"characters": count, "level": level} for count, level in state.party],
        "difficulty": state.difficulty,
        "encounters": [_facts(m, n, lang) for n, m in enumerate(told["meetings"])],
        "dungeon": told["dungeon"],
        "inputs": msgspec.to_builtins(state),
        "link": link,
    }
    return Document("encounter", title, tuple(parts), toolbox.attribution().say(lang), facts)


def _facts(meeting: dict[str, Any], number: int, lang: str) -> dict[str, Any]:
    kept = ("code", "name", "cr", "ac", "initiative", "each", "count", "xp", "lair", "page")
    return {
        "title": title_of(meeting, number, lang),
        "label": meeting.get("label"),
        "xp": meeting["xp"],
        "budget": meeting.get("budget"),
        "advice": [a for a in meeting.get("advice", []) if a["mark"] != "ok"],
        "absent": meeting.get("absent", []),
        "creatures": [{k: r[k] for k in kept} | {"hit_points": hit_points(r)} for r in meeting["rows"]],
    }


def as_json(made: Document) -> dict[str, Any]:
    """The sheet for a script that prints it."""
    parts = [part._asdict() for part in made.parts]
    return {"kind": made.kind, "title": made.title, "parts": parts, "attribution": made.attribution}


@rule("SRD-DAT-08")
def pieces(state: State, lang: str) -> list[dict[str, str]]:
    """A CCFOLIA piece for each creature of the open encounter: its name and the text to be pasted."""
    told = view(state, lang)["meetings"][state.number]
    licence = toolbox.attribution().say(lang)
    found: list[dict[str, str]] = []
    for row in told["rows"]:
        for number, hp in enumerate(hit_points(row), 1):
            name = f"{row['name']} {number}" if row["count"] > 1 else row["name"]
            commands = [f"1d20{row['initiative']:+d} {INITIATIVE.say(lang)}"]
            if row["top_hit"]:
                commands.append(
                    f"{row['top_hit'].replace(' ', '')} {Text('hardest hit', '最大の一撃').say(lang)}"
                )
            made = ccfolia.Piece(
                name=name,
                memo=f"CR {row['cr']} / {row['body']} / SRD p.{row['page']}\n{licence}",
                initiative=row["initiative"],
                status=(("HP", hp, hp),),
                params=(
                    ("AC", str(row["ac"])),
                    (INITIATIVE.say(lang), str(row["initiative"])),
                    ("XP", str(row["each"])),
                ),
                commands=tuple(commands),
            )
            found.append({"name": name, "text": ccfolia.text(made)})
    return found


INITIATIVE = Text("Initiative", "イニシアチブ")
