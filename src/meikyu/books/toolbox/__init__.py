"""The book `toolbox`: the gamemaster's toolbox of SRD 5.2.1."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.core.asking import asker
from meikyu.core.book import Book, Question
from meikyu.errors import Text


class Params(NamedTuple):
    """Numbers of the book."""


def _questions() -> tuple[Question, ...]:
    return ()


BOOK = Book("toolbox", Text("Gamemaster's toolbox", "ゲームマスターの道具"), Params, _questions)
ask = asker(BOOK)
