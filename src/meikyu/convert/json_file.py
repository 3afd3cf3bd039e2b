"""JSON for other programs: the facts of a sheet, with what they are and the words of the licence."""

from __future__ import annotations

import msgspec

from meikyu.convert.document import Document

VERSION = 1


def text(document: Document) -> str:
    """The facts of the sheet as an indented JSON object."""
    told = {
        "format": f"meikyu.{document.kind}",
        "version": VERSION,
        "title": document.title,
        **document.facts,
        "attribution": document.attribution,
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"
