"""The rule books: pure rules, one package a book; books never import each other."""

from __future__ import annotations

from meikyu.books import floor2, keep, prison, table, toolbox
from meikyu.core.book import Book

BOOKS: tuple[Book, ...] = (keep.BOOK, prison.BOOK, toolbox.BOOK, floor2.BOOK, table.BOOK)


def by_name() -> dict[str, Book]:
    """The books by package name, in order."""
    return {book.name: book for book in BOOKS}
