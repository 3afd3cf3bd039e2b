"""The book `floor2`: the defusal module Dungeon 2nd Floor."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.core.asking import asker
from meikyu.core.book import Book, Question
from meikyu.errors import Text


class Params(NamedTuple):
    """Numbers of the book."""


def _questions() -> tuple[Question, ...]:
    return ()


BOOK = Book("floor2", Text("Dungeon 2nd Floor", "ダンジョン・2F"), Params, _questions)
ask = asker(BOOK)
