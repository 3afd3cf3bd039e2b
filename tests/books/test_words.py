"""Answers in words show no code: whatever a question's example tells has a name in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from meikyu.books import BOOKS
from meikyu.books.keep import BOOK as KEEP
from meikyu.books.keep import jobs, rampages, wounds
from meikyu.core import asking
from meikyu.core.book import Book
from meikyu.core.telling import OWN_IDS, PHRASES, answer_lines
from meikyu.core.words import FIELDS

CODE = re.compile(r"[a-z][a-z0-9]+(_[a-z0-9]+)*")
QUESTIONS = [(book, name) for book in BOOKS for name in book.questions]


def codes(value: Any, key: str = "") -> set[str]:
    """Fields and codes in an answer, but for the ids of things that the asker named."""
    if isinstance(value, dict):
        if set(value) in PHRASES:
            return set()
        own = set() if key in OWN_IDS else {k for k in value if CODE.fullmatch(k)}
        return own.union(*(codes(v, k) for k, v in value.items()))
    if isinstance(value, (list, tuple)):
        return set[str]().union(*(codes(v, key) for v in value))
    return {value} if isinstance(value, str) and key not in OWN_IDS and CODE.fullmatch(value) else set()


@pytest.mark.parametrize(("book", "name"), QUESTIONS, ids=lambda part: getattr(part, "name", part))
def test_every_code_of_an_answer_has_a_name(book: Book, name: str) -> None:
    question = book.questions[name]
    told = asking.answer(book, name, question.example, lang="ja")
    found = codes(told["value"], name) | {b["what"] for b in told["because"]}
    for part in (*told["warnings"], *(b["value"] for b in told["because"])):
        found |= codes(part)
    assert sorted(found - set(book.names()) - set(FIELDS)) == []
    lines = "\n".join(answer_lines(book, question, told, "ja"))
    assert not re.search(r"\b[a-z]+_[a-z_]+\b", lines.replace(told["question"], ""))


def test_words_are_those_of_the_book_itself() -> None:
    names = KEEP.names()
    for job in jobs.JOBS:
        assert names[job.id] == job.label
    for kind in rampages.KINDS:
        assert names[kind.id] == kind.name
    for code, name in zip(rampages.SEVERITIES, rampages.SEVERITY_NAMES, strict=True):
        assert names[code] == name
    for code, name in zip(("light", "moderate", "severe"), wounds.SEVERITY_NAMES, strict=True):
        assert names[code] == name
    assert [names[code].ja for code in ("off", "low", "normal", "high")] == [n.ja for n in jobs.LEVEL_NAMES]


def test_a_code_that_the_asker_gave_is_told_back_as_it_is() -> None:
    given = {"food_bar": 50, "foods": [{"id": "poisoned", "kind": "meal_small", "walk": 3}]}
    told = asking.answer(KEEP, "food.choose", given, lang="ja")
    assert "poisoned" in "\n".join(answer_lines(KEEP, KEEP.questions["food.choose"], told, "ja"))
