"""The book `floor2`: the defusal module Dungeon 2nd Floor: edgework, stages, combat, course and game."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from meikyu.books.floor2 import codex, combat, course, edgework, game, generator, logs, stages
from meikyu.books.floor2.params import Floor2Params
from meikyu.core.asking import answer as _answer
from meikyu.core.asking import asker
from meikyu.core.book import Book, Question
from meikyu.errors import Text


def _questions() -> tuple[Question, ...]:
    from meikyu.books.floor2.questions import QUESTIONS

    return QUESTIONS


def _game() -> ModuleType:
    return game


BOOK = Book("floor2", Text("2nd Floor", "2F解除"), Floor2Params, _questions, _game)
ask = asker(BOOK)


def answer(question: str, inputs: dict[str, Any], lang: str) -> dict[str, Any]:
    """The answer object of a question, its texts in `lang`."""
    return _answer(BOOK, question, inputs, lang=lang)


__all__ = [
    "BOOK",
    "Floor2Params",
    "answer",
    "ask",
    "codex",
    "combat",
    "course",
    "edgework",
    "game",
    "generator",
    "logs",
    "stages",
]
