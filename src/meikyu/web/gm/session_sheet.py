"""The session sheet as a file: what the desks added, in order, in the formats of `meikyu.convert`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import Response

from meikyu.books import toolbox
from meikyu.convert.document import Document, Part
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.web.gm import posted

Line = Annotated[str, msgspec.Meta(max_length=4000)]
Short = Annotated[str, msgspec.Meta(max_length=400)]


class PartInput(msgspec.Struct, kw_only=True):
    """One headed part of an item, as a desk made it."""

    title: Short = ""
    lines: Annotated[list[Line], msgspec.Meta(max_length=2000)] = []
    heads: Annotated[list[Short], msgspec.Meta(max_length=40)] = []
    rows: Annotated[list[list[Line]], msgspec.Meta(max_length=2000)] = []


class Item(msgspec.Struct, kw_only=True):
    """Something a desk added."""

    kind: Short = ""
    title: Short = ""
    parts: Annotated[list[PartInput], msgspec.Meta(max_length=200)] = []
    link: Line = ""
    note: Line = ""


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The sheet: its title, the gamemaster's notes, what was added."""

    title: Short = ""
    notes: Line = ""
    items: Annotated[list[Item], msgspec.Meta(max_length=200)] = []


def _part(one: PartInput, title: str) -> Part:
    rows = tuple(tuple((row + [""] * len(one.heads))[: len(one.heads)]) for row in one.rows)
    return Part(one.title or title, tuple(one.lines), tuple(one.heads), rows if one.heads else ())


@rule("SRD-DAT-08")
def document(state: State, lang: str) -> Document:
    """The whole session as one sheet: each thing under its title, its parts under it."""
    parts: list[Part] = []
    if state.notes.strip():
        parts.append(Part(Text("Notes", "メモ").say(lang), tuple(state.notes.strip().splitlines())))
    for item in state.items:
        own = [_part(one, item.title) for one in item.parts]
        same = next((n for n, part in enumerate(own) if part.title == item.title), -1)
        first = own.pop(same) if same >= 0 else Part(item.title)
        notes = (item.note,) if item.note else ()
        parts.append(first._replace(lines=(*first.lines, *notes)))
        parts += [one._replace(under=True) for one in own]
    title = state.title.strip() or Text("Session sheet", "セッション表").say(lang)
    facts: dict[str, Any] = {"notes": state.notes, "items": msgspec.to_builtins(state.items)}
    return Document("session", title, tuple(parts), toolbox.attribution().say(lang), facts)


def export(state: State, ending: str, lang: str) -> Response:
    """The sheet as a file.

    Raises:
        InputError: no such format.
    """
    return posted.as_file(ending, ("md", "json"), lambda: document(state, lang))
