"""Asking: input read, answers made, and every fault named with field, got and allowed in both languages."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.books import BOOKS
from meikyu.core import asking, reading, telling
from meikyu.core.allowed import allowed_of, schema_of
from meikyu.core.book import Book, Question
from meikyu.core.params import House, Param
from meikyu.core.ruling import Ruling, Step
from meikyu.core.words import FIELDS
from meikyu.errors import BookError, InputError, MeikyuError, NotationError, SaveError, Text

Level = Literal["off", "low", "normal", "high"]


class Food(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    id: str
    walk: Annotated[int, msgspec.Meta(ge=0)] | None


class Meal(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    bar: Annotated[int, msgspec.Meta(ge=0, le=100)]
    level: Level = "low"
    foods: Annotated[list[Food], msgspec.Meta(max_length=3)] = []
    levels: dict[Literal["dig", "cook"], Level] = {}
    named: dict[str, Food] = {}
    cell: tuple[int, int] = (0, 0)
    serial: str = ""


class Numbers(NamedTuple):
    step: int


class Params(NamedTuple):
    food: Numbers


def _answer(p: Params, given: Meal) -> Ruling[Any]:
    total = given.bar + p.food.step
    steps = (
        Step("KEP-FOOD-20", "total", Fraction(total, 2)),
        Step("KEP-FOOD-20", "step", p.food.step, Text("own words", "自分の言葉")),
    )
    return Ruling({"total": total}, steps, ({"code": "low"},) if total < 20 else ())


QUESTION = Question(
    "meal",
    Text("A meal", "食事"),
    Meal,
    _answer,
    {"bar": 5, "serial": "a b"},
    {"bar": Text("the bar", "ゲージ")},
)


@pytest.fixture
def book() -> Book:
    made = Book("keep", Text("Keep", "魔殿"), Params, lambda: (QUESTION,))
    made.param_table = {"keep.food.step": Param("keep.food.step", 16, "cells", "KEP-FOOD-20", 0, 99, ())}
    return made


def test_a_number_that_is_whole_may_have_a_point(book: Book) -> None:
    given = {"bar": 5.0, "foods": [{"id": "a", "walk": 2.0}], "cell": [1.0, -0.0]}
    assert asking.decode(QUESTION, given) == Meal(bar=5, foods=[Food(id="a", walk=2)], cell=(1, 0))
    line = b'{"question": "keep.meal", "input": {"bar": 5.0}}'
    assert asking.answer_line(line, {"keep": book})["value"] == {"total": 21}
    for wrong, kind in ((5.5, "wrong_type"), (101.0, "out_of_range"), (float("nan"), "wrong_type")):
        with pytest.raises(InputError) as caught:
            asking.decode(QUESTION, {"bar": wrong})
        assert (caught.value.kind, caught.value.field) == (kind, "bar")
    with pytest.raises(InputError):
        asking.decode(QUESTION, {"bar": True})


FAULTS: list[tuple[dict[str, Any], str, str, Any, str]] = [
    ({}, "missing_field", "bar", None, "0 to 100"),
    ({"bar": 1, "bra": 2}, "unknown_field", "bra", 2, "bar"),
    ({"bar": "1"}, "wrong_type", "bar", "1", "0 to 100"),
    ({"bar": True}, "wrong_type", "bar", True, "0 to 100"),
    ({"bar": 1.5}, "wrong_type", "bar", 1.5, "0 to 100"),
    ({"bar": None}, "wrong_type", "bar", None, "0 to 100"),
    ({"bar": 101}, "out_of_range", "bar", 101, "0 to 100"),
    ({"bar": -1}, "out_of_range", "bar", -1, "0 to 100"),
    ({"bar": 10**30}, "out_of_range", "bar", 10**30, "0 to 100"),
    ({"bar": 1, "level": "middle"}, "not_allowed", "level", "middle", "off, low, normal, high"),
    ({"bar": 1, "level": 3}, "wrong_type", "level", 3, "off, low, normal, high"),
    ({"bar": 1, "foods": {}}, "wrong_type", "foods", {}, "a list"),
    ({"bar": 1, "foods": [{"id": "a"}]}, "missing_field", "foods[0].walk", None, "0 or more"),
    ({"bar": 1, "foods": [{"id": "a", "walk": -1}]}, "out_of_range", "foods[0].walk", -1, "0 or more"),
    ({"bar": 1, "foods": [{"id": "a", "walk": "x"}]}, "wrong_type", "foods[0].walk", "x", "null"),
    ({"bar": 1, "foods": [{"id": "a", "walk": 1, "z": 7}]}, "unknown_field", "foods[0].z", 7, "id, walk"),
    ({"bar": 1, "foods": [{"id": "a", "walk": 1}] * 4}, "out_of_range", "foods", ..., "at most 3 items"),
    ({"bar": 1, "levels": {"dgi": "off"}}, "not_allowed", "levels.dgi", "dgi", "dig, cook"),
    ({"bar": 1, "levels": {"dig": "off", "cook": "of"}}, "not_allowed", "levels.cook", "of", "off, low"),
    ({"bar": 1, "levels": {"dig": 3}}, "wrong_type", "levels.dig", 3, "off, low"),
    (
        {"bar": 1, "named": {"a": {"id": "a", "walk": 1}, "b": {"id": 1, "walk": 1}}},
        "wrong_type",
        "named.b.id",
        1,
        "a text",
    ),
    ({"bar": 1, "named": {"q": {"id": "a"}}}, "missing_field", "named.q.walk", None, "0 or more"),
    ({"bar": 1, "cell": [1]}, "out_of_range", "cell", [1], "exactly 2 items"),
    ({"bar": 1, "cell": [1, "a"]}, "wrong_type", "cell[1]", "a", "a whole number"),
]


@pytest.mark.parametrize(("inputs", "kind", "field", "got", "allowed"), FAULTS)
def test_every_fault_names_field_got_and_allowed(
    inputs: dict[str, Any], kind: str, field: str, got: Any, allowed: str
) -> None:
    with pytest.raises(InputError) as caught:
        asking.decode(QUESTION, inputs)
    error = caught.value
    assert (error.kind, error.field) == (kind, field)
    assert got is ... or error.got == got
    for lang in ("en", "ja"):
        told = asking.error_object(error, lang)["error"]
        assert list(told) == ["kind", "field", "got", "allowed", "message"]
        assert field in told["message"]
        assert "\n" not in told["message"]
    assert allowed in error.say("en")
    assert error.say("ja") != error.say("en")


def test_long_input_is_shortened_in_the_error() -> None:
    with pytest.raises(InputError) as caught:
        asking.decode(QUESTION, {"bar": "x" * 100_000})
    assert len(caught.value.got) < 2_000
    assert len(caught.value.say("en")) < 500


def test_deeply_nested_input_is_named_too() -> None:
    deep: Any = 1
    for _ in range(5_000):
        deep = [deep]
    for inputs in ({"bar": deep}, {"bar": 1, "foods": deep}, {"bar": 1, "more": deep}):
        with pytest.raises(InputError) as caught:
            asking.decode(QUESTION, inputs)
        assert len(telling.as_json(asking.error_object(caught.value, "ja"))) < 3_000


def test_input_that_is_no_object() -> None:
    with pytest.raises(InputError) as caught:
        asking.decode(QUESTION, [1])  # type: ignore[arg-type]
    assert (caught.value.kind, caught.value.field) == ("wrong_type", "")


@given(
    st.dictionaries(
        st.sampled_from(["bar", "level", "foods", "levels", "named", "cell", "serial", "other"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=4)
                | st.dictionaries(st.sampled_from(["id", "walk", "dig", "cook", "x.y", "[0]"]), inner)
            ),
            max_leaves=8,
        ),
    )
)
def test_any_input_is_read_or_named(inputs: dict[str, Any]) -> None:
    said = ""
    try:
        read: Any = asking.decode(QUESTION, inputs)
    except InputError as error:
        read, said = None, telling.as_json(asking.error_object(error, "ja"))
    assert isinstance(read, Meal) or said.startswith('{"error":{"kind":"')


def test_answer_has_the_fixed_shape(book: Book) -> None:
    told = asking.answer(book, "meal", {"bar": 3}, lang="ja")
    assert list(told) == ["question", "value", "because", "warnings", "house"]
    assert told["question"] == "keep.meal"
    assert told["value"] == {"total": 19}
    assert told["warnings"] == [{"code": "low"}]
    assert told["house"] is None
    first, second = told["because"]
    assert list(first) == ["rule", "what", "value", "text"]
    assert first["value"] == 9.5
    assert "16マス" in first["text"]
    assert second["text"] == "自分の言葉"


def test_an_answer_changed_by_the_house_says_so(book: Book) -> None:
    house = House("ours", {"keep.food.step": 20}, {})
    told = asking.answer(book, "meal", {"bar": 3}, house=house)
    assert told["value"] == {"total": 23}
    change = {"key": "keep.food.step", "rule": "KEP-FOOD-20", "unit": "cells", "was": 16, "now": 20}
    assert told["house"] == {"name": "ours", "changes": [change]}


def test_a_house_that_changes_nothing_is_not_named(book: Book) -> None:
    same = House("ours", {"keep.food.step": 16}, {})
    assert asking.answer(book, "meal", {"bar": 3}, house=same)["house"] is None
    other = House("ours", {"prison.food.step": 3}, {})
    assert asking.answer(book, "meal", {"bar": 3}, house=other)["house"] is None


def test_a_house_may_allow_what_the_book_refuses(book: Book) -> None:
    def strict(p: Params, given: Meal) -> Ruling[Any]:
        if given.bar > p.food.step:
            raise asking.refuse("bar", given.bar, Text("no more than the step", "歩み以下"), "out_of_range")
        return _answer(p, given)

    made = Book("keep", book.label, Params, lambda: (QUESTION._replace(answer=strict),))
    made.param_table = book.param_table
    with pytest.raises(InputError):
        asking.answer(made, "meal", {"bar": 18})
    told = asking.answer(made, "meal", {"bar": 18}, house=House("ours", {"keep.food.step": 20}, {}))
    assert told["value"] == {"total": 38}
    assert told["house"]["name"] == "ours"
    with pytest.raises(InputError):
        asking.answer(made, "meal", {"bar": 16}, house=House("ours", {"keep.food.step": 3}, {}))


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        ({"bar": "\udcff"}, "bar"),
        ({"bar": 1, "level": "\ud800"}, "level"),
        ({"bar": 1, "named": {"a": {"id": "x", "walk": "\udfff"}}}, "named"),
    ],
)
def test_half_surrogates_are_named_and_can_be_shown(book: Book, inputs: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        asking.answer(book, "meal", inputs)
    assert (caught.value.kind, caught.value.field) == ("not_readable", field)
    shown = telling.as_json(asking.error_object(caught.value, "ja"))
    assert "\\\\ud" in shown


def test_unknown_questions_offer_near_names(book: Book) -> None:
    with pytest.raises(InputError) as caught:
        asking.split_name("keep.mael", {"keep": book})
    assert caught.value.kind == "unknown_question"
    assert caught.value.allowed == ["keep.meal"]
    with pytest.raises(InputError) as caught:
        asking.split_name("zzzzz", {"keep": book})
    assert caught.value.allowed == ["keep.meal"]
    with pytest.raises(InputError) as caught:
        asking.answer(book, "nothing", {})
    assert caught.value.got == "keep.nothing"


def test_batch_lines_answer_or_name_the_fault(book: Book) -> None:
    books = {"keep": book}
    fine = asking.answer_line(b'{"question": "keep.meal", "input": {"bar": 50}}\n', books)
    assert fine["value"] == {"total": 66}
    kinds = [
        asking.answer_line(line, books, lang="ja")["error"]["kind"]
        for line in (
            b"{",
            b"",
            b"[]",
            b"\xff\xfe",
            b'{"input": {}}',
            b'{"question": "keep.meal", "inptu": {}}',
            b'{"question": "keep.meal", "input": 3}',
            b'{"question": "keep.nothing"}',
            b'{"question": "keep.meal"}',
            b"[" * 100_000,
        )
    ]
    assert kinds == [
        "not_readable",
        "not_readable",
        "wrong_type",
        "not_readable",
        "missing_field",
        "unknown_field",
        "wrong_type",
        "unknown_question",
        "missing_field",
        "not_readable",
    ]


def test_pairs_are_read_as_json_where_they_can_be() -> None:
    pairs = ["bar=5", "level=high", "cell=[1,2]", "serial=12345", "foods=[]", "other=null"]
    assert reading.pairs_of(Meal, pairs) == {
        "bar": 5,
        "level": "high",
        "cell": [1, 2],
        "serial": "12345",
        "foods": [],
        "other": None,
    }
    assert reading.pairs_of(Meal, ['serial="7"', "level=3"]) == {"serial": "7", "level": "3"}
    assert reading.pairs_of(Meal, ["serial=a=b", "bar="]) == {"serial": "a=b", "bar": ""}
    for wrong, kind in ((["bar"], "not_readable"), (["=3"], "not_readable"), (["bar=1"] * 2, "not_allowed")):
        with pytest.raises(InputError) as caught:
            reading.pairs_of(Meal, wrong)
        assert caught.value.kind == kind


def test_allowed_texts_keep_the_order_in_which_they_were_written() -> None:
    assert allowed_of(Meal, "level") == ["off", "low", "normal", "high"]
    assert allowed_of(Meal, "levels.dig") == ["off", "low", "normal", "high"]
    assert schema_of(Meal)["$defs"]["Meal"]["properties"]["levels"]["propertyNames"]["enum"] == [
        "dig",
        "cook",
    ]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (BookError(Text("a", "b")), "bad_data"),
        (NotationError(Text("a", "b"), 3), "not_readable"),
        (SaveError(Text("a", "b")), "bad_save"),
        (MeikyuError(Text("a", "b")), "bad_data"),
    ],
)
def test_errors_of_every_kind_have_an_object(error: MeikyuError, kind: str) -> None:
    told = asking.error_object(error, "ja")["error"]
    assert told == {"kind": kind, "field": "", "got": None, "allowed": None, "message": "b"}


def test_questions_and_answers_in_words(book: Book) -> None:
    told = asking.answer(book, "meal", {"bar": 3}, house=House("ours", {"keep.food.step": 0}, {}))
    lines = "\n".join(telling.answer_lines(book, QUESTION, told, "en"))
    assert lines.startswith("A meal (keep.meal)\n  total: 3\n")
    assert "KEP-FOOD-20  total = 1.5" in lines
    assert "keep.food.step: 16 -> 0 cells (KEP-FOOD-20)" in lines
    fields = "\n".join(telling.fields_lines(book, QUESTION, "ja"))
    assert "bar  整数（0〜100）  [必須]" in fields
    assert 'level  off / low / normal / high  [省略時 "low"]' in fields
    assert "foods[].walk  整数（0以上） / null" in fields
    assert "levels (鍵)  dig / cook" in fields
    assert "levels.*  off / low / normal / high" in fields
    assert fields.endswith("meikyu ask keep.meal bar=5 serial='a b'")
    assert any("keep.meal  食事" in line for line in telling.questions_lines([book], "ja"))


def test_columns_stand_under_each_other_in_japanese_too() -> None:
    assert telling.table([["魔殿", "1"], ["a", "22"]], frozenset({1})) == ["魔殿   1", "a     22"]


def test_words_of_values() -> None:
    assert telling.word({"fraction": "9/40", "value": 0.225}, "en") == "9/40 (0.225)"
    assert telling.word({"fraction": "4", "value": 4.0}, "en") == "4"
    assert telling.word([[1, 2], [3, 4]], "en") == "[1, 2], [3, 4]"
    assert telling.word(None, "ja") == "なし"
    assert telling.word({"fight": {"monster": 1, "s": 2}}, "en") == "fight (monster 1, s 2)"
    assert telling.word([True, False], "ja") == "はい, いいえ"


def test_fields_of_answers_have_words_in_japanese() -> None:
    keep = BOOKS[0]
    for name in ("food.choose", "food.eating", "job.cell", "job.column", "job.title", "job.next", "passage"):
        told = asking.answer(keep, name, keep.questions[name].example)
        assert set(told["value"]) <= set(FIELDS), name
    both = {"why": {"en": "because", "ja": "だから"}, "own_key": 3}
    assert telling.summary_lines(both, "ja") == ["理由: だから", "own key: 3"]
    assert telling.summary_lines(both, "en") == ["why: because", "own key: 3"]


def test_all_faults_of_an_input_are_named_at_once() -> None:
    food = {"id": "a", "walk": 1}
    inputs: dict[str, Any] = {
        "bra": 2,
        "level": "middle",
        "foods": [food, {"id": 3, "walk": 1}, food | {"walk": -1}],
        "cell": [1],
        "serial": "fine",
    }
    with pytest.raises(InputError) as caught:
        asking.decode(QUESTION, inputs)
    faults = (caught.value, *caught.value.more)
    assert [(f.kind, f.field, f.got) for f in faults] == [
        ("unknown_field", "bra", 2),
        ("missing_field", "bar", None),
        ("not_allowed", "level", "middle"),
        ("wrong_type", "foods[1].id", 3),
        ("out_of_range", "foods[2].walk", -1),
        ("out_of_range", "cell", [1]),
    ]
    for lang in ("en", "ja"):
        told = asking.error_object(caught.value, lang)["error"]
        assert list(told) == ["kind", "field", "got", "allowed", "message"]
        assert told["field"] == "bra"
        assert all(f.say(lang) in told["message"] for f in faults)


def test_a_list_that_is_short_of_items_is_one_fault_and_a_long_row_of_faults_is_cut() -> None:
    with pytest.raises(InputError) as caught:
        asking.decode(QUESTION, {"bar": -1, "foods": [{"id": 1, "walk": 1}] * 100})
    assert [f.field for f in (caught.value, *caught.value.more)] == ["bar", "foods"]
    with pytest.raises(InputError) as caught:
        asking.decode(QUESTION, {f"x{i}": i for i in range(50)})
    assert len(caught.value.more) == 7


def test_names_that_nobody_bears_are_told_beside_numbers_out_of_range():
    books = {book.name: book for book in BOOKS}
    with pytest.raises(InputError) as told:
        asking.answer(
            books["toolbox"],
            "encounter.judge",
            {"levels": [0, 3], "monsters": [["gobln", 2], ["wolf", -3], ["nobody at all", 1]]},
        )
    fields = [fault.field for fault in (told.value, *told.value.more)]
    assert fields == ["levels[0]", "monsters[1][1]", "monsters[0][0]", "monsters[2][0]"]
    with pytest.raises(InputError) as told:
        asking.answer(
            books["floor2"], "next", {"serial": "ABCDEF", "bob": False, "batteries": -2, "seen": "RQ"}
        )
    assert [fault.field for fault in (told.value, *told.value.more)] == ["batteries", "serial", "seen"]
