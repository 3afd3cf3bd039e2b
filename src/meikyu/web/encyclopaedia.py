"""The rules encyclopaedia as JSON: topics, search, one rule with its places and cases, coverage; no HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from meikyu.books import BOOKS, by_name
from meikyu.core import catalogue
from meikyu.core.asking import answer
from meikyu.core.book import Book
from meikyu.core.catalogue import Entry
from meikyu.core.ruling import rule
from meikyu.errors import InputError, Text
from meikyu.web.units import unit_in

TOPICS = {
    ("keep", "NEED"): Text("Needs and complaints", "欲求と愚痴"),
}
"""Topics of the help whose name is wider than their chapter's."""

STATUSES = {
    "code": Text("carried out by the game", "ゲームが行う"),
    "table": Text("data", "データ"),
    "people": Text("people at the table decide", "卓の人が決める"),
    "open": Text("not carried out yet", "まだ行われない"),
}
BASES = {
    "seed": Text("the book says so", "書かれているとおり"),
    "source": Text("a public source fills a gap", "公開の出典で補った"),
    "seed+source": Text("the book, with a public source", "書かれたことと公開の出典"),
    "design": Text("our decision", "こちらで決めたこと"),
}
NOTHING = Text(
    "No rule has these words. Try fewer letters, or the other language.",
    "この言葉に当てはまる掟はありません。短くするか、もう一方の言語で試してください。",
)
ID = re.compile(r"\b(?:KEP|PRI|SRD|FL2|TBL)-[A-Z0-9]+-\d+\b")


def topic_label(book: str, section: catalogue.Section) -> Text:
    """What the topic bar calls a chapter."""
    return TOPICS.get((book, section.id), section.title)


@rule("KEP-HELP-01")
def topics(book: Book, hits: Sequence[Entry], lang: str) -> list[dict[str, Any]]:
    """The topic bar: a book's topics that hold any of `hits`, with how many."""
    counts: dict[str, int] = {}
    for entry in hits:
        if entry.book == book.name:
            counts[entry.section] = counts.get(entry.section, 0) + 1
    return [
        {"id": s.id, "label": topic_label(book.name, s).say(lang), "count": counts[s.id]}
        for s in book.catalogue.sections
        if counts.get(s.id)
    ]


def head(lang: str) -> dict[str, Any]:
    """What the encyclopaedia shows around its rules: books with coverage, statuses, bases."""
    table = catalogue.coverage([b.name for b in BOOKS])
    return {
        "books": [
            {"name": b.name, "label": b.label.say(lang), "title": b.catalogue.title.say(lang)} | table[b.name]
            for b in BOOKS
        ],
        "total": sum(row["total"] for row in table.values()),
        "statuses": {k: v.say(lang) for k, v in STATUSES.items()},
        "bases": {k: v.say(lang) for k, v in BASES.items()},
    }


def total_rules() -> int:
    """How many rules the five catalogues hold."""
    return sum(len(b.catalogue.entries) for b in BOOKS)


def _book_of(name: str) -> Book | None:
    if not name or name == "all":
        return None
    if name not in by_name():
        raise InputError("not_allowed", "book", name, ["all", *by_name()])
    return by_name()[name]


@rule("KEP-HELP-02")
def find(
    words: str = "", book: str = "keep", topic: str = "", status: str = "", lang: str = "en"
) -> dict[str, Any]:
    """The rules that fit, with the topics they belong to; nothing but a message where none does.

    Args:
        words: text to look for in ids and both languages; empty for all.
        book: a book's name, or "all".
        topic: only this chapter; empty for all.
        status: only this status; empty for all.
        lang: language of the answer.

    Raises:
        InputError: no such book or status.
    """
    asked = _book_of(book)
    if status and status not in STATUSES:
        raise InputError("not_allowed", "status", status, list(STATUSES))
    within = (asked,) if asked else BOOKS
    if words.strip():
        found = catalogue.search((b.catalogue for b in within), words)
    else:
        found = [e for b in within for e in b.catalogue.entries.values()]
    found = [e for e in found if not status or e.status == status]
    if not found:
        return {"message": NOTHING.say(lang), "topics": [], "entries": []}
    shown = [e for e in found if not topic or e.section == topic] or found
    bar = topics(asked, found, lang) if asked else []
    return {
        "message": "",
        "topics": bar,
        "entries": [{"id": e.id, "text": e.text.say(lang), "status": e.status} for e in shown],
    }


@cache
def _mentions() -> dict[str, tuple[str, ...]]:
    """Rules by the id they speak of, in the order of the books."""
    found: dict[str, list[str]] = {}
    for book in BOOKS:
        for entry in book.catalogue.entries.values():
            for other in dict.fromkeys(ID.findall(f"{entry.text.en} {entry.text.ja} {entry.note}")):
                if other != entry.id:
                    found.setdefault(other, []).append(entry.id)
    return {k: tuple(v) for k, v in found.items()}


def entry_of(rule_id: str) -> tuple[Book, Entry]:
    """A rule and its book.

    Raises:
        InputError: no catalogue has the id.
    """
    wanted = rule_id.strip().upper()
    for book in BOOKS:
        if wanted in book.catalogue.entries:
            return book, book.catalogue.entries[wanted]
    raise InputError(
        "not_allowed",
        "id",
        rule_id,
        Text("an id such as KEP-FOOD-20", "KEP-FOOD-20 のような番号"),
    )


def one(rule_id: str, lang: str, live: Any = None) -> dict[str, Any]:
    """Everything there is to know of one rule.

    Args:
        rule_id: its id, in any case.
        lang: language of labels; the rule's text comes in both.
        live: params in force in the running dungeon, or None.

    Raises:
        InputError: no such id.
    """
    book, entry = entry_of(rule_id)
    section = next(s for s in book.catalogue.sections if s.id == entry.section)
    order = list(book.catalogue.entries)
    at = order.index(entry.id)
    spoken = [i for i in dict.fromkeys(ID.findall(f"{entry.text.en} {entry.note}")) if i != entry.id]
    known = {i for b in BOOKS for i in b.catalogue.entries}
    related = [i for i in dict.fromkeys([*spoken, *_mentions().get(entry.id, ())]) if i in known]
    return {
        "id": entry.id,
        "book": book.name,
        "book_label": book.label.say(lang),
        "topic": {"id": section.id, "label": topic_label(book.name, section).say(lang)},
        "text": entry.text._asdict(),
        "basis": {"id": entry.basis, "label": BASES[entry.basis].say(lang)},
        "status": {"id": entry.status, "label": STATUSES[entry.status].say(lang)},
        "values": entry.values,
        "params": _params(book, entry.id, live, lang),
        "examples": list(entry.examples),
        "note": entry.note,
        "places": [p._asdict() for p in entry.places],
        "cases": _cases(book, entry.id),
        "related": [{"id": i, "text": entry_of(i)[1].text.say(lang)} for i in related],
        "before": order[at - 1] if at else "",
        "after": order[at + 1] if at + 1 < len(order) else "",
    }


def _params(book: Book, rule_id: str, live: Any, lang: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for param in book.param_table.values():
        if param.rule == rule_id:
            unit = unit_in(param.unit, lang)
            row: dict[str, Any] = {"key": param.key, "value": param.value, "unit": unit, "now": None}
            if live is not None and book.name == "keep":
                row["now"] = _in_force(live, param.key)
            rows.append(row)
    return rows


def _in_force(live: Any, key: str) -> Any:
    """A param's value in a running dungeon: its params follow the dotted key, less the book's name."""
    node = live
    parts = key.split(".")
    for part in parts[1:] if parts[0] == "keep" else parts:
        node = getattr(node, part, None)
    return list(node) if isinstance(node, tuple) else node


def _cases(book: Book, rule_id: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, (file, case) in enumerate(catalogue.cases(book.name)):
        if rule_id in case.get("rules", ()):
            how = next((k for k in ("ask", "call", "scenario", "page") if k in case), "")
            rows.append(
                {
                    "number": number,
                    "file": f"{file}.toml",
                    "name": case.get("name", ""),
                    "how": how,
                    "of": str(case.get(how, "")),
                    "given": case.get("given", {}),
                    "expect": case.get("expect", case.get("error", {})),
                    "runs": how == "ask",
                }
            )
    return rows


def run_case(book: str, number: int, lang: str) -> dict[str, Any]:
    """The answer to a case that asks a public question, computed now.

    Raises:
        InputError: no such book or case, or the case asks no question.
    """
    asked = _book_of(book)
    rows = catalogue.cases(asked.name) if asked else ()
    if asked is None or not 0 <= number < len(rows) or "ask" not in rows[number][1]:
        raise InputError("not_allowed", "case", number, Text("a case that asks a question", "問いの例"))
    case = rows[number][1]
    return answer(asked, str(case["ask"]), case.get("given", {}), lang=lang)
