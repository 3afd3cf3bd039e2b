"""Questions about research: scholarship, and which learned items can be used."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec

from meikyu.books.keep import research
from meikyu.books.keep.params import KeepParams
from meikyu.books.keep.questions.naming import find, index
from meikyu.core.book import Question
from meikyu.core.ruling import Ruling
from meikyu.errors import InputError, Text


class Shelf(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A bookshelf that stands."""

    id: str | int
    books: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    holds: str | None


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.research.state."""

    shelves: Annotated[list[Shelf], msgspec.Meta(max_length=10_000)]
    learned: Annotated[list[str], msgspec.Meta(max_length=1_000)]


@cache
def _rows() -> dict[str, dict[str, str]]:
    """The items that can be learned, by everything they may be called."""
    from meikyu.books.keep import BOOK

    return index(row for row in BOOK.table("research") if row["available"] == "yes")


def _state(p: KeepParams, given: State) -> Ruling[dict[str, Any]]:
    shelves: list[research.Shelf] = []
    ids: set[str] = set()
    held: set[str] = set()
    for n, shelf in enumerate(given.shelves):
        if str(shelf.id) in ids:
            raise InputError(
                "not_allowed", f"shelves[{n}].id", shelf.id, Text("each id once", "id は一度ずつ")
            )
        ids.add(str(shelf.id))
        item = None if shelf.holds is None else find(_rows(), shelf.holds, f"shelves[{n}].holds")["id"]
        if item is not None and item in held:
            once = Text("each item on one bookshelf", "一つの項目は本棚一つに")
            raise InputError("not_allowed", f"shelves[{n}].holds", shelf.holds, once)
        held |= {item} if item is not None else set()
        shelves.append(research.Shelf(shelf.books, item))
    learned: list[str] = []
    for n, name in enumerate(given.learned):
        item = find(_rows(), name, f"learned[{n}]")["id"]
        if item in learned:
            raise InputError("not_allowed", f"learned[{n}]", name, Text("each item once", "項目は一度ずつ"))
        learned.append(item)
    names = {row["id"]: Text(row["name_en"], row["name_ja"]) for row in _rows().values()}
    parents = research.parents_of(_rows().values())
    ruling = research.state_of_learned(
        p.research, shelves=shelves, learned=learned, parents=parents, names=names
    )
    items = {item: {"state": told.state, "why": told.why._asdict()} for item, told in ruling.value.items()}
    value = {"scholarship": research.scholarship(p.research, shelves), "items": items}
    return Ruling(value, ruling.steps)


QUESTIONS = (
    Question(
        "research.state",
        Text("How much scholarship is there, and what can be used?", "学識はいくつで、どの項目が使える？"),
        State,
        _state,
        {
            "shelves": [
                {"id": 1, "books": 10, "holds": None},
                {"id": 2, "books": 12, "holds": "necromancy_1"},
                {"id": 3, "books": 9, "holds": "necromancy_2"},
            ],
            "learned": ["necromancy_1", "necromancy_2", "summoning"],
        },
        {
            "shelves": Text(
                "bookshelves that stand: id, books, holds (the item held, or null)",
                "今ある本棚：id、books（冊数）、holds（保持する項目。なければ null）",
            ),
            "learned": Text("items learned, lost ones too", "習得した項目。失ったものも書く"),
        },
    ),
)
