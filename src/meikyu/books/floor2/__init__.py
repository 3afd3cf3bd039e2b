"""The book `floor2`: the defusal module Dungeon 2nd Floor: edgework, stages, combat, course and game."""

from __future__ import annotations

from types import ModuleType

from meikyu.books.floor2.params import Floor2Params
from meikyu.core.asking import asker
from meikyu.core.book import Book, Question
from meikyu.errors import Text


def _questions() -> tuple[Question, ...]:
    from meikyu.books.floor2.questions import QUESTIONS

    return QUESTIONS


def _game() -> ModuleType:
    from meikyu.books.floor2 import game

    return game


BOOK = Book("floor2", Text("2nd Floor", "2F解除"), Floor2Params, _questions, _game)
ask = asker(BOOK)
