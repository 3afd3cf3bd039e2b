"""The catalogue: 1,705 rules in both languages, statuses computed, words found."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import pytest

from meikyu.books import BOOKS
from meikyu.core import catalogue
from meikyu.core.ruling import rule
from meikyu.errors import BookError, InputError

NAMES = [b.name for b in BOOKS]


def test_all_rules_are_there_in_both_languages() -> None:
    loaded = [catalogue.load(n) for n in NAMES]
    assert {c.book: len(c.entries) for c in loaded} == {
        "keep": 601,
        "prison": 336,
        "toolbox": 396,
        "floor2": 157,
        "table": 215,
    }
    for entry in (e for c in loaded for e in c.entries.values()):
        assert re.fullmatch(r"[A-Z0-9]{3}-[A-Z0-9]{2,5}-\d{2,3}", entry.id), entry.id
        assert entry.basis in catalogue.BASES
        assert entry.status in catalogue.STATUSES
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", entry.text.ja), entry.id


def test_code_is_what_the_sources_declare() -> None:
    declared = catalogue.declared()
    entries = {e.id: e for n in NAMES for e in catalogue.load(n).entries.values()}
    assert set(declared) <= set(entries)
    assert {e.id for e in entries.values() if e.status == "code"} == set(declared)
    for places in declared.values():
        for place in places:
            line = (catalogue.PACKAGE / place.path).read_text(encoding="utf-8").splitlines()[place.line - 1]
            assert place.function in line


def test_coverage_adds_up() -> None:
    for name, row in catalogue.coverage(NAMES).items():
        assert row["total"] == sum(row[s] for s in catalogue.STATUSES), name
        assert 0 <= row["with_case"] <= row["code"]


def test_text_of_equals_the_loaded_text() -> None:
    for name in NAMES:
        for entry in catalogue.load(name).entries.values():
            assert catalogue.text_of(name, entry.id) == entry.text
    with pytest.raises(BookError, match="KEP-FOOD-999"):
        catalogue.text_of("keep", "KEP-FOOD-999")
    with pytest.raises(BookError, match="nowhere"):
        catalogue.text_of("nowhere", "KEP-FOOD-20")


def test_find_takes_any_case_and_offers_near_ids() -> None:
    assert catalogue.find(" kep-food-20 ", NAMES).id == "KEP-FOOD-20"
    with pytest.raises(InputError) as caught:
        catalogue.find("KEP-FOD-20", NAMES)
    assert caught.value.kind == "unknown_rule"
    assert "KEP-FOOD-20" in caught.value.allowed
    with pytest.raises(InputError, match="--search"):
        catalogue.find("天井が落ちる条件", NAMES)


def test_search_wants_every_word_in_either_language() -> None:
    keep = [catalogue.load("keep")]
    assert catalogue.search(keep, "KEP-FOOD-20")[0].id == "KEP-FOOD-20"
    both = catalogue.search(keep, "ceiling　CRACK")
    assert both
    for entry in both:
        said = f"{entry.text.en} {entry.text.ja} Pillars and ceiling collapse".casefold()
        assert "ceiling" in said
        assert "crack" in said
    assert "KEP-ROOF-06" in [e.id for e in catalogue.search(keep, "柱 天井")]
    assert catalogue.search(keep, "zzzz") == []
    assert len(catalogue.search(keep, "")) == 601


def test_typed_statuses_are_only_table_and_people() -> None:
    assert catalogue._status("X", "table", ()) == "table"
    assert catalogue._status("X", None, ()) == "open"
    assert catalogue._status("X", "table", (catalogue.Place("a.py", "f", 1),)) == "code"
    for typed in ("code", "open", "done"):
        with pytest.raises(BookError, match=typed):
            catalogue._status("X", typed, ())


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("not toml", "rules.toml"),
        ('[book]\ntitle = {en="a", ja="b"}\nsections = []\n["A-B-01"]\nen = "x"\nbasis = "seed"\n', "A-B-01"),
        (
            '[book]\ntitle = {en="a", ja="b"}\nsections = []\n["A-B-01"]\nen = "x"\nja = "x"\nbasis = "no"\n',
            "A-B-01",
        ),
    ],
)
def test_broken_catalogues_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, named: str
) -> None:
    folder = tmp_path / "books" / "broken"
    folder.mkdir(parents=True)
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(catalogue, "PACKAGE", tmp_path)
    catalogue._raw.cache_clear()
    catalogue.load.cache_clear()
    try:
        with pytest.raises(BookError, match=named):
            catalogue.load("broken")
    finally:
        catalogue._raw.cache_clear()
        catalogue.load.cache_clear()


def test_rule_returns_the_same_function() -> None:
    def formula() -> int:
        return 1

    assert rule("KEP-FOOD-20")(formula) is formula
    with pytest.raises(TypeError):
        rule()


def test_two_readers_at_once_do_not_both_parse_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    inside: set[int] = set()
    first, both = threading.Event(), threading.Event()
    parse = catalogue.ast.parse

    def watched(source: str) -> Any:
        inside.add(threading.get_ident())
        if len(inside) == 2:
            both.set()
        if not first.is_set():
            first.set()
            both.wait(0.5)
        return parse(source)

    for kept in list(vars(catalogue).values()):
        if getattr(kept, "__name__", "") in ("declared", "_declared") and hasattr(kept, "cache_clear"):
            kept.cache_clear()
    readers = [threading.Thread(target=catalogue.declared) for _ in range(2)]
    with monkeypatch.context() as patched:
        patched.setattr(catalogue.ast, "parse", watched)
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
    assert len(inside) == 1
