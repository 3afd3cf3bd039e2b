"""The book `toolbox`: the gamemaster's toolbox of SRD 5.2.1: journeys, hazards, contagions, traps, fights."""

from __future__ import annotations

from types import ModuleType

from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.words import FEATURES, KINDS, SIZES
from meikyu.core.asking import asker
from meikyu.core.book import Book, Question
from meikyu.errors import Text


def _questions() -> tuple[Question, ...]:
    from meikyu.books.toolbox.questions import QUESTIONS

    return QUESTIONS


def _game() -> ModuleType:
    from meikyu.books.toolbox import game

    return game


def journeys() -> ModuleType:
    """What a desk needs of a journey beyond the game: playing it from its moves, forecast, words."""
    from meikyu.books.toolbox import journey_desk

    return journey_desk


def attribution() -> Text:
    """The words that go with every page and export of the book's data (SRD-DAT-08)."""
    from meikyu.books.toolbox import origin

    return origin.attribution()


BOOK = Book("toolbox", Text("Gamemaster's toolbox", "ゲームマスターの道具"), ToolboxParams, _questions, _game)
ask = asker(BOOK)

__all__ = [
    "BOOK",
    "FEATURES",
    "KINDS",
    "SIZES",
    "ToolboxParams",
    "ask",
    "attribution",
    "journeys",
]
