"""Nothing missing: rule ids, their functions, their cases, their data, in every book."""

import pytest

from meikyu.books import BOOKS
from meikyu.core import catalogue
from meikyu.core.check import check_book

PREFIXES = {"keep": "KEP", "prison": "PRI", "toolbox": "SRD", "floor2": "FL2", "table": "TBL"}


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.name)
def test_book_holds_the_contract(book):
    check_book(book)


def test_every_declared_id_is_in_a_catalogue():
    known = {rule_id for book in BOOKS for rule_id in book.catalogue.entries}
    unknown = {i: places for i, places in catalogue.declared().items() if i not in known}
    assert not unknown


def test_books_declare_only_their_own_rules():
    wrong = [
        (rule_id, place.path)
        for rule_id, places in catalogue.declared().items()
        for place in places
        for book in BOOKS
        if place.path.startswith(f"books/{book.name}/") and not rule_id.startswith(PREFIXES[book.name])
    ]
    assert not wrong


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.name)
def test_every_rule_in_code_has_a_case(book):
    exercised = catalogue.exercised(book.name)
    missing = [
        f"{e.id} ({e.places[0].path}:{e.places[0].function})"
        for e in book.catalogue.entries.values()
        if e.status == "code" and e.id not in exercised
    ]
    assert not missing


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.name)
def test_cases_exercise_rules_that_are_carried_out(book):
    entries = book.catalogue.entries
    loose = sorted(i for i in catalogue.exercised(book.name) if entries[i].status not in ("code", "table"))
    assert not loose
