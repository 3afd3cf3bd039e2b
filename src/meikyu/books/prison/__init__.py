"""The book `prison`: being jailed and getting out."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.core.asking import asker
from meikyu.core.book import Book, Question
from meikyu.errors import Text


class Params(NamedTuple):
    """Numbers of the book."""


def _questions() -> tuple[Question, ...]:
    return ()


BOOK = Book("prison", Text("Prison", "牢屋"), Params, _questions)
ask = asker(BOOK)
