"""The check that every book passes; ships in the package so that any book can be held to it."""

from __future__ import annotations

import tomllib
from typing import Any, cast

from meikyu.core import catalogue
from meikyu.core.asking import answer
from meikyu.core.book import Book, read_csv
from meikyu.errors import BookError, Text


def check_book(book: Book) -> None:
    """Hold a book to the contract.

    Ids are well formed and belong to the book; each number's rule exists; each typed `table` status is cited
    by a data row or a param; each case cites existing rules; each question's example is answered and every
    step cites an existing rule.

    Raises:
        BookError: the first breach, naming it.
    """
    entries = book.catalogue.entries
    sections = {s.id for s in book.catalogue.sections}

    def must(fine: bool, en: str, ja: str) -> None:
        if not fine:
            raise BookError(Text(f"{book.name}: {en}", f"{book.name}：{ja}"))

    for entry in entries.values():
        must(entry.section in sections, f"{entry.id}: unknown section", f"{entry.id}：節がありません")
    cited = {p.rule for p in book.param_table.values()} | _table_ids(book)
    for param in book.param_table.values():
        must(
            param.rule in entries,
            f"{param.key}: no rule {param.rule}",
            f"{param.key}：規則 {param.rule} が無い",
        )
        must(bool(param.unit), f"{param.key}: no unit", f"{param.key}：単位が無い")
    for entry in entries.values():
        if entry.status == "table":
            must(entry.id in cited, f"{entry.id}: no data cites it", f"{entry.id}：引くデータが無い")
    for rule_id in catalogue.exercised(book.name):
        must(rule_id in entries, f"a case cites {rule_id}", f"例が知らない規則 {rule_id} を引いている")
    book.params()
    for question in book.questions.values():
        made = answer(book, question.name, question.example)
        for step in cast("list[dict[str, Any]]", made["because"]):
            must(
                step["rule"] in entries,
                f"{question.name} cites {step['rule']}",
                f"{question.name}：{step['rule']}",
            )


def _table_ids(book: Book) -> set[str]:
    ids: set[str] = set()
    folder = book.folder / "tables"
    for path in sorted(folder.glob("*.csv")):
        for row in read_csv(path):
            ids |= {r for r in row.get("rules", "").split(";") if r}
    for path in sorted(folder.glob("*.toml")):
        ids |= _ids_in(tomllib.loads(path.read_text(encoding="utf-8")))
    return ids


def _ids_in(data: Any) -> set[str]:
    if isinstance(data, dict):
        table = cast("dict[str, Any]", data)
        own = {
            i
            for key in ("rule", "rules")
            for i in (table[key] if isinstance(table.get(key), list) else [table.get(key)])
            if isinstance(i, str)
        }
        return own.union(*(_ids_in(v) for v in table.values()))
    if isinstance(data, list):
        return set[str]().union(*(_ids_in(v) for v in cast("list[Any]", data)))
    return set()
