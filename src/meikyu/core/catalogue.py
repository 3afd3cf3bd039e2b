"""The catalogue: every rule of a book by id, its text in both languages, and what the code makes of it."""

from __future__ import annotations

import ast
import difflib
import threading
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec

from meikyu.errors import BookError, InputError, Text

PACKAGE = Path(__file__).parent.parent
STATUSES = ("code", "table", "people", "open")
BASES = ("seed", "source", "seed+source", "design")


class Place(NamedTuple):
    """Where a rule is carried out: a source file (inside the package), a function and its line."""

    path: str
    function: str
    line: int


class Entry(NamedTuple):
    """One rule of the catalogue.

    Args:
        id: such as "KEP-FOOD-20".
        book: name of its book.
        section: the middle part of the id.
        text: what it says, in our own words.
        basis: "seed" (the book says it), "source" (a public source fills a hole),
            "seed+source" (both) or "design" (our decision).
        status: "code" (carried out by code), "table" (it is data), "people" (people at the table decide) or
            "open" (not done). Computed: only a declaration in the sources makes "code".
        places: where the code declares it.
        values: the rule's numbers, as the catalogue states them.
        examples: worked examples, each `{"given": ..., "expect": ...}`.
        note: a remark on the reading; our own, in English.
    """

    id: str
    book: str
    section: str
    text: Text
    basis: str
    status: str
    places: tuple[Place, ...]
    values: dict[str, Any]
    examples: tuple[dict[str, Any], ...]
    note: str


class Section(NamedTuple):
    """A chapter of a book's catalogue."""

    id: str
    title: Text


class Catalogue(NamedTuple):
    """All rules of one book, in the order of the book."""

    book: str
    title: Text
    sections: tuple[Section, ...]
    entries: dict[str, Entry]


def _rule_ids(decorator: ast.expr) -> Iterable[str]:
    if (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Name)
        and decorator.func.id == "rule"
    ):
        for arg in decorator.args:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                yield arg.value


_PARSING = threading.Lock()


def declared() -> dict[str, tuple[Place, ...]]:
    """Every rule id that a `@rule(...)` in the package's sources declares, with its places.

    Read from the sources, not from imports: nothing heavy is loaded and nothing can be forgotten.
    """
    with _PARSING:  # Python's parser fails now and then (3.11: SystemError) when two threads are in it
        return _declared()


@cache
def _declared() -> dict[str, tuple[Place, ...]]:
    found: dict[str, list[Place]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "@rule(" not in source:
            continue
        name = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                for decorator in node.decorator_list:
                    for rule_id in _rule_ids(decorator):
                        found.setdefault(rule_id, []).append(Place(name, node.name, node.lineno))
    return {k: tuple(v) for k, v in found.items()}


def _status(rule_id: str, typed: str | None, places: tuple[Place, ...]) -> str:
    if places:
        return "code"
    if typed is None:
        return "open"
    if typed not in ("table", "people"):
        raise BookError(
            Text(
                f"{rule_id}: status {typed!r}; only 'table' and 'people' are typed, the rest is computed",
                f"{rule_id}：status {typed!r}。書くのは table と people だけで、ほかは計算されます",
            )
        )
    return typed


@cache
def _raw(book: str) -> str:
    path = PACKAGE / "books" / book / "rules.toml"
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BookError(
            Text(f"{book}: rules.toml cannot be opened", f"{book}：rules.toml を開けません")
        ) from error


@cache
def text_of(book: str, rule_id: str) -> Text:
    """What one rule says, without reading the whole catalogue (answers cite a few rules of hundreds).

    Raises:
        BookError: the book has no such rule.
    """
    raw = _raw(book)
    start = raw.find(f'\n["{rule_id}"]\n')
    if start < 0:
        raise BookError(Text(f"{book} has no rule {rule_id}", f"{book} に規則 {rule_id} はありません"))
    end = raw.find('\n["', start + 1)
    row = tomllib.loads(raw[start : end if end > 0 else len(raw)])[rule_id]
    return Text(row["en"], row["ja"])


@cache
def load(book: str) -> Catalogue:
    """The catalogue of a book, from `books/<book>/rules.toml`.

    Raises:
        BookError: the file is not there or an entry is not complete.
    """
    try:
        data = cast("dict[str, dict[str, Any]]", tomllib.loads(_raw(book)))
    except tomllib.TOMLDecodeError as error:
        raise BookError(
            Text(f"{book}: rules.toml cannot be read: {error}", f"{book}：rules.toml を読めません：{error}")
        ) from error
    head = data.pop("book")
    code = declared()
    entries: dict[str, Entry] = {}
    for rule_id, row in data.items():
        missing = [key for key in ("en", "ja", "basis") if not row.get(key)]
        if missing or row["basis"] not in BASES:
            raise BookError(
                Text(
                    f"{rule_id}: needs en, ja and basis ({', '.join(BASES)}); lacking: {missing or 'basis'}",
                    f"{rule_id}：en・ja・basis（{'・'.join(BASES)}）が要ります。足りないもの：{missing}",
                )
            )
        places = code.get(rule_id, ())
        entries[rule_id] = Entry(
            rule_id,
            book,
            rule_id.split("-")[1],
            Text(row["en"], row["ja"]),
            row["basis"],
            _status(rule_id, row.get("status"), places),
            places,
            msgspec.json.decode(row.get("values", "{}")),
            tuple(msgspec.json.decode(row.get("examples", "[]"))),
            row.get("note", ""),
        )
    sections = tuple(Section(s["id"], Text(s["en"], s["ja"])) for s in head["sections"])
    return Catalogue(book, Text(head["title"]["en"], head["title"]["ja"]), sections, entries)


@cache
def cases(book: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Every case of a book as (file name, case), from `books/<book>/cases/*.toml`."""
    found: list[tuple[str, dict[str, Any]]] = []
    for path in sorted((PACKAGE / "books" / book / "cases").glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [(path.stem, case) for case in cast("list[dict[str, Any]]", data.get("case", []))]
    return tuple(found)


@cache
def exercised(book: str) -> frozenset[str]:
    """Ids that at least one case of the book exercises."""
    return frozenset(r for _, case in cases(book) for r in cast("list[str]", case["rules"]))


def case_names(entry: Entry) -> list[str]:
    """The cases that exercise a rule, each as "file: name"."""
    return [
        f"{file}: {case.get('name', '')}" for file, case in cases(entry.book) if entry.id in case["rules"]
    ]


def find(rule_id: str, books: Iterable[str]) -> Entry:
    """The rule of that id; upper and lower case are one.

    Raises:
        InputError: no such rule; near ids are offered.
    """
    wanted = rule_id.strip().upper()
    known = {e.id: e for book in books for e in load(book).entries.values()}
    if wanted in known:
        return known[wanted]
    near = difflib.get_close_matches(wanted, known, n=5, cutoff=0.6)
    allowed = near or Text("an id such as KEP-FOOD-20; words: --search", "KEP-FOOD-20 の形。語は --search で")
    raise InputError("unknown_rule", "id", rule_id, allowed)


def coverage(books: Iterable[str]) -> dict[str, dict[str, int]]:
    """Counts a book: total, one for each status, and with_case (`code` ids that a case exercises)."""
    table: dict[str, dict[str, int]] = {}
    for book in books:
        entries = load(book).entries.values()
        row = {"total": len(entries)} | {s: sum(e.status == s for e in entries) for s in STATUSES}
        row["with_case"] = sum(e.status == "code" and e.id in exercised(book) for e in entries)
        table[book] = row
    return table


def search(catalogues: Iterable[Catalogue], words: str) -> list[Entry]:
    """Entries that hold every word of the text, in either language or the id; an exact id comes first.

    A text without words finds every entry.
    """
    wanted = words.casefold().replace("　", " ").split()
    hits: list[Entry] = []
    for catalogue in catalogues:
        titles = {s.id: f"{s.title.en} {s.title.ja}" for s in catalogue.sections}
        for entry in catalogue.entries.values():
            hay = f"{entry.id} {entry.text.en} {entry.text.ja} {titles.get(entry.section, '')}".casefold()
            if all(word in hay for word in wanted):
                hits.append(entry)
    hits.sort(key=lambda e: e.id.casefold() != words.casefold().strip())
    return hits
