"""check_book names the first breach of the contract, whatever it is."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import pytest

from meikyu.core import catalogue
from meikyu.core.book import Book, Question
from meikyu.core.check import check_book
from meikyu.core.params import Param
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import BookError, InputError, Text


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Params(NamedTuple):
    step: int


STEP = Param("keep.step", 1, "cells", "KEP-FOOD-20", None, None, ())


def _book(cited: str = "KEP-FOOD-20", example: dict[str, Any] | None = None) -> Book:
    def answer(p: Params, given: Nothing) -> Ruling[Any]:
        return Ruling({"step": p.step}, (Step(cited, "step", p.step, Text("a", "b")),))

    question = Question("q", Text("q", "問"), Nothing, answer, example or {}, {})
    book = Book("keep", Text("Keep", "魔殿"), Params, lambda: (question,))
    book.param_table = {"keep.step": STEP}
    return book


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> dict[str, catalogue.Entry]:
    """A catalogue of one rule, without cases; tests change it."""
    loaded = catalogue.load("keep")
    mine = {"KEP-FOOD-20": loaded.entries["KEP-FOOD-20"]}
    monkeypatch.setattr(catalogue, "load", lambda _: loaded._replace(entries=mine))
    monkeypatch.setattr(catalogue, "exercised", lambda _: frozenset[str]())
    return mine


def test_a_book_that_keeps_the_contract_passes(entries: dict[str, catalogue.Entry]) -> None:
    assert "KEP-FOOD-20" in entries
    check_book(_book())


def test_an_unknown_section_is_named(entries: dict[str, catalogue.Entry]) -> None:
    entries["KEP-NONE-01"] = entries["KEP-FOOD-20"]._replace(id="KEP-NONE-01", section="NONE")
    with pytest.raises(BookError, match="KEP-NONE-01: unknown section"):
        check_book(_book())


def test_table_rules_are_cited_by_data(entries: dict[str, catalogue.Entry]) -> None:
    entries["KEP-FOOD-99"] = entries["KEP-FOOD-20"]._replace(id="KEP-FOOD-99", status="table")
    with pytest.raises(BookError, match="KEP-FOOD-99: no data cites it"):
        check_book(_book())
    book = _book()
    book.param_table |= {"keep.more": STEP._replace(key="keep.more", rule="KEP-FOOD-99")}
    check_book(book)


def test_a_case_that_cites_an_unknown_rule_is_named(
    entries: dict[str, catalogue.Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert entries
    monkeypatch.setattr(catalogue, "exercised", lambda _: frozenset({"KEP-NONE-99"}))
    with pytest.raises(BookError, match="a case cites KEP-NONE-99"):
        check_book(_book())


def test_a_step_that_cites_an_unknown_rule_is_named(entries: dict[str, catalogue.Entry]) -> None:
    assert entries
    with pytest.raises(BookError, match="q cites KEP-NONE-99"):
        check_book(_book(cited="KEP-NONE-99"))


def test_an_example_that_is_no_input_is_named(entries: dict[str, catalogue.Entry]) -> None:
    assert entries
    with pytest.raises(InputError, match="more"):
        check_book(_book(example={"more": 1}))


def test_a_param_without_its_field_is_named(entries: dict[str, catalogue.Entry]) -> None:
    assert entries
    book = _book()
    book.param_table = {"keep.other": STEP._replace(key="keep.other")}
    with pytest.raises(BookError, match=r"keep\.step"):
        check_book(book)


def test_names_of_things_are_read_from_the_tables() -> None:
    names = Book("keep", Text("Keep", "魔殿"), Params, tuple).names()
    assert names["stone"] == Text("Stone", "石")
    assert names["goblin"] == Text("Goblin", "ゴブリン")
