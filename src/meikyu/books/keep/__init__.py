"""The book `keep`: running a dungeon as its lord; one module a chapter subject, pure rules on integers."""

from __future__ import annotations

from meikyu.books.keep import (
    building,
    fights,
    food,
    ground,
    grudges,
    haul,
    healing,
    hunting,
    jobs,
    needs,
    passage,
    rampages,
    research,
    roof,
    rooms,
    sight,
    walks,
    wound_odds,
    wounds,
)
from meikyu.books.keep.params import KeepParams
from meikyu.core.asking import asker
from meikyu.core.book import Book, Question
from meikyu.errors import Text


def _questions() -> tuple[Question, ...]:
    from meikyu.books.keep.questions import QUESTIONS

    return QUESTIONS


BOOK = Book("keep", Text("Keep", "魔殿"), KeepParams, _questions)
ask = asker(BOOK)

__all__ = [
    "BOOK",
    "KeepParams",
    "ask",
    "building",
    "fights",
    "food",
    "ground",
    "grudges",
    "haul",
    "healing",
    "hunting",
    "jobs",
    "needs",
    "passage",
    "rampages",
    "research",
    "roof",
    "rooms",
    "sight",
    "walks",
    "wound_odds",
    "wounds",
]
