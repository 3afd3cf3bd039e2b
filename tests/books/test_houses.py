"""A table's own rules in the gamemaster's toolbox and on the second floor: every number that a house may set
otherwise changes the answer to a question or the course of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from tests.cases import plain

from meikyu.books import floor2, toolbox
from meikyu.core import catalogue
from meikyu.core.asking import answer
from meikyu.core.book import Book
from meikyu.core.params import House, Param
from meikyu.core.rng import KeyedDice, ScriptedDice, Stream
from meikyu.errors import MeikyuError

BOOKS = (toolbox.BOOK, floor2.BOOK)
COURSES = 12
MOVES = 60

ELSEWHERE: dict[str, str] = {}
"""Numbers that no question and no game shows, and why they stay: none."""

Witness = tuple[frozenset[str], Callable[[House | None], Any]]
"""What is looked at: the rules it is about, and what it tells under a house."""


def told(look: Callable[[House | None], Any], house: House | None) -> Any:
    """What is told, or what stops it: a refusal, or dice that the script of a case has not."""
    try:
        return look(house)
    except MeikyuError as error:
        return error.text
    except AssertionError as error:
        assert house is not None
        return str(error)


def asked(book: Book, question: str, given: dict[str, Any]) -> Callable[[House | None], Any]:
    def look(house: House | None) -> Any:
        made = answer(book, question, given, house=house)
        return made["value"], made["warnings"], made["because"]

    return look


def played(book: Book, seed: int) -> Callable[[House | None], Any]:
    """A course of the book's game, some legal move each time."""

    def look(house: House | None) -> Any:
        assert book.game is not None
        game = book.game()
        state = game.start(book.params(house), {}, KeyedDice(seed, Stream.TEST, 0))
        seen: list[Any] = [repr(state._replace(p=None))]
        for turn in range(MOVES):
            legal = game.legal(state)
            if not legal:
                break
            move = legal[(seed + turn * turn) % len(legal)]
            state, events = game.apply(state, move, KeyedDice(seed, Stream.TEST, turn + 1))
            seen += [(e.kind, str(e.args)) for e in events]
        return seen, repr(state._replace(p=None)), game.outcome(state)

    return look


def travelled(case: dict[str, Any]) -> Callable[[House | None], Any]:
    """A journey of a case, with its dice."""

    def look(house: House | None) -> Any:
        assert toolbox.BOOK.game is not None
        game = toolbox.BOOK.game()
        options = {k: v for k, v in case["game"].items() if k != "dice"}
        dice = ScriptedDice([tuple(d) for d in case["game"].get("dice", [])])
        state, seen = game.start(toolbox.BOOK.params(house), options, dice), list[Any]()
        for move in case["moves"]:
            state, events = game.apply(state, move, dice)
            seen += [(e.kind, str(e.args)) for e in events]
        return seen, repr(state._replace(p=None))

    return look


@cache
def witnesses(book: Book) -> tuple[Witness, ...]:
    """Every question and every course of the game that the cases show, and some more."""
    return tuple(all_witnesses(book))


def all_witnesses(book: Book) -> Iterator[Witness]:
    for _, case in catalogue.cases(book.name):
        rules = frozenset(case["rules"])
        if "ask" in case:
            yield rules, asked(book, case["ask"].removeprefix(f"{book.name}."), plain(case.get("given", {})))
        elif "game" in case and book is toolbox.BOOK:
            yield rules, travelled(case)
    if book is toolbox.BOOK:
        for level in range(1, 21):
            judged = {"levels": [level], "monsters": [["Ogre", 1]]}
            yield frozenset({f"SRD-BUD-{level + 2:02d}"}), asked(book, "encounter.judge", judged)
    for seed in range(COURSES):
        yield frozenset(), played(book, seed)


def others(param: Param) -> Iterator[Any]:
    """Values that a house may set instead."""
    old = param.value
    if isinstance(old, bool):
        yield not old
    elif param.choices:
        yield from (choice for choice in param.choices if choice != old)
    elif isinstance(old, str):
        yield from ("XY", "necrotic")
    elif isinstance(old, int):
        tried = (old + 1, old - 1, old * 2, old // 2, 40, old + 365, param.low)
        yield from (n for n in tried if n is not None and n != old and fits(param, n))
    elif old and isinstance(old[0], str):
        yield from (old[:-1], old[1:], (*old, "fire"))
    else:
        yield from (
            changed
            for step in (1, -1, 100)
            for changed in (tuple(n + step for n in old),)
            if all(fits(param, n) for n in changed)
        )


def fits(param: Param, number: int) -> bool:
    return (param.low is None or number >= param.low) and (param.high is None or number <= param.high)


def changeable() -> list[tuple[Book, str]]:
    """The numbers that a house may set otherwise."""
    return [
        (book, key)
        for book in BOOKS
        for key, param in book.param_table.items()
        if (param.low is None or param.low != param.high) and key not in ELSEWHERE
    ]


@cache
def as_written(book: Book, place: int) -> Any:
    return told(witnesses(book)[place][1], None)


@pytest.mark.parametrize(("book", "key"), changeable(), ids=lambda part: getattr(part, "name", part))
def test_a_house_changes_what_is_answered_or_played(book: Book, key: str) -> None:
    param = book.param_table[key]
    looks = witnesses(book)
    near = sorted(range(len(looks)), key=lambda place: param.rule not in looks[place][0])
    houses = [House("test", {key: value}, {}) for value in others(param)]
    assert houses
    assert any(
        told(looks[place][1], house) != as_written(book, place) for house in houses for place in near
    ), f"{key} changes nothing"


def test_exempt_numbers_are_numbers_of_the_books() -> None:
    assert set(ELSEWHERE) <= {key for book in BOOKS for key in book.param_table}
