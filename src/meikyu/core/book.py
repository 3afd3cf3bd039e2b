"""What a book is: its catalogue, params, questions and, where it has one, its game."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, cast

from meikyu.core import catalogue
from meikyu.core.params import Change, House, Param, build, overlay, read_params
from meikyu.core.ruling import Ruling
from meikyu.core.words import code_of
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
        """What the codes of the book's answers are called: every thing of its tables, then `words.toml`."""
        return dict(self._names)

    @cached_property
    def _names(self) -> dict[str, Text]:
        found: dict[str, Text] = {}
        for path in sorted((self.folder / "tables").glob("*.csv")):
            for row in read_csv(path):
                if row.get("name_en") and row.get("name_ja"):
                    found[row.get("id") or code_of(row["name_en"])] = Text(row["name_en"], row["name_ja"])
        for path in sorted((self.folder / "tables").glob("*.toml")):
            found |= _named(read_toml(path))
        words = self.folder / "words.toml"
        return found | (_named(read_toml(words)) if words.is_file() else {})

    def toml(self, name: str) -> dict[str, Any]:
        """The data of `tables/<name>.toml`."""
        return read_toml(self.folder / "tables" / f"{name}.toml")


def _named(table: dict[str, Any]) -> dict[str, Text]:
    """Every part of a TOML table that has a text in both languages, by its key."""
    found: dict[str, Text] = {}
    for key, part in table.items():
        if not isinstance(part, dict):
            continue
        inner = cast("dict[str, Any]", part)
        if isinstance(inner.get("en"), str) and isinstance(inner.get("ja"), str):
            found[key] = Text(inner["en"], inner["ja"])
        else:
            found |= _named(inner)
    return found


def read_toml(path: Path) -> dict[str, Any]:
    """The data of a TOML file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


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
