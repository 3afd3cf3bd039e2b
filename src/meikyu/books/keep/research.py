"""Research (KEP-RES): scholarship from full bookshelves, and whether learned items can be used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from meikyu.books.keep.params import ResearchParams
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

USABLE, UNUSABLE, LOST = "usable", "unusable", "lost"
NOT_IN_GAME, LEARNABLE, LOCKED = "not_implemented", "learnable", "locked"
STATE_NAMES = {
    NOT_IN_GAME: Text("not in the game yet", "未実装"),
    LOST: Text("lost", "喪失"),
    UNUSABLE: Text("unusable", "使用不可"),
    USABLE: Text("usable", "使用可"),
    LEARNABLE: Text("can be learned", "習得可"),
    LOCKED: Text("locked", "未解放"),
}
"""The states that the screen of the Dark Arts shows."""


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


@rule("KEP-RES-03")
def can_pay(p: ResearchParams, have: int) -> int:
    """1 where there is enough scholarship to learn an item."""
    return int(have >= p.cost)


@rule("KEP-RES-04", "KEP-RES-05")
def holder(shelves: Mapping[int, Shelf]) -> int | None:
    """The bookshelf that will hold a newly learned item: of those without one that with the most books.

    Of equal ones it is that with the lowest id. No book is used up.
    """
    free = [(-shelf.books, number) for number, shelf in shelves.items() if shelf.holds is None]
    return min(free)[1] if free else None


@rule("KEP-RES-03", "KEP-RES-11", "KEP-RES-16", "KEP-RES-19")
def shown_state(p: ResearchParams, *, is_open: int, learned: str, parent: str | None, have: int) -> str:
    """State of an item on the screen of the Dark Arts.

    Args:
        p: numbers.
        is_open: 1 for what is in the game.
        learned: its state as a learned item, "" where it is not learned.
        parent: the state of the item above it, "" where that is not learned, None where there is none above.
        have: scholarship there is.
    """
    if not is_open:
        return NOT_IN_GAME
    if learned:
        return learned
    return LEARNABLE if parent in (None, USABLE) and can_pay(p, have) else LOCKED


@rule("KEP-RES-10", "KEP-RES-16")
def may_learn(p: ResearchParams, *, is_open: int, learned: str, parent: str | None, have: int) -> int:
    """1 for an item that can be learned now; one that was lost is learned again like a new one."""
    again = "" if learned == LOST else learned
    return int(shown_state(p, is_open=is_open, learned=again, parent=parent, have=have) == LEARNABLE)


@rule("KEP-RES-06")
def can_perform(state: str) -> int:
    """1 for a rite that can be held at a ritual circle: it is learned and usable."""
    return int(state == USABLE)


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
