"""Research (KEP-RES): scholarship from full bookshelves, and whether learned items can be used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from meikyu.books.keep.params import ResearchParams
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

USABLE, UNUSABLE, LOST = "usable", "unusable", "lost"


class Shelf(NamedTuple):
    """A bookshelf: how many books it has, and the item it holds or None."""

    books: int
    holds: str | None


class ItemState(NamedTuple):
    """The state of a learned item, and why."""

    state: str
    why: Text


@rule("KEP-RES-02")
def gives_scholarship(p: ResearchParams, books: int, free: int) -> int:
    """Scholarship that one bookshelf gives: it needs enough books and must hold no item."""
    return p.scholarship if free and books >= p.books else 0


@rule("KEP-RES-02")
def scholarship(p: ResearchParams, shelves: Sequence[Shelf]) -> int:
    """Scholarship of all bookshelves together; a count, never a stock."""
    return sum(gives_scholarship(p, shelf.books, int(shelf.holds is None)) for shelf in shelves)


@rule("KEP-RES-08", "KEP-RES-09")
def has_enough_books(p: ResearchParams, books: int) -> int:
    """1 while the holding bookshelf has the books that its item needs; taking some away loses nothing."""
    return int(books >= p.books)


@rule("KEP-RES-10", "KEP-RES-12")
def item_state(p: ResearchParams, books: int | None, parent: str | None) -> str:
    """State of a learned item: lost goes before unusable.

    Args:
        p: numbers.
        books: books of the bookshelf that holds it; None when that is destroyed.
        parent: state of the item above it, "" where that is not learned, None where there is none above.
    """
    if books is None:
        return LOST
    if not has_enough_books(p, books) or parent not in (None, USABLE):
        return UNUSABLE
    return USABLE


@rule("KEP-RES-17")
def parents_of(rows: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """The item above each item in the game, by id, from rows of the research table; roots are left out."""
    return {row["id"]: row["parent"] for row in rows if row["available"] == "yes" and row["parent"]}


def state_of_learned(
    p: ResearchParams,
    *,
    shelves: Sequence[Shelf],
    learned: Sequence[str],
    parents: Mapping[str, str],
    names: Mapping[str, Text],
) -> Ruling[dict[str, ItemState]]:
    """The state of every learned item, in the order given.

    Args:
        p: numbers.
        shelves: all bookshelves that stand.
        learned: ids of the items learned, lost ones included.
        parents: id of the item above, by item; an item without one is left out.
        names: what each item is called, for the reasons.
    """
    books = {shelf.holds: shelf.books for shelf in shelves if shelf.holds is not None}
    known: dict[str, str] = {}

    def state(item: str) -> str:
        if item not in learned:
            return ""
        if item not in known:
            above = parents.get(item)
            known[item] = item_state(p, books.get(item), None if above is None else state(above))
        return known[item]

    found: dict[str, ItemState] = {}
    steps = [Step("KEP-RES-02", "scholarship", scholarship(p, shelves))]
    for item in learned:
        above = parents.get(item)
        parent = (names[above], state(above)) if above else (Text("", ""), "")
        cited, why = _reason(p, state(item), books.get(item), *parent)
        found[item] = ItemState(state(item), why)
        steps.append(Step(cited, item, state(item), why))
    return Ruling(found, tuple(steps))


def _reason(p: ResearchParams, state: str, books: int | None, above: Text, parent: str) -> tuple[str, Text]:
    if state == LOST:
        return "KEP-RES-10", Text("no bookshelf holds it any more", "保持していた本棚がもうない")
    if books is not None and not has_enough_books(p, books):
        return "KEP-RES-09", Text(
            f"its bookshelf has {books} books, it needs {p.books}",
            f"本棚の書物は{books}冊。{p.books}冊要る",
        )
    if state == UNUSABLE:
        told = Text(f"is {parent}", {UNUSABLE: "使えない", LOST: "失われた"}.get(parent, ""))
        if not parent:
            told = Text("is not learned", "習得していない")
        return "KEP-RES-12", Text(
            f"the item above, {above.en}, {told.en}", f"上の項目「{above.ja}」は{told.ja}"
        )
    return "KEP-RES-08", Text(f"its bookshelf has {books} books", f"本棚に書物が{books}冊ある")
