"""What a book is: its catalogue, params, questions and, where it has one, its game."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from meikyu.core import catalogue
from meikyu.core.params import Change, House, Param, build, overlay, read_params
from meikyu.core.ruling import Ruling
from meikyu.errors import InputError, Text


class Question(NamedTuple):
    """A ruling with a public name.

    Args:
        name: dotted name inside the book, such as "food.choose".
        title: what it answers, in a few words.
        inputs: a `msgspec.Struct` with `forbid_unknown_fields=True`; ranges in its annotations.
        answer: `(params, inputs) -> Ruling` of a JSON-like value (Fractions as odds.exact gives them).
        example: inputs of a worked example, for the docs, the page's form and the tests.
        notes: what each input means, by field.
    """

    name: str
    title: Text
    inputs: type[Any]
    answer: Callable[[Any, Any], Ruling[Any]]
    example: dict[str, Any]
    notes: dict[str, Text]


class Book:
    """One rule book.

    Args:
        name: package name below `meikyu.books`.
        label: what pages call it.
        shape: NamedTuple class of its params.
        questions: its public questions; given as a function, so that naming the book stays cheap.
        game: its turn-based course of play (see `meikyu.core.game`), or None.
    """

    def __init__(
        self,
        name: str,
        label: Text,
        shape: type[Any],
        questions: Callable[[], tuple[Question, ...]],
        game: Callable[[], Any] | None = None,
    ) -> None:
        self.name = name
        self.label = label
        self.shape = shape
        self._questions = questions
        self.game = game
        self.folder: Path = catalogue.PACKAGE / "books" / name

    @cached_property
    def questions(self) -> dict[str, Question]:
        """The questions by name inside the book."""
        return {q.name: q for q in self._questions()}

    @property
    def catalogue(self) -> catalogue.Catalogue:
        """Every rule of the book."""
        return catalogue.load(self.name)

    @cached_property
    def param_table(self) -> dict[str, Param]:
        """Every number of the book by dotted key."""
        return read_params(self.name, self.folder / "params.toml")

    def params(self, house: House | None = None) -> Any:
        """The book's numbers as its NamedTuple, under a house's overlay."""
        return self.params_and_changes(house)[0]

    def params_and_changes(self, house: House | None = None) -> tuple[Any, tuple[Change, ...]]:
        """The same, with what the house changes."""
        if house is None:
            return self._plain, ()
        table, changes = overlay(self.param_table, house)
        return build(self.shape, self.name, table), changes

    @cached_property
    def _plain(self) -> Any:
        return build(self.shape, self.name, self.param_table)

    def table(self, name: str) -> list[dict[str, str]]:
        """The rows of `tables/<name>.csv` as texts by column."""
        return read_csv(self.folder / "tables" / f"{name}.csv")

    def names(self) -> dict[str, Text]:
        """What every thing of the book's CSV tables is called, by id."""
        found: dict[str, Text] = {}
        for path in sorted((self.folder / "tables").glob("*.csv")):
            for row in read_csv(path):
                if row.get("id") and row.get("name_en") and row.get("name_ja"):
                    found[row["id"]] = Text(row["name_en"], row["name_ja"])
        return found

    def toml(self, name: str) -> dict[str, Any]:
        """The data of `tables/<name>.toml`."""
        return tomllib.loads((self.folder / "tables" / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def read_csv(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV file by column name."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def find_question(book: Book, name: str) -> Question:
    """The question of that name.

    Raises:
        InputError: there is none; the book's questions are named.
    """
    if name not in book.questions:
        raise InputError(
            "unknown_question",
            "question",
            f"{book.name}.{name}",
            [f"{book.name}.{q}" for q in book.questions],
        )
    return book.questions[name]
