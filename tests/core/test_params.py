"""Params: read with unit and rule, overlaid by a house, every fault named."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from meikyu.books import BOOKS, toolbox
from meikyu.core.asking import answer, error_object
from meikyu.core.book import Book
from meikyu.core.params import (
    House,
    Param,
    build,
    check_house,
    house_of,
    overlay,
    read_house,
    read_params,
)
from meikyu.errors import BookError, MeikyuError

PARAMS = {
    p.key: p
    for p in (
        Param("keep.food.step", 16, "cells", "KEP-FOOD-20", 0, 99, ()),
        Param("keep.food.cap", "none", "meal size", "KEP-FOOD-30", None, None, ("none", "small")),
        Param("keep.food.bars", (1, 2), "points", "KEP-FOOD-31", 0, None, ()),
        Param("keep.food.open", True, "truth", "KEP-FOOD-32", None, None, ()),
        Param("keep.food.few", 3, "cells", "KEP-FOOD-33", None, 5, ()),
    )
}


class Food(NamedTuple):
    step: int
    cap: str


class Keep(NamedTuple):
    food: Food


class More(NamedTuple):
    absent: int


def _house(tmp_path: Path, text: str) -> House:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    return read_house(path, PARAMS)


def test_a_house_overlays_only_the_changed_keys(tmp_path: Path) -> None:
    house = _house(
        tmp_path,
        '[house]\nname = "月曜卓"\n[keep.food]\nstep = { value = 20, unit = "cells" }\nbars = [3]\nfew = 3\n',
    )
    assert house.name == "月曜卓"
    params, changes = overlay(PARAMS, house)
    assert params["keep.food.step"].value == 20
    assert params["keep.food.bars"].value == (3,)
    assert params["keep.food.cap"] is PARAMS["keep.food.cap"]
    assert [(c.key, c.was, c.now) for c in changes] == [
        ("keep.food.step", 16, 20),
        ("keep.food.bars", (1, 2), (3,)),
    ]


def test_both_ends_of_a_range_are_allowed(tmp_path: Path) -> None:
    for value in (0, 99):
        _house(tmp_path, f"[keep.food]\nstep = {value}\n")
    for value in (-1, 100):
        with pytest.raises(BookError, match="0 to 99 cells"):
            _house(tmp_path, f"[keep.food]\nstep = {value}\n")


@pytest.mark.parametrize(
    ("text", "kind", "field", "got", "named"),
    [
        ("[keep.food]\nstpe = 3", "unknown_key", "keep.food.stpe", 3, "keep.food.step"),
        ("[keeep.food]\nstep = 3", "unknown_key", "keeep.food.step", 3, "keep.food.step"),
        ("step = 3", "unknown_key", "step", 3, "keep.food"),
        ('[keep.food]\nstep = {value = 3, unit = "feet"}', "wrong_unit", "keep.food.step", "feet", "'cells'"),
        ("[keep.food]\nstep = {value = 3, uint = 2}", "unknown_key", "keep.food.step.uint", "uint", "unit"),
        ("[keep.food]\nstep = 2.5", "wrong_type", "keep.food.step", 2.5, "a whole number"),
        ("[keep.food]\nstep = true", "wrong_type", "keep.food.step", True, "a whole number"),
        ('[keep.food]\nstep = "3"', "wrong_type", "keep.food.step", "3", "a whole number"),
        ("[keep.food]\nopen = 1", "wrong_type", "keep.food.open", 1, "true or false"),
        ('[keep.food]\nbars = [1, "2"]', "wrong_type", "keep.food.bars", (1, "2"), "a list"),
        ("[keep.food]\nbars = [1, -2]", "out_of_range", "keep.food.bars", (1, -2), "0 points or more"),
        ("[keep.food]\nfew = 6", "out_of_range", "keep.food.few", 6, "at most 5 cells"),
        ('[keep.food]\ncap = "large"', "not_allowed", "keep.food.cap", "large", "none, small"),
        ("[house]\nnaem = 3", "unknown_key", "house", {"naem": 3}, "name"),
        ("[house]\nname = 3", "wrong_type", "house.name", 3, "text"),
        ("house = 3", "unknown_key", "house", 3, "name"),
        ("not toml", "not_readable", "house", ..., "TOML"),
    ],
)
def test_faults_of_a_house_file(
    tmp_path: Path, text: str, kind: str, field: str, got: Any, named: str
) -> None:
    with pytest.raises(BookError) as caught:
        _house(tmp_path, text)
    error = caught.value
    assert (error.kind, error.field) == (kind, field)
    assert got is ... or error.got == got
    assert named in error.say("en")
    assert error.say("ja") != error.say("en")
    told = error_object(error, "ja")["error"]
    assert told["kind"] == kind
    assert told["allowed"]


def test_a_house_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"none\.toml"):
        read_house(tmp_path / "none.toml")
    with pytest.raises(BookError):
        read_house(tmp_path)


def test_overlay_alone_refuses_unknown_keys_of_its_book() -> None:
    with pytest.raises(BookError, match=r"keep\.food\.step"):
        overlay(PARAMS, House("ours", {"keep.food.stp": 1}, {}))
    assert overlay(PARAMS, House("ours", {"prison.x": 1}, {})) == (PARAMS, ())
    assert overlay({}, House("ours", {"keep.x": 1}, {})) == ({}, ())
    with pytest.raises(BookError):
        check_house(House("ours", {"prison.x": 1}, {}), PARAMS)


def test_a_house_from_json_has_a_name() -> None:
    assert house_of({"keep": {"food": {"step": 1}}}, "theirs") == House("theirs", {"keep.food.step": 1}, {})


@pytest.mark.parametrize(
    "row",
    [
        "step = 3",
        "step = { value = 3, unit = 'cells' }",
        "step = { value = 3, unit = 'cells', rule = 'X', nuit = 1 }",
        "step = { value = 3.5, unit = 'cells', rule = 'X' }",
        "step = { value = 3, unit = 'cells', rule = 'X', min = 4 }",
        "step = { value = 3, unit = 'cells', rule = 'X', max = 2 }",
        "step = { value = 'a', unit = 'size', rule = 'X', choices = ['b'] }",
        "step = { value = 2020-01-01, unit = 'day', rule = 'X' }",
    ],
)
def test_params_without_unit_or_rule_or_out_of_their_own_range_are_refused(tmp_path: Path, row: str) -> None:
    path = tmp_path / "params.toml"
    path.write_text(f"[food]\n{row}\n", encoding="utf-8")
    with pytest.raises(BookError, match=r"keep\.food\.step"):
        read_params("keep", path)


def test_build_fills_nested_sections_and_misses_nothing() -> None:
    assert build(Keep, "keep", PARAMS) == Keep(Food(16, "none"))

    with pytest.raises(BookError, match=r"keep\.absent"):
        build(More, "keep", PARAMS)


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.name)
def test_every_param_of_every_book_is_read_and_used(book: Any) -> None:
    built: set[str] = set()

    def walk(prefix: str, values: Any) -> None:
        for name, value in values._asdict().items():
            if hasattr(value, "_asdict"):
                walk(f"{prefix}.{name}", value)
            else:
                built.add(f"{prefix}.{name}")

    walk(book.name, book.params())
    assert set(book.param_table) == built


def _odd_houses(book: Book) -> Iterator[dict[str, Any]]:
    """Each section with its numbers at one end of their range (or far out); each list empty or doubled."""
    for high in (False, True):
        sections: dict[str, dict[str, Any]] = {}
        for key, param in book.param_table.items():
            if type(param.value) is int:
                end, far = (param.high, 10**6) if high else (param.low, -1)
                sections.setdefault(key.rpartition(".")[0], {})[key] = far if end is None else end
            elif isinstance(param.value, tuple):
                yield {key: param.value * 2 if high else ()}
        yield from sections.values()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_whatever_a_house_says_each_question_answers_or_refuses(book: Book) -> None:
    for changes in _odd_houses(book):
        for question in book.questions.values():
            with contextlib.suppress(MeikyuError):  # anything else is a stumble
                answer(book, question.name, question.example, house=House("odd", changes, {}))


def test_a_list_of_fixed_length_keeps_it() -> None:
    with pytest.raises(BookError, match="exactly 3") as caught:
        overlay(toolbox.BOOK.param_table, House("short", {"toolbox.budget.level_1": [50, 75]}, {}))
    told = error_object(caught.value, "ja")["error"]
    assert (told["kind"], told["field"], told["allowed"]) == ("out_of_range", "toolbox.budget.level_1", "3個")
