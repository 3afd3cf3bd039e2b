"""The package as a whole: versions agree, data is inside, every room says what may live there."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

import meikyu
from meikyu.books import BOOKS
from meikyu.core import catalogue
from meikyu.core.check import check_book
from meikyu.errors import BookError, MeikyuError, Text

ROOT = Path(__file__).parent.parent
SRC = ROOT / "src" / "meikyu"
SOURCES = sorted(SRC.rglob("*.py"))


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == meikyu.__version__
    assert project["license"] == "MIT"


def test_the_package_is_typed_and_holds_its_data() -> None:
    assert (SRC / "py.typed").exists()
    for book in BOOKS:
        assert (SRC / "books" / book.name / "rules.toml").exists()
        assert (SRC / "books" / book.name / "params.toml").exists()
    assert catalogue.PACKAGE == SRC


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.relative_to(SRC).as_posix())
def test_every_module_says_what_it_holds_in_one_sentence(path: Path) -> None:
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert doc
    if path.name == "__init__.py":
        assert doc.split("\n\n")[0].rstrip().endswith("."), path


def test_nothing_committed_points_outside_the_project() -> None:
    suffixes = {".py", ".md", ".toml", ".csv", ".js", ".css", ".txt", ".lark", ""}
    folders = ("src", "tests", "docs", "bench", "changes", ".ci")
    here = Path(__file__)
    for path in [*ROOT.glob("*"), *(p for f in folders for p in (ROOT / f).rglob("*"))]:
        if path.is_file() and path.suffix in suffixes and path != here and "__pycache__" not in path.parts:
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not re.search(r"\.\./\.\./|(?<![\w.])/(home|root|Users|tmp|mnt)/\w", text), path


def test_no_stub_is_left_in_the_sources() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(TODO|FIXME|XXX|NotImplementedError)\b", text), path


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.name)
def test_every_book_keeps_the_contract(book: object) -> None:
    check_book(book)  # type: ignore[arg-type]


def test_a_breach_of_the_contract_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    keep = BOOKS[0]
    fine = keep.param_table
    key, param = next(iter(fine.items()))
    for broken in (param._replace(rule="KEP-NONE-99"), param._replace(unit="")):
        monkeypatch.setitem(keep.__dict__, "param_table", fine | {key: broken})
        with pytest.raises(BookError, match=re.escape(key)):
            check_book(keep)


def test_errors_speak_both_languages() -> None:
    text = Text("in {place}", "{place}で").fill(place=Text("the hall", "広間"))
    error = MeikyuError(text)
    assert (error.say("en"), error.say("ja"), str(error)) == ("in the hall", "広間で", "in the hall")
