"""The book `table`: the house rules of a 2d6 table on a square battle map."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.core.asking import asker
from meikyu.core.book import Book, Question
from meikyu.errors import Text


class Params(NamedTuple):
    """Numbers of the book."""


def _questions() -> tuple[Question, ...]:
    return ()


BOOK = Book("table", Text("Battle map", "戦場"), Params, _questions)
ask = asker(BOOK)
