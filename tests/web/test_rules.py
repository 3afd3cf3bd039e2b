from __future__ import annotations

import pytest

from meikyu.books import BOOKS, keep
from meikyu.core import catalogue
from meikyu.errors import InputError
from meikyu.web import encyclopaedia, units


def test_the_topics_hold_those_of_the_book() -> None:
    bar = encyclopaedia.find(book="keep", lang="ja")["topics"]
    labels = [topic["label"] for topic in bar]
    assert {"食料", "欲求と愚痴", "ダンジョン職務"} <= set(labels)
    assert sum(topic["count"] for topic in bar) == len(keep.BOOK.catalogue.entries)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_match_gives_only_the_sentence(lang: str) -> None:
    told = encyclopaedia.find("zzzz", "keep", lang=lang)
    assert told == {"message": encyclopaedia.NOTHING.say(lang), "topics": [], "entries": []}


def test_a_match_gives_no_sentence_and_only_topics_with_hits() -> None:
    told = encyclopaedia.find("campfire", "keep", lang="en")
    assert told["message"] == ""
    assert told["entries"]
    assert all(topic["count"] > 0 for topic in told["topics"])
    assert sum(topic["count"] for topic in told["topics"]) == len(told["entries"])


def test_words_of_the_other_language_find_the_same_rule() -> None:
    english = {e["id"] for e in encyclopaedia.find("焚き火", "keep", lang="en")["entries"]}
    japanese = {e["id"] for e in encyclopaedia.find("焚き火", "keep", lang="ja")["entries"]}
    assert english == japanese != set()


def test_an_exact_id_comes_first_in_any_case() -> None:
    assert encyclopaedia.find("kep-roof-06", "all", lang="en")["entries"][0]["id"] == "KEP-ROOF-06"


def test_filters_narrow_by_topic_and_status() -> None:
    food = encyclopaedia.find(book="keep", topic="FOOD")["entries"]
    assert food
    assert all(e["id"].startswith("KEP-FOOD-") for e in food)
    for status in ("code", "open"):
        assert all(e["status"] == status for e in encyclopaedia.find(book="all", status=status)["entries"])


@pytest.mark.parametrize(("book", "status"), [("nobook", ""), ("keep", "nostatus")])
def test_unknown_filters_are_named(book: str, status: str) -> None:
    with pytest.raises(InputError):
        encyclopaedia.find(book=book, status=status)


def test_one_rule_says_everything() -> None:
    told = encyclopaedia.one("kep-roof-06", "en")
    entry = keep.BOOK.catalogue.entries["KEP-ROOF-06"]
    assert told["text"] == {"en": entry.text.en, "ja": entry.text.ja}
    assert told["topic"]["id"] == "ROOF"
    assert told["params"] == [
        {"key": p.key, "value": p.value, "unit": p.unit, "now": None}
        for p in keep.BOOK.param_table.values()
        if p.rule == "KEP-ROOF-06"
    ]
    assert [p["path"] for p in told["places"]] == [p.path for p in entry.places]
    assert told["before"] == "KEP-ROOF-05"
    assert told["after"] == "KEP-ROOF-07"


def test_numbers_in_force_come_from_the_running_dungeon() -> None:
    row = next(p for p in keep.BOOK.param_table.values() if p.rule == "KEP-ROOF-06")
    live = keep.BOOK.params()
    shown = encyclopaedia.one("KEP-ROOF-06", "en", live)["params"]
    assert [p["now"] for p in shown if p["key"] == row.key] == [row.value]


def test_rules_that_speak_of_each_other_are_neighbours() -> None:
    told = encyclopaedia.one("KEP-HELP-01", "en")
    assert all(r["id"] != "KEP-HELP-01" for r in told["related"])
    speaking = next(
        e
        for e in keep.BOOK.catalogue.entries.values()
        if any(i in keep.BOOK.catalogue.entries and i != e.id for i in encyclopaedia.ID.findall(e.text.en))
    )
    spoken = next(i for i in encyclopaedia.ID.findall(speaking.text.en) if i != speaking.id)
    assert spoken in {r["id"] for r in encyclopaedia.one(speaking.id, "en")["related"]}
    assert speaking.id in {r["id"] for r in encyclopaedia.one(spoken, "en")["related"]}


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(InputError):
        encyclopaedia.one("KEP-NONE-99", "en")


def test_every_rule_of_every_book_can_be_shown() -> None:
    for book in BOOKS:
        for rule_id in book.catalogue.entries:
            assert encyclopaedia.one(rule_id, "ja")["id"] == rule_id


def test_coverage_is_counted_not_typed() -> None:
    told = encyclopaedia.head("en")
    counted = catalogue.coverage([b.name for b in BOOKS])
    assert told["total"] == encyclopaedia.total_rules() == sum(row["total"] for row in counted.values())
    for row in told["books"]:
        assert {k: row[k] for k in counted[row["name"]]} == counted[row["name"]]
        assert row["code"] + row["table"] + row["people"] + row["open"] == row["total"]


def test_a_case_that_asks_a_question_runs() -> None:
    rows = catalogue.cases("keep")
    number, case = next((n, c) for n, (_, c) in enumerate(rows) if "ask" in c and "expect" in c)
    told = encyclopaedia.run_case("keep", number, "en")
    assert told["question"] == f"keep.{case['ask']}"
    assert told["because"]
    plain = next(n for n, (_, c) in enumerate(rows) if "call" in c)
    for bad in (plain, -1, len(rows)):
        with pytest.raises(InputError):
            encyclopaedia.run_case("keep", bad, "en")


async def test_the_pages_and_their_facts(user) -> None:
    await user.open("/rules?lang=en")
    await user.open("/rules/KEP-ROOF-06?lang=ja")
    client = user.http_client
    assert (await client.get("/web/rules/head?lang=en")).json()["total"] == encyclopaedia.total_rules()
    found = (await client.get("/web/rules/find?q=zzzz&lang=en")).json()
    assert found["message"] == encyclopaedia.NOTHING.en
    assert (await client.get("/web/rules/one/KEP-ROOF-06?lang=en")).json()["id"] == "KEP-ROOF-06"
    missing = await client.get("/web/rules/one/KEP-NONE-99?lang=en")
    assert missing.status_code == 404
    assert "KEP-NONE-99" in missing.json()["error"]
    assert (await client.get("/web/rules/find?book=nobook")).status_code == 404
    assert (await client.get("/web/rules/run/keep/999999")).status_code == 404


def test_every_unit_has_a_japanese_word_and_no_word_is_left_over() -> None:
    used = {param.unit for book in BOOKS for param in book.param_table.values()}
    assert set(units.in_japanese()) == used


def test_a_rule_tells_its_units_in_the_language_of_the_reader() -> None:
    (cells,) = encyclopaedia.one("KEP-ROOF-06", "ja")["params"]
    assert cells["unit"] == "マス"
    assert encyclopaedia.one("KEP-ROOF-06", "en")["params"][0]["unit"] == "cells"
